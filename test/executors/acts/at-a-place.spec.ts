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

let site: Site;
let t: TestTab;
beforeAll(async () => {
  site = await startSite({ '/': PAGE });
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
