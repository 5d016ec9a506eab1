// How often a person is asked for each task of the demo world: as often as a new user counted it, no more and no less.
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { startDemoWorld } from '#gateway/client/demo/demo-world.ts';
import type { DemoWorld } from '#gateway/client/demo/demo-world.ts';
import { openGateway } from '#gateway/main.ts';
import type { Gateway } from '#gateway/main.ts';
import { SHIPPED } from '#gateway/settings/policy-source.ts';
import { keepBrowser, SHARED } from '#test/fixtures/kept-browser.ts';
import { need } from '#test/fixtures/tab.ts';

let directory: string;
let world: DemoWorld;
let gateway: Gateway;
let asked: string[] = [];

beforeAll(async () => {
  directory = mkdtempSync(join(tmpdir(), 'ghost-prompts-'));
  world = need(await startDemoWorld());
  gateway = await openGateway({
    dataDir: directory,
    world,
    policy: [SHIPPED.default, SHIPPED.demo],
    config: { ...SHARED, vault: { key: 'file' } },
    consent: (card) => {
      asked.push(card.title);
      return Promise.resolve('ALLOW_ONCE');
    },
  });
  await keepBrowser(gateway);
});
afterAll(async () => {
  await gateway.close();
  await world.close();
  rmSync(directory, { recursive: true, force: true });
});

test.each<[readonly string[], string]>([
  [[], 'search the shop for a mechanical keyboard and tell me the cheapest price'],
  [[], 'what is the capital of Iceland? look it up in the encyclopedia'],
  [[], 'open the forum and read the newest post'],
  [
    ['Go to another site'],
    "look up mechanical keyboards in the encyclopedia, then open the maker's site and tell me when it was founded",
  ],
  // User name, password and sending are one question.
  [['Enter log-in or card details'], 'check the status of my latest order'],
])('asks %j: %s', async (titles, intent) => {
  asked = [];
  const result = await gateway.run(intent).result;
  expect(result.status, JSON.stringify(result.error)).toBe('DONE');
  expect(asked).toEqual(titles);
});
