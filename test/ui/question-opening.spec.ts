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
