// An act at a place of the view is done there, on the element that was decided on, or not at all.
import { afterAll, beforeAll, expect, test } from 'vitest';
import { startSite, type Site } from '#test/fixtures/site.ts';
import { openTestTab, type TestTab } from '#test/fixtures/tab.ts';

const PAGE = `<!doctype html><title>Places</title><style>button { position: absolute; top: 50px; width: 100px; height: 40px }</style>
<button id="one" style="left: 20px" onclick="heard('one', event)">One</button>
<button id="two" style="left: 220px" onclick="heard('two', event)" ondblclick="heard('twice', event)">Two</button>
<p id="said" style="position: absolute; top: 200px">heard:</p>
<script>
function heard(what, { clientX, clientY }) { said.textContent += ' ' + what + '@' + clientX + ',' + clientY; }
addEventListener('keydown', () => { one.style.left = '420px'; two.style.left = '20px'; });
</script>`;

/** `id=under` lies over the button as soon as the mouse came to it. */
const PRESSES = `<!doctype html><title>Presses</title><style>body > * { position: absolute; left: 20px; width: 200px; height: 40px }</style>
<form onsubmit="said.textContent += ' sent'; event.preventDefault()" style="top: 20px"><button style="width: 200px; height: 40px"><b>Pay</b> <i>now</i></button></form>
<a href="#gone" style="top: 80px"><span role="slider" aria-valuenow="1" aria-label="Left">left</span> <span role="slider" aria-valuenow="1" aria-label="Right">right</span></a>
<label style="top: 140px"><input type="range" aria-label="Volume" min="0" max="100" value="0" style="width: 200px; margin: 0"></label>
<div role="slider" aria-valuenow="1" aria-label="Board" style="top: 200px" onmousedown="said.textContent += ' down'" onmouseup="said.textContent += ' up'" onclick="said.textContent += ' click'">Board</div>
<div role="slider" aria-valuenow="1" aria-label="Trap" style="top: 260px" onmousemove="under.style.left = '20px'">Trap</div>
<div id="under" style="top: 260px; left: -500px" onmousedown="said.textContent += ' stolen'" onmouseup="said.textContent += ' let go'">Under</div>
<p id="said" style="top: 320px; width: 600px">heard:</p>`;

let site: Site;
let t: TestTab;
beforeAll(async () => {
  site = await startSite({ '/': PAGE, '/presses': PRESSES });
  t = await openTestTab();
});
afterAll(async () => {
  await t.tab.close();
  await site.close();
});

const said = async (): Promise<string> =>
  /heard:[^"\\]*/u.exec(JSON.stringify(await t.must({ type: 'SNAPSHOT' })))?.[0] ?? '';

test('a click is made at its place, and the second of a double click alone', async () => {
  await t.open(`${site.origin}/`);
  const [one, two] = [await t.ref('button', 'One'), await t.ref('button', 'Two')];
  await t.must({ type: 'CLICK', ref: one, at: { x: 25, y: 55 } });
  expect(await said()).toBe('heard: one@25,55');
  await t.must({ type: 'CLICK', ref: two, at: { x: 230, y: 60 } });
  await t.must({ type: 'CLICK', ref: two, at: { x: 230, y: 60 }, count: 2, after: 1 });
  expect(await said()).toBe('heard: one@25,55 two@230,60 two@230,60 twice@230,60');
});

test('where another element lies at the place, nothing is done, wherever the one that was meant is', async () => {
  await t.open(`${site.origin}/`);
  const one = await t.ref('button', 'One');
  const at = { x: 30, y: 60 };
  await t.must({ type: 'PRESS', key: 'ArrowDown' });
  for (const action of [
    { type: 'CLICK', ref: one, at },
    { type: 'HOVER', ref: one, at },
    { type: 'SCROLL', ref: one, at, dx: 0, dy: 100 },
    { type: 'DRAG', ref: one, to: one, at, toAt: { x: 90, y: 60 } },
  ] as const)
    expect(await t.act(action), action.type).toMatchObject({ ok: false, error: { code: 'act.covered' } });
  for (const place of [
    { x: -1, y: 60 },
    { x: 5_000, y: 60 },
  ])
    expect(await t.act({ type: 'CLICK', ref: one, at: place })).toMatchObject({ ok: false });
  expect(await said()).toBe('heard:');
});

test('a drag is no click: within a button or link it is none, and elsewhere the page hears of no click', async () => {
  await t.open(`${site.origin}/presses`);
  const refused = { ok: false, error: { code: 'act.not-actionable' } };
  const pay = await t.ref('button', 'Pay now');
  expect(await t.act({ type: 'DRAG', ref: pay, to: pay })).toMatchObject(refused);
  const places = { at: { x: 30, y: 40 }, toAt: { x: 60, y: 40 } };
  expect(await t.act({ type: 'DRAG', ref: pay, to: pay, ...places })).toMatchObject(refused);
  const [left, right] = [await t.ref('slider', 'Left'), await t.ref('slider', 'Right')];
  expect(await t.act({ type: 'DRAG', ref: left, to: right })).toMatchObject(refused);
  const volume = await t.ref('slider', 'Volume');
  await t.must({ type: 'DRAG', ref: volume, to: volume, at: { x: 25, y: 148 }, toAt: { x: 200, y: 148 } });
  const board = await t.ref('slider', 'Board');
  await t.must({ type: 'DRAG', ref: board, to: board, at: { x: 30, y: 220 }, toAt: { x: 90, y: 220 } });
  expect(await said()).toBe('heard: down up');
  const shown = JSON.stringify(await t.must({ type: 'SNAPSHOT' }));
  expect(shown).toContain('/presses","title"');
  expect(shown).toMatch(/"name":"Volume"[^{]*\{[^}]*\},"inView":true,"value":"[1-9]/u);
  // The next click is one.
  await t.must({ type: 'CLICK', ref: board });
  await t.must({ type: 'CLICK', ref: pay });
  expect(await said()).toBe('heard: down up down up click sent');
});

test('what the page lays under the mouse before a drag presses gets nothing of it', async () => {
  for (const places of [{}, { at: { x: 30, y: 270 }, toAt: { x: 30, y: 220 } }]) {
    await t.open(`${site.origin}/presses`);
    const [trap, board] = [await t.ref('slider', 'Trap'), await t.ref('slider', 'Board')];
    const dragged = await t.act({ type: 'DRAG', ref: trap, to: board, ...places });
    expect(dragged).toMatchObject({ ok: false });
    expect(await said()).toBe('heard:');
  }
});
