// Why a call ends before it is answered, carried by its signal.
import type { Outcome, Refusal } from '../wire/refusal.ts';

export class Ended extends Error {
  readonly refusal: Refusal;

  constructor(refusal: Refusal) {
    super(refusal.message);
    this.refusal = refusal;
  }
}

/** Of a signal that is aborted. */
export const whyEnded = ({ reason }: AbortSignal): Refusal =>
  reason instanceof Ended ? reason.refusal : { reason: 'CALLER_GONE', message: 'the caller went away' };

export const endedBy = (signal: AbortSignal): Outcome<never> => ({ ok: false, refusal: whyEnded(signal) });
