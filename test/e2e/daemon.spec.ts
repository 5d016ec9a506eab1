// The daemon as a user meets it: it starts by itself, serves those who start at once, survives being killed, and ends when told.
import { spawn } from 'node:child_process';
import { existsSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { z } from 'zod';
import { GhostHome } from '#test/fixtures/ghost.ts';
import { openKitchen, KITCHEN } from '#test/fixtures/kitchen.ts';
import { runWorkers } from '#test/fixtures/workers.ts';
import { serveSocket } from '#gateway/surfaces/daemon/socket.ts';
import { need } from '#test/fixtures/tab.ts';

let home: GhostHome;
const pidOf = (): number =>
  z
    .object({ pid: z.number() })
    .parse(JSON.parse(readFileSync(join(home.directory, 'run', 'daemon.json'), 'utf8'))).pid;

beforeAll(() => {
  home = new GhostHome();
  writeFileSync(join(home.directory, 'config.yaml'), 'warmTabs: 0\n');
});
afterAll(async () => {
  await home.run(['daemon', 'stop']);
  home[Symbol.dispose]();
});

test('nothing runs until a command needs it; two that start it at once are both served; killed, the next starts anew', async () => {
  expect((await home.run(['daemon', 'status'])).json()).toEqual({ ok: true, running: false });
  expect((await home.run(['stop'])).json()).toEqual({ ok: true, running: false });
  expect(existsSync(join(home.directory, 'run'))).toBe(false);
  const both = await Promise.all([home.run(['tabs']), home.run(['tabs', '--worker', 'other'])]);
  expect(both.map(({ code, stdout }) => [code, stdout])).toEqual([
    [0, '{"ok":true,"tabs":[]}\n'],
    [0, '{"ok":true,"tabs":[]}\n'],
  ]);
  const first = pidOf();
  process.kill(first, 'SIGKILL');
  expect((await home.run(['tabs'])).json()).toEqual({ ok: true, tabs: [] });
  expect(pidOf()).not.toBe(first);
  expect((await home.run(['daemon', 'status'])).json()).toMatchObject({ running: true, pid: pidOf() });
}, 240_000);

test('answers are JSON with an exit code: usage 2, denied 3, no browser 5', async () => {
  const usage = await home.run(['click', 'e1', '--duoble']);
  expect([usage.code, usage.json()]).toMatchObject([
    2,
    {
      ok: false,
      code: 'command.bad-params',
      suggestion: expect.stringContaining('did you mean `--double`?'),
    },
  ]);
  const none = await home.run(['snapshot']);
  expect([none.code, none.json()]).toMatchObject([5, { code: 'command.no-tab', rpc: -32002 }]);
  const denied = await home.run(['launch', '--no-sandbox']);
  expect([denied.code, denied.json()]).toMatchObject([
    3,
    { code: 'boundary.denied', rpc: -32009, because: [{ entry: 'floors.launch-flags' }] },
  ]);
  const unknown = await home.run(['clik', 'e1']);
  expect([unknown.code, unknown.stderr]).toMatchObject([2, expect.stringContaining('did you mean `click`?')]);
  const piped = await home.run(['batch', '--file', '-'], { input: '["tabs", "daemon status"]' });
  expect(piped.json()).toMatchObject({
    done: 2,
    results: [{ command: 'tabs' }, { command: 'daemon status' }],
  });
  const help = await home.run(['help', '--all']);
  expect(help.stdout).toContain('  storage get            read one value that the site keeps');
}, 240_000);

test('a client that dies in mid-command ends what it asked for', async () => {
  const child = spawn(
    process.execPath,
    [new URL('../../ui/cli/ghost.js', import.meta.url).pathname, 'launch'],
    {
      env: { ...process.env, GHOST_DATA_DIR: home.directory, GHOST_WORKER_ID: 'dying' },
      stdio: 'ignore',
    },
  );
  await new Promise((resolve) => child.once('spawn', resolve));
  child.kill('SIGKILL');
  await expect
    .poll(async () => (await home.run(['tabs', '--worker', 'dying'])).json(), { timeout: 60_000 })
    .toMatchObject({ ok: true });
}, 240_000);

test('it ends when it is told, and leaves no socket', async () => {
  const pid = pidOf();
  expect((await home.run(['daemon', 'stop'])).json()).toEqual({ ok: true, running: false, pid });
  await expect
    .poll(() => existsSync(join(home.directory, 'run', 'ghost.sock')), { timeout: 30_000 })
    .toBe(false);
  await expect.poll(() => existsSync(`/proc/${pid}`), { timeout: 30_000 }).toBe(false);
}, 120_000);

test('eight workers on one socket: every command is answered, and nobody sees or touches a tab of another', async () => {
  const kitchen = await openKitchen('127.0.0.64');
  const serving = need(await serveSocket(kitchen.gateway));
  const report = await runWorkers(join(kitchen.directory, 'data'), `${KITCHEN}/next`, 8, 1_000);
  await serving.close();
  await kitchen.close();
  expect(report).toMatchObject({ trespasses: [], odd: [] });
  expect(report.answered).toBe(report.sent);
  expect(report.rounds).toBeGreaterThanOrEqual(8);
}, 300_000);
