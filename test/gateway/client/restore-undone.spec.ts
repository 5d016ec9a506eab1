// A restore that the kernel stops at its last step: what was there holds, settings included.
import { spawnSync } from 'node:child_process';
import { mkdirSync, readFileSync, readdirSync, writeFileSync } from 'node:fs';
import { expect, test } from 'vitest';
import { makeBackup } from '#gateway/client/backup/make-backup.ts';
import { restoreBackup } from '#gateway/client/backup/restore.ts';
import { needed } from '#test/fixtures/faults/needed.ts';
import { Faults, faultLibrary } from '#test/fixtures/faults/preload.ts';
import { dataDirectory, home, SETTINGS, type Home } from '#test/fixtures/backups.ts';

const GHOST = new URL('../../../ui/cli/ghost.js', import.meta.url).pathname;

/** A machine whose settings lie outside of its data directory, and another's backup. */
async function machine(): Promise<Home & { readonly config: string; readonly data: string }> {
  const place = home();
  const other = await dataDirectory(place.at('other'));
  expect(await makeBackup({ dataDir: other, to: place.at('all.backup') })).toMatchObject({ ok: true });
  mkdirSync(place.at('config/ghost-browser'), { recursive: true, mode: 0o700 });
  mkdirSync(place.at('share/ghost-browser'), { recursive: true, mode: 0o700 });
  writeFileSync(place.at('share/ghost-browser/mine'), 'x');
  const config = place.at('config/ghost-browser/config.yaml');
  writeFileSync(config, 'maxTabs: 3\n', { mode: 0o600 });
  return { ...place, config, data: place.at('share/ghost-browser') };
}

test('a directory that cannot be moved aside keeps its settings; once it can, both are replaced', async ({
  skip,
}) => {
  const { path } = needed(faultLibrary(), skip);
  using faults = new Faults(path);
  const { at, config, data } = await machine();
  const { GHOST_DATA_DIR: _none, ...env } = process.env;
  const restore = (): { readonly status: number | null; readonly stderr: string } =>
    spawnSync(process.execPath, [GHOST, 'restore', at('all.backup'), '--replace', '--accept-settings'], {
      env: { ...env, XDG_DATA_HOME: at('share'), XDG_CONFIG_HOME: at('config'), ...faults.env },
      encoding: 'utf8',
    });
  faults.set({ call: 'rename', prefix: `${data}.before-restore-`, fault: 'EROFS' });
  const refused = restore();
  expect(refused.stderr).toContain('could not be restored');
  expect(refused.status).not.toBe(0);
  expect(readFileSync(config, 'utf8')).toBe('maxTabs: 3\n');
  expect(readdirSync(at('config/ghost-browser'))).toEqual(['config.yaml']);
  expect(readdirSync(at('share'))).toEqual(['ghost-browser']);
  expect(readFileSync(`${data}/mine`, 'utf8')).toBe('x');
  faults.clear();
  expect(restore()).toMatchObject({ status: 0 });
  expect(readFileSync(config, 'utf8')).toBe(SETTINGS);
}, 120_000);

test('a mount point is refused by name, before anything is unpacked', async () => {
  const { at } = await machine();
  expect(await restoreBackup({ file: at('all.backup'), dataDir: '/dev', replace: true })).toMatchObject({
    error: { code: 'backup.failed', message: expect.stringContaining('is a mount point') },
  });
});
