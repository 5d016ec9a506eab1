// Counts what a task downloads: how many files, and how many bytes they brought. INVARIANT: a download counts from the turn in
// which it is decided, so that downloads at the same time cannot exceed a budget together.
export class DownloadCounts {
  #started = 0;
  #bytes = 0;

  /** Downloads that were admitted, or that are being decided. */
  get started(): number {
    return this.#started;
  }

  /** Bytes that arrived so far, of whatever download. */
  get bytes(): number {
    return this.#bytes;
  }

  /** How many there were before; this one counts from now on. */
  take(): number {
    this.#started += 1;
    return this.#started - 1;
  }

  /** The download was not admitted after all. */
  giveBack(): void {
    this.#started -= 1;
  }

  received(bytes: number): void {
    this.#bytes += bytes;
  }
}
