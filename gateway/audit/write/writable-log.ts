// The log as it is written: `append` seals, groups and commits; the rest reads. INVARIANT: an append resolves `ok` only when its
// entry and a signed checkpoint over it are synced to disk. After a failure no append succeeds until the log was opened anew, its end
// is what was acknowledged, and an entry says what it lacks.
import { fail, ok, type Err, type Failure, type Result } from '#policy/language/failure.ts';
import type { HealthCause } from '#gateway/protocol/views/health.ts';
import { storedRow } from '#gateway/audit/format/entry.ts';
import type { AuditFiles } from '#gateway/audit/format/files.ts';
import type { AuditEntry, AuditEvent, AuditLog } from '#gateway/audit/format/contract.ts';
import { openLogReader, type LogReader } from '#gateway/audit/read/log-reader.ts';
import { Chain, headOf, type Sealed, type Statement } from './chain.ts';
import { CheckpointFile } from './checkpoint-file.ts';
import type { OpenedLog } from './create-log.ts';
import { Listeners } from './listeners.ts';
import { Outage, type WriteProblem } from './outage.ts';
import { Retries } from './retries.ts';
import { troubleOf } from './trouble.ts';
import { problemOfCheckpoint, problemOfFailure } from './write-problem.ts';
import type { WriterLock } from './writer-lock.ts';
import { Writer } from './writer.ts';
import type { FoundEnd } from './writer-thread.ts';

export type Parts = {
  readonly files: AuditFiles;
  readonly reader: LogReader;
  readonly lock: WriterLock;
  readonly clock: () => Date;
  readonly limit: number;
};

/** Groups sealed ahead of the disk: one is written while the next is filled. */
const MAX_GROUPS_IN_FLIGHT = 2;

type Waiting = {
  readonly event: AuditEvent;
  readonly sealed: Sealed;
  readonly resolve: (result: Result<AuditEntry>) => void;
};

export class WritableLog implements AuditLog {
  readonly path: string;
  readonly publicKey: string;
  readonly #files: AuditFiles;
  readonly #clock: () => Date;
  readonly #lock: WriterLock;
  readonly #writer: Writer;
  readonly #file: CheckpointFile;
  readonly #limit: number;
  readonly #appended = new Listeners<{ readonly size: number; readonly reads: readonly number[] }>();
  readonly #troubled = new Listeners<null>();
  readonly #commits = new Set<Promise<void>>();
  readonly #retries = new Retries(() => this.#goOn());
  #reader: LogReader;
  #chain: Chain;
  #waiting: Waiting[] = [];
  #milestones: Statement[] = [];
  /** Entries in groups that are being written. */
  #underway = 0;
  #scheduled = false;
  /** The last entry that was acknowledged. */
  #synced: { readonly size: number; readonly last: string };
  #outage: Outage | null = null;
  #slowSince: Date | null = null;
  #closed: Promise<void> | null = null;

  private constructor({ files, reader, lock, clock, limit }: Parts, { secret, head }: OpenedLog) {
    this.path = files.database;
    this.publicKey = reader.publicKey;
    this.#files = files;
    this.#clock = clock;
    this.#chain = new Chain(head, clock);
    this.#reader = reader;
    this.#lock = lock;
    this.#limit = limit;
    this.#synced = { size: head.frontier.size, last: head.last };
    this.#writer = new Writer(files, secret.text, {
      onFailed: (problem) => this.#failed(problem),
      onSlow: (slow) => this.#slow(slow),
    });
    this.#file = new CheckpointFile(files.checkpoint, files.database, (error) =>
      this.#writer.fail(problemOfCheckpoint(files, error)),
    );
  }

  /** Errors: `audit.unreadable`, where the checkpoint's file cannot be written. */
  static async open(parts: Parts, opened: OpenedLog): Promise<Result<WritableLog>> {
    const log = new WritableLog(parts, opened);
    try {
      await log.#file.begin(opened.note);
      return ok(log);
    } catch (error) {
      await log.close();
      return fail('audit.unreadable', problemOfCheckpoint(parts.files, error).message, {
        help: 'check the directory, its rights and the disk',
        cause: error,
      });
    }
  }

  append(event: AuditEvent): Promise<Result<AuditEntry>> {
    if (this.#closed !== null) return Promise.resolve(closedLog());
    if (this.#outage !== null) return Promise.resolve(this.#lost(this.#outage, event));
    const sealed = this.#seal(event);
    if (!sealed.ok) return Promise.resolve(sealed);
    return new Promise((resolve) => {
      this.#waiting.push({ event, sealed: sealed.value, resolve });
      if (this.#waiting.length >= this.#limit) this.#flush();
      else this.#schedule();
    });
  }

  trouble(): HealthCause | null {
    return troubleOf(this.#outage, this.#slowSince);
  }

  unwritten(): number {
    return this.#waiting.length + this.#underway;
  }

  refuseAct(): Failure | null {
    this.#outage?.refuseAct();
    return this.#outage?.error ?? null;
  }

  onTrouble(listener: () => void): () => void {
    return this.#troubled.add(listener);
  }

  count(): number {
    return this.#synced.size;
  }

  query(query: Parameters<AuditLog['query']>[0]): ReturnType<AuditLog['query']> {
    return this.#reader.query(query);
  }

  search(...asked: Parameters<AuditLog['search']>): ReturnType<AuditLog['search']> {
    return this.#reader.search(...asked);
  }

  prove(...asked: Parameters<AuditLog['prove']>): ReturnType<AuditLog['prove']> {
    return this.#reader.prove(...asked);
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

  subscribe(listener: Parameters<AuditLog['subscribe']>[0]): () => void {
    return this.#appended.add(({ size, reads }) => listener(size, reads));
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
    this.#waiting = [];
    const commit = this.#commit(group).finally(() => this.#commits.delete(commit));
    this.#commits.add(commit);
  }

  /** Resolves when all of them are on disk, or refused. */
  async #commit(group: readonly Waiting[]): Promise<void> {
    const statements = [...this.#milestones, this.#chain.statement()];
    this.#milestones = [];
    const rows = group.map(({ sealed }) => storedRow(sealed.row));
    this.#underway += group.length;
    const written = await this.#writer.commit(rows, statements);
    this.#underway -= group.length;
    const { checkpoint } = statements.at(-1) ?? this.#chain.statement();
    if (written.ok) {
      this.#synced = checkpoint;
      this.#file.put(written.value);
    }
    for (const { event, sealed, resolve } of group)
      resolve(written.ok ? ok(sealed.entry) : this.#lost(this.#outage, event));
    const reads = group.filter(({ event }) => event.type === 'audit.read');
    if (written.ok)
      this.#appended.tell({
        size: checkpoint.size,
        reads: reads.map(({ sealed }) => sealed.entry.seq),
      });
    if (this.#waiting.length > 0) this.#schedule();
  }

  #lost(outage: Outage | null, event: AuditEvent): Err {
    outage?.lose(event);
    return outage === null ? closedLog() : { ok: false, error: outage.error };
  }

  #slow(slow: boolean): void {
    if (slow === (this.#slowSince !== null)) return;
    this.#slowSince = slow ? this.#clock() : null;
    this.#troubled.tell(null);
  }

  #failed(problem: WriteProblem): void {
    if (this.#closed !== null) return;
    this.#outage?.failedAgain(problem);
    this.#outage ??= new Outage(this.#files.database, problem, this.#clock());
    // What was sealed for it goes with it: the chain begins anew at what is on disk.
    for (const { event, resolve } of this.#waiting.splice(0)) resolve(this.#lost(this.#outage, event));
    this.#milestones = [];
    this.#slowSince = null;
    this.#troubled.tell(null);
    this.#retries.begin();
  }

  /** One attempt to be well again. */
  async #goOn(): Promise<boolean> {
    const outage = this.#outage;
    if (outage === null || this.#closed !== null) return true;
    // Two groups may have been in flight: each has its answer before the log begins anew.
    await Promise.all(this.#commits);
    outage.tried();
    const found = await this.#writer.reopen();
    const problem = 'last' in found ? await this.#takeUp(found, outage) : found;
    if (problem === null) return true;
    outage.failedAgain(problem);
    return false;
  }

  /** Goes on at the end that was found, with the entry that says what is missing. */
  async #takeUp(found: FoundEnd, outage: Outage): Promise<WriteProblem | null> {
    const lock = this.#lock.renew();
    if (!lock.ok) return problemOfFailure(lock.error);
    const reader = openLogReader(this.#files);
    if (!reader.ok) return problemOfFailure(reader.error);
    await this.#reader.close();
    this.#reader = reader.value;
    const head = headOf(found);
    const before = this.#synced;
    // The tables were checked against the signed checkpoint, that against what we were told: nobody went back behind it.
    const known = before.size === 0 ? before.last : reader.value.entry(before.size)?.hash;
    if (head === null || known !== before.last)
      return {
        reason: 'NOT_INTACT',
        message: `entry ${before.size} is not the one that was written there: the log is another one, or an older state of this one`,
      };
    try {
      await this.#file.begin(found.note);
    } catch (error) {
      return problemOfCheckpoint(this.#files, error);
    }
    this.#chain = new Chain(head, this.#clock);
    const sealed = this.#seal(outage.entry(this.#clock(), before.size, found.size));
    if (!sealed.ok) return problemOfFailure(sealed.error);
    const statements = [...this.#milestones, this.#chain.statement()];
    this.#milestones = [];
    this.#writer.goOn();
    const written = await this.#writer.commit([storedRow(sealed.value.row)], statements);
    if (!written.ok) return outage.problem; // `#failed` heard of it
    this.#synced = { size: this.#chain.size, last: sealed.value.entry.hash };
    this.#outage = null;
    this.#file.put(written.value);
    this.#troubled.tell(null);
    this.#appended.tell({ size: this.#synced.size, reads: [] });
    return null;
  }

  async #close(): Promise<void> {
    await this.#retries.end();
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

const closedLog = (): Err =>
  fail('audit.write-failed', 'the audit log is closed', { help: 'open it again before anything runs' });
