// A question on every screen: a denial is in view without scrolling, and nothing is allowed whose reach was not in view.
import { expect, test } from 'vitest';
import {
  PATIENT,
  allowByPointer,
  allowOnce,
  given,
  pressRaw,
  openWith,
  untilSaid,
} from '#test/fixtures/consent-page.ts';
import { uiForSpec } from '#test/fixtures/ui-spec.ts';
import type { OpenApp } from '#test/fixtures/ui.ts';
import { aCard, aTask } from '#test/fixtures/views.ts';

const SHOTS = process.env['GHOST_SHOTS'] ?? '/tmp/ghost-shots';
const ui = uiForSpec();

const COVERS = {
  kind: 'COVERS',
  label: 'also allows',
  value: 'the rest of this log-in: the saved password into this form, and sending it',
  by: 'GATEWAY',
  masked: false,
} as const;
const fields = ['user', 'email', 'street', 'town', 'country', 'phone'].map((name) => ({
  kind: 'FIELD' as const,
  label: 'field',
  name,
  value: `what is entered as ${name}`,
  by: 'PAGE' as const,
  masked: false,
}));
const grave = aCard({ look: 'isolated', shieldMs: 50, details: [...fields, COVERS] });

async function openAt(width: number, height: number, dark = false, card = grave): Promise<OpenApp> {
  const app = await ui.open((gateway) => void (gateway.tasks = [aTask({ status: 'WAITING' })]), {
    width,
    height,
    dark,
  });
  app.gateway.ask(card);
  await app.consent.getByRole('alertdialog').waitFor();
  const frame = app.page.locator('iframe');
  await expect.poll(() => frame.evaluate((element) => element.style.height), PATIENT).not.toBe('');
  return app;
}
const end = ({ consent }: OpenApp) => consent.getByText('and sending it');

for (const [width, height] of [
  [1440, 900],
  [900, 700],
  [390, 844],
  [320, 700],
  [844, 390],
] as const)
  test(`every answer is in view at ${width} by ${height}, and Deny takes one press`, async () => {
    const app = await openAt(width, height, width === 390);
    await app.page.screenshot({ path: `${SHOTS}/consent-${width}.png` });
    for (const name of ['Deny', 'More ways to deny', 'Allow once']) {
      const box = await app.consent.getByRole('button', { name, exact: true }).boundingBox();
      expect.soft(box === null ? Infinity : box.y + box.height, name).toBeLessThanOrEqual(height);
    }
    await pressRaw(app, 'Deny');
    await expect.poll(() => given(app), PATIENT).toEqual(['DENY']);
  });

test('what it also allows has to come into view before it can be allowed, and pressing Allow brings it there', async () => {
  const app = await openAt(900, 700);
  await app.consent.getByLabel(/To allow this/u).fill('shop.example');
  await app.consent.getByText('scrolled to the end of what it allows').waitFor();
  expect(await allowOnce(app).getAttribute('aria-disabled')).toBe('true');
  await pressRaw(app, 'Allow once');
  await expect.poll(() => allowOnce(app).getAttribute('aria-disabled'), PATIENT).toBe('false');
  const [scope, foot] = [await end(app).boundingBox(), await allowOnce(app).boundingBox()];
  if (scope === null || foot === null) throw new Error('the card is not there');
  expect(scope.y + scope.height).toBeLessThanOrEqual(foot.y);
  expect(given(app)).toEqual([]);
  await allowByPointer(app);
  await untilSaid(app, 'Allowed once');
});

test('where all of it is in view from the beginning, nothing has to be scrolled', async () => {
  const app = await openWith(ui, [aCard({ shieldMs: 50, details: [COVERS] })]);
  await expect.poll(() => allowOnce(app).getAttribute('aria-disabled'), PATIENT).toBe('false');
  await allowByPointer(app);
  await untilSaid(app, 'Allowed once');
});

test('by the keyboard it comes into view wherever its end falls between two pixels', async () => {
  const rows = Array.from({ length: 30 }, (_, at) => ({ ...COVERS, value: `kind ${at}: ${COVERS.value}` }));
  const app = await openWith(ui, [aCard({ shieldMs: 50, details: rows })]);
  await app.consent.getByText('scrolled to the end of what it allows').waitFor();
  // Scrolling stops at whole pixels: this is where least of the mark would be in view.
  await app.consent.locator('.scroll').evaluate((scroll) => {
    const [list, mark] = [scroll.querySelector('dl'), scroll.querySelector('.scope-end')];
    if (list === null || mark === null) throw new Error('the card is not there');
    const over = (mark.getBoundingClientRect().bottom - scroll.getBoundingClientRect().bottom) % 1;
    list.style.marginTop = `${15.4 - over}px`;
  });
  await expect
    .poll(async () => {
      if (given(app).length === 0) await allowOnce(app).press('Enter');
      return given(app);
    }, PATIENT)
    .toEqual(['ALLOW_ONCE']);
});
