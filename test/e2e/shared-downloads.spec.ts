// Two tasks in one browser: what one of them downloads is its own, and the other one does not hear of it.
import { mkdtempSync, readdirSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, afterEach, beforeAll, expect, test } from 'vitest';
import { openGateway } from '#gateway/main.ts';
import type { Gateway } from '#gateway/main.ts';
import type { ConsentCard } from '#gateway/protocol/views/consent.ts';
import { SHIPPED } from '#gateway/settings/policy-source.ts';
import type { GovernedTab } from '#gateway/tabs/governed-tab.ts';
import { SHARED } from '#test/fixtures/kept-browser.ts';
import { startSite, type Site } from '#test/fixtures/site.ts';
import { need } from '#test/fixtures/tab.ts';
import { UNTIRING } from '#test/fixtures/untiring.ts';

const ADDRESS = '127.0.0.92';
const [MINE, OTHER] = ['w-mine', 'w-other'];
const LAYER = `policy: 1
id: takes-files
revision: 1
owner: test
extends: { id: demo-world }
description: A person approves each download.
rules:
  - id: supervised
    decision: ESCALATE
    when: { capability: FILE_DOWNLOAD, executor: HEADLESS_CHROMIUM }
    reason: A person approves each download.
`;
let site: Site;
let directory: string;
let folder: string;
let gateway: Gateway;
let mine: GovernedTab;
let other: GovernedTab;
let from = 0;
const cards: ConsentCard[] = [];

const attachment = {
  headers: {
    'content-type': 'application/octet-stream',
    'content-disposition': 'attachment; filename=a.bin',
  },
  body: 'its content',
};

beforeAll(async () => {
  site = await startSite(
    {
      '/': '<!doctype html><title>Shop</title><link rel="icon" href="data:,"><a href="data:text/plain,inline" download="inline.txt">Inline</a>',
      '/file': attachment,
    },
    ADDRESS,
  );
  directory = mkdtempSync(join(tmpdir(), 'ghost-shared-downloads-'));
  folder = join(directory, 'data', 'downloads');
  writeFileSync(join(directory, 'layer.yaml'), LAYER);
  gateway = await openGateway({
    patience: UNTIRING,
    dataDir: join(directory, 'data'),
    policy: [SHIPPED.default, SHIPPED.demo, join(directory, 'layer.yaml')],
    world: { hostMap: { 'shop.test': { address: ADDRESS, port: site.port } }, sites: [], secrets: {} },
    config: SHARED,
    consent: async (card) => {
      cards.push(card);
      return 'ALLOW_ONCE';
    },
  });
  const shop = { url: 'http://shop.test/', namedHosts: ['shop.test'] };
  mine = need(await gateway.openTab({ ...shop, taskId: MINE }));
  other = need(await gateway.openTab({ ...shop, taskId: OTHER }));
  from = gateway.audit.count();
});
afterAll(async () => {
  await gateway.close();
  await site.close();
  rmSync(directory, { recursive: true, force: true });
});
afterEach(() => {
  cards.length = 0;
  rmSync(folder, { recursive: true, force: true });
  from = gateway.audit.count();
});

const ofTask = (taskId: string) =>
  gateway.audit.since(from, 10_000).filter((entry) => entry.taskId === taskId);
const parts = () =>
  readdirSync(gateway.paths.profiles, { recursive: true, encoding: 'utf8' }).filter((path) =>
    path.includes('/downloads/'),
  );

test('they are two tasks in one browser', () => {
  const launched = gateway.audit.since(0, 10_000).filter(({ type }) => type === 'tab.launched');
  expect(new Set(launched.map(({ details }) => details['pid'])).size).toBe(1);
  expect(new Set(launched.map(({ taskId }) => taskId)).size).toBe(2);
});

test.each([
  [
    'an answer of a server',
    'a.bin',
    (tab: GovernedTab) => tab.act({ type: 'DOWNLOAD', url: 'http://shop.test/file' }),
  ],
  [
    'what only the page knows',
    'inline.txt',
    async (tab: GovernedTab) => {
      const seen = need(await tab.snapshot());
      const link =
        seen.kind === 'SNAPSHOT' ? seen.snapshot.nodes.find(({ name }) => name === 'Inline') : undefined;
      return tab.act({ type: 'CLICK', ref: link?.ref ?? '' });
    },
  ],
] as const)(
  '%s is asked about once, is its own task’s, and the other task’s log has nothing',
  async (_what, name, take) => {
    expect(need(await take(mine))).toMatchObject({ refused: [], files: [{ name, folder }] });
    // Whatever the other tab still had to do about it is done before it answers.
    need(await other.act({ type: 'EXTRACT' }));
    expect(cards.map(({ taskId }) => taskId)).toEqual([MINE]);
    expect(readdirSync(folder)).toEqual([name]);
    await expect
      .poll(() =>
        ofTask(MINE).filter(({ type, details }) => type === 'act.outcome' && details['kind'] === 'DOWNLOAD'),
      )
      .toMatchObject([{ outcome: 'DONE', details: { file: { name } } }]);
    expect(ofTask(MINE).filter(({ type }) => type === 'consent.asked')).toHaveLength(1);
    const heard = ofTask(OTHER).filter(({ what }) => what.includes(name));
    expect(heard.map(({ type, what }) => `${type} ${what}`)).toEqual([]);
    expect(parts()).toEqual([]);
  },
);

test('both download the same address at the same time: one card and one file each, and none takes the other’s leave', async () => {
  const done = await Promise.all(
    [mine, other].map((tab) => tab.act({ type: 'DOWNLOAD', url: 'http://shop.test/file' })),
  );
  for (const one of done) expect(need(one)).toMatchObject({ files: [{ folder, size: 11 }] });
  expect(cards.map(({ taskId }) => taskId).sort()).toEqual([MINE, OTHER]);
  expect(readdirSync(folder).sort()).toEqual(['a (2).bin', 'a.bin']);
  expect(parts()).toEqual([]);
});
