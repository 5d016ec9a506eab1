// The signed checkpoint in a file of its own beside the database, so that a database cut short shows.
// INVARIANT: a checkpoint comes here only after its commit is synced; the file is replaced as a whole, at most every 25 ms.
import { open, rename, rm } from 'node:fs/promises';
import { dirname } from 'node:path';

/** Two syncs a write: paced, so that they take little from the log's own (see README, decisions). */
const PACE_MS = 25;

export class CheckpointFile {
  readonly #path: string;
  readonly #failed: (error: unknown) => void;
  #wanted: string | null = null;
  #running: Promise<void> | null = null;
  #wake: (() => void) | null = null;
  #closing = false;

  constructor(path: string, failed: (error: unknown) => void) {
    this.#path = path;
    this.#failed = failed;
  }

  /** The newest wins. */
  put(note: string): void {
    this.#wanted = note;
    this.#running ??= this.#run().finally(() => {
      this.#running = null;
    });
  }

  /** Resolves when what was put last is on disk. */
  async close(): Promise<void> {
    this.#closing = true;
    this.#wake?.();
    await this.#running;
  }

  async #run(): Promise<void> {
    try {
      for (let note = this.#wanted; note !== null; note = this.#wanted) {
        this.#wanted = null;
        await replace(this.#path, note);
        if (!this.#closing) await this.#pause();
      }
    } catch (error) {
      this.#failed(error);
    }
  }

  #pause(): Promise<void> {
    return new Promise((resolve) => {
      const timer = setTimeout(resolve, PACE_MS);
      this.#wake = () => {
        clearTimeout(timer);
        resolve();
      };
    });
  }
}

async function replace(path: string, text: string): Promise<void> {
  const temporary = `${path}.new`;
  // One that a crash left; ours is a new file.
  await rm(temporary, { force: true });
  const file = await open(temporary, 'wx', 0o600);
  try {
    await file.writeFile(text);
    await file.sync();
  } finally {
    await file.close();
  }
  await rename(temporary, path);
  const directory = await open(dirname(path), 'r');
  try {
    await directory.sync();
  } finally {
    await directory.close();
  }
}
