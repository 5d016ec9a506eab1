// Pages that pay by every kind of control, under the preset for shopping: each is asked about before anything reaches the shop.
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { openGateway } from '#gateway/main.ts';
import type { Gateway } from '#gateway/main.ts';
import type { ConsentCard } from '#gateway/protocol/views/consent.ts';
import type { GovernedTab } from '#gateway/tabs/governed-tab.ts';
import type { BrowserAction } from '#policy/acts/actions.ts';
import { SHIPPED } from '#gateway/settings/policy-source.ts';
import { keepBrowser, SHARED } from '#test/fixtures/kept-browser.ts';
import { startSite, type Site } from '#test/fixtures/site.ts';
import { need } from '#test/fixtures/tab.ts';
import { UNTIRING } from '#test/fixtures/untiring.ts';

const PAYS = `onclick="fetch('/paid')"`;
type Use = (ref: string) => BrowserAction;
const clicked: Use = (ref) => ({ type: 'CLICK', ref });
const enter: Use = (ref) => ({ type: 'PRESS', ref, key: 'Enter' });
/** Markup, how it is found (role, and name as a snapshot has it), and how it is used. */
const CONTROLS: readonly (readonly [string, string, RegExp, Use])[] = [
  ['a link', `<a href="/paid">Pay now</a>`, /pay now/iu, clicked],
  ['a link that runs a script', `<a href="#" ${PAYS}>Buy now</a>`, /buy now/iu, clicked],
  ['a link, by the keyboard', `<a href="/paid">Place order</a>`, /place order/iu, enter],
  [
    'input type=submit',
    `<form action="/paid"><input type="submit" value="Pay now"></form>`,
    /pay now/iu,
    clicked,
  ],
  [
    'input type=image',
    `<form action="/paid" method="post"><input type="image" src="data:image/gif;base64,R0lGODlhAQABAAAAACw=" width="80" height="30" alt="Pay now"></form>`,
    /pay now/iu,
    clicked,
  ],
  ['input type=button', `<input type="button" value="Pay now" ${PAYS}>`, /pay now/iu, clicked],
  [
    'a div with role=button',
    `<div role="button" tabindex="0" ${PAYS}>Complete purchase</div>`,
    /purchase/iu,
    clicked,
  ],
  ['a div without a role', `<div tabindex="0" ${PAYS}>Pay now</div>`, /pay now/iu, clicked],
  [
    'a menuitem',
    `<ul role="menu"><li role="menuitem" tabindex="0" ${PAYS}>Pay now</li></ul>`,
    /pay now/iu,
    clicked,
  ],
  [
    'a switch',
    `<div role="switch" aria-checked="false" tabindex="0" ${PAYS}>Buy with one tap</div>`,
    /buy with/iu,
    clicked,
  ],
  [
    'a box',
    `<label><input type="checkbox" onchange="fetch('/paid')"> Buy with one tap</label>`,
    /buy with/iu,
    (ref) => ({ type: 'CHECK', ref, checked: true }),
  ],
  [
    'a choice in a list',
    `<label>Next <select onchange="fetch('/paid')"><option>Wait</option><option>Pay now</option></select></label>`,
    /next/iu,
    (ref) => ({ type: 'SELECT', ref, options: ['Pay now'] }),
  ],
  [
    'a summary',
    `<details ontoggle="fetch('/paid')"><summary>Pay now</summary>done</details>`,
    /pay now/iu,
    clicked,
  ],
];

const THIS_MACHINE = `policy: 1
id: this-machine
revision: 1
extends: { id: shopping }
rules:
  - id: shop
    decision: ALLOW
    when:
      capability: [NAVIGATE_SAME_ORIGIN, NAVIGATE_CROSS_ORIGIN]
      host: shop.test
      addressClass: LOOPBACK
    reason: The shop of this test.
`;

let site: Site;
let directory: string;
let gateway: Gateway;
let tab: GovernedTab;
const cards: ConsentCard[] = [];

beforeAll(async () => {
  site = await startSite({}, '127.0.0.48');
  for (const [index, [, markup]] of CONTROLS.entries())
    site.pages[`/${index}`] = `<title>Shop</title><main>${markup}</main>`;
  site.pages['/other'] = `<title>Shop</title><main><button ${PAYS}>Add to basket</button></main>`;
  site.pages['/paid'] = '<title>Paid</title>thanks';
  directory = mkdtempSync(join(tmpdir(), 'ghost-payments-'));
  // The preset keeps to the web: a layer below lets the shop of this test be on this machine.
  const layer = join(directory, 'layer.yaml');
  writeFileSync(layer, THIS_MACHINE);
  gateway = await openGateway({
    patience: UNTIRING,
    dataDir: join(directory, 'data'),
    policy: [SHIPPED.default, SHIPPED.shopping, layer],
    world: {
      hostMap: { 'shop.test': { address: '127.0.0.48', port: site.port } },
      sites: [],
      secrets: {},
    },
    config: SHARED,
    consent: async (card) => {
      cards.push(card);
      return 'DENY';
    },
  });
  await keepBrowser(gateway);
  tab = need(await gateway.openTab({ url: 'http://shop.test/other', namedHosts: ['shop.test'] }));
});
afterAll(async () => {
  await tab?.close();
  await gateway?.close();
  await site?.close();
  rmSync(directory, { recursive: true, force: true });
});

/** The last one that is called so. */
async function refOf(name: RegExp): Promise<string> {
  const { text } = need(await tab.snapshot());
  const line = text.split('\n').findLast((one) => name.test(one) && /\be\d+\b/u.test(one));
  const ref = /\be\d+\b/u.exec(line ?? '')?.[0];
  if (ref === undefined) throw new Error(text);
  return ref;
}

test.each(CONTROLS.map(([what, , name, use], index) => [what, index, name, use] as const))(
  '%s',
  async (_what, index, name, use) => {
    need(await tab.act({ type: 'NAVIGATE', url: `http://shop.test/${index}` }));
    cards.length = 0;
    const refused = await tab.act(use(await refOf(name)));
    expect(cards).toHaveLength(1);
    expect(refused).toMatchObject({ ok: false, error: { code: 'consent.refused' } });
    expect(site.hits.filter((hit) => hit.includes('/paid'))).toEqual([]);
  },
);

test('what does not say that it pays is not asked about', async () => {
  need(await tab.act({ type: 'NAVIGATE', url: 'http://shop.test/other' }));
  cards.length = 0;
  need(await tab.act(clicked(await refOf(/basket/iu))));
  expect(cards).toEqual([]);
});
