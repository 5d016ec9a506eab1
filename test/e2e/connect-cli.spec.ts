// `ghost connect` and the options of `ghost run` that name a running browser or a tab policy: as a user types them.
import { join } from 'node:path';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { GhostHome } from '#test/fixtures/ghost.ts';

let home: GhostHome;
beforeAll(() => {
  home = new GhostHome();
});
afterAll(() => home[Symbol.dispose]());

test('an endpoint elsewhere than on this machine is a fault of usage, and one that no policy names is denied', async () => {
  const [elsewhere, unnamed, none] = await Promise.all([
    home.run(['connect', '--cdp-url', 'http://192.168.1.5:9222', '--json']),
    home.run(['connect', '--cdp-port', '9', '--data-dir', join(home.directory, 'b'), '--json']),
    home.run(['connect', '--data-dir', join(home.directory, 'c'), '--json']),
  ]);
  expect(elsewhere.code).toBe(2);
  expect(elsewhere.json()).toMatchObject({ error: { code: 'attach.bad-endpoint' } });
  expect(unnamed.code).toBe(3);
  expect(unnamed.json()).toMatchObject({ error: { code: 'boundary.denied' } });
  expect(none.code).toBe(2);
  expect(none.json()).toMatchObject({ error: { help: expect.stringContaining('--auto') } });
});

test('a task’s tab policy is its own: FORBIDDEN starts no browser', async () => {
  const ran = await home.run(['run', 'open shop.test', '--demo', '--tab-policy', 'FORBIDDEN', '--json']);
  expect(ran.code).toBe(3);
  expect(ran.json()).toMatchObject({ status: 'DENIED', error: { code: 'boundary.denied' } });
  expect(JSON.stringify(ran.json())).toContain('TAB_POLICY_VIOLATION');
  const odd = await home.run(['run', 'open shop.test', '--tab-policy', 'MANY']);
  expect(odd.code).toBe(2);
  expect(odd.stderr).toContain('CONTROLLED_MULTI');
});
