// The one file of a backup: an SQLite database of pieces of files, beside the signed manifest. It can hold nothing but bytes under
// names: no link, no device, no rights. INVARIANT: a file whose tables are not exactly these is not read.
import { createHash } from 'node:crypto';
import { closeSync, createReadStream, lstatSync, openSync, writeSync } from 'node:fs';
import Database from 'better-sqlite3';
import { FORMAT, newerFormat } from '#gateway/settings/formats.ts';
import { describe, fail, ok, type Err, type Result } from '#policy/language/failure.ts';
import { MOST_FILES, type KeptFile } from './manifest.ts';

const APPLICATION_ID = 0x67_42_6b_31;
const PIECE_BYTES = 1024 * 1024;
const TABLES = [
  'CREATE TABLE manifest (id INTEGER PRIMARY KEY CHECK (id = 1), note TEXT NOT NULL) STRICT',
  'CREATE TABLE piece (id INTEGER PRIMARY KEY, path TEXT NOT NULL, bytes BLOB NOT NULL) STRICT',
] as const;

/** Writes to a file that is there and empty. Throws. */
export class ArchiveWriter {
  readonly #database: Database.Database;
  readonly #files: KeptFile[] = [];

  constructor(path: string) {
    this.#database = new Database(path);
    this.#database.pragma('journal_mode = OFF');
    this.#database.exec(TABLES.join(';'));
    this.#database.pragma(`application_id = ${APPLICATION_ID}`);
    this.#database.pragma(`user_version = ${FORMAT.backup}`);
    this.#database.exec('BEGIN');
  }

  get files(): readonly KeptFile[] {
    return this.#files;
  }

  async addFile(path: string, source: string): Promise<KeptFile> {
    return this.#add(path, createReadStream(source, { highWaterMark: PIECE_BYTES }));
  }

  async addText(path: string, text: string): Promise<KeptFile> {
    return this.#add(path, [Buffer.from(text)]);
  }

  finish(note: string): void {
    this.#database.prepare('INSERT INTO manifest VALUES (1, ?)').run(note);
    this.#database.exec('COMMIT');
    this.#database.close();
  }

  abandon(): void {
    this.#database.close();
  }

  async #add(path: string, pieces: AsyncIterable<Buffer> | readonly Buffer[]): Promise<KeptFile> {
    const insert = this.#database.prepare('INSERT INTO piece (path, bytes) VALUES (?, ?)');
    const hash = createHash('sha256');
    let sizeBytes = 0;
    for await (const piece of pieces) {
      insert.run(path, piece);
      hash.update(piece);
      sizeBytes += piece.length;
    }
    const kept = { path, sizeBytes, sha256: hash.digest('hex') };
    this.#files.push(kept);
    return kept;
  }
}

/** Errors: `backup.unreadable`, `backup.newer-format`. */
export function openArchive(file: string): Result<ArchiveReader> {
  try {
    if (!lstatSync(file).isFile()) return noBackup(file, 'it is no plain file');
    const database = new Database(file, { readonly: true, fileMustExist: true });
    const reader = new ArchiveReader(file, database);
    const refused = reader.refused();
    if (refused === null) return ok(reader);
    reader.close();
    return refused;
  } catch (error) {
    return noBackup(file, error);
  }
}

export class ArchiveReader {
  readonly #file: string;
  readonly #database: Database.Database;

  constructor(file: string, database: Database.Database) {
    this.#file = file;
    this.#database = database;
  }

  refused(): Err | null {
    const database = this.#database;
    database.pragma('trusted_schema = OFF');
    database.pragma('cell_size_check = ON');
    if (database.pragma('application_id', { simple: true }) !== APPLICATION_ID)
      return noBackup(this.#file, 'it does not begin as one');
    const format = Number(database.pragma('user_version', { simple: true }));
    if (format > FORMAT.backup)
      return newerFormat('backup.newer-format', this.#file, { format, known: FORMAT.backup });
    const tables = database.prepare('SELECT sql FROM sqlite_schema ORDER BY rowid').pluck().all();
    return tables.length === TABLES.length && TABLES.every((sql, at) => tables[at] === sql)
      ? null
      : noBackup(this.#file, 'its tables are other ones');
  }

  /** `null`: it has none. Throws. */
  note(): string | null {
    const note: unknown = this.#database.prepare('SELECT note FROM manifest').pluck().get();
    return typeof note === 'string' ? note : null;
  }

  /** The paths that have content, whatever the manifest says, and no more than one too many. Throws. */
  paths(): readonly string[] {
    return this.#database
      .prepare('SELECT DISTINCT path FROM piece LIMIT ?')
      .pluck()
      .all(MOST_FILES + 1)
      .map((path) => String(path));
  }

  /** Holds a file to its size and digest, and writes it where a place is given. Errors: `backup.altered`. */
  take({ path, sizeBytes, sha256 }: KeptFile, to: string | null): Result<null> {
    const hash = createHash('sha256');
    const target = to === null ? null : openSync(to, 'wx', 0o600);
    let length = 0;
    try {
      const pieces = this.#database.prepare('SELECT bytes FROM piece WHERE path = ? ORDER BY id').pluck();
      for (const piece of pieces.iterate(path)) {
        if (!Buffer.isBuffer(piece)) return altered(this.#file, path);
        length += piece.length;
        if (length > sizeBytes) return altered(this.#file, path);
        hash.update(piece);
        if (target !== null) writeWhole(target, piece);
      }
      return length === sizeBytes && hash.digest('hex') === sha256 ? ok(null) : altered(this.#file, path);
    } catch (error) {
      if (!(error instanceof Database.SqliteError)) throw error;
      return altered(this.#file, path, error);
    } finally {
      if (target !== null) closeSync(target);
    }
  }

  close(): void {
    this.#database.close();
  }
}

function writeWhole(file: number, bytes: Buffer): void {
  for (let at = 0; at < bytes.length;) at += writeSync(file, bytes, at);
}

export const altered = (file: string, path: string, cause?: unknown): Err =>
  fail('backup.altered', `\`${path}\` in the backup \`${file}\` is not what was written there`, {
    help: 'nothing was restored: take another copy of the backup',
    ...(cause === undefined ? {} : { cause: describe(cause) }),
  });

export const noBackup = (file: string, cause: unknown): Err =>
  fail('backup.unreadable', `\`${file}\` is no backup that can be read`, {
    cause,
    help: 'give a file that `ghost backup` wrote, or another copy of it',
  });
