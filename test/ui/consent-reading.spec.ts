// What would run is read to its end before it is allowed: by wheel and by key, in the consent document as it is shipped.
import { expect, test } from 'vitest';
import type { ConsentCard } from '#gateway/protocol/views/consent.ts';
import {
  PATIENT,
  allowByPointer,
  allowOnce,
  given,
  openWith,
  pressRaw,
  untilArmed,
} from '#test/fixtures/consent-page.ts';
import { uiForSpec } from '#test/fixtures/ui-spec.ts';
import type { OpenApp } from '#test/fixtures/ui.ts';
import { aCard } from '#test/fixtures/views.ts';

const ui = uiForSpec();
const LINES = 190;
const script = (lines: number): string =>
  `${Array.from({ length: lines - 1 }, (_none, at) => `step(${at});`).join('\n')}\nfetch("https://collect.example/");`;
const withScript = (lines: number, changes: Partial<ConsentCard> = {}): ConsentCard =>
  aCard({
    title: 'Run a script on this page',
    shieldMs: 50,
    details: [
      { kind: 'SCRIPT', label: 'script', value: script(lines), by: 'AGENT', masked: false, mustRead: true },
    ],
    ...changes,
  });

const note = (app: OpenApp) => app.consent.getByText('until you have scrolled to the end');
/** Two frames of the browser have been drawn: whatever it would notice it has noticed. */
const drawn = (app: OpenApp): Promise<unknown> =>
  app.page.evaluate(() => new Promise((done) => requestAnimationFrame(() => requestAnimationFrame(done))));

test('a long script is scrolled to its end with the wheel before Allow is open, and the answer says so', async () => {
  const app = await openWith(ui, [withScript(LINES)]);
  await note(app).waitFor();
  await pressRaw(app, 'Allow once');
  await pressRaw(app, 'Allow on this site for this task');
  expect(given(app)).toEqual([]);
  const box = app.consent.locator('.script');
  await box.hover();
  // Most of the way is not the end.
  await app.page.mouse.wheel(0, 600);
  await expect.poll(() => box.evaluate((element) => element.scrollTop), PATIENT).toBeGreaterThan(300);
  await drawn(app);
  expect(await allowOnce(app).getAttribute('aria-disabled')).toBe('true');
  expect(given(app)).toEqual([]);
  const end = app.consent.getByText('end of the script');
  await expect
    .poll(async () => {
      await box.hover();
      await app.page.mouse.wheel(0, 1_500);
      return box.evaluate((element) => element.scrollHeight - element.scrollTop - element.clientHeight < 2);
    }, PATIENT)
    .toBe(true);
  await end.waitFor();
  await untilArmed(app);
  await allowByPointer(app);
  expect(app.gateway.answers().map(({ body }) => body)).toEqual([
    expect.objectContaining({ answer: 'ALLOW_ONCE', sawEnd: true }),
  ]);
});

test('the end is reached with the Tab key as well', async () => {
  const app = await openWith(ui, [withScript(LINES)]);
  await note(app).waitFor();
  const end = app.consent.getByText('end of the script');
  await expect
    .poll(async () => {
      await app.page.keyboard.press('Tab');
      return end.evaluate((element) => element === document.activeElement);
    }, PATIENT)
    .toBe(true);
  await untilArmed(app);
});

test('a press of the page’s own making, or an end that is moved into view unseen, opens nothing', async () => {
  const app = await openWith(ui, [withScript(LINES)]);
  await note(app).waitFor();
  await allowOnce(app).dispatchEvent('click');
  await drawn(app);
  expect(given(app)).toEqual([]);
  expect(await allowOnce(app).getAttribute('aria-disabled')).toBe('true');
});

test('denying a script needs no reading, and a short one is read as it comes', async () => {
  const long = await openWith(ui, [withScript(LINES)]);
  await pressRaw(long, 'More ways to deny');
  await pressRaw(long, 'Deny and stop task');
  await expect.poll(() => given(long), PATIENT).toEqual(['DENY_TASK']);
  const short = await openWith(ui, [withScript(3)]);
  await untilArmed(short);
  await allowByPointer(short);
  expect(given(short)).toEqual(['ALLOW_ONCE']);
});
