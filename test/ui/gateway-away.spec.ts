// A gateway that dies while a question is open: nothing traps the person, nothing lies, and a no is not lost.
import { expect, test } from 'vitest';
import { PATIENT, allowOnce, given, openWith, pressRaw, untilArmed } from '#test/fixtures/consent-page.ts';
import { uiForSpec } from '#test/fixtures/ui-spec.ts';
import type { OpenApp } from '#test/fixtures/ui.ts';
import { aCard } from '#test/fixtures/views.ts';

const SHOTS = process.env['GHOST_SHOTS'] ?? '/tmp/ghost-shots';
const ui = uiForSpec();

const died = async (card: Parameters<typeof aCard>[0] = {}): Promise<OpenApp> => {
  const app = await openWith(ui, [aCard({ shieldMs: 50, ...card })]);
  await untilArmed(app);
  await app.gateway[Symbol.asyncDispose]();
  await app.page.getByText('Connection to the gateway lost').waitFor({ state: 'attached' });
  return app;
};
const question = ({ page }: OpenApp) => page.locator('iframe');

test('Escape closes a question that nobody can be told of', async () => {
  const app = await died();
  await app.page.keyboard.press('Escape');
  await question(app).waitFor({ state: 'detached' });
});

test('Deny closes it, and allowing is off meanwhile', async () => {
  const app = await died();
  await app.consent.getByText('Allowing is off: the gateway cannot be reached.').waitFor();
  expect(await allowOnce(app).getAttribute('aria-disabled')).toBe('true');
  await app.page.screenshot({ path: `${SHOTS}/gateway-away.png` });
  // Chromium takes no press in a frame that has just moved, and the notice above it has moved it.
  await pressRaw(app, 'Deny');
  await question(app).waitFor({ state: 'detached' });
  expect(given(app)).toEqual([]);
});

test('the button around it closes it, and the strip does not say that something runs', async () => {
  const app = await died();
  await app.page.getByRole('button', { name: 'Deny and close' }).click();
  await question(app).waitFor({ state: 'detached' });
  const strip = app.page.getByRole('region', { name: 'Running now' });
  expect(await strip.textContent()).toContain('Not known');
});

test('it leaves by itself when its time is over', async () => {
  const app = await died({ expiresAt: new Date(Date.now() + 6_000).toISOString() });
  await question(app).waitFor({ state: 'detached' });
});

test('another start of the gateway asks nothing that the one before asked', async () => {
  const app = await openWith(ui, [aCard()]);
  await app.page.route('**/api/**', (route) => route.fulfill({ status: 401, json: {} }));
  app.gateway.dropStreams();
  await app.page.getByText('This page has no key to the gateway').waitFor();
  await question(app).waitFor({ state: 'detached' });
  expect(await app.page.getByRole('region', { name: 'Running now' }).count()).toBe(0);
  await app.page.getByRole('link', { name: 'Audit log' }).click();
});

test('a no that nobody heard is said when the gateway is there again, and the question does not come back', async () => {
  const app = await openWith(ui, [aCard()]);
  const port = await app.gateway.stopApp();
  await app.page.getByText('Connection to the gateway lost').waitFor({ state: 'attached' });
  await app.page.getByRole('button', { name: 'Deny and close' }).click();
  await question(app).waitFor({ state: 'detached' });
  await app.gateway.start(port);
  // By its own next try, after a second or a few.
  await expect
    .poll(() => app.gateway.received.map(({ path }) => path), PATIENT)
    .toContain('/api/consents/c1/deny');
  expect(await question(app).count()).toBe(0);
});

test('while the gateway is there, a denial is answered as ever', async () => {
  const app = await openWith(ui, [aCard()]);
  await app.page.keyboard.press('Escape');
  await expect.poll(() => given(app), PATIENT).toEqual(['DENY']);
  await question(app).waitFor({ state: 'detached' });
});
