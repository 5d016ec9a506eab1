// What holds an allowance back: UX-RULES 5 and 6. Each test is a way to allow by mistake or by a trick.
import { expect, test } from 'vitest';
import type { ConsentCard } from '#gateway/protocol/views/consent.ts';
import {
  PATIENT,
  allowByPointer,
  allowOnce,
  given,
  openWith,
  pressRaw,
  settledBox,
  untilArmed,
  untilSaid,
} from '#test/fixtures/consent-page.ts';
import { uiForSpec } from '#test/fixtures/ui-spec.ts';
import type { OpenApp } from '#test/fixtures/ui.ts';
import { aCard } from '#test/fixtures/views.ts';

const ui = uiForSpec();

const ask = (...cards: readonly ConsentCard[]): Promise<OpenApp> => openWith(ui, cards);

test('focus starts on the heading, and Enter and Space do nothing until it moves', async () => {
  const app = await ask(aCard({ shieldMs: 50 }));
  await untilArmed(app);
  const heading = app.consent.getByRole('heading', { level: 1 });
  await expect
    .poll(() => heading.evaluate((element) => element === document.activeElement), PATIENT)
    .toBe(true);
  await app.page.keyboard.press('Enter');
  await app.page.keyboard.press('Space');
  expect(app.gateway.find('c1')?.state).toBe('OPEN');
  await app.page.keyboard.press('Tab');
  await app.page.keyboard.press('Tab');
  await app.page.keyboard.press('Tab');
  await app.page.keyboard.press('Enter');
  await expect.poll(() => given(app), PATIENT).toEqual(['DENY']);
});

test('denying is never held back, allowing is until everything has been still', async () => {
  const app = await ask(aCard({ shieldMs: 60_000 }));
  await app.consent.getByText('Allowing is off for a moment').waitFor();
  await pressRaw(app, 'Allow once');
  await pressRaw(app, 'Allow on this site for this task');
  expect(app.gateway.find('c1')?.state).toBe('OPEN');
  expect(await allowOnce(app).getAttribute('aria-disabled')).toBe('true');
  await pressRaw(app, 'More ways to deny');
  await pressRaw(app, 'Deny and stop task');
  await expect.poll(() => given(app), PATIENT).toEqual(['DENY_TASK']);
  await untilSaid(app, 'Denied, and the task is stopped');
});

test('a shown and still card can be allowed with the pointer', async () => {
  const app = await ask(aCard());
  await allowByPointer(app);
  await untilSaid(app, 'Allowed once');
  expect(given(app)).toEqual(['ALLOW_ONCE']);
});

test('moving the frame under the pointer starts the time again', async () => {
  const app = await ask(aCard({ shieldMs: 1_500 }));
  await untilArmed(app);
  const box = await settledBox(app, 'Allow once');
  await app.page.mouse.move(box.x + box.width / 2, box.y + box.height / 2);
  await app.page.getByRole('dialog').evaluate((element) => {
    element.style.marginTop = '90px';
  });
  await pressRaw(app, 'Allow once');
  await app.consent.getByText('Allowing is off for a moment').waitFor();
  expect(given(app)).toEqual([]);
});

test('resizing the window starts the time again', async () => {
  const app = await ask(aCard({ shieldMs: 1_500 }));
  await untilArmed(app);
  await app.page.setViewportSize({ width: 500, height: 700 });
  await expect.poll(() => allowOnce(app).getAttribute('aria-disabled'), PATIENT).toBe('true');
});

/** Draws over the left half of a box, and stirs: the browser looks for covers when it paints, and then not for a while. */
async function cover(
  app: OpenApp,
  box: { x: number; y: number; width: number; height: number },
): Promise<void> {
  await app.page.evaluate(async ({ x, y, width, height }) => {
    const drawn = document.getElementById('cover') ?? document.createElement('div');
    drawn.id = 'cover';
    drawn.style.cssText = `position:fixed;z-index:99;background:#fff;pointer-events:none;top:${y}px;left:${x}px;height:${height}px`;
    document.body.append(drawn);
    for (let frame = 0; frame < 20; frame += 1) {
      drawn.style.width = `${width / 2 + (frame % 2)}px`;
      await new Promise((done) => requestAnimationFrame(done));
    }
  }, box);
}

test('something drawn over the button holds the allowance back', async () => {
  const app = await ask(aCard({ shieldMs: 100 }));
  await untilArmed(app);
  // The card may still move on a loaded machine: the cover follows the button until it lies over it.
  const told = app.consent.getByText('something may cover this question');
  await expect
    .poll(
      async () => {
        await cover(app, await settledBox(app, 'Allow once'));
        return told.isVisible();
      },
      { timeout: 20_000 },
    )
    .toBe(true);
  const box = await settledBox(app, 'Allow once');
  expect(await allowOnce(app).getAttribute('aria-disabled')).toBe('true');
  // Chromium keeps pointer presses from a covered frame by itself; the document has to hold back the keyboard's.
  await app.page.mouse.click(box.x + box.width * 0.8, box.y + box.height / 2);
  await allowOnce(app).focus();
  await app.page.keyboard.press('Enter');
  await app.consent.getByRole('status').getByText('once more to confirm').waitFor();
  expect(given(app)).toEqual([]);
});

test('a page that is not in view allows nothing', async () => {
  const app = await ask(aCard({ shieldMs: 50 }));
  await untilArmed(app);
  await app.consent.locator('body').evaluate(() => {
    Object.defineProperty(document, 'visibilityState', { get: () => 'hidden' });
    document.dispatchEvent(new Event('visibilitychange'));
  });
  await app.consent.getByText('Allowing is off while this page is not in view').waitFor();
  await allowOnce(app).focus();
  await app.page.keyboard.press('Enter');
  await app.page.keyboard.press('Enter');
  expect(given(app)).toEqual([]);
});

test('without timing: a second press of the key confirms what the shield holds back', async () => {
  const app = await ask(aCard({ shieldMs: 2_500 }));
  await untilArmed(app);
  await allowOnce(app).focus();
  await app.page.setViewportSize({ width: 500, height: 700 });
  await expect.poll(() => allowOnce(app).getAttribute('aria-disabled'), PATIENT).toBe('true');
  await app.page.keyboard.press('Enter');
  await app.consent.getByRole('status').getByText('once more to confirm').waitFor();
  expect(given(app)).toEqual([]);
  await app.page.keyboard.press('Enter');
  await expect.poll(() => given(app), PATIENT).toEqual(['ALLOW_ONCE']);
});

test('two presses do not shorten the time that the gateway itself asks for', async () => {
  const app = await ask(aCard({ shieldMs: 60_000 }));
  await allowOnce(app).focus();
  for (let presses = 0; presses < 4; presses += 1) await app.page.keyboard.press('Enter');
  expect(given(app)).toEqual([]);
});

test('a press that a script made is no answer', async () => {
  const app = await ask(aCard({ shieldMs: 50 }));
  await untilArmed(app);
  await allowOnce(app).evaluate((button: HTMLElement) => button.click());
  await app.consent
    .getByRole('button', { name: 'Deny', exact: true })
    .evaluate((button: HTMLElement) => button.click());
  expect(given(app)).toEqual([]);
});

test('the gravest look wants the site typed, and takes nothing else', async () => {
  const app = await ask(aCard({ look: 'isolated', shieldMs: 50, title: 'Enter log-in or card details' }));
  const field = app.consent.getByLabel('To allow this, type the site');
  await field.fill('evil.example');
  await app.consent.getByText('Allowing is off until you type “shop.example”').waitFor();
  await allowOnce(app).focus();
  await app.page.keyboard.press('Enter');
  await app.page.keyboard.press('Enter');
  expect(given(app)).toEqual([]);
  await field.fill(' Shop.example ');
  await allowByPointer(app);
  await expect
    .poll(() => app.gateway.answers().map((call) => call.body), PATIENT)
    .toMatchObject([{ answer: 'ALLOW_ONCE', retyped: 'Shop.example' }]);
});

test('the gravest look without a site can only be denied', async () => {
  const app = await ask(aCard({ look: 'isolated', shieldMs: 50, site: null }));
  await app.consent.getByText('names no site, so it can only be denied').waitFor();
  await allowOnce(app).focus();
  await app.page.keyboard.press('Enter');
  await app.page.keyboard.press('Enter');
  expect(given(app)).toEqual([]);
});
