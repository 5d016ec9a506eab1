// What a page calls its elements stands for nothing that our functions keep or call in our world: named properties lie there too.
import { runInNewContext } from 'node:vm';
import { expect, test } from 'vitest';
import { wipeMarks } from '#executors/perception/in-page/marks.ts';
import { tabOnSite } from '#test/fixtures/tab-on-site.ts';

const on = tabOnSite();

async function open(body: string): Promise<void> {
  on.site.pages['/page'] = `<!doctype html><title>T</title><body>${body}<p id="said">nothing</p>`;
  await on.t.open(`${on.site.origin}/page`);
}
const names = async (): Promise<readonly string[]> => (await on.t.snapshot()).nodes.map(({ name }) => name);

test('a click goes to a form with such fields, beside elements with such ids', async () => {
  await open(`<form role="button" tabindex="0" aria-label="Go" onclick="said.textContent = 'gone'" style="width: 90px; height: 90px">
      <input type="hidden" name="getRootNode"><input type="hidden" name="addEventListener">
    </form>
    <a id="addEventListener">x</a><a id="removeEventListener">x</a><a id="__ghostClick">x</a>`);
  await on.t.must({ type: 'CLICK', ref: await on.t.ref('button', 'Go') });
  expect(await names()).toContain('gone');
});

test('a drag goes from one to the other', async () => {
  await open(`<div id="card" draggable="true" role="button" tabindex="0">Card</div>
    <div id="slot" role="button" tabindex="0" ondragover="event.preventDefault()" ondrop="event.preventDefault(); said.textContent = 'dropped'">Slot</div>
    <form id="__ghostDrag"><input name="end"><input name="begun"></form><a id="__ghostDragged">x</a>
    <a id="addEventListener">x</a><a id="removeEventListener">x</a>`);
  const [ref, to] = [await on.t.ref('button', 'Card'), await on.t.ref('button', 'Slot')];
  await on.t.must({ type: 'DRAG', ref, to });
  expect(await names()).toContain('dropped');
});

test('texts are dropped once, on a form with such fields', async () => {
  await open(`<form role="button" tabindex="0" aria-label="Slot" style="width: 90px; height: 90px" ondragover="event.preventDefault()"
      ondrop="event.preventDefault(); said.textContent = event.dataTransfer.getData('text/plain')">
      <input type="hidden" name="dispatchEvent"><input type="hidden" name="getBoundingClientRect">
    </form>
    <a id="__ghostDrop">x</a>`);
  const ref = await on.t.ref('button', 'Slot');
  await on.t.must(
    { type: 'DROP', ref, data: { 'text/plain': 'brought' } },
    JSON.stringify({ 'text/plain': 'brought' }),
  );
  expect(await names()).toContain('brought');
});

test('what was drawn for a picture is wiped away, and no element of the page with its name', async () => {
  const removed: string[] = [];
  class Element {
    remove(): void {
      removed.push('theirs');
    }
  }
  // As a window has its elements: by way of its prototype.
  const named = runInNewContext(
    `Object.setPrototypeOf(globalThis, { __ghostMarks: theirs }); [globalThis.__ghostMarks === theirs, (${String(wipeMarks)})()]`,
    { Element, theirs: new Element() },
  );
  expect(named).toEqual([true, false]);
  expect(removed).toEqual([]);
  await open('<button>Go</button><div id="__ghostMarks" role="img" aria-label="theirs">x</div>');
  expect(await on.t.must({ type: 'SCREENSHOT', marks: true })).toMatchObject({
    kind: 'IMAGE',
    marks: [expect.any(String)],
  });
  expect((await on.t.snapshot()).nodes.map(({ name }) => name)).toContain('theirs');
});

test('the outline of the dialect is taken beside an element with the name of its script', async () => {
  await open('<button>Go</button><a id="ghostAria">theirs</a>');
  const seen = await on.t.must({ type: 'OBSERVE', what: 'ARIA' });
  expect(JSON.stringify(seen)).toContain('button \\"Go\\"');
});
