// A data directory on a medium that cannot be written: what only reads works, the rest is refused in words, and no stack is printed.
import { cpSync, mkdirSync, readdirSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { aDirectory, anEvent, open } from '#test/gateway/audit/audit-chain.ts';
import { needed } from '#test/fixtures/faults/needed.ts';
import { SmallDisk } from '#test/fixtures/faults/small-disk.ts';
import { GhostHome } from '#test/fixtures/ghost.ts';

test('a log on a read-only medium is queried and verified, also where it was left with its write-ahead log', async ({
  skip,
}) => {
  for (const whole of [true, false]) {
    const directory = aDirectory();
    const log = await open(directory);
    for (let one = 0; one < 3; one += 1) await log.append(anEvent());
    if (whole) await log.close();
    using disk = needed(SmallDisk.mount(8), skip);
    cpSync(directory, join(disk.path, 'audit'), { recursive: true });
    if (!whole) await log.close();
    expect(readdirSync(join(disk.path, 'audit')).includes('audit.db-wal')).toBe(!whole);
    disk.readOnly();
    using home = new GhostHome({ directory: disk.path });
    const asked = await home.run(['audit', 'query', 'type:decision', '--json']);
    expect([asked.code, asked.json()]).toMatchObject([0, { total: 3 }]);
    const verified = await home.run(['audit', 'verify', '--json']);
    expect([verified.code, verified.json()]).toMatchObject([0, { ok: true, entries: 3 }]);
  }
}, 120_000);

test('what has to write there is refused with the place and the mend, and prints no stack', async ({
  skip,
}) => {
  using disk = needed(SmallDisk.mount(8), skip);
  disk.readOnly();
  using home = new GhostHome({ directory: disk.path });
  for (const command of [
    ['tabs'],
    ['launch'],
    ['serve', '--port', '0', '--json'],
    ['run', 'look at the shop', '--json'],
    ['mcp'],
  ]) {
    const { code, stdout, stderr } = await home.run(command);
    expect(code, command[0]).not.toBe(0);
    const said = stdout + stderr;
    expect(said, command[0]).toContain('GHOST_DATA_DIR');
    expect(said, command[0]).toMatch(/\b(?:directory|file)\.unusable\b/u);
    expect(said, command[0]).not.toMatch(/^\s+at .*:\d+:\d+/mu);
  }
}, 120_000);

test('a rendezvous file of other types than a daemon writes is no daemon', async () => {
  using home = new GhostHome();
  const run = join(home.directory, 'run');
  mkdirSync(run, { mode: 0o700 });
  for (const socket of [5, null, {}, join(run, 'ghost.sock')])
    for (const key of [5, null, {}, []]) {
      const file = join(run, 'daemon.json');
      rmSync(file, { force: true });
      writeFileSync(file, JSON.stringify({ protocol: {}, version: [], pid: 'x', socket, key }), {
        mode: 0o600,
      });
      expect(await home.run(['daemon', 'status'])).toMatchObject({
        code: 0,
        stdout: '{"ok":true,"running":false}\n',
        stderr: '',
      });
    }
}, 120_000);
