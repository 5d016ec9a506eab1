// Ordinary pages go on working behind the document gate, with the abilities that the default policy leaves them.
import { gzipSync, brotliCompressSync } from 'node:zlib';
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import type { PageActKind } from '#policy/language/vocabulary.ts';
import { see as seeOn } from '#test/fixtures/see.ts';
import { startSite, type Answer, type Site } from '#test/fixtures/site.ts';
import { need, openTestTab, SIGNAL, type TestTab } from '#test/fixtures/tab.ts';

const USUAL: readonly PageActKind[] = [
  'WORKER',
  'LOCAL_STORAGE',
  'SESSION_STORAGE',
  'INDEXED_DB',
  'COOKIES',
  'CACHE_API',
];

let site: Site;
let t: TestTab;
const html = (body: string): Answer => `<!doctype html><title>Control</title>${body}`;
const bytes =
  (type: string, body: Buffer, headers: Record<string, string> = {}): Answer =>
  (_request, response) => {
    response.writeHead(200, { 'content-type': type, ...headers }).end(body);
  };

beforeAll(async () => {
  site = await startSite({});
  t = await openTestTab();
});
afterAll(async () => {
  await t.tab.close();
  await site.close();
});
beforeEach(() => {
  t.rules.pageAct = () => true;
  t.rules.document = () => USUAL;
});

async function text(): Promise<string> {
  const outcome = await t.must({ type: 'EXTRACT' });
  return outcome.kind === 'TEXT' ? outcome.text : '';
}
async function show(path: string, answer: Answer): Promise<void> {
  site.pages[path] = answer;
  await t.open(site.origin + path);
}
const see = (words: string): Promise<void> => seeOn(t, words);

describe('documents', () => {
  test('a form is sent, a redirect follows, and the login is remembered by its cookie', async () => {
    site.pages['/login'] = {
      status: 303,
      headers: { location: '/account', 'set-cookie': 'sid=s3cret; HttpOnly; Path=/' },
    };
    site.pages['/account'] = (request, response) => {
      response.writeHead(200, { 'content-type': 'text/html' });
      response.end(`<h1>${/sid=s3cret/.test(request.headers.cookie ?? '') ? 'Hello Ada' : 'Who?'}</h1>`);
    };
    await show('/form', html('<form method="post" action="/login"><button>Log in</button></form>'));
    await t.must({ type: 'CLICK', ref: await t.ref('button', 'Log in') });
    await see('Hello Ada');
  });

  test('an application of one page fetches, changes its address and goes back', async () => {
    site.pages['/api'] = { headers: { 'content-type': 'application/json' }, body: '{"word":"fetched"}' };
    await show(
      '/app',
      html(`<p id="p"></p><script>
        onpopstate = () => { p.textContent += ' back ' + location.pathname; };
        fetch('/api').then((r) => r.json()).then(({ word }) => {
          history.pushState({}, '', '/app/two'); p.textContent = word + ' ' + location.pathname; history.back();
        });</script>`),
    );
    await see('fetched /app/two back /app');
  });

  test('frames of the same site, by address and inline, share its storage; one of another site has none', async () => {
    const foreign = await startSite(
      {
        '/f': `<script>let s; try { localStorage.a = 1; s = 'has'; } catch { s = 'none'; } parent.postMessage(s + ' ' + origin, '*')</script>`,
      },
      '127.0.0.3',
    );
    site.pages['/frame'] = `<script>parent.said('address ' + localStorage.word)</script>`;
    await show(
      '/frames',
      html(`<p id="p"></p><script>
        localStorage.word = 'shared'; var said = (x) => { p.textContent += x + ' '; }; onmessage = (e) => said(e.data + ' ' + e.origin);
        </script><iframe src="/frame"></iframe><iframe srcdoc="<script>parent.said('inline ' + localStorage.word)</script>"></iframe>
        <iframe src="${foreign.origin}/f"></iframe>`),
    );
    await see('address shared');
    await see('inline shared');
    await see('none null null');
    await foreign.close();
  });

  test('workers, canvas, a font, storage, web sockets, modules and a dialog work', async () => {
    site.pages['/lib.js'] = {
      headers: { 'content-type': 'text/javascript' },
      body: `export const word = 'module'`,
    };
    site.pages['/worker.js'] = {
      headers: { 'content-type': 'text/javascript' },
      body: `new Worker(URL.createObjectURL(new Blob(['postMessage("nested")']))).onmessage = (e) => postMessage(e.data + ' worker')`,
    };
    await show(
      '/rich',
      html(`<canvas id="c" width="2" height="2"></canvas><p id="p"></p><script type="module">
        const say = (x) => { p.textContent += x + ' '; };
        import('/lib.js').then((m) => say(m.word));
        new Worker('/worker.js').onmessage = (e) => say(e.data);
        c.getContext('2d').fillRect(0, 0, 2, 2); say('canvas' + c.toDataURL().length);
        new FontFace('x', 'url(/none.woff2)').load().catch(() => say('font'));
        indexedDB.open('db').onsuccess = () => say('idb');
        caches.open('c').then((cache) => cache.put('/x', new Response('y'))).then(() => say('cache'));
        new WebSocket('${site.origin.replace('http', 'ws')}/ws').onmessage = (e) => say('ws-' + e.data);
        say('dialog-' + confirm('Sure?'));
      </script>`),
    );
    for (const word of ['module', 'nested worker', 'canvas', 'font', 'idb', 'cache', 'ws-hi', 'dialog-false'])
      await see(word);
  });

  test('a policy of the page’s own holds beside ours, and its inline script stays refused', async () => {
    await show('/strict', {
      headers: {
        'content-security-policy': `script-src 'nonce-a'`,
        'permissions-policy': 'fullscreen=*, sync-xhr=()',
      },
      body: `<p id="p">start</p><script>p.textContent = 'inline'</script><script nonce="a">p.textContent += ' nonce ' + document.featurePolicy.allowsFeature('sync-xhr')</script>`,
    });
    expect(await text()).toBe('start nonce false');
  });
});

describe('answers', () => {
  test.each([
    ['gzip', (b: Buffer) => gzipSync(b)],
    ['br', (b: Buffer) => brotliCompressSync(b)],
  ])('a page in %s', async (encoding, pack) => {
    await show(
      `/${encoding}`,
      bytes('text/html', pack(Buffer.from('<h1>unpacked</h1>')), { 'content-encoding': encoding }),
    );
    expect(await text()).toBe('unpacked');
  });

  test('a character set by header, and one by the document', async () => {
    await show('/latin', bytes('text/html; charset=iso-8859-1', Buffer.from('<p>caf\xe9</p>', 'latin1')));
    expect(await text()).toBe('café');
    await show(
      '/meta',
      bytes('text/html', Buffer.from('<meta charset="windows-1251"><p>\xcf\xf0</p>', 'latin1')),
    );
    expect(await text()).toBe('Пр');
  });

  test.each([
    ['text/plain', 'plain words'],
    ['application/json', '{"json":"words"}'],
    ['text/xml', '<?xml version="1.0"?><note>xml words</note>'],
    ['application/xhtml+xml', '<html xmlns="http://www.w3.org/1999/xhtml"><body>xhtml words</body></html>'],
  ])('a document of type %s', async (type, body) => {
    await show('/typed', bytes(type, Buffer.from(body)));
    expect(await text()).toContain('words');
  });

  test('a document without a type is sniffed as ever', async () => {
    site.pages['/untyped'] = (_request, response) => {
      response.removeHeader('content-type');
      response.end('<!doctype html><h1>sniffed</h1>');
    };
    await t.open(`${site.origin}/untyped`);
    expect(await text()).toBe('sniffed');
  });

  test('an image, an error page with its status, and an answer without content', async () => {
    const pixel = Buffer.from('R0lGODlhAQABAIAAAAAAAP///yH5BAEAAAAALAAAAAABAAEAAAIBRAA7', 'base64');
    await show('/pixel.gif', bytes('image/gif', pixel));
    site.pages['/gone'] = { status: 410, body: '<h1>Gone for good</h1>' };
    expect(await t.open(`${site.origin}/gone`)).toMatchObject({ status: 410 });
    expect(await text()).toBe('Gone for good');
    site.pages['/quiet'] = { status: 204 };
    await t.act({ type: 'NAVIGATE', url: `${site.origin}/quiet` });
    expect(t.tab.document().url).toBe(`${site.origin}/gone`);
  });

  test('a file by attachment is no document: it is not read, and told as a download', async () => {
    t.documents.length = 0;
    site.pages['/big.bin'] = {
      headers: { 'content-disposition': 'attachment; filename="big.bin"' },
      body: 'x',
    };
    await t.act({ type: 'NAVIGATE', url: `${site.origin}/big.bin` });
    expect(t.acts).toContainEqual(expect.objectContaining({ kind: 'DOWNLOAD', filename: 'big.bin' }));
    expect(t.documents).toEqual([]);
    // What was decided on as one is told with the request of that decision.
    const action = { type: 'DOWNLOAD', url: `${site.origin}/big.bin` } as const;
    const act = t.bind(action, need(await t.tab.inspect(action, SIGNAL)));
    await t.tab.perform(t.authority.authorise(act), act, null, SIGNAL);
    expect(t.acts).toContainEqual(expect.objectContaining({ kind: 'DOWNLOAD', coveredBy: act.requestId }));
  });

  test('five megabytes come whole, and a page that is sent in pieces as well', async () => {
    await show('/large', html(`<!--${'x'.repeat(5_000_000)}--><h1>the end</h1>`));
    await see('the end');
    await show('/pieces', (_request, response) => {
      response.writeHead(200, { 'content-type': 'text/html' }).write('<h1>one</h1>');
      setTimeout(() => response.end('<h1>two</h1>'), 200);
    });
    await see('two');
  });
});
