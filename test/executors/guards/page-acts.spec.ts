// What a page starts by itself is asked, each hop of it, and a refusal leaves everything as it was.
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import type { PageAct } from '#executors/contract/page-act.ts';
import { PAGE_ACTS } from '#policy/language/vocabulary.ts';
import { see } from '#test/fixtures/see.ts';
import { startSite, type Site } from '#test/fixtures/site.ts';
import { openTestTab, type TestTab } from '#test/fixtures/tab.ts';

let site: Site;
let foreign: Site;
let t: TestTab;

beforeAll(async () => {
  foreign = await startSite({ '/': '<title>Foreign</title><h1>Foreign</h1>' }, '127.0.0.2');
  site = await startSite({
    '/two': '<title>Two</title><h1>Two</h1>',
    '/hop': { status: 302, headers: { location: '/hop2' } },
    '/hop2': { status: 302, headers: { location: `${foreign.origin}/` } },
    '/file.zip': { headers: { 'content-disposition': 'attachment; filename="loot.zip"' }, body: 'PK' },
    '/sw.js': { headers: { 'content-type': 'text/javascript' }, body: `fetch('/sw-ran')` },
    '/shared.js': { headers: { 'content-type': 'text/javascript' }, body: `fetch('/shared-ran')` },
  });
  t = await openTestTab();
});
afterAll(async () => {
  await t.tab.close();
  await Promise.all([site.close(), foreign.close()]);
});
beforeEach(() => {
  t.acts.length = 0;
  t.rules.pageAct = () => false;
  t.rules.connection = () => true;
  t.rules.document = () => PAGE_ACTS;
});

async function page(html: string): Promise<void> {
  site.pages['/page'] = `<!doctype html>${html}`;
  await t.open(`${site.origin}/page`);
}
const click = async (name: string) => t.act({ type: 'CLICK', ref: await t.ref('button', name) });
const button = (name: string, code: string): string => `<button onclick="${code}">${name}</button>`;
const asked = (kind: PageAct['kind']): PageAct[] => t.acts.filter((act) => act.kind === kind);
const text = async (): Promise<string> => {
  const outcome = await t.must({ type: 'EXTRACT' });
  return outcome.kind === 'TEXT' ? outcome.text : '';
};
const DENIED = { ok: false, error: { code: 'act.navigation-denied' } };
/** The act was carried out; what it started was refused, as a structured error. */
const DONE_AND_REFUSED = {
  ok: true,
  value: {
    kind: 'DONE',
    refused: [{ code: 'act.navigation-denied', details: { type: 'NETWORK', status: 403 } }],
  },
};

describe('navigations', () => {
  test('a script’s navigation is asked, and refused it leaves the document', async () => {
    await page(button('Go', `location = '${foreign.origin}/'`));
    const { id } = t.tab.document();
    expect(await click('Go')).toMatchObject(DONE_AND_REFUSED);
    expect(asked('NAVIGATE')).toEqual([
      {
        kind: 'NAVIGATE',
        tabId: t.tab.id,
        documentUrl: `${site.origin}/page`,
        url: `${foreign.origin}/`,
        method: 'GET',
        start: 'SCRIPT',
        body: null,
        credentials: false,
        redirectedFrom: null,
      },
    ]);
    expect(t.tab.document()).toMatchObject({ id, url: `${site.origin}/page` });
    expect(foreign.hits).toEqual([]);
  });

  test('after a refused one the next click lands as well', async () => {
    await page(
      ['One', 'Two', 'Three']
        .map((name) => button(name, `document.title += '${name}'; location = '${foreign.origin}/'`))
        .join(''),
    );
    for (const name of ['One', 'Two', 'Three', 'Two', 'One']) await click(name);
    expect((await t.snapshot()).document.title).toBe('OneTwoThreeTwoOne');
    expect(asked('NAVIGATE')).toHaveLength(5);
  });

  test('an allowed one goes on, and the act waits for it', async () => {
    await page(button('Go', `location = '/two'`));
    t.rules.pageAct = async () => {
      await new Promise((resolve) => setTimeout(resolve, 400));
      return true;
    };
    expect(await click('Go')).toMatchObject({ value: { navigated: true, document: { title: 'Two' } } });
  });

  test('each hop of a redirect is asked, also of an authorised navigation', async () => {
    t.rules.pageAct = (act) => act.kind === 'NAVIGATE' && act.url.endsWith('/hop2');
    expect(await t.act({ type: 'NAVIGATE', url: `${site.origin}/hop` })).toMatchObject(DENIED);
    expect(asked('NAVIGATE')).toMatchObject([
      { url: `${site.origin}/hop2`, redirectedFrom: `${site.origin}/hop` },
      { url: `${foreign.origin}/`, redirectedFrom: `${site.origin}/hop2` },
    ]);
    expect(foreign.hits).toEqual([]);
  });

  test('an act covers its target once: a second navigation there is the page’s own', async () => {
    await page(`<a href="/two">Two</a>`);
    expect(await t.act({ type: 'CLICK', ref: await t.ref('link', 'Two') })).toMatchObject({ ok: true });
    expect(t.acts).toEqual([]);
    site.pages['/again'] =
      `<title>Again</title><script>setTimeout(() => { location = '/again' }, 50)</script>`;
    await page(`<a href="/again">Again</a>`);
    await t.act({ type: 'CLICK', ref: await t.ref('link', 'Again') });
    await t.must({ type: 'WAIT', milliseconds: 200 });
    expect(asked('NAVIGATE')).toMatchObject([
      { url: `${site.origin}/again`, documentUrl: `${site.origin}/again` },
    ]);
    await page(button('Sneak', `fetch('/two').then(() => { location = '/two' })`));
    expect(await click('Sneak')).toMatchObject(DONE_AND_REFUSED);
  });

  test('a form that a script submits is asked with its method and size', async () => {
    await page(
      `<form id="f" method="post" action="${foreign.origin}/steal"><input name="order" value="secret"></form>${button('Ok', 'f.submit()')}`,
    );
    expect(await click('Ok')).toMatchObject(DONE_AND_REFUSED);
    expect(asked('NAVIGATE')).toMatchObject([
      { method: 'POST', body: { bytes: 12 }, url: `${foreign.origin}/steal` },
    ]);
    expect(foreign.hits).toEqual([]);
  });

  test('a document that leads away at once is there all the same: the act is done, the page’s own is refused', async () => {
    site.pages['/away'] = `<title>Away</title><script>location = '${foreign.origin}/'</script>`;
    await page('<a href="/away">Away</a>');
    expect(await t.act({ type: 'CLICK', ref: await t.ref('link', 'Away') })).toMatchObject({
      value: { navigated: true, document: { url: `${site.origin}/away`, title: 'Away' } },
    });
    expect(await t.act({ type: 'NAVIGATE', url: `${site.origin}/away` })).toMatchObject({ ok: true });
    expect(asked('NAVIGATE')).toHaveLength(2);
    expect(foreign.hits).toEqual([]);
  });

  test('meta refresh and frames are asked as well, and a hook that throws refuses', async () => {
    t.rules.pageAct = () => {
      throw new Error('no policy');
    };
    await page(
      `<meta http-equiv="refresh" content="0;url=${foreign.origin}/"><iframe src="${foreign.origin}/frame"></iframe>`,
    );
    await t.must({ type: 'WAIT', milliseconds: 300 });
    expect(t.acts).toEqual(
      expect.arrayContaining([
        expect.objectContaining({ kind: 'FRAME', url: `${foreign.origin}/frame` }),
        expect.objectContaining({ kind: 'NAVIGATE', url: `${foreign.origin}/` }),
      ]),
    );
    expect(foreign.hits).toEqual([]);
    // Within an act the document stands; by itself the page has led to a blocked page.
    expect([`${site.origin}/page`, 'about:blank']).toContain(t.tab.document().url);
  });

  test('frames of another site are asked for what they do next', async () => {
    foreign.pages['/frame'] =
      `<script>onclick = () => 0; setTimeout(() => { location = '/deeper' }, 100)</script>`;
    foreign.pages['/deeper'] = 'deep';
    t.rules.pageAct = (act) => act.kind === 'FRAME' && act.url.endsWith('/frame');
    await page(`<iframe src="${foreign.origin}/frame"></iframe>`);
    await t.must({ type: 'WAIT', milliseconds: 500 });
    expect(foreign.hits).toContain('GET /frame');
    expect(foreign.hits).not.toContain('GET /deeper');
    expect(asked('FRAME').at(-1)).toMatchObject({ url: `${foreign.origin}/deeper` });
  });
});

describe('windows', () => {
  test.each([
    ['window.open', (url: string) => button('Open', `window.open('${url}')`)],
    [
      'window.open without an opener',
      (url: string) => button('Open', `window.open('${url}', '_blank', 'noopener')`),
    ],
    [
      'a link that a script clicks',
      (url: string) => `<a id="a" target="_blank" href="${url}"></a>${button('Open', 'a.click()')}`,
    ],
  ])('%s is asked and closed', async (_name, html) => {
    const before = site.hits.length;
    await page(html(`${foreign.origin}/popup`));
    expect(await click('Open')).toMatchObject(DONE_AND_REFUSED);
    expect(asked('OPEN_WINDOW')).toEqual([
      {
        kind: 'OPEN_WINDOW',
        tabId: t.tab.id,
        documentUrl: `${site.origin}/page`,
        url: `${foreign.origin}/popup`,
      },
    ]);
    expect(foreign.hits).not.toContain('GET /popup');
    expect(t.tab.document().url).toBe(`${site.origin}/page`);
    expect(site.hits.length).toBeGreaterThan(before);
  });

  test('an authorised link into a new tab opens it, in front', async () => {
    await page(`<a target="_blank" href="/two">Two</a>`);
    expect(await t.act({ type: 'CLICK', ref: await t.ref('link', 'Two') })).toMatchObject({
      value: { navigated: true, document: { title: 'Two' } },
    });
    expect(t.acts).toEqual([]);
    expect(await t.must({ type: 'CLOSE_TAB' })).toMatchObject({ document: { url: `${site.origin}/page` } });
  });
});

describe('the rest', () => {
  test('a download is told and denied', async () => {
    expect(await t.act({ type: 'NAVIGATE', url: `${site.origin}/file.zip` })).toMatchObject(DENIED);
    await page(
      button(
        'Get',
        `const a = document.createElement('a'); a.download = 'x.txt'; a.href = 'data:text/plain,x'; a.click()`,
      ),
    );
    expect(await click('Get')).toMatchObject(DONE_AND_REFUSED);
    expect(asked('DOWNLOAD')).toMatchObject([{ filename: 'loot.zip' }, { filename: 'x.txt' }]);
  });

  test('dialogs that are refused are dismissed, and each is told', async () => {
    await page(
      button('Ask', `this.textContent = String(confirm('Sure?')) + prompt('Name?', 'x') + alert('!')`),
    );
    expect(await click('Ask')).toMatchObject({ ok: true });
    expect(await text()).toBe('falsenullundefined');
    expect(asked('DIALOG')).toMatchObject([
      { dialog: 'confirm', message: 'Sure?' },
      { dialog: 'prompt' },
      { dialog: 'alert' },
    ]);
  });

  test('a file chooser is told and cancelled', async () => {
    await page(`<input type="file" id="f" hidden>${button('Pick', 'f.click()')}`);
    expect(await click('Pick')).toMatchObject({ ok: true });
    await t.must({ type: 'WAIT', milliseconds: 100 });
    expect(asked('FILE_CHOOSER')).toEqual([
      { kind: 'FILE_CHOOSER', tabId: t.tab.id, documentUrl: `${site.origin}/page` },
    ]);
  });

  test('service workers and shared workers never run where they are not granted, and permissions are denied', async () => {
    const refused = ['SERVICE_WORKER', 'SHARED_WORKER', 'GEOLOCATION', 'NOTIFICATION'];
    t.rules.document = () => PAGE_ACTS.filter((kind) => !refused.includes(kind));
    await page(`<p id="p"></p><script>
      navigator.serviceWorker?.register('/sw.js').catch(() => {});
      try { new SharedWorker('/shared.js'); } catch {}
      navigator.permissions.query({ name: 'geolocation' }).then((x) => { p.textContent = x.state + ' ' + Notification.permission; });
    </script>`);
    await t.must({ type: 'WAIT', milliseconds: 500 });
    expect(site.hits.filter((hit) => /-ran/.test(hit))).toEqual([]);
    expect(await text()).toBe('denied denied');
  });

  test('WebSockets, beacons and fetches go through the choke point and nowhere else', async () => {
    t.rules.connection = ({ host }) => host !== '127.0.0.2';
    t.rules.pageAct = ({ kind }) => kind === 'CONNECT';
    const ws = foreign.origin.replace('http', 'ws');
    await page(`<script>new WebSocket('${ws}/ws'); navigator.sendBeacon('${foreign.origin}/beacon', 'x');
      fetch('${foreign.origin}/fetch', { mode: 'no-cors' }).catch(() => {}); new Image().src = '${foreign.origin}/img';
      new Worker(URL.createObjectURL(new Blob(["fetch('${foreign.origin}/worker', { mode: 'no-cors' }).catch(() => {})"])));
    </script><link rel="preconnect" href="${foreign.origin}"><link rel="prefetch" href="${foreign.origin}/prefetch">`);
    await t.must({ type: 'WAIT', milliseconds: 500 });
    const { port } = foreign;
    expect(foreign.hits.filter((hit) => /ws|beacon|fetch|img|worker/.test(hit))).toEqual([]);
    const refused = t.connections
      .filter(({ host }) => host === '127.0.0.2')
      .map(({ scheme, method }) => `${scheme} ${method}`);
    expect(refused).toEqual(expect.arrayContaining(['connect CONNECT', 'http POST', 'http GET']));
    expect(port).toBeGreaterThan(0);
  });

  test('what is allowed works: a WebSocket, a worker, a posted form, a lazy script', async () => {
    t.rules.pageAct = ({ kind }) => kind === 'CONNECT';
    site.pages['/lib.js'] = {
      headers: { 'content-type': 'text/javascript' },
      body: `export const word = 'lib'`,
    };
    site.pages['/post'] = (request, response) => response.end(request.method);
    await page(`<p id="p"></p><script type="module">
      const say = (x) => { p.textContent += x + ' '; };
      new WebSocket('${site.origin.replace('http', 'ws')}/ws').onmessage = (e) => say('ws-' + e.data);
      const worker = new Worker(URL.createObjectURL(new Blob(['postMessage("worker")'])));
      worker.onmessage = (e) => say(e.data);
      import('/lib.js').then((m) => say(m.word));
      fetch('/post', { method: 'POST', body: 'x' }).then((r) => r.text()).then(say);
    </script>`);
    for (const word of ['ws-hi', 'worker', 'lib', 'POST']) {
      await see(t, word);
    }
  });

  test('the browser’s own calls home are refused, a page’s to the same host are asked', async () => {
    t.rules.connection = ({ host }) => host.startsWith('127.');
    await page(`<script>fetch('http://clients2.google.com/x', { mode: 'no-cors' }).catch(() => {})</script>`);
    await t.must({ type: 'WAIT', milliseconds: 300 });
    const outside = new Set(t.connections.map(({ host }) => host).filter((host) => !host.startsWith('127.')));
    expect([...outside]).toEqual(['clients2.google.com']);
  });
});
