// Keeps browsers ready for the next task. INVARIANT: each is handed out once, to one task, and never comes back; one that is not
// taken is ended here. One that is still starting is handed out, too: whoever needs a browser then waits for less than a whole start.
import type { WarmTab } from '#executors/contract/launcher.ts';
import type { CloseReport } from '#executors/contract/tab.ts';
import { fail, type Result } from '#policy/language/failure.ts';

export type PoolParts = {
  /** How many are to stand ready now. */
  readonly size: () => number;
  /** `onSpawned`: a process of it runs. */
  readonly start: (signal: AbortSignal, onSpawned: () => void) => Promise<Result<WarmTab>>;
  /** One that nobody took was ended. */
  readonly onEnded: (tab: WarmTab, report: CloseReport) => Promise<void>;
};

/** As long as a start usually takes: nobody waits longer for one that was begun for somebody else. */
const START_PATIENCE_MS = 2_500;
/** Of an end that threw: nobody knows, so the log has it as failed. */
const NOT_SEEN_GONE: CloseReport = { processesGone: false, profileRemoved: false, forced: false };

const nothing = (): void => undefined;

export class Pool {
  readonly #parts: PoolParts;
  readonly #ready: WarmTab[] = [];
  readonly #work = new Set<Promise<void>>();
  /** So many are starting that nobody has called off. */
  #coming = 0;
  /** They wait for one of those that are coming: no more of them than these. */
  readonly #awaiting: ((tab: WarmTab | null) => void)[] = [];
  #on = false;
  #closed = false;
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

  /** From now on some stand ready. Resolves when the first ones do, or could not be started. Never rejects for one of them. */
  async warmUp(): Promise<void> {
    if (this.#closed) return;
    this.#on = true;
    this.#failed = false;
    this.#fill();
    await Promise.allSettled(this.#work);
  }

  /**
   * Somebody is about to launch one tab: its browser starts now, and none follows it. Whoever wants none ready gets none. `begun` is
   * called once its process runs, or will not: what takes this thread long is better done then than before.
   */
  expect(begun: () => void = nothing): void {
    if (this.#closed || this.#ready.length + this.#coming > 0 || this.#parts.size() === 0) return begun();
    this.#failed = false;
    this.#watch(this.#start(this.#controller.signal, begun).finally(begun));
  }

  /**
   * The oldest one that is alive, or the first of those that are starting, to whoever launches a tab now. What `work` does not take is
   * ended. The next ones are started when `work` is over, not beside it. Errors: `task.cancelled`, where the pool is closed.
   */
  async hand<T>(
    work: (ready: WarmTab | null) => Promise<Result<T>>,
    signal: AbortSignal,
  ): Promise<Result<T>> {
    this.#failed = false;
    this.#handing += 1;
    let ready: WarmTab | null = null;
    try {
      ready = this.#oldest() ?? (await this.#nextToCome(signal));
      if (this.#closed) return fail('task.cancelled', 'no browser starts any more: the gateway is closing');
      return await work(ready);
    } finally {
      this.#handing -= 1;
      this.refill();
      // Refused, cancelled, or another one was started: what came of that is told, however this one ends.
      if (ready !== null && !ready.taken) await Promise.allSettled([this.#end(ready)]);
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
    this.#closed = true;
    this.#on = false;
    this.#drop();
    while (this.#work.size > 0) await Promise.all(this.#work);
  }

  #drop(): void {
    this.#controller.abort();
    this.#controller = new AbortController();
    this.#coming = 0;
    this.#leaveAlone();
    for (const tab of this.#ready.splice(0)) void this.#end(tab);
  }

  #fill(): void {
    if (!this.#on || this.#failed || this.#handing > 0) return;
    while (this.#ready.length + this.#coming < this.#parts.size()) {
      this.#watch(this.#start(this.#controller.signal));
    }
  }

  #oldest(): WarmTab | null {
    for (let tab = this.#ready.shift(); tab !== undefined; tab = this.#ready.shift()) {
      if (tab.alive) return tab;
      void this.#end(tab);
    }
    return null;
  }

  /** `null`: none is starting for this one, it could not be started or takes too long, or nobody waits for it any more. */
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
    const patience = setTimeout(leave, START_PATIENCE_MS);
    return promise.finally(() => {
      clearTimeout(patience);
      signal.removeEventListener('abort', leave);
    });
  }

  /** Whoever waits for one that will not come starts their own. */
  #leaveAlone(): void {
    while (this.#awaiting.length > this.#coming) this.#awaiting.shift()?.(null);
  }

  async #start(signal: AbortSignal, onSpawned: () => void = nothing): Promise<void> {
    this.#coming += 1;
    try {
      const started = await this.#parts.start(signal, onSpawned);
      if (!started.ok) {
        this.#failed ||= !signal.aborted;
        return;
      }
      const tab = started.value;
      // One that died as it started is as good as not started.
      if (signal.aborted || !tab.alive) {
        this.#failed ||= !signal.aborted;
        void this.#end(tab);
        return;
      }
      const awaiting = this.#awaiting.shift();
      if (awaiting !== undefined) return awaiting(tab);
      this.#ready.push(tab);
      tab.onGone(() => {
        const place = this.#ready.indexOf(tab);
        if (place === -1) return;
        this.#ready.splice(place, 1);
        void this.#end(tab);
        this.refill();
      });
    } catch {
      this.#failed ||= !signal.aborted; // a bug of the start shows where a task starts one itself
    } finally {
      if (!signal.aborted) this.#coming -= 1;
      this.#leaveAlone();
    }
  }

  #end(tab: WarmTab): Promise<void> {
    const ending = tab
      .end()
      .catch(() => NOT_SEEN_GONE)
      .then((report) => this.#parts.onEnded(tab, report));
    this.#watch(ending);
    return ending;
  }

  #watch(work: Promise<void>): void {
    this.#work.add(work);
    work.finally(() => this.#work.delete(work)).catch(() => this.#work.delete(work));
  }
}
