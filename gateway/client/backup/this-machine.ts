// What stays of this machine when a backup takes the place of its data: settings and trusted keys before a stranger's, and floors in
// any case. INVARIANT: an installation is known by the key of its log and by nothing that a backup says of itself; no floor falls.
import {
  copyFileSync,
  existsSync,
  lstatSync,
  mkdirSync,
  readdirSync,
  readlinkSync,
  realpathSync,
  rmSync,
  symlinkSync,
} from 'node:fs';
import { dirname, isAbsolute, join, relative, resolve, sep } from 'node:path';
import { auditFiles, readText, writeAtomically } from '#gateway/audit/format/files.ts';
import { parseSecretKey } from '#gateway/audit/format/signed-note.ts';
import { trustFile } from '#gateway/policy/kept/keys.ts';
import { highest, keptBundle, readRevisions, writeRevisions } from '#gateway/policy/kept/revisions.ts';
import { fail, ok, type Result } from '#policy/language/failure.ts';
import type { Sides } from './brought.ts';

/** The public key of the log that is here. `null`: none is, or its secret one cannot be read as a key. */
export function ownLogKey(data: string): string | null {
  const files = auditFiles(join(data, 'audit'));
  const secret = readText(files.secretKey);
  const own = secret === null ? readText(files.publicKey)?.trim() : parseSecretKey(secret)?.public.text;
  return own ?? null;
}

/** Whether a backup, signed with this key, was made by the installation whose directory this is. */
export const isOfHere = (data: string, publicKey: string): boolean => ownLogKey(data) === publicKey.trim();

/** A machine that has no log and no settings has nothing that a backup could change. */
export const isNew = ({ data, config }: Pick<Sides, 'data' | 'config'>): boolean =>
  (!existsSync(data) || readdirSync(data).length === 0) && !existsSync(config);

/** Settings and trusted keys of the backup go, those of this machine come to where they were. Throws. */
export function keepOwn({ data, config, staging }: Sides): void {
  const saved = join(staging, 'config.yaml');
  rmSync(saved, { force: true });
  if (resolve(config) === join(data, 'config.yaml')) copyAsItIs(config, saved);
  for (const name of ['revisions.json', 'bundles'])
    rmSync(join(staging, 'policy', name), { force: true, recursive: true });
  keepTrusted({ data, staging });
}

/** Trusted keys of the backup go, those of this machine come to where they were. Throws. */
export function keepTrusted({ data, staging }: Pick<Sides, 'data' | 'staging'>): void {
  const [mine, theirs] = [join(data, 'policy'), join(staging, 'policy')];
  rmSync(trustFile(theirs), { force: true });
  const trusted = readText(trustFile(mine));
  if (trusted === null) return;
  mkdirSync(theirs, { recursive: true, mode: 0o700 });
  writeAtomically(trustFile(theirs), trusted);
}

/** Settings may be a link that a person made: what it leads to within the directory would move aside with that, and is written out. */
function copyAsItIs(from: string, to: string): void {
  const found = lstatSync(from, { throwIfNoEntry: false });
  if (found === undefined) return;
  if (found.isSymbolicLink()) {
    // Throws where it leads nowhere: that is not "no settings".
    const leadsTo = relative(realpathSync(dirname(from)), realpathSync(from));
    if (leadsTo.startsWith(`..${sep}`) || isAbsolute(leadsTo)) return symlinkSync(readlinkSync(from), to);
  }
  writeAtomically(to, readText(from) ?? '');
}

/**
 * The floors below which no bundle is taken, the higher of each, with the bundles that a revert stands on.
 * Errors: `policy.*`: floors that cannot be read are not taken for none.
 */
export function keepFloors({ data, staging }: Pick<Sides, 'data' | 'staging'>): Result<void> {
  const [mine, theirs] = [join(data, 'policy'), join(staging, 'policy')];
  const own = readRevisions(mine);
  if (!own.ok) {
    const { code, message, help = '' } = own.error;
    return fail(code, message, {
      help: `${help}; to restore without the revisions that it held, move it away first`,
    });
  }
  if (Object.keys(own.value.floors).length === 0) return ok(undefined);
  const given = readRevisions(theirs);
  if (!given.ok) return given;
  const bundles = join(theirs, 'bundles');
  mkdirSync(bundles, { recursive: true, mode: 0o700 });
  for (const { digest } of Object.values(own.value.floors)) {
    const from = keptBundle(mine, digest);
    const to = keptBundle(theirs, digest);
    if (existsSync(from) && !existsSync(to)) copyFileSync(from, to);
  }
  return writeRevisions(theirs, highest(own.value, given.value));
}
