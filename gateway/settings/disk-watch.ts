// Whether the log has room. INVARIANT: looked at off the way of any act; below the mark nothing new starts and what runs ends, while
// there is still room to write down that it did. What cannot be looked at counts as full.
import { statfs } from 'node:fs/promises';
import { describe, failure } from '#policy/language/failure.ts';
import type { Failure } from '#policy/language/failure.ts';

const EVERY_MS = 5_000;
const MEBIBYTE_BYTES = 1024 * 1024;
const LEAST_MB = 512;
const MIN_FREE_SHARE = 0.05;

export type DiskView = { readonly freeMb: number; readonly leastFreeMb: number; readonly low: boolean };

export class DiskWatch {
  readonly #directory: string;
  readonly #leastMb: number | null;
  readonly #onChange: (low: Failure | null) => void;
  readonly #timer: NodeJS.Timeout;
  #view: DiskView = { freeMb: 0, leastFreeMb: 0, low: false };
  #low: Failure | null = null;
  #since = new Date();

  /** `leastMb`: as the settings say; `null`: 512 MiB, or a twentieth of a small volume. `onChange`: there is no room, or is again. */
  constructor(directory: string, leastMb: number | null, onChange: (low: Failure | null) => void) {
    this.#directory = directory;
    this.#leastMb = leastMb;
    this.#onChange = onChange;
    this.#timer = setInterval(() => void this.look(), EVERY_MS);
    this.#timer.unref();
  }

  /** Why nothing may start or go on; `null`: there is room. */
  get low(): Failure | null {
    return this.#low;
  }
  /** Since when it is as it is. */
  get since(): Date {
    return this.#since;
  }
  get view(): DiskView {
    return this.#view;
  }

  /** Never rejects. */
  async look(): Promise<void> {
    const before = this.#low;
    try {
      const { bavail, blocks, bsize } = await statfs(this.#directory);
      const freeMb = Math.floor((bavail * bsize) / MEBIBYTE_BYTES);
      const leastFreeMb =
        this.#leastMb ?? Math.floor(Math.min(LEAST_MB, (blocks * bsize * MIN_FREE_SHARE) / MEBIBYTE_BYTES));
      this.#view = { freeMb, leastFreeMb, low: freeMb < leastFreeMb };
      this.#low = this.#view.low ? full(`${freeMb} MiB are free for it, ${leastFreeMb} have to be`) : null;
    } catch (thrown) {
      this.#view = { ...this.#view, low: true };
      this.#low = full(`its file system cannot be looked at: ${describe(thrown)}`);
    }
    if ((this.#low === null) === (before === null)) return;
    this.#since = new Date();
    this.#onChange(this.#low);
  }

  end(): void {
    clearInterval(this.#timer);
  }
}

const full = (why: string): Failure =>
  failure('audit.disk-low', `nothing runs, since the audit log is about to have no room: ${why}`, {
    help: 'make room on the disk of the data directory, or lower `leastFreeMb` in config.yaml',
  });
