// `ghost backup`: one file of everything that a start needs, made while a gateway runs or not.
// INVARIANT: the log says it before anything is copied; the file has its name only once it was read back whole; no key is in the clear.
import { closeSync, existsSync, mkdirSync, openSync, rmSync, statSync } from 'node:fs';
import { dirname, join, resolve } from 'node:path';
import { userInfo } from 'node:os';
import { readPlainText } from '#executors/system/plain-file.ts';
import { auditFiles, readText, syncToDisk } from '#gateway/audit/format/files.ts';
import { parseSecretKey, signNote } from '#gateway/audit/format/signed-note.ts';
import { stampOf } from '#gateway/audit/format/instant.ts';
import { openAuditLog } from '#gateway/audit/open-audit-log.ts';
import { noteBackup } from '#gateway/audit/read/access.ts';
import { missingLog } from '#gateway/client/audit-files.ts';
import { findGateway } from '#gateway/client/remote.ts';
import { BACKUP_DRAFT, draftName, sweepBackups } from '#gateway/settings/restores/leftovers.ts';
import { pathsFor, type Paths } from '#gateway/settings/paths.ts';
import { FORMAT } from '#gateway/settings/formats.ts';
import { VERSION } from '#gateway/settings/version.ts';
import { keyFileIn } from '#gateway/vault/keys.ts';
import { vaultFormatIn } from '#gateway/vault/open-vault.ts';
import { describe, fail, ok, type Failure, type Result } from '#policy/language/failure.ts';
import { atASignal } from './at-a-signal.ts';
import { ArchiveWriter } from './archive.ts';
import { collect, type Collected } from './collect.ts';
import { putExclusively } from './exclusive-file.ts';
import type { Manifest } from './manifest.ts';
import { now } from './now.ts';
import { readBackup } from './read-backup.ts';
import { wrapKeys, type Keys } from './wrapped-keys.ts';

export type BackupAsked = {
  readonly dataDir?: string;
  /** A file that is not there yet, or a folder. */
  readonly to: string;
  readonly passphraseFile?: string;
};
export type BackupMade = Omit<Manifest, 'files'> & {
  readonly file: string;
  readonly sizeBytes: number;
  readonly files: number;
};

const MAX_PASSPHRASE_BYTES = 4_096;
const HEAD = 'ghost-browser-backup';

/** Errors: `backup.*`, `audit.*`, `gateway.*`. */
export async function makeBackup(asked: BackupAsked): Promise<Result<BackupMade>> {
  const paths = pathsFor(asked.dataDir);
  const directory = join(paths.data, 'audit');
  const missing = missingLog(directory);
  if (missing !== null) return missing;
  const file = fileOf(asked.to);
  if (existsSync(file)) return isThere(file);
  const staging = join(dirname(file), draftName(BACKUP_DRAFT));
  const unwatch = atASignal(() => rmSync(staging, { recursive: true, force: true }));
  try {
    const passphrase = asked.passphraseFile === undefined ? ok(null) : readPassphrase(asked.passphraseFile);
    if (!passphrase.ok) return passphrase;
    const keys = passphrase.value === null ? null : await wrapKeys(keysOf(paths), passphrase.value);
    if (keys !== null && !keys.ok) return keys;
    sweepBackups(dirname(file));
    mkdirSync(staging, { mode: 0o700 });
    const said = await noted(asked.dataDir, directory, file);
    if (!said.ok) return said;
    const collected = await collect(paths, staging);
    if (!collected.ok) return collected;
    const archive = join(staging, 'backup.new');
    await write(archive, paths, collected.value, keys?.value ?? null);
    syncToDisk(archive);
    const read = readBackup(archive);
    if (!read.ok)
      return fail('backup.failed', `\`${file}\` could not be read back whole, and was not kept`, {
        cause: read.error.message,
        help: 'check the disk of its folder, and try again or elsewhere: the data directory is as it was',
      });
    const { manifest, reader } = read.value;
    reader.close();
    if (!putExclusively(archive, file)) return isThere(file);
    syncToDisk(dirname(file));
    return ok({ ...manifest, file, sizeBytes: statSync(file).size, files: manifest.files.length });
  } catch (cause) {
    return fail('backup.failed', `the backup \`${file}\` cannot be written`, {
      cause: describe(cause),
      help: 'check its folder, its rights and the room on its disk',
    });
  } finally {
    unwatch();
    rmSync(staging, { recursive: true, force: true });
  }
}

const isThere = (file: string): Result<never> =>
  fail('backup.exists', `\`${file}\` is there already`, {
    help: 'a backup overwrites nothing: give another name',
  });

function fileOf(to: string): string {
  const path = resolve(to);
  const folder = statSync(path, { throwIfNoEntry: false })?.isDirectory() === true;
  return folder ? join(path, `ghost-${stampOf(now())}.backup`) : path;
}

/** Errors: `backup.bad-passphrase`. */
export function readPassphrase(file: string): Result<string> {
  try {
    return ok(readPlainText(file, MAX_PASSPHRASE_BYTES).replace(/\r?\n$/u, ''));
  } catch (cause) {
    return fail('backup.bad-passphrase', `the file \`${file}\` with the passphrase cannot be read`, {
      cause: describe(cause),
      help: 'give `--passphrase-file` a plain file that holds the passphrase and nothing else',
    });
  }
}

const keysOf = ({ data }: Paths): Keys => ({
  audit: readText(auditFiles(join(data, 'audit')).secretKey),
  vault: readText(keyFileIn(join(data, 'vault'))),
});

/** In the log of the gateway that runs, or of the directory where none does. */
async function noted(dataDir: string | undefined, directory: string, file: string): Promise<Result<unknown>> {
  const client = await findGateway(dataDir);
  if (client !== null) return client.noteBackup(file);
  const log = await openAuditLog({ directory });
  if (!log.ok) return log.error.code === 'audit.locked' ? runsAlone(log.error) : log;
  const written = await noteBackup(log.value, file, 'person:terminal');
  await log.value.close();
  return written;
}

/** `ghost run` has its gateway in its own process, where nobody else can ask it. */
const runsAlone = ({ message, details }: Failure): Result<never> =>
  fail('backup.gateway-runs', `the data directory is in use: ${message}`, {
    help: 'wait until that run (`ghost run`) has ended, and try again; beside a gateway of `ghost daemon start` a backup can be made at any time',
    ...(details === undefined ? {} : { details }),
  });

async function write(path: string, paths: Paths, collected: Collected, keys: string | null): Promise<void> {
  const secret = parseSecretKey(readText(auditFiles(join(paths.data, 'audit')).secretKey) ?? '');
  if (secret === null) throw new Error('the key of the audit log cannot be read');
  closeSync(openSync(path, 'wx', 0o600));
  const archive = new ArchiveWriter(path);
  try {
    for (const { path: name, source } of collected.files) await archive.addFile(name, source);
    if (keys !== null) await archive.addText('keys.json', keys);
  } catch (error) {
    archive.abandon();
    throw error;
  }
  const vault = vaultFormatIn(join(paths.data, 'vault'));
  const manifest: Manifest = {
    format: FORMAT.backup,
    by: `Ghost Browser ${VERSION}, user ${userInfo().username}`,
    madeAt: now().toISOString(),
    formats: { audit: collected.format, vault },
    log: collected.log,
    files: [...archive.files],
    keys: keys === null ? 'NONE' : 'WRAPPED',
    without: without(keys !== null, paths),
  };
  archive.finish(signNote(`${HEAD}/${FORMAT.backup}\n${JSON.stringify(manifest)}\n`, secret));
}

/** For people: what they have to keep themselves. */
function without(wrapped: boolean, { data }: Paths): string[] {
  const vault = join(data, 'vault');
  const keyring = existsSync(join(vault, 'vault.json')) && !existsSync(keyFileIn(vault));
  return [
    ...(wrapped
      ? []
      : [
          '`audit/audit.key`, which signs the log: a restore without it keeps the log as it is, and begins a new one beside it',
        ]),
    ...(wrapped || keyring || !existsSync(vault)
      ? []
      : ['`vault/vault.key`, which opens the saved sessions: nobody reads them without it']),
    ...(keyring ? ['the key of the vault, which lies in the keyring of this user'] : []),
    'policy files elsewhere that the settings name: what was in force is in it',
    'downloads, files of agents, recordings, and the copies of logs from before a change of format',
  ];
}
