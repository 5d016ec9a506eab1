// The queue before one model. INVARIANT: whoever asks is let through, refused with the time after which it may ask again, or ends with
// its signal or deadline; nobody waits outside of the depth.
import { DRAINING, passed, refused, type Outcome } from '../wire/refusal.ts';
import type { Priority } from '../wire/headers.ts';
import { endedBy } from '../system/ending.ts';
import type { Time } from '../system/time.ts';
import { Line } from './line.ts';
import { RateWindow, type Limits, type Sent } from './window.ts';

export type QueueLimits = Limits & {
  /** That wait at once. */
  readonly depth: number;
  /** Of these, of one user. */
  readonly depthPerUser: number;
};

export type Asked = {
  readonly user: string;
  readonly priority: Priority;
  /** Estimated; the service's own count comes with `settle`. */
  readonly tokens: number;
  /** It was let through before, and the service sent it back. */
  readonly again?: boolean;
};

export type Admission = {
  readonly waitedMs: number;
  readonly settle: (tokens: number) => void;
};

type Waiter = Asked & { readonly sinceMs: number; readonly end: (outcome: Outcome<Sent>) => void };

/** The longest that a call may wait: whoever is told more would not come back. */
const MAX_TOLD_MS = 300_000;

export class RateQueue {
  readonly #limits: QueueLimits;
  readonly #time: Time;
  readonly #window: RateWindow;
  readonly #line = new Line<Waiter>();
  /** Times at which those that were refused may come back, of each user: each has a place of its own. */
  readonly #promised = new Map<string, number[]>();
  #pausedUntilMs = -Infinity;
  #closed = false;
  #cancelWake: () => void = () => undefined;

  constructor(limits: QueueLimits, time: Time) {
    this.#limits = limits;
    this.#time = time;
    this.#window = new RateWindow(limits, time);
  }

  get waiting(): number {
    return this.#line.size;
  }

  /** Refusals: `QUEUE_FULL`, `DRAINING`, and what the signal ends with. */
  async admit(asked: Asked, signal: AbortSignal): Promise<Outcome<Admission>> {
    const sinceMs = this.#time.monotonicMs();
    if (signal.aborted) return endedBy(signal);
    if (this.#closed) return draining;
    const { depth, depthPerUser } = this.#limits;
    const isMostOfUser = this.#line.sizeOf(asked.user) >= depthPerUser;
    if (asked.again !== true && (isMostOfUser || this.#line.size >= depth)) {
      const retrySeconds = this.#placeInSeconds(asked.user, isMostOfUser);
      return refused('QUEUE_FULL', 'too many requests wait for this model', retrySeconds);
    }
    const outcome = await new Promise<Outcome<Sent>>((resolve) => {
      const stop = (): void => this.#leave(waiter, endedBy(signal));
      const waiter: Waiter = {
        ...asked,
        sinceMs,
        end: (outcome) => {
          signal.removeEventListener('abort', stop);
          resolve(outcome);
        },
      };
      signal.addEventListener('abort', stop, { once: true });
      if (asked.again === true) this.#line.addFirst(waiter);
      else this.#line.add(waiter);
      this.#wake();
    });
    if (!outcome.ok) return outcome;
    return passed({
      waitedMs: this.#time.monotonicMs() - sinceMs,
      settle: (tokens) => {
        this.#window.correct(outcome.value, tokens);
        this.#wake();
      },
    });
  }

  /** The service said that it is too much: nobody goes for so long. */
  pause(milliseconds: number): void {
    this.#pausedUntilMs = Math.max(this.#pausedUntilMs, this.#time.monotonicMs() + milliseconds);
    this.#wake();
  }

  /** Refuses everything that waits, and everything that comes. */
  close(): void {
    this.#closed = true;
    for (const waiter of this.#line.all()) {
      this.#line.remove(waiter);
      waiter.end(draining);
    }
  }

  #leave(waiter: Waiter, outcome: Outcome<Sent>): void {
    if (!this.#line.remove(waiter)) return;
    waiter.end(outcome);
    // It may have been the one that did not fit.
    this.#wake();
  }

  /** Lets through who may go, and comes back when the next may. */
  #wake(): void {
    this.#cancelWake();
    this.#cancelWake = () => undefined;
    for (let next = this.#line.next(); next !== undefined; next = this.#line.next()) {
      const until = Math.max(this.#paused(), this.#window.untilFits(next.tokens));
      if (until > 0) {
        this.#cancelWake = this.#time.after(until, () => this.#wake());
        return;
      }
      const sent = this.#window.take(next.tokens);
      this.#line.take(next);
      next.end(passed(sent));
    }
  }

  #paused(): number {
    return Math.max(0, this.#pausedUntilMs - this.#time.monotonicMs());
  }

  /**
   * INVARIANT: whoever asks again and again pushes nobody back: by the time that a user has so many places, each other one has as many.
   * No more is promised than there are places, and nothing that lies far off.
   */
  #placeInSeconds(user: string, isMostOfUser: boolean): number {
    const now = this.#time.monotonicMs();
    this.#keepPromises(now);
    const own = this.#promised.get(user) ?? [];
    const rank = own.length + 1;
    const others = [...this.#promised].filter(([one]) => one !== user);
    const before = others.reduce((sum, [, theirs]) => sum + Math.min(theirs.length, rank), 0);
    const turns = isMostOfUser ? rank * this.#line.users : rank + before;
    const wait = Math.min(MAX_TOLD_MS, Math.max(this.#paused(), this.#window.untilTaken(turns), 1));
    const all = others.reduce((sum, [, theirs]) => sum + theirs.length, own.length);
    if (own.length < this.#limits.depthPerUser && all < this.#limits.depth)
      this.#promised.set(user, [...own, now + wait]);
    return Math.ceil(wait / 1000);
  }

  #keepPromises(now: number): void {
    for (const [user, times] of this.#promised) {
      const left = times.filter((at) => at > now);
      if (left.length === 0) this.#promised.delete(user);
      else this.#promised.set(user, left);
    }
  }
}

const draining = { ok: false, refusal: DRAINING } as const;
