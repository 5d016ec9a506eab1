// Controls that a page only draws: icons whose pictures are withheld, lists that listen as one, elements under their own contents,
// states that a class alone shows. What is there, how it reads, and whether a click reaches it.
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import type { SnapshotNode } from '#executors/contract/snapshot.ts';
import { startSite, type Site } from '#test/fixtures/site.ts';
import { need, openTestTab, outline, SIGNAL, type TestTab } from '#test/fixtures/tab.ts';

let site: Site;
let t: TestTab;

beforeAll(async () => {
  site = await startSite({});
  t = await openTestTab({ withhold: ['IMAGE', 'FONT', 'MEDIA'] });
  t.rules.pageAct = () => true;
});
afterAll(async () => {
  await t.tab.close();
  await site.close();
});
beforeEach(() => {
  site.hits.length = 0;
  for (const path of Object.keys(site.pages)) delete site.pages[path];
});

async function look(html: string): Promise<readonly SnapshotNode[]> {
  site.pages['/page'] = `<!doctype html><meta charset="utf-8"><link rel="icon" href="data:,"><title>T</title>
    <p id="heard">nothing</p><script>const hear = (what) => { heard.textContent = 'heard ' + what; };</script>${html}`;
  await t.open(`${site.origin}/page`);
  return (await t.snapshot()).nodes;
}

function one(
  nodes: readonly SnapshotNode[],
  is: (node: SnapshotNode) => boolean,
): SnapshotNode & { ref: string } {
  const [found, ...more] = nodes.filter(is);
  const ref = found?.ref ?? null;
  if (found === undefined || ref === null || more.length > 0)
    throw new Error(`not one of:\n${outline(nodes)}`);
  return { ...found, ref };
}

async function heardAfter(ref: string): Promise<string> {
  await t.must({ type: 'CLICK', ref });
  const { nodes } = await t.snapshot();
  return nodes.find(({ name }) => name.startsWith('heard '))?.name ?? 'nothing';
}

describe('an icon whose picture is withheld', () => {
  const ICONS: Record<string, { html: string; described: string }> = {
    'drawn by the content of a style': {
      html: `<style>.bin { content: url(/icons/bin.png); height: 20px }</style><a id="__ghostContents"></a><span class="bin"></span>
        <script>document.querySelector('.bin').onclick = () => hear('it');</script>`,
      described: 'bin',
    },
    'drawn by the content of a style sheet, in a rule for wide windows': {
      html: `<link rel="stylesheet" href="/sheet.css"><i class="act-reply"></i>
        <script>document.querySelector('i').onclick = () => hear('it');</script>`,
      described: 'act-reply',
    },
    'drawn by a background': {
      html: `<style>.sprite { display: inline-block; width: 18px; height: 18px; background: url(/sprite.png) -36px 0 }</style>
        <a class="sprite icon-next" onclick="hear('it')"></a>`,
      described: 'sprite icon-next',
    },
    'without a name of its own': {
      html: `<img src="/assets/trash-can.3f2a.png?v=2" width="16" height="16" onclick="hear('it')">`,
      described: 'trash-can',
    },
    'in a nameless button': {
      html: `<div onclick="hear('it')" style="width:20px;height:20px"><svg width="16" height="16"><use href="/all.svg#icon-cart"/></svg></div>`,
      described: 'icon-cart',
    },
    'with nothing but a neighbour': {
      html: `<div><b>Inbox</b> <div onclick="hear('it')" style="width:20px;height:20px;border:1px solid"></div></div>`,
      described: 'beside “Inbox”',
    },
  };
  test.for(Object.entries(ICONS))(
    '%s keeps its place, is described, and takes a click',
    async ([, { html, described }]) => {
      site.pages['/sheet.css'] = {
        headers: { 'content-type': 'text/css' },
        body: '@media (min-width: 100px) { .act-reply { content: url("icons/reply.png") } }',
      };
      const icon = one(await look(html), ({ name, point }) => name === '' && point !== undefined);
      expect(icon.description).toContain(described);
      expect(icon.box).not.toBeNull();
      expect(await heardAfter(icon.ref)).toBe('heard it');
      // Its place was kept without the picture.
      expect(site.hits.filter((hit) => hit.endsWith('.png'))).toEqual([]);
    },
  );
});

describe('a list with one listener', () => {
  const LISTS: Record<string, { html: string; entry: string; heard?: string }> = {
    'of entries': {
      html: `<ul onclick="hear(event.target.closest('li').dataset.key)"><li data-key="a">Anna<li data-key="b">Bert<li data-key="c">Cleo</ul>`,
      entry: 'Bert',
      heard: 'heard b',
    },
    'of rows': {
      html: `<table onclick="hear(event.target.closest('tr').dataset.key)"><tr><th>Name<th>Room<tr data-key="a"><td>Anna<td>12<tr data-key="b"><td>Bert<td>14</table>`,
      entry: 'Bert 14',
      heard: 'heard b',
    },
    'of cells': {
      html: `<table><tbody onclick="hear(event.target.textContent)"><tr><td>1<td>2<td>3<tr><td>4<td>5<td>6</table>`,
      entry: '5',
      heard: 'heard 5',
    },
    'of boxes built alike': {
      html: `<section onclick="hear(event.target.textContent)"><div class="card x">One</div><div class="card y">Two</div><div class="card">Three</div></section>`,
      entry: 'Two',
      heard: 'heard Two',
    },
    'of shapes': {
      html: `<svg width="200" height="40" onclick="hear(event.target.id)"><circle id="c1" cx="20" cy="20" r="10"><title>left</title></circle><circle id="c2" cx="80" cy="20" r="10"><title>right</title></circle></svg>`,
      entry: 'right',
      heard: 'heard c2',
    },
  };
  test.for(Object.entries(LISTS))('%s: each of them can be acted on', async ([, { html, entry, heard }]) => {
    const found = one(
      await look(html),
      ({ name, ref, role }) => name === entry && ref !== null && role !== 'text',
    );
    expect(await heardAfter(found.ref)).toBe(heard);
  });
  test('of entries with controls of their own: the controls are, and the entries are not', async () => {
    const nodes = await look(
      '<ul onclick="hear(1)"><li>Anna <button>Call</button><li>Bert <button>Call</button></ul>',
    );
    expect(nodes.filter(({ role, ref }) => role === 'listitem' && ref !== null)).toEqual([]);
    expect(nodes.filter(({ role }) => role === 'button')).toHaveLength(2);
  });
});

describe('an element under its own contents', () => {
  test('is clicked through them, and what is decided on is what is hit', async () => {
    const nodes = await look(
      `<ul role="tablist"><li role="tab" tabindex="0" onclick="hear('tab')" style="display:inline-block"><a href="#two" style="display:block;padding:8px">Two</a></ul>`,
    );
    const tab = one(nodes, ({ role }) => role === 'tab');
    const inspection = need(await t.tab.inspect({ type: 'CLICK', ref: tab.ref }, SIGNAL));
    expect(inspection.element).toMatchObject({ ref: tab.ref, role: 'link', name: 'Two' });
    expect(inspection.effect.link?.url).toBe(`${site.origin}/page#two`);
    expect(await heardAfter(tab.ref)).toBe('heard tab');
  });
  test('a cell whose link leads elsewhere: the decision knows where', async () => {
    const nodes = await look(
      `<table><tr><td onclick="hear('cell')" style="padding:0"><a href="https://elsewhere.test/" style="display:block;padding:4px">12</a></table>`,
    );
    const cell = one(nodes, ({ role }) => role === 'cell');
    const inspection = need(await t.tab.inspect({ type: 'CLICK', ref: cell.ref }, SIGNAL));
    expect(inspection.effect.link?.url).toBe('https://elsewhere.test/');
  });
  test('one that has room beside them is clicked itself', async () => {
    const nodes = await look(
      `<div id="row" tabindex="0" onclick="hear(event.target.id)" style="width:400px;padding:10px">Order <a href="/other">12</a></div>`,
    );
    const row = one(nodes, ({ name }) => name === 'Order 12');
    expect(need(await t.tab.inspect({ type: 'CLICK', ref: row.ref }, SIGNAL)).effect.link).toBeNull();
    expect(await heardAfter(row.ref)).toBe('heard row');
  });
  test('one that is disabled is not clicked through', async () => {
    const nodes = await look(
      `<li role="tab" tabindex="0" aria-disabled="true" style="display:inline-block"><a href="#two" style="display:block">Two</a>`,
    );
    const tab = one(nodes, ({ role }) => role === 'tab');
    expect(await t.act({ type: 'CLICK', ref: tab.ref })).toMatchObject({
      ok: false,
      error: { code: 'act.not-actionable' },
    });
  });
});

test('states that a class alone shows are shown; what ARIA says counts more, and words that only sound alike are none', async () => {
  const nodes =
    await look(`<div onclick="1" class="item selected">A</div><a href="/b" class="nav-link active">B</a>
    <li class="ui-state-active"><a href="/c">C</a></li><button class="tool ql-active">D</button>
    <div role="checkbox" tabindex="0" class="Mui-checked">E</div><div role="tab" tabindex="0" aria-selected="false" class="active">F</div>
    <a href="/g" class="interactive not-active hover:active">G</a><div onclick="1" class="ui-state-disabled">H</div>
    <input type="checkbox" class="checked" aria-label="I">`);
  const states = Object.fromEntries(
    nodes.filter(({ ref }) => ref !== null).map(({ name, states: all }) => [name, all]),
  );
  expect(states).toEqual({
    A: ['selected'],
    B: ['selected'],
    C: ['selected'],
    D: ['pressed'],
    E: ['checked'],
    F: [],
    G: [],
    H: ['disabled'],
    I: [],
  });
});

test('the handle of a drawn slider says where on its track it stands', async () => {
  const nodes = await look(
    `<div style="position:relative;width:200px;height:20px"><span tabindex="0" class="ui-slider-handle ui-corner-all" style="position:absolute;left:30%;width:16px;height:16px"></span></div>`,
  );
  expect(one(nodes, ({ name, ref }) => name === '' && ref !== null)).toMatchObject({ value: '30%' });
});

describe('controls that are hidden from assistive technology alone', () => {
  test('are there, marked as such, and take a click; their text is not', async () => {
    const nodes =
      await look(`<div aria-hidden="true"><p>a decoration</p><button onclick="hear('more')">More</button>
      <span class="spin-up" onclick="hear('up')" style="display:inline-block;width:12px;height:12px"></span></div>`);
    expect(nodes.map(({ name }) => name)).not.toContain('a decoration');
    const more = one(nodes, ({ role }) => role === 'button');
    expect(more).toMatchObject({ name: 'More', states: ['aria-hidden'] });
    expect(one(nodes, ({ description }) => description === 'spin-up').states).toEqual(['aria-hidden']);
    expect(await heardAfter(more.ref)).toBe('heard more');
  });
  test('are not, where nobody can click them either: the page behind a dialog', async () => {
    const nodes =
      await look(`<div aria-hidden="true"><button>Behind</button><div style="height:3000px"></div><button>Far behind</button></div>
      <div style="position:fixed;inset:0;background:white"><div role="dialog" aria-label="Sure?"><button>Yes</button></div></div>`);
    expect(nodes.filter(({ role }) => role === 'button').map(({ name }) => name)).toEqual(['Yes']);
  });
  test('are not, where they are not drawn', async () => {
    const nodes = await look(
      `<div aria-hidden="true" style="display:none"><button>None</button></div><div aria-hidden="true" inert><button>Inert</button></div>`,
    );
    expect(nodes.filter(({ role }) => role === 'button')).toEqual([]);
  });
});

test('a form that posts is told from one that asks, by its own word', async () => {
  const nodes = await look(
    `<form method="POST"><input aria-label="a"></form><form method="get"><input aria-label="b"></form><form><input aria-label="c"></form>`,
  );
  const posts = nodes
    .filter(({ role }) => role === 'form')
    .map(({ states }) => states.includes('method=post'));
  expect(posts).toEqual([true, false, false]);
});
