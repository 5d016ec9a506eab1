// A navigation that a page starts waits for its verdict: how it began, what goes along, what stands there if it is refused.
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import type { PageAct } from '#executors/contract/page-act.ts';
import { startSite, type Site } from '#test/fixtures/site.ts';
import { openTestTab, type TestTab } from '#test/fixtures/tab.ts';

type Navigate = Extract<PageAct, { kind: 'NAVIGATE' | 'FRAME' }>;

let site: Site;
let foreign: Site;
let t: TestTab;

beforeAll(async () => {
  foreign = await startSite({ '/': '<title>Foreign</title>', '/take': '<title>Taken</title>' }, '127.0.0.2');
  site = await startSite({
    '/two': '<title>Two</title><h1>Two</h1>',
    '/out': { status: 302, headers: { location: `${foreign.origin}/?secret=s3cret-pass` } },
  });
  t = await openTestTab();
});
afterAll(async () => {
  await t.tab.close();
  await Promise.all([site.close(), foreign.close()]);
});
beforeEach(async () => {
  t.rules.pageAct = () => false;
  await t.open('about:blank');
  t.acts.length = 0;
  foreign.hits.length = 0;
  foreign.bodies.length = 0;
});

const navigations = (): Navigate[] => t.acts.flatMap((act) => (act.kind === 'NAVIGATE' ? [act] : []));
const asked = (): Promise<Navigate> =>
  expect
    .poll(() => navigations().length, { timeout: 30_000 })
    .toBeGreaterThan(0)
    .then(() => {
      const [first] = navigations();
      if (first === undefined) throw new Error('nothing was asked');
      return first;
    });
async function page(html: string): Promise<void> {
  site.pages['/page'] = `<!doctype html><title>Page</title>${html}`;
  await t.open(`${site.origin}/page`);
}
const button = (name: string, code: string): string => `<button onclick="${code}">${name}</button>`;
const press = async (name: string) => t.act({ type: 'CLICK', ref: await t.ref('button', name) });
/** By the page itself, with no act running: it waits until the page hears of a request. */
async function alone(code: string, more = ''): Promise<void> {
  const heard = Promise.withResolvers<() => void>();
  site.pages['/signal'] = (_request, response) => heard.resolve(() => response.end('now'));
  await page(`${more}<script>addEventListener('load', () => setTimeout(async () => {
    await fetch('/signal'); ${code} }, 0))</script>`);
  (await heard.promise)();
}

describe('how it began', () => {
  test.each([
    ['SCRIPT', (url: string) => button('Go', `location = '${url}'`)],
    ['LINK', (url: string) => `<a id="a" href="${url}">x</a>${button('Go', 'a.click()')}`],
    ['FORM', (url: string) => `<form id="f" action="${url}"></form>${button('Go', 'f.submit()')}`],
    [
      'META_REFRESH',
      (url: string) =>
        button(
          'Go',
          `document.head.insertAdjacentHTML('beforeend', '<meta http-equiv=refresh content=0;url=${url}>')`,
        ),
    ],
  ] as const)('%s', async (start, html) => {
    await page(html(`${foreign.origin}/`));
    await press('Go');
    expect(await asked()).toMatchObject({ start, redirectedFrom: null, method: 'GET', body: null });
  });

  test('RELOAD and HISTORY, by the page’s own script', async () => {
    t.rules.pageAct = () => true;
    await page(button('Again', 'location.reload()'));
    await press('Again');
    expect(await asked()).toMatchObject({ start: 'RELOAD', url: `${site.origin}/page` });
    await t.open(`${site.origin}/two`);
    await page(button('Back', 'history.back()'));
    t.acts.length = 0;
    await press('Back');
    expect(await asked()).toMatchObject({ start: 'HISTORY' });
  });

  test('REDIRECT, with the hop before', async () => {
    expect((await t.act({ type: 'NAVIGATE', url: `${site.origin}/out` })).ok).toBe(false);
    expect(await asked()).toMatchObject({ start: 'REDIRECT', redirectedFrom: `${site.origin}/out` });
  });
});

describe('what goes along', () => {
  const FIELDS = `<input name="order" value="A-17"><input name="pw" type="password" value="hunter2-long">`;
  const form = (attributes: string, fields = FIELDS): string =>
    `<form id="f" action="${foreign.origin}/take" ${attributes}>${fields}</form>${button('Go', 'f.submit()')}`;
  const secret = (act: Navigate): void => expect(JSON.stringify(act)).not.toContain('hunter2');

  test.each([
    ['application/x-www-form-urlencoded', ''],
    ['multipart/form-data', 'enctype="multipart/form-data"'],
    ['text/plain', 'enctype="text/plain"'],
  ])('a form as %s: its fields, a password by its length alone', async (type, enctype) => {
    await page(form(`method="post" ${enctype}`));
    await press('Go');
    const act = await asked();
    expect(act).toMatchObject({ method: 'POST', credentials: true });
    expect(act.body?.contentType).toContain(type);
    expect(act.body?.fields).toEqual([
      { name: 'order', value: 'A-17', length: 4 },
      { name: 'pw', value: null, length: 12 },
    ]);
    expect(act.body?.bytes).toBeGreaterThan(20);
    expect(act.body?.text).toContain('A-17');
    secret(act);
  });

  test('a password in an address is hidden there, and counts as one', async () => {
    await page(form('method="get"'));
    await press('Go');
    const act = await asked();
    expect(act).toMatchObject({
      credentials: true,
      body: null,
      url: `${foreign.origin}/take?order=A-17&pw=***`,
    });
    secret(act);
  });

  test('one that a script copied, renamed, encoded or put into a path is still one', async () => {
    const ways = [
      `f.elements.order.value = f.elements.pw.value; f.elements.pw.remove(); f.submit()`,
      `f.elements.pw.type = 'text'; f.elements.pw.name = 'note'; f.submit()`,
      `location = '${foreign.origin}/p/' + encodeURIComponent(f.elements.pw.value) + '/x?y'`,
    ];
    for (const way of ways) {
      await page(`${form('method="post"', '<input name="order"><label>PW <input name="pw" type="password"></label>')}
        ${button('Leak', way)}`);
      const ref = await t.ref('textbox', 'PW');
      expect((await t.act({ type: 'FILL', ref, text: '' }, 'hunter2 & co')).ok).toBe(true);
      t.acts.length = 0;
      await press('Leak');
      const act = await asked();
      expect(act.credentials, way).toBe(true);
      secret(act);
    }
  });

  test('a large body has its size, and no text', async () => {
    await page(
      form('method="post"', '<textarea name="all"></textarea>') +
        button('Fill', `f.elements.all.value = 'y'.repeat(1200000); f.submit()`),
    );
    await press('Fill');
    const { body } = await asked();
    expect(body?.bytes).toBeGreaterThan(1_200_000);
    expect(body?.text).toBeNull();
  });

  test('an allowed one goes on unchanged, once', async () => {
    t.rules.pageAct = (act) => act.kind === 'NAVIGATE';
    await page(form('method="post"'));
    expect(await press('Go')).toMatchObject({
      value: { navigated: true, document: { title: 'Taken' }, refused: [] },
    });
    expect(foreign.hits.filter((hit) => hit.includes('/take'))).toEqual(['POST /take']);
    expect(foreign.bodies).toContain('order=A-17&pw=hunter2-long');
  });
});

describe('what stands there if it is refused', () => {
  test('by the page alone: a plain page that says why, of no site, and BACK leads out', async () => {
    await alone(`location = '${foreign.origin}/x'`, '<h1>Here</h1>');
    await asked();
    await expect.poll(async () => (await t.snapshot()).document.title, { timeout: 30_000 }).toBe('Blocked');
    const snapshot = await t.snapshot();
    expect(snapshot).toMatchObject({
      status: 403,
      blocked: { url: `${foreign.origin}/x`, reason: 'the test says so' },
      document: { url: 'about:blank', title: 'Blocked' },
    });
    const text = snapshot.nodes.map(({ name }) => name).join(' ');
    expect(text).toContain('the test says so');
    expect(text).toContain(foreign.origin);
    expect(foreign.hits).toEqual([]);
    site.pages['/page'] = '<title>Page</title><h1>Here</h1>';
    const back = await t.act({ type: 'BACK' });
    expect(back).toMatchObject({ ok: true, value: { document: { url: `${site.origin}/page` } } });
    expect((await t.snapshot()).blocked).toBeNull();
  });

  test.each([
    ['a script', (to: string) => `location = '${to}'`],
    ['a form', (to: string) => `document.forms[0].action = '${to}'; document.forms[0].submit()`],
  ])('by %s of a page that somebody went back to: its document', async (_what, go) => {
    const signal = (): Promise<() => void> => {
      const heard = Promise.withResolvers<() => void>();
      site.pages['/signal'] = (_request, response) => heard.resolve(() => response.end('now'));
      return heard.promise;
    };
    const first = signal();
    // Whatever stands there when it is led away runs no further.
    await page(`<h1>Here</h1><form method="post"></form><script>addEventListener('pageshow', () => setTimeout(async () => {
      await fetch('/signal'); ${go(`${foreign.origin}/x`)}; setTimeout(() => { document.title = 'Stayed'; }, 1000); }, 0))</script>`);
    (await first)();
    await expect.poll(async () => (await t.snapshot()).document.title, { timeout: 30_000 }).toBe('Blocked');
    const second = signal();
    await t.must({ type: 'BACK' });
    (await second)();
    await expect.poll(async () => (await t.snapshot()).document.title, { timeout: 30_000 }).toBe('Stayed');
    expect(navigations()).toHaveLength(2);
    const { blocked, document } = await t.snapshot();
    expect([blocked, document.url]).toEqual([null, `${site.origin}/page`]);
    expect(foreign.hits).toEqual([]);
  });

  test('what the page is told stands there as text, whatever it holds', async () => {
    await alone(`location = '${foreign.origin}/<img src=x>?a=<b>'`);
    await expect.poll(() => t.tab.document().url, { timeout: 30_000 }).toBe('about:blank');
    const { nodes } = await t.snapshot();
    expect(nodes.map(({ role }) => role)).not.toContain('generic');
    expect(foreign.hits).toEqual([]);
  });

  test('in an act: the document stands, and the act is done with what was refused', async () => {
    await page(button('Go', `location = '${foreign.origin}/'`));
    const { id } = t.tab.document();
    expect(await press('Go')).toMatchObject({
      value: {
        navigated: false,
        refused: [{ details: { type: 'NETWORK', status: 403, url: `${foreign.origin}/`, retryable: false } }],
      },
    });
    expect(t.tab.document().id).toBe(id);
  });

  test('a page that leads itself around is stopped after twenty', async () => {
    t.rules.pageAct = () => true;
    site.pages['/round'] = (request, response) => {
      const at = Number(new URL(request.url ?? '', site.origin).searchParams.get('n'));
      response.setHeader('content-type', 'text/html');
      response.end(
        `<title>${at}</title><script>setTimeout(() => { location = '/round?n=${at + 1}' }, 0)</script>`,
      );
    };
    await alone(`location = '/round?n=0'`);
    await expect.poll(async () => (await t.snapshot()).blocked, { timeout: 20_000 }).not.toBeNull();
    expect(navigations()).toHaveLength(20);
  });
});

describe('while it waits', () => {
  /** The signal of the one that is held until the test ends it. */
  function holding(): { gone: () => AbortSignal | null; release: (allow: boolean) => void } {
    let gone: AbortSignal | null = null;
    const { promise, resolve } = Promise.withResolvers<boolean>();
    t.rules.pageAct = (act, signal) => {
      if (act.kind !== 'NAVIGATE' || !act.url.startsWith(foreign.origin)) return true;
      gone = signal;
      return promise;
    };
    return { gone: () => gone, release: resolve };
  }

  test('the page stays, and what it gave up is withdrawn: a late yes lets nothing through', async () => {
    const { gone, release } = holding();
    const second = Promise.withResolvers<() => void>();
    site.pages['/second'] = (_request, response) => second.resolve(() => response.end('now'));
    await alone(`location = '${foreign.origin}/held'; await fetch('/second'); location = '/two'`);
    await asked();
    expect(gone()?.aborted).toBe(false);
    expect(t.tab.document().url).toBe(`${site.origin}/page`);
    (await second.promise)();
    await expect.poll(() => gone()?.aborted, { timeout: 30_000 }).toBe(true);
    release(true);
    await expect.poll(() => t.tab.document().url, { timeout: 30_000 }).toBe(`${site.origin}/two`);
    expect(foreign.hits).toEqual([]);
  });

  test('a tab that is closed withdraws it', async () => {
    const other = await openTestTab();
    let gone: AbortSignal | null = null;
    other.rules.pageAct = (_act, signal) => {
      gone = signal;
      return new Promise(() => undefined);
    };
    site.pages['/later'] =
      `<script>setTimeout(() => { location = '${foreign.origin}/closed' }, 300)</script>`;
    await other.open(`${site.origin}/later`);
    const aborted = (): boolean => gone !== null && AbortSignal.any([gone]).aborted;
    await expect.poll(() => gone !== null, { timeout: 30_000 }).toBe(true);
    expect(aborted()).toBe(false);
    await other.tab.close();
    expect(aborted()).toBe(true);
    expect(foreign.hits).toEqual([]);
  });
});
