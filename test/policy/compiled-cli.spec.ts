// What was compiled is kept for the next command: below the data directory, and a command works without it.
import { spawnSync } from 'node:child_process';
import { mkdtempSync, readdirSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, expect, test } from 'vitest';

const directory = mkdtempSync(join(tmpdir(), 'ghost-compiled-'));
afterAll(() => rmSync(directory, { recursive: true, force: true }));

const cli = new URL('../../ui/cli/ghost.ts', import.meta.url).pathname;
const lints = (dataDir: string) =>
  spawnSync(process.execPath, [cli, 'policy', 'lints'], {
    encoding: 'utf8',
    env: { ...process.env, GHOST_DATA_DIR: dataDir, NODE_COMPILE_CACHE: '' },
  });

test('compiled modules lie below the data directory, which nobody else enters', () => {
  const data = join(directory, 'data');
  expect(lints(data)).toMatchObject({ status: 0, stderr: '' });
  expect(readdirSync(join(data, 'compiled')).length).toBeGreaterThan(0);
  expect(statSync(data).mode & 0o777).toBe(0o700);
});

test('where there is no place to write, a command runs without them', () => {
  const occupied = join(directory, 'file');
  writeFileSync(occupied, '');
  const ran = lints(join(occupied, 'data'));
  expect(ran).toMatchObject({ status: 0, stderr: '' });
  expect(ran.stdout).toContain('vacuous-invariant');
});
