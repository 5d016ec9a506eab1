// The audit log: `append` seals, groups and commits; the rest reads. INVARIANT: an append resolves `ok` only when its entry
// and a signed checkpoint over it are synced to disk, and after one failure no append ever succeeds again.
import { fail, ok, type Result } from '#policy/language/failure.ts';
import { Chain, type Sealed, type Statement } from './write/chain.ts';
import { CheckpointFile } from './write/checkpoint-file.ts';
import { storedRow } from './format/entry.ts';
import { openOrCreateLog, type OpenedLog } from './write/create-log.ts';
import { auditFiles, prepareDirectory, type AuditFiles } from './format/files.ts';
import { openLogReader, type LogReader } from './read/log-reader.ts';
import { takeWriterLock, type WriterLock } from './write/writer-lock.ts';
import { Writer } from './write/writer.ts';
import type { AuditEntry, AuditEvent, AuditLog } from './format/contract.ts';

export type AuditLogOptions = {
  readonly directory: string;
  readonly clock?: () => Date;
  /** Only look: no lock is taken, nothing is made or checked, appends fail. */
  readonly readOnly?: boolean;
  /** The most entries that share one commit. */
  readonly groupLimit?: number;
};

/** Groups sealed ahead of the disk: one is written while the next is filled. */
const MAX_GROUPS_IN_FLIGHT = 2;
const MAX_GROUP_ENTRIES = 256;

/** Errors: `audit.locked`, `audit.read-only`, `audit.unreadable`, `audit.broken-chain`. */
export async function openAuditLog(options: AuditLogOptions): Promise<Result<AuditLog>> {
  const files = auditFiles(options.directory);
  if (options.readOnly === true) return openLogReader(files);
  const prepared = prepareDirectory(files);
  if (!prepared.ok) return prepared;
  const lock = takeWriterLock(files.lock);
  if (!lock.ok) return lock;
  const clock = options.clock ?? (() => new Date());
  const established = openOrCreateLog(files, clock);
  const reader = established.ok ? openLogReader(files) : established;
  if (!established.ok || !reader.ok) {
    lock.value.release();
    return reader.ok ? fail('audit.unreadable', 'the audit log cannot be read') : reader;
  }
  const limit = options.groupLimit ?? MAX_GROUP_ENTRIES;
  return ok(
    new WritableLog({ files, reader: reader.value, lock: lock.value, clock, limit }, established.value),
  );
}

type Parts = {
  readonly files: AuditFiles;
  readonly reader: LogReader;
  readonly lock: WriterLock;
  readonly clock: () => Date;
  readonly limit: number;
};

type Waiting = { readonly sealed: Sealed; readonly resolve: (result: Result<AuditEntry>) => void };

class WritableLog implements AuditLog {
  readonly path: string;
  readonly publicKey: string;
  readonly #chain: Chain;
  readonly #reader: LogReader;
  readonly #lock: WriterLock;
  readonly #writer: Writer;
  readonly #file: CheckpointFile;
  readonly #limit: number;
  readonly #listeners = new Set<(seq: number) => void>();
  readonly #commits = new Set<Promise<void>>();
  #waiting: Waiting[] = [];
  #milestones: Statement[] = [];
  #scheduled = false;
  #synced: number;
  #closed: Promise<void> | null = null;

  constructor({ files, reader, lock, clock, limit }: Parts, { secret, head }: OpenedLog) {
    this.path = files.database;
    this.publicKey = reader.publicKey;
    this.#chain = new Chain(head, clock);
    this.#reader = reader;
    this.#lock = lock;
    this.#limit = limit;
    this.#synced = this.#chain.size;
    this.#writer = new Writer(files.database, secret.text);
    this.#file = new CheckpointFile(files.checkpoint, (error) => {
      this.#writer.fail(`the checkpoint file \`${files.checkpoint}\` could not be written`, error);
    });
  }

  append(event: AuditEvent): Promise<Result<AuditEntry>> {
    if (this.#closed !== null) return Promise.resolve(closedLog());
    if (this.#writer.failure !== null) return Promise.resolve(this.#writer.failure);
    const sealed = this.#seal(event);
    if (!sealed.ok) return Promise.resolve(sealed);
    return new Promise((resolve) => {
      this.#waiting.push({ sealed: sealed.value, resolve });
      if (this.#waiting.length >= this.#limit) this.#flush();
      else this.#schedule();
    });
  }

  count(): number {
    return this.#synced;
  }

  query(query: Parameters<AuditLog['query']>[0]): ReturnType<AuditLog['query']> {
    return this.#reader.query(query);
  }

  search(...asked: Parameters<AuditLog['search']>): ReturnType<AuditLog['search']> {
    return this.#reader.search(...asked);
  }

  entry(seq: number): AuditEntry | null {
    return this.#reader.entry(seq);
  }

  since(seq: number, limit: number): readonly AuditEntry[] {
    return this.#reader.since(seq, limit);
  }

  verify(): ReturnType<AuditLog['verify']> {
    return this.#reader.verify();
  }

  subscribe(listener: (seq: number) => void): () => void {
    this.#listeners.add(listener);
    return () => this.#listeners.delete(listener);
  }

  close(): Promise<void> {
    this.#closed ??= this.#close();
    return this.#closed;
  }

  #seal(event: AuditEvent): Result<Sealed> {
    try {
      const sealed = this.#chain.seal(event);
      if (!sealed.ok) return sealed;
      const slot = this.#chain.milestone();
      if (slot !== null) this.#milestones.push(this.#chain.statement(slot));
      return sealed;
    } catch (error) {
      return fail('audit.bad-event', 'the event cannot be written down', { cause: error });
    }
  }

  #schedule(): void {
    if (this.#scheduled || this.#writer.inFlight >= MAX_GROUPS_IN_FLIGHT) return;
    this.#scheduled = true;
    // After the callbacks of this turn, so that all that they append shares one sync.
    setImmediate(() => {
      this.#scheduled = false;
      this.#flush();
    });
  }

  #flush(): void {
    const group = this.#waiting;
    if (group.length === 0) return;
    const statements = [...this.#milestones, this.#chain.statement()];
    this.#waiting = [];
    this.#milestones = [];
    const commit = this.#commit(group, statements).finally(() => this.#commits.delete(commit));
    this.#commits.add(commit);
  }

  async #commit(group: readonly Waiting[], statements: readonly Statement[]): Promise<void> {
    const written = await this.#writer.commit(
      group.map(({ sealed }) => storedRow(sealed.row)),
      statements,
    );
    if (written.ok) {
      this.#synced += group.length;
      this.#file.put(written.value);
    }
    for (const { sealed, resolve } of group) resolve(written.ok ? ok(sealed.entry) : written);
    if (written.ok) for (const listener of this.#listeners) notify(listener, this.#synced);
    if (this.#waiting.length > 0) this.#schedule();
  }

  async #close(): Promise<void> {
    while (this.#waiting.length > 0 || this.#commits.size > 0) {
      this.#flush();
      await Promise.all(this.#commits);
    }
    await this.#file.close();
    // The reader first: the last connection folds the write-ahead log into the database and removes it.
    await this.#reader.close();
    await this.#writer.close();
    this.#lock.release();
  }
}

const closedLog = (): Result<AuditEntry> =>
  fail('audit.write-failed', 'the audit log is closed', { help: 'open it again before anything runs' });

/** A listener that throws is a bug of the listener: it surfaces, and neither the entry nor the other listeners suffer. */
function notify(listener: (seq: number) => void, seq: number): void {
  try {
    listener(seq);
  } catch (error) {
    queueMicrotask(() => {
      throw error;
    });
  }
}
