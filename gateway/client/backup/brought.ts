// What a backup of another installation would change here: settings, trusted keys, floors of revisions, the key of the log.
// INVARIANT: it is told before anything is put in place, and each word of it is made visible: a stranger wrote it.
import { createHash } from 'node:crypto';
import { join } from 'node:path';
import { readPrivate } from '#executors/system/private-file.ts';
import { readText } from '#gateway/audit/format/files.ts';
import { parsePublicKey } from '#gateway/audit/format/signed-note.ts';
import { keyIdOf, trustFile } from '#gateway/policy/kept/keys.ts';
import { highest, readRevisions, type Revisions } from '#gateway/policy/kept/revisions.ts';
import { visible } from '#gateway/protocol/visible.ts';
import { ok, type Result } from '#policy/language/failure.ts';
import { settingsIn } from '#gateway/settings/settings-text.ts';

export type Difference = {
  readonly what: 'SETTING' | 'TRUSTED_KEY' | 'REVISION' | 'LOG_KEY';
  /** Of the setting, the key or the bundle. */
  readonly name: string;
  /** As it is on this machine, and as it is in the backup; `null`: not there. */
  readonly here: string | null;
  readonly backup: string | null;
};

/** `isOwnKept`: what is here stays; otherwise what the backup holds comes. */
export type Brought = { readonly differences: readonly Difference[]; readonly isOwnKept: boolean };

type Words = ReadonlyMap<string, string>;

const MOST_SHOWN_CHARACTERS = 300;
const shown = (text: string | undefined): string | null =>
  text === undefined ? null : visible(text, MOST_SHOWN_CHARACTERS);

function differing(what: Difference['what'], here: Words, backup: Words): readonly Difference[] {
  const names = [...new Set([...here.keys(), ...backup.keys()])].toSorted();
  return names
    .filter((name) => here.get(name) !== backup.get(name))
    .map((name) => ({
      what,
      name: visible(name, MOST_SHOWN_CHARACTERS),
      here: shown(here.get(name)),
      backup: shown(backup.get(name)),
    }));
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
function revisionsBrought(mine: string, theirs: string): readonly Difference[] {
  const [here, backup] = [readRevisions(mine), readRevisions(theirs)];
  const comes = here.ok && backup.ok ? ok(highest(here.value, backup.value)) : backup;
  return differing('REVISION', revisionsIn(here), revisionsIn(comes));
}

function revisionsIn(read: Result<Revisions>): Words {
  if (!read.ok) return new Map([['(the whole file)', 'cannot be read']]);
  return new Map(Object.entries(read.value.floors).map(([id, { revision }]) => [id, `revision ${revision}`]));
}

export type Sides = {
  /** The data directory that is there, and the settings beside or in it. */
  readonly data: string;
  readonly config: string;
  readonly staging: string;
};

/** Public keys of the log: of this machine, where it has one; of the backup, where its passphrase opened it. */
export type LogKeys = { readonly here: string | null; readonly backup: string | null };

/** Errors: those of reading the settings. Throws what reading throws. */
export function broughtBy({ data, config, staging }: Sides, logKeys: LogKeys): Result<readonly Difference[]> {
  const own = readPrivate(config, { links: true });
  if (!own.ok) return own;
  const [mine, theirs] = [join(data, 'policy'), join(staging, 'policy')];
  return ok([
    ...differing('SETTING', settingsIn(own.value), settingsIn(readText(join(staging, 'config.yaml')))),
    ...differing('TRUSTED_KEY', trustedIn(mine), trustedIn(theirs)),
    ...revisionsBrought(mine, theirs),
    ...(logKeys.backup === null ? [] : differing('LOG_KEY', signing(logKeys.here), signing(logKeys.backup))),
  ]);
}

const signing = (key: string | null): Words => new Map(key === null ? [] : [['audit.pub', fingerprint(key)]]);
