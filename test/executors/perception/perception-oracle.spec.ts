// Our own roles, names and states, held against Chromium's accessibility tree of the same page.
import { afterAll, beforeAll, expect, test } from 'vitest';
import type { CDPSession, Page } from 'playwright-core';
import { READ_LIVE, type LiveReading } from '#executors/perception/in-page/live.ts';
import { perceive, type Perceive } from '#executors/perception/reading/perceive.ts';
import type { Item } from '#executors/perception/reading/normalise.ts';
import { readCaptures } from '#executors/perception/perceiver.ts';
import { STYLES } from '#executors/perception/reading/captured.ts';
import { plain, roleOf } from '#executors/perception/reading/roles.ts';
import { launchTestBrowser, type TestBrowser } from '#test/fixtures/chromium.ts';

let browser: TestBrowser;
let page: Page;
let session: CDPSession;

beforeAll(async () => {
  browser = await launchTestBrowser({ viewport: { width: 1280, height: 900 } });
  page = await browser.context.newPage();
  session = await browser.context.newCDPSession(page);
  await session.send('Accessibility.enable');
});
afterAll(() => browser.close());

type Said = { readonly id: number; readonly role: string; readonly name: string };

async function both(html: string): Promise<{ ours: Said[]; theirs: Map<number, Said> }> {
  await page.setContent(`<!doctype html><html lang="en"><title>T</title>${html}`);
  const { frameTree } = await session.send('Page.getFrameTree');
  const live = await page.evaluate<LiveReading>(`(${READ_LIVE})()`);
  const captured = await session.send('DOMSnapshot.captureSnapshot', { computedStyles: [...STYLES] });
  const { nodes } = await session.send('Accessibility.getFullAXTree', {});
  const { items } = perceive({
    captures: [captured],
    frames: [
      {
        frameId: frameTree.frame.id,
        origin: null,
        foreign: false,
        live,
        owner: null,
        window: null,
      },
    ],
    leftOut: [],
    viewport: { width: 1280, height: 900 },
  });
  const ours = items
    // Rows have no name in Chromium; ours say what stands in them.
    .filter(({ node }) => !['text', 'generic', 'row'].includes(node.role))
    .map(({ backendNodeId, node }) => ({ id: backendNodeId, role: node.role, name: node.name }));
  const theirs = new Map<number, Said>();
  for (const node of nodes) {
    const id = node.backendDOMNodeId;
    if (node.ignored || id === undefined) continue;
    const role = roleOf(String(node.role?.value ?? ''));
    theirs.set(id, { id, role, name: plain(String(node.name?.value ?? '')) });
  }
  return { ours, theirs };
}

const CONTROLS = `<form><label>Name <input required></label><label for="m">E <b>mail</b></label><input id="m" type="email" placeholder="you@x">
<input type="search" placeholder="find"><input type="checkbox" aria-label="Box"><label><input type="radio" name="r"> One</label><input type="submit"><input type="reset">
<input type="button" value="Go"><input type="image" alt="Pic" src="x"><input type="range" title="Vol"><input type="number" aria-labelledby="a b"><span id="a">Count</span> <span id="b">now</span>
<input type="file" aria-label="File"><input type="password" aria-label="Key"><input type="date" aria-label="Day"><input type="color" aria-label="Hue"><select aria-label="Size"><option>S<option label="Em">M</select>
<select multiple aria-label="Many"><option>x</select><textarea aria-label="Note"></textarea><button>Press <i>it</i></button><button aria-label="Close"><svg width=9 height=9></svg></button><button><img alt="Star" src="x" width=9 height=9></button>
<button title="Tip"></button><input list="l" aria-label="Pick"><datalist id="l"><option>q</datalist><output>7</output><meter value=".4" aria-label="Fill"></meter><progress aria-label="Done" value="3" max="9"></progress>
<fieldset><legend>Group</legend><input aria-label="in"></fieldset></form>`;
const STRUCTURE = `<header>Top</header><nav aria-label="Main"><a href="/a">A</a><a>none</a></nav><main><h1>One <em>two</em></h1><h2 aria-level="4">Three</h2><article><header>inner</header><h3>X</h3></article>
<section>plain</section><section aria-label="Named">n</section><aside>side</aside><ul><li>l</li></ul><ol><li><a href="/b">b</a></li></ol><dl><dt>t</dt><dd>d</dd></dl><table><caption>Cap</caption><thead><tr><th>H</th><th>I</th></tr></thead>
<tbody><tr><th>r</th><td>c</td></tr></tbody></table><figure><img alt="pic" src="x" width=9 height=9><figcaption>Fig</figcaption></figure><blockquote>q</blockquote><hr><search>s</search><details><summary>Sum</summary>b</details></main><footer>Foot</footer>`;
const ARIA = `<div role="button" tabindex="0">Div <span>b</span></div><div role="tablist"><div role="tab" aria-selected="true">T1</div><div role="tab">T2</div></div><div role="tabpanel" aria-label="P">p</div>
<ul role="menu"><li role="menuitem">Cut</li><li role="menuitemcheckbox" aria-checked="true">Bold</li></ul><div role="listbox" aria-label="L"><div role="option" aria-selected="true">O1</div></div><div role="tree"><div role="treeitem">N</div></div>
<div role="switch" aria-checked="true" aria-label="Dark"></div><div role="alert">Ouch</div><div role="dialog" aria-label="D"><button>OK</button></div><ul role="none"><li>x</li></ul><div role="grid"><div role="row"><div role="gridcell">g</div></div></div>
<div role="slider" aria-valuenow="3" aria-label="S" tabindex="0"></div><a role="button" href="/x">As button</a><div role="heading" aria-level="2">Hd</div><div role="bogus button">fallback</div><div role="img" aria-label="Art"></div><div role="textbox" contenteditable aria-label="Ed">t</div><div role="progressbar" aria-valuenow="5"></div><div role="status">ok</div>`;
const NAMES = `<style>.p::before{content:"pre "}.h{display:none}</style><button class="p">text</button><button>a<span class="h">hidden</span>b</button><a href="/x"><div>block</div><div>two</div></a><a href="/y">in<b>line</b></a><button>x<br>y</button>
<a href="/z"><img alt="logo" src="x" width=9 height=9> home</a><button aria-labelledby="hid">n</button><div id="hid" hidden>From hidden</div><button><span aria-hidden="true">✕</span><span>Shut</span></button><a href="/t" title="tip">txt</a><a href="/u" title="only tip"></a>
<svg role="img" width=9 height=9><title>Chart</title></svg><label>Outer <select><option>1</select> tail</label><input aria-label=" " placeholder="ph"><button style="text-transform:uppercase">upper</button><h2>A<span>B</span> <span>C</span></h2><button>  sp   aced
 </button><input title="t" placeholder="p"><button><slot>s</slot></button>`;

test.each(Object.entries({ CONTROLS, STRUCTURE, ARIA, NAMES }))('%s: as Chromium says', async (_, html) => {
  const { ours, theirs } = await both(html);
  const differ = ours.flatMap(({ id, role, name }) => {
    const their = theirs.get(id);
    return their !== undefined && their.role === role && their.name === name
      ? []
      : [`${role} “${name}” / ${their?.role} “${their?.name}”`];
  });
  expect(differ).toEqual([]);
});

test('a capture that is read in the thread gives the same list, in parts', async () => {
  await page.setContent(
    `<!doctype html><title>T</title>${Array.from({ length: 900 }, (_, at) => `<p>Line ${at} <a href="/${at}">go</a></p>`).join('')}`,
  );
  const { frameTree } = await session.send('Page.getFrameTree');
  const captured = await session.send('DOMSnapshot.captureSnapshot', { computedStyles: [...STYLES] });
  const given: Omit<Perceive, 'captures'> = {
    frames: [
      {
        frameId: frameTree.frame.id,
        origin: null,
        foreign: false,
        live: null,
        owner: null,
        window: null,
      },
    ],
    leftOut: [],
    viewport: { width: 1280, height: 900 },
  };
  const here = perceive({ ...given, captures: [captured] });
  const parts: (readonly Item[])[] = [];
  const bytes = new TextEncoder().encode(JSON.stringify({ id: 1, result: captured }));
  const summary = await readCaptures({ ...given, captures: [bytes] }, (part) => {
    parts.push(part);
  });
  expect(parts.flat()).toEqual(here.items);
  expect(here.items).toHaveLength(1_800);
  expect(Math.max(...parts.map((part) => part.length))).toBeLessThanOrEqual(1_000);
  const { items: _, ...said } = here;
  expect(summary).toEqual(said);
  // What is no capture is an error, and the thread goes on.
  const broken = readCaptures({ ...given, captures: [bytes.subarray(5)] }, () => {});
  await expect(broken).rejects.toThrow(/could not be read/u);
  expect(await readCaptures({ ...given, captures: [bytes] }, () => {})).toEqual(said);
});
