// Two windows of one person: both show the same, and one question is answered once, whoever presses where and how often.
import type { Page } from 'playwright-core';
import { expect, test } from 'vitest';
import { failure } from '#policy/language/failure.ts';
import {
  PATIENT,
  allowOnce,
  given,
  openWith,
  pressRaw,
  untilArmed,
  untilSaid,
} from '#test/fixtures/consent-page.ts';
import { uiForSpec } from '#test/fixtures/ui-spec.ts';
import type { OpenApp } from '#test/fixtures/ui.ts';
import { aCard } from '#test/fixtures/views.ts';

const ui = uiForSpec();
const TOO_LATE = failure('consent.already-answered', 'this question was answered before');

/** The same person's other window, with the same question in it. */
async function other(app: OpenApp): Promise<Page> {
  const page = await app.page.context().newPage();
  await page.goto(`${app.gateway.appOrigin}/#/tasks`);
  await inFrame(page).getByRole('alertdialog').waitFor();
  return page;
}
const inFrame = (page: Page) => page.frameLocator('iframe[title="Consent question"]');

test('what is answered in one window leaves the other, which says who answered, and takes no second answer', async () => {
  const app = await openWith(ui, [aCard({ shieldMs: 50 })]);
  const page = await other(app);
  await page.bringToFront();
  await page.keyboard.press('Escape');
  await expect.poll(() => given(app), PATIENT).toEqual(['DENY']);
  await untilSaid(app, 'Denied');
  await app.page.locator('iframe').waitFor({ state: 'detached' });
  await page.locator('iframe').waitFor({ state: 'detached' });
  await app.page.bringToFront();
  for (const key of ['Escape', 'Enter']) await app.page.keyboard.press(key);
  await app.page.getByRole('link', { name: /^Inbox/u }).click();
  await app.page.getByText(/Nothing waits/u).waitFor();
  expect(given(app)).toEqual(['DENY']);
  await page.close();
});

test('an allowance and a denial that cross: the first holds, and the other window says that it came too late', async () => {
  const app = await openWith(ui, [aCard({ shieldMs: 50 })]);
  const page = await other(app);
  // Both are on their way before either arrives.
  const [arrived, released] = [Promise.withResolvers<void>(), Promise.withResolvers<void>()];
  await app.page.route('**/api/answer', async (route) => {
    arrived.resolve();
    await released.promise;
    await route.continue();
  });
  await app.page.bringToFront();
  await untilArmed(app);
  await allowOnce(app).press('Enter');
  await arrived.promise;
  await page.bringToFront();
  await page.keyboard.press('Escape');
  await expect.poll(() => given(app), PATIENT).toEqual(['DENY']);
  released.resolve();
  await untilSaid(app, 'No longer asked');
  await untilSaid(app, TOO_LATE.message);
  expect(app.gateway.find('c1')).toMatchObject({ state: 'REFUSED', answer: 'DENY' });
  await app.page.locator('iframe').waitFor({ state: 'detached' });
  await page.close();
});

test('however often one presses, one answer leaves the window', async () => {
  const app = await openWith(ui, [aCard({ shieldMs: 50 })]);
  const [arrived, released] = [Promise.withResolvers<void>(), Promise.withResolvers<void>()];
  await app.page.route('**/api/answer', async (route) => {
    arrived.resolve();
    await released.promise;
    await route.continue();
  });
  await untilArmed(app);
  await allowOnce(app).press('Enter');
  await arrived.promise;
  for (let presses = 0; presses < 3; presses += 1) await allowOnce(app).press('Enter');
  released.resolve();
  await untilSaid(app, 'Allowed once');
  await app.page.locator('iframe').waitFor({ state: 'detached' });
  expect(given(app)).toEqual(['ALLOW_ONCE']);
});

test('a question that was answered while the gateway was away is not answered again when it is there', async () => {
  const app = await openWith(ui, [aCard()]);
  await app.page.route(/\/api\/(?:answer|state)/u, (route) => route.abort('connectionreset'));
  const port = await app.gateway.stopApp();
  await app.page.getByText('Connection to the gateway lost').waitFor({ state: 'attached' });
  await pressRaw(app, 'Deny');
  await app.page.locator('iframe').waitFor({ state: 'detached' });
  // Somebody answered it at a terminal meanwhile.
  app.gateway.close('c1', 'GRANTED', 'ALLOW_ONCE', 'person:terminal');
  await app.page.unroute(/\/api\/(?:answer|state)/u);
  await app.gateway.start(port);
  await app.page.getByText('Connection to the gateway lost').waitFor({ state: 'detached', ...PATIENT });
  await expect.poll(() => app.gateway.listeners, PATIENT).toBeGreaterThan(0);
  expect(app.gateway.find('c1')).toMatchObject({ state: 'GRANTED', answeredBy: 'person:terminal' });
  expect(given(app)).toEqual([]);
  expect(await app.page.locator('iframe').count()).toBe(0);
});
