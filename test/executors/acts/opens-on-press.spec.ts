// A list that opens as it is pressed lies over its own button when the mouse is let go: the press was the act, and what opened gets nothing of it.
import { afterAll, beforeAll, expect, test } from 'vitest';
import { startSite, type Site } from '#test/fixtures/site.ts';
import { openTestTab, type TestTab } from '#test/fixtures/tab.ts';

const PAGE = `<!doctype html><title>List</title><button id="b">Flavour</button><p id="said">heard:</p>
<script>
const heard = (what) => { document.getElementById('said').textContent += ' ' + what; };
document.getElementById('b').addEventListener('mousedown', () => {
  const layer = document.createElement('div');
  layer.style.cssText = 'position:fixed;inset:0;background:#eee';
  layer.innerHTML = '<ul role="listbox" aria-label="Flavours"><li role="option">Vanilla</li></ul>';
  for (const name of ['mouseup', 'pointerup', 'click']) layer.addEventListener(name, () => heard(name));
  document.body.append(layer);
});
</script>`;

let site: Site;
let t: TestTab;
beforeAll(async () => {
  site = await startSite({
    '/': PAGE,
    '/plain': '<!doctype html><button onclick="this.textContent += 1">Go</button>',
  });
  t = await openTestTab();
});
afterAll(async () => {
  await t.tab.close();
  await site.close();
});

test('a list that opens on the press is open, and the layer over it heard neither release nor click', async () => {
  await t.open(`${site.origin}/`);
  expect(await t.act({ type: 'CLICK', ref: await t.ref('button', 'Flavour') })).toMatchObject({ ok: true });
  await t.ref('option', 'Vanilla');
  expect(JSON.stringify(await t.must({ type: 'SNAPSHOT' }))).toContain('heard:');
  expect(JSON.stringify(await t.must({ type: 'SNAPSHOT' }))).not.toMatch(
    /heard: ?(?:mouseup|pointerup|click)/,
  );
});

test('an ordinary button is clicked as ever', async () => {
  await t.open(`${site.origin}/plain`);
  await t.must({ type: 'CLICK', ref: await t.ref('button', 'Go') });
  await t.ref('button', 'Go1');
});
