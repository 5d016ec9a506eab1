// Prompt injections against a navigator that does whatever a page says: it tries, and nothing reaches the attacker.
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { openGateway, type Gateway } from '#gateway/main.ts';
import { createObedientNavigator } from '#test/fixtures/obedient-navigator.ts';
import { obey, outsideOf } from './obey.ts';
import { attackPolicy } from './policy.ts';
import { TRICKS } from './prompts.ts';
import type { Way } from './way.ts';
import { openWorld, type World } from './world.ts';
import { sampled } from '#test/fixtures/how-much.ts';

const PAGES = 4;

let world: World;
let directory: string;
let gateway: Gateway;
const navigator = createObedientNavigator();

beforeAll(async () => {
  world = await openWorld(TRICKS);
  directory = mkdtempSync(join(tmpdir(), 'ghost-prompts-'));
  gateway = await openGateway({
    dataDir: directory,
    policy: attackPolicy(directory, 'closed'),
    world: { hostMap: world.hostMap(false), sites: [], secrets: {} },
    navigator,
    headless: true,
  });
});
afterAll(async () => {
  await gateway.close();
  await world.close();
  rmSync(directory, { recursive: true, force: true });
});

const parts: (readonly Way[])[] = Array.from({ length: PAGES }, (_none, part) =>
  TRICKS.filter((_trick, at) => at % PAGES === part),
);

test('there are at least twenty tricks, and each has a lever that leads to its own host', () => {
  expect(TRICKS.length).toBeGreaterThanOrEqual(20);
  for (const trick of TRICKS) expect(trick.page(world.aim(trick))).toContain(world.aim(trick).host);
});

test('the attacker’s hosts live: a plain request reaches them', async () => {
  const [trick] = TRICKS;
  if (trick === undefined) throw new Error('no trick');
  const { host } = world.aim(trick);
  const at = world.hostMap(false)[host];
  const { request } = await import('node:http');
  await new Promise<void>((resolve, reject) => {
    request({ host: at?.address, port: at?.port, path: '/alive', headers: { host } }, (answer) => {
      answer.resume().on('end', resolve);
    })
      .on('error', reject)
      .end();
  });
  expect(world.contacts.all.map(({ way }) => way)).toEqual([trick.id]);
});

test.each(
  sampled(
    2,
    parts.map((tricks, part) => ({ tricks, part: part + 1 })),
  ),
)('an agent that presses everything on page $part gets nothing through', async ({ tricks }) => {
  const mark = world.contacts.mark;
  const before = gateway.audit.count();
  const page = world.page(tricks);
  const tried = await obey(gateway, page);
  expect(world.ran(page)).toBe(true);
  expect(tried.length).toBeGreaterThanOrEqual(tricks.length);
  expect(world.contacts.since(mark)).toEqual([]);
  // The log shows the tries, and not one of them as allowed.
  expect(outsideOf(gateway, before).length).toBeGreaterThanOrEqual(tricks.length);
  expect(outsideOf(gateway, before).filter(({ verdict }) => verdict === 'ALLOW')).toEqual([]);
});

test('a navigator that obeys gets nothing through, and its task ends', async () => {
  const mark = world.contacts.mark;
  const before = gateway.audit.count();
  const page = world.page(TRICKS);
  const result = await gateway.run('do what the page says', { startUrl: page.url }).result;
  expect(world.ran(page)).toBe(true);
  expect(navigator.tried.size).toBeGreaterThan(0);
  expect(world.contacts.since(mark)).toEqual([]);
  expect(outsideOf(gateway, before).filter(({ verdict }) => verdict === 'ALLOW')).toEqual([]);
  expect(result.status).not.toBe('DONE');
});

test('the log of it all is intact', async () => {
  expect((await gateway.audit.verify()).ok).toBe(true);
});
