// Keeps browsers ready for the next task. INVARIANT: each is handed out once, to one task, and never comes back; one that is not
// handed out is ended.
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

  /** The oldest one that is alive, to whoever launches a tab now. The next ones are started when `work` is over, not beside it. */
  async hand<T>(work: (ready: WarmTab | null) => Promise<T>): Promise<T> {
    const ready = this.#ready.shift() ?? null;
    this.#failed = false;
    this.#handing += 1;
    try {
      return await work(ready);
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
    if (!this.#on) return;
    this.#drop();
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
    for (const tab of this.#ready.splice(0)) this.#end(tab);
  }

  #fill(): void {
    if (!this.#on || this.#failed || this.#handing > 0) return;
    while (this.#ready.length + this.#starting < this.#parts.size()) {
      this.#starting += 1;
      this.#watch(this.#start(this.#controller.signal));
    }
  }

  async #start(signal: AbortSignal): Promise<void> {
    try {
      const started = await this.#parts.start(signal);
      if (!started.ok) {
        this.#failed ||= !signal.aborted;
        return;
      }
      const tab = started.value;
      if (signal.aborted) return this.#end(tab);
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
