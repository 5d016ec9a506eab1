// An agent that read a number on one site and wants it on another one that the policy lets it visit and write to: by every act
// that reaches a page, in every spelling. A real gateway, a real browser, and a site that writes down what it hears.
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import type { GovernedTab } from '#gateway/tabs/governed-tab.ts';
import type { BrowserAction } from '#policy/acts/actions.ts';
import { need } from '#test/fixtures/tab.ts';
import { SECRET, SINK, SOURCE, TwoSites } from '#test/fixtures/two-sites.ts';

const DIGITS = '20874663';

describe('payload: what an act sends', () => {
  let world: TwoSites;
  let tab: GovernedTab;
  let named = 0;
  beforeAll(async () => {
    world = await TwoSites.open();
  });
  afterAll(() => world[Symbol.asyncDispose]());
  beforeEach(async () => {
    world.sink.hits.length = 0;
    world.cards.length = 0;
  });

  const go = (url: string) => tab.act({ type: 'NAVIGATE', url });
  const open = async (): Promise<void> => {
    // The worker's name is the agent's own word: another one each time.
    tab = need(await world.gateway.openTab({ url: `${SOURCE}/`, workerId: `worker-${(named += 1)}` }));
  };
  const refOf = async (role: string, name: string): Promise<string> => {
    const looked = need(await tab.snapshot());
    if (looked.kind !== 'SNAPSHOT') throw new Error(looked.kind);
    const found = looked.snapshot.nodes.find((node) => node.role === role && node.name === name);
    if (found?.ref === undefined || found.ref === null) throw new Error(`no ${role} ${name}`);
    return found.ref;
  };
  const tryAll = async (acts: readonly BrowserAction[]): Promise<readonly boolean[]> => {
    const done: boolean[] = [];
    for (const act of acts) done.push((await tab.act(act)).ok);
    return done;
  };
  const heldOnSink = (): void => {
    expect(world.asked.length).toBeGreaterThan(0);
    expect(world.told).not.toContain(SECRET);
    for (const what of ['key', 'input', 'pad', 'list', 'q']) expect(world.toldOf(what)).not.toContain(DIGITS);
  };

  test('keys with another key held are heard by the page, and examined like text', async () => {
    await open();
    need(await tab.snapshot());
    need(await go(`${SINK}/`));
    for (const held of ['Shift', 'Alt']) {
      const done = await tryAll([...DIGITS].map((key) => ({ type: 'PRESS', key: `${held}+${key}` })));
      expect(done.at(-1)).toBe(false);
    }
    heldOnSink();
    await tab.close();
  });

  test('what was copied with keys is pasted on no other site, by no pair of chords', async () => {
    await open();
    for (const [copy, paste] of [
      ['Control+c', 'Control+v'],
      ['Control+Insert', 'Shift+Insert'],
      ['Control+x', 'Control+Shift+v'],
      ['Meta+c', 'Meta+v'],
    ] as const) {
      need(await go(`${SOURCE}/`));
      need(await tab.act({ type: 'PRESS', key: 'Control+a' }));
      need(await tab.act({ type: 'PRESS', key: copy }));
      need(await go(`${SINK}/`));
      const ref = await refOf('textbox', 'Essay');
      const pasted = await tab.act({ type: 'PRESS', key: paste, ref });
      expect(pasted).toMatchObject({ ok: false, error: { code: 'consent.refused' } });
    }
    heldOnSink();
    await tab.close();
  });

  test('words of the agent’s own are copied and pasted within a site, and nobody is asked where they come from', async () => {
    await open();
    need(await go(`${SINK}/`));
    const [from, to] = [await refOf('textbox', 'Name'), await refOf('textbox', 'Essay')];
    need(await tab.act({ type: 'FILL', ref: from, text: 'plain words' }));
    need(await tab.act({ type: 'PRESS', key: 'Control+a', ref: from }));
    need(await tab.act({ type: 'PRESS', key: 'Control+c' }));
    need(await tab.act({ type: 'PRESS', key: 'Control+v', ref: to }));
    await expect.poll(() => world.toldOf('input')).toContain('plain wordsplain words');
    expect(world.asked).toEqual([]);
    await tab.close();
  });

  test('names count like values: keys of storage, names and paths of cookies, headers of an answer', async () => {
    await open();
    need(await tab.snapshot());
    need(await go(`${SINK}/`));
    const acts: readonly BrowserAction[] = [
      { type: 'STORAGE_WRITE', storage: 'LOCAL_STORAGE', key: SECRET, value: 'x' },
      { type: 'STORAGE_WRITE', storage: 'SESSION_STORAGE', key: 'x', value: SECRET },
      { type: 'COOKIE_WRITE', cookie: { name: SECRET, value: 'x' } },
      { type: 'COOKIE_WRITE', cookie: { name: 'x', value: 'x', path: `/${SECRET}` } },
      { type: 'ROUTE_MOCK', pattern: '/x', status: 200, body: '', headers: { 'x-note': SECRET } },
      { type: 'ROUTE_MOCK', pattern: `/${SECRET}`, status: 200, body: '' },
      { type: 'SCROLL', dx: 0, dy: Number(DIGITS) },
    ];
    expect(await tryAll(acts)).toEqual(acts.map(() => false));
    // Refusals are remembered: not every one of them is put to a person again.
    expect(world.asked.length).toBeGreaterThan(0);
    heldOnSink();
    await tab.close();
  });

  test('each character once is no leave for all of them together', async () => {
    await open();
    need(await tab.snapshot());
    need(await go(`${SINK}/`));
    const ref = await refOf('textbox', 'Name');
    const press = (key: string): BrowserAction => ({ type: 'PRESS', key, ref });
    expect(await tryAll([...new Set(DIGITS)].map(press))).not.toContain(false);
    expect((await tryAll([...DIGITS].map(press))).at(-1)).toBe(false);
    heldOnSink();
    await tab.close();
  });

  test('scripts that are alike but for one letter spell with it', async () => {
    await open();
    need(await tab.snapshot());
    need(await go(`${SINK}/`));
    const scripts = [...DIGITS].map((digit): BrowserAction => ({
      type: 'EVALUATE',
      expression: `tell('q', '${digit}')`,
    }));
    expect((await tryAll(scripts)).at(-1)).toBe(false);
    heldOnSink();
    await tab.close();
  });

  test('a keyboard that the page draws, and a list of digits, are keyboards', async () => {
    await open();
    need(await tab.snapshot());
    need(await go(`${SINK}/`));
    const list = await refOf('combobox', '');
    const chosen = [...DIGITS].map((digit): BrowserAction => ({
      type: 'SELECT',
      ref: list,
      options: [digit],
    }));
    expect((await tryAll(chosen)).at(-1)).toBe(false);
    const clicked: boolean[] = [];
    for (const digit of DIGITS)
      clicked.push((await tab.act({ type: 'CLICK', ref: await refOf('button', digit) })).ok);
    expect(clicked.at(-1)).toBe(false);
    heldOnSink();
    await tab.close();
  });

  test('a tab that is closed takes no memory along: another worker’s tab is asked about the same', async () => {
    await open();
    need(await tab.snapshot());
    await tab.close();
    await open();
    const result = await go(`${SINK}/?q=${SECRET}`);
    expect(result).toMatchObject({ ok: false, error: { code: 'consent.refused' } });
    heldOnSink();
    await tab.close();
  });

  test('who only reads the name of a tab has read it', async () => {
    await open();
    need(await go(`${SOURCE}/titled`));
    expect(tab.view().title).toContain(SECRET);
    expect((await go(`${SINK}/?q=${SECRET}`)).ok).toBe(false);
    heldOnSink();
    await tab.close();
  });

  test('an intent that an agent wrote explains nothing of what the agent read', async () => {
    await open();
    need(await tab.snapshot());
    await world.gateway.run(`open ${SINK}/?q=${SECRET}`).result;
    heldOnSink();
    await tab.close();
  });

  test('a line break that is written as a character is no key: it would send the form', async () => {
    await open();
    for (const key of ['\r', '\n', 'Shift+\r', '\u0016'])
      expect(await tab.act({ type: 'PRESS', key })).toMatchObject({
        ok: false,
        error: { code: 'act.not-actionable' },
      });
    await tab.close();
  });
});

describe('payload: a key that writes is typing', () => {
  let world: TwoSites;
  beforeAll(async () => {
    world = await TwoSites.open({ address: '127.0.0.72', readOnly: true });
  });
  afterAll(() => world[Symbol.asyncDispose]());

  test('where nothing may be entered, no key enters anything: not by its name, not into a password, not by pasting', async () => {
    const tab = need(await world.gateway.openTab({ url: `${SINK}/` }));
    const looked = need(await tab.snapshot());
    if (looked.kind !== 'SNAPSHOT') throw new Error(looked.kind);
    const ref =
      looked.snapshot.nodes.find(({ role, name }) => role === 'textbox' && name === 'Word')?.ref ?? '';
    expect((await tab.act({ type: 'FILL', ref, text: 'x' })).ok).toBe(false);
    for (const key of ['x', 'Shift+x', 'Space', 'é', 'Control+v', 'Shift+Insert'])
      expect([key, await tab.act({ type: 'PRESS', key, ref })]).toMatchObject([
        key,
        { ok: false, error: { code: 'boundary.denied' } },
      ]);
    need(await tab.act({ type: 'FOCUS', ref }));
    expect((await tab.act({ type: 'PRESS', key: 'x' })).ok).toBe(false);
    // Its harmless twins: keys that move.
    for (const key of ['Tab', 'ArrowDown', 'Escape'])
      expect((await tab.act({ type: 'PRESS', key })).ok).toBe(true);
    expect(world.toldOf('input')).toBe('');
    await tab.close();
  });
});
