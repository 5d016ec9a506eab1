// A backup or restore that something comes in between of: nothing is overwritten, nothing half is left, nothing is waited for for ever.
import { execFileSync, spawn } from 'node:child_process';
import { once } from 'node:events';
import fs, {
  chmodSync,
  cpSync,
  existsSync,
  mkdirSync,
  mkdtempSync,
  readFileSync,
  readdirSync,
  rmSync,
  symlinkSync,
  utimesSync,
  writeFileSync,
} from 'node:fs';
import { syncBuiltinESMExports } from 'node:module';
import { tmpdir } from 'node:os';
import { basename, join } from 'node:path';
import { setImmediate } from 'node:timers/promises';
import { afterAll, beforeAll, expect, onTestFinished, test, vi } from 'vitest';
import { putExclusively } from '#gateway/client/backup/exclusive-file.ts';
import { makeBackup } from '#gateway/client/backup/make-backup.ts';
import { restoreBackup } from '#gateway/client/backup/restore.ts';
import {
  draftName,
  settingsDraft,
  sweepBackups,
  sweepRestores,
} from '#gateway/settings/restores/leftovers.ts';
import { dataDirectory, home, type Home } from '#test/fixtures/backups.ts';

const template = mkdtempSync(join(tmpdir(), 'ghost-backup-left-'));
beforeAll(async () => {
  const dataDir = await dataDirectory(join(template, 'data'));
  const passphraseFile = join(template, 'passphrase');
  writeFileSync(passphraseFile, 'correct horse battery');
  expect(await makeBackup({ dataDir, to: join(template, 'all.backup'), passphraseFile })).toMatchObject({
    ok: true,
  });
});
afterAll(() => rmSync(template, { recursive: true, force: true }));

function used(): Home {
  const place = home();
  cpSync(template, place.root, { recursive: true });
  return place;
}
const names = ({ root }: Home): readonly string[] => readdirSync(root).toSorted();
/** No process has this id. */
const DEAD = '4194304-1-0a1b2c3d';
const THERE = ['all.backup', 'data', 'passphrase'];

const MOST_WAITING_MS = 60_000;

/** As soon as something of that kind lies in the folder. Throws with what lies there instead. */
async function whenThere(folder: string, part: string): Promise<void> {
  const end = performance.now() + MOST_WAITING_MS;
  for (;;) {
    const there = readdirSync(folder);
    if (there.some((name) => name.includes(part))) return;
    if (performance.now() > end) throw new Error(`no \`${part}\` in \`${folder}\`, but: ${there.join()}`);
    await setImmediate();
  }
}

test('a directory that appears while a restore unpacks is neither overwritten nor moved aside', async () => {
  const place = used();
  const asked = { file: place.at('all.backup'), dataDir: place.at('new'), replace: false };
  const restoring = restoreBackup({ ...asked, passphraseFile: place.at('passphrase') });
  await whenThere(place.root, '.restoring-');
  mkdirSync(place.at('new'));
  writeFileSync(place.at('new/mine'), 'somebody’s own');
  expect(await restoring).toMatchObject({ error: { code: 'backup.not-empty' } });
  expect(readdirSync(place.at('new'))).toEqual(['mine']);
  expect(names(place)).toEqual([...THERE, 'new'].toSorted());
});

test('settings that appear before they are put in place are not overwritten either, and the place stays empty', async () => {
  const place = used();
  vi.stubEnv('GHOST_DATA_DIR', '');
  vi.stubEnv('XDG_DATA_HOME', place.at('share'));
  vi.stubEnv('XDG_CONFIG_HOME', place.at('config'));
  mkdirSync(place.at('config/ghost-browser'), { recursive: true, mode: 0o700 });
  mkdirSync(place.at('share'), { mode: 0o700 });
  const config = place.at('config/ghost-browser/config.yaml');
  const asked = { file: place.at('all.backup'), replace: false, passphraseFile: place.at('passphrase') };
  const beforePutting = (): void => writeFileSync(config, 'maxTabs: 3\n', { mode: 0o600 });
  const done = await restoreBackup(asked, { beforePutting });
  vi.unstubAllEnvs();
  expect(done).toMatchObject({ error: { code: 'backup.not-empty' } });
  expect(readFileSync(config, 'utf8')).toBe('maxTabs: 3\n');
  expect(readdirSync(place.at('share'))).toEqual([]);
  expect(readdirSync(place.at('config/ghost-browser'))).toEqual(['config.yaml']);
});

test('a pipe in the place of the settings is named by a backup, and not waited for', async () => {
  const place = used();
  rmSync(place.at('data/config.yaml'));
  execFileSync('/usr/bin/mkfifo', [place.at('data/config.yaml')]);
  const pipe = { code: 'backup.failed', cause: expect.stringContaining('a pipe') };
  expect(await makeBackup({ dataDir: place.at('data'), to: place.at('second.backup') })).toMatchObject({
    error: pipe,
  });
  expect(names(place)).toEqual(THERE);
});

const GHOST = new URL('../../../ui/cli/ghost.js', import.meta.url).pathname;
/** Whose signal ended it, once the draft was there. */
async function stopped(words: readonly string[], folder: string, part: string): Promise<unknown> {
  const child = spawn(process.execPath, [GHOST, ...words], { stdio: 'ignore' });
  const ended = once(child, 'exit');
  await whenThere(folder, part);
  child.kill('SIGINT');
  return ended;
}

test('Ctrl-C amid a backup leaves no folder and no half file', async () => {
  const place = used();
  rmSync(place.at('all.backup'));
  // A save that does not end: the backup waits for it.
  writeFileSync(place.at('data/vault/vault.db-journal'), '');
  const words = ['backup', place.at('all.backup'), '--data-dir', place.at('data')];
  expect(await stopped(words, place.root, '.ghost-backup-')).toEqual([null, 'SIGINT']);
  expect(names(place)).toEqual(['data', 'passphrase']);
});

test('Ctrl-C amid a restore leaves the place as it was', async () => {
  const place = used();
  const words = ['restore', place.at('all.backup'), '--data-dir', place.at('new')];
  const more = ['--passphrase-file', place.at('passphrase')];
  expect(await stopped([...words, ...more], place.root, '.restoring-')).toEqual([null, 'SIGINT']);
  expect(names(place)).toEqual(THERE);
});

test('on a disk without links a backup gets its name all the same, and overwrites nothing', () => {
  const place = home();
  const noLinks = (): never => {
    throw Object.assign(new Error('no links here'), { code: 'EPERM' });
  };
  writeFileSync(place.at('draft'), 'whole');
  expect(putExclusively(place.at('draft'), place.at('name'), noLinks)).toBe(true);
  expect(names(place)).toEqual(['name']);
  expect(readFileSync(place.at('name'), 'utf8')).toBe('whole');
  for (const link of [undefined, noLinks]) {
    writeFileSync(place.at('draft'), 'another');
    expect(putExclusively(place.at('draft'), place.at('name'), link)).toBe(false);
    expect(readFileSync(place.at('name'), 'utf8')).toBe('whole');
  }
  expect(() =>
    putExclusively(place.at('draft'), place.at('other'), () => {
      throw Object.assign(new Error('no room'), { code: 'ENOSPC' });
    }),
  ).toThrow('no room');
  expect(existsSync(place.at('other'))).toBe(false);
});

test('what a killed backup or restore left goes an hour later; what lives, is young, a link, another’s or still needed stays', () => {
  const place = home();
  const old = (name: string): void => {
    mkdirSync(place.at(name), { mode: 0o700 });
    writeFileSync(place.at(`${name}/file`), 'x');
    utimesSync(place.at(name), new Date(0), new Date(0));
  };
  const live = draftName('data.restoring-');
  mkdirSync(place.at('data'));
  for (const name of [`.ghost-backup-${DEAD}`, '.ghost-backup-Xy12Za', `data.restoring-${DEAD}`, live])
    old(name);
  old('data.restoring-0a1b2c3d-0a1b-4c2d-8e3f-0a1b2c3d4e5f');
  old('data.restored-20200101T000000Z');
  old('other.restored-20200101T000000Z');
  mkdirSync(place.at('.ghost-backup-young'), { mode: 0o700 });
  symlinkSync(place.at('data'), place.at('.ghost-backup-link'));
  old('data.restoring-open');
  chmodSync(place.at('data.restoring-open'), 0o777);
  sweepBackups(place.root);
  const config = place.at('config.yaml');
  sweepRestores({ data: place.at('data'), config });
  sweepRestores({ data: place.at('other'), config });
  expect(names(place)).toEqual(
    [
      '.ghost-backup-link',
      '.ghost-backup-young',
      'data',
      live,
      'data.restoring-open',
      'other.restored-20200101T000000Z',
    ].toSorted(),
  );
});

test('a directory of a person stays, however old, whose name begins as one of ours does', () => {
  const place = home();
  mkdirSync(place.at('d'));
  const ends = {
    '.ghost-backup-': ['keep', 'photos', 'Photos', '202611', '20261123T100000Z', '4194304-1-0a1b2c3d-keep'],
    'd.restoring-': ['notes', 'Xy12Za', '1-1-1'],
    'd.restored-': ['before-upgrade', '20261123', '20261123T100000Z.keep', '4194304-1-0a1b2c3d', ''],
  };
  const theirs = Object.entries(ends).flatMap(([begin, some]) => some.map((end) => begin + end));
  for (const name of theirs) {
    mkdirSync(place.at(name), { mode: 0o700 });
    writeFileSync(place.at(`${name}/theirs`), 'x');
    utimesSync(place.at(name), new Date(0), new Date(0));
  }
  sweepBackups(place.root);
  sweepRestores({ data: place.at('d'), config: place.at('config.yaml') });
  expect(names(place)).toEqual(['d', ...theirs].toSorted());
});

test('the draft of settings goes by the same rules, and nothing else beside them', () => {
  const place = home();
  const [data, config] = [place.at('share/data'), place.at('config.yaml')];
  const staging = draftName(`${data}.restoring-`);
  const [live, dead] = [settingsDraft(config, staging), settingsDraft(config, `${data}.restoring-${DEAD}`)];
  const others = [
    place.at('config.yaml.other.restoring-4194304-1-0a1b2c3d.new'),
    place.at('config.yaml.data.restoring-4194304-1-0a1b2c3d'),
    place.at('config.yaml.before-restore-20200101T000000Z'),
    config,
  ];
  for (const path of [live, dead, ...others]) {
    writeFileSync(path, 'x', { mode: 0o600 });
    utimesSync(path, new Date(0), new Date(0));
  }
  const open = settingsDraft(config, `${data}.restoring-4194304-1-0a1b2c3e`);
  writeFileSync(open, 'x');
  chmodSync(open, 0o666);
  utimesSync(open, new Date(0), new Date(0));
  const young = settingsDraft(config, `${data}.restoring-4194304-1-0a1b2c3f`);
  writeFileSync(young, 'x', { mode: 0o600 });
  sweepRestores({ data, config });
  expect(names(place)).toEqual([live, open, young, ...others].map((path) => basename(path)).toSorted());
});

test('what cannot be looked at or removed does not keep the rest', () => {
  const place = home();
  const all = ['a', 'b', 'c'].map((letter) => `.ghost-backup-${DEAD.slice(0, -1)}${letter}`);
  for (const name of all) {
    mkdirSync(place.at(name), { mode: 0o700 });
    utimesSync(place.at(name), new Date(0), new Date(0));
  }
  // The first one that is listed.
  const [bad = ''] = readdirSync(place.root);
  const { lstatSync } = fs;
  onTestFinished(() => {
    Object.assign(fs, { lstatSync });
    syncBuiltinESMExports();
  });
  const refusing = (path: fs.PathLike): fs.Stats => {
    if (path === place.at(bad)) throw Object.assign(new Error('gone bad'), { code: 'EIO' });
    return lstatSync(path);
  };
  Object.assign(fs, { lstatSync: refusing });
  syncBuiltinESMExports();
  sweepBackups(place.root);
  expect(names(place)).toEqual([bad]);
});
