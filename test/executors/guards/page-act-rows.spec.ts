// Every row of the page-act table that is decided for a document: what the page gets where it is refused, and where not.
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { DOCUMENT_ACTS, PAGE_ACT_TABLE, pageActRow } from '#policy/acts/page-acts.ts';
import { PAGE_ACTS, type PageActKind } from '#policy/language/vocabulary.ts';
import { see } from '#test/fixtures/see.ts';
import { PROBES, probePage } from '#test/fixtures/page-act-probes.ts';
import { startSite, type Site } from '#test/fixtures/site.ts';
import { openTestTab, type TestTab } from '#test/fixtures/tab.ts';

type Found = { readonly words: Record<string, string>; readonly told: readonly string[] };

const KINDS = PAGE_ACTS.filter((kind) => PROBES[kind] !== undefined);
const script = { 'content-type': 'text/javascript' };
/** One storage is left, so that the document keeps its origin. */
const ORIGIN_ONLY: readonly PageActKind[] = ['SESSION_STORAGE'];
const PARALLEL = KINDS.filter((kind) => !['INPUT_LOCK', 'FULLSCREEN', 'WINDOW_MESSAGE'].includes(kind));

let site: Site;
let t: TestTab;
const found: Record<'granted' | 'refused' | 'nothing', Found> = {
  granted: { words: {}, told: [] },
  refused: { words: {}, told: [] },
  nothing: { words: {}, told: [] },
};

beforeAll(async () => {
  site = await startSite({
    '/worker.js': { headers: script, body: `postMessage('worker runs')` },
    '/sw.js': { headers: script, body: `fetch('/sw-ran')` },
    '/ahead': 'ahead',
  });
  t = await openTestTab({ features: new Set(DOCUMENT_ACTS) });
  // The stronger first: what a later document is granted must not have been spoilt by an earlier one.
  found.nothing = await run(KINDS, []);
  found.refused = await run(KINDS, ORIGIN_ONLY);
  found.granted = await run(PARALLEL, PAGE_ACTS);
  for (const kind of KINDS.filter((one) => !PARALLEL.includes(one))) {
    const { words, told } = await run([kind], PAGE_ACTS);
    found.granted = { words: { ...found.granted.words, ...words }, told: [...found.granted.told, ...told] };
  }
});
afterAll(async () => {
  await t.tab.close();
  await site.close();
});

async function run(kinds: readonly PageActKind[], granted: readonly PageActKind[]): Promise<Found> {
  const path = `/probes-${granted.length}-${kinds.length}`;
  site.pages[path] = {
    headers: { 'content-security-policy': `object-src 'none'; report-uri /report` },
    body: probePage(kinds),
  };
  t.rules.document = () => granted;
  t.acts.length = 0;
  await t.open(site.origin + path);
  await t.must({ type: 'CLICK', ref: await t.ref('button', 'Try') });
  await see(t, 'found');
  const outcome = await t.must({ type: 'EXTRACT' });
  const text = outcome.kind === 'TEXT' ? outcome.text : '';
  const words: Record<string, string> = JSON.parse(text.slice(text.indexOf('{')));
  return { words, told: t.acts.flatMap((act) => (act.kind === 'FEATURE' ? [act.feature] : [])) };
}

test('every row that is decided for a document has a probe', () => {
  expect(KINDS).toEqual(PAGE_ACTS.filter((kind) => pageActRow(kind).moment === 'DOCUMENT'));
});

describe.each(KINDS.map((kind) => [kind, PAGE_ACT_TABLE[kind].refused] as const))('%s', (kind, sentence) => {
  test.skipIf(ORIGIN_ONLY.includes(kind))(`refused: ${sentence}`, () => {
    expect(found.refused.words[kind]).toBe(PROBES[kind]?.refused);
  });
  test('granted: it is there', () => {
    expect(found.granted.words[kind]).toBe(PROBES[kind]?.granted);
  });
});

test('a document without any storage has an origin of its own, and not one storage', () => {
  expect(found.nothing.words).toMatchObject({
    SESSION_STORAGE: 'SecurityError',
    LOCAL_STORAGE: 'SecurityError',
    INDEXED_DB: 'undefined',
    CACHE_API: 'undefined',
    COOKIES: '',
  });
});

test('what was taken away and asked for is told, once a row; what was granted is not', () => {
  const { told } = found.refused;
  for (const kind of ['PEER_CONNECTION', 'LOCAL_STORAGE', 'COOKIES', 'PRINT', 'CREDENTIAL', 'DEVICE'])
    expect(told.filter((one) => one === kind)).toEqual([kind]);
  expect(found.granted.told).toEqual([]);
});

test('each document was asked for before it was shown', () => {
  expect(t.documents.length).toBeGreaterThanOrEqual(3);
  for (const document of t.documents)
    expect(document).toEqual({
      tabId: t.tab.id,
      url: document.url,
      topUrl: document.url,
      mainFrame: true,
    });
});

test('nothing of it reached the site where it was refused', () => {
  const granted = site.hits.findIndex((hit) => hit.startsWith(`GET /probes-${PAGE_ACTS.length}`));
  const before = site.hits.slice(0, granted);
  expect(before.filter((hit) => /ahead|worker\.js|sw\.js|report|sw-ran/.test(hit))).toEqual([]);
  expect(site.hits.filter((hit) => hit.startsWith('GET /ahead')).length).toBe(1);
  expect(site.hits.filter((hit) => /sw\.js|sw-ran/.test(hit))).toEqual([]);
});
