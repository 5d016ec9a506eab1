// Pages with known interactive elements: every one is in the snapshot, with a point at which a real click reaches it.
import { expect, test } from 'vitest';
import type { SnapshotNode } from '#executors/contract/snapshot.ts';
import { REGION_ROLES } from '#executors/perception/reading/roles.ts';
import { outline } from '#test/fixtures/tab.ts';
import { tabOnSite } from '#test/fixtures/tab-on-site.ts';

const on = tabOnSite();

/** The page counts: what a click reached stands in its title, in order. `data-k` names the elements that are to be found. */
const COUNTING = `<script>
  const hear = (root) => root.addEventListener('click', (event) => {
    const key = event.composedPath().map((node) => node.dataset?.k).find((k) => k !== undefined);
    if (key === undefined) return;
    event.preventDefault();
    (top.reached ??= []).push(key);
    top.document.title = top.reached.join(' ');
  }, true);
  hear(document);
</script>`;

type Known = { readonly html: string; readonly count: number };
const KNOWN: Readonly<Record<string, Known>> = {
  'native controls': {
    count: 14,
    html: `<a data-k="a" href="/x">link</a><button data-k="b">button</button><input data-k="c" aria-label="text"><input data-k="d" type="checkbox"><input data-k="e" type="radio"><input data-k="f" type="submit">
    <textarea data-k="g"></textarea><details><summary data-k="h">more</summary>x</details><input data-k="i" type="range"><input data-k="j" type="number"><input data-k="k" type="date"><input data-k="l" type="color"><input data-k="m" type="image" src="data:," width=20 height=20><select data-k="n" size="2"><option>x</select>`,
  },
  'ARIA roles': {
    count: 9,
    html: `<div data-k="a" role="button" tabindex="0">b</div><span data-k="b" role="link" tabindex="0">l</span><div data-k="c" role="checkbox" aria-checked="false" tabindex="0">c</div><div data-k="d" role="switch" tabindex="0">s</div>
    <div role="tablist"><div data-k="e" role="tab" tabindex="0">t</div></div><ul role="menu"><li data-k="f" role="menuitem" tabindex="-1">m</li></ul><div role="listbox"><div data-k="g" role="option">o</div></div><div role="tree"><div data-k="h" role="treeitem">n</div></div><div data-k="i" role="combobox" tabindex="0">cb</div>`,
  },
  'no role at all': {
    count: 12,
    html: `<style>.p{cursor:pointer}.icon{width:24px;height:24px;background:red}</style><div data-k="a" onclick="">handler</div><div data-k="b" class="p">pointer</div><span data-k="c" tabindex="0">focus</span><div data-k="d" contenteditable>edit</div><div data-k="e" draggable="true">drag</div>
    <div data-k="f" class="p icon"></div><svg width="60" height="30"><circle data-k="g" class="p" cx="15" cy="15" r="12"/><rect data-k="h" onclick="" x="32" y="4" width="20" height="20"/></svg><ul class="p"><li data-k="i">one<li data-k="j">two</ul>
    <label data-k="k"><input type="checkbox" style="display:none"> hidden box</label><table><tr data-k="l" class="p"><td>row</td><td>of cells</td></tr></table>`,
  },
  'covered in the middle, or cut off': {
    count: 5,
    html: `<style>.r{position:relative;width:200px;height:60px}.o{position:absolute;left:60px;top:15px;width:80px;height:30px;background:silver}</style><div class="r"><button data-k="a" style="width:200px;height:60px">half covered</button><div class="o">over</div></div>
    <a data-k="b" href="/x"><span>in</span>line <b>parts</b></a><p style="width:120px">words before <a data-k="c" href="/y">a link that breaks over two lines here</a></p><button data-k="d" style="position:absolute;left:1200px;top:20px;width:200px">at the edge</button>
    <div data-k="e" onclick="" style="width:300px;padding:10px"><button style="width:270px;height:30px">inner</button> card</div>`,
  },
  'open and closed shadow trees': {
    count: 4,
    html: `<x-open></x-open><x-slot><button data-k="c">slotted</button></x-slot><x-closed></x-closed><script>
    for (const [name, mode, inner] of [['x-open','open','<button data-k="a">open</button><x-inner></x-inner>'],['x-inner','open','<a data-k="b" href="/x">deep</a>'],['x-slot','open','<p><slot></slot></p>'],['x-closed','closed','<button data-k="d">closed</button>']])
      customElements.define(name, class extends HTMLElement { connectedCallback() { const root = this.attachShadow({ mode }); root.innerHTML = inner; if (mode === 'closed') hear(root); } });</script>`,
  },
  'image maps and links in pictures': {
    count: 4,
    html: `<style>img{margin:5px;padding:0}</style><img usemap="#m" alt="Plan" width="200" height="100" src="data:image/svg+xml,%3Csvg xmlns='http://www.w3.org/2000/svg'/%3E"><map name="m"><area data-k="a" shape="rect" coords="0,0,50,50" href="/x" alt="North"><area data-k="b" shape="circle" coords="120,50,20" href="/y" alt="Centre"><area data-k="c" shape="poly" coords="150,10,190,10,170,60" href="/z" alt="East"></map>
    <svg width="80" height="30"><a data-k="d" xlink:href="/w"><rect width="70" height="20"/></a></svg>`,
  },
  'what another element owns': {
    count: 4,
    html: `<input role="combobox" data-k="a" aria-label="Pick" aria-owns="list" aria-expanded="true"><div role="tree" aria-label="Tree" aria-owns="twig nothing"></div><p hidden aria-owns="lost"></p><div id="list" role="listbox"><div role="option" data-k="b">One</div></div>
    <div id="twig" role="treeitem" data-k="c" tabindex="0">Twig</div><button id="lost" data-k="d">Lost</button>`,
  },
  'hidden controls and their labels': {
    count: 4,
    html: `<style>.sr{position:absolute;width:1px;height:1px;overflow:hidden;clip-path:inset(50%)}.off{opacity:0;position:absolute}</style><label data-k="a"><input class="sr" type="checkbox"> screen reader</label><p></p><label data-k="b"><input class="off" type="radio"> see-through</label>
    <p></p><input id="f" type="file" hidden><label for="f" data-k="c">Choose a file</label><details open><summary data-k="d"><span>Deep summary</span></summary>x</details>`,
  },
  frames: {
    count: 5,
    html: `<button data-k="a">outer</button><iframe style="margin:20px;width:300px;height:120px" srcdoc='${COUNTING.replaceAll("'", '&#39;')}<button data-k="b">inner</button><iframe width=200 height=60 src="/deep"></iframe>'></iframe><iframe width=300 height=60 srcdoc='${COUNTING.replaceAll("'", '&#39;')}<body data-k="d" contenteditable>Write here</body>'></iframe><iframe width=300 height=60 srcdoc='${COUNTING.replaceAll("'", '&#39;')}<body data-k="e">Design<script>document.designMode = "on"</script></body>'></iframe>`,
  },
};

async function perceived(name: string): Promise<readonly (SnapshotNode & { ref: string })[]> {
  const known = KNOWN[name];
  on.site.pages['/deep'] = `${COUNTING}<button data-k="c">deep</button>`;
  on.site.pages['/page'] =
    `<!doctype html><html lang="en"><meta charset="utf-8"><title></title>${COUNTING}${known?.html ?? ''}`;
  await on.t.open(`${on.site.origin}/page`);
  const { nodes } = await on.t.snapshot();
  return nodes.filter((node): node is SnapshotNode & { ref: string } => node.ref !== null);
}

test.each(Object.keys(KNOWN))('%s: each is there, and a click on it reaches it', async (name) => {
  const nodes = await perceived(name);
  for (const { ref, role } of nodes) {
    if (REGION_ROLES.has(role)) continue;
    await on.t.act({ type: 'CLICK', ref });
  }
  const { document } = await on.t.snapshot();
  const reached = new Set(document.title.split(' ').filter((key) => key !== ''));
  const wanted = Array.from({ length: KNOWN[name]?.count ?? 0 }, (_, at) => String.fromCharCode(97 + at));
  expect([...reached].toSorted(), outline(nodes)).toEqual(wanted);
});

test.each(Object.keys(KNOWN))('%s: the point that the snapshot gives is one that hits', async (name) => {
  const nodes = await perceived(name);
  const acting = nodes.filter(({ role }) => !REGION_ROLES.has(role));
  expect(acting.filter(({ point, inView }) => inView && !point)).toEqual([]);
});

test('what is covered says by what', async () => {
  on.site.pages['/page'] =
    `<!doctype html><title></title><button style="position:absolute;left:20px;top:20px">Under</button><div id="veil" style="position:fixed;inset:0">Please wait</div>`;
  await on.t.open(`${on.site.origin}/page`);
  const button = (await on.t.snapshot()).nodes.find(({ role }) => role === 'button');
  expect(button).toMatchObject({ point: null, coveredBy: 'div#veil “Please wait”' });
});

test('a box that only hears of the clicks on others is not one of them', async () => {
  on.site.pages['/page'] =
    `<!doctype html><title></title><div id="app" style="height:800px"><button>Only</button></div><script>app.addEventListener('click', () => {})</script>`;
  await on.t.open(`${on.site.origin}/page`);
  expect(outline((await on.t.snapshot()).nodes)).toMatch(/^button “Only” \(e\d+\)$/u);
});
