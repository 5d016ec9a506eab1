// Where a question stands: beside the view in a wide window, over it where it is the gravest or there is no room; and what is there between
// one question and the next.
import { mkdirSync } from 'node:fs';
import { expect, test } from 'vitest';
import { axeFindings } from '#test/fixtures/axe.ts';
import { PATIENT, given, openWith, pressRaw, untilSaid } from '#test/fixtures/consent-page.ts';
import { uiForSpec } from '#test/fixtures/ui-spec.ts';
import type { OpenApp } from '#test/fixtures/ui.ts';
import { aCard, aSite, aTask } from '#test/fixtures/views.ts';

const ui = uiForSpec();
const SHOTS = process.env['GHOST_SHOTS'] ?? '/tmp/ghost-shots';

async function wide(width = 1280): Promise<OpenApp> {
  const app = await ui.open(
    (gateway) => {
      gateway.tasks = [aTask({ status: 'WAITING' })];
    },
    { width, height: 800 },
  );
  await app.page.getByRole('article').waitFor();
  return app;
}
async function ask(app: OpenApp, ...cards: readonly Parameters<typeof aCard>[0][]): Promise<void> {
  for (const card of cards) app.gateway.ask(aCard(card));
  await app.consent.getByRole('alertdialog').waitFor();
}
const boxOf = async (app: OpenApp) => {
  const box = await app.page.getByRole('dialog').boundingBox();
  if (box === null) throw new Error('there is no question');
  return box;
};

test('in a wide window a question stands beside the view, which goes on to be used', async () => {
  const app = await wide();
  await ask(app, { shieldMs: 50 });
  mkdirSync(SHOTS, { recursive: true });
  await app.page.screenshot({ path: `${SHOTS}/question-pane.png` });
  const pane = await boxOf(app);
  expect([pane.x > 600, pane.x + pane.width, pane.height]).toEqual([true, 1280, 800]);
  const main = await app.page.getByRole('main').boundingBox();
  expect((main?.x ?? 0) + (main?.width ?? 0), 'nothing of the view is beneath it').toBeLessThanOrEqual(
    pane.x,
  );
  expect(await app.page.evaluate(() => document.documentElement.scrollWidth <= innerWidth)).toBe(true);
  expect(await axeFindings(app.page)).toEqual([]);

  await app.page.getByRole('link', { name: 'Policy', exact: true }).click();
  await app.page.getByRole('heading', { name: 'Policy', exact: true }).waitFor();
  await app.consent.getByRole('alertdialog').waitFor();
  expect(given(app)).toEqual([]);
  await pressRaw(app, 'Deny');
  await untilSaid(app, 'Denied');
  await app.page.locator('iframe').waitFor({ state: 'detached' });
  const after = await app.page.getByRole('main').boundingBox();
  expect(after?.width ?? 0).toBeGreaterThan(main?.width ?? 0);
});

test('Escape denies in the question, and in a field of the view it is that field’s', async () => {
  const app = await wide();
  await ask(app, {});
  const field = app.page.locator('#command');
  await field.fill('look at');
  await field.press('Escape');
  await app.page.keyboard.press('Tab');
  await app.page.keyboard.press('Escape');
  await app.page.waitForFunction(() => document.activeElement?.tagName !== 'IFRAME');
  expect(given(app)).toEqual([]);
  await app.consent.getByRole('button', { name: 'Deny', exact: true }).press('Escape');
  await untilSaid(app, 'Denied');
  expect(given(app)).toEqual(['DENY']);
});

test('the gravest question covers the window at every width, and any does where there is no room beside the view', async () => {
  const grave = await wide();
  await ask(grave, { look: 'isolated', site: aSite() });
  await expect(grave.page.locator('#command').click({ timeout: 1_000 })).rejects.toThrow('Timeout');
  const narrow = await openWith(ui, [aCard()]);
  await expect(narrow.page.locator('#command').click({ timeout: 1_000 })).rejects.toThrow('Timeout');
});

test('between one question and the next there is never an empty sheet', async () => {
  const app = await wide();
  await app.page.evaluate(() => {
    const gone: string[] = [];
    Reflect.set(window, 'gone', gone);
    const look = (): void => {
      const frames = [...document.querySelectorAll<HTMLIFrameElement>('[role="dialog"] iframe')];
      if (frames.length > 0 && frames.every((one) => one.getBoundingClientRect().height < 100))
        gone.push(document.querySelector('[role="dialog"]')?.textContent ?? '');
      requestAnimationFrame(look);
    };
    Reflect.set(window, 'begin', () => requestAnimationFrame(look));
  });
  await ask(app, { id: 'first' }, { id: 'second', title: 'Go to another site' }, { id: 'third' });
  await app.page.evaluate(() => Reflect.get(window, 'begin')());
  await pressRaw(app, 'Deny');
  await app.consent.getByRole('heading', { name: 'Go to another site' }).waitFor(PATIENT);
  expect(await app.page.locator('iframe').count()).toBeLessThanOrEqual(2);
  await app.page.locator('iframe').first().waitFor();
  await expect.poll(() => app.page.locator('iframe').count(), PATIENT).toBe(1);
  expect(await app.page.evaluate(() => Reflect.get(window, 'gone'))).toEqual([]);
  await pressRaw(app, 'Deny');
  await app.consent.getByRole('heading', { name: 'Send this form' }).waitFor(PATIENT);
  expect(given(app)).toEqual(['DENY', 'DENY']);
});

test('of a question that was answered nothing is pressed while the next one comes', async () => {
  const app = await wide();
  await ask(app, { id: 'first' }, { id: 'second', title: 'Go to another site' });
  const [held, released] = [Promise.withResolvers<void>(), Promise.withResolvers<void>()];
  await app.page.route('**/api/consents/second/ticket', async (route) => {
    held.resolve();
    await released.promise;
    await route.continue();
  });
  await pressRaw(app, 'Deny');
  await held.promise;
  await app.page.locator('iframe[inert]').waitFor();
  await app.page
    .frameLocator('iframe[title="Answered question"]')
    .getByRole('heading', { name: 'Denied', includeHidden: true })
    .waitFor();
  released.resolve();
  await app.consent.getByRole('heading', { name: 'Go to another site' }).waitFor();
  await expect.poll(() => app.page.locator('iframe').count(), PATIENT).toBe(1);
});

test('where another dialog has the window, a question comes over it', async () => {
  const app = await wide();
  const { page, gateway } = app;
  gateway.results = [
    {
      taskId: 't9',
      at: '2026-11-27T08:00:00.000Z',
      intent: 'done t9',
      status: 'DONE',
      agent: null,
      sources: [],
      result: { answer: 'three of them', facts: [], error: null },
    },
  ];
  await page.getByRole('link', { name: 'Results', exact: true }).click();
  await page.getByRole('button', { name: /done t9/u }).click();
  await page.getByRole('button', { name: 'Delete', exact: true }).click();
  await page.getByRole('dialog').or(page.getByRole('alertdialog')).first().waitFor();
  await ask(app, {});
  await page.locator('[data-question-place]').waitFor();
  expect(await page.evaluate(() => document.documentElement.dataset['asked'])).toBeUndefined();
  await pressRaw(app, 'Deny');
  await untilSaid(app, 'Denied');
});
