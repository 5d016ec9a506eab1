// What sites keep, through the whole boundary: reads and writes by commands, cookies brought in, files sent. Values are secrets:
// no entry of the log holds one.
import { mkdirSync, mkdtempSync, realpathSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import { readFile, readdir } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, afterEach, beforeAll, expect, test } from 'vitest';
import { openGateway } from '#gateway/main.ts';
import type { Gateway } from '#gateway/main.ts';
import { SHIPPED } from '#gateway/settings/policy-source.ts';
import { electronSession } from '#gateway/boundary/bringing/electron-session.ts';
import type { ConsentAnswer, ConsentCard } from '#gateway/protocol/views/consent.ts';
import type { GovernedTab } from '#gateway/tabs/governed-tab.ts';
import type { BrowserAction } from '#policy/acts/actions.ts';
import { keepBrowser, SHARED } from '#test/fixtures/kept-browser.ts';
import { startSite, type Site } from '#test/fixtures/site.ts';
import { need } from '#test/fixtures/tab.ts';
import { rowsInText } from '#test/fixtures/card-text.ts';
import { UNTIRING } from '#test/fixtures/untiring.ts';

const VALUE = 'v41ue-0f-a-c00kie';
const LATER = Math.floor(Date.now() / 1000) + 86_400;
let site: Site;
let directory: string;
let gateway: Gateway;
let tab: GovernedTab | null = null;
const cards: ConsentCard[] = [];
let answer: (card: ConsentCard) => Promise<ConsentAnswer> = async () => 'ALLOW_ONCE';
const received: { host: string; cookie: string }[] = [];

const saved = [
  {
    name: 'sid',
    value: VALUE,
    domain: 'shop.test',
    path: '/',
    expires: LATER,
    httpOnly: true,
    sameSite: 'Strict',
    priority: 'High',
  },
  { name: 'everywhere', value: `${VALUE}2`, domain: '.shop.test', path: '/', expires: -1, sameSite: 'Lax' },
  { name: 'deep', value: `${VALUE}3`, domain: 'www.shop.test', path: '/deep' },
  { name: 'other', value: 'foreign-0', domain: 'account.test', path: '/', expires: LATER },
  { name: 'sibling', value: 'foreign-1', domain: 'notshop.test', path: '/' },
  { name: 'suffix', value: 'foreign-2', domain: '.test', path: '/' },
  {
    name: 'embedded',
    value: 'foreign-3',
    domain: 'shop.test',
    path: '/',
    secure: true,
    sameSite: 'None',
    partitionKey: { topLevelSite: 'https://account.test', hasCrossSiteAncestor: true },
  },
  { name: 'old', value: 'foreign-4', domain: 'shop.test', path: '/', expires: 1 },
];

beforeAll(async () => {
  site = await startSite({}, '127.0.0.47');
  const page: Site['pages'][string] = (request, response) => {
    received.push({ host: request.headers.host ?? '', cookie: request.headers.cookie ?? '' });
    response.writeHead(200, { 'content-type': 'text/html' });
    response.end(`<title>Shop</title><p>shop</p>
      <script>try { localStorage.setItem('token', '${VALUE}-local'); sessionStorage.setItem('step', '2'); } catch {}
        const open = indexedDB.open('db', 1);
        open.onupgradeneeded = () => open.result.createObjectStore('s');
        open.onsuccess = () => { const t = open.result.transaction('s', 'readwrite'); t.objectStore('s').put({ secret: '${VALUE}-db' }, 'k'); t.oncomplete = () => { open.result.close(); document.title = 'Kept'; }; };
      </script>`);
  };
  site.pages['/'] = page;
  site.pages['/deep'] = page;
  site.pages['/form'] =
    `<title>Form</title><form action="/sent" method="post" enctype="multipart/form-data"><label>Paper <input type="file" name="f"></label></form>
    <p id="seen"></p><script>document.querySelector('input').addEventListener('change', async (e) => { const [f] = e.target.files; seen.textContent = f.name + ': ' + await f.text(); });</script>`;
  directory = realpathSync(mkdtempSync(join(tmpdir(), 'ghost-storage-')));
  writeFileSync(join(directory, 'session.json'), JSON.stringify({ cookies: saved }));
  writeFileSync(join(directory, 'broken.json'), '{"cookies":[{"name":"sid","value":7}]}');
  writeFileSync(
    join(directory, 'layer.yaml'),
    `policy: 1
id: papers
revision: 1
owner: test
extends: { id: demo-world }
rules:
  - id: papers
    decision: ESCALATE
    when: { capability: FILE_UPLOAD, action: UPLOAD, folder: ${join(directory, 'papers')} }
    reason: Papers may be sent.
  - id: shop-keeps
    decision: ALLOW
    when:
      capability: [ACCESS_LOCALSTORAGE, ACCESS_INDEXEDDB]
      initiator: PAGE
      action: NONE
      pageAct: [LOCAL_STORAGE, INDEXED_DB]
      origin: SAME_ORIGIN
      namedByUser: true
      host: shop.test
    reason: The shop's own pages may keep something.
`,
  );
  const address = { address: '127.0.0.47', port: site.port };
  gateway = await openGateway({
    patience: UNTIRING,
    dataDir: join(directory, 'data'),
    policy: [SHIPPED.default, SHIPPED.demo, join(directory, 'layer.yaml')],
    world: {
      hostMap: { 'shop.test': address, 'www.shop.test': address, 'account.test': address },
      sites: [],
      secrets: {},
    },
    config: {
      ...SHARED,
      cookieSources: [
        { name: 'saved', file: join(directory, 'session.json') },
        { name: 'broken', file: join(directory, 'broken.json') },
      ],
    },
    cookieSources: [
      electronSession('window', {
        get: async () => [
          {
            name: 'sid',
            value: VALUE,
            domain: 'shop.test',
            hostOnly: true,
            path: '/',
            httpOnly: true,
            sameSite: 'lax',
          },
        ],
      }),
    ],
    consent: async (card) => {
      cards.push(card);
      return answer(card);
    },
  });
  await keepBrowser(gateway);
});
afterAll(async () => {
  await gateway.close();
  await site.close();
  rmSync(directory, { recursive: true, force: true });
});
afterEach(async () => {
  await tab?.close();
  tab = null;
  cards.length = 0;
  received.length = 0;
  answer = async () => 'ALLOW_ONCE';
});

async function open(url?: string): Promise<GovernedTab> {
  tab = need(
    await gateway.openTab({
      ...(url === undefined ? {} : { url }),
      namedHosts: ['shop.test', 'www.shop.test', 'account.test'],
    }),
  );
  return tab;
}
const act = async (action: BrowserAction) => {
  if (tab === null) throw new Error('no tab');
  return tab.act(action);
};
async function stored(action: BrowserAction): Promise<readonly { key: string; value: string }[]> {
  const outcome = need(await act(action));
  if (outcome.kind !== 'STORED') throw new Error(outcome.kind);
  return outcome.entries;
}
const log = async (): Promise<string> => {
  const audit = join(directory, 'data', 'audit');
  // The checkpoint's files take turns under these names.
  const files = (await readdir(audit)).filter((file) => !/\.(?:new|old)$/u.test(file));
  const texts = await Promise.all(files.map((file) => readFile(join(audit, file), 'latin1')));
  return texts.join('\n');
};

test('a command reads, writes and clears each storage of the document, each time after an answer, with no value in the log', async () => {
  await open('http://shop.test/');
  need(await act({ type: 'WAIT', milliseconds: 300 }));
  expect(await stored({ type: 'STORAGE_READ', storage: 'LOCAL_STORAGE' })).toEqual([
    { key: 'token', value: `${VALUE}-local` },
  ]);
  expect(cards.at(-1)).toMatchObject({ capabilities: ['ACCESS_LOCALSTORAGE'], startedBy: 'CLIENT' });
  await stored({ type: 'STORAGE_WRITE', storage: 'LOCAL_STORAGE', key: 'mine', value: `${VALUE}-written` });
  expect(JSON.stringify(cards.at(-1))).not.toContain(VALUE);
  expect(await stored({ type: 'STORAGE_READ', storage: 'LOCAL_STORAGE', key: 'mine' })).toEqual([
    { key: 'mine', value: `${VALUE}-written` },
  ]);
  await stored({ type: 'STORAGE_CLEAR', storage: 'LOCAL_STORAGE', key: 'token' });
  expect((await stored({ type: 'STORAGE_READ', storage: 'LOCAL_STORAGE' })).map(({ key }) => key)).toEqual([
    'mine',
  ]);

  expect(await stored({ type: 'STORAGE_READ', storage: 'SESSION_STORAGE', key: 'step' })).toEqual([
    { key: 'step', value: '2' },
  ]);
  expect(await stored({ type: 'STORAGE_READ', storage: 'INDEXED_DB' })).toEqual([
    { key: 'db/s/k', value: JSON.stringify({ secret: `${VALUE}-db` }) },
  ]);
  await stored({ type: 'STORAGE_WRITE', storage: 'INDEXED_DB', key: 'db/s/n', value: '[1]' });
  expect(await stored({ type: 'STORAGE_READ', storage: 'INDEXED_DB', key: 'db/s/n' })).toEqual([
    { key: 'db/s/n', value: '[1]' },
  ]);
  await stored({ type: 'STORAGE_CLEAR', storage: 'INDEXED_DB' });
  expect(await stored({ type: 'STORAGE_READ', storage: 'INDEXED_DB' })).toEqual([]);

  await stored({ type: 'COOKIE_WRITE', cookie: { name: 'c', value: VALUE, httpOnly: true } });
  expect(await stored({ type: 'COOKIE_READ' })).toEqual([{ key: 'c', value: VALUE }]);
  await stored({ type: 'COOKIE_CLEAR', name: 'c' });
  expect(await stored({ type: 'COOKIE_READ' })).toEqual([]);
  const entries = await log();
  expect(entries).toContain('hmac-sha256:');
  expect(entries).not.toContain(VALUE);
});

test('storage of another origin and service workers are never reached, and nobody is asked', async () => {
  await open('http://shop.test/');
  for (const action of [
    { type: 'STORAGE_READ', storage: 'LOCAL_STORAGE', origin: 'http://account.test' },
    { type: 'STORAGE_CLEAR', storage: 'INDEXED_DB', origin: 'http://www.shop.test' },
    { type: 'COOKIE_READ', url: 'http://account.test/' },
    { type: 'STORAGE_READ', storage: 'SERVICE_WORKER' },
  ] satisfies BrowserAction[]) {
    cards.length = 0;
    expect(await act(action)).toMatchObject({ ok: false, error: { code: 'boundary.denied' } });
    expect(cards).toEqual([]);
  }
});

test('an empty tab has no storage that a command could name', async () => {
  await open();
  expect(await act({ type: 'COOKIE_READ' })).toMatchObject({ ok: false, error: { code: 'boundary.denied' } });
});

test('cookies of one domain are brought in once allowed, exactly as they were, and none of any other domain', async () => {
  await open();
  expect(need(await act({ type: 'COOKIE_PASSTHROUGH', domain: 'shop.test', source: 'saved' }))).toMatchObject(
    {
      kind: 'PASSED',
      names: ['sid', 'everywhere', 'deep'],
      refused: [],
    },
  );
  expect(cards).toHaveLength(1);
  expect(cards[0]).toMatchObject({
    capabilities: ['ACCESS_COOKIES'],
    look: 'isolated',
    answers: ['DENY', 'DENY_TASK', 'ALLOW_ONCE'],
    site: { registrableDomain: 'shop.test' },
  });
  for (const url of ['http://shop.test/deep', 'http://account.test/'])
    need(await act({ type: 'NAVIGATE', url }));
  const sent = received.map(({ host, cookie }) => [
    host.replace(/:.*/u, ''),
    cookie.split('; ').sort().join('; '),
  ]);
  expect(sent).toEqual([
    ['shop.test', `everywhere=${VALUE}2; sid=${VALUE}`],
    ['account.test', ''],
  ]);
  const entries = await log();
  expect(entries).toContain('everywhere');
  expect(entries).not.toContain(VALUE);
  expect(entries).not.toContain('foreign-');
});

test('bringing cookies in is asked each time, a refusal brings none, and "this site, this task" is no answer', async () => {
  await open();
  const again = { type: 'COOKIE_PASSTHROUGH', domain: 'shop.test', source: 'window' } as const;
  need(await act(again));
  answer = async () => 'DENY';
  expect(await act(again)).toMatchObject({ ok: false, error: { code: 'consent.refused' } });
  answer = async () => 'ALLOW_TASK_SITE';
  expect((await act(again)).ok).toBe(false);
  expect(cards).toHaveLength(3);
});

test('cookies of a public suffix, a subdomain, an address or another spelling are not brought in', async () => {
  await open();
  for (const domain of ['test', 'co.uk', 'www.shop.test', '127.0.0.1', '', 'SHOP.test']) {
    expect(await act({ type: 'COOKIE_PASSTHROUGH', domain, source: 'saved' })).toMatchObject({
      ok: false,
      error: { code: 'act.bad-domain' },
    });
  }
  expect(cards).toEqual([]);
});

test('a source that is unknown, broken or without such cookies brings nothing', async () => {
  await open();
  for (const [domain, source, code] of [
    ['shop.test', 'nowhere', 'act.no-source'],
    ['shop.test', 'broken', 'act.no-source'],
    ['empty.test', 'saved', 'act.not-signed-in'],
  ] as const) {
    expect(await act({ type: 'COOKIE_PASSTHROUGH', domain, source })).toMatchObject({
      ok: false,
      error: { code },
    });
  }
});

test('cookies of one site are not brought into a tab that shows another', async () => {
  await open('http://account.test/');
  expect(await act({ type: 'COOKIE_PASSTHROUGH', domain: 'shop.test', source: 'saved' })).toMatchObject({
    ok: false,
    error: { code: 'boundary.denied' },
  });
});

test('a task brings cookies in before its first page, and says so in its feed until it ends', async () => {
  const running = gateway.run('open http://shop.test/', {
    startUrl: 'http://shop.test/',
    cookies: [{ domain: 'shop.test', source: 'saved' }],
  });
  expect(await running.result).toMatchObject({ status: 'DONE' });
  const view = gateway.tasks.find(running.taskId)?.view();
  expect(view?.lent).toEqual([
    {
      domain: 'shop.test',
      source: 'saved',
      state: 'ENDED',
      count: 3,
      from: expect.any(String),
      until: expect.any(String),
      endedAt: expect.any(String),
    },
  ]);
  expect(view?.steps[0]).toMatchObject({ action: 'COOKIE_PASSTHROUGH', consent: 'GRANTED', outcome: 'DONE' });
  expect(received.find(({ cookie }) => cookie.includes('sid='))).toBeDefined();
  expect(JSON.stringify(view)).not.toContain(VALUE);
});

const lending = (domain = 'shop.test', source = 'saved') =>
  gateway.run('open http://shop.test/', { startUrl: 'http://shop.test/', cookies: [{ domain, source }] });
const logged = (taskId: string, type: string) =>
  gateway.audit.since(0, 100_000).filter((entry) => entry.taskId === taskId && entry.type === type);

test('a task that may not be signed in as the person goes on without, and says so', async () => {
  answer = async () => 'DENY';
  const running = lending();
  expect(await running.result).toMatchObject({ status: 'DONE' });
  expect(cards).toHaveLength(1);
  expect(received.map(({ cookie }) => cookie).join('')).toBe('');
  const view = gateway.tasks.find(running.taskId)?.view();
  expect(view?.lent).toMatchObject([{ domain: 'shop.test', state: 'REFUSED', count: 0, until: null }]);
  expect(view?.steps[0]).toMatchObject({ action: 'COOKIE_PASSTHROUGH', consent: 'REFUSED' });
  expect(logged(running.taskId, 'session.ended')).toEqual([]);
});

test('"deny and stop the task" stops it before its first page', async () => {
  answer = async () => 'DENY_TASK';
  expect(await lending().result).toMatchObject({
    status: 'CONSENT_REFUSED',
    error: { code: 'consent.refused' },
  });
  expect(received).toEqual([]);
});

test('a site that the source is not signed in to is asked about, lent nothing, and the task goes on', async () => {
  const running = lending('account.test', 'window');
  expect(await running.result).toMatchObject({ status: 'DONE' });
  expect(gateway.tasks.find(running.taskId)?.view().lent).toMatchObject([
    { domain: 'account.test', state: 'EMPTY', count: 0 },
  ]);
});

test('a source that nobody named fails the task, and what is no site starts none', async () => {
  expect(await lending('shop.test', 'nowhere').result).toMatchObject({
    status: 'FAILED',
    error: { code: 'act.no-source' },
  });
  expect(() => lending('co.uk')).toThrow('act.bad-domain');
});

test('while the tab is there the session is lent until a moment that is told; its end is in the log, after the profile is gone', async () => {
  const states: string[] = [];
  const { promise: started, resolve } = Promise.withResolvers<void>();
  const running = gateway.run('open http://shop.test/', {
    startUrl: 'http://shop.test/',
    // Twice, by other names of the same site: it is asked for once.
    cookies: [
      { domain: 'http://www.shop.test/cart', source: 'window' },
      { domain: 'SHOP.test', source: 'saved' },
    ],
  });
  for await (const event of running) {
    if (event.type !== 'task.progress' && event.type !== 'task.ended') continue;
    const [lent] = event.task.lent;
    if (lent === undefined) continue;
    states.push(lent.state);
    if (lent.state === 'LENT') {
      expect(Date.parse(lent.until ?? '') - Date.parse(event.task.startedAt)).toBeGreaterThan(0);
      resolve();
    }
  }
  await started;
  expect(states[0]).toBe('LENT');
  expect(states.at(-1)).toBe('ENDED');
  expect(cards).toHaveLength(1);
  expect(rowsInText(cards[0])).toContain('from: the saved session `' + join(directory, 'session.json') + '`');
  const [ended] = logged(running.taskId, 'session.ended');
  const [closed] = logged(running.taskId, 'tab.closed');
  expect(ended).toMatchObject({
    where: 'shop.test',
    outcome: 'DONE',
    details: { domain: 'shop.test', source: 'saved' },
  });
  expect(closed?.details).toMatchObject({ profileRemoved: true });
});

async function fileInput(): Promise<string> {
  const outcome = need(await act({ type: 'SNAPSHOT' }));
  if (outcome.kind !== 'SNAPSHOT') throw new Error(outcome.kind);
  const found = outcome.snapshot.nodes.find(({ name, ref }) => name.startsWith('Paper') && ref !== null);
  if (found?.ref === undefined || found.ref === null) throw new Error('no file input');
  return found.ref;
}

test('a file is given to the page once allowed: by its real path, as it was when it was approved', async () => {
  const folder = join(directory, 'papers');
  mkdirSync(folder);
  writeFileSync(join(folder, 'paper.txt'), 'the paper', { mode: 0o600 });
  symlinkSync(join(folder, 'paper.txt'), join(directory, 'link.txt'));
  await open('http://shop.test/form');
  const ref = await fileInput();
  need(await act({ type: 'UPLOAD', ref, paths: [join(directory, 'link.txt')] }));
  expect(rowsInText(cards.at(-1))).toContain(`folder: ${folder}`);
  expect(rowsInText(cards.at(-1)).join('\n')).toContain('file: paper.txt; 9 bytes, sha256:');
  expect(need(await act({ type: 'EXTRACT' }))).toMatchObject({
    text: expect.stringContaining('paper.txt: the paper'),
  });
  answer = async () => {
    writeFileSync(join(folder, 'paper.txt'), 'another');
    return 'ALLOW_ONCE';
  };
  expect(await act({ type: 'UPLOAD', ref, paths: [join(folder, 'paper.txt')] })).toMatchObject({
    ok: false,
    error: { code: 'act.bad-file' },
  });
  expect(need(await act({ type: 'EXTRACT' }))).toMatchObject({
    text: expect.not.stringContaining('another'),
  });
});

test('a folder that the policy does not name sends nothing, and nobody is asked', async () => {
  mkdirSync(join(directory, 'papers-of-others'));
  writeFileSync(join(directory, 'papers-of-others', 'a.txt'), 'a');
  symlinkSync(join(directory, 'papers-of-others', 'a.txt'), join(directory, 'papers', 'a.txt'));
  await open('http://shop.test/form');
  const ref = await fileInput();
  for (const path of ['papers-of-others/a.txt', 'papers/a.txt', 'session.json'])
    expect(await act({ type: 'UPLOAD', ref, paths: [join(directory, path)] })).toMatchObject({
      ok: false,
      error: { code: 'boundary.denied', details: { because: [{ entry: 'defaults.upload-folders' }] } },
    });
  expect(cards).toEqual([]);
});

test('a device, a directory, a relative path, several folders and a missing file are no upload', async () => {
  writeFileSync(join(directory, 'a.txt'), 'a');
  mkdirSync(join(directory, 'b'), { recursive: true });
  writeFileSync(join(directory, 'b', 'b.txt'), 'b');
  await open('http://shop.test/form');
  const ref = await fileInput();
  for (const paths of [
    ['/dev/zero'],
    [directory],
    ['a.txt'],
    [join(directory, 'a.txt'), join(directory, 'b', 'b.txt')],
    [join(directory, 'missing')],
    [],
  ]) {
    expect(await act({ type: 'UPLOAD', ref, paths })).toMatchObject({
      ok: false,
      error: { code: 'act.bad-file' },
    });
  }
  expect(cards).toEqual([]);
});
