// Batches of events that wait to be told, on disk. INVARIANT: bounded: beyond it the oldest batch goes, and is counted; a batch is there
// whole or not at all, and only its owner reads it. One process has it: that which holds the log.
import { mkdir, readdir, rename, rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { errorCode } from '#executors/system/error-code.ts';
import { readPlainText } from '#executors/system/plain-file.ts';

export type Batch = { readonly name: string; readonly text: string };

export const MOST_BATCHES = 200;
/** In the order of their numbers. */
const BATCH = /^(\d{12})\.json$/u;
const MAX_BATCH_BYTES = 1_000_000;

export class Spool {
  readonly #directory: string;
  #next: number | null = null;
  #dropped = 0;

  constructor(directory: string) {
    this.#directory = directory;
  }

  /** Batches that went since they were too many. */
  get dropped(): number {
    return this.#dropped;
  }

  /** One at a time. Rejects where the disk does not take it. */
  async add(text: string): Promise<void> {
    await mkdir(this.#directory, { recursive: true, mode: 0o700 });
    const names = await this.#names();
    const last = Number(BATCH.exec(names.at(-1) ?? '')?.[1] ?? 0);
    const number = Math.max(this.#next ?? 0, last + 1);
    this.#next = number + 1;
    const name = `${String(number).padStart(12, '0')}.json`;
    const whole = join(this.#directory, name);
    await writeFile(`${whole}.next`, text, { mode: 0o600 });
    await rename(`${whole}.next`, whole);
    const tooMany = [...names, name].slice(0, Math.max(0, names.length + 1 - MOST_BATCHES));
    for (const old of tooMany) await this.remove(old);
    this.#dropped += tooMany.length;
  }

  /** The oldest; `null`: nothing waits. One that cannot be read goes. */
  async first(): Promise<Batch | null> {
    for (const name of await this.#names()) {
      try {
        return { name, text: readPlainText(join(this.#directory, name), MAX_BATCH_BYTES) };
      } catch {
        await this.remove(name);
      }
    }
    return null;
  }

  async remove(name: string): Promise<void> {
    await rm(join(this.#directory, name), { force: true });
  }

  async #names(): Promise<readonly string[]> {
    try {
      return (await readdir(this.#directory)).filter((name) => BATCH.test(name)).sort();
    } catch (thrown) {
      if (errorCode(thrown) === 'ENOENT') return [];
      throw thrown;
    }
  }
}
