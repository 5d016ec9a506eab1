// A question that opens. INVARIANT: until its document has a word to say there is no empty sheet in its place.
import { expect, test } from 'vitest';
import { uiForSpec } from '#test/fixtures/ui-spec.ts';
import { aCard } from '#test/fixtures/views.ts';

const ui = uiForSpec();

test('while a question’s document says nothing yet, its place says that it opens, and then gives it its room', async () => {
  const app = await ui.open();
  const { page, gateway, consent } = app;
  const { promise: held, resolve: release } = Promise.withResolvers<void>();
  await page.context().route(`${gateway.consentOrigin}/api/open`, async (route) => {
    await held;
    await route.continue();
  });
  const asked = page.waitForRequest(`${gateway.consentOrigin}/api/open`);
  gateway.ask(aCard());
  await asked;
  const frame = page.locator('iframe');
  const box = await frame.boundingBox();
  expect(box?.height).toBeLessThanOrEqual(2);
  await page.getByRole('dialog').getByText('Opening the question…').waitFor();
  release();
  await consent.getByRole('heading', { name: 'Send this form' }).waitFor();
  await page.getByText('Opening the question…').waitFor({ state: 'detached' });
  await expect.poll(async () => (await frame.boundingBox())?.height).toBeGreaterThan(200);
  await page.keyboard.press('Escape');
  await page.getByRole('dialog').waitFor({ state: 'detached' });
});

test('a question whose part of the app cannot be loaded at first comes by itself, and nobody is told that the gateway is away', async () => {
  let isBroken = true;
  const { page, gateway, consent } = await ui.open(undefined, {
    before: async (opening) => {
      await opening.route(/\/consent-overlay[^/]*\.js$/u, (route) =>
        isBroken ? route.fulfill({ status: 404, contentType: 'text/javascript' }) : route.continue(),
      );
    },
  });
  gateway.ask(aCard());
  await page.getByText('It is tried again by itself').waitFor();
  expect(await page.getByText('while the gateway is away').count()).toBe(0);
  isBroken = false;
  await consent.getByRole('heading', { name: 'Send this form' }).waitFor();
  await page.getByText('It is tried again by itself').waitFor({ state: 'detached' });
  await page.keyboard.press('Escape');
  await page.getByRole('dialog').waitFor({ state: 'detached' });
});
