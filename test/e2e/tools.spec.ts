// Acts of a developer's tools through the whole boundary: what a person is shown, what the log holds, what policies refuse.
import { mkdtempSync, realpathSync, rmSync } from 'node:fs';
import { readFile, readdir } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';
import { openGateway } from '#gateway/main.ts';
import type { Gateway } from '#gateway/main.ts';
import type { ConsentAnswer, ConsentCard } from '#gateway/protocol/views/consent.ts';
import type { GovernedTab } from '#gateway/tabs/governed-tab.ts';
import type { BrowserAction } from '#policy/acts/actions.ts';
import { keepingPolicy } from '#test/fixtures/keeping-layer.ts';
import { startSite, type Site } from '#test/fixtures/site.ts';
import { need } from '#test/fixtures/tab.ts';
import { rowsInText } from '#test/fixtures/card-text.ts';
import { UNTIRING } from '#test/fixtures/untiring.ts';

const SECRET = 'l0g-in-c00kie-77';
let site: Site;
let directory: string;
let gateway: Gateway;
let tab: GovernedTab;
const cards: ConsentCard[] = [];
let answer: () => Promise<ConsentAnswer>;

beforeAll(async () => {
  site = await startSite({}, '127.0.0.49');
  site.pages['/'] = (request, response) => {
    response.writeHead(200, { 'content-type': 'text/html' });
    response.end(`<title>Shop</title><p>${request.headers.cookie ?? 'nobody'}</p>
      <i>parcel-number-4711-of-Whitstable</i><label>Password <input type="password"></label>`);
  };
  site.pages['/in'] = {
    headers: {
      'set-cookie': [
        `sid=${SECRET}; Path=/; HttpOnly; Max-Age=5000`,
        `deep=${SECRET}d; Path=/deep; Max-Age=5000`,
      ],
    },
    body: `<title>In</title><script>localStorage.setItem('token', '${SECRET}l'); sessionStorage.setItem('step', '2');</script>`,
  };
  site.pages['/foreign'] = '<title>Foreign</title>';
  directory = realpathSync(mkdtempSync(join(tmpdir(), 'ghost-tools-')));
  const address = { address: '127.0.0.49', port: site.port };
  gateway = await openGateway({
    patience: UNTIRING,
    dataDir: join(directory, 'data'),
    policy: keepingPolicy(directory),
    world: { hostMap: { 'shop.test': address, 'account.test': address }, sites: [], secrets: {} },
    config: { warmTabs: 0 },
    consent: async (card) => {
      cards.push(card);
      return answer();
    },
  });
  tab = need(await gateway.openTab({ url: 'http://shop.test/', namedHosts: ['shop.test'] }));
});
afterAll(async () => {
  await tab.close();
  await gateway.close();
  await site.close();
  rmSync(directory, { recursive: true, force: true });
});
beforeEach(() => {
  cards.length = 0;
  answer = async () => 'ALLOW_ONCE';
});

const act = (action: BrowserAction, options?: Parameters<GovernedTab['act']>[1]) => tab.act(action, options);
const log = async (): Promise<string> => {
  const audit = join(directory, 'data', 'audit');
  // The checkpoint's files take turns under these names.
  const files = (await readdir(audit)).filter((file) => !/\.(?:new|old)$/u.test(file));
  return (await Promise.all(files.map((file) => readFile(join(audit, file), 'latin1')))).join('\n');
};

test('a script is shown whole before it runs, stands in the log by its digest, and a refusal keeps it from running', async () => {
  const expression = `const sum = [1, 2].reduce((a, b) => a + b);\n// \u202edetsurt\nwindow.ran = sum`;
  answer = async () => 'DENY';
  expect(await act({ type: 'EVALUATE', expression })).toMatchObject({
    ok: false,
    error: { code: 'consent.refused' },
  });
  expect(cards[0]).toMatchObject({
    title: 'Run a script in the page',
    capabilities: ['INJECT_JAVASCRIPT'],
    startedBy: 'CLIENT',
  });
  expect(cards[0]?.details.find(({ label }) => label === 'script')?.value).toBe(
    'const sum = [1, 2].reduce((a, b) => a + b);\n// ⟨U+202E⟩detsurt\nwindow.ran = sum',
  );
  answer = async () => 'ALLOW_ONCE';
  expect(await act({ type: 'EVALUATE', expression: 'window.ran ?? "not yet"' })).toMatchObject({
    value: { value: 'not yet' },
  });
  expect(await act({ type: 'WAIT', script: 'true' })).toMatchObject({ ok: true });
  expect(cards.at(-1)).toMatchObject({ capabilities: ['INJECT_JAVASCRIPT'] });
  expect(await act({ type: 'ROUTE_MOCK', pattern: '**/none', status: 200, body: 'planted' })).toMatchObject({
    ok: true,
  });
  expect(rowsInText(cards.at(-1))).toContain('answer: planted');
});

test('what a script throws is read like its value, and is not in the log', async () => {
  const thrown = await act({ type: 'EVALUATE', expression: 'throw document.querySelector("i").textContent' });
  expect(thrown).toMatchObject({
    error: { code: 'act.script-failed', details: { thrown: expect.stringContaining('4711') } },
  });
  expect(await log()).not.toContain('parcel-number');
  cards.length = 0;
  answer = async () => 'DENY';
  await act({ type: 'NAVIGATE', url: 'http://account.test/?q=parcel-number-4711-of-Whitstable' });
  expect(rowsInText(cards[0]).join()).toContain('read on http://shop.test');
});

test('what would have to be asked is refused where nobody is to be asked', async () => {
  expect(await act({ type: 'COOKIE_READ', count: true }, { asks: false })).toMatchObject({
    ok: false,
    error: { code: 'boundary.denied' },
  });
  expect(cards).toEqual([]);
  expect(await act({ type: 'OBSERVE', what: 'PAGE' }, { asks: false })).toMatchObject({ ok: true });
});

test('a session is saved and put back for its own origin alone, with no value in card, result or log', async () => {
  need(await act({ type: 'NAVIGATE', url: 'http://shop.test/in' }));
  cards.length = 0;
  const saved = need(await act({ type: 'SESSION_SAVE', name: 'mine' }));
  expect(saved).toMatchObject({
    kind: 'SESSION',
    did: 'SAVED',
    cookies: 2,
    localStorage: 1,
    sessionStorage: 1,
    replaced: false,
  });
  expect(cards[0]?.capabilities.toSorted()).toEqual(['ACCESS_COOKIES', 'ACCESS_LOCALSTORAGE']);
  need(await act({ type: 'COOKIE_CLEAR' }));
  need(await act({ type: 'STORAGE_CLEAR', storage: 'LOCAL_STORAGE' }));
  need(await act({ type: 'STORAGE_WRITE', storage: 'LOCAL_STORAGE', key: 'late', value: '1' }));
  const loaded = need(await act({ type: 'SESSION_LOAD', name: 'mine' }));
  expect(loaded).toMatchObject({ kind: 'SESSION', did: 'LOADED', cookies: 2, localStorage: 1, refused: [] });
  expect(await act({ type: 'STORAGE_READ', storage: 'LOCAL_STORAGE' })).toMatchObject({
    value: { entries: [{ key: 'token', value: `${SECRET}l` }] },
  });
  need(await act({ type: 'NAVIGATE', url: 'http://shop.test/' }));
  expect(await act({ type: 'EXTRACT' })).toMatchObject({ value: { text: expect.stringContaining(SECRET) } });
  expect(await act({ type: 'SESSION_LOAD', name: 'nobody' })).toMatchObject({
    error: { code: 'session.unknown' },
  });
  const asked = cards.length;
  need(await act({ type: 'NAVIGATE', url: 'http://account.test/foreign' }));
  expect(await act({ type: 'SESSION_LOAD', name: 'mine' })).toMatchObject({
    error: { code: 'session.other-origin' },
  });
  expect(cards.slice(asked).some(({ capabilities }) => capabilities.includes('ACCESS_COOKIES'))).toBe(false);
  expect(JSON.stringify([cards, saved, loaded])).not.toContain(SECRET);
  expect(await log()).not.toContain(SECRET);
});

test('a credential that a caller types is in no card and no entry', async () => {
  need(await act({ type: 'NAVIGATE', url: 'http://shop.test/' }));
  const look = need(await act({ type: 'SNAPSHOT' }));
  if (look.kind !== 'SNAPSHOT') throw new Error(look.kind);
  const ref = look.snapshot.nodes.find(({ name }) => name === 'Password')?.ref ?? '';
  const done = await act({ type: 'TYPE', ref, text: 'correct-h0rse' });
  expect(JSON.stringify([cards, done])).not.toContain('correct-h0rse');
  expect(await log()).not.toContain('correct-h0rse');
});
