// How the UI looks, at four sizes, light and dark: each state beside what is kept of it. INVARIANT: what another machine draws otherwise
// (letters, their edges) is no difference; what is elsewhere, gone, cut off, covered or in other colours is one.
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { startUi, type OpenApp, type UiUnderTest } from '#test/fixtures/ui.ts';
import { differences, kept } from './kept.ts';
import { BUSY, DONE, WORLDS, type UiState, type UiWorld } from './list.ts';
import { looked, nameOf, putInto, VIEWS } from './look.ts';
import { endStill } from './still.ts';
import { openStill, visitOne } from './visit.ts';

const PATIENT = { timeout: 30_000, interval: 150 };
const PATIENCE_MS = 200_000;
const AGAIN = 'look at it with `npm run ui:states`; where it is meant so: `npm run ui:states -- --keep`';

let ui: UiUnderTest;
const opened = new Map<UiWorld, OpenApp>();

beforeAll(async () => {
  ui = await startUi();
});
afterAll(async () => {
  endStill();
  await Promise.all([...opened.values()].map((app) => app.close()));
  await ui.close();
  expect([...opened.values()].flatMap(({ complaints }) => complaints)).toEqual([]);
});

/** One page a world: each test goes to its state on it. */
async function open(world: UiWorld): Promise<OpenApp> {
  const app = opened.get(world) ?? (await openStill(ui, world));
  opened.set(world, app);
  return app;
}

/** What is still on its way looks otherwise a moment later. */
async function expectAsKept({ page }: OpenApp, { name }: UiState): Promise<void> {
  for (const view of VIEWS) {
    await putInto(page, view);
    await expect
      .poll(async () => differences(kept(name, view), await looked(page), view), {
        ...PATIENT,
        message: `${name}, ${nameOf(view)}: ${AGAIN}`,
      })
      .toEqual([]);
  }
}

describe.each(WORLDS)('$name', (world) => {
  let app: OpenApp;
  beforeAll(async () => {
    app = await open(world);
  });
  test.each(world.states.filter(({ isNotKept }) => isNotKept === undefined))(
    '$name looks as it is kept',
    (state) => visitOne(app, state, () => expectAsKept(app, state)),
    PATIENCE_MS,
  );
});

// A comparison that bears too much would find none of these.
test.each([
  ['a button that stands 8 px further', DONE, 'result', 'button { position: relative; left: 8px }', /is at/u],
  ['buttons that are gone', BUSY, 'board', 'button { visibility: hidden }', /is gone/u],
  [
    'a text that is cut off',
    DONE,
    'result',
    'h3 { width: 3em; overflow: hidden; white-space: nowrap }',
    / cut, was /u,
  ],
  ['text in another colour', DONE, 'results', 'h1 { color: red !important }', /is \S+ 255,0,0/u],
  ['a rail without its signs', DONE, 'results', 'nav svg { display: none }', /^svg .* is gone/u],
  ['text that is a fifth larger', DONE, 'results', 'a { font-size: 120% !important }', /was/u],
  [
    'what lies under something else',
    DONE,
    'results',
    'nav { position: fixed !important; inset: 0; width: auto !important; z-index: 9 }',
    / covered, was /u,
  ],
] as const)(
  '%s is seen',
  async (_defect, world, name, css, told) => {
    const app = await open(world);
    const state = world.states.find((one) => one.name === name);
    if (state === undefined) throw new Error(`there is no state ${name}`);
    await visitOne(app, state, async () => {
      const [view] = VIEWS;
      await putInto(app.page, view);
      const now = async (): Promise<readonly string[]> =>
        differences(kept(name, view), await looked(app.page), view);
      await expect.poll(now, PATIENT).toEqual([]);
      const planted = await app.page.evaluateHandle((rules) => {
        const sheet = new CSSStyleSheet();
        sheet.replaceSync(rules);
        document.adoptedStyleSheets = [...document.adoptedStyleSheets, sheet];
        return sheet;
      }, css);
      const seen = await now();
      await planted.evaluate((sheet) => sheet.replaceSync(''));
      expect(seen.filter((difference) => told.test(difference))).not.toEqual([]);
    });
  },
  PATIENCE_MS,
);

test(
  'another font of the machine is no difference, and without the one font it would be',
  async () => {
    const app = await open(BUSY);
    const [state] = BUSY.states;
    if (state === undefined) throw new Error('there is no state');
    await app.page.evaluate(() => {
      document.documentElement.style.setProperty('--sans', 'DejaVu Serif, Times, serif');
      document.documentElement.style.setProperty('--mono', 'DejaVu Serif, Times, serif');
    });
    await visitOne(app, state, () => expectAsKept(app, state));
    // The same page as this machine draws it: that the fonts above are its own is what the test rests on.
    const sheets = await app.page.evaluateHandle(() => {
      const all = document.adoptedStyleSheets;
      document.adoptedStyleSheets = all.filter((sheet) =>
        [...sheet.cssRules].every((rule) => !(rule instanceof CSSLayerBlockRule && rule.name === 'still')),
      );
      return all;
    });
    await visitOne(app, state, async () => {
      const [view] = VIEWS;
      await putInto(app.page, view);
      expect(await app.page.evaluate(() => getComputedStyle(document.body).fontFamily)).toMatch(
        /DejaVu Serif/u,
      );
      await expect
        .poll(async () => differences(kept(state.name, view), await looked(app.page), view), PATIENT)
        .not.toEqual([]);
    });
    await sheets.evaluate((all) => {
      document.adoptedStyleSheets = all;
    });
  },
  PATIENCE_MS,
);
