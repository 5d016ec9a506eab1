// Opens a log's files for writing, and creates them on first use: key pair, tables, a signed checkpoint of the empty log.
// INVARIANT: the key file is created last, so that a directory with a key but without entries is a log that lost its entries.
import { randomBytes } from 'node:crypto';
import { existsSync } from 'node:fs';
import { fail, ok, type Result } from '#policy/language/failure.ts';
import { signCheckpoint } from '#gateway/audit/format/checkpoint.ts';
import { Chain, emptyHead, type Head } from './chain.ts';
import { readText, writeAtomically, type AuditFiles } from '#gateway/audit/format/files.ts';
import { findHead } from './check-on-open.ts';
import { PUT_CHECKPOINT, createTables, openWriter, schemaState } from '#gateway/audit/format/schema.ts';
import { unknownFormat } from '#gateway/audit/format/standing.ts';
import { FORMAT } from '#gateway/settings/formats.ts';
import { type Sqlite, sqliteCode } from '#gateway/audit/format/sqlite.ts';
import {
  generateNoteKey,
  parsePublicKey,
  parseSecretKey,
  type SecretNoteKey,
} from '#gateway/audit/format/signed-note.ts';

export type OpenedLog = {
  readonly secret: SecretNoteKey;
  readonly head: Head;
  /** The signed checkpoint over it. */
  readonly note: string;
};

export function openOrCreateLog(files: AuditFiles, clock: () => Date): Result<OpenedLog> {
  let database: Sqlite | null = null;
  try {
    database = openWriter(files.database);
    const keyText = readText(files.secretKey);
    return keyText === null ? beginLog(database, files, clock) : continueLog(database, files, keyText);
  } catch (error) {
    return unopened(files, error);
  } finally {
    database?.close();
  }
}

/** One that was open a moment ago. INVARIANT: nothing is made: a place without a log is a log that was taken away. */
export function reopenLog(files: AuditFiles): Result<OpenedLog> {
  let database: Sqlite | null = null;
  try {
    const keyText = readText(files.secretKey);
    if (keyText === null || !existsSync(files.database))
      return fail('audit.broken-chain', `the audit log is not in \`${files.directory}\` any more`, {
        help: 'put it back: mount its disk again, or bring its files back',
      });
    database = openWriter(files.database);
    return continueLog(database, files, keyText);
  } catch (error) {
    return unopened(files, error);
  } finally {
    database?.close();
  }
}

function unopened(files: AuditFiles, error: unknown): Result<OpenedLog> {
  const code = sqliteCode(error);
  if (code.startsWith('SQLITE_CORRUPT')) {
    return fail('audit.broken-chain', `the audit log \`${files.database}\` is damaged`, {
      help: 'nothing is appended to it; run `ghost audit verify` to see what is still trustworthy, and move its directory aside',
      cause: error,
    });
  }
  if (code === 'SQLITE_READONLY') {
    return fail('audit.read-only', `the audit log \`${files.database}\` cannot be written`, {
      help: 'make the file writable for this user',
      cause: error,
    });
  }
  if (code.startsWith('SQLITE_BUSY')) {
    return fail('audit.locked', `another program holds \`${files.database}\``, {
      help: 'close the program that has the file open for writing',
      cause: error,
    });
  }
  return fail('audit.unreadable', `\`${files.database}\` cannot be opened as an audit log`, {
    help:
      code === 'SQLITE_NOTADB' ? 'the file is not a database: move it aside' : 'check the file and the disk',
    cause: error,
  });
}

function beginLog(database: Sqlite, files: AuditFiles, clock: () => Date): Result<OpenedLog> {
  const refused = unknownFormat(files, database);
  if (refused !== null) return refused;
  const state = schemaState(database);
  if (state === 'audit-log' && database.prepare('SELECT seq FROM entry LIMIT 1').get() !== undefined) {
    return fail('audit.broken-chain', `the key \`${files.secretKey}\` of the audit log is missing`, {
      help: 'put the key back, or move the directory aside to begin a new log',
    });
  }
  if (state === 'empty') createTables(database);
  else database.pragma(`user_version = ${FORMAT.audit}`); // its making was cut short
  const secret = generateNoteKey(`ghost.local/audit/${randomBytes(8).toString('hex')}`);
  const first = new Chain(emptyHead(), clock).statement();
  const note = signCheckpoint(first.checkpoint, secret);
  database.prepare(PUT_CHECKPOINT).run(first.slot, note, first.frontier);
  writeAtomically(files.checkpoint, note);
  writeAtomically(files.publicKey, `${secret.public.text}\n`);
  writeAtomically(files.secretKey, `${secret.text}\n`);
  return ok({ secret, head: emptyHead(), note });
}

function continueLog(database: Sqlite, files: AuditFiles, keyText: string): Result<OpenedLog> {
  const secret = parseSecretKey(keyText);
  if (secret === null) {
    return fail('audit.unreadable', `\`${files.secretKey}\` is not the key of an audit log`, {
      help: 'put the key back, or move the directory aside to begin a new log',
    });
  }
  const publicText = readText(files.publicKey);
  if (publicText === null || parsePublicKey(publicText)?.text !== secret.public.text) {
    return fail('audit.broken-chain', `\`${files.publicKey}\` does not belong to the key of the audit log`, {
      help: `put the public key back: it is the one that was noted when the log began`,
    });
  }
  const refused = unknownFormat(files, database);
  if (refused !== null) return refused;
  if (schemaState(database) === 'empty') {
    return fail('audit.broken-chain', `the audit log lost its entries: \`${files.database}\` is empty`, {
      help: 'put the database back, or move the directory aside to begin a new log',
    });
  }
  const head = findHead(database, files, secret.public);
  return head.ok ? ok({ secret, ...head.value }) : head;
}
