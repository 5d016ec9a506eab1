// A daemon whose disk takes twelve seconds for a sync: what was allowed can still be done, and its end has a bound.
import { existsSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { z } from 'zod';
import { needed } from '#test/fixtures/faults/needed.ts';
import { Faults, faultLibrary } from '#test/fixtures/faults/preload.ts';
import { GhostHome } from '#test/fixtures/ghost.ts';

const SYNC_MS = 12_000;

test('an act waits for a slow disk and is done; SIGTERM does not wait for it, and says what was given up', async ({
  skip,
}) => {
  const { path } = needed(faultLibrary(), skip);
  using faults = new Faults(path);
  using home = new GhostHome({ env: faults.env });
  writeFileSync(join(home.directory, 'config.yaml'), 'warmTabs: 0\n');
  expect((await home.run(['launch'])).code).toBe(0);
  const { pid } = z
    .object({ pid: z.number() })
    .parse(JSON.parse(readFileSync(join(home.directory, 'run', 'daemon.json'), 'utf8')));
  faults.set({ call: 'sync', prefix: join(home.directory, 'audit'), fault: SYNC_MS });

  const looked = home.run(['snapshot']);
  await expect
    .poll(async () => (await home.run(['daemon', 'status'])).json(), { timeout: 60_000 })
    .toMatchObject({ health: { state: 'degraded', causes: [{ code: 'audit.slow-disk' }] } });
  expect((await looked).json()).toMatchObject({ ok: true });
  // Closing waits for no entry.
  expect((await home.run(['close'])).code).toBe(0);

  process.kill(pid, 'SIGTERM');
  await expect.poll(() => existsSync(`/proc/${pid}`), { timeout: 60_000 }).toBe(false);
  const log = readFileSync(join(home.directory, 'daemon.log'), 'utf8');
  expect(log).toMatch(/gave up after \d+ s, killed by itself: \["the audit log"/u);
  faults.clear();
  expect((await home.run(['audit', 'verify', '--json'])).json()).toMatchObject({ ok: true });
}, 240_000);
