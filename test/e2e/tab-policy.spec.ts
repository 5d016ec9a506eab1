// Phase-38 5.1 and 5.3 in a running gateway: how many tabs a task may have, who may open them, and that nobody does otherwise.
import { mkdtempSync, readFileSync, readdirSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, afterEach, beforeAll, beforeEach, expect, test } from 'vitest';
import { openGateway } from '#gateway/main.ts';
import type { Gateway } from '#gateway/main.ts';
import { SHIPPED } from '#gateway/settings/policy-source.ts';
import type { ConsentCard } from '#gateway/protocol/views/consent.ts';
import type { GovernedTab } from '#gateway/tabs/governed-tab.ts';
import type { TabPolicy } from '#policy/language/vocabulary.ts';
import { startSite, type Site } from '#test/fixtures/site.ts';
import { need } from '#test/fixtures/tab.ts';

/** The default, but that a headless browser's agent may ask for a tab. */
const asking = (): string => {
  const text = readFileSync(SHIPPED.default, 'utf8');
  const changed = text.replace('OPEN_TAB: [ESCALATE, DENY]', 'OPEN_TAB: [ESCALATE, ESCALATE]');
  expect(changed).not.toBe(text);
  const file = join(directory, 'asking.yaml');
  writeFileSync(file, changed);
  return file;
};

let site: Site;
let directory: string;
let gateway: Gateway;
let cards: ConsentCard[] = [];

beforeAll(async () => {
  site = await startSite({}, '127.0.0.44');
  site.pages['/'] = `<title>Tabs</title><button onclick="window.open('/popup')">Open</button>
    <a href="/linked" target="_blank">Linked</a>`;
});
afterAll(() => site.close());
beforeEach(async () => {
  cards = [];
  site.hits.length = 0;
  directory = mkdtempSync(join(tmpdir(), 'ghost-tabs-'));
  gateway = await openGateway({
    dataDir: directory,
    policy: [asking(), SHIPPED.demo],
    consent: (card) => {
      cards.push(card);
      return Promise.resolve('ALLOW_ONCE');
    },
    world: { hostMap: { 'shop.test': { address: '127.0.0.44', port: site.port } }, sites: [], secrets: {} },
  });
});
afterEach(async () => {
  await gateway.close();
  rmSync(directory, { recursive: true, force: true });
});

const open = (tabPolicy: TabPolicy) => gateway.openTab({ url: 'http://shop.test/', tabPolicy });
async function press(tab: GovernedTab, role: string, name: string) {
  const seen = need(await tab.snapshot());
  if (seen.kind !== 'SNAPSHOT') throw new Error('no snapshot');
  const node = seen.snapshot.nodes.find((one) => one.role === role && one.name === name);
  return tab.act({ type: 'CLICK', ref: node?.ref ?? '' });
}
const violations = (): readonly unknown[] =>
  gateway.audit
    .since(0, 10_000)
    .filter(({ verdict }) => verdict === 'DENY')
    .map(({ details }) => details['violation']);

test('FORBIDDEN: no tab at all, and no browser is started', async () => {
  const opened = await open('FORBIDDEN');
  expect(opened).toMatchObject({ ok: false, error: { code: 'boundary.denied' } });
  expect(readdirSync(gateway.paths.profiles)).toEqual([]);
  expect(violations()).toEqual(['TAB_POLICY_VIOLATION']);
  expect(site.hits).toEqual([]);
});

test.each(['SINGLE_TAB', 'INDEPENDENT_MULTI'] as const)(
  '%s: the task’s one tab; neither its agent nor its page opens another, and nobody is asked',
  async (tabPolicy) => {
    const tab = need(await open(tabPolicy));
    expect(await tab.act({ type: 'OPEN_TAB', url: 'http://shop.test/more' })).toMatchObject({ ok: false });
    expect(await press(tab, 'link', 'Linked')).toMatchObject({
      ok: false,
      error: { code: 'boundary.denied' },
    });
    const pressed = need(await press(tab, 'button', 'Open'));
    expect(pressed).toMatchObject({ navigated: false, document: { title: 'Tabs' } });
    expect(site.hits.filter((hit) => /more|linked|popup/u.test(hit))).toEqual([]);
    expect(cards).toEqual([]);
    expect(violations()).toContain('TAB_POLICY_VIOLATION');
    await tab.close();
  },
);

test('INDEPENDENT_MULTI: several tabs are Ghost Tabs of their own, each with its process and profile', async () => {
  const tabs = [need(await open('INDEPENDENT_MULTI')), need(await open('INDEPENDENT_MULTI'))];
  const launched = gateway.audit.since(0, 10_000).filter(({ type }) => type === 'tab.launched');
  expect(new Set(launched.map(({ details }) => details['pid'])).size).toBe(2);
  expect(readdirSync(gateway.paths.profiles)).toHaveLength(2);
  await Promise.all(tabs.map((tab) => tab.close()));
  expect(readdirSync(gateway.paths.profiles)).toEqual([]);
});

test('CONTROLLED_MULTI: the agent’s tab opens after an answer, in front and under the same guard; the page’s never', async () => {
  const tab = need(await open('CONTROLLED_MULTI'));
  site.pages['/more'] = '<title>More</title><h1>More</h1>';
  const opened = need(await tab.act({ type: 'OPEN_TAB', url: 'http://shop.test/more' }));
  expect(opened).toMatchObject({ navigated: true, document: { title: 'More' } });
  expect(cards.map(({ capabilities }) => capabilities)).toEqual([['OPEN_TAB']]);
  expect(need(await tab.act({ type: 'CLOSE_TAB' }))).toMatchObject({ document: { title: 'Tabs' } });
  need(await press(tab, 'button', 'Open'));
  expect(site.hits.filter((hit) => hit.includes('popup'))).toEqual([]);
  expect(cards).toHaveLength(1);
  await tab.close();
});
