// What the restored log says first: that it was restored, from what, in the place of which log, and which policy held there.
// INVARIANT: it is written before the directory takes its place; the policy that was in force is what the next start compares with.
import { existsSync, mkdirSync, renameSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { auditFiles, readText } from '#gateway/audit/format/files.ts';
import type { AuditLog } from '#gateway/audit/format/contract.ts';
import { digestOfRoot } from '#gateway/audit/format/merkle.ts';
import { openAuditLog } from '#gateway/audit/open-audit-log.ts';
import { noteOf } from '#gateway/audit/read/access.ts';
import { verifyAudit } from '#gateway/audit/read/verify.ts';
import { keepPolicy } from '#gateway/policy/kept/kept-policies.ts';
import { lastInForce } from '#gateway/policy/kept/last-in-force.ts';
import { bothEnds } from '#gateway/protocol/visible.ts';
import { fail, ok, type Result } from '#policy/language/failure.ts';
import { fingerprint, type Brought } from './brought.ts';
import type { OpenedBackup } from './read-backup.ts';
import type { KeysFound } from './restored-keys.ts';

/** A log that is moved aside, so that whoever has the new one can tell whether it is the right one, and whole. */
export type ReplacedLog = {
  readonly entries: number;
  /** Of its last checkpoint; `null`: none can be read. */
  readonly rootHash: string | null;
  readonly publicKey: string;
  /** What is wrong with it; `null`: it verifies. */
  readonly problem: string | null;
};

/** `null`: no log is there. */
export async function replacedLog(directory: string): Promise<ReplacedLog | null> {
  const { database, checkpoint, publicKey: file } = auditFiles(directory);
  if (!existsSync(database)) return null;
  const publicKey = (readText(file) ?? '').trim();
  const { entries, checkpoint: last, firstBad } = await verifyAudit({ database, checkpoint, publicKey });
  const problem = firstBad === null ? null : `entry ${firstBad.seq}: ${firstBad.problem}`;
  return { entries, rootHash: last?.rootHash ?? null, publicKey, problem };
}

type About = OpenedBackup &
  KeysFound & {
    readonly file: string;
    readonly aside: string | null;
    readonly stamp: string;
    readonly replaced: ReplacedLog | null;
    readonly brought: Brought | null;
  };
type Places = { readonly staging: string; readonly data: string };

/** The entry: in the log itself where its key is there, else as the first of a new one that lies beside it. */
export async function noteRestore(places: Places, about: About): Promise<Result<unknown>> {
  const directory = join(places.staging, 'audit');
  const kept = `ended-${about.stamp}`;
  if (!about.audit) beginAnew(places.staging, kept);
  const log = await openAuditLog({ directory });
  if (!log.ok) return log;
  try {
    const written = await noteOf(log.value, {
      type: 'data.restored',
      who: 'person:terminal',
      what: 'restore the data directory from a backup',
      details: { ...detailsOf(about), ...(about.audit ? {} : { earlierLog: kept }) },
    });
    return written.ok ? await keepInForce(places, log.value) : written;
  } finally {
    await log.value.close();
  }
}

function beginAnew(staging: string, kept: string): void {
  const directory = join(staging, 'audit');
  renameSync(directory, join(staging, kept));
  mkdirSync(directory, { mode: 0o700 });
  renameSync(join(staging, kept), join(directory, kept));
  // It is signed with a key that is not here.
  for (const name of ['in-force.note', 'in-force.next'])
    rmSync(join(staging, 'policy', name), { force: true });
}

/** Of the differences, in their order; the digest is over all of them, as they were told. */
const MOST_LOGGED = 50;
const MOST_LOGGED_CHARACTERS = 300;
const cut = (text: string | null): string | null =>
  text === null ? null : bothEnds(text, MOST_LOGGED_CHARACTERS);

const differencesOf = ({ whose, differences, digest }: Brought) => ({
  backupOf: whose,
  differences: differences.slice(0, MOST_LOGGED).map(({ what, name, here, backup, isTaken }) => ({
    what,
    name: cut(name),
    here: cut(here),
    backup: cut(backup),
    isTaken,
  })),
  differencesInAll: differences.length,
  differencesNotShown: Math.max(0, differences.length - MOST_LOGGED),
  differencesDigest: digest,
});

function detailsOf({ manifest, file, aside, replaced, brought }: About): Readonly<Record<string, unknown>> {
  const { entries, rootHash, publicKey } = manifest.log;
  const settings = brought?.isOwnKept === true ? 'OF_THIS_MACHINE' : 'OF_BACKUP';
  return {
    file,
    madeAt: manifest.madeAt,
    by: manifest.by,
    entries,
    root: digestOfRoot(rootHash),
    key: fingerprint(publicKey),
    inPlaceOf: aside,
    replaced: replaced === null ? null : loggedAs(replaced),
    settings,
    ...(brought === null ? {} : differencesOf(brought)),
  };
}

/** In the forms that the log does not mask. */
const loggedAs = ({ entries, rootHash, publicKey, problem }: ReplacedLog) => ({
  entries,
  root: rootHash === null ? null : digestOfRoot(rootHash),
  key: fingerprint(publicKey),
  problem,
});

/** A policy that was tightened since the backup does not loosen by a restore: the next start compares with this one, and asks. */
async function keepInForce({ staging, data }: Places, log: AuditLog): Promise<Result<unknown>> {
  const last = lastInForce(join(data, 'policy'), join(data, 'audit'), null).read();
  if (last.kind === 'FIRST') return ok(null);
  if (last.kind === 'LOST')
    return fail('policy.last-unknown', `the policy that was in force in \`${data}\` cannot be read`, {
      cause: last.why,
      help: `nothing was restored: a looser policy could take its place unseen. Start the gateway there and acknowledge its policy first, or move \`${data}\` away and restore into an empty place`,
    });
  const kept = await keepPolicy(join(staging, 'policy'), last.kept);
  if (!kept.ok) return kept;
  const next = lastInForce(join(staging, 'policy'), join(staging, 'audit'), log);
  const digest = await next.prepare(last.kept);
  if (!digest.ok) return digest;
  const { semanticHash, sourceHash, files } = last.kept;
  const written = await noteOf(log, {
    type: 'policy.loaded',
    who: 'gateway',
    what: 'keep the policy that was in force where this was restored',
    details: { semantic: semanticHash, source: sourceHash, files, kept: digest.value, restored: true },
  });
  if (written.ok) next.settle(digest.value);
  return written;
}
