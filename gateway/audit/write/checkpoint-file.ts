// The signed checkpoint in a file of its own beside the database, so that a database cut short shows.
// INVARIANT: a checkpoint comes here only after its commit is synced; the file is replaced as a whole, at most every 25 ms. Its
// descriptors are held: a process that can open nothing more still writes down what it does. What is held is what lies there, the
// database too: a log that somebody put another one in the place of is written no more.
import { link, open, rename, rm, stat, type FileHandle } from 'node:fs/promises';
import { dirname } from 'node:path';
import { errorCode } from '#executors/system/error-code.ts';

/** Two syncs a write: paced, so that they take little from the log's own (DECISIONS.md). */
const PACE_MS = 25;

/** Two files take turns: one lies at the file's name, the other beside it and is written next. */
type Held = {
  lying: FileHandle;
  next: FileHandle;
  readonly directory: FileHandle;
  /** Which file lay at the database's name when it was opened. */
  readonly database: string;
};

export class CheckpointFile {
  readonly #path: string;
  readonly #database: string;
  readonly #failed: (error: unknown) => void;
  #held: Held | null = null;
  #wanted: string | null = null;
  #running: Promise<void> | null = null;
  #wake: (() => void) | null = null;
  #closing = false;

  constructor(path: string, database: string, failed: (error: unknown) => void) {
    this.#path = path;
    this.#database = database;
    this.#failed = failed;
  }

  /** Opens what is written to, anew where it was open, and writes this. Throws. */
  async begin(note: string): Promise<void> {
    this.#wanted = null;
    await this.#running;
    await this.#release();
    // What a crash left, or the one before us.
    for (const name of [this.#next, this.#old]) await rm(name, { force: true });
    const opened: FileHandle[] = [];
    try {
      const next = await open(this.#next, 'wx', 0o600);
      opened.push(next);
      const lying = await open(this.#path, 'r+');
      opened.push(lying);
      const database = identityOf(await stat(this.#database));
      this.#held = { next, lying, directory: await open(dirname(this.#path), 'r'), database };
    } catch (error) {
      for (const file of opened) await file.close();
      throw error;
    }
    await this.#replace(note);
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
    if (this.#held === null) return;
    await this.#release();
    // Where it cannot be removed it stays beside the other, and the next start removes it.
    await rm(this.#next, { force: true }).catch(() => undefined);
  }

  get #next(): string {
    return `${this.#path}.new`;
  }
  get #old(): string {
    return `${this.#path}.old`;
  }

  async #run(): Promise<void> {
    try {
      for (let note = this.#wanted; note !== null; note = this.#wanted) {
        this.#wanted = null;
        await this.#replace(note);
        if (!this.#closing) await this.#pause();
      }
    } catch (error) {
      this.#wanted = null;
      this.#failed(error);
    }
  }

  /** After a crash either the old or the new text is there: names are exchanged by steps, and the file's is always one of the two. */
  async #replace(note: string): Promise<void> {
    const held = this.#held;
    if (held === null) throw new Error('it is not open');
    const { next, lying, directory, database } = held;
    const text = Buffer.from(note);
    for (let at = 0; at < text.length;) at += (await next.write(text, at, text.length - at, at)).bytesWritten;
    await next.truncate(text.length);
    await next.sync();
    const kept = await this.#keepName();
    await rename(this.#next, this.#path);
    held.lying = next;
    if (kept) await rename(this.#old, this.#next);
    else await lying.close();
    held.next = kept ? lying : await open(this.#next, 'wx', 0o600);
    await directory.sync();
    const [there, ours, now] = await Promise.all([stat(this.#path), next.stat(), stat(this.#database)]);
    if (identityOf(there) !== identityOf(ours)) throw replaced(this.#path);
    if (identityOf(now) !== database) throw replaced(this.#database);
  }

  /** Gives the file that lies there a second name, so that it is not lost with the first. False: this file system has no such thing. */
  async #keepName(): Promise<boolean> {
    try {
      await link(this.#path, this.#old);
      return true;
    } catch (error) {
      if (/^(?:EPERM|ENOSYS|ENOTSUP|EOPNOTSUPP)$/u.test(errorCode(error))) return false;
      throw error;
    }
  }

  async #release(): Promise<void> {
    const held = this.#held;
    this.#held = null;
    if (held === null) return;
    for (const file of [held.next, held.lying, held.directory]) await file.close();
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

const identityOf = ({ dev, ino }: { readonly dev: number; readonly ino: number }): string => `${dev}:${ino}`;

const replaced = (path: string): Error =>
  Object.assign(new Error(`another file was put in the place of \`${path}\``), {
    code: 'audit.broken-chain',
  });
