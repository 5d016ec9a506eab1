// Downloads through the whole boundary: held until they are answered, written nowhere else than into the folder, once each.
import { createHash } from 'node:crypto';
import { mkdtempSync, readFileSync, readdirSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, afterEach, beforeAll, beforeEach, expect, test } from 'vitest';
import { openGateway } from '#gateway/main.ts';
import type { Gateway } from '#gateway/main.ts';
import { SHIPPED } from '#gateway/settings/policy-source.ts';
import type { ConsentAnswer, ConsentCard } from '#gateway/protocol/views/consent.ts';
import type { GovernedTab } from '#gateway/tabs/governed-tab.ts';
import type { BrowserAction } from '#policy/acts/actions.ts';
import { startSite, type Site } from '#test/fixtures/site.ts';
import { need } from '#test/fixtures/tab.ts';
import { rowsInText } from '#test/fixtures/card-text.ts';
import { UNTIRING } from '#test/fixtures/untiring.ts';

const MEBIBYTE = 1024 * 1024;
const SOON = { timeout: 20_000 };
const LAYER = `policy: 1
id: takes-files
revision: 1
owner: test
extends: { id: demo-world }
description: A person approves downloads, and of some there are two.
rules:
  - id: supervised
    decision: ESCALATE
    when: { capability: FILE_DOWNLOAD, executor: HEADLESS_CHROMIUM }
    reason: A person approves each download.
  - id: few
    decision: DENY
    when: { capability: FILE_DOWNLOAD, path: /counted }
    logic: { '>=': [{ var: downloads }, 2] }
    reason: Two downloads are enough.
  - id: foreign-names
    decision: DENY
    when: { capability: FILE_DOWNLOAD, host: shop.test, path: /never }
    reason: Nothing comes from there.
`;
let site: Site;
let directory: string;
let folder: string;
let gateway: Gateway;
let tab: GovernedTab | undefined;
let flowing = 0;
let gone = 0;
const cards: ConsentCard[] = [];
let answer: (card: ConsentCard) => Promise<ConsentAnswer>;

const attachment = (name: string, body: string, more: Record<string, string> = {}) => ({
  headers: {
    'content-type': 'application/octet-stream',
    'content-disposition': `attachment; filename="${name}"`,
    'content-length': String(Buffer.byteLength(body)),
    ...more,
  },
  body,
});
/** A gigabyte, as fast as it is taken. */
const endless: Site['pages'][string] = (_request, response) => {
  response.writeHead(200, { 'content-type': 'application/zip' });
  const chunk = Buffer.alloc(64 * 1024, 1);
  let left = (1024 * MEBIBYTE) / chunk.length;
  const more = (): void => {
    while (left > 0) {
      left -= 1;
      flowing += chunk.length;
      if (!response.write(chunk)) return;
    }
    response.end();
  };
  response.on('drain', more).on('close', () => (gone += 1));
  more();
};

beforeAll(async () => {
  site = await startSite({}, '127.0.0.48');
  directory = mkdtempSync(join(tmpdir(), 'ghost-downloads-'));
  folder = join(directory, 'data', 'downloads');
  writeFileSync(join(directory, 'layer.yaml'), LAYER);
  const scanned = LAYER.replace(
    'decision: ESCALATE\n',
    'decision: ESCALATE\n    obligations: [SCAN_DOWNLOAD]\n',
  );
  writeFileSync(join(directory, 'scanned.yaml'), scanned);
  const address = { address: '127.0.0.48', port: site.port };
  gateway = await openGateway({
    patience: UNTIRING,
    dataDir: join(directory, 'data'),
    policy: [SHIPPED.default, SHIPPED.demo, join(directory, 'layer.yaml')],
    world: { hostMap: { 'shop.test': address }, sites: [], secrets: {} },
    config: {
      downloads: { maxBytes: 2 * MEBIBYTE, maxTaskBytes: 3 * MEBIBYTE, timeoutSeconds: 60 },
    },
    consent: async (card) => {
      cards.push(card);
      return answer(card);
    },
  });
  need(gateway.policy);
  Object.assign(site.pages, {
    '/': '<title>Shop</title>',
    '/counted': attachment('report.txt', 'the report'),
    '/report': attachment('report.txt', 'the report'),
    '/never': attachment('never.txt', 'never'),
    '/twice': attachment('twice.txt', 'twice'),
    '/lie': attachment('holiday.jpg', 'MZ\u0090 this program', { 'content-type': 'image/jpeg' }),
    '/hop': { status: 302, headers: { location: '/report' } },
    '/missing': { status: 404, body: 'not here' },
    '/endless': endless,
    '/evil': attachment('..%2F..%2fx.sh', 'x', {
      'content-disposition': `attachment; filename="../../../.profile"; filename*=UTF-8''..%2F..%2Fin%E2%80%AEtxt.sh`,
      'content-type': 'text/x-sh',
    }),
  });
  await newTab();
});
afterAll(async () => {
  await gateway.close();
  await site.close();
  rmSync(directory, { recursive: true, force: true });
});
beforeEach(() => {
  answer = async () => 'ALLOW_ONCE';
  cards.length = 0;
});
afterEach(() => rmSync(folder, { recursive: true, force: true }));

async function newTab(): Promise<void> {
  await tab?.close();
  tab = need(await gateway.openTab({ url: 'http://shop.test/', namedHosts: ['shop.test'] }));
}
const files = (): string[] => {
  try {
    return readdirSync(folder).sort();
  } catch {
    return [];
  }
};
const act = (action: BrowserAction) => tab?.act(action) ?? Promise.reject(new Error('no tab is open'));
const get = (path: string) => act({ type: 'DOWNLOAD', url: `http://shop.test${path}` });
async function press(name: string) {
  const seen = need(await act({ type: 'SNAPSHOT' }));
  if (seen.kind !== 'SNAPSHOT') throw new Error(seen.kind);
  const found = seen.snapshot.nodes.find((node) => node.name === name && node.ref !== null);
  if (found?.ref === undefined || found.ref === null) throw new Error(`no ${name}`);
  return act({ type: 'CLICK', ref: found.ref });
}
async function page(html: string): Promise<void> {
  site.pages['/page'] = `<!doctype html><title>Page</title>${html}`;
  need(await act({ type: 'NAVIGATE', url: 'http://shop.test/page' }));
  cards.length = 0;
}
const log = (type: string) => gateway.audit.since(0, 100_000).filter((entry) => entry.type === type);
const quarantined = (): string[] =>
  readdirSync(gateway.paths.profiles, { recursive: true, encoding: 'utf8' }).filter((path) =>
    /profile[^/]*\/downloads\/|\/downloads\/./u.test(path),
  );

test('a download that was asked for is held, shown with name, origin, size and folder, and lies there once allowed', async () => {
  let before: string[] = [];
  answer = async () => {
    before = [...files(), ...quarantined()];
    return 'ALLOW_ONCE';
  };
  expect(need(await get('/report'))).toMatchObject({
    kind: 'DONE',
    navigated: false,
    document: { title: 'Shop' },
    files: [{ name: 'report.txt', folder, size: 10, kind: 'text' }],
  });
  expect(before).toEqual([]);
  expect(cards).toHaveLength(1);
  expect(cards[0]).toMatchObject({
    title: 'Download a file',
    capabilities: ['FILE_DOWNLOAD'],
    startedBy: 'CLIENT',
    site: { host: 'shop.test' },
  });
  expect(rowsInText(cards[0])).toEqual([
    'for this task covers: downloading files of this type from it',
    'file: report.txt',
    'from: http://shop.test/report',
    'size: 10 bytes',
    'said to be: application/octet-stream',
    `to folder: ${folder}`,
  ]);
  expect(readFileSync(join(folder, 'report.txt'), 'utf8')).toBe('the report');
  expect(quarantined()).toEqual([]);
  const sha256 = createHash('sha256').update('the report').digest('hex');
  await expect
    .poll(() =>
      log('act.outcome').filter(({ outcome, what }) => outcome === 'DONE' && what.includes('“report.txt”')),
    )
    .toMatchObject([{ details: { kind: 'DOWNLOAD', file: { name: 'report.txt', sha256 } } }]);
  const asked = log('consent.answered').find(({ what }) => what.includes('report.txt'));
  // The address is decided as a page's, and what of it no page has as made up: the same question.
  const facts = {
    capability: 'FILE_DOWNLOAD',
    action: 'DOWNLOAD',
    pageAct: 'DOWNLOAD',
    folder,
    downloads: 0,
  } as const;
  expect(asked?.details).toMatchObject({
    gates: [{ facts: { ...facts, provenance: 'TOOL' } }, { facts: { ...facts, provenance: 'PAGE' } }],
  });
});

test('a redirect is followed as it is decided; an error, a refusal and a denied address bring nothing, and the page stays', async () => {
  expect(need(await get('/hop'))).toMatchObject({ files: [{ name: 'report.txt' }] });
  expect(await get('/missing')).toMatchObject({
    ok: false,
    error: { message: expect.stringContaining('refused') },
  });
  answer = async () => 'DENY';
  expect(await get('/twice')).toMatchObject({ ok: false, error: { code: 'act.navigation-denied' } });
  cards.length = 0;
  expect(await get('/never')).toMatchObject({ ok: false, error: { code: 'boundary.denied' } });
  expect(cards).toEqual([]);
  expect(files()).toEqual(['report.txt']);
  expect(quarantined()).toEqual([]);
  expect(need(await act({ type: 'EXTRACT' }))).toMatchObject({ document: { title: 'Shop' } });
});

test('links, blobs and data that a person’s click starts are asked for once, with the name that the page gives', async () => {
  await page(`<a href="/plain" download="notes.txt">Notes</a>
    <button onclick="const u = window.URL.createObjectURL(new Blob(['a,b'])); const l = document.createElement('a'); l.href = u; l.download = 'table.csv'; l.click(); window.URL.revokeObjectURL(u)">Table</button>
    <a href="data:text/plain,inline" download="inline.txt">Inline</a>`);
  site.pages['/plain'] = { headers: { 'content-type': 'text/plain' }, body: 'some notes' };
  expect(need(await press('Notes'))).toMatchObject({ navigated: false, files: [{ name: 'notes.txt' }] });
  expect(need(await press('Table'))).toMatchObject({ files: [{ name: 'table.csv', size: 3 }] });
  expect(need(await press('Inline'))).toMatchObject({ refused: [], files: [{ name: 'inline.txt' }] });
  expect(cards.map(({ title, startedBy }) => `${title}, ${startedBy}`)).toEqual([
    'Download a file, CLIENT',
    'The page wants to download a file, PAGE',
    'Download a file, CLIENT',
  ]);
  expect(rowsInText(cards[1]).join('\n')).toMatch(/^from: http:\/\/shop\.test\/.*; made by the page$/mu);
  expect(files()).toEqual(['inline.txt', 'notes.txt', 'table.csv']);
  expect(readFileSync(join(folder, 'table.csv'), 'utf8')).toBe('a,b');
});

test('one approval is one file: the second download of the same address is asked for anew', async () => {
  await page(
    `<button onclick="location.href = '/twice'; setTimeout(() => { location.href = '/twice' }, 4000)">Twice</button>`,
  );
  answer = async () => (cards.length === 1 ? 'ALLOW_ONCE' : 'DENY');
  await press('Twice');
  await expect.poll(() => cards.length, SOON).toBe(2);
  await expect.poll(files, SOON).toEqual(['twice.txt']);
  expect(quarantined()).toEqual([]);
});

test('a page that downloads by itself is refused where nobody allows it, and nothing of it stays', async () => {
  answer = async () => 'DENY';
  await page(`<p>wait</p><script>
    const l = document.createElement('a'); l.href = URL.createObjectURL(new Blob(['x'.repeat(9999)])); l.download = 'a.txt'; l.click();
  </script>`);
  await expect
    .poll(() => log('page.act').filter(({ what }) => what.includes('“a.txt”')).length, SOON)
    .toBe(1);
  await expect.poll(quarantined, SOON).toEqual([]);
  expect(files()).toEqual([]);
});

test('a name that leads elsewhere, hides its end or runs becomes a plain one; content that is not what it is said to be is refused', async () => {
  expect(need(await get('/evil'))).toMatchObject({ files: [{ name: 'intxt.sh' }] });
  expect(rowsInText(cards[0])).toContain('file: intxt.sh');
  expect(await get('/lie')).toMatchObject({
    ok: false,
    error: { help: expect.stringContaining('its content is Windows program') },
  });
  expect(files()).toEqual(['intxt.sh']);
  await expect
    .poll(() =>
      log('act.outcome').filter(({ outcome, what }) => outcome === 'FAILED' && what.includes('holiday')),
    )
    .toMatchObject([{ details: { error: { code: 'download.other-content' } } }]);
});

test('the downloads of a task are counted as they are admitted, and the policy ends them', async () => {
  await newTab();
  for (let count = 1; count <= 2; count += 1) need(await get('/counted'));
  expect(files()).toEqual(['report (2).txt', 'report.txt']);
  expect(await get('/counted')).toMatchObject({ ok: false, error: { code: 'boundary.denied' } });
});

test('a gigabyte ends where its limit is, without having come, and counts in the budget of the task', async () => {
  flowing = 0;
  gone = 0;
  expect(await get('/endless')).toMatchObject({
    ok: false,
    error: { help: expect.stringContaining('2,097,152 bytes') },
  });
  await expect.poll(() => gone, SOON).toBe(1);
  expect(flowing).toBeLessThan(200 * MEBIBYTE);
  expect(quarantined()).toEqual([]);
  expect(files()).toEqual([]);
  // What came of both counts, whether it was of use or not.
  expect((await get('/endless')).ok).toBe(false);
  expect(await get('/report')).toMatchObject({
    ok: false,
    error: { help: expect.stringContaining('3,145,728 bytes') },
  });
});

test('a tab that is closed in mid-download leaves neither file nor part', async () => {
  let served: () => void = () => {};
  const begun = new Promise<void>((resolve) => (served = resolve));
  site.pages['/slow'] = (_request, response) => {
    response.writeHead(200, { 'content-type': 'application/zip', 'content-length': '1000' });
    response.write(Buffer.alloc(500));
    served();
  };
  await newTab();
  const download = get('/slow');
  await begun;
  await expect.poll(() => cards.length, SOON).toBe(1);
  await tab?.close();
  expect((await download).ok).toBe(false);
  expect(files()).toEqual([]);
  expect(quarantined()).toEqual([]);
});

test('a task’s result lists its files', async () => {
  const running = gateway.run('open http://shop.test/report', { startUrl: 'http://shop.test/report' });
  const result = await running.result;
  expect(result.files).toMatchObject([{ name: 'report.txt', folder, size: 10 }]);
  expect(gateway.tasks.find(running.taskId)?.view().files).toEqual(result.files);
});

test('a policy that wants downloads scanned denies them where nothing scans', async () => {
  await using scanning = await openGateway({
    patience: UNTIRING,
    dataDir: join(directory, 'scanning'),
    policy: [SHIPPED.default, SHIPPED.demo, join(directory, 'scanned.yaml')],
    world: { hostMap: { 'shop.test': { address: '127.0.0.48', port: site.port } }, sites: [], secrets: {} },
    consent: async () => 'ALLOW_ONCE',
  });
  const unscanned = need(await scanning.openTab({ url: 'http://shop.test/', namedHosts: ['shop.test'] }));
  expect(await unscanned.act({ type: 'DOWNLOAD', url: 'http://shop.test/report' })).toMatchObject({
    ok: false,
    error: { code: 'boundary.denied', details: { because: [{ entry: 'obligations.SCAN_DOWNLOAD' }] } },
  });
  await unscanned.close();
});
