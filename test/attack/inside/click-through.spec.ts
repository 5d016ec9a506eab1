// A card with a harmless name over a control that the policy refuses: an agent clicks the card.
// INVARIANT: written from outside, through `openGateway`; beside each attack its harmless twin goes on.
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';
import { openGateway, type Gateway } from '#gateway/main.ts';
import { SHIPPED } from '#gateway/settings/policy-source.ts';
import type { ConsentCard } from '#gateway/protocol/views/consent.ts';
import { keepBrowser, SHARED } from '#test/fixtures/kept-browser.ts';
import { startSite, type Site } from '#test/fixtures/site.ts';
import { need } from '#test/fixtures/tab.ts';

const ADDRESS = '127.0.0.78';
const POLICY = `policy: 1
id: cards
revision: 1
vocabulary: phase38/1
extends: { id: demo-world }
owner: tests
description: A host is closed, and so is whatever deletes.
rules:
  - { id: closed, decision: DENY, when: { host: prize.test }, reason: Closed. }
  - { id: no-delete, decision: DENY, when: { action: CLICK, elementName: Delete account }, reason: Nothing is deleted. }
`;
const FILLS = 'style="display:block;box-sizing:border-box;width:200px;height:40px;margin:0"';
const card = (inner: string): string =>
  `<!doctype html><link rel="icon" href="data:,"><title>Shop</title><h1>Cards</h1>
  <div role="button" tabindex="0" aria-label="Opening hours" style="display:inline-block">${inner}</div>`;

let site: Site;
let directory: string;
let gateway: Gateway;
let worker = 0;
const cards: ConsentCard[] = [];

beforeAll(async () => {
  site = await startSite({ '/hours': card('Nine to five'), '/deleted': { status: 204 } }, ADDRESS);
  directory = mkdtempSync(join(tmpdir(), 'ghost-cards-'));
  const file = join(directory, 'cards.yaml');
  writeFileSync(file, POLICY);
  const here = { address: ADDRESS, port: site.port };
  gateway = await openGateway({
    dataDir: join(directory, 'data'),
    policy: [SHIPPED.default, SHIPPED.demo, file],
    world: {
      hostMap: { 'shop.test': here, 'prize.test': here },
      sites: [],
      secrets: {},
    },
    config: SHARED,
    consent: async (asked) => {
      cards.push(asked);
      return 'DENY';
    },
  });
  await keepBrowser(gateway);
});
afterAll(async () => {
  await gateway.close();
  await site.close();
  rmSync(directory, { recursive: true, force: true });
});
beforeEach(() => {
  cards.length = 0;
  site.hits.length = 0;
  worker += 1;
});

/** The agent clicks the card by its harmless name. */
async function clicked(inner: string) {
  site.pages['/'] = card(inner);
  await using tab = need(
    await gateway.openTab({ url: 'http://shop.test/', namedHosts: ['shop.test'], workerId: `w${worker}` }),
  );
  const seen = need(await tab.snapshot());
  const nodes = seen.kind === 'SNAPSHOT' ? seen.snapshot.nodes : [];
  const ref = nodes.find(({ name, ref: one }) => name === 'Opening hours' && one !== null)?.ref;
  if (ref == null) throw new Error(`no card among ${JSON.stringify(nodes.map(({ name }) => name))}`);
  // Awaited here: the tab is closed behind it.
  return await tab.act({ type: 'CLICK', ref });
}
const got = (path: string): boolean => site.hits.some((hit) => hit.includes(path));

test('a link within to a host that the policy denies is denied, and nothing of it is asked for', async () => {
  const refused = await clicked(`<a ${FILLS} href="http://prize.test/hours">Won</a>`);
  expect(refused).toMatchObject({ ok: false, error: { code: 'boundary.denied' } });
  expect(JSON.stringify(refused)).toContain('closed');
  expect(got('/hours')).toBe(false);
});

test('a button of a script within that the policy denies by its name is denied', async () => {
  const refused = await clicked(
    `<button type="button" ${FILLS} onclick="fetch('/deleted')">Delete account</button>`,
  );
  expect(refused).toMatchObject({ ok: false, error: { code: 'boundary.denied' } });
  expect(JSON.stringify(refused)).toContain('no-delete');
  expect(got('/deleted')).toBe(false);
});

test('the harmless twins work: a link of the own site, a button with another name', async () => {
  expect(await clicked(`<a ${FILLS} href="/hours">Hours</a>`)).toMatchObject({ ok: true });
  expect(got('/hours')).toBe(true);
  expect(
    await clicked(`<button type="button" ${FILLS} onclick="fetch('/deleted')">Unfold</button>`),
  ).toMatchObject({ ok: true });
  await expect.poll(() => got('/deleted'), { timeout: 30_000 }).toBe(true);
  expect(cards).toEqual([]);
});
