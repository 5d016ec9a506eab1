// `ghost restore`: a backup becomes a data directory. INVARIANT: all is unpacked and verified beside the place before that is touched;
// what was there is moved aside, never overwritten; the restored log says that it was restored, from what, and in the place of what.
import { existsSync, lstatSync, mkdirSync, readdirSync, renameSync, rmSync, statSync } from 'node:fs';
import { dirname, join, resolve } from 'node:path';
import { errorCode } from '#executors/system/error-code.ts';
import { ownDirectory } from '#executors/system/own-directory.ts';
import { auditFiles, readText } from '#gateway/audit/format/files.ts';
import { stampOf } from '#gateway/audit/format/instant.ts';
import { verifyAudit } from '#gateway/audit/read/verify.ts';
import { takeWriterLock } from '#gateway/audit/write/writer-lock.ts';
import { findGateway } from '#gateway/client/remote.ts';
import { draftName, sweepRestores, UNPACKED } from '#gateway/settings/restores/leftovers.ts';
import { pathsFor, type Paths } from '#gateway/settings/paths.ts';
import { asideName, finishRestore, readyName } from '#gateway/settings/restores/unfinished-restore.ts';
import { describe, fail, ok, type Result } from '#policy/language/failure.ts';
import { atASignal } from './at-a-signal.ts';
import { altered } from './archive.ts';
import { readPassphrase } from './make-backup.ts';
import type { Manifest } from './manifest.ts';
import { now } from './now.ts';
import { broughtBy, isTrustKept, type Brought } from './brought.ts';
import { isThere, putSettings, wordsOf } from './put-settings.ts';
import { readBackup, type OpenedBackup } from './read-backup.ts';
import { findKeys, putKeys, type KeysFound } from './restored-keys.ts';
import { noteRestore, replacedLog, type ReplacedLog } from './restored-log.ts';
import { isNew, isOfHere, keepFloors, keepOwn, keepTrusted, ownLogKey } from './this-machine.ts';

export type RestoreAsked = {
  readonly file: string;
  readonly dataDir?: string;
  /** What is there is moved aside. */
  readonly replace: boolean;
  /** Settings, trusted keys and the log's key of another installation come along, and keys that are trusted here no more. */
  readonly acceptSettings?: boolean;
  readonly passphraseFile?: string;
  /** Called before anything is put in place, with what the backup would change here. */
  readonly told?: (brought: Brought) => void;
};
/** `beforePutting`: of a test, between unpacking and putting in place. */
type Hooks = { readonly beforePutting?: () => void };
export type Restored = {
  readonly dataDir: string;
  readonly madeAt: string;
  readonly by: string;
  readonly formats: Manifest['formats'];
  readonly entries: number;
  readonly publicKey: string;
  /** Where what was there is now; `null`: nothing was. */
  readonly aside: string | null;
  readonly log: 'GOES_ON' | 'BEGINS_ANEW';
  readonly sessions: KeysFound['vault'];
  /** The log whose place the restored one took. */
  readonly replaced: ReplacedLog | null;
  /** `null`: a backup of this installation, from when settings and trusted keys were the same. */
  readonly brought: Brought | null;
};

/** Errors: `backup.*`, `*.newer-format`, `audit.*`, `directory.*`. */
export async function restoreBackup(
  asked: RestoreAsked,
  { beforePutting }: Hooks = {},
): Promise<Result<Restored>> {
  const paths = pathsFor(asked.dataDir);
  const data = resolve(paths.data);
  const opened = readBackup(asked.file);
  if (!opened.ok) return opened;
  const stamp = freeStamp(paths, data);
  const staging = draftName(`${data}${UNPACKED}`);
  const ready = readyName(data, stamp);
  let free: (() => void) | null = null;
  /** Settings that were put, while the directory that they belong to has not taken its place. */
  let undo: (() => void) | null = null;
  const unwatch = atASignal(() => rmSync(staging, { recursive: true, force: true }));
  try {
    if (isMounted(data)) return mounted(data);
    finishRestore(data);
    sweepRestores({ data, config: paths.config });
    const place = await freePlace(paths, data, asked);
    if (!place.ok) return place;
    free = place.value.free;
    const aside = place.value.taken ? asideName(data, stamp) : null;
    const unpacked = await unpack(asked.file, opened.value, staging);
    if (!unpacked.ok) return unpacked;
    const wrapped = readText(join(staging, 'keys.json'));
    rmSync(join(staging, 'keys.json'), { force: true });
    const passphrase = asked.passphraseFile === undefined ? ok(null) : readPassphrase(asked.passphraseFile);
    if (!passphrase.ok) return passphrase;
    const given = await findKeys(wrapped, passphrase.value);
    if (!given.ok) return given;
    const sides = { data, config: paths.config, staging };
    const { publicKey: signer } = opened.value.manifest.log;
    // A passphrase says that somebody may open it, and not that it was made here.
    const whose = isOfHere(data, signer)
      ? 'OWN'
      : isNew(sides) && given.value.audit !== null
        ? 'NEW'
        : 'ANOTHER';
    const told = await broughtBy(sides, {
      whose,
      accepted: asked.acceptSettings === true,
      logKeys: { here: ownLogKey(data), backup: given.value.audit === null ? null : signer },
    });
    if (!told.ok) return told;
    const brought = told.value;
    // What a backup holds is said before it comes.
    if (brought !== null) asked.told?.(brought);
    const isKept = brought?.isOwnKept ?? false;
    const keys = putKeys({ staging, data, given: isKept ? { audit: null, vault: null } : given.value });
    if (isKept) keepOwn(sides);
    else if (isTrustKept(brought)) keepTrusted(sides);
    const floors = keepFloors(sides);
    if (!floors.ok) return floors;
    const replaced = await replacedLog(join(data, 'audit'));
    const said = await noteRestore(
      { staging, data },
      { ...opened.value, ...keys, file: asked.file, aside, stamp, replaced, brought },
    );
    if (!said.ok) return said;
    beforePutting?.();
    // From here on nothing is waited for: no signal comes in between.
    const settings = putSettings(paths, { ...asked, data, staging, stamp });
    if (!settings.ok) return settings;
    undo = settings.value.undo;
    if (aside === null) {
      if (!putInEmpty(staging, data)) {
        undo();
        return isThere(data);
      }
      undo = null;
    } else {
      renameSync(staging, ready);
      renameSync(data, aside);
      undo = null;
      finishRestore(data);
    }
    const { madeAt, by, formats, log } = opened.value.manifest;
    return ok({
      dataDir: data,
      madeAt,
      by,
      formats,
      entries: log.entries,
      publicKey: log.publicKey,
      aside,
      log: keys.audit ? 'GOES_ON' : 'BEGINS_ANEW',
      sessions: keys.vault,
      replaced,
      brought,
    });
  } catch (cause) {
    const left = undo === null ? null : wordsOf(undo);
    return fail('backup.failed', `\`${data}\` could not be restored`, {
      cause: left === null ? describe(cause) : `${describe(cause)}; its settings stay put: ${left}`,
      help: `check the folder, its rights and the room on its disk; what was there is there, or beside it under \`.before-restore-…\`${left === null ? '' : `, as the settings are beside \`${paths.config}\``}`,
    });
  } finally {
    unwatch();
    opened.value.reader.close();
    free?.();
    rmSync(staging, { recursive: true, force: true });
    // It is needed where the place is empty, and nowhere else.
    if (existsSync(data)) rmSync(ready, { recursive: true, force: true });
  }
}

/** Of another disk than its folder. One of the same disk that is mounted there is found when the kernel refuses to rename it. */
function isMounted(data: string): boolean {
  const found = lstatSync(data, { throwIfNoEntry: false });
  return found !== undefined && found.dev !== statSync(dirname(data)).dev;
}

const mounted = (data: string): Result<never> =>
  fail('backup.failed', `\`${data}\` is a mount point, and nothing can take its place`, {
    help: 'nothing was touched: unmount it first, or restore into a directory of it with `--data-dir`',
  });

/** The time, and a number where two restores fall into one second. */
function freeStamp({ config }: Paths, data: string): string {
  const time = stampOf(now());
  const taken = (stamp: string): boolean =>
    [asideName(data, stamp), readyName(data, stamp), asideName(config, stamp)].some((path) =>
      existsSync(path),
    );
  for (let count = 1; ; count += 1) {
    const stamp = count === 1 ? time : `${time}-${count}`;
    if (!taken(stamp)) return stamp;
  }
}

/** Nobody runs there, and nothing is there that was not said to be replaced. Resolves to what lets the place go. */
async function freePlace(
  paths: Paths,
  data: string,
  { dataDir, replace }: RestoreAsked,
): Promise<Result<{ readonly free: () => void; readonly taken: boolean }>> {
  const running = (cause?: string): Result<never> =>
    fail('backup.gateway-runs', `a gateway runs in \`${data}\``, {
      help: 'stop it (`ghost daemon stop`), or give another directory with `--data-dir`',
      ...(cause === undefined ? {} : { cause }),
    });
  if ((await findGateway(dataDir)) !== null) return running();
  const settings = !paths.config.startsWith(data) && existsSync(paths.config);
  const there = existsSync(data) ? readdirSync(data) : [];
  const { lock } = auditFiles(join(data, 'audit'));
  const held = existsSync(lock) ? takeWriterLock(lock) : null;
  if (held !== null && !held.ok) return running(held.error.message);
  if ((there.length > 0 || settings) && !replace) {
    held?.value.release();
    return isThere(there.length > 0 ? data : paths.config);
  }
  return ok({ free: () => held?.value.release(), taken: there.length > 0 });
}

/** INVARIANT: the kernel puts a directory in the place of none but an empty one, whatever was seen before. Throws. */
function putInEmpty(staging: string, data: string): boolean {
  try {
    renameSync(staging, data);
    return true;
  } catch (thrown) {
    if (['ENOTEMPTY', 'EEXIST', 'ENOTDIR'].includes(errorCode(thrown))) return false;
    throw thrown;
  }
}

async function unpack(
  file: string,
  { manifest, reader }: OpenedBackup,
  staging: string,
): Promise<Result<null>> {
  const own = ownDirectory(staging, 0o700);
  if (!own.ok) return own;
  for (const kept of manifest.files) {
    const to = join(staging, kept.path);
    mkdirSync(dirname(to), { recursive: true, mode: 0o700 });
    const taken = reader.take(kept, to);
    if (!taken.ok) return taken;
  }
  const { database, checkpoint } = auditFiles(join(staging, 'audit'));
  const { publicKey, entries, rootHash } = manifest.log;
  // Whether the log may go on here is asked of this file: it names the key that all else was verified with, or nothing was.
  if (readText(auditFiles(join(staging, 'audit')).publicKey)?.trim() !== publicKey.trim())
    return altered(file, 'audit/audit.pub', 'it is not the key that the manifest was signed with');
  const report = await verifyAudit({ database, checkpoint, publicKey });
  return report.ok && report.entries === entries && report.checkpoint?.rootHash === rootHash
    ? ok(null)
    : altered(
        file,
        'audit/audit.db',
        report.firstBad?.problem ?? 'it is not the log that the manifest names',
      );
}
