// Keeps browsers ready for the next task. INVARIANT: each is handed out once, to one task, and never comes back; one that is not
// handed out is ended. One that is still starting is handed out, too: whoever needs a browser then waits for less than a whole start.
import type { WarmTab } from '#executors/contract/launcher.ts';
import type { CloseReport } from '#executors/contract/tab.ts';
import type { Result } from '#policy/language/failure.ts';

export type PoolParts = {
  /** How many are to stand ready now. */
  readonly size: () => number;
  readonly start: (signal: AbortSignal) => Promise<Result<WarmTab>>;
  /** One that nobody took was ended. */
  readonly onEnded: (tab: WarmTab, report: CloseReport) => Promise<void>;
};

export class Pool {
  readonly #parts: PoolParts;
  readonly #ready: WarmTab[] = [];
  readonly #work = new Set<Promise<void>>();
  #starting = 0;
  /** Of these, how many nobody has called off. */
  #coming = 0;
  /** They wait for one of those that are coming: no more of them than these. */
  readonly #awaiting: ((tab: WarmTab | null) => void)[] = [];
  #on = false;
  /** Launches under way: nothing is started beside them. */
  #handing = 0;
  /** A start failed: the next one is tried when somebody takes a tab, not at once again. */
  #failed = false;
  #controller = new AbortController();

  constructor(parts: PoolParts) {
    this.#parts = parts;
  }

  get ready(): number {
    return this.#ready.length;
  }

  /** From now on some stand ready. Resolves when the first ones do, or could not be started. */
  async warmUp(): Promise<void> {
    this.#on = true;
    this.#failed = false;
    this.#fill();
    await Promise.all(this.#work);
  }

  /** Somebody is about to launch one tab: its browser starts now, and none follows it. Whoever wants none ready gets none. */
  expect(): void {
    if (this.#ready.length + this.#starting > 0 || this.#parts.size() === 0) return;
    this.#failed = false;
    this.#watch(this.#start(this.#controller.signal));
  }

  /**
   * The oldest one that is alive, or the first of those that are starting, to whoever launches a tab now. The next ones are started when
   * `work` is over, not beside it.
   */
  async hand<T>(work: (ready: WarmTab | null) => Promise<T>, signal: AbortSignal): Promise<T> {
    this.#failed = false;
    this.#handing += 1;
    try {
      return await work(this.#ready.shift() ?? (await this.#nextToCome(signal)));
    } finally {
      this.#handing -= 1;
      this.refill();
    }
  }

  /** There may be room again. */
  refill(): void {
    this.#fill();
  }

  /** What was decided under another policy or plan is ended, and decided again. */
  renew(): void {
    this.#drop();
    if (!this.#on) return;
    this.#failed = false;
    this.#fill();
  }

  /** Ends all of them; resolves when they are gone. */
  async close(): Promise<void> {
    this.#on = false;
    this.#drop();
    while (this.#work.size > 0) await Promise.all(this.#work);
  }

  #drop(): void {
    this.#controller.abort();
    this.#controller = new AbortController();
    this.#coming = 0;
    this.#leaveAlone();
    for (const tab of this.#ready.splice(0)) this.#end(tab);
  }

  #fill(): void {
    if (!this.#on || this.#failed || this.#handing > 0) return;
    while (this.#ready.length + this.#starting < this.#parts.size()) {
      this.#watch(this.#start(this.#controller.signal));
    }
  }

  /** `null`: none is starting for this one, it could not be started, or nobody waits for it any more. */
  #nextToCome(signal: AbortSignal): Promise<WarmTab | null> {
    if (signal.aborted || this.#awaiting.length >= this.#coming) return Promise.resolve(null);
    const { promise, resolve } = Promise.withResolvers<WarmTab | null>();
    const leave = (): void => {
      const place = this.#awaiting.indexOf(resolve);
      if (place !== -1) this.#awaiting.splice(place, 1);
      resolve(null);
    };
    this.#awaiting.push(resolve);
    signal.addEventListener('abort', leave, { once: true });
    return promise.finally(() => signal.removeEventListener('abort', leave));
  }

  /** Whoever waits for one that will not come starts their own. */
  #leaveAlone(): void {
    while (this.#awaiting.length > this.#coming) this.#awaiting.shift()?.(null);
  }

  async #start(signal: AbortSignal): Promise<void> {
    this.#starting += 1;
    this.#coming += 1;
    try {
      const started = await this.#parts.start(signal);
      if (!started.ok) {
        this.#failed ||= !signal.aborted;
        return;
      }
      const tab = started.value;
      if (signal.aborted) return this.#end(tab);
      const awaiting = this.#awaiting.shift();
      if (awaiting !== undefined) return awaiting(tab);
      this.#ready.push(tab);
      tab.onGone(() => {
        const place = this.#ready.indexOf(tab);
        if (place === -1) return;
        this.#ready.splice(place, 1);
        this.#end(tab);
        this.refill();
      });
    } catch {
      this.#failed = true; // a bug of the start shows where a task starts one itself
    } finally {
      this.#starting -= 1;
      if (!signal.aborted) this.#coming -= 1;
      this.#leaveAlone();
    }
  }

  #end(tab: WarmTab): void {
    this.#watch(tab.end().then((report) => this.#parts.onEnded(tab, report)));
  }

  #watch(work: Promise<void>): void {
    this.#work.add(work);
    work.finally(() => this.#work.delete(work)).catch(() => this.#work.delete(work));
  }
}
