// `ghost backup` and `ghost restore`: what was written, and what a person has to keep or bring themselves.
import { makeBackup } from '#gateway/client/backup/make-backup.ts';
import { restoreBackup } from '#gateway/client/backup/restore.ts';
import type { Restored } from '#gateway/client/backup/restore.ts';
import type { Brought, Difference } from '#gateway/client/backup/brought.ts';
import { visible } from '#gateway/protocol/visible.ts';
import { failWith, say, sayJson, tell } from '#ui/cli/console/output.ts';

type Flags = { readonly json?: boolean; readonly dataDir?: string; readonly passphraseFile?: string };

export async function backup(to: string, { json = false, ...flags }: Flags): Promise<void> {
  const made = await makeBackup({ to, ...flags });
  if (!made.ok) return failWith(made.error, { json });
  if (json) return sayJson(made.value);
  const { file, files, sizeBytes, log, formats, keys, without } = made.value;
  say(`wrote ${file}: ${files} files, ${sizeBytes} bytes, read back whole`);
  say(`audit log   ${log.entries} entries, format ${formats.audit}, root ${log.rootHash}`);
  if (formats.vault !== null) say(`vault       format ${formats.vault}, encrypted as it is`);
  say(`signed with ${log.publicKey}`);
  if (keys === 'WRAPPED') say('keys        in it, under the passphrase: keep that apart from the file');
  say('not in it:');
  for (const what of without) say(`  ${what}`);
}

const SESSIONS: Readonly<Record<Restored['sessions'], string | null>> = {
  NONE: null,
  OPEN: 'saved sessions: their key is in its place',
  KEYRING: 'saved sessions: open if the keyring of this user holds their key',
  NEEDS_KEY: 'saved sessions: closed until you put `vault.key` into the folder `vault`',
};

const KINDS: Readonly<Record<Difference['what'], string>> = {
  LOG_KEY: 'key of the log',
  VAULT: 'vault',
  TRUSTED_KEY: 'trusted key',
  REVISION: 'revision of bundle',
  SETTING: 'setting',
};

const WHOSE: Readonly<Record<Brought['whose'], string>> = {
  ANOTHER: 'this backup was not made by the installation that is here',
  NEW: 'nothing is here yet: all of this comes from the backup, whoever made it',
  OWN: 'this backup is of an earlier state of this installation',
};

/** To stderr before anything is put in place, also where the answer is JSON. */
function tellOf({ whose, differences, digest }: Brought): void {
  tell(WHOSE[whose]);
  if (differences.length === 0) return tell('nothing differs from what is here');
  const comes = differences.filter(({ isTaken }) => isTaken);
  const stays = differences.filter(({ isTaken }) => !isTaken);
  tellList('it changes here:', comes);
  tellList('it would change here, and does not:', stays);
  if (stays.length > 0)
    tell('what is here stays; `--accept-settings` takes what the backup holds, where it is yours');
  tell(`${differences.length} differences, ${comes.length} of them come, ${digest} (the log names it)`);
}

function tellList(head: string, differences: readonly Difference[]): void {
  if (differences.length === 0) return;
  tell(head);
  for (const { what, name, here, backup } of differences)
    tell(`  ${KINDS[what]} ${name}: ${here ?? 'none'} → ${backup ?? 'none'}`);
}

type RestoreFlags = Flags & { readonly replace?: boolean; readonly acceptSettings?: boolean };

export async function restore(
  file: string,
  { json = false, replace = false, ...flags }: RestoreFlags,
): Promise<void> {
  const restored = await restoreBackup({ file, replace, told: tellOf, ...flags });
  if (!restored.ok) return failWith(restored.error, { json });
  if (json) return sayJson(restored.value);
  const { dataDir, madeAt, by, entries, publicKey, aside, log, sessions, replaced } = restored.value;
  say(`restored ${dataDir} from a backup of ${madeAt} (${visible(by)})`);
  say(`audit log: ${entries} entries, verified with ${visible(publicKey)}`);
  say(
    log === 'GOES_ON'
      ? 'the log goes on, with an entry that says so'
      : 'it is kept as it is under `audit/ended-…`, and a new log begins that names it: its key is not here, or is another installation’s',
  );
  if (replaced !== null)
    say(
      `it took the place of a log of ${replaced.entries} entries, root ${replaced.rootHash ?? 'not known'}`,
    );
  const words = SESSIONS[sessions];
  if (words !== null) say(words);
  if (aside !== null) say(`what was there is kept in ${aside}`);
}
