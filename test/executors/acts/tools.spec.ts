// Acts of a developer's tools on real pages: other clicks, drags, scripts, waits, and what is observed from outside.
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import type { ActOutcome } from '#executors/contract/outcome.ts';
import type { Observed } from '#executors/contract/tool-outcome.ts';
import type { BrowserAction } from '#policy/acts/actions.ts';
import { GhostError } from '#policy/language/failure.ts';
import { startSite, type Site } from '#test/fixtures/site.ts';
import { openTestTab, type TestTab } from '#test/fixtures/tab.ts';

let site: Site;
let t: TestTab;

beforeAll(async () => {
  site = await startSite({
    '/': '<title>Home</title><h1>Home</h1>',
    '/two': '<title>Two</title><h1>Two</h1>',
    '/api': { headers: { 'content-type': 'application/json' }, body: '{"items":[1]}' },
    '/broken': { status: 500, body: 'no' },
    '/slow': (_request, response) => void setTimeout(() => response.end('late'), 400),
  });
  t = await openTestTab();
});
afterAll(async () => {
  await t.tab.close();
  await site.close();
});
beforeEach(() => {
  t.rules.pageAct = () => false;
  t.rules.connection = () => true;
});

async function page(html: string): Promise<void> {
  site.pages['/page'] = `<!doctype html><meta charset="utf-8"><title>Page</title>${html}`;
  await t.open(`${site.origin}/page`);
}
const text = async (): Promise<string> => {
  const outcome = await t.must({ type: 'EXTRACT' });
  return outcome.kind === 'TEXT' ? outcome.text : '';
};
const LOG = `<pre id="log"></pre><script>
  const log = (line) => document.getElementById('log').append(line + '\\n');
</script>`;

/** EVALUATE's value; throws as the act fails. */
async function value(expression: string, ref?: string): Promise<unknown> {
  const outcome = await t.must(
    { type: 'EVALUATE', expression: '', ...(ref === undefined ? {} : { ref }) },
    expression,
  );
  return outcome.kind === 'VALUE' ? outcome.value : outcome.kind;
}
const observed = async <W extends Observed['what']>(
  action: Extract<BrowserAction, { type: 'OBSERVE' }> & { what: W },
): Promise<Extract<Observed, { what: W }>> => {
  const outcome = await t.must(action);
  if (outcome.kind !== 'OBSERVED' || outcome.observed.what !== action.what) throw new Error(outcome.kind);
  return outcome.observed as Extract<Observed, { what: W }>;
};
const codeOf = async (acted: Promise<ActOutcome>): Promise<string> =>
  acted.then(
    ({ kind }) => kind,
    (thrown: unknown) => (thrown instanceof GhostError ? thrown.failure.code : String(thrown)),
  );

describe('clicks', () => {
  test('another button, a count and held keys reach the page as a hand sends them', async () => {
    await page(`<button>Go</button>${LOG}<script>
      for (const name of ['click', 'dblclick', 'auxclick', 'contextmenu'])
        document.querySelector('button').addEventListener(name, (e) => log(name + e.button + e.detail + (e.shiftKey ? 'S' : '')));
    </script>`);
    const ref = await t.ref('button', 'Go');
    await t.must({ type: 'CLICK', ref, count: 2 });
    await t.must({ type: 'CLICK', ref, button: 'right' });
    await t.must({ type: 'CLICK', ref, button: 'middle' });
    await t.must({ type: 'CLICK', ref, modifiers: ['Shift'] });
    expect((await text()).split('\n').slice(1)).toEqual([
      'click01',
      'click02',
      'dblclick02',
      'contextmenu20',
      'auxclick21',
      'auxclick11',
      'click01S',
    ]);
  });
});

describe('drags', () => {
  test('HTML drag and drop carries its data, pointer drags get their moves', async () => {
    await page(`<div id="a" draggable="true" role="button" aria-label="Card">Card</div>
      <div id="b" role="button" aria-label="Slot" style="height:80px;margin-top:1200px">Slot</div>
      <div id="c" role="slider" aria-label="Knob" aria-valuenow="0" style="width:40px;height:40px">Knob</div>${LOG}<script>
      a.addEventListener('dragstart', (e) => e.dataTransfer.setData('text/plain', 'ace'));
      b.addEventListener('dragover', (e) => e.preventDefault());
      b.addEventListener('drop', (e) => { e.preventDefault(); log('dropped ' + e.dataTransfer.getData('text/plain')); });
      a.addEventListener('click', () => log('clicked'));
      let moves = 0;
      c.addEventListener('pointerdown', (e) => c.setPointerCapture(e.pointerId));
      c.addEventListener('pointermove', (e) => { if (e.buttons === 1) moves += 1; });
      c.addEventListener('pointerup', () => log('moved ' + (moves > 3)));
    </script>`);
    const [card, slot, knob] = [
      await t.ref('button', 'Card'),
      await t.ref('button', 'Slot'),
      await t.ref('slider', 'Knob'),
    ];
    await t.must({ type: 'DRAG', ref: card, to: slot });
    await t.must({ type: 'DRAG', ref: knob, to: slot });
    expect(await text()).toContain('dropped ace\nmoved true');
    expect(await text()).not.toContain('clicked');
    await t.must({ type: 'CLICK', ref: card });
    expect(await text()).toContain('clicked');
  });
});

describe('EVALUATE', () => {
  test('expressions, statements, functions and promises give their value as JSON', async () => {
    await page('<p id="p">Hello</p><script>globalThis.mine = { deep: [1, 2] };</script>');
    expect(await value('document.title')).toBe('Page');
    expect(await value('mine')).toEqual({ deep: [1, 2] });
    expect(await value('{ a: 1, b: undefined }')).toEqual({ a: 1 });
    expect(await value('const x = 2; x * 3')).toBe(6);
    expect(await value('const x = 5; x')).toBe(5);
    expect(await value('() => location.pathname')).toBe('/page');
    expect(await value('async () => (await fetch("/api")).json()')).toEqual({ items: [1] });
    expect(await value('await Promise.resolve(7)')).toBe(7);
    expect(await value('[NaN, 3n, document.body, new Map([[1, 2]]), new Error("no"), Symbol("s")]')).toEqual([
      '[NaN]',
      '[3n]',
      '[element <body>]',
      [[1, 2]],
      { name: 'Error', message: 'no' },
      '[Symbol(s)]',
    ]);
    expect(await value('const loop = {}; loop.loop = loop; loop')).toEqual({ loop: '[circular]' });
    expect(await value('undefined')).toBe(null);
  });

  test('on an element, as `this` or as a function of it', async () => {
    await page('<button data-n="4">Go</button>');
    const ref = await t.ref('button', 'Go');
    expect(await value('this.dataset.n', ref)).toBe('4');
    expect(await value('(element) => element.textContent', ref)).toBe('Go');
  });

  test('what throws, never ends or is too large is an error that says which', async () => {
    await page('<p>Here</p>');
    const run = (expression: string, signal?: AbortSignal) =>
      t.act({ type: 'EVALUATE', expression: '' }, expression, signal);
    expect(await run('missing.thing')).toMatchObject({
      ok: false,
      error: { code: 'act.script-failed', details: { name: 'ReferenceError' } },
    });
    expect(await run('throw "plain"')).toMatchObject({ error: { message: 'the script threw `plain`' } });
    expect(await run('1 +')).toMatchObject({ error: { details: { name: 'SyntaxError' } } });
    expect(await run('"x".repeat(2_000_000)')).toMatchObject({ error: { code: 'act.too-large' } });
    const abort = new AbortController();
    const endless = run('for (;;);', abort.signal);
    setTimeout(() => abort.abort(), 300);
    expect(await endless).toMatchObject({ ok: false, error: { code: 'task.cancelled' } });
    expect(await value('1 + 1')).toBe(2);
  });

  test('a password in the page is not in its value, and where a script leads is decided as the page’s own', async () => {
    await page('<input type="password" value="hunter22" aria-label="Password">');
    expect(await value('document.querySelector("input").value + "!"')).toBe('***!');
    const thrown = await t.act(
      { type: 'EVALUATE', expression: '' },
      'throw document.querySelector("input").value',
    );
    expect(thrown).toMatchObject({ ok: false, error: { message: 'the script threw `***`' } });
    expect(JSON.stringify(thrown)).not.toContain('hunter22');
    expect(await t.must({ type: 'EVALUATE', expression: '' }, 'location.href = "/two"; 1')).toMatchObject({
      kind: 'VALUE',
      navigated: false,
      refused: [{ code: 'act.navigation-denied' }],
    });
    t.rules.pageAct = () => true;
    expect(await t.must({ type: 'EVALUATE', expression: '' }, 'location.href = "/two"; 1')).toMatchObject({
      navigated: true,
      document: { title: 'Two' },
    });
    expect(t.acts.filter(({ kind }) => kind === 'NAVIGATE')).toHaveLength(2);
  });

  test('an attribute of an element, but no credential', async () => {
    await page(
      '<a href="/two" title="There">Two</a><input type="password" value="hunter22" aria-label="Password">',
    );
    const [link, field] = [await t.ref('link', 'Two'), await t.ref('textbox', 'Password')];
    expect(await t.must({ type: 'EXTRACT', ref: link, attribute: 'title' })).toMatchObject({
      value: 'There',
    });
    expect(await t.must({ type: 'EXTRACT', ref: link, attribute: 'rel' })).toMatchObject({ value: null });
    expect(await t.must({ type: 'EXTRACT', ref: field, attribute: 'value' })).toMatchObject({
      value: '•••(8)',
    });
  });
});

describe('WAIT', () => {
  test('for an address, a script’s condition, an element’s state, the document and the quiet network', async () => {
    await page(`<button>Now</button><script>
      globalThis.begin = () => {
        setTimeout(() => { history.pushState({}, '', '/page/done?ok=1'); globalThis.ready = true; }, 200);
        setTimeout(() => {
          document.querySelector('button').remove();
          fetch('/slow').then(() => document.title = 'quiet');
        }, 300);
      };
    </script>`);
    const now = await t.ref('button', 'Now');
    await t.must({ type: 'WAIT', ref: now, state: 'visible' });
    await value('begin()');
    await t.must({ type: 'WAIT', url: '**/done**' });
    await t.must({ type: 'WAIT', script: '' }, 'globalThis.ready === true');
    await t.must({ type: 'WAIT', ref: now, state: 'detached' });
    await t.must({ type: 'WAIT', networkIdle: true });
    expect(await value('document.title')).toBe('quiet');
    await t.must({ type: 'WAIT', navigation: true });
    expect(await codeOf(t.must({ type: 'WAIT', ref: now, state: 'visible', milliseconds: 300 }))).toBe(
      'act.timed-out',
    );
    expect(await codeOf(t.must({ type: 'WAIT', url: '**/never', milliseconds: 100 }))).toBe('act.timed-out');
    expect(await codeOf(t.must({ type: 'WAIT', url: '{a' }))).toBe('act.bad-pattern');
    expect(await codeOf(t.must({ type: 'WAIT', script: '', milliseconds: 300 }, 'false'))).toBe(
      'act.timed-out',
    );
    expect(await codeOf(t.must({ type: 'WAIT', script: '' }, 'nope.nope'))).toBe('act.script-failed');
  });
});

describe('OBSERVE', () => {
  test('console and errors of page, frame and worker, by level and number, until they are cleared', async () => {
    site.pages['/frame'] = '<script>console.info("from the frame")</script>';
    site.pages['/worker.js'] = {
      headers: { 'content-type': 'text/javascript' },
      body: 'console.log("from the worker")',
    };
    t.rules.pageAct = () => true;
    await page(`<iframe src="/frame"></iframe><script>
      new Worker('/worker.js');
      console.log('%s has %d', 'page', 3, { a: 1, b: [1, 2] });
      console.warn('careful');
      setTimeout(() => missing(), 0);
      Promise.reject(new TypeError('nobody'));
    </script>`);
    await expect
      .poll(
        async () =>
          (await observed({ type: 'OBSERVE', what: 'CONSOLE' })).entries.map(({ text: one }) => one),
        { timeout: 20_000 },
      )
      .toEqual(
        expect.arrayContaining([
          'from the worker',
          'from the frame',
          'page has 3 {a: 1, b: Array(2)}',
          'careful',
        ]),
      );
    const warnings = await observed({ type: 'OBSERVE', what: 'CONSOLE', level: 'warning' });
    expect(warnings.entries).toMatchObject([
      { level: 'warning', text: 'careful', line: 4, from: site.origin },
    ]);
    const errors = await observed({ type: 'OBSERVE', what: 'ERRORS' });
    expect(errors.entries.map(({ message }) => message).toSorted()).toEqual([
      'Uncaught (in promise) TypeError: nobody',
      'Uncaught ReferenceError: missing is not defined',
    ]);
    expect((await observed({ type: 'OBSERVE', what: 'ERRORS', last: 1 })).entries).toHaveLength(1);
    await observed({ type: 'OBSERVE', what: 'ERRORS', clear: true });
    expect((await observed({ type: 'OBSERVE', what: 'ERRORS' })).entries).toEqual([]);
    expect(await observed({ type: 'OBSERVE', what: 'PAGE' })).toMatchObject({
      scriptErrors: 0,
      consoleWarnings: 1,
      status: 200,
    });
  });

  test('requests with status and reason, without credentials', async () => {
    await page('<p>Here</p><input type="password" value="hunter22">');
    await observed({ type: 'OBSERVE', what: 'REQUESTS', clear: true });
    t.rules.connection = ({ host }) => host !== 'denied.test';
    await value(`Promise.allSettled([
      fetch('/api?token=hunter22'), fetch('/broken'), fetch('http://denied.test/x'),
    ]).then(() => 0)`);
    const { entries, total, failed, pending } = await observed({ type: 'OBSERVE', what: 'REQUESTS' });
    expect(entries.map(({ url, status, refused }) => [url, status, refused !== null])).toEqual([
      [`${site.origin}/api?token=***`, 200, false],
      [`${site.origin}/broken`, 500, false],
      ['http://denied.test/x', null, true],
    ]);
    expect({ total, failed, pending }).toEqual({ total: 3, failed: 2, pending: 0 });
    expect((await observed({ type: 'OBSERVE', what: 'REQUESTS', filter: 'failed' })).entries).toHaveLength(2);
    expect((await observed({ type: 'OBSERVE', what: 'REQUESTS', urlPattern: '/api*' })).entries).toHaveLength(
      1,
    );
    expect((await observed({ type: 'OBSERVE', what: 'REQUESTS', last: 1 })).entries[0]?.url).toContain(
      'denied',
    );
  });

  test('figures of a page', async () => {
    await page('<p>Here</p>');
    const figures = await observed({ type: 'OBSERVE', what: 'PERFORMANCE' });
    expect(figures.domNodes).toBeGreaterThan(3);
    expect(figures.loadMs).toBeGreaterThanOrEqual(figures.domContentLoadedMs ?? Infinity);
  });
});
