// How often one person may ask for what waits in no queue. INVARIANT: so often in any minute, whoever else asks; whoever has been silent
// for one is forgotten.
import { passed, refused, type Outcome } from '../wire/refusal.ts';
import type { Time } from '../system/time.ts';
import { RateWindow } from './window.ts';

export class Pace {
  readonly #perMinute: number;
  readonly #time: Time;
  /** The one that asked last stands last. */
  readonly #windows = new Map<string, RateWindow>();

  constructor(perMinute: number, time: Time) {
    this.#perMinute = perMinute;
    this.#time = time;
  }

  /** Refusals: `RATE_LIMITED`. */
  take(person: string): Outcome<void> {
    const window =
      this.#windows.get(person) ??
      new RateWindow({ requestsPerMinute: this.#perMinute, tokensPerMinute: Infinity }, this.#time);
    const wait = window.untilFits(0);
    if (wait > 0)
      return refused('RATE_LIMITED', 'this person asks too often', Math.max(1, Math.ceil(wait / 1000)));
    window.take(0);
    this.#windows.delete(person);
    this.#windows.set(person, window);
    for (const [silent, one] of this.#windows) {
      if (!one.isEmpty) break;
      this.#windows.delete(silent);
    }
    return passed(undefined);
  }
}
