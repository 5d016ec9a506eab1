// Every row of the page-act table on one real gateway: what a page that is refused everything gets, and what the log says of it.
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import type { AuditEntry } from '#gateway/audit/format/contract.ts';
import { openGateway } from '#gateway/main.ts';
import type { Gateway } from '#gateway/main.ts';
import { SHIPPED } from '#gateway/settings/policy-source.ts';
import type { GovernedTab } from '#gateway/tabs/governed-tab.ts';
import { pageActRow } from '#policy/acts/page-acts.ts';
import { PAGE_ACTS, type PageActKind } from '#policy/language/vocabulary.ts';
import { see } from '#test/fixtures/see.ts';
import { PROBES, probePage } from '#test/fixtures/page-act-probes.ts';
import { startSite, type Site } from '#test/fixtures/site.ts';
import { need } from '#test/fixtures/tab.ts';

/** One storage is left, so that the document keeps its origin; on another site nothing is. */
const KEPT: PageActKind = 'SESSION_STORAGE';
const REFUSED = PAGE_ACTS.filter((kind) => kind !== KEPT);
const DOCUMENT = PAGE_ACTS.filter((kind) => pageActRow(kind).moment === 'DOCUMENT');
const LAYER = `policy: 1
id: nothing-for-pages
revision: 1
owner: test
extends: { id: phase38-default }
rules:
  - id: within
    decision: ALLOW
    when: { capability: NAVIGATE_SAME_ORIGIN, addressClass: LOOPBACK, host: [page.localhost, other.localhost] }
    reason: Within the site.
  - id: named
    decision: ALLOW
    when:
      capability: NAVIGATE_CROSS_ORIGIN
      addressClass: LOOPBACK
      namedByUser: true
      host: [page.localhost, other.localhost]
    reason: The person named this site.
floors:
  - id: no-page-act
    decision: DENY
    when: { initiator: PAGE, pageAct: [${REFUSED.join(', ')}] }
    reason: Pages do nothing by themselves.
  - id: no-storage-there
    decision: DENY
    when: { initiator: PAGE, pageAct: ${KEPT}, host: other.localhost }
    reason: Nothing is kept there.
`;

/** A button for each act that waits for a verdict; what the page got of it stands in the paragraph. */
const HELD: Readonly<Partial<Record<PageActKind, { readonly code: string; readonly got: string | null }>>> = {
  FRAME: {
    code: `const f = document.createElement('iframe'); f.src = '/frame'; document.body.append(f); setTimeout(() => say('FRAME ' + f.contentWindow.length + ' ' + (f.contentDocument?.body?.textContent ?? '')), 400)`,
    got: 'FRAME 0',
  },
  OPEN_WINDOW: {
    code: `window.open('http://prize.test/window'); say('OPEN_WINDOW asked')`,
    got: 'OPEN_WINDOW asked',
  },
  EXTERNAL_PROTOCOL: {
    code: `location.href = 'mailto:a@b.test'; say('EXTERNAL_PROTOCOL asked')`,
    got: 'EXTERNAL_PROTOCOL asked',
  },
  CONNECT: {
    code: `fetch('http://prize.test/fetch', { mode: 'no-cors' }).then((r) => say('CONNECT ' + r.type), () => say('CONNECT failed'))`,
    got: null,
  },
  DOWNLOAD: {
    code: `const l = document.createElement('a'); l.href = window.URL.createObjectURL(new Blob(['x'])); l.download = 'loot.txt'; l.click(); say('DOWNLOAD asked')`,
    got: 'DOWNLOAD asked',
  },
  FILE_CHOOSER: {
    code: `const i = document.createElement('input'); i.type = 'file'; i.oncancel = () => say('FILE_CHOOSER ' + i.files.length); i.click()`,
    got: 'FILE_CHOOSER 0',
  },
  DIALOG: { code: `say('DIALOG ' + confirm('Sure?'))`, got: 'DIALOG false' },
  // The last one: a page of ours stands in its place.
  NAVIGATE: { code: `setTimeout(() => { location.href = 'http://prize.test/go' }, 300)`, got: null },
};
const HELD_KINDS = PAGE_ACTS.filter((kind) => HELD[kind] !== undefined).toSorted(
  (a, b) => Number(a === 'NAVIGATE') - Number(b === 'NAVIGATE'),
);

let site: Site;
let directory: string;
let gateway: Gateway;
let tab: GovernedTab;
const got: Record<string, string> = {};
let words: Readonly<Record<string, string>> = {};
let entries: readonly AuditEntry[] = [];

async function press(name: string): Promise<void> {
  const seen = need(await tab.snapshot());
  if (seen.kind !== 'SNAPSHOT') throw new Error(seen.kind);
  const button = seen.snapshot.nodes.find((node) => node.name === name && node.ref !== null);
  if (button === undefined || button.ref === null) throw new Error(`no button ${name}`);
  // A refusal of what it started is no failure of the click.
  await tab.act({ type: 'CLICK', ref: button.ref });
}
async function text(): Promise<string> {
  const outcome = need(await tab.act({ type: 'EXTRACT' }));
  return outcome.kind === 'TEXT' ? outcome.text : '';
}

beforeAll(async () => {
  site = await startSite({}, '127.0.0.50');
  directory = mkdtempSync(join(tmpdir(), 'ghost-page-acts-'));
  writeFileSync(join(directory, 'layer.yaml'), LAYER);
  const address = { address: '127.0.0.50', port: site.port };
  gateway = await openGateway({
    dataDir: join(directory, 'data'),
    policy: [SHIPPED.default, join(directory, 'layer.yaml')],
    world: {
      hostMap: { 'page.localhost': address, 'other.localhost': address, 'prize.test': address },
      sites: [],
      secrets: {},
    },
  });
  need(gateway.policy);
  const buttons = HELD_KINDS.map(
    (kind) => `<button onclick="${(HELD[kind]?.code ?? '').replaceAll('"', '&quot;')}">${kind}</button>`,
  );
  site.pages['/held'] = `<!doctype html><title>Held</title><p id="p">nothing</p>${buttons.join('')}
    <script>const say = (x) => { p.textContent = x; }</script>`;
  site.pages['/probes'] = {
    headers: { 'content-security-policy': `object-src 'none'; report-uri /report` },
    body: probePage(DOCUMENT),
  };
  site.pages['/frame'] = 'a frame';
  tab = need(
    await gateway.openTab({
      url: 'http://page.localhost/probes',
      namedHosts: ['page.localhost', 'other.localhost'],
    }),
  );
  await press('Try');
  await see(tab, 'found');
  const found = await text();
  words = JSON.parse(found.slice(found.indexOf('{')));
  need(await tab.act({ type: 'NAVIGATE', url: 'http://page.localhost/held' }));
  for (const kind of HELD_KINDS) {
    await press(kind);
    const wanted = HELD[kind]?.got ?? null;
    if (wanted !== null) await see(tab, wanted);
    else await tab.act({ type: 'WAIT', milliseconds: 1000 });
    got[kind] = await text();
  }
  need(await tab.act({ type: 'NAVIGATE', url: 'http://other.localhost/probes' }));
  await tab.close();
  entries = gateway.audit.since(0, 100_000);
}, 120_000);
afterAll(async () => {
  await gateway.close();
  await site.close();
  rmSync(directory, { recursive: true, force: true });
});

const detail = ({ details }: AuditEntry, name: string): unknown => details[name];
const grantedTo = (host: string): readonly unknown[] => {
  const shown = entries.filter(
    (entry) => entry.type === 'page.act' && Array.isArray(detail(entry, 'granted')) && entry.where === host,
  );
  expect(shown.length).toBeGreaterThan(0);
  return shown.flatMap((entry) => detail(entry, 'granted'));
};

test('every row is tried', () => {
  expect([...DOCUMENT, ...HELD_KINDS].toSorted()).toEqual([...PAGE_ACTS].toSorted());
});

describe.each(HELD_KINDS)('%s', (kind) => {
  test(`refused: ${pageActRow(kind).refused}; the log says what was asked, by whom, and which entry refused it`, () => {
    const own = entries.filter((entry) =>
      kind === 'CONNECT'
        ? entry.type === 'connection' && entry.where === 'prize.test' && entry.outcome === 'REFUSED'
        : entry.type === 'page.act' && detail(entry, 'kind') === kind,
    );
    expect(own.length).toBeGreaterThan(0);
    for (const entry of own) {
      expect(entry).toMatchObject({ who: 'page', verdict: 'DENY', outcome: 'REFUSED' });
      // The choke point asks about a connection, whoever in the page wants it.
      expect(entry.why).toContain(kind === 'CONNECT' ? 'defaults.address' : 'floors.no-page-act');
    }
    const wanted = HELD[kind]?.got ?? null;
    if (wanted !== null) expect(got[kind]).toContain(wanted);
  });
});

describe.each(DOCUMENT)('%s', (kind) => {
  test(`refused: ${pageActRow(kind).refused}; the document’s entry does not name it`, () => {
    if (kind === KEPT) {
      expect(grantedTo('page.localhost')).toContain(kind);
      expect(grantedTo('other.localhost')).not.toContain(kind);
      return;
    }
    // The pickers and the directory are taken away by two means; a probe that is late has not got it either.
    const late = PROBES[kind]?.granted === 'no answer' ? [] : ['no answer'];
    const refused = [PROBES[kind]?.refused, ...late, ...(kind === 'FILE_SYSTEM' ? ['TypeError'] : [])];
    expect(refused).toContain(words[kind]);
    expect(grantedTo('page.localhost')).not.toContain(kind);
  });
});

test('what a page asked for and had been taken from it stands in the log, once a row', () => {
  const told = entries.filter((entry) => entry.type === 'page.act' && detail(entry, 'feature') !== undefined);
  const places = told.map(
    (entry) => `${String(detail(entry, 'document'))} ${String(detail(entry, 'feature'))}`,
  );
  expect(new Set(places).size).toBe(places.length);
  for (const entry of told) expect(entry).toMatchObject({ who: 'page', outcome: 'REFUSED' });
  const features = told.map((entry) => detail(entry, 'feature'));
  expect(features).toEqual(
    expect.arrayContaining(['PEER_CONNECTION', 'LOCAL_STORAGE', 'COOKIES', 'PRINT', 'CREDENTIAL', 'PAYMENT']),
  );
});

test('nothing of it reached another site, and no file is left', () => {
  expect(site.hits.filter((hit) => /window|fetch|\/go|\/frame|sw\.js|worker\.js/u.test(hit))).toEqual([]);
  expect(got['NAVIGATE']).not.toContain('prize page');
});
