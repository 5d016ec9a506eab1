// A frame of another site through the whole boundary: read only where the task may read its site, and an act in it is decided,
// asked for and logged as one on that site.
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { openGateway } from '#gateway/main.ts';
import type { Gateway } from '#gateway/main.ts';
import { SHIPPED } from '#gateway/settings/policy-source.ts';
import { startSite, type Site } from '#test/fixtures/site.ts';
import { need } from '#test/fixtures/tab.ts';

const LAYER = `policy: 1
id: framed
revision: 1
owner: tests
extends: { id: phase38-default }
description: A shop whose payment stands in a frame of another site.
rules:
  - id: sites
    decision: ALLOW
    when: { capability: [NAVIGATE_SAME_ORIGIN, NAVIGATE_CROSS_ORIGIN], addressClass: LOOPBACK, host: [shop.test, pay.test] }
    reason: The sites of the task.
`;
let shop: Site;
let pay: Site;
let gateway: Gateway;
let directory: string;

beforeAll(async () => {
  [shop, pay] = await Promise.all([startSite({}, '127.0.0.61'), startSite({}, '127.0.0.62')]);
  pay.pages['/'] =
    `<title>Pay</title><p>Card ends in 4711-0815-99</p><input aria-label="Name on card"><button onclick="this.textContent='Paid'">Pay now</button>`;
  shop.pages['/'] =
    `<!doctype html><title>Shop</title><h1>Checkout</h1><iframe title="Payment" src="http://pay.test/" width="400" height="300"></iframe>`;
  directory = mkdtempSync(join(tmpdir(), 'ghost-frames-'));
  const layer = join(directory, 'framed.yaml');
  writeFileSync(layer, LAYER);
  const at = (address: string, { port }: Site) => ({ address, port });
  gateway = await openGateway({
    dataDir: directory,
    policy: [SHIPPED.default, layer],
    consent: () => Promise.resolve('DENY'),
    world: {
      hostMap: { 'shop.test': at('127.0.0.61', shop), 'pay.test': at('127.0.0.62', pay) },
      sites: [],
      secrets: {},
    },
  });
});
afterAll(async () => {
  await gateway.close();
  await Promise.all([shop.close(), pay.close()]);
  rmSync(directory, { recursive: true, force: true });
});

test('where the person named its site, it is read, labelled with its origin, and acted on as that site', async () => {
  await using tab = need(await gateway.openTab({ url: 'http://shop.test/', namedHosts: ['pay.test'] }));
  const { text } = need(await tab.read());
  expect(text).toMatch(/\[frame Payment of http:\/\/pay\.test e\d+\]/u);
  const ref = /(e\d+) button Pay now/u.exec(text)?.[1] ?? '';
  need(await tab.act({ type: 'CLICK', ref }));
  expect(need(await tab.read()).text).toContain('button Paid');
  const { rows } = need(await gateway.readAudit({ text: 'type:decision', limit: 8 }, 'person:terminal'));
  expect(rows.find(({ what }) => what.includes('Pay now'))).toMatchObject({ where: 'pay.test' });
  // What was read there is that site's: it does not go to the shop without a question, which is refused here.
  const sent = await tab.act({ type: 'NAVIGATE', url: 'http://shop.test/?card=4711-0815-99' });
  expect(sent).toMatchObject({ ok: false, error: { code: 'consent.refused' } });
});

test('where nobody did, nothing of it is read', async () => {
  await using tab = need(await gateway.openTab({ url: 'http://shop.test/' }));
  const { text } = need(await tab.read());
  expect(text).toMatch(/\[frame not readable: a frame of .+ e\d+\]/u);
  expect(text).not.toMatch(/4711|Pay now/u);
});
