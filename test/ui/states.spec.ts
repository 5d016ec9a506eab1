// Each view that no other spec holds to it, at four sizes, in light, dark and forced colours: axe finds nothing, nothing scrolls sideways,
// every target has 24 pixels. It says how many states it looked at.
import { afterAll, beforeAll, expect, test } from 'vitest';
import { expectAtEverySize } from '#test/fixtures/every-size.ts';
import { startUi, type OpenApp, type UiUnderTest } from '#test/fixtures/ui.ts';
import { DONE } from './states/list.ts';

const LEAST_STATES = 40;

let ui: UiUnderTest;
let app: OpenApp;
let states = 0;

beforeAll(async () => {
  ui = await startUi();
  app = await ui.open(DONE.prepare);
  await app.page.getByRole('contentinfo').getByText('Navigator').waitFor();
});
afterAll(async () => {
  expect(app.complaints).toEqual([]);
  await app.close();
  await ui.close();
});

test.each(DONE.states)('$name', async ({ name, hash, begin, stands, end }) => {
  await app.page.setViewportSize({ width: 1280, height: 800 });
  await app.page.evaluate((to) => (location.hash = to), hash);
  await begin?.(app);
  await stands(app);
  states += await expectAtEverySize(app.page, name);
  await end?.(app);
});

test('these are at least forty states', ({ annotate }) => {
  expect(states).toBeGreaterThanOrEqual(LEAST_STATES);
  return annotate(`${states} states`);
});
