// A click on an element that lands on what lies within it: the decision is the one of a direct click on that, in everything that is decided on.
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import type { Inspection } from '#executors/contract/inspection.ts';
import { startSite, type Site } from '#test/fixtures/site.ts';
import { need, openTestTab, outline, SIGNAL, type TestTab } from '#test/fixtures/tab.ts';

let site: Site;
let t: TestTab;

beforeAll(async () => {
  site = await startSite({});
  t = await openTestTab();
  t.rules.pageAct = () => true;
});
afterAll(async () => {
  await t.tab.close();
  await site.close();
});

const FORM = `<form id="order" action="https://collect.test/take" method="post" target="_blank">
  <input name="card" value="4111"><input type="hidden" name="who" value="Anna"><input type="password" name="word" value="hunter2"></form>`;
const CARDS: Record<string, (inner: string) => string> = {
  'a tab': (inner) =>
    `<ul role="tablist"><li role="tab" tabindex="0" aria-label="Card" style="display:inline-block">${inner}</li></ul>`,
  'a cell': (inner) =>
    `<table role="grid"><tr><td role="gridcell" tabindex="0" aria-label="Card" style="padding:0">${inner}</td></tr></table>`,
  'a card': (inner) =>
    `<div role="button" tabindex="0" aria-label="Card" style="display:inline-block">${inner}</div>`,
};
const STYLE = 'style="display:block;box-sizing:border-box;width:160px;height:40px;margin:0"';
/** What lies within, filling all of it. */
const INNER: Record<string, string> = {
  'a link to another host': `<a ${STYLE} href="https://elsewhere.test/a?b=c#d">Inner</a>`,
  'a link of its own site': `<a ${STYLE} href="/own">Inner</a>`,
  'a link to a place of the page': `<a ${STYLE} href="#there">Inner</a>`,
  'a link that is saved': `<a ${STYLE} href="https://elsewhere.test/f.zip" download="f.zip">Inner</a>`,
  'a link into a new tab': `<a ${STYLE} href="https://elsewhere.test/" target="_blank">Inner</a>`,
  'a link into a window by name': `<a ${STYLE} href="https://elsewhere.test/" target="other">Inner</a>`,
  'a link of another scheme': `<a ${STYLE} href="mailto:anna@elsewhere.test">Inner</a>`,
  'a link that runs a script': `<a ${STYLE} href="javascript:void 0">Inner</a>`,
  'a button that sends a form': `<button ${STYLE} form="order">Inner</button>`,
  'a button that sends it elsewhere': `<button ${STYLE} form="order" formaction="https://third.test/" formmethod="get" name="b" value="1">Inner</button>`,
  'an input that sends it': `<input type="submit" ${STYLE} form="order" value="Inner">`,
  'a button of a script': `<button type="button" ${STYLE} onclick="1">Inner</button>`,
  'a button by its role': `<div role="button" tabindex="0" data-testid="delete-account" ${STYLE} onclick="1">Inner</div>`,
  'a menu item by its role': `<div role="menuitem" tabindex="0" ${STYLE} onclick="1">Inner</div>`,
  'a button of a script, as an input': `<input type="button" ${STYLE} value="Inner">`,
};

async function look(html: string): Promise<Record<'Card' | 'Inner', string>> {
  site.pages['/page'] =
    `<!doctype html><meta charset="utf-8"><link rel="icon" href="data:,"><title>T</title>${html}`;
  await t.open(`${site.origin}/page`);
  const { nodes } = await t.snapshot();
  const refOf = (name: string): string => {
    const found = nodes.find((node) => node.name === name && node.ref !== null)?.ref ?? null;
    if (found === null) throw new Error(`no ${name}:\n${outline(nodes)}`);
    return found;
  };
  return { Card: refOf('Card'), Inner: refOf('Inner') };
}

/** All that is decided on but the reference that was given. */
async function decidedOn(ref: string, button: 'left' | 'middle' = 'left'): Promise<unknown> {
  const { element, ...rest }: Inspection = need(await t.tab.inspect({ type: 'CLICK', ref, button }, SIGNAL));
  return { ...rest, element: element === null ? null : { ...element, ref: 'the reference' } };
}

describe.each(Object.entries(CARDS))('%s', (_, card) => {
  test.each(Object.entries(INNER))('over %s is decided like a click on that', async (_name, inner) => {
    const { Card, Inner } = await look(`${card(inner)}${FORM}`);
    const direct = await decidedOn(Inner);
    expect(direct).toMatchObject({ element: { name: 'Inner' } });
    expect(await decidedOn(Card)).toEqual(direct);
    expect(await decidedOn(Card, 'middle')).toEqual(await decidedOn(Inner, 'middle'));
  });
});

describe('a button of a script that does not fill it', () => {
  const at = (place: string): string =>
    `<p id="heard">nothing</p><div role="listitem" tabindex="0" aria-label="Card" onclick="heard.textContent = event.target.id" id="card"
      style="display:flex;width:400px;height:60px;justify-content:${place}"><button id="inner" type="button" style="width:80px">Inner</button></div>`;
  const heard = async (): Promise<string> =>
    (await t.snapshot()).nodes.find(({ name }) => ['nothing', 'card', 'inner'].includes(name))?.name ?? '';

  test('in its middle is what the click lands on and what is decided on', async () => {
    const { Card, Inner } = await look(at('center'));
    expect(await decidedOn(Card)).toEqual(await decidedOn(Inner));
    await t.must({ type: 'CLICK', ref: Card });
    expect(await heard()).toBe('inner');
  });
  test('beside its middle is left alone', async () => {
    const { Card } = await look(at('flex-end'));
    expect(await decidedOn(Card)).toMatchObject({ element: { name: 'Card' } });
    await t.must({ type: 'CLICK', ref: Card });
    expect(await heard()).toBe('card');
  });
});

test('a button whose words stand in an element with a mark of its own is clicked, and decided on as itself', async () => {
  const { Card } = await look(
    `<p id="heard">nothing</p><button id="card" aria-label="Card" style="border:0;padding:0" onclick="heard.textContent = this.id"><span id="words" data-testid="words" style="display:block;width:200px;height:40px">Buy</span></button><a href="/own" id="other">Inner</a>`,
  );
  expect(await decidedOn(Card)).toMatchObject({ effect: { marks: { id: 'card', testId: '' } } });
  await t.must({ type: 'CLICK', ref: Card });
  const { nodes } = await t.snapshot();
  expect(nodes.map(({ name }) => name)).toContain('card');
});

test('a button that comes to lie within a card as the pointer comes is not pressed by a click on the card', async () => {
  const { Card } = await look(
    `<p id="heard">nothing</p><div role="listitem" tabindex="0" aria-label="Card" style="position:relative;width:300px;height:60px"
      onmousemove="inner.hidden = false"><button id="inner" hidden style="position:absolute;inset:0;width:300px;height:60px"
      onclick="heard.textContent = 'deleted'">Delete</button></div><a href="/own">Inner</a>`,
  );
  const done = await t.act({ type: 'CLICK', ref: Card });
  expect(done).toMatchObject({
    ok: false,
    error: { code: expect.stringMatching(/^act\.(?:changed|uncertain)$/u) },
  });
  expect((await t.snapshot()).nodes.map(({ name }) => name)).not.toContain('deleted');
});
