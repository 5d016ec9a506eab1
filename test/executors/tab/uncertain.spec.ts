// A connection that fails in the middle of an act: what may have had its effect is not sent a second time, counts, and is told so.
// INVARIANT: beside each stands the same failure before anything was sent, after which the act is decided anew and done once.
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test, vi } from 'vitest';
import { CdpConnection, CdpError } from '#executors/cdp/connection.ts';
import { openGateway, type Gateway } from '#gateway/main.ts';
import type { GovernedTab } from '#gateway/tabs/governed-tab.ts';
import { keepBrowser, SHARED } from '#test/fixtures/kept-browser.ts';
import { startSite, type Site } from '#test/fixtures/site.ts';
import { need } from '#test/fixtures/tab.ts';

const HERE = 'http://shop.test/';
const PAGE = `<title>Pay</title><link rel="icon" href="data:,"><button id="b">Pay</button><input id="i" aria-label="Name">
<script>const b=document.getElementById('b'),i=document.getElementById('i');
for(const name of ['mousedown','click']) b.addEventListener(name,()=>fetch('/'+name));
i.addEventListener('input',()=>fetch('/input'));</script>`;
/** What it does when it was clicked, and a way to a page that never comes. */
const restless = (
  then: string,
): string => `<title>Pay</title><link rel="icon" href="data:,"><a href="/never">Order</a>
<button id="b" style="position:fixed;left:0;top:140px">Pay</button>
<script>b.addEventListener('click',()=>{${then};fetch('/click')});</script>`;
const MOVES = `b.style.top=parseInt(b.style.top)+90+'px'`;
const IS_COVERED = `document.body.insertAdjacentHTML('beforeend','<p style="position:fixed;inset:0;margin:0">One moment</p>')`;
/** Something to drag, and what happens to the place that it is dragged to as soon as it is picked up. */
const dragged = (then: string): string => `<title>Pay</title><link rel="icon" href="data:,">
<button id="b" style="position:fixed;left:0;top:40px">Pay</button><button id="p" style="position:fixed;left:0;top:240px">Basket</button>
<script>let down=0;b.addEventListener('mousedown',()=>{fetch('/mousedown');down+=1;${then}});
addEventListener('mousemove',(e)=>{document.title='Pay '+down+' '+e.buttons});
addEventListener('mouseup',()=>{fetch('/mouseup')});p.addEventListener('mouseup',()=>{fetch('/click')});</script>`;

let site: Site;
let directory: string;
let gateway: Gateway;
let tab: GovernedTab;

beforeAll(async () => {
  site = await startSite(
    {
      '/': PAGE,
      '/restless': restless(MOVES),
      '/covered': restless(IS_COVERED),
      '/still': restless(''),
      '/drag-gone': dragged('p.remove()'),
      '/drag-covered': dragged(IS_COVERED),
      '/drag': dragged(''),
      '/mousedown': '',
      '/mouseup': '',
      '/click': '',
      '/input': '',
      '/never': () => undefined,
    },
    '127.0.0.79',
  );
  directory = mkdtempSync(join(tmpdir(), 'ghost-uncertain-'));
  gateway = await openGateway({
    dataDir: directory,
    world: {
      hostMap: { 'shop.test': { address: '127.0.0.79', port: site.port } },
      sites: [{ name: 'shop', url: HERE, about: [] }],
      secrets: {},
    },
    config: SHARED,
  });
  await keepBrowser(gateway);
});
afterAll(async () => {
  await gateway.close();
  await site.close();
  rmSync(directory, { recursive: true, force: true });
});
beforeEach(async () => {
  tab = need(await gateway.openTab({ url: HERE }));
  site.hits.length = 0;
});
afterEach(async () => {
  vi.restoreAllMocks();
  await tab.close();
});

type Sent = { readonly method: string; readonly type: unknown };
/** The first call that is meant fails: before it is sent, or when it has been. */
function failsOnce(isMeant: (sent: Sent) => boolean, when: 'UNSENT' | 'SENT'): void {
  // oxlint-disable-next-line typescript/unbound-method -- called on its own connection below
  const { call } = CdpConnection.prototype;
  let left = 1;
  vi.spyOn(CdpConnection.prototype, 'call').mockImplementation(async function (
    this: CdpConnection,
    ...args: Parameters<CdpConnection['call']>
  ) {
    const [, method, params] = args;
    const type = typeof params === 'object' && params !== null && 'type' in params ? params.type : null;
    if (left === 0 || !isMeant({ method, type })) return call.apply(this, args);
    left -= 1;
    if (when === 'SENT') await call.apply(this, args);
    throw new CdpError(`${method}: its target is gone`);
  });
}
const mouse =
  (type: string) =>
  ({ method, type: is }: Sent): boolean =>
    method === 'Input.dispatchMouseEvent' && is === type;

async function refOf(name: string): Promise<string> {
  const looked = need(await tab.snapshot());
  if (looked.kind !== 'SNAPSHOT') throw new Error('no snapshot');
  const ref = looked.snapshot.nodes.find((node) => node.name === name)?.ref;
  if (ref == null) throw new Error(`nothing is called “${name}”`);
  return ref;
}
const hits = (path: string): number => site.hits.filter((hit) => hit === `GET ${path}`).length;
const outcomes = (): readonly unknown[] =>
  gateway.audit
    .since(0, 100_000)
    .filter(({ type, what }) => type === 'act.outcome' && /Pay|Name/u.test(what))
    .map(({ outcome }) => outcome);
/** All that the page sent has arrived when what is sent after it has. */
async function allArrived(): Promise<void> {
  await expect.poll(() => hits('/mousedown') + hits('/input'), { timeout: 30_000 }).toBeGreaterThan(0);
  need(await tab.snapshot());
}

describe('a click', () => {
  test.each([
    ['between press and release', mouse('mouseReleased'), 'UNSENT'],
    ['after the release', mouse('mouseReleased'), 'SENT'],
    ['after the press', mouse('mousePressed'), 'SENT'],
  ] as const)(
    'whose connection fails %s is sent once, and it may have happened',
    async (_, isMeant, when) => {
      const ref = await refOf('Pay');
      const before = outcomes().length;
      failsOnce(isMeant, when);
      const done = await tab.act({ type: 'CLICK', ref });
      expect(done).toMatchObject({
        ok: false,
        error: {
          code: 'act.uncertain',
          retryable: false,
          message: expect.stringContaining('it may have happened'),
          help: expect.stringContaining('look'),
          details: { mayHaveHappened: true },
        },
      });
      await allArrived();
      expect(hits('/mousedown')).toBe(1);
      await expect.poll(() => outcomes().slice(before)).toEqual(['UNKNOWN']);
    },
  );

  test('whose connection fails before anything was sent is decided anew, and done once', async () => {
    const ref = await refOf('Pay');
    const before = outcomes().length;
    let calls = 0;
    failsOnce(({ method }) => method === 'Runtime.callFunctionOn' && (calls += 1) > 3, 'UNSENT');
    const done = await tab.act({ type: 'CLICK', ref });
    expect(done).toMatchObject({ ok: true });
    await allArrived();
    expect([hits('/mousedown'), hits('/click')]).toEqual([1, 1]);
    expect(outcomes().slice(before)).not.toContain('UNKNOWN');
  });
});

test('text whose connection fails after it was sent is entered once', async () => {
  const ref = await refOf('Name');
  failsOnce(({ method }) => method === 'Input.insertText', 'SENT');
  const done = await tab.act({ type: 'FILL', ref, text: 'Ana' });
  expect(done).toMatchObject({ ok: false, error: { code: 'act.uncertain' } });
  await allArrived();
  expect(hits('/input')).toBe(1);
});

const opened = async (path: string): Promise<void> => {
  need(await tab.act({ type: 'NAVIGATE', url: `${HERE}${path}` }));
  site.hits.length = 0;
};

describe('a double click', () => {
  test.each([
    ['moves away', 'restless'],
    ['is covered', 'covered'],
  ])('whose element %s after the first is not begun again, and not said to be done', async (_, path) => {
    await opened(path);
    const before = outcomes().length;
    const done = await tab.act({ type: 'CLICK', ref: await refOf('Pay'), count: 2 });
    expect(done).toMatchObject({
      ok: false,
      error: { code: 'act.uncertain', retryable: false, details: { mayHaveHappened: true } },
    });
    need(await tab.snapshot());
    await expect.poll(() => hits('/click'), { timeout: 30_000 }).toBeGreaterThan(0);
    expect(hits('/click')).toBe(1);
    await expect.poll(() => outcomes().slice(before)).toEqual(['UNKNOWN']);
  });

  test('whose element stays is two clicks, and a click is one, also where the element goes away with it', async () => {
    await opened('still');
    expect(await tab.act({ type: 'CLICK', ref: await refOf('Pay'), count: 2 })).toMatchObject({ ok: true });
    await expect.poll(() => hits('/click'), { timeout: 30_000 }).toBe(2);
    await opened('restless');
    expect(await tab.act({ type: 'CLICK', ref: await refOf('Pay') })).toMatchObject({ ok: true });
    await expect.poll(() => hits('/click'), { timeout: 30_000 }).toBe(1);
  });
});

describe('a drag', () => {
  test.each([
    ['is gone', 'drag-gone'],
    ['is covered', 'drag-covered'],
  ])('whose end %s once it was picked up lets go, and is made once', async (_, path) => {
    await opened(path);
    const before = outcomes().length;
    const [ref, to] = [await refOf('Pay'), await refOf('Basket')];
    const done = await tab.act({ type: 'DRAG', ref, to });
    expect(done).toMatchObject({
      ok: false,
      error: {
        retryable: false,
        message: expect.stringMatching(/picked up and let go|may have happened/u),
        details: { mayHaveHappened: true },
      },
    });
    await expect.poll(() => hits('/mouseup'), { timeout: 30_000 }).toBe(1);
    expect(hits('/mousedown')).toBe(1);
    expect(hits('/click')).toBe(0);
    await expect.poll(() => outcomes().slice(before)).toEqual(['UNKNOWN']);
  });

  test('whose end stays ends there', async () => {
    await opened('drag');
    const [ref, to] = [await refOf('Pay'), await refOf('Basket')];
    expect(await tab.act({ type: 'DRAG', ref, to })).toMatchObject({ ok: true });
    await expect.poll(() => hits('/click'), { timeout: 30_000 }).toBe(1);
    expect([hits('/mousedown'), hits('/mouseup')]).toEqual([1, 1]);
  });
});

describe('a page that does not come', () => {
  test('was asked for by the click on its link: it may have happened, and the same call is not to be repeated', async () => {
    await opened('restless');
    const done = await tab.act({ type: 'CLICK', ref: await refOf('Order') });
    expect(done).toMatchObject({
      ok: false,
      error: { code: 'act.timed-out', retryable: false, details: { mayHaveHappened: true } },
    });
    expect(hits('/never')).toBe(1);
  });

  test('to which the tab was sent by its address may be asked for again', async () => {
    const done = await tab.act({ type: 'NAVIGATE', url: `${HERE}never` });
    expect(done).toMatchObject({ ok: false, error: { code: 'act.timed-out', retryable: true } });
    expect(JSON.stringify(done)).not.toContain('mayHaveHappened');
  });
});
