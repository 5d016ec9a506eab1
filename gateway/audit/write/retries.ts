// Tries again until it is done, with pauses that grow up to a bound. INVARIANT: one attempt at a time; none begins after `end`,
// and no timer keeps the process alive.
const FIRST_PAUSE_MS = 100;
const LONGEST_PAUSE_MS = 5_000;

export class Retries {
  readonly #attempt: () => Promise<boolean>;
  #pauseMs = FIRST_PAUSE_MS;
  #timer: NodeJS.Timeout | null = null;
  #running: Promise<void> | null = null;
  #ended = false;

  /** `attempt` says whether it is done, and never rejects. */
  constructor(attempt: () => Promise<boolean>) {
    this.#attempt = attempt;
  }

  /** Again, where it is not under way. */
  begin(): void {
    if (this.#ended || this.#timer !== null || this.#running !== null) return;
    this.#timer = setTimeout(() => {
      this.#timer = null;
      this.#running = this.#try();
    }, this.#pauseMs);
    this.#timer.unref();
  }

  /** Resolves when the attempt under way is over. */
  async end(): Promise<void> {
    this.#ended = true;
    if (this.#timer !== null) clearTimeout(this.#timer);
    this.#timer = null;
    await this.#running;
  }

  async #try(): Promise<void> {
    const done = await this.#attempt();
    this.#running = null;
    this.#pauseMs = done ? FIRST_PAUSE_MS : Math.min(this.#pauseMs * 2, LONGEST_PAUSE_MS);
    if (!done) this.begin();
  }
}
