// The one deadline of an act: whatever it asks of a browser takes what is left of it, however many calls that are.
// INVARIANT: once it is over, nothing more of the act reaches the browser, and what was asked is answered by nobody.
// A person's time is not the page's: the clock stands while somebody is asked, and while our own process is stopped.
import { AsyncLocalStorage } from 'node:async_hooks';
import { availableParallelism, loadavg } from 'node:os';
import type { ActTime } from '../contract/tab.ts';

/** A caller has its answer within eight seconds: the rest is for finding out why, and for ending what the page does. */
const ACT_DEADLINE_MS = 6_500;
/** On a machine with more to do than it can, a page gets longer: its slowness is not its own. */
const CALM_LOAD_PER_CORE = 8;
const MAX_STRETCH_FACTOR = 2;
const TICK_MS = 100;
/** What passes between two ticks beyond this passed without us: our process was stopped, or the machine slept. */
const MOST_BETWEEN_TICKS_MS = 1_000;

const running = new AsyncLocalStorage<ActBudget | null>();

/** The time of the act was over. */
export class ActOverdue extends Error {}

export class ActBudget {
  readonly #stands: () => boolean;
  readonly #controller = new AbortController();
  #whole: number;
  #spent = 0;
  #last = performance.now();
  #reached = false;
  #carriedOut = false;
  readonly #lastStep = Promise.withResolvers<void>();

  /** `stands`: the clock does not run now. */
  constructor(stands: () => boolean, deadlineMs: number) {
    this.#stands = stands;
    this.#whole = deadlineMs;
  }

  get left(): number {
    return Math.max(0, this.#whole - this.#spent - this.#sinceTick(performance.now()));
  }
  get over(): boolean {
    return this.#controller.signal.aborted;
  }
  /** Aborted when it is over: with an `ActOverdue`, or with what ended it. */
  get signal(): AbortSignal {
    return this.#controller.signal;
  }

  /** Something was sent that may have had an effect on the page: from now on, a failure does not say that nothing was done. */
  get reached(): boolean {
    return this.#reached;
  }
  reach(): void {
    this.#reached = true;
  }
  /** What was sent is known to have come to nothing: it was swallowed before the page saw it, or changed nothing. */
  unreach(): void {
    this.#reached = false;
  }

  /** The last step of the act is on its way: what stops it now is what it brought about. */
  get carriedOut(): boolean {
    return this.#carriedOut;
  }
  carryOut(): void {
    this.#carriedOut = true;
    this.#lastStep.resolve();
  }
  /** Resolves once it is, or after so long, or with the end of the act. */
  async untilCarriedOut(mostMs: number): Promise<void> {
    if (this.#carriedOut || this.over) return;
    const { promise, resolve } = this.#lastStep;
    const timer = setTimeout(resolve, mostMs);
    const end = (): void => resolve();
    this.signal.addEventListener('abort', end, { once: true });
    await promise;
    clearTimeout(timer);
    this.signal.removeEventListener('abort', end);
  }

  /** It ends now, whatever is left: what was asked is answered by nobody, and `run` rejects with the reason. */
  end(reason: Error): void {
    this.#controller.abort(reason);
  }

  /** The caller wants it to last so long: a wait, a script of its own. */
  extend(ms: number): void {
    this.#whole += ms;
  }

  /** Runs the work within it. Rejects with `ActOverdue` as soon as the time is over, whatever the work does then. */
  async run<T>(work: () => Promise<T>): Promise<T> {
    this.#last = performance.now();
    const timer = setInterval(() => this.#tick(), TICK_MS);
    const overdue = Promise.withResolvers<never>();
    const expire = (): void => overdue.reject(this.signal.reason);
    this.signal.addEventListener('abort', expire, { once: true });
    const done = running.run(this, work);
    done.catch(() => undefined); // what comes after the end is nobody's
    try {
      return await Promise.race([done, overdue.promise]);
    } finally {
      this.signal.removeEventListener('abort', expire);
      clearInterval(timer);
    }
  }

  #sinceTick(now: number): number {
    return this.#stands() ? 0 : Math.min(MOST_BETWEEN_TICKS_MS, now - this.#last);
  }

  #tick(): void {
    const now = performance.now();
    this.#spent += this.#sinceTick(now);
    this.#last = now;
    if (this.#spent >= this.#whole) this.#controller.abort(new ActOverdue('the time of the act is over'));
  }
}

/** What an act has, from its first inspection to its outcome. */
export const newActTime = (): ActTime => ({ leftMs: stretched(ACT_DEADLINE_MS) });

/** Of the act that this runs for; `null` for what the tab does by itself. */
export const currentBudget = (): ActBudget | null => running.getStore() ?? null;

/** The act that this runs for changes the page from here on: whatever ends it now, it may have happened. */
export const reachesPage = (): void => currentBudget()?.reach();
/** All that was sent so far is known to have changed nothing. */
export const reachedNothing = (): void => currentBudget()?.unreach();
/** The act that this runs for takes its last step. */
export const carriesOut = (): void => currentBudget()?.carryOut();
export const hasReachedPage = (): boolean => currentBudget()?.reached === true;

/** So long, or what is left of the act but for `keepMs`, which something after it needs. */
export function atMost(ms: number, keepMs = 0): number {
  const budget = currentBudget();
  return budget === null ? ms : Math.max(0, Math.min(ms, budget.left - keepMs));
}

/** For what cleans up behind an act: it is no part of it. */
export const outsideBudget = <T>(work: () => T): T => running.run(null, work);

/** A time for a page to do something in, on this machine as it is now. */
export function stretched(ms: number): number {
  const share = (loadavg()[0] ?? 0) / availableParallelism() / CALM_LOAD_PER_CORE;
  return Math.round(ms * Math.min(MAX_STRETCH_FACTOR, Math.max(1, share)));
}
