// A step for which the model's service gave no answer: waited out where that may pass, told where it does not. INVARIANT: what was done and
// found stays; it is waited no longer than the task has time, and nothing is done on a page meanwhile.
import { setTimeout as delay } from 'node:timers/promises';
import type { ModelTrouble as Trouble } from '#engines/model/contract.ts';
import { ERROR_CODES, failure } from '#policy/language/failure.ts';
import type { Failure } from '#policy/language/failure.ts';
import { visible } from '#gateway/protocol/visible.ts';
import type { Interruption } from '#gateway/tasks/life/interruption.ts';

const FIRST_MS = 1_000;
const MOST_MS = 10_000;
/** What a service asks for beyond this is asked anew all the same. */
const MOST_ASKED_MS = 60_000;

export type TroubleParts = {
  readonly interruption: Pick<Interruption, 'aborted' | 'signal' | 'failure'>;
  /** Whoever watches sees it; `null`: it is over. */
  readonly show: (trouble: Failure | null) => void;
  /** Into the log. A failure of its own ends the task. */
  readonly note: (what: string, why: Failure) => Promise<Failure | null>;
  /** Milliseconds of the first wait; each later one is twice as long. */
  readonly firstMs?: number;
};

export class ModelTrouble {
  readonly #parts: TroubleParts;
  #now: Failure | null = null;
  #pauseMs: number;

  constructor(parts: TroubleParts) {
    this.#parts = parts;
    this.#pauseMs = parts.firstMs ?? FIRST_MS;
  }

  /** `null`: the page is looked at anew, and the model asked again. Else the failure that the task ends with. */
  async wait(trouble: Trouble): Promise<Failure | null> {
    const failed = failureOf(trouble);
    const { interruption, show, note } = this.#parts;
    if (!ERROR_CODES[failed.code].retryable) return failed;
    if (this.#now === null) {
      const unwritten = await note('wait for the model: its service does not answer', failed);
      if (unwritten !== null) return unwritten;
    }
    this.#now = failed;
    show(failed);
    const pause = Math.max(this.#pauseMs, Math.min(trouble.retryMs, MOST_ASKED_MS));
    this.#pauseMs = Math.min(this.#pauseMs * 2, MOST_MS);
    await delay(pause, undefined, { signal: interruption.signal }).catch(() => undefined);
    return interruption.aborted ? this.endedBy(interruption.failure) : null;
  }

  /** An answer came. */
  async over(): Promise<Failure | null> {
    const before = this.#now;
    if (before === null) return null;
    this.#now = null;
    this.#pauseMs = this.#parts.firstMs ?? FIRST_MS;
    this.#parts.show(null);
    return this.#parts.note('go on: the model answers again', before);
  }

  /** The task is stopped: where it waited for the model until its time was over, that is why. */
  endedBy(stopped: Failure): Failure {
    const waitedFor = this.#now;
    if (waitedFor === null || stopped.code !== 'act.timed-out') return stopped;
    const said = `${waitedFor.message}, and did not until the task’s time was over`;
    return failure(waitedFor.code, said, waitedFor.help === undefined ? {} : { help: waitedFor.help });
  }
}

const failureOf = ({ code, message, help }: Trouble): Failure =>
  failure(code, visible(message, 500), help === undefined ? {} : { help: visible(help, 500) });
