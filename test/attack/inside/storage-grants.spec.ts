// Pages that keep what nobody was asked about: being let to a site is no answer about its storage.
// INVARIANT: what a page could keep is what it tells itself, read from a real browser behind a real gateway.
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, afterEach, beforeAll, describe, expect, test } from 'vitest';
import { openGateway } from '#gateway/main.ts';
import type { Gateway } from '#gateway/main.ts';
import { SHIPPED } from '#gateway/settings/policy-source.ts';
import type { ConsentAnswer, ConsentCard } from '#gateway/protocol/views/consent.ts';
import type { GovernedTab } from '#gateway/tabs/governed-tab.ts';
import { see } from '#test/fixtures/see.ts';
import { oneMachine } from '#test/fixtures/one-machine.ts';
import { keepBrowser, SHARED } from '#test/fixtures/kept-browser.ts';
import { startSite, type Answer, type Site } from '#test/fixtures/site.ts';
import { need } from '#test/fixtures/tab.ts';

const HOSTS = ['bank.localhost', 'shop.localhost', 'a.mall.localhost', 'b.mall.localhost', 'mall.localhost'];
const layer = (more: string): string =>
  oneMachine(`  - id: within
    decision: ALLOW
    when: { capability: NAVIGATE_SAME_ORIGIN, addressClass: LOOPBACK, host: [${HOSTS.join(', ')}] }
    reason: Within a site.
  - id: named
    decision: ALLOW
    when: { capability: NAVIGATE_CROSS_ORIGIN, addressClass: LOOPBACK, namedByUser: true, host: [${HOSTS.join(', ')}] }
    reason: The person named this site.
  - id: unnamed
    decision: ESCALATE
    when: { capability: NAVIGATE_CROSS_ORIGIN, addressClass: LOOPBACK, namedByUser: false, host: [${HOSTS.join(', ')}] }
    violation: NAVIGATION_DENIED
    reason: The person did not name this site.
  - id: log-in
    decision: ESCALATE
    when: { capability: FORM_SUBMIT_CREDENTIALS, executor: HEADLESS_CHROMIUM }
    violation: CREDENTIAL_ACCESS_ATTEMPT
    reason: A person approves a log-in.
${more}`);
/** Cookies of the mall's shops are allowed openly: what is attacked there is their reach. */
const MALL = `  - id: mall-cookies
    decision: ALLOW
    when:
      capability: ACCESS_COOKIES
      initiator: PAGE
      pageAct: COOKIES
      origin: SAME_ORIGIN
      namedByUser: true
      host: [a.mall.localhost, b.mall.localhost]
    reason: The mall's shops may keep cookies of their own.
`;

/** Every storage, tried by the page itself; what it got stands on the page. */
const TRY = `<!doctype html><title>Trying</title><p id="p"></p><script>
  const got = {};
  const tries = {
    local: () => { localStorage.setItem('k', 'v'); return localStorage.getItem('k'); },
    session: () => { sessionStorage.setItem('k', 'v'); return sessionStorage.getItem('k'); },
    cookie: () => { document.cookie = 'k=v; max-age=3600'; return /k=v/.test(document.cookie) && 'v'; },
    header: () => /h=v/.test(document.cookie) && 'v',
    store: async () => { await cookieStore.set('s', 'v'); return (await cookieStore.get('s')).value; },
    indexed: () => new Promise((done, failed) => { const r = indexedDB.open('d', 1); r.onupgradeneeded = () => r.result.createObjectStore('s'); r.onsuccess = () => done('v'); r.onerror = failed; }),
    cache: async () => { const c = await caches.open('c'); await c.put('/x', new Response('v')); return (await c.match('/x')).text(); },
    bucket: async () => { const b = await navigator.storageBuckets.open('b'); await new Promise((done, failed) => { const r = b.indexedDB.open('x'); r.onsuccess = done; r.onerror = failed; }); return 'v'; },
    files: async () => { const d = await navigator.storage.getDirectory(); await d.getFileHandle('f', { create: true }); return 'v'; },
    sql: () => openDatabase('d', '1', 'd', 1000) && 'v',
    worker: async () => (await navigator.serviceWorker.register('/sw.js')) && 'v',
  };
  (async () => {
    for (const [name, once] of Object.entries(tries)) { try { got[name] = (await Promise.race([once(), new Promise((_, late) => setTimeout(late, 2000))])) === 'v'; } catch { got[name] = false; } }
    p.textContent = JSON.stringify(got); document.title = 'Tried';
  })();
</script>`;
const NOTHING = {
  local: false,
  cookie: false,
  header: false,
  store: false,
  indexed: false,
  cache: false,
  bucket: false,
  files: false,
  sql: false,
  worker: false,
};

let site: Site;
let directory: string;
let gateway: Gateway;
let tab: GovernedTab | null = null;
const cards: ConsentCard[] = [];
const received: { readonly host: string; readonly path: string; readonly cookie: string }[] = [];
let answer: ConsentAnswer = 'ALLOW_ONCE';

const noting =
  (headers: Record<string, string | string[]>, body: string): Answer =>
  (request, response) => {
    const { host = '', cookie = '' } = request.headers;
    received.push({ host: host.replace(/:.*/u, ''), path: request.url ?? '', cookie });
    response.writeHead(200, { 'content-type': 'text/html', ...headers });
    response.end(body);
  };

beforeAll(async () => {
  site = await startSite({}, '127.0.0.61');
  site.pages['/'] = noting({ 'set-cookie': 'h=v; Path=/' }, TRY);
  site.pages['/plain'] = noting({}, '<title>Plain</title>plain');
  site.pages['/log-in'] =
    `<title>Log in</title><form method="post" action="/logged-in"><label>Password <input type="password" name="p"></label><button>Go</button></form>`;
  site.pages['/logged-in'] = (_request, response) => {
    response.writeHead(303, { location: '/', 'set-cookie': 'sid=1; HttpOnly; Path=/' }).end();
  };
  directory = mkdtempSync(join(tmpdir(), 'ghost-storage-grants-'));
  writeFileSync(join(directory, 'layer.yaml'), layer(''));
  const address = { address: '127.0.0.61', port: site.port };
  gateway = await openGateway({
    dataDir: join(directory, 'data'),
    config: SHARED,
    policy: [SHIPPED.default, join(directory, 'layer.yaml')],
    world: { hostMap: Object.fromEntries(HOSTS.map((host) => [host, address])), sites: [], secrets: {} },
    consent: async (card) => {
      cards.push(card);
      return answer;
    },
  });
  need(gateway.policy);
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
  answer = 'ALLOW_ONCE';
});

async function open(
  url: string,
  namedHosts: readonly string[] = [],
  at: Gateway = gateway,
): Promise<GovernedTab> {
  tab = need(await at.openTab({ namedHosts, taskId: `t-${received.length}-${cards.length}-${Date.now()}` }));
  need(await tab.act({ type: 'NAVIGATE', url }));
  return tab;
}
async function kept(of: GovernedTab): Promise<Record<string, boolean>> {
  await see(of, 'worker');
  const outcome = need(await of.act({ type: 'EXTRACT' }));
  if (outcome.kind !== 'TEXT') throw new Error(outcome.kind);
  return JSON.parse(outcome.text.slice(outcome.text.indexOf('{')));
}
const cookiesSeenBy = (host: string): string =>
  received
    .filter((one) => one.host === host)
    .map(({ cookie }) => cookie)
    .join('; ');

describe('page: storage that the policy asks about', () => {
  test.each([
    ['named by the person', ['bank.localhost'], 'ALLOW_ONCE'],
    ['approved once', [], 'ALLOW_ONCE'],
    ['approved for the task', [], 'ALLOW_TASK_SITE'],
  ] as const)('a site %s keeps nothing that nobody was asked about', async (_how, named, given) => {
    answer = given;
    const opened = await open('http://bank.localhost/', named);
    expect(await kept(opened)).toEqual({ ...NOTHING, session: true });
    need(await opened.act({ type: 'NAVIGATE', url: 'http://bank.localhost/plain' }));
    expect(cookiesSeenBy('bank.localhost')).toBe('; ');
    expect(cards).toHaveLength(named.length === 0 ? 1 : 0);
  });

  test('the log names what was withheld from a document', async () => {
    await kept(await open('http://shop.localhost/', ['shop.localhost']));
    const entry = gateway.audit
      .since(0, 100_000)
      .findLast(
        ({ type, what, where }) =>
          type === 'page.act' && what.startsWith('show') && where === 'shop.localhost',
      );
    expect(entry?.why).toMatch(/^withheld: .*LOCAL_STORAGE.*COOKIES/u);
    expect(entry?.details['withheld']).toEqual(['LOCAL_STORAGE', 'INDEXED_DB', 'COOKIES', 'CACHE_API']);
  });

  test('an answer about one storage of one site is an answer about that alone', async () => {
    const opened = await open('http://bank.localhost/', ['bank.localhost', 'shop.localhost']);
    const cookie = { name: 'mine', value: '1' };
    need(await opened.act({ type: 'COOKIE_WRITE', cookie }));
    expect(cards.map(({ capabilities }) => capabilities)).toEqual([['ACCESS_COOKIES']]);
    need(await opened.act({ type: 'NAVIGATE', url: 'http://bank.localhost/' }));
    expect(await kept(opened)).toEqual({
      ...NOTHING,
      session: true,
      cookie: true,
      header: true,
      store: true,
    });
    expect(cookiesSeenBy('bank.localhost')).toContain('mine=1');
    need(await opened.act({ type: 'NAVIGATE', url: 'http://shop.localhost/' }));
    expect(await kept(opened)).toEqual({ ...NOTHING, session: true });
    expect(cards).toHaveLength(1);
  });

  test('what was only read once is nothing that pages may keep', async () => {
    const opened = await open('http://bank.localhost/', ['bank.localhost']);
    need(await opened.act({ type: 'COOKIE_READ' }));
    need(await opened.act({ type: 'STORAGE_READ', storage: 'LOCAL_STORAGE' }));
    need(await opened.act({ type: 'NAVIGATE', url: 'http://bank.localhost/' }));
    expect(await kept(opened)).toEqual({ ...NOTHING, session: true });
  });

  test('a refused answer grants nothing', async () => {
    const opened = await open('http://bank.localhost/', ['bank.localhost']);
    answer = 'DENY';
    expect((await opened.act({ type: 'COOKIE_WRITE', cookie: { name: 'mine', value: '1' } })).ok).toBe(false);
    need(await opened.act({ type: 'NAVIGATE', url: 'http://bank.localhost/' }));
    expect(await kept(opened)).toEqual({ ...NOTHING, session: true });
  });

  test('a log-in that was allowed is kept, by a cookie of that site and by nothing else', async () => {
    const opened = await open('http://bank.localhost/log-in', ['bank.localhost', 'shop.localhost']);
    const seen = need(await opened.snapshot());
    if (seen.kind !== 'SNAPSHOT') throw new Error(seen.kind);
    const ref = (name: string): string =>
      seen.snapshot.nodes.find((node) => node.name.startsWith(name) && node.ref !== null)?.ref ?? '';
    need(await opened.act({ type: 'FILL', ref: ref('Password'), text: 'correct horse' }));
    expect(JSON.stringify(cards.at(-1)?.details)).toContain('cookies');
    need(await opened.act({ type: 'CLICK', ref: ref('Go') }));
    expect(await kept(opened)).toEqual({
      ...NOTHING,
      session: true,
      cookie: true,
      header: true,
      store: true,
    });
    expect(cookiesSeenBy('bank.localhost')).toContain('sid=1');
    expect(cards).toHaveLength(1);
    need(await opened.act({ type: 'NAVIGATE', url: 'http://shop.localhost/' }));
    expect(await kept(opened)).toEqual({ ...NOTHING, session: true });
  });
});

describe('page: cookies for a parent domain', () => {
  let mall: Gateway;
  beforeAll(async () => {
    writeFileSync(join(directory, 'mall.yaml'), layer(MALL));
    const address = { address: '127.0.0.61', port: site.port };
    mall = await openGateway({
      dataDir: join(directory, 'mall'),
      config: SHARED,
      policy: [SHIPPED.default, join(directory, 'mall.yaml')],
      world: { hostMap: Object.fromEntries(HOSTS.map((host) => [host, address])), sites: [], secrets: {} },
    });
    need(mall.policy);
    await keepBrowser(mall);
    site.pages['/asset'] = { headers: { 'set-cookie': 'asset=1; Domain=.mall.localhost; Path=/' }, body: '' };
    site.pages['/shares'] = noting(
      {
        'set-cookie': [
          'header=1; Path=/; Domain=mall.localhost',
          'header2=1; Path=/;DOMAIN = .mall.localhost ; HttpOnly',
          'own=1; Path=/',
        ],
      },
      `<title>Sharing</title><p id="p"></p><script>(async () => {
        document.cookie = 'script=1; domain=mall.localhost';
        document.cookie = 'script2=1; path=/;\\tDoMaIn\\t=\\t.mall.localhost';
        String.prototype[Symbol.split] = function () { return [this]; };
        document.cookie = 'script3=1; domain=mall.localhost';
        const frame = document.createElement('iframe'); document.body.append(frame);
        frame.contentDocument.cookie = 'frame=1; domain=mall.localhost';
        Object.getOwnPropertyDescriptor(frame.contentWindow.Document.prototype, 'cookie').set.call(document, 'borrowed=1; domain=mall.localhost');
        await cookieStore.set({ name: 'store', value: '1', domain: 'mall.localhost' }).catch(() => {});
        await fetch('/asset').catch(() => {});
        p.textContent = 'worker';
      })();</script>`,
    );
  });
  afterAll(() => mall.close());

  test('are kept for the host that sets them, and no sibling or parent is sent one', async () => {
    const opened = await open('http://a.mall.localhost/shares', HOSTS, mall);
    await see(opened, 'worker');
    for (const host of ['b.mall.localhost', 'mall.localhost', 'a.mall.localhost'])
      need(await opened.act({ type: 'NAVIGATE', url: `http://${host}/plain` }));
    expect(cookiesSeenBy('b.mall.localhost')).toBe('');
    expect(cookiesSeenBy('mall.localhost')).toBe('');
    const names = received
      .filter(({ host, path }) => host === 'a.mall.localhost' && path === '/plain')
      .flatMap(({ cookie }) => cookie.split('; ').map((one) => one.replace(/=.*/u, '')));
    expect(names.toSorted()).toEqual([
      'asset',
      'borrowed',
      'frame',
      'header',
      'header2',
      'own',
      'script',
      'script2',
      'script3',
      'store',
    ]);
  });
});
