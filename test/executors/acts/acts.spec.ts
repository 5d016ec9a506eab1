// Every act on a real page, and what an act is bound to.
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import type { ActOutcome } from '#executors/contract/outcome.ts';
import type { SnapshotNode } from '#executors/contract/snapshot.ts';
import type { BrowserAction } from '#policy/acts/actions.ts';
import { testAuthority } from '#test/fixtures/authority.ts';
import { startSite, type Site } from '#test/fixtures/site.ts';
import { need, openTestTab, SIGNAL, type TestTab } from '#test/fixtures/tab.ts';

let site: Site;
let t: TestTab;

beforeAll(async () => {
  site = await startSite({
    '/': '<title>Home</title><h1>Home</h1><a href="/two?x=1#part">Two</a>',
    '/two': '<title>Two</title><h1>Two</h1>',
    '/late': (_request, response) => void setTimeout(() => response.end('<h1>Late</h1>'), 300),
    '/missing': { status: 404, body: '<h1>Not here</h1>' },
    '/search': '<h1>Results</h1>',
  });
  t = await openTestTab();
});
afterAll(async () => {
  await t.tab.close();
  await site.close();
});

/** Puts a page up and opens it. */
async function page(html: string): Promise<void> {
  site.pages['/page'] = `<!doctype html><meta charset="utf-8">${html}`;
  await t.open(`${site.origin}/page`);
}
const text = async (): Promise<string> => {
  const outcome = await t.must({ type: 'EXTRACT' });
  return outcome.kind === 'TEXT' ? outcome.text : '';
};
const node = async (role: string, name: string): Promise<SnapshotNode | undefined> =>
  (await t.snapshot()).nodes.find((one) => one.role === role && one.name === name);
const LOG = `<pre id="log"></pre><script>
  const log = (line) => document.getElementById('log').append(line + '\\n');
</script>`;

describe('NAVIGATE and the history', () => {
  test('a document comes with its id, URL, title and status', async () => {
    const first = await t.open(`${site.origin}/`);
    const second = await t.open(`${site.origin}/missing`);
    expect(first).toMatchObject({ kind: 'DONE', navigated: true, status: 200, document: { title: 'Home' } });
    expect(second).toMatchObject({ status: 404, document: { url: `${site.origin}/missing` } });
    expect(t.tab.document().id).not.toBe(documentOf(first).id);
  });

  test('BACK, FORWARD and RELOAD go where the inspection said', async () => {
    await t.open(`${site.origin}/`);
    await t.open(`${site.origin}/two`);
    const back = need(await t.tab.inspect({ type: 'BACK' }, SIGNAL));
    expect(back.historyUrl).toBe(`${site.origin}/`);
    expect(documentOf(await t.must({ type: 'BACK' })).url).toBe(`${site.origin}/`);
    expect(documentOf(await t.must({ type: 'FORWARD' })).url).toBe(`${site.origin}/two`);
    const { id } = t.tab.document();
    expect(await t.must({ type: 'RELOAD' })).toMatchObject({ navigated: true, document: { title: 'Two' } });
    expect(t.tab.document().id).not.toBe(id);
    expect(await t.act({ type: 'FORWARD' })).toMatchObject({ error: { code: 'act.not-actionable' } });
  });

  test.each([
    'javascript:alert(1)',
    'data:image/svg+xml,<svg/>',
    'data:application/xhtml+xml,x',
    'data:,x',
    'data:text/html-x,x',
    'blob:http://a/1',
    'file:///etc/passwd',
    'chrome://settings',
    'view-source:http://a/',
    'devtools://devtools',
    'about:config',
    'mailto:a@b',
    'no url',
    'http://user:pass@127.0.0.1/',
  ])('`%s` is refused', async (url) => {
    const { id } = t.tab.document();
    expect(await t.act({ type: 'NAVIGATE', url })).toMatchObject({ error: { code: 'act.bad-url' } });
    expect(t.tab.document().id).toBe(id);
  });

  test('a page that the caller writes itself is gone to where that was authorised, as long as it is short', async () => {
    const url = 'data:text/html,<title>Mine</title>';
    expect(await t.must({ type: 'NAVIGATE', url })).toMatchObject({
      navigated: true,
      document: { url, title: 'Mine' },
    });
    const long = `data:text/html,${'x'.repeat(65_536)}`;
    expect(await t.act({ type: 'NAVIGATE', url: long })).toMatchObject({ error: { code: 'act.bad-url' } });
  });

  test('about:blank is not', async () => {
    expect(await t.open('about:blank')).toMatchObject({ document: { url: 'about:blank' } });
  });

  test('a server that is not there, and a connection that is refused, say which', async () => {
    const gone = await startSite({});
    await gone.close();
    expect(await t.act({ type: 'NAVIGATE', url: `${gone.origin}/` })).toMatchObject({
      error: { code: 'act.navigation-failed', details: { network: 'network.unreachable' } },
    });
    t.rules.connection = () => false;
    expect(await t.act({ type: 'NAVIGATE', url: `${site.origin}/` })).toMatchObject({
      error: { code: 'act.navigation-denied', details: { network: 'network.private-address' } },
    });
    expect(await t.act({ type: 'NAVIGATE', url: 'https://127.0.0.1/' })).toMatchObject({
      error: { code: 'act.navigation-denied' },
    });
    t.rules.connection = () => true;
  });
});

describe('CLICK', () => {
  test('on a link follows it, and the inspection said where to', async () => {
    await t.open(`${site.origin}/`);
    const action: BrowserAction = { type: 'CLICK', ref: await t.ref('link', 'Two') };
    const seen = need(await t.tab.inspect(action, SIGNAL));
    expect(seen).toMatchObject({
      element: { role: 'link', name: 'Two' },
      effect: { link: { url: `${site.origin}/two?x=1#part`, newTab: false, download: false }, submits: null },
    });
    expect(await t.must(action)).toMatchObject({
      navigated: true,
      document: { url: `${site.origin}/two?x=1#part` },
    });
  });

  test('waits for a slow document and for what a script draws', async () => {
    await page(`<a href="/late">Late</a>`);
    await t.must({ type: 'CLICK', ref: await t.ref('link', 'Late') });
    expect(await text()).toBe('Late');
    await page(
      `<button onclick="fetch('/two').then((r) => r.text()).then((x) => { out.textContent = 'drawn'; })">Draw</button><p id="out"></p>`,
    );
    await t.must({ type: 'CLICK', ref: await t.ref('button', 'Draw') });
    expect(await text()).toContain('drawn');
  });

  test('scrolls to what is out of view, and hits it', async () => {
    await page(`<div style="height:3000px"></div><button onclick="this.textContent='hit'">Deep</button>`);
    expect(await node('button', 'Deep')).toMatchObject({ inView: false });
    await t.must({ type: 'CLICK', ref: await t.ref('button', 'Deep') });
    expect(await node('button', 'hit')).toMatchObject({ inView: true });
  });

  test('finds the part that is not covered', async () => {
    await page(`<button style="position:absolute;left:10px;top:10px;width:200px;height:40px" onclick="this.textContent='hit'">Half</button>
      <div style="position:absolute;left:80px;top:0;width:60px;height:80px;background:red"></div>`);
    await t.must({ type: 'CLICK', ref: await t.ref('button', 'Half') });
    expect(await node('button', 'hit')).toBeDefined();
  });

  test('on a covered element says what covers it', async () => {
    await page(
      `<button onclick="this.textContent='hit'">Under</button><div id="veil" style="position:fixed;inset:0">Cookies!</div>`,
    );
    expect(await t.act({ type: 'CLICK', ref: await t.ref('button', 'Under') })).toMatchObject({
      error: { code: 'act.covered', message: expect.stringContaining('div#veil “Cookies!”') },
    });
    expect(await node('button', 'Under')).toBeDefined();
  });

  test('on a disabled or an unknown one does nothing', async () => {
    await page('<button disabled>Off</button>');
    expect(await t.act({ type: 'CLICK', ref: await t.ref('button', 'Off') })).toMatchObject({
      error: { code: 'act.not-actionable' },
    });
    expect(await t.act({ type: 'CLICK', ref: 'e99999' })).toMatchObject({
      error: { code: 'act.unknown-ref' },
    });
    const stale = await t.ref('button', 'Off');
    await t.open(`${site.origin}/`);
    expect(await t.act({ type: 'CLICK', ref: stale })).toMatchObject({ error: { code: 'act.stale-ref' } });
  });

  test('works in a frame of the same origin and in shadow trees', async () => {
    site.pages['/inner'] = `<button onclick="this.textContent='inside hit'">Inside</button>`;
    t.rules.pageAct = () => true;
    await page(`<div style="height:400px"></div><iframe src="/inner" style="border:7px solid"></iframe>
      <div id="host"></div><script>
      host.attachShadow({ mode: 'closed' }).innerHTML = '<button onclick="this.textContent=\\'shadow hit\\'">Shadow</button>';</script>`);
    await t.must({ type: 'CLICK', ref: await t.ref('button', 'Inside') });
    await t.must({ type: 'CLICK', ref: await t.ref('button', 'Shadow') });
    expect(await node('button', 'inside hit')).toBeDefined();
    expect(await node('button', 'shadow hit')).toBeDefined();
    t.rules.pageAct = () => false;
  });
});

describe('fields', () => {
  test('FILL replaces, TYPE appends, with trusted events', async () => {
    await page(`<input aria-label="Name" value="old"><textarea aria-label="Note"></textarea><div contenteditable role="textbox" aria-label="Rich">a</div>${LOG}
      <script>addEventListener('input', (e) => log(e.isTrusted + ' ' + (e.target.value ?? e.target.textContent)));</script>`);
    await t.must({ type: 'FILL', ref: await t.ref('textbox', 'Name'), text: '' }, 'Zoë');
    await t.must({ type: 'TYPE', ref: await t.ref('textbox', 'Name'), text: '' }, ' & 1');
    await t.must({ type: 'TYPE', ref: await t.ref('textbox', 'Note'), text: '' }, 'two\nlines');
    await t.must({ type: 'FILL', ref: await t.ref('textbox', 'Rich'), text: '' }, 'b');
    expect(await node('textbox', 'Name')).toMatchObject({ value: 'Zoë & 1' });
    expect(await node('textbox', 'Note')).toMatchObject({ value: 'two lines' });
    expect(await node('textbox', 'Rich')).toMatchObject({ value: 'b' });
    expect(await text()).not.toContain('false');
    await t.must({ type: 'FILL', ref: await t.ref('textbox', 'Name'), text: '' }, '');
    expect((await node('textbox', 'Name'))?.value).toBeUndefined();
  });

  test('a line break typed into a field does not submit its form', async () => {
    await page('<form action="/search"><input name="q" aria-label="Q"></form>');
    await t.must({ type: 'TYPE', ref: await t.ref('textbox', 'Q'), text: '' }, 'a\nb');
    expect(t.tab.document().url).toBe(`${site.origin}/page`);
  });

  test('dates, numbers and ranges take their values; what is no field takes none', async () => {
    await page(`<input type="date" aria-label="Day"><input type="number" aria-label="N"><input type="range" aria-label="R" max="9">
      <input aria-label="Fixed" readonly><button>B</button>${LOG}<script>document.querySelector('[type=date]').onchange = (e) => log(e.target.value)</script>`);
    const byRole = async (name: string) =>
      (await t.snapshot()).nodes.find((one) => one.name === name)?.ref ?? '';
    await t.must({ type: 'FILL', ref: await byRole('Day'), text: '' }, '2026-11-21');
    await t.must({ type: 'FILL', ref: await byRole('N'), text: '' }, '42');
    await t.must({ type: 'FILL', ref: await byRole('R'), text: '' }, '7');
    expect(await text()).toContain('2026-11-21');
    expect(await node('spinbutton', 'N')).toMatchObject({ value: '42' });
    expect(await node('slider', 'R')).toMatchObject({ value: '7' });
    for (const [name, value] of [
      ['Fixed', 'x'],
      ['B', 'x'],
      ['Day', 'tomorrow'],
    ] as const) {
      expect(await t.act({ type: 'FILL', ref: await byRole(name), text: '' }, value)).toMatchObject({
        error: { code: 'act.not-actionable' },
      });
    }
  });

  test('a credential field is told as one, and its value is never in a snapshot', async () => {
    await page(`<form action="/search" method="post"><input type="password" aria-label="Password" name="p">
      <input autocomplete="one-time-code" aria-label="Code" name="c"><button>In</button></form>`);
    const fill: BrowserAction = { type: 'FILL', ref: await t.ref('textbox', 'Password'), text: '' };
    expect(need(await t.tab.inspect(fill, SIGNAL)).effect.credentialField).toBe(true);
    const submit: BrowserAction = { type: 'CLICK', ref: await t.ref('button', 'In') };
    expect(need(await t.tab.inspect(submit, SIGNAL)).effect.submits).toMatchObject({
      url: `${site.origin}/search`,
      method: 'POST',
      credentials: false,
      newTab: false,
      fieldNames: ['c', 'p'],
    });
    await t.must(fill, 'hunter2!');
    await t.must({ type: 'FILL', ref: await t.ref('textbox', 'Code'), text: '' }, '123456');
    expect(need(await t.tab.inspect(submit, SIGNAL)).effect.submits).toMatchObject({
      credentials: true,
      // What it would send, its credentials by their length alone.
      sends: {
        whole: true,
        fields: [
          { name: 'p', value: null, length: 8, hidden: false, file: false },
          { name: 'c', value: null, length: 6, hidden: false, file: false },
        ],
      },
    });
    expect(await node('textbox', 'Password')).toMatchObject({
      value: '•••(8)',
      states: expect.arrayContaining(['password']),
    });
    expect(await node('textbox', 'Code')).toMatchObject({ value: '•••(6)' });
    expect(JSON.stringify(await t.snapshot())).not.toMatch(/hunter2|123456/);
    expect(await t.must(submit)).toMatchObject({ navigated: true });
    expect(site.bodies.at(-1) === '' ? site.bodies.at(-2) : site.bodies.at(-1)).toBe('p=hunter2%21&c=123456');
  });

  test('a form for another site says what its fields hold, hidden ones too, and no credential', async () => {
    const form = (action: string): string => `<form action="${action}" method="post">
      <input type="hidden" name="h" value="D-20874"><input name="q" value="hello">
      <input type="password" name="p" value="hunter2!"><button>Send</button></form>`;
    await page(form('http://elsewhere.test/take'));
    const send = async (): Promise<BrowserAction> => ({ type: 'CLICK', ref: await t.ref('button', 'Send') });
    expect(need(await t.tab.inspect(await send(), SIGNAL)).effect.submits).toMatchObject({
      url: 'http://elsewhere.test/take',
      values: ['D-20874', 'hello'],
    });
    await page(form('/search'));
    expect(need(await t.tab.inspect(await send(), SIGNAL)).effect.submits).not.toHaveProperty('values');
  });

  test('CHECK sets a box and a radio button to the wanted state, also through a label', async () => {
    await page(`<label><input type="checkbox" style="opacity:0;width:0;height:0;position:absolute">Agree</label>
      <label><input type="radio" name="r">One</label><label><input type="radio" name="r" checked>Two</label>
      <div role="checkbox" aria-checked="false" aria-label="Aria" tabindex="0" onclick="this.setAttribute('aria-checked', this.getAttribute('aria-checked') !== 'true')">x</div>`);
    const states = async (name: string) =>
      (await t.snapshot()).nodes.find((one) => one.name === name && one.ref !== null)?.states;
    await t.must({ type: 'CHECK', ref: await t.ref('checkbox', 'Agree'), checked: true });
    await t.must({ type: 'CHECK', ref: await t.ref('checkbox', 'Agree'), checked: true });
    await t.must({ type: 'CHECK', ref: await t.ref('radio', 'One'), checked: true });
    await t.must({ type: 'CHECK', ref: await t.ref('checkbox', 'Aria'), checked: true });
    expect(await states('Agree')).toContain('checked');
    expect(await states('One')).toContain('checked');
    expect(await states('Two')).not.toContain('checked');
    expect(await states('Aria')).toContain('checked');
    expect(await t.act({ type: 'CHECK', ref: await t.ref('radio', 'One'), checked: false })).toMatchObject({
      error: { code: 'act.not-actionable' },
    });
  });

  test('SELECT chooses by label or value, and says what there is', async () => {
    await page(`<select aria-label="Size"><option value="s">Small<option value="m">Medium</select>
      <select aria-label="Many" multiple><option>a<option>b<option>c</select>${LOG}<script>onchange = (e) => log('changed ' + e.target.value)</script>`);
    const size = await t.ref('combobox', 'Size');
    await t.must({ type: 'SELECT', ref: size, options: ['Medium'] });
    expect(await node('combobox', 'Size')).toMatchObject({ value: 'Medium', options: ['Small', 'Medium'] });
    await t.must({ type: 'SELECT', ref: size, options: ['s'] });
    expect(await text()).toContain('changed m\nchanged s');
    await t.must({ type: 'SELECT', ref: await t.ref('listbox', 'Many'), options: ['a', 'c'] });
    expect(await t.act({ type: 'SELECT', ref: size, options: ['Large'] })).toMatchObject({
      error: { code: 'act.not-actionable', help: expect.stringContaining('Small, Medium') },
    });
    expect(await t.act({ type: 'SELECT', ref: size, options: ['Small', 'Medium'] })).toMatchObject({
      ok: false,
    });
  });

  test('PRESS Enter submits a form implicitly, and the inspection says so', async () => {
    await page('<form action="/search"><input name="q" aria-label="Query"><button>Go</button></form>');
    const ref = await t.ref('textbox', 'Query');
    await t.must({ type: 'FILL', ref, text: '' }, 'mouse');
    const enter: BrowserAction = { type: 'PRESS', key: 'Enter', ref };
    const expected = { url: `${site.origin}/search`, method: 'GET', fieldNames: ['q'] };
    expect(need(await t.tab.inspect(enter, SIGNAL)).effect.submits).toMatchObject(expected);
    expect(need(await t.tab.inspect({ type: 'PRESS', key: 'Enter' }, SIGNAL)).effect.submits).toMatchObject(
      expected,
    );
    expect(need(await t.tab.inspect({ type: 'PRESS', key: 'a', ref }, SIGNAL)).effect.submits).toBeNull();
    expect(await t.must(enter)).toMatchObject({ document: { url: `${site.origin}/search?q=mouse` } });
  });

  test('what sends a form says its words to the inspection, whatever the act lands on', async () => {
    await page(
      `<style>#d::before { content: 'Delete' }</style>
      <form action="/b" method="post"><input aria-label="Confirm"><label for="d">for ever</label><button id="d" hidden title="gone">this <b>repository</b></button></form>
      <form action="/b"><input aria-label="Picture"><input name="two"><input type="image" src="data:," alt="Remove" width="20" height="20"><button>Later</button></form>
      <form action="/b"><input aria-label="Alone"></form>
      <form action="/b"><input aria-label="Long"><button title="${'x'.repeat(10_001)}">y</button></form>`,
    );
    const effect = async (role: string, name: string, action: object) => {
      const ref = await t.ref(role, name);
      return need(await t.tab.inspect({ ...action, ref } as BrowserAction, SIGNAL)).effect;
    };
    const enter = { type: 'PRESS', key: 'Enter' };
    const { submitter } = await effect('textbox', 'Confirm', enter);
    for (const word of ['Delete', 'this repository', 'for ever', 'gone']) expect(submitter).toContain(word);
    expect(await effect('textbox', 'Picture', enter)).toMatchObject({
      submitter: 'Remove',
      submits: { url: `${site.origin}/b` },
    });
    expect(await effect('button', 'Later', { type: 'CLICK' })).toMatchObject({ submitter: 'Later' });
    expect((await effect('textbox', 'Long', enter)).submitter).toBeNull();
    const alone = await effect('textbox', 'Alone', enter);
    expect([alone.submits === null, alone.submitter]).toEqual([false, undefined]);
    expect((await effect('textbox', 'Confirm', { type: 'FILL', text: 'x' })).submitter).toBeUndefined();
  });

  test('PRESS sends keys and chords', async () => {
    await page(
      `<input aria-label="K" value="abc">${LOG}<script>onkeydown = (e) => log([e.key, e.code, e.ctrlKey, e.isTrusted].join(' '))</script>`,
    );
    const ref = await t.ref('textbox', 'K');
    await t.must({ type: 'PRESS', key: 'Control+a', ref });
    await t.must({ type: 'PRESS', key: 'x' });
    await t.must({ type: 'PRESS', key: 'ArrowLeft' });
    expect(await text()).toContain('a KeyA true true\nx KeyX false true\nArrowLeft ArrowLeft false true');
    expect(await node('textbox', 'K')).toMatchObject({ value: 'x' });
    expect(await t.act({ type: 'PRESS', key: 'Hyper+x' })).toMatchObject({
      error: { code: 'act.not-actionable' },
    });
  });
});

describe('looking and moving', () => {
  test('HOVER, FOCUS and SCROLL do as they say', async () => {
    await page(
      `<button onmouseover="this.textContent='over'">Hover</button><button onfocus="this.textContent='focused'">Focus</button><div style="height:4000px"></div>`,
    );
    await t.must({ type: 'HOVER', ref: await t.ref('button', 'Hover') });
    await t.must({ type: 'FOCUS', ref: await t.ref('button', 'Focus') });
    expect(await node('button', 'over')).toBeDefined();
    expect(await node('button', 'focused')).toMatchObject({ states: ['focused'] });
    await t.must({ type: 'SCROLL', dx: 0, dy: 600 });
    await t.must({ type: 'WAIT', milliseconds: 150 });
    const { scroll, nodes } = await t.snapshot();
    expect(scroll).toMatchObject({ y: 600, viewportHeight: 900 });
    expect(nodes.find((one) => one.name === 'over')).toMatchObject({ inView: false });
  });

  test('WAIT ends with the text, or with a time-out that says so', async () => {
    await page(`<p id="p"></p><script>setTimeout(() => { p.textContent = 'Here at last'; }, 200)</script>`);
    expect(await t.act({ type: 'WAIT', text: 'here at LAST' })).toMatchObject({ ok: true });
    expect(await t.act({ type: 'WAIT', text: 'never', milliseconds: 150 })).toMatchObject({
      error: { code: 'act.timed-out' },
    });
  });

  test('an act is cancelled by its signal', async () => {
    const controller = new AbortController();
    const waiting = t.act({ type: 'WAIT', milliseconds: 20_000 }, undefined, controller.signal);
    controller.abort();
    expect(await waiting).toMatchObject({ error: { code: 'task.cancelled' } });
    expect(await t.act({ type: 'SNAPSHOT' })).toMatchObject({ ok: true });
  });

  test('EXTRACT gives the visible text of the page or of an element', async () => {
    await page(`<main><p>One</p><p hidden>Two</p></main><ul aria-label="L"><li>a<li>b</ul>`);
    expect(await text()).toBe('One\n\na\nb');
    const outcome = await t.must({ type: 'EXTRACT', ref: await t.ref('list', 'L') });
    expect(outcome).toMatchObject({ kind: 'TEXT', text: 'a\nb' });
  });

  test('SCREENSHOT is a JPEG of the viewport, or of the page', async () => {
    await page('<div style="height:2000px;background:linear-gradient(red,blue)"></div>');
    const shot = await t.must({ type: 'SCREENSHOT' });
    const full = await t.must({ type: 'SCREENSHOT', fullPage: true });
    expect(shot).toMatchObject({ kind: 'IMAGE', width: 1280, height: 900 });
    expect(jpegSize(shot)).toEqual([1280, 900]);
    expect(jpegSize(full)[1]).toBeGreaterThan(2000);
    expect(full).toMatchObject({ complete: true, screens: [{ y: 0 }, { y: 800 }, { y: 1600 }] });
    await page('<div style="height:20000px"></div>');
    const long = await t.must({ type: 'SCREENSHOT', fullPage: true });
    expect(long).toMatchObject({ complete: false, height: 6500 });
    expect(long.kind === 'IMAGE' && long.screens?.length).toBe(8);
  });

  test('SCREENSHOT of an element, and with the refs on it, leaves nothing behind', async () => {
    await page('<div style="height:1200px"></div><button style="width:90px;height:40px">Low</button>');
    const low = await t.must({ type: 'SCREENSHOT', ref: await t.ref('button', 'Low') });
    expect(jpegSize(low)).toEqual([90, 40]);
    await page('<button>One</button><a href="/x">Two</a>');
    const plain = await t.must({ type: 'SCREENSHOT' });
    const marked = await t.must({ type: 'SCREENSHOT', marks: true });
    expect(marked).toMatchObject({ marks: [await t.ref('button', 'One'), await t.ref('link', 'Two')] });
    const bytes = (shot: ActOutcome): string => (shot.kind === 'IMAGE' ? shot.base64 : '');
    expect(bytes(marked)).not.toBe(bytes(plain));
    expect(bytes(await t.must({ type: 'SCREENSHOT' }))).toBe(bytes(plain));
  });

  test('OPEN_TAB puts a page in front, CLOSE_TAB brings the old one back', async () => {
    await t.open(`${site.origin}/`);
    expect(await t.must({ type: 'OPEN_TAB', url: `${site.origin}/two` })).toMatchObject({
      navigated: true,
      document: { title: 'Two' },
    });
    expect(t.tab.document().title).toBe('Two');
    expect(await t.must({ type: 'CLOSE_TAB' })).toMatchObject({ document: { title: 'Home' } });
    expect(await t.must({ type: 'CLOSE_TAB' })).toMatchObject({ document: { url: 'about:blank' } });
    expect(await t.open(`${site.origin}/`)).toMatchObject({ document: { title: 'Home' } });
  });
});

describe('what an act is bound to', () => {
  const PAGE = `<button id="b" onclick="this.textContent += '!'">Pay</button><a id="a" href="/two">Go</a>`;
  /** Binds a click, lets the test change things, and performs. */
  async function swap(role: string, name: string, change: () => Promise<unknown>) {
    await page(`${PAGE}<script>onmessage = (e) => eval(e.data)</script>`);
    const action: BrowserAction = { type: 'CLICK', ref: await t.ref(role, name) };
    const act = t.bind(action, need(await t.tab.inspect(action, SIGNAL)));
    await change();
    return t.tab.perform(t.authority.authorise(act), act, null, SIGNAL);
  }
  const CHANGED = { ok: false, error: { code: 'act.changed' } };
  /** Changes the page by its own means, between decision and act. */
  const inPage = (code: string) => async () => {
    site.pages['/code'] = { headers: { 'content-type': 'text/javascript' }, body: code };
    await t.must({ type: 'CLICK', ref: await t.ref('button', 'Change') });
    await t.act({ type: 'WAIT' });
  };
  const CHANGER = `<button onclick="fetch('/code').then((r) => r.text()).then((x) => eval(x))">Change</button>`;

  test.each([
    ['another name', 'button', 'Pay', `b.textContent = 'Pay 100'`],
    ['another role', 'button', 'Pay', `b.setAttribute('role', 'link')`],
    ['another element with the same name', 'button', 'Pay', `b.replaceWith(b.cloneNode(true))`],
    ['no element', 'button', 'Pay', `b.remove()`],
    ['another target', 'link', 'Go', `a.href = 'http://evil.test/'`],
    ['a new tab', 'link', 'Go', `a.target = '_blank'`],
    [
      'a form around it',
      'button',
      'Pay',
      `const f = document.createElement('form'); b.before(f); f.append(b)`,
    ],
  ])('%s between decision and act is `act.changed`', async (_name, role, name, code) => {
    site.pages['/page'] = '';
    const before = site.hits.length;
    await page(PAGE + CHANGER);
    const action: BrowserAction = { type: 'CLICK', ref: await t.ref(role, name) };
    const act = t.bind(action, need(await t.tab.inspect(action, SIGNAL)));
    await inPage(code)();
    expect(await t.tab.perform(t.authority.authorise(act), act, null, SIGNAL)).toMatchObject(CHANGED);
    expect(site.hits.slice(before)).not.toContain('GET /two');
    expect(await text()).not.toContain('!');
  });

  test('another document between decision and act is `act.changed`', async () => {
    expect(await swap('button', 'Pay', () => t.must({ type: 'RELOAD' }))).toMatchObject(CHANGED);
    expect(await swap('button', 'Pay', () => t.open(`${site.origin}/two`))).toMatchObject(CHANGED);
  });

  test('a forged, altered, expired or replayed authorisation does nothing', async () => {
    await page(PAGE);
    const action: BrowserAction = { type: 'CLICK', ref: await t.ref('button', 'Pay') };
    const act = t.bind(action, need(await t.tab.inspect(action, SIGNAL)));
    const good = t.authority.authorise(act);
    const perform = (authorization = good, bound = act, typed: string | null = null) =>
      t.tab.perform(authorization, bound, typed, SIGNAL);
    expect(await perform(testAuthority('mine').authorise(act))).toMatchObject({
      error: { code: 'authorization.forged' },
    });
    expect(await perform({ ...good, notAfter: good.notAfter + 1 })).toMatchObject({
      error: { code: 'authorization.forged' },
    });
    expect(await perform(t.authority.authorise(act, -1))).toMatchObject({
      error: { code: 'authorization.expired' },
    });
    expect(
      await perform(good, { ...act, action: { type: 'NAVIGATE', url: 'http://evil.test/' } }),
    ).toMatchObject({
      error: { code: 'authorization.altered' },
    });
    const elsewhere = { ...act, tabId: 'another' };
    expect(await perform(t.authority.authorise(elsewhere), elsewhere)).toMatchObject({
      error: { code: 'authorization.altered' },
    });
    expect(await perform(t.authority.authorise(act), act, 'other text')).toMatchObject({
      error: { code: 'authorization.altered' },
    });
    expect(await text()).not.toContain('!');
    expect(await perform()).toMatchObject({ ok: true });
    expect(await perform()).toMatchObject({ error: { code: 'authorization.replayed' } });
    expect(await text()).toContain('Pay!');
    expect(await text()).not.toContain('!!');
  });

  test('an element put under the pointer after the aim gets no click', async () => {
    await page(`<button style="position:absolute;left:0;top:0;width:200px;height:50px" onclick="log('pay')">Pay</button>
      <button id="trap" style="position:absolute;left:900px;top:0;width:200px;height:50px;z-index:9" onclick="log('trapped')">Trap</button>${LOG}
      <script>addEventListener('pointermove', () => { trap.style.left = '0px'; }, true);</script>`);
    expect(await t.act({ type: 'CLICK', ref: await t.ref('button', 'Pay') })).toMatchObject(CHANGED);
    expect(await text()).not.toMatch(/pay|trapped/);
  });

  test('a page cannot lie about an effect by overriding prototypes or naming fields', async () => {
    await page(`<form id="f" action="/search" method="post"><input name="action" value="/safe"><input name="getAttribute"><input name="elements">
      <input type="password" name="method" value="secret"><button name="baseURI">Send</button></form><img name="baseURI"><script>
      HTMLFormElement.prototype.getAttribute = Element.prototype.getAttribute = () => 'get';
      Element.prototype.closest = () => null; Element.prototype.matches = () => false;</script>`);
    const seen = need(await t.tab.inspect({ type: 'CLICK', ref: await t.ref('button', 'Send') }, SIGNAL));
    expect(seen.effect.submits).toMatchObject({
      url: `${site.origin}/search`,
      method: 'POST',
      credentials: true,
    });
  });

  test('effects: formaction, base target, download, file inputs, script links, nested parts', async () => {
    await page(`<base target="_blank"><form action="/a"><button formaction="/b" formmethod="post" formtarget="_self">Send</button></form>
      <a href="/file.zip" download>Get</a><a href="javascript:void(0)">Script</a><label role="button" tabindex="0">Upload<input type="file" hidden></label>
      <a href="/two" target="_self"><button type="button">Nested</button></a>`);
    const effect = async (role: string, name: string) =>
      need(await t.tab.inspect({ type: 'CLICK', ref: await t.ref(role, name) }, SIGNAL)).effect;
    expect(await effect('button', 'Send')).toMatchObject({
      submits: { url: `${site.origin}/b`, method: 'POST', newTab: false },
    });
    expect(await effect('link', 'Get')).toMatchObject({ link: { download: true, newTab: true } });
    expect(await effect('link', 'Script')).toMatchObject({ link: null, submits: null });
    expect(await effect('button', 'Upload')).toMatchObject({ fileInput: true });
    expect(await effect('button', 'Nested')).toMatchObject({
      link: { url: `${site.origin}/two`, newTab: false },
    });
  });
});

function documentOf(outcome: ActOutcome): { id: string; url: string } {
  return outcome.kind === 'SNAPSHOT' ? outcome.snapshot.document : outcome.document;
}

/** Width and height from the frame header. */
function jpegSize(outcome: ActOutcome): number[] {
  const bytes = Buffer.from(outcome.kind === 'IMAGE' ? outcome.base64 : '', 'base64');
  for (let at = 2; at < bytes.length;) {
    const marker = bytes.readUInt8(at + 1);
    if (marker >= 0xc0 && marker <= 0xc2) return [bytes.readUInt16BE(at + 7), bytes.readUInt16BE(at + 5)];
    at += 2 + bytes.readUInt16BE(at + 2);
  }
  return [];
}
