// Names and text as they are drawn, each beside what Chromium's own tree calls the element.
import { expect, test } from 'vitest';
import type { BrowserAction } from '#policy/acts/actions.ts';
import { need, outline, SIGNAL } from '#test/fixtures/tab.ts';
import { tabOnSite } from '#test/fixtures/tab-on-site.ts';

const on = tabOnSite();

const BUTTONS: readonly (readonly [string, string, string])[] = [
  [
    'what is drawn before and after',
    `<style>.x::before { content: "«" } .x::after { content: "»" }</style><button class="x">mid</button>`,
    '«mid»',
  ],
  ['parts of a word', '<button>H<sub>2</sub>O and <b>s</b>ave</button>', 'H2O and save'],
  ['words on two lines', '<button>one<br>two</button>', 'one two'],
  ['blocks', '<button><div>one</div><div>two</div></button>', 'one two'],
  [
    'a picture with a title',
    '<button><svg width="9" height="9"><title>Close</title></svg></button>',
    'Close',
  ],
  ['a picture with a title attribute', '<button><img title="Home" src="data:,"></button>', 'Home'],
  [
    'a symbol with a title',
    '<svg hidden><symbol id="s"><title>Basket</title></symbol></svg><button><svg width="9" height="9"><title>Basket</title><use href="#s"/></svg></button>',
    'Basket',
  ],
  [
    'hidden parts of a label',
    '<div id="l"><span>Send</span><span hidden> not this</span></div><button aria-labelledby="l">x</button>',
    'Send',
  ],
  [
    'a hidden label',
    '<div id="l" hidden>Send <b>now</b></div><button aria-labelledby="l">x</button>',
    'Send now',
  ],
  [
    'two labels, itself among them',
    '<b id="a">Delete</b><button id="b" aria-labelledby="b a" aria-label="Row 3">x</button>',
    'Row 3 Delete',
  ],
  ['a label inside', '<button><span aria-label="Bin"></span></button>', 'Bin'],
  ['what is hidden from readers', '<button><i aria-hidden="true">★</i>Save</button>', 'Save'],
  ['a title alone', '<button title="Only"></button>', 'Only'],
  [
    'a slot',
    '<x-b>given</x-b><script>document.querySelector("x-b").attachShadow({mode:"open"}).innerHTML = "<button>a <slot></slot> b</button>";</script>',
    'a given b',
  ],
];

test.each(BUTTONS)('%s', async (_, html, name) => {
  on.site.pages['/page'] = `<!doctype html><meta charset="utf-8"><title>T</title>${html}`;
  await on.t.open(`${on.site.origin}/page`);
  const { nodes } = await on.t.snapshot();
  const button = nodes.find(({ role }) => role === 'button');
  expect(button?.name, outline(nodes)).toBe(name);
  const action: BrowserAction = { type: 'CLICK', ref: button?.ref ?? '' };
  expect(need(await on.t.tab.inspect(action, SIGNAL)).element?.name).toBe(name);
});

test('a control in the midst of a label says its value, and a credential nothing', async () => {
  on.site.pages['/page'] =
    `<!doctype html><meta charset="utf-8"><title>T</title><input type="checkbox" id="c"><label for="c">Flash <input value="3" aria-label="n"> times, <select aria-label="m"><option>slow<option selected>fast</select></label>
    <input type="checkbox" id="d"><label for="d">Use <input type="password" value="hunter2"> here</label>`;
  await on.t.open(`${on.site.origin}/page`);
  const { nodes } = await on.t.snapshot();
  expect(nodes.filter(({ role }) => role === 'checkbox').map(({ name }) => name)).toEqual([
    'Flash 3 times, fast',
    'Use here',
  ]);
  expect(JSON.stringify(nodes)).not.toContain('hunter2');
});

test('text is joined as it is drawn', async () => {
  on.site.pages['/page'] =
    `<!doctype html><meta charset="utf-8"><title>T</title><style>.n::after { content: "!" }</style><p>CO<sub>2</sub> is <b>w</b>orse<br>than <i>this</i>, <span>or</span> <span>that</span></p><p class="n">Done</p>`;
  await on.t.open(`${on.site.origin}/page`);
  const { nodes } = await on.t.snapshot();
  expect(nodes.map(({ name }) => name)).toEqual(['CO2 is worse than this, or that', 'Done!']);
});
