// A Ghost Tab over TLS and HTTP/2: every request is told with its whole address before it leaves, a tunnel carries one host
// alone, and a certificate that nobody vouches for ends the navigation.
import { afterAll, beforeAll, beforeEach, describe, expect, test, vi } from 'vitest';
import type { PageAct } from '#executors/contract/page-act.ts';
import { makeAuthority, makeCertificate } from '#test/fixtures/certificate.ts';
import { startSecureSite, type SecureSite } from '#test/fixtures/secure-site.ts';
import { openTestTab, type TestTab } from '#test/fixtures/tab.ts';

const authority = vi.hoisted((): { der: Buffer } => ({ der: Buffer.alloc(0) }));
vi.mock(import('#executors/browsers/processes/profile.ts'), async (load) => {
  const { trusting } = await import('#test/fixtures/trust.ts');
  return trusting(await load(), authority);
});

const DAY_MS = 86_400_000;
const script = (code: string): string => `<!doctype html><title>Page</title><link rel="icon" href="data:,">
  <h1>Page</h1><script>
  const say = (text) => { const line = document.createElement('p'); line.textContent = text; document.body.append(line); };
  const got = (name, work) => work.then(() => say(name + ' came'), () => say(name + ' failed'));
  ${code}</script>`;

let site: SecureSite;
let plain: SecureSite;
const broken: SecureSite[] = [];
let t: TestTab;

beforeAll(async () => {
  const ca = makeAuthority();
  authority.der = ca.der;
  // One certificate and one address for both: a browser may put them on one connection.
  const both = ca.issue(['shop.test', 'other.test', '*.cdn.test']);
  site = await startSecureSite({}, both);
  plain = await startSecureSite({}, ca.issue(['elsewhere.test']));
  const bad = [
    makeCertificate(['self.test']),
    ca.issue(['somebody-else.test']),
    ca.issue(['expired.test'], { from: Date.now() - 9 * DAY_MS, to: Date.now() - DAY_MS }),
  ];
  for (const certificate of bad)
    broken.push(await startSecureSite({ '/': '<title>in</title>' }, certificate));
  const at = ({ port }: SecureSite) => ({ address: '127.0.0.1', port });
  const [selfSigned, misnamed, expired] = broken.map(at);
  t = await openTestTab({
    hostMap: {
      'shop.test': at(site),
      'other.test': at(site),
      'img.cdn.test': at(site),
      'elsewhere.test': at(plain),
      ...(selfSigned === undefined ? {} : { 'self.test': selfSigned }),
      ...(misnamed === undefined ? {} : { 'misnamed.test': misnamed }),
      ...(expired === undefined ? {} : { 'expired.test': expired }),
    },
  });
});
afterAll(async () => {
  await t.tab.close();
  await Promise.all([site, plain, ...broken].map((one) => one.close()));
});
beforeEach(() => {
  t.rules.connection = () => true;
  t.rules.pageAct = () => true;
  t.acts.length = 0;
  t.connections.length = 0;
  for (const one of [site, plain, ...broken]) {
    one.hits.length = 0;
    one.bodies.length = 0;
    one.names.length = 0;
  }
});

const requests = (): readonly string[] =>
  t.acts.flatMap((act) => (act.kind === 'CONNECT' ? [`${act.method} ${act.url}`] : []));
const isTo = (act: PageAct, part: string): boolean => 'url' in act && act.url.includes(part);
const text = async (): Promise<string> => (await t.snapshot()).nodes.map(({ name }) => name).join('\n');

describe('what a page asks for over HTTPS', () => {
  beforeAll(() => {
    const css = { 'content-type': 'text/css' };
    const js = { 'content-type': 'text/javascript' };
    Object.assign(site.pages, {
      '/all': script(`
        got('fetch', fetch('/fetch?q=1', { method: 'POST', body: 'order=A-17' }));
        got('head', fetch('/head', { method: 'HEAD' }));
        const xhr = new XMLHttpRequest(); xhr.open('PUT', '/xhr'); xhr.send('put');
        navigator.sendBeacon('/beacon', 'told'); new EventSource('/events'); new Image().src = '/image.png';
        new Worker('/worker.js'); const link = document.createElement('link'); link.rel = 'stylesheet'; link.href = '/style.css';
        document.head.append(link); got('module', import('/module.js'));`),
      '/style.css': { headers: css, body: 'h1 { background: url(/background.png) }' },
      '/module.js': { headers: js, body: '' },
      '/worker.js': { headers: js, body: `importScripts('/imported.js'); fetch('/by-worker?w=1')` },
      '/imported.js': { headers: js, body: '' },
    });
  });

  test('is told before it leaves, whatever asks: method, address and body', async () => {
    await t.open('https://shop.test/all');
    await expect.poll(() => requests().length, { timeout: 20_000 }).toBeGreaterThanOrEqual(12);
    const wanted = [
      'POST https://shop.test/fetch?q=1',
      'HEAD https://shop.test/head',
      'PUT https://shop.test/xhr',
      'POST https://shop.test/beacon',
      'GET https://shop.test/events',
      'GET https://shop.test/image.png',
      'GET https://shop.test/style.css',
      'GET https://shop.test/background.png',
      'GET https://shop.test/module.js',
      'GET https://shop.test/worker.js',
      'GET https://shop.test/imported.js',
      'GET https://shop.test/by-worker?w=1',
    ];
    expect(requests()).toEqual(expect.arrayContaining(wanted));
    const posted = t.acts.find((act) => act.kind === 'CONNECT' && isTo(act, '/fetch'));
    expect(posted).toMatchObject({
      documentUrl: 'https://shop.test/all',
      credentials: false,
      body: { bytes: 10, text: 'order=A-17', fields: [{ name: 'order', value: 'A-17' }] },
    });
    await expect.poll(() => site.hits, { timeout: 20_000 }).toContain('2.0 GET shop.test/by-worker?w=1');
  });

  test('does not leave where it was refused, by its path alone', async () => {
    t.rules.pageAct = (act) =>
      !['/fetch', '/beacon', '/image', '/imported', '/by-worker'].some((part) => isTo(act, part));
    await t.open('https://shop.test/all');
    await expect.poll(text, { timeout: 20_000 }).toContain('fetch failed');
    await expect.poll(() => site.hits, { timeout: 20_000 }).toContain('2.0 PUT shop.test/xhr');
    await expect.poll(() => requests(), { timeout: 20_000 }).toContain('GET https://shop.test/imported.js');
    expect(site.hits.filter((hit) => /fetch|beacon|image|imported|by-worker/u.test(hit))).toEqual([]);
  });

  test('by a shared worker is told, and refused, as well', async () => {
    t.rules.pageAct = (act) => !isTo(act, '/no');
    const js = { 'content-type': 'text/javascript' };
    site.pages['/shared'] = script(`
      const worker = new SharedWorker('/shared.js'); worker.port.onmessage = ({ data }) => say(data); worker.port.start();`);
    site.pages['/shared.js'] = {
      headers: js,
      body: `onconnect = async ({ ports: [port] }) => {
        await fetch('/yes'); port.postMessage(await fetch('/no').then(() => 'no came', () => 'no failed')); }`,
    };
    await t.open('https://shop.test/shared');
    await expect.poll(text, { timeout: 20_000 }).toContain('no failed');
    expect(requests()).toEqual(
      expect.arrayContaining(['GET https://shop.test/yes', 'GET https://shop.test/no']),
    );
    expect(site.hits).toContain('2.0 GET shop.test/yes');
    expect(site.hits).not.toContain('2.0 GET shop.test/no');
  });

  test('a hook that throws refuses', async () => {
    t.rules.pageAct = () => {
      throw new Error('broken');
    };
    site.pages['/one'] = script(`got('one', fetch('/thing'))`);
    await t.open('https://shop.test/one');
    await expect.poll(text, { timeout: 20_000 }).toContain('one failed');
    expect(site.hits).toEqual(['2.0 GET shop.test/one']);
  });

  test('each hop of a redirect is told by itself, and the refused one ends it', async () => {
    t.rules.pageAct = (act) => !isTo(act, 'elsewhere.test');
    site.pages['/hop'] = script(`got('hop', fetch('/first', { mode: 'no-cors' }))`);
    site.pages['/first'] = { status: 302, headers: { location: '/second' } };
    site.pages['/second'] = { status: 302, headers: { location: 'https://elsewhere.test/third' } };
    await t.open('https://shop.test/hop');
    await expect.poll(text, { timeout: 20_000 }).toContain('hop failed');
    expect(requests()).toEqual([
      'GET https://shop.test/first',
      'GET https://shop.test/second',
      'GET https://elsewhere.test/third',
    ]);
    expect(plain.names).toEqual([]);
  });
});

describe('a tunnel', () => {
  test('of an allowed host carries no other: not by a certificate that is good for both, nor by Alt-Svc', async () => {
    t.rules.connection = ({ host }) => host === 'shop.test' || host === 'img.cdn.test';
    site.pages['/join'] = {
      headers: {
        'alt-svc': 'h2="other.test:443"; ma=86400, h3=":443"; ma=86400',
        'set-cookie': 'a=1; Secure',
      },
      body: script(`(async () => {
        await got('cdn', fetch('https://img.cdn.test/ok', { mode: 'no-cors' }));
        await got('other', fetch('https://other.test/ride', { mode: 'no-cors', credentials: 'include' }));
        await got('again', fetch('/again')); say('done'); })()`),
    };
    await t.open('https://shop.test/join');
    await expect.poll(text, { timeout: 20_000 }).toContain('done');
    expect(await text()).toContain('other failed');
    expect(site.hits.filter((hit) => hit.includes('other.test'))).toEqual([]);
    expect(site.names).toContain('img.cdn.test');
    expect(site.names).not.toContain('other.test');
    // Asked for by itself, as a tunnel of its own.
    expect(t.connections.map(({ scheme, host }) => `${scheme} ${host}`)).toContain('https other.test');
    // The second look at the site comes with what it said of itself the first time.
    await t.open('https://shop.test/join');
    await expect.poll(text, { timeout: 20_000 }).toContain('done');
    expect(site.names).not.toContain('other.test');
  });

  test('of a refused host is not opened: the navigation fails, says why, and leaves no site behind', async () => {
    t.rules.connection = ({ host }) => host !== 'elsewhere.test';
    const refused = await t.act({ type: 'NAVIGATE', url: 'https://elsewhere.test/' });
    expect(refused).toMatchObject({
      ok: false,
      error: { code: 'act.navigation-denied', details: { url: 'https://elsewhere.test/' } },
    });
    expect(plain.names).toEqual([]);
    expect(t.tab.document().url).toBe('about:blank');
  });

  test('carries a WebSocket over TLS, and none to a refused host', async () => {
    t.rules.connection = ({ host }) => host === 'shop.test';
    site.pages['/socket'] = script(`
      const open = (name, url) => { const socket = new WebSocket(url); socket.onmessage = ({ data }) => say(name + ' said ' + data);
        socket.onerror = () => say(name + ' failed'); };
      open('own', 'wss://shop.test/ws'); open('other', 'wss://other.test/ws');`);
    await t.open('https://shop.test/socket');
    await expect.poll(text, { timeout: 20_000 }).toContain('own said hi');
    await expect.poll(text, { timeout: 20_000 }).toContain('other failed');
    expect(site.hits.filter((hit) => hit.startsWith('UPGRADE'))).toEqual(['UPGRADE shop.test/ws']);
  });
});

describe('a certificate', () => {
  test.each([
    ['signed by itself', 'https://self.test/', 'ERR_CERT_AUTHORITY_INVALID'],
    ['of another name', 'https://misnamed.test/', 'ERR_CERT_COMMON_NAME_INVALID'],
    ['that has expired', 'https://expired.test/', 'ERR_CERT_DATE_INVALID'],
  ])('%s ends the navigation, and nothing is sent', async (_what, url, cause) => {
    expect(await t.act({ type: 'NAVIGATE', url })).toMatchObject({
      ok: false,
      error: {
        code: 'act.navigation-failed',
        cause: `net::${cause}`,
        help: expect.stringContaining('certificate'),
        details: { url },
      },
    });
    expect(broken.flatMap(({ hits }) => hits)).toEqual([]);
    expect(t.tab.document().url).toBe('about:blank');
    // Nor is what is no document fetched from there.
    site.pages['/uses'] = script(`got('it', fetch('${url}', { mode: 'no-cors' }))`);
    await t.open('https://shop.test/uses');
    await expect.poll(text, { timeout: 20_000 }).toContain('it failed');
    expect(broken.flatMap(({ hits }) => hits)).toEqual([]);
  });
});

test('a Secure cookie is kept and sent over TLS alone', async () => {
  site.pages['/cookie'] = { headers: { 'set-cookie': 's=1; Secure; HttpOnly' }, body: script('') };
  let sent = '';
  site.pages['/seen'] = (request, response) => {
    sent = String(request.headers.cookie);
    response.end('<title>seen</title>');
  };
  await t.open('https://shop.test/cookie');
  await t.open('https://shop.test/seen');
  expect(sent).toContain('s=1');
});
