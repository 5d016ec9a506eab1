// What a backup would change here: settings, trusted keys, floors of revisions, the vault, the key of the log.
// INVARIANT: it is told before anything is put in place, and each word of it is made visible: a stranger wrote it.
import { createHash } from 'node:crypto';
import { statSync } from 'node:fs';
import { join } from 'node:path';
import { readPrivate } from '#executors/system/private-file.ts';
import { readText } from '#gateway/audit/format/files.ts';
import { parsePublicKey } from '#gateway/audit/format/signed-note.ts';
import { keyIdOf, trustFile } from '#gateway/policy/kept/keys.ts';
import { highest, readRevisions, type Revisions } from '#gateway/policy/kept/revisions.ts';
import { visibleText } from '#gateway/protocol/visible-text.ts';
import { ok, type Result } from '#policy/language/failure.ts';
import { settingsIn } from '#gateway/settings/settings-text.ts';
import { digestOf } from './collect.ts';

/** What decides over what may happen comes first: a flood of lists cannot push it out of what is shown. */
const ORDER = ['LOG_KEY', 'VAULT', 'TRUSTED_KEY', 'REVISION', 'SETTING'] as const;

export type Difference = {
  readonly what: (typeof ORDER)[number];
  /** Of the setting, the key or the bundle. */
  readonly name: string;
  /** As it is on this machine, and as it is in the backup, whole; `null`: not there. */
  readonly here: string | null;
  readonly backup: string | null;
  /** Whether this restore takes it; otherwise what is here stays. */
  readonly isTaken: boolean;
};

export type Brought = {
  /** `ANOTHER`: made by another installation; `NEW`: nothing is here, and the passphrase opened it; `OWN`: an earlier state of this one. */
  readonly whose: 'ANOTHER' | 'NEW' | 'OWN';
  readonly differences: readonly Difference[];
  /** Of all differences, as the log's entry names it. */
  readonly digest: string;
  /** Settings, trusted keys and revisions that are here stay, and no key comes; otherwise what the backup holds comes. */
  readonly isOwnKept: boolean;
};

type Words = ReadonlyMap<string, string>;
type Found = Omit<Difference, 'isTaken'>;

const shown = (text: string | undefined): string | null => (text === undefined ? null : visibleText(text));
const collator = new Intl.Collator('en', { numeric: true });

function differing(what: Difference['what'], here: Words, backup: Words): readonly Found[] {
  const names = [...new Set([...here.keys(), ...backup.keys()])].toSorted(
    (one, other) => rankOf(one) - rankOf(other) || collator.compare(one, other),
  );
  return names
    .filter((name) => here.get(name) !== backup.get(name))
    .map((name) => ({
      what,
      name: visibleText(name),
      here: shown(here.get(name)),
      backup: shown(backup.get(name)),
    }));
}

/** Settings that say what is allowed, who is asked, and which programs and hosts are used. */
const FIRST_SETTINGS = [
  'policy',
  'approvers',
  'consent',
  'acknowledged',
  'shadow',
  'browser',
  'launchFlags',
  'downloads',
  'navigator',
  'network',
  'attach',
];

function rankOf(name: string): number {
  const rank = FIRST_SETTINGS.indexOf(/^\w*/u.exec(name)?.[0] ?? '');
  return rank === -1 ? FIRST_SETTINGS.length : rank;
}

/** Of a key's whole text: its id has four bytes, which somebody can aim at. The log shows it as it is. */
export const fingerprint = (key: string): string =>
  `sha256:${createHash('sha256').update(key.trim()).digest('hex')}`;

function trustedIn(policy: string): Words {
  const lines = (readText(trustFile(policy)) ?? '').split('\n').filter((line) => line.trim() !== '');
  return new Map(
    lines.map((line) => {
      const key = parsePublicKey(line);
      return key === null
        ? [line, 'a line that is no key']
        : [`${keyIdOf(key)} ${fingerprint(key.text)}`, 'trusted'];
    }),
  );
}

/** Floors of the backup come where they are higher, and nowhere else. */
function revisionsBrought(mine: string, theirs: string): readonly Found[] {
  const [here, backup] = [readRevisions(mine), readRevisions(theirs)];
  const comes = here.ok && backup.ok ? ok(highest(here.value, backup.value)) : backup;
  return differing('REVISION', revisionsIn(here), revisionsIn(comes));
}

function revisionsIn(read: Result<Revisions>): Words {
  if (!read.ok) return new Map([['(the whole file)', 'cannot be read']]);
  return new Map(
    Object.entries(read.value.floors).map(([id, { revision, digest, revertedFrom }]) => [
      id,
      `revision ${revision}, ${digest}${revertedFrom === null ? '' : `, reverted from ${revertedFrom}`}`,
    ]),
  );
}

/** The file, and the description that names its key: either may be another one. */
async function vaultIn(directory: string): Promise<Words> {
  const found = new Map<string, string>();
  for (const name of ['vault.db', 'vault.json']) {
    const size = statSync(join(directory, name), { throwIfNoEntry: false })?.size;
    if (size !== undefined) found.set(name, `${size} bytes, sha256:${await digestOf(join(directory, name))}`);
  }
  return found;
}

export type Sides = {
  /** The data directory that is there, and the settings beside or in it. */
  readonly data: string;
  readonly config: string;
  readonly staging: string;
};

/** Public keys of the log: of this machine, where it has one; of the backup, where its passphrase opened it. */
export type LogKeys = { readonly here: string | null; readonly backup: string | null };

type Asked = { readonly whose: Brought['whose']; readonly accepted: boolean; readonly logKeys: LogKeys };

/**
 * What is to be told; `null`: nothing differs that a backup of this installation could bring.
 * Errors: those of reading the settings. Throws what reading throws.
 */
export async function broughtBy(
  { data, config, staging }: Sides,
  { whose, accepted, logKeys }: Asked,
): Promise<Result<Brought | null>> {
  const own = readPrivate(config, { links: true });
  if (!own.ok) return own;
  const [mine, theirs] = [join(data, 'policy'), join(staging, 'policy')];
  const found: readonly Found[] = [
    ...differing('TRUSTED_KEY', trustedIn(mine), trustedIn(theirs)),
    ...differing('SETTING', settingsIn(own.value), settingsIn(readText(join(staging, 'config.yaml')))),
    ...(whose === 'OWN'
      ? []
      : [
          ...revisionsBrought(mine, theirs),
          ...differing('VAULT', await vaultIn(join(data, 'vault')), await vaultIn(join(staging, 'vault'))),
          ...(logKeys.backup === null
            ? []
            : differing('LOG_KEY', signing(logKeys.here), signing(logKeys.backup))),
        ]),
  ];
  if (whose === 'OWN' && found.length === 0) return ok(null);
  const isOwnKept = whose === 'ANOTHER' && !accepted;
  // A key that is trusted no more, or never was, is trusted again on purpose alone.
  const returns = found.some(({ what, here }) => what === 'TRUSTED_KEY' && here === null);
  const trustStays = isOwnKept || (whose === 'OWN' && returns && !accepted);
  const isTaken = ({ what }: Found): boolean =>
    what === 'VAULT' || !(what === 'TRUSTED_KEY' ? trustStays : isOwnKept);
  const differences = found
    .map((one) => ({ ...one, isTaken: isTaken(one) }))
    .toSorted((one, other) => ORDER.indexOf(one.what) - ORDER.indexOf(other.what));
  const digest = `sha256:${createHash('sha256').update(JSON.stringify(differences)).digest('hex')}`;
  return ok({ whose, differences, digest, isOwnKept });
}

/** Whether trusted keys of the backup stay out of a restore that takes the rest. */
export const isTrustKept = (brought: Brought | null): boolean =>
  brought?.differences.some(({ what, isTaken }) => what === 'TRUSTED_KEY' && !isTaken) ?? false;

const signing = (key: string | null): Words => new Map(key === null ? [] : [['audit.pub', fingerprint(key)]]);
