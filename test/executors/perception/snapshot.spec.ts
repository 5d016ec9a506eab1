// What a snapshot holds of a page, and what it leaves out.
import { beforeEach, expect, test } from 'vitest';
import { renderOutline } from '#executors/perception/outline/outline.ts';
import { outline } from '#test/fixtures/tab.ts';
import { startSite } from '#test/fixtures/site.ts';
import { tabOnSite } from '#test/fixtures/tab-on-site.ts';

const on = tabOnSite();
beforeEach(() => {
  for (const path of Object.keys(on.site.pages)) delete on.site.pages[path];
});

async function tree(html: string): Promise<string> {
  on.site.pages['/page'] = `<!doctype html><html lang="en"><meta charset="utf-8"><title>T</title>${html}`;
  await on.t.open(`${on.site.origin}/page`);
  return outline((await on.t.snapshot()).nodes).replaceAll(/ \(e\d+\)/g, ' (e)');
}

test('headings, text, lists, tables and links keep their order and depth', async () => {
  expect(
    await tree(`<nav aria-label="Main"><a href="/a">A</a></nav><main><h1>One <em>big</em> thing</h1><p>It costs <b>€ 5</b>, now.</p><p>Next.</p>
    <ul><li>first<li><a href="/b">second</a></ul><table><tr><th>Name<th>Price<tr><td>Mouse<td>12 €<tr><td><a href="/k">Keyboard</a><td></table>
    <div>left</div><div>right</div><span>in</span> <span>line</span><img src="x" alt="A cat"><img src="y" alt=""><hr></main>`),
  ).toBe(
    `navigation “Main” (e)
  link “A” (e)
main (e)
  heading “One big thing” [level=1]
  text “It costs € 5, now.”
  text “Next.”
  list (e)
    listitem
      text “first”
    listitem
      link “second” (e)
  table (e)
    row “Name Price”
      columnheader “Name”
      columnheader “Price”
    row “Mouse 12 €”
      cell “Mouse”
      cell “12 €”
    row “Keyboard”
      cell “Keyboard”
        link “Keyboard” (e)
      cell
  text “left”
  text “right”
  text “in line”
  img “A cat”
  separator`,
  );
});

test('controls come with their names, values, states and options', async () => {
  expect(
    await tree(`<form><label>Name <input value="Ann" required></label><input type="search" aria-label="Find" placeholder="words"><input type="checkbox" aria-label="Box" checked>
    <input type="radio" aria-label="Pick"><input type="range" aria-label="Vol" value="30"><input type="number" aria-label="Count" value="2">
    <select aria-label="Size"><option>S<option selected>M</select><button disabled>Off</button><button aria-expanded="false">Menu</button>
    <div role="switch" aria-checked="true" tabindex="0" aria-label="Dark"></div><div role="tab" aria-selected="true" tabindex="0">Tab</div>
    <textarea aria-label="Note" readonly>hi</textarea><details><summary>More</summary>secret</details></form>`),
  ).toBe(
    `form (e)
  text “Name”
  textbox “Name” = Ann [required] (e)
  searchbox “Find” (e)
  checkbox “Box” [checked] (e)
  radio “Pick” (e)
  slider “Vol” = 30 (e)
  spinbutton “Count” = 2 (e)
  combobox “Size” = M [collapsed] (e)
  button “Off” [disabled] (e)
  button “Menu” [collapsed] (e)
  switch “Dark” [checked] (e)
  tab “Tab” [selected] (e)
  textbox “Note” = hi [readonly] (e)
  group
    button “More” [collapsed] (e)`,
  );
  const select = (await on.t.snapshot()).nodes.find(({ role }) => role === 'combobox');
  expect(select?.options).toEqual(['S', 'M']);
});

test('what is hidden is not there', async () => {
  expect(
    await tree(`<p aria-hidden="true">a</p><p style="display:none">b</p><p style="visibility:hidden">c</p><p hidden>d</p><template>e</template>
    <button inert>f</button><script>"g"</script><noscript>h</noscript><p>seen</p>`),
  ).toBe('text “seen”');
});

test('links have their targets, boxes are those of the viewport, and what is below is not in view', async () => {
  await tree(
    `<body style="margin:0"><a href="/x?y=1#z" style="position:absolute;left:100px;top:50px;width:80px;height:20px">Go</a><a href="/far" style="position:absolute;top:2000px">Far</a>`,
  );
  const find = async (name: string) => (await on.t.snapshot()).nodes.find((node) => node.name === name);
  expect(await find('Go')).toMatchObject({
    url: `${on.site.origin}/x?y=1#z`,
    box: { x: 100, y: 50, width: 80, height: 20 },
    inView: true,
  });
  expect(await find('Far')).toMatchObject({ box: { y: 2000 }, inView: false });
  await on.t.must({ type: 'HOVER', ref: (await find('Far'))?.ref ?? '' });
  expect(await find('Far')).toMatchObject({ inView: true });
  expect((await find('Go'))?.box?.y).toBeLessThan(0);
});

test('a ref stays with its element as long as the document stands, and is never given again', async () => {
  await tree(
    '<button id="a">A</button><button onclick="a.before(document.createElement(`hr`)); a.textContent = `B`">Change</button>',
  );
  const before = await on.t.ref('button', 'A');
  const first = await on.t.snapshot();
  await on.t.must({ type: 'CLICK', ref: await on.t.ref('button', 'Change') });
  const after = await on.t.snapshot();
  expect(after.nodes.find((node) => node.name === 'B')?.ref).toBe(before);
  expect(after.generation).toBeGreaterThan(first.generation);
  await tree('<button>A</button>');
  expect(await on.t.ref('button', 'A')).not.toBe(before);
});

test('frames of the same origin are part of it; of others it says that they were left out, and whose they are', async () => {
  on.site.pages['/inner'] = '<button>Inner</button>';
  const other = await startSite({ '/': '<button>Foreign</button>' }, '127.0.0.3');
  expect(
    await tree(
      `<iframe src="/inner"></iframe><iframe srcdoc="<button>Written</button>"></iframe><iframe sandbox srcdoc="<button>Boxed</button>"></iframe><iframe src="${other.origin}/"></iframe>`,
    ),
  ).toBe(
    `frame (e)
  button “Inner” (e)
frame (e)
  button “Written” (e)
frame “not readable: a frame of an origin of its own” (e)
frame “not readable: a frame of ${other.origin}” (e)`,
  );
  expect(other.hits).toContain('GET /');
  await other.close();
});

test('a frame of another origin that shares the process is left out as well, and what stands in it too', async () => {
  on.site.pages['/inner'] = '<button>Inner</button>';
  const near = await startSite({}, '127.0.0.1');
  near.pages['/'] = `<button>Near</button><iframe src="${on.site.origin}/inner"></iframe>`;
  expect(await tree(`<iframe src="${near.origin}/"></iframe>`)).toBe(
    `frame “not readable: a frame of ${near.origin}” (e)`,
  );
  expect(near.hits).toContain('GET /');
  await near.close();
});

test('the document’s id, title, status and scrolling come with it', async () => {
  on.site.pages['/gone'] = { status: 410, body: '<title>Gone</title><div style="height:1800px">x</div>' };
  await on.t.open(`${on.site.origin}/gone`);
  expect(await on.t.snapshot()).toMatchObject({
    document: { id: on.t.tab.document().id, url: `${on.site.origin}/gone`, title: 'Gone' },
    status: 410,
    scroll: { y: 0, height: expect.any(Number), viewportHeight: 900 },
  });
});

test.each([
  [
    'a canvas that fills the view',
    '<canvas style="width:1200px;height:800px"></canvas><button>Menu</button>',
    true,
  ],
  [
    'the same among six buttons',
    `<canvas style="width:1200px;height:800px"></canvas>${'<button>Do</button>'.repeat(6)}`,
    false,
  ],
  [
    'an article with one link and a small picture',
    `<h1>Title</h1><p>${'words '.repeat(400)}</p><img alt="x" width="300" height="200" src="data:,"><a href="/x">More</a>`,
    false,
  ],
])('whether its elements tell what a page shows: %s', async (_, html, axDeficient) => {
  await tree(html);
  expect(await on.t.snapshot()).toMatchObject({ axDeficient });
});

test('a page that grows as it is scrolled is read as it stands, within the budget, however long it gets', async () => {
  await tree(
    `<ul></ul><script>const list = document.querySelector('ul'); const more = () => { for (let at = 0; at < 60; at += 1) list.insertAdjacentHTML('beforeend', '<li><p>Post ' + list.children.length + '</p><button>Like</button></li>'); }; more(); addEventListener('scroll', () => { if (scrollY + innerHeight > document.documentElement.scrollHeight - 400) more(); })</script>`,
  );
  let last = await on.t.snapshot();
  for (let screen = 0; screen < 6; screen += 1) {
    // oxlint-disable-next-line no-await-in-loop -- screen after screen
    await on.t.must({ type: 'SCROLL', dx: 0, dy: 1_500 });
    // oxlint-disable-next-line no-await-in-loop
    const next = await on.t.snapshot();
    expect(next.scroll.y).toBeGreaterThan(last.scroll.y);
    expect(next.nodes.some(({ ref, inView }) => ref !== null && inView)).toBe(true);
    const { text, listed, folded } = renderOutline(next);
    expect(text.length).toBeLessThanOrEqual(8_000);
    expect(listed + folded).toBe(next.nodes.filter(({ role }) => role === 'button').length);
    last = next;
  }
  expect(last.scroll.height).toBeGreaterThan(5_000);
});

test('a page of 300 cards loses none of its buttons', async () => {
  await tree(
    Array.from(
      { length: 300 },
      (_, at) => `<article><h3>Card ${at}</h3><p>Text ${at}</p><button>Buy ${at}</button></article>`,
    ).join(''),
  );
  const buttons = (await on.t.snapshot()).nodes.filter(({ role }) => role === 'button');
  expect(buttons).toHaveLength(300);
  expect(new Set(buttons.map(({ ref }) => ref)).size).toBe(300);
  expect(buttons.every(({ box }) => box !== null)).toBe(true);
});
