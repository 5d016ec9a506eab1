// The vault's file: made whole, or opened whole. `vault.json` beside it says which key it was made with (a check value, no key).
// INVARIANT: no file, an empty file, another key or a broken page is an error; a vault is made only where none ever was.
import { createHmac, randomBytes } from 'node:crypto';
import { closeSync, existsSync, linkSync, openSync, rmSync } from 'node:fs';
import { open, rename, writeFile } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { setTimeout } from 'node:timers/promises';
import { z } from 'zod';
import { ownDirectory } from '#executors/system/own-directory.ts';
import { readText } from '#gateway/audit/format/files.ts';
import { takeWriterLock } from '#gateway/audit/write/writer-lock.ts';
import { FORMAT, newerFormat } from '#gateway/settings/formats.ts';
import { fail, ok } from '#policy/language/failure.ts';
import type { Err, Result } from '#policy/language/failure.ts';
import { damaged, openCipher } from './cipher.ts';
import type { Cipher } from './cipher.ts';
import type { KeySource, KeySourceKind } from './contract.ts';
import { PICTURE_TABLES, RESULT_TABLES, bringForward, dropOld } from './upgrade-vault.ts';

/** Of the description beside it. A later format is a later number, and reads the earlier ones. */
const FORMAT_VERSION = FORMAT.vault;
/** One row a thing that is kept; `kind` says what it is. `about` is shown in lists and holds no secret. */
const SCHEMA = [
  // Nobody sees it before it is whole and synced, once (`writeEmpty`): each statement would sync four times.
  'PRAGMA journal_mode = MEMORY',
  'PRAGMA synchronous = OFF',
  'CREATE TABLE kept (kind TEXT NOT NULL, name TEXT NOT NULL, saved_at INTEGER NOT NULL, used_at INTEGER NOT NULL,' +
    ' expires_at INTEGER, about TEXT NOT NULL, body TEXT NOT NULL, PRIMARY KEY (kind, name)) STRICT, WITHOUT ROWID',
  'CREATE INDEX kept_by_use ON kept (kind, used_at)',
  ...RESULT_TABLES,
  ...PICTURE_TABLES,
  `PRAGMA user_version = ${FORMAT.vaultTables}`,
] as const;
const SETTINGS = [
  'PRAGMA synchronous = FULL',
  'PRAGMA secure_delete = ON',
  'PRAGMA temp_store = MEMORY',
] as const;

const LOCK_PATIENCE_MS = 10_000;
const LOCK_PAUSE_MS = 50;

const sidecar = z.strictObject({
  format: z.literal(FORMAT_VERSION),
  key: z.enum(['ELECTRON_SAFE_STORAGE', 'OS_KEYRING', 'KEY_FILE']),
  check: z.string().regex(/^[0-9a-f]{64}$/u),
});
type Sidecar = z.infer<typeof sidecar>;

export type Vault = {
  readonly cipher: Cipher;
  readonly key: KeySourceKind;
  /** The format of its tables, as they stand. */
  readonly tables: number;
};

export const vaultFileIn = (directory: string): string => join(directory, 'vault.db');
const sidecarIn = (directory: string): string => join(directory, 'vault.json');

/** Its two files: both, one of them, or none. */
export function isThere(directory: string): 'WHOLE' | 'HALF' | 'NO' {
  const files = [vaultFileIn(directory), sidecarIn(directory)].filter((file) => existsSync(file));
  return files.length === 2 ? 'WHOLE' : files.length === 1 ? 'HALF' : 'NO';
}

const checkOf = (key: Uint8Array): string =>
  createHmac('sha256', key).update('ghost-browser vault, which key').digest('hex');

/** `forward`: tables of an earlier format are brought forward; without, they stay. Errors: `vault.*`, `directory.unsafe`. */
export async function openVault(
  directory: string,
  sources: readonly KeySource[],
  signal: AbortSignal,
  forward = true,
): Promise<Result<Vault>> {
  const own = ownDirectory(directory, 0o700);
  if (!own.ok) {
    if (own.error.code === 'directory.unsafe') return own;
    return fail('vault.write-failed', `the directory \`${directory}\` cannot be made`, {
      cause: own.error.cause,
      help: 'make it writable for this user, or give another data directory',
    });
  }
  if (isThere(directory) !== 'WHOLE') {
    const made = await withLock(directory, signal, () => makeVault(directory, sources, signal));
    if (!made.ok) return made;
  }
  const about = readSidecar(directory);
  if (!about.ok) return about;
  const key = await keyThatFits(about.value, sources, signal);
  if (!key.ok) return key;
  const cipher = await openWhole(vaultFileIn(directory), key.value);
  if (!cipher.ok) return cipher;
  if (forward) {
    const current = await makeCurrent(cipher.value, directory, signal);
    if (!current.ok) {
      await cipher.value.close();
      return current;
    }
  }
  const tables = await tablesFormatOf(cipher.value);
  if (!tables.ok) {
    await cipher.value.close();
    return tables;
  }
  return ok({ cipher: cipher.value, key: about.value.key, tables: tables.value });
}

function readSidecar(directory: string): Result<Sidecar> {
  const path = sidecarIn(directory);
  let value: unknown;
  try {
    value = JSON.parse(readText(path) ?? '');
  } catch (cause) {
    return fail('vault.damaged', `\`${path}\` cannot be read`, {
      cause,
      help: 'restore it from a copy; if it is lost, remove it: it is made again where the key fits',
    });
  }
  const parsed = sidecar.safeParse(value);
  if (parsed.success) return ok(parsed.data);
  const later = z
    .object({
      format: z
        .number()
        .int()
        .min(FORMAT_VERSION + 1),
    })
    .safeParse(value);
  return later.success ? newer(path, later.data.format) : damaged(`\`${path}\` does not say what it should`);
}

/** As its description says; `null`: there is none, or it says nothing. */
export function vaultFormatIn(directory: string): number | null {
  if (!existsSync(sidecarIn(directory))) return null;
  const about = readSidecar(directory);
  return about.ok ? about.value.format : null;
}

const newer = (path: string, format: number): Err =>
  newerFormat('vault.newer-format', path, { format, known: FORMAT_VERSION });

async function keyThatFits(
  { key: kind, check }: Sidecar,
  sources: readonly KeySource[],
  signal: AbortSignal,
): Promise<Result<Uint8Array>> {
  const source = sources.find((one) => one.kind === kind);
  if (source === undefined) {
    return fail('vault.no-key', `the vault’s key lies in ${WHERE[kind]}, which is not asked here`, {
      help: 'open it with the application that made it, or check `vault.key` in config.yaml',
    });
  }
  const found = await source.find(signal);
  if (!found.ok) return found;
  if (found.value === null) {
    return fail('vault.no-key', `the vault’s key is no longer in ${WHERE[kind]}`, {
      help: 'restore it from a copy; without it nobody can read the vault: to begin anew, move `vault.db` and `vault.json` away',
    });
  }
  if (checkOf(found.value) === check) return ok(found.value);
  return fail('vault.wrong-key', `the key in ${WHERE[kind]} is not the one that the vault was made with`, {
    help: 'restore the vault and its key from the same copy',
  });
}

const WHERE: Readonly<Record<KeySourceKind, string>> = {
  ELECTRON_SAFE_STORAGE: 'the desktop application’s safe storage',
  OS_KEYRING: 'the keyring of this user',
  KEY_FILE: 'the file `vault.key`',
};

/** Under the lock: whatever another process made meanwhile is taken as it is. */
async function makeVault(
  directory: string,
  sources: readonly KeySource[],
  signal: AbortSignal,
): Promise<Result<void>> {
  const file = vaultFileIn(directory);
  const there = existsSync(file);
  const described = existsSync(sidecarIn(directory));
  if (there && described) return ok(undefined);
  if (described) return damaged('`vault.db` is missing');
  const chosen = there ? await keyThatOpens(file, sources, signal) : await newKey(sources, signal);
  if (!chosen.ok) return chosen;
  if (!there) {
    const made = await writeEmpty(directory, chosen.value.key);
    if (!made.ok) return made;
  }
  const about: Sidecar = { format: FORMAT_VERSION, key: chosen.value.kind, check: checkOf(chosen.value.key) };
  await writeDurably(sidecarIn(directory), `${JSON.stringify(about)}\n`);
  return ok(undefined);
}

type Chosen = { readonly kind: KeySourceKind; readonly key: Uint8Array };

/** A key that is there from an earlier start is used again; else the first source that takes one. */
async function newKey(sources: readonly KeySource[], signal: AbortSignal): Promise<Result<Chosen>> {
  let last: Result<Chosen> = fail('vault.no-key', 'no place for the vault’s key is configured');
  for (const source of sources) {
    const found = await source.find(signal);
    const made = found.ok && found.value !== null ? ok(found.value) : await source.make(signal);
    if (made.ok) return ok({ kind: source.kind, key: made.value });
    last = made;
  }
  return last;
}

async function keyThatOpens(
  file: string,
  sources: readonly KeySource[],
  signal: AbortSignal,
): Promise<Result<Chosen>> {
  for (const source of sources) {
    const found = await source.find(signal);
    if (!found.ok || found.value === null) continue;
    const opened = await openWhole(file, found.value);
    if (!opened.ok) continue;
    await opened.value.close();
    return ok({ kind: source.kind, key: found.value });
  }
  return fail('vault.wrong-key', 'no key that can be found here opens the vault', {
    help: 'restore `vault.db`, `vault.json` and the key from the same copy; to begin anew, move `vault.db` away',
  });
}

/** Written elsewhere and linked into its place: never seen half. */
async function writeEmpty(directory: string, key: Uint8Array): Promise<Result<void>> {
  const temporary = join(directory, `vault.${randomBytes(6).toString('hex')}.new`);
  try {
    closeSync(openSync(temporary, 'wx', 0o600));
    const opened = await openCipher(temporary, key);
    if (!opened.ok) return opened;
    for (const sql of SCHEMA) {
      const done = await opened.value.all(sql);
      if (done.ok) continue;
      await opened.value.close();
      return done;
    }
    await opened.value.close();
    await syncAt(temporary, 'r+');
    linkSync(temporary, vaultFileIn(directory));
    return ok(undefined);
  } catch (cause) {
    return fail('vault.write-failed', `the vault in \`${directory}\` cannot be made`, {
      cause,
      help: 'check the directory’s rights and the free space of the disk',
    });
  } finally {
    rmSync(temporary, { force: true });
  }
}

/** As `writeAtomically`, and the gateway goes on while the disk takes its time. Its directory is synced with all that came into it. */
async function writeDurably(path: string, text: string): Promise<void> {
  const temporary = `${path}.${randomBytes(6).toString('hex')}.new`;
  try {
    await writeFile(temporary, text, { flag: 'wx', mode: 0o600, flush: true });
    await rename(temporary, path);
    await syncAt(dirname(path), 'r');
  } finally {
    rmSync(temporary, { force: true });
  }
}

async function syncAt(path: string, mode: 'r' | 'r+'): Promise<void> {
  await using file = await open(path, mode);
  await file.sync();
}

/** It stands behind the key alone. */
async function tablesFormatOf(cipher: Cipher): Promise<Result<number>> {
  const found = await cipher.all('PRAGMA user_version');
  return found.ok ? ok(Number(found.value[0]?.['user_version'] ?? 0)) : found;
}

/** Every page's authentication code is checked: what was flipped or cut off is found here, not in mid-work. */
async function openWhole(file: string, key: Uint8Array): Promise<Result<Cipher>> {
  const opened = await openCipher(file, key);
  if (!opened.ok) return opened;
  const cipher = opened.value;
  const closed = async (error: Err): Promise<Err> => {
    await cipher.close();
    return error;
  };
  const version = await tablesFormatOf(cipher);
  if (!version.ok) return closed(asDamage(version));
  const format = version.value;
  if (format > FORMAT.vaultTables)
    return closed(newerFormat('vault.newer-format', file, { format, known: FORMAT.vaultTables }));
  if (format < 1) return closed(damaged('the file is empty, or no vault'));
  for (const pragma of ['cipher_integrity_check', 'quick_check'] as const) {
    const checked = await cipher.all(`PRAGMA ${pragma}`);
    if (!checked.ok) return closed(asDamage(checked));
    const [first] = checked.value.map((row) => String(Object.values(row)[0]));
    if (first !== undefined && first !== 'ok') return closed(damaged(first));
  }
  for (const sql of SETTINGS) {
    const done = await cipher.all(sql);
    if (!done.ok) return closed(done);
  }
  return ok(cipher);
}

/** Its tables of this program's format, and no copy of earlier ones that is too old. */
async function makeCurrent(cipher: Cipher, directory: string, signal: AbortSignal): Promise<Result<void>> {
  const file = vaultFileIn(directory);
  const found = await tablesFormatOf(cipher);
  if (!found.ok) return found;
  try {
    if (found.value !== FORMAT.vaultTables)
      return await withLock(directory, signal, () => bringForward(cipher, file));
    dropOld(file);
    return ok(undefined);
  } catch (cause) {
    return fail('vault.write-failed', 'a copy of the vault from before its format changed stays', {
      cause,
      help: `remove \`${file}.format-…\` by hand, or give this user the right to`,
    });
  }
}

/** A page that cannot be read while everything is read through is damage, whatever SQLite calls it; a lock is not. */
const asDamage = (failed: Err): Err =>
  failed.error.code === 'vault.write-failed'
    ? damaged(failed.error.cause ?? 'a page cannot be read')
    : failed;

/** The lock is a file's, let go by the kernel with its process: none is ever stale. */
async function withLock<T>(
  directory: string,
  signal: AbortSignal,
  work: () => Promise<Result<T>>,
): Promise<Result<T>> {
  const limit = AbortSignal.any([signal, AbortSignal.timeout(LOCK_PATIENCE_MS)]);
  for (;;) {
    const lock = takeWriterLock(join(directory, 'vault.lock'));
    if (lock.ok) {
      try {
        return await work();
      } finally {
        lock.value.release();
      }
    }
    if (limit.aborted || lock.error.code !== 'audit.locked')
      return fail('vault.busy', 'another process is making the vault', {
        cause: lock.error.message,
        help: 'try again',
      });
    // An abort is seen at the next turn.
    await setTimeout(LOCK_PAUSE_MS, undefined, { signal: limit }).catch(() => undefined);
  }
}
