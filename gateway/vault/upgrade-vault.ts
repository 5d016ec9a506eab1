// Brings the vault's tables forward. INVARIANT: each step is one transaction; before it a copy under the same key lies beside it; whoever is killed in between leaves the old tables or the new ones.
import { closeSync, existsSync, openSync, readdirSync, renameSync, rmSync, statSync } from 'node:fs';
import { basename, dirname, join } from 'node:path';
import { syncToDisk } from '#gateway/audit/format/files.ts';
import { stampOf } from '#gateway/audit/format/instant.ts';
import { FORMAT } from '#gateway/settings/formats.ts';
import { fail, ok } from '#policy/language/failure.ts';
import type { Result } from '#policy/language/failure.ts';
import type { Cipher } from './cipher.ts';

/** What tasks came to, and the words of their intents. `at`: milliseconds. */
export const RESULT_TABLES = [
  'CREATE TABLE tasks (task_id TEXT PRIMARY KEY, timestamp INTEGER NOT NULL, intent TEXT NOT NULL, status TEXT NOT NULL,' +
    ' result_json TEXT NOT NULL, source_urls TEXT NOT NULL) STRICT',
  'CREATE INDEX tasks_by_time ON tasks (timestamp)',
  "CREATE VIRTUAL TABLE tasks_words USING fts5(intent, task_id UNINDEXED, tokenize = 'unicode61 remove_diacritics 2')",
  // What is deleted leaves nothing in the index either.
  "INSERT INTO tasks_words (tasks_words, rank) VALUES ('secure-delete', 1)",
] as const;

/** Pictures of tasks, and what is known of them: which acts they stand around. */
export const PICTURE_TABLES = [
  'CREATE TABLE pictures (task_id TEXT NOT NULL, number INTEGER NOT NULL, taken_at INTEGER NOT NULL, about TEXT NOT NULL,' +
    ' jpeg BLOB NOT NULL, PRIMARY KEY (task_id, number)) STRICT',
  // With their sizes: to add those up, no row is read.
  'CREATE INDEX pictures_by_time ON pictures (taken_at, octet_length(jpeg))',
  'CREATE TABLE pictured (task_id TEXT PRIMARY KEY, notes TEXT NOT NULL) STRICT',
] as const;

/** The step from the format of its index to the next. */
const STEPS: readonly (readonly string[])[] = [[], RESULT_TABLES, PICTURE_TABLES];

const MOST_TRIES = 5;

/** Under the vault's lock. Errors: `vault.busy`, `vault.write-failed`: it is as it was; `vault.uncertain`: it, or its next format. Throws what the disk throws. */
export async function bringForward(cipher: Cipher, file: string): Promise<Result<void>> {
  dropBegun(file);
  for (let tried = 0; tried < MOST_TRIES; tried += 1) {
    const before = await numberOf(cipher, 'data_version');
    const format = await numberOf(cipher, 'user_version');
    if (!before.ok || !format.ok) return before.ok ? asError(format) : before;
    if (format.value >= FORMAT.vaultTables) return ok(undefined);
    const copy = await keepCopy(cipher, file, format.value);
    if (!copy.ok) return copy;
    const stepped = await step(cipher, format.value, before.value);
    if (!stepped.ok) return stepped;
    if (stepped.value) return dropUnneeded(cipher, file);
    // Another process wrote between the copy and the step.
    rmSync(copy.value, { force: true });
  }
  return fail('vault.busy', 'another process writes to the vault', { help: 'try again' });
}

/** A vault that holds nothing has nothing to go back to. */
async function dropUnneeded(cipher: Cipher, file: string): Promise<Result<void>> {
  const held = await cipher.all('SELECT 1 FROM kept UNION ALL SELECT 1 FROM tasks LIMIT 1');
  if (held.ok && held.value.length === 0) dropCopies(file);
  return held.ok ? ok(undefined) : held;
}

/** False: what was copied is not what is there. */
async function step(cipher: Cipher, from: number, dataVersion: number): Promise<Result<boolean>> {
  const begun = await cipher.all('BEGIN IMMEDIATE');
  if (!begun.ok) return begun;
  const now = await numberOf(cipher, 'data_version');
  const rolledBack = async (result: Result<boolean>): Promise<Result<boolean>> => {
    await cipher.all('ROLLBACK');
    return result;
  };
  if (!now.ok) return rolledBack(now);
  if (now.value !== dataVersion) return rolledBack(ok(false));
  for (let format = from; format < FORMAT.vaultTables; format += 1)
    for (const sql of [...(STEPS[format] ?? []), `PRAGMA user_version = ${format + 1}`]) {
      const done = await cipher.all(sql);
      if (!done.ok) return rolledBack(done);
    }
  const committed = await cipher.all('COMMIT');
  return committed.ok ? ok(true) : rolledBack(committed);
}

async function numberOf(cipher: Cipher, pragma: 'data_version' | 'user_version'): Promise<Result<number>> {
  const found = await cipher.all(`PRAGMA ${pragma}`);
  return found.ok ? ok(Number(found.value[0]?.[pragma])) : found;
}
const asError = (result: Result<number>): Result<void> => (result.ok ? ok(undefined) : result);

/** By SQLCipher itself, under the same key: the file is never opened beside it, which would drop its locks. */
async function keepCopy(cipher: Cipher, file: string, format: number): Promise<Result<string>> {
  const copy = `${file}.format-${format}.${stampOf(new Date())}`;
  const begun = `${copy}.new`;
  try {
    closeSync(openSync(begun, 'wx', 0o600));
    const copied = await cipher.all('VACUUM INTO ?', [begun]);
    if (!copied.ok) {
      rmSync(begun, { force: true });
      return copied;
    }
    syncToDisk(begun);
    renameSync(begun, copy);
    return ok(copy);
  } catch (cause) {
    return fail('vault.write-failed', 'the vault could not be copied before its format changes', {
      cause,
      help: 'it is as it was: make room on its disk, and try again',
    });
  }
}

// INVARIANT: no copy outlives a session in it that is deleted, replaced or expired, a result that is deleted, nor its own days.
const KEPT_DAYS = 7;
const DAY_MS = 86_400_000;
/** A name of a copy, whole or begun, after the vault's own. */
const COPY = /^\.format-\d+\.\w+$/u;
const BEGUN = /^\.format-\d+\.\w+\.new$/u;

const named = (vault: string, form: RegExp): readonly string[] =>
  existsSync(dirname(vault))
    ? readdirSync(dirname(vault))
        .filter((name) => name.startsWith(basename(vault)) && form.test(name.slice(basename(vault).length)))
        .map((name) => join(dirname(vault), name))
    : [];

/** Their paths. */
export const vaultCopies = (vault: string): readonly string[] => named(vault, COPY);

/** Throws what the disk throws. */
export function dropCopies(vault: string): void {
  for (const copy of vaultCopies(vault)) rmSync(copy, { force: true });
}

/** What a crash left half; under the vault's lock. Throws. */
export function dropBegun(vault: string): void {
  for (const begun of named(vault, BEGUN)) rmSync(begun, { force: true });
}

/** A clock that was set back gives none a longer life. Throws. */
export function dropOld(vault: string): void {
  const nowMs = Date.now();
  for (const copy of vaultCopies(vault)) {
    const made = statSync(copy, { throwIfNoEntry: false })?.mtimeMs ?? nowMs;
    if (Math.abs(nowMs - made) > KEPT_DAYS * DAY_MS) rmSync(copy, { force: true });
  }
}
