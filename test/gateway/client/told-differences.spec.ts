// What a backup would change here is told whole before it comes, and the log names it: lists by element, the vault, keys that would return.
import { mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { readAuditEntry, readAuditFiles } from '#gateway/client/audit-files.ts';
import type { Brought } from '#gateway/client/backup/brought.ts';
import { makeBackup } from '#gateway/client/backup/make-backup.ts';
import { restoreBackup, type RestoreAsked } from '#gateway/client/backup/restore.ts';
import { generateNoteKey } from '#gateway/audit/format/signed-note.ts';
import { trustKey, untrustKey } from '#gateway/policy/kept/keys.ts';
import { writeRevisions, type Revisions } from '#gateway/policy/kept/revisions.ts';
import { dataDirectory, home, SETTINGS, type Home } from '#test/fixtures/backups.ts';

const KEYS = [generateNoteKey('kept'), generateNoteKey('removed')].map(({ public: key }) => key);
const [KEPT, REMOVED] = KEYS;
if (KEPT === undefined || REMOVED === undefined) throw new Error('two keys were made');

const backedUp = async (
  place: Home,
  name: string,
  more: { passphraseFile?: string } = {},
): Promise<string> => {
  const to = place.at(`${name}.backup`);
  expect(await makeBackup({ dataDir: place.at(name), to, ...more })).toMatchObject({ ok: true });
  return to;
};
async function restored(asked: Omit<RestoreAsked, 'replace'>): Promise<Brought | null> {
  const done = await restoreBackup({ replace: true, ...asked });
  if (!done.ok) throw new Error(`${done.error.code}: ${done.error.message}`);
  return done.value.brought;
}
async function lastRestore(dataDir: string): Promise<Readonly<Record<string, unknown>>> {
  const found = await readAuditFiles(join(dataDir, 'audit'), { text: 'type:data.restored' });
  const entry = await readAuditEntry(join(dataDir, 'audit'), found.ok ? (found.value.rows[0]?.seq ?? 0) : 0);
  if (!entry.ok) throw new Error(entry.error.message);
  return entry.value.details;
}

test('each element of a list is told whole, what decides first; the log has the first fifty, how many more, and a digest of all', async () => {
  const place = home();
  const dataDir = await dataDirectory(place.at('own'));
  await dataDirectory(place.at('strange'));
  const flags = Array.from({ length: 80 }, (_, index) => `"--flag-${index}"`);
  const long = `/${'a'.repeat(400)}/bin/sh`;
  writeFileSync(
    place.at('strange/config.yaml'),
    `vault: {key: file}\nlaunchFlags: [${flags.join()}]\nmaxTabs: 2\npolicy: ["shipped", "team.yaml"]\ndownloads: {scanner: {command: ["/bin/echo", "${long}"]}}\n`,
  );
  const brought = await restored({ file: await backedUp(place, 'strange'), dataDir });
  const differences = brought?.differences ?? [];
  const settings = differences.filter(({ what }) => what === 'SETTING').map(({ name }) => name);
  expect(settings.slice(0, 4)).toEqual(['policy [1]', 'policy [2]', 'launchFlags [1]', 'launchFlags [2]']);
  expect(settings.slice(-4)).toEqual([
    'launchFlags [80]',
    'downloads.scanner.command [1]',
    'downloads.scanner.command [2]',
    'maxTabs',
  ]);
  expect(differences.find(({ name }) => name === 'downloads.scanner.command [2]')?.backup).toBe(`"${long}"`);
  const logged = await lastRestore(dataDir);
  expect(logged).toMatchObject({
    backupOf: 'ANOTHER',
    differencesInAll: differences.length,
    differencesNotShown: differences.length - 50,
    differencesDigest: brought?.digest,
  });
  expect(brought?.digest).toMatch(/^sha256:[\da-f]{64}$/u);
  const inLog = JSON.stringify(logged['differences']);
  expect(JSON.parse(inLog)).toHaveLength(50);
  expect(inLog.indexOf('VAULT')).toBeLessThan(inLog.indexOf('policy [1]'));
});

test('the log cuts a long value at neither end, and says how much is missing', async () => {
  const place = home();
  const dataDir = await dataDirectory(place.at('own'));
  await dataDirectory(place.at('strange'));
  const scanner = `/usr/${'a/'.repeat(200)}evil.sh`;
  writeFileSync(place.at('strange/config.yaml'), `downloads: {scanner: {command: ["${scanner}"]}}\n`);
  await restored({ file: await backedUp(place, 'strange'), dataDir });
  const inLog = JSON.stringify((await lastRestore(dataDir))['differences']);
  expect(inLog).toMatch(/more characters\) …[^"]*evil\.sh/u);
});

test('a vault that comes in the place of another one is told, and that it comes', async () => {
  const place = home();
  const dataDir = await dataDirectory(place.at('own'));
  await dataDirectory(place.at('strange'));
  const brought = await restored({ file: await backedUp(place, 'strange'), dataDir });
  const vault = (brought?.differences ?? []).filter(({ what }) => what === 'VAULT');
  expect(vault.map(({ name }) => name)).toEqual(['vault.db', 'vault.json']);
  for (const { here, backup, isTaken } of vault) {
    expect([here, backup]).toEqual(
      [0, 1].map(() => expect.stringMatching(/^\d+ bytes, sha256:[\da-f]{64}$/u)),
    );
    expect(isTaken).toBe(true);
  }
});

test('a machine with nothing is told all that a backup brings, also to whom has its passphrase', async () => {
  const place = home();
  await dataDirectory(place.at('strange'), `${SETTINGS}downloads: {scanner: {command: ["/bin/evil"]}}\n`);
  trustKey(place.at('strange/policy'), KEPT);
  writeFileSync(place.at('passphrase'), 'a stranger hands it along');
  const passphraseFile = place.at('passphrase');
  const file = await backedUp(place, 'strange', { passphraseFile });
  const told: Brought[] = [];
  const asked = { file, dataDir: place.at('new'), passphraseFile };
  const brought = await restored({ ...asked, told: (one) => told.push(one) });
  expect(told).toEqual([brought]);
  expect(brought).toMatchObject({ whose: 'NEW', isOwnKept: false });
  expect(brought?.differences.every(({ here, isTaken }) => here === null && isTaken)).toBe(true);
  expect(brought?.differences.map(({ what }) => what)).toEqual([
    'LOG_KEY',
    'VAULT',
    'VAULT',
    'TRUSTED_KEY',
    'SETTING',
    'SETTING',
  ]);
  expect(await lastRestore(place.at('new'))).toMatchObject({ backupOf: 'NEW', differencesInAll: 6 });
});

test('a key that is trusted no more does not return by an own backup of before, unless that is said', async () => {
  const place = home();
  const dataDir = await dataDirectory(place.at('own'));
  const policy = place.at('own/policy');
  for (const key of [KEPT, REMOVED]) expect(trustKey(policy, key)).toMatchObject({ ok: true });
  const file = await backedUp(place, 'own');
  expect(untrustKey(policy, REMOVED.text)).toMatchObject({ ok: true });
  const trusted = (): string => readFileSync(join(policy, 'trusted-keys'), 'utf8');
  const brought = await restored({ file, dataDir });
  expect(trusted()).toBe(`${KEPT.text}\n`);
  expect(brought).toMatchObject({
    whose: 'OWN',
    isOwnKept: false,
    differences: [{ what: 'TRUSTED_KEY', here: null, backup: 'trusted', isTaken: false }],
  });
  expect(await lastRestore(dataDir)).toMatchObject({ backupOf: 'OWN', differences: [{ isTaken: false }] });
  await restored({ file, dataDir, acceptSettings: true });
  expect(trusted()).toBe(`${KEPT.text}\n${REMOVED.text}\n`);
});

test('a key that an own backup does not trust yet goes with it, and is told', async () => {
  const place = home();
  const dataDir = await dataDirectory(place.at('own'));
  const file = await backedUp(place, 'own');
  trustKey(place.at('own/policy'), KEPT);
  expect(await restored({ file, dataDir })).toMatchObject({
    differences: [{ what: 'TRUSTED_KEY', here: 'trusted', backup: null, isTaken: true }],
  });
});

test('two floors of one revision differ by their bundle and by what was reverted', async () => {
  const place = home();
  const dataDir = await dataDirectory(place.at('own'));
  await dataDirectory(place.at('strange'));
  const digest = `sha256:${'5'.repeat(64)}`;
  const put = (name: string, floors: Revisions['floors']): void => {
    mkdirSync(place.at(`${name}/policy`), { recursive: true, mode: 0o700 });
    writeRevisions(place.at(`${name}/policy`), { floors });
  };
  put('own', { shop: { revision: 5, digest, revertedFrom: null } });
  put('strange', { shop: { revision: 5, digest, revertedFrom: 9 } });
  const brought = await restored({ file: await backedUp(place, 'strange'), dataDir });
  expect(brought?.differences.filter(({ what }) => what === 'REVISION')).toEqual([
    {
      what: 'REVISION',
      name: 'shop',
      here: `revision 5, ${digest}`,
      backup: `revision 5, ${digest}, reverted from 9`,
      isTaken: false,
    },
  ]);
});
