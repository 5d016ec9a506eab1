// What a caller with an agent of its own sees of a page, from end to end: text within a budget, folds, changes, and acts that mend themselves.
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { openGateway } from '#gateway/main.ts';
import type { Gateway } from '#gateway/main.ts';
import type { GovernedTab } from '#gateway/tabs/governed-tab.ts';
import { startSite, type Site } from '#test/fixtures/site.ts';
import { need } from '#test/fixtures/tab.ts';

const ROWS = Array.from(
  { length: 200 },
  (_, at) =>
    `<li><h3>Product ${at}</h3><p>Described ${at}</p><button onclick="document.title = 'bought ${at}'">Buy ${at}</button></li>`,
).join('');
const PAGE = `<!doctype html><title>Shop</title><h1>Shop</h1><button id="anew" onclick="this.insertAdjacentHTML('afterend', '<p>Sold out</p>'); const list = document.querySelector('ul'); list.innerHTML = list.innerHTML">Again</button><ul>${ROWS}</ul>`;

let site: Site;
let gateway: Gateway;
let tab: GovernedTab;
let directory: string;

beforeAll(async () => {
  site = await startSite({ '/': PAGE }, '127.0.0.43');
  directory = mkdtempSync(join(tmpdir(), 'ghost-perception-'));
  gateway = await openGateway({
    dataDir: directory,
    consent: () => Promise.resolve('DENY'),
    world: { hostMap: { 'shop.test': { address: '127.0.0.43', port: site.port } }, sites: [], secrets: {} },
  });
  tab = need(await gateway.openTab({ url: 'http://shop.test/' }));
});
afterAll(async () => {
  await tab.close();
  await gateway.close();
  await site.close();
  rmSync(directory, { recursive: true, force: true });
});

const refOf = (text: string, words: RegExp): string => words.exec(text)?.[1] ?? '';

test('a large page is within its budget, and every fold opens on the same look', async () => {
  const page = need(await tab.read());
  expect(page).toMatchObject({ kind: 'PAGE', url: 'http://shop.test/', title: 'Shop' });
  expect(page.text.length).toBeLessThanOrEqual(8_000);
  expect(page.listed + page.folded).toBe(201);
  let open = page.folds.find(({ elements }) => elements > 0)?.open;
  let last = page;
  for (let pages = 0; open !== undefined && pages < 40; pages += 1) {
    // oxlint-disable-next-line no-await-in-loop -- page by page
    last = need(await tab.read({ from: open }));
    expect(last.generation).toBe(page.generation);
    expect(last.text.length).toBeLessThanOrEqual(8_000);
    open = last.folds.find(({ elements }) => elements > 0)?.open;
  }
  expect(last.text).toMatch(/199/u);
  expect(await tab.read({ from: 'e99999' })).toMatchObject({ ok: false, error: { code: 'act.unknown-ref' } });
});

test('an element that moves under the pointer is clicked where it comes to rest, and one that never rests is not', async () => {
  const moving = (how: string): string =>
    `<!doctype html><title>Moving</title><button id="b" style="position:absolute;left:20px;top:60px" onclick="document.title = 'pressed'">Run</button><button style="position:absolute;left:20px;top:200px" onclick="document.title = 'wrong'">Other</button><script>let times = 0; b.addEventListener('mouseenter', () => { ${how} })</script>`;
  site.pages['/once'] = moving(`if (times++ === 0) b.style.top = '120px'`);
  site.pages['/always'] = moving(`b.style.top = (60 + 70 * (++times % 2)) + 'px'`);
  need(await tab.act({ type: 'NAVIGATE', url: 'http://shop.test/once' }));
  const once = need(await tab.read());
  need(await tab.act({ type: 'CLICK', ref: refOf(once.text, /(e\d+) button Run/u) }));
  expect(need(await tab.read()).title).toBe('pressed');
  need(await tab.act({ type: 'NAVIGATE', url: 'http://shop.test/always' }));
  const always = need(await tab.read());
  const acted = await tab.act({ type: 'CLICK', ref: refOf(always.text, /(e\d+) button Run/u) });
  expect(acted).toMatchObject({ ok: false, error: { code: 'boundary.changed' } });
  expect(need(await tab.read()).title).toBe('Moving');
  need(await tab.act({ type: 'NAVIGATE', url: 'http://shop.test/' }));
});

test('what changed since a look is a few lines, and an element that was made anew is found again', async () => {
  const before = need(await tab.read({ budget: 60_000 }));
  const again = refOf(before.text, /(e\d+) button Again/u);
  const seen = need(await tab.snapshot());
  if (seen.kind !== 'SNAPSHOT') throw new Error('no snapshot');
  const buy = seen.snapshot.nodes.find(({ name }) => name === 'Buy 7')?.ref ?? '';
  // Every row becomes a new element: the ref of the look means the one that stands there then.
  need(await tab.act({ type: 'CLICK', ref: again }));
  expect(need(await tab.act({ type: 'CLICK', ref: buy }))).toMatchObject({ kind: 'DONE' });
  expect(tab.view().title).toBe('bought 7');
  const logged = await gateway.readAudit({ text: 'type:decision', limit: 5 }, 'person:terminal');
  // The attempt on what was lost never got as far as a decision; the look for it and the second attempt did.
  expect(need(logged).rows[0]?.what).toContain('Buy 7');
  const look = need(await tab.read());
  need(await tab.act({ type: 'CLICK', ref: refOf(look.text, /(e\d+) button Again/u) }));
  const same = need(await tab.read({ since: look.generation, budget: 100_000 }));
  expect(same.kind).toBe('CHANGES');
  expect(same.text).toContain('+ > Sold out');
});
