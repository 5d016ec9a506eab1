// Batches of events that wait to be told, on disk, each of one person. INVARIANT: bounded: beyond it the oldest batch goes; whatever goes
// untold is counted; a batch is there whole or not at all, and only its owner reads it. One process has it: that which holds the log.
import { mkdir, readdir, rename, rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { errorCode } from '#executors/system/error-code.ts';
import { UnfitFile, readPlainText } from '#executors/system/plain-file.ts';

export type Of = {
  /** Sixteen hexadecimal digits. */
  readonly person: string;
  /** What the log lacks where it is not told. */
  readonly events: number;
};
export type Batch = Of & { readonly name: string; readonly text: string };

export const MOST_BATCHES = 200;
/** In the order of their numbers. */
const BATCH = /^(\d{12})-([\da-f]{16})-(\d{1,10})\.json$/u;
const MAX_BATCH_BYTES = 1_000_000;

export class Spool {
  readonly #directory: string;
  /** Their files could not be removed: they are told no second time. */
  readonly #gone = new Set<string>();
  #next: number | null = null;
  /** Events of each person that went untold. */
  readonly #dropped = new Map<string, number>();

  constructor(directory: string) {
    this.#directory = directory;
  }

  /** Events of batches that went untold. */
  get dropped(): number {
    return this.#dropped.values().reduce((sum, count) => sum + count, 0);
  }

  droppedOf(person: string): number {
    return this.#dropped.get(person) ?? 0;
  }

  /** One at a time. Rejects where the disk does not take it. */
  async add(text: string, { person, events }: Of): Promise<void> {
    await mkdir(this.#directory, { recursive: true, mode: 0o700 });
    const names = await this.#names();
    const last = Number(BATCH.exec(names.at(-1) ?? '')?.[1] ?? 0);
    const number = Math.max(this.#next ?? 0, last + 1);
    this.#next = number + 1;
    const name = `${String(number).padStart(12, '0')}-${person}-${events}.json`;
    const whole = join(this.#directory, name);
    await writeFile(`${whole}.next`, text, { mode: 0o600 });
    await rename(`${whole}.next`, whole);
    const waiting = [...names, name].filter((one) => !this.#gone.has(one));
    for (const old of waiting.slice(0, Math.max(0, waiting.length - MOST_BATCHES))) await this.drop(old);
  }

  /** The oldest that can be read now; `null`: there is none. What is no batch goes. Rejects where the disk is away. */
  async first(): Promise<Batch | null> {
    for (const name of await this.#names()) {
      if (this.#gone.has(name)) continue;
      try {
        const [, , person = '', events] = BATCH.exec(name) ?? [];
        const text = readPlainText(join(this.#directory, name), MAX_BATCH_BYTES);
        return { name, text, person, events: Number(events) };
      } catch (thrown) {
        // Any other one may be read another time.
        if (thrown instanceof UnfitFile) await this.drop(name);
      }
    }
    return null;
  }

  /** It was told, or is nobody's to tell. */
  async remove(name: string): Promise<void> {
    this.#gone.add(name);
    try {
      await rm(join(this.#directory, name), { force: true, recursive: true });
      this.#gone.delete(name);
    } catch {
      // Left behind, and told no second time by this process.
    }
  }

  /** It will not be told. */
  async drop(name: string): Promise<void> {
    const [, , person = '', events = '0'] = BATCH.exec(name) ?? [];
    this.#dropped.set(person, this.droppedOf(person) + Number(events));
    await this.remove(name);
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
