// The mouse of a client of the DevTools door, against a real gateway, browser and demo world: what lies under a point is decided on, and
// what was decided on is clicked, or nothing.
import { chromium } from 'playwright-core';
import type { Page } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { z } from 'zod';
import { RawCdp } from '#test/fixtures/cdp-client.ts';
import { openCdpDoor } from '#test/fixtures/cdp-door.ts';
import type { CdpDoor } from '#test/fixtures/cdp-door.ts';

let door: CdpDoor;

beforeAll(async () => {
  door = await openCdpDoor({
    consent: ({ answers }) =>
      Promise.resolve(answers.includes('ALLOW_TASK_SITE') ? 'ALLOW_TASK_SITE' : 'ALLOW_ONCE'),
  });
});
afterAll(() => door.close());

/** Acts of clients that were decided on since, but for looks and scripts. */
const decidedSince = (entry: number): readonly unknown[] =>
  door.gateway.audit
    .since(entry, 10_000)
    .filter(({ type, who }) => type === 'decision' && who.startsWith('client:robot-'))
    .map(({ details }) => details['action'])
    .filter((action) => action !== 'OBSERVE' && action !== 'EVALUATE');

const BOARD = `
  <style>body { margin: 0 } #board > * { position: absolute; width: 120px; height: 40px }</style>
  <div id=board>
    <button id=one style="left: 20px; top: 20px"><b>One</b></button>
    <div id=menu style="left: 200px; top: 20px">Menu</div>
    <label style="left: 20px; top: 100px"><input id=box type=checkbox> Box</label>
    <label for=far style="left: 400px; top: 100px">Far</label>
    <input id=far type=checkbox style="left: 400px; top: 160px">
    <select id=list style="left: 200px; top: 100px"><option>first<option>second</select>
    <div id=card draggable=true style="left: 20px; top: 200px; background: tan">Card</div>
    <div id=slot style="left: 300px; top: 200px; background: silver">Slot</div>
    <div id=tall style="left: 20px; top: 300px; height: 60px; overflow: auto"><p style="height: 2000px">Tall</div>
  </div>
  <output id=log></output>`;
/** Runs among the page’s own scripts. */
const LISTENS = `(html) => {
  document.body.innerHTML = html;
  const log = document.querySelector('#log');
  globalThis.note = (text) => { log.textContent += text + ' '; };
  const on = (id, name, text) => document.querySelector(id).addEventListener(name, () => note(text));
  on('#one', 'click', 'click'); on('#one', 'dblclick', 'dblclick');
  on('#menu', 'mouseenter', 'hover'); on('#menu', 'contextmenu', 'right');
  const slot = document.querySelector('#slot');
  slot.addEventListener('dragover', (event) => event.preventDefault());
  slot.addEventListener('drop', (event) => { event.preventDefault(); note('drop'); });
}`;

describe('Playwright', () => {
  const logged = (page: Page): Promise<string | null> => page.locator('#log').textContent();

  test('clicks, hovers, checks, selects, drags and scrolls, each decided as that', async () => {
    const browser = await chromium.connectOverCDP(door.endpoint.http, {
      timeout: 200_000,
    });
    try {
      const page = await (browser.contexts()[0] ?? (await browser.newContext())).newPage();
      page.setDefaultTimeout(280_000);
      await page.goto('http://shop.test/');
      await page.evaluate(`(${LISTENS})(${JSON.stringify(BOARD)})`);
      const before = door.gateway.audit.count();
      await page.hover('#menu');
      await page.click('#one');
      await page.dblclick('#one');
      await page.click('#menu', { button: 'right' });
      expect(await logged(page)).toBe('hover click click click dblclick hover right ');
      await page.check('#box');
      expect(await page.isChecked('#box')).toBe(true);
      await page.selectOption('#list', 'second');
      expect(await page.inputValue('#list')).toBe('second');
      await page.dragAndDrop('#card', '#slot');
      expect(await logged(page)).toMatch(/ drop $/u);
      await page.mouse.move(40, 320);
      await page.mouse.wheel(0, 300);
      await expect
        // A short script of its own: what Playwright evaluates on an element brings all of its helpers into the page's world.
        .poll(() => page.evaluate('document.querySelector("#tall").scrollTop'))
        .toBeGreaterThan(0);
      expect(new Set(decidedSince(before))).toEqual(new Set(['HOVER', 'CLICK', 'DRAG', 'SCROLL']));
      expect(decidedSince(before).filter((action) => action === 'CLICK')).toHaveLength(5);
    } finally {
      await browser.close();
    }
  });
});

/** A client with a page of its own making, and its mouse. */
async function board(html = BOARD) {
  const { webSocketDebuggerUrl } = versioned.parse(
    await (await fetch(`${door.endpoint.http}/json/version`)).json(),
  );
  const client = await RawCdp.open(webSocketDebuggerUrl);
  const { targetId } = opened.parse(await client.must('Target.createTarget', { url: 'http://shop.test/' }));
  const attach = async () =>
    attached.parse(await client.must('Target.attachToTarget', { targetId, flatten: true })).sessionId;
  const sessionId = await attach();
  const run = async (expression: string): Promise<unknown> => {
    const params = { expression, returnByValue: true, awaitPromise: true };
    return answered.parse(await client.must('Runtime.evaluate', params, sessionId)).result.value;
  };
  await run(`(${LISTENS})(${JSON.stringify(html)})`);
  const mouse = async (type: string, x: number, y: number, on = sessionId) => {
    const button =
      type === 'mousePressed' || type === 'mouseReleased' ? { button: 'left', clickCount: 1 } : {};
    return (await client.call('Input.dispatchMouseEvent', { type, x, y, ...button }, on)).error;
  };
  const log = () => run('document.querySelector("#log").textContent');
  return { client, attach, run, mouse, log };
}
const versioned = z.object({ webSocketDebuggerUrl: z.string() });
const opened = z.object({ targetId: z.string() });
const attached = z.object({ sessionId: z.string() });
const answered = z.object({ result: z.object({ value: z.unknown().optional() }) });

describe('a press and its release', () => {
  test('are nothing where another element came to lie there in between, in another session, or outside', async () => {
    const { client, attach, run, mouse, log } = await board();
    await using clients = new AsyncDisposableStack();
    clients.use(client);
    const before = door.gateway.audit.count();
    expect(await mouse('mousePressed', 40, 40)).toBeUndefined();
    await run('document.querySelector("#menu").style.left = "20px"');
    expect(await mouse('mouseReleased', 40, 40)).toMatchObject({ data: 'act.changed' });
    await run('document.querySelector("#menu").style.left = "200px"');
    // The mouse is the session’s, and its release is none of another one’s.
    const other = await attach();
    expect(await mouse('mousePressed', 40, 40)).toBeUndefined();
    expect((await mouse('mouseReleased', 40, 40, other))?.message).toBe('that button is not down');
    expect(decidedSince(before)).toEqual([]);
    expect(await mouse('mouseReleased', 40, 40)).toBeUndefined();
    expect(await log()).toBe('click ');
    for (const [x, y] of [
      [-5, 40],
      [99_999, 99_999],
    ] as const)
      for (const type of ['mouseMoved', 'mousePressed', 'mouseReleased'])
        expect(await mouse(type, x, y)).toBeUndefined();
    for (const far of [1e9, -1e300]) expect((await mouse('mouseMoved', far, 1))?.code).toBe(-32_602);
    expect((await client.call('Input.dispatchMouseEvent', { type: 'mouseMoved' })).error).toBeDefined();
    expect(decidedSince(before)).toEqual(['CLICK']);
    expect(await log()).toBe('click ');
  });

  test('on the words of a label are a click on its field, within it or elsewhere', async () => {
    const { client, run, mouse } = await board();
    await using clients = new AsyncDisposableStack();
    clients.use(client);
    for (const x of [60, 410])
      for (const type of ['mouseMoved', 'mousePressed', 'mouseReleased'])
        expect(await mouse(type, x, 110)).toBeUndefined();
    expect(await run('[box.checked, far.checked, document.elementFromPoint(60, 110).localName]')).toEqual([
      true,
      true,
      'label',
    ]);
  });

  test('are decided by what covers an element, and never reach into a frame that may not be read', async () => {
    const { client, run, mouse } = await board();
    await using clients = new AsyncDisposableStack();
    clients.use(client);
    await run(`{
      const cover = Object.assign(document.createElement('a'), { href: 'http://forum.test/' });
      cover.style = 'left: 0; top: 0; width: 150px; height: 80px; opacity: 0; z-index: 9';
      document.querySelector('#board').append(cover);
    }`);
    const before = door.gateway.audit.count();
    await mouse('mousePressed', 40, 40);
    await mouse('mouseReleased', 40, 40);
    const click = door.gateway.audit
      .since(before, 10_000)
      .find(({ type, details }) => type === 'decision' && details['action'] === 'CLICK');
    expect(JSON.stringify(click)).toContain('NAVIGATE_CROSS_ORIGIN');
    const other = await board();
    clients.use(other.client);
    await other.run(`new Promise((loaded) => {
      const frame = Object.assign(document.createElement('iframe'), {
        src: 'data:text/html,<button onclick="this.remove()" style="width:100%;height:100px">Pay</button>',
      });
      frame.addEventListener('load', () => loaded(true));
      frame.style = 'left: 0; top: 0; width: 200px; height: 90px; z-index: 9';
      document.querySelector('#board').append(frame);
    })`);
    const then = door.gateway.audit.count();
    for (const type of ['mouseMoved', 'mousePressed', 'mouseWheel'])
      expect(await other.mouse(type, 40, 40)).toMatchObject({ data: 'act.no-frame' });
    expect(await other.mouse('mouseReleased', 40, 40)).toBeUndefined();
    expect(decidedSince(then)).toEqual([]);
  });
});
