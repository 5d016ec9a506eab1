// Beside the answers to a question: a rule for all like it, and a no with a word to the agent. Neither allows anything.
import { readFileSync } from 'node:fs';
import { expect, test } from 'vitest';
import { SHIPPED } from '#gateway/settings/policy-source.ts';
import { parseRequest } from '#policy/requests/request.ts';
import { axeFindings } from '#test/fixtures/axe.ts';
import { given, openWith, PATIENT, pressRaw, untilSaid } from '#test/fixtures/consent-page.ts';
import { need } from '#test/fixtures/tab.ts';
import { uiForSpec } from '#test/fixtures/ui-spec.ts';
import type { OpenApp } from '#test/fixtures/ui.ts';
import { aCard } from '#test/fixtures/views.ts';

const ui = uiForSpec();
const ALWAYS = 'Always handle like this…';
const TELL = 'More ways to deny';
const SEND = 'Deny and tell the agent';

const GATE = {
  place: 'entry 17',
  at: '',
  requestId: 'r7',
  decision: 'ESCALATE',
  facts: need(
    parseRequest({
      capability: 'NAVIGATE_CROSS_ORIGIN',
      executor: 'HEADLESS_CHROMIUM',
      addressClass: 'LOOPBACK',
      scheme: 'HTTP',
      host: 'keyboards.test',
    }),
  ),
} as const;

test('a rule for questions like this opens in the editor as a draft with its test; the question waits, unanswered', async () => {
  const app = await openWith(ui, [aCard({ requestId: 'r7', title: 'Go to another site' })]);
  const { page, gateway } = app;
  gateway.policyFiles = (['default', 'demo'] as const).map((name) => {
    const text = readFileSync(SHIPPED[name], 'utf8');
    const readOnly = name === 'demo' ? null : 'it comes with the project';
    return { file: name, name, text, inForce: text, digest: name, readOnly };
  });
  gateway.recent = { gates: [GATE], unread: 0, unreadWhy: [] };
  await pressRaw(app, ALWAYS);
  await page.locator('iframe').waitFor({ state: 'detached' });
  const heading = page.getByRole('heading', { name: 'Always handle questions like this' });
  await heading.waitFor();
  expect(page.url()).toContain('#/policy/from/r7');
  await page.getByText('Nothing is answered by it').waitFor();
  await page.getByText('keyboards.test').first().waitFor();
  expect(await axeFindings(page)).toEqual([]);
  // What holds for more than was asked is no allowance to draft.
  expect(await page.getByRole('button', { name: /allows it/u }).count()).toBe(0);
  await page.getByRole('button', { name: 'Draft a rule that refuses it' }).click();
  await expect
    .poll(() => page.url(), PATIENT)
    .toContain('#/policy/rule/refuse-navigate-cross-origin-keyboards-test');
  await page.getByText('It loads, proves and passes its tests.').waitFor({ timeout: 60_000 });
  const editor = page.getByRole('textbox', { name: 'Text of demo' });
  expect(await editor.innerText()).toContain('- id: refuse-navigate-cross-origin-keyboards-test');
  await page.getByRole('button', { name: 'Discard changes' }).waitFor();
  // The question is where it was, and comes back only when it is opened.
  expect(gateway.answers()).toEqual([]);
  await page.getByRole('navigation').getByRole('link', { name: /Inbox/u }).click();
  await page.getByText('Go to another site').first().waitFor();
  expect(await page.locator('iframe').count()).toBe(0);
});

test('what is not among the last requests is said, and nothing is drafted', async () => {
  const app = await openWith(ui, [aCard({ requestId: 'unknown' })]);
  const text = readFileSync(SHIPPED.default, 'utf8');
  app.gateway.policyFiles = [{ file: 'own', name: 'own', text, inForce: text, digest: 'd', readOnly: null }];
  await pressRaw(app, ALWAYS);
  await app.page.getByText('not among the last 500').waitFor();
  expect(await app.page.getByRole('button', { name: /Draft a rule/u }).count()).toBe(0);
});

test('a no with a word to the agent denies with it, and an empty one says nothing and answers nothing', async () => {
  const app = await openWith(ui, [aCard()]);
  const toggle = app.consent.getByRole('button', { name: TELL });
  await pressRaw(app, TELL);
  expect(await toggle.getAttribute('aria-expanded')).toBe('true');
  const field = app.consent.getByLabel('To the agent');
  expect(await field.evaluate((element) => element === document.activeElement)).toBe(true);
  const send = app.consent.getByRole('button', { name: SEND });
  await pressRaw(app, SEND);
  expect(given(app)).toEqual([]);
  expect(await axeFindings(app.page)).toEqual([]);
  await field.fill('  use the order number 4711 instead  ');
  await send.press('Enter');
  await untilSaid(app, 'Denied');
  expect(app.gateway.answers().map(({ body }) => body)).toMatchObject([
    { answer: 'DENY', says: 'use the order number 4711 instead' },
  ]);
});

const sent = (app: OpenApp) => app.gateway.answers().map(({ body }) => body);
const WORDS = 'use the order number 4711 instead';
async function typeWords(app: OpenApp): Promise<void> {
  await pressRaw(app, TELL);
  await app.consent.getByLabel('To the agent').fill(WORDS);
}

test('words that were typed go with whatever denies, Escape and the close key among them, and a closed field says nothing', async () => {
  const byKey = await openWith(ui, [aCard()]);
  await typeWords(byKey);
  await byKey.page.keyboard.press('Escape');
  await untilSaid(byKey, 'Denied');
  expect(sent(byKey)).toMatchObject([{ answer: 'DENY', says: WORDS }]);
  const byApp = await openWith(ui, [aCard()]);
  await typeWords(byApp);
  await byApp.page.getByRole('button', { name: 'Deny and close' }).click();
  await expect.poll(() => sent(byApp), PATIENT).toMatchObject([{ answer: 'DENY', says: WORDS }]);
  const unsaid = await openWith(ui, [aCard()]);
  await typeWords(unsaid);
  const toggle = unsaid.consent.getByRole('button', { name: TELL });
  await toggle.press('Enter');
  expect(await toggle.getAttribute('aria-expanded')).toBe('false');
  await pressRaw(unsaid, 'Deny');
  await expect.poll(() => given(unsaid), PATIENT).toEqual(['DENY']);
  expect(sent(unsaid)[0]).not.toHaveProperty('says');
});

test('words that are sent while an allowance is on its way go with the denial where that one is not taken', async () => {
  const app = await openWith(ui, [aCard({ shieldMs: 50 })]);
  const [arrived, released] = [Promise.withResolvers<void>(), Promise.withResolvers<void>()];
  await app.page.route(
    '**/api/answer',
    async (route) => {
      arrived.resolve();
      await released.promise;
      const error = { code: 'consent.too-soon', message: 'an allowing answer came too soon' };
      await route.fulfill({ status: 409, json: { error } });
    },
    { times: 1 },
  );
  await typeWords(app);
  let isUnderWay = false;
  void arrived.promise.then(() => (isUnderWay = true));
  // A press that a late move of the frame held back is made again.
  await expect
    .poll(async () => {
      if (!isUnderWay) await pressRaw(app, 'Allow once');
      return isUnderWay;
    }, PATIENT)
    .toBe(true);
  await app.consent.getByRole('button', { name: SEND }).press('Enter');
  released.resolve();
  await expect.poll(() => sent(app), PATIENT).toMatchObject([{ answer: 'DENY', says: WORDS }]);
});

test('words outlive a gateway that is away for a moment, and a page that is loaded again', async () => {
  const app = await openWith(ui, [aCard()]);
  await typeWords(app);
  await app.page.reload();
  const field = app.consent.getByLabel('To the agent');
  await expect.poll(() => field.inputValue(), PATIENT).toBe(WORDS);
  await app.page.route(/\/api\/(?:answer|state)/u, (route) => route.abort('connectionreset'));
  await app.consent.getByRole('button', { name: SEND }).press('Enter');
  await app.consent.getByRole('alert').getByText('Your words are kept').waitFor();
  expect(await field.inputValue()).toBe(WORDS);
  await app.page.unroute(/\/api\/(?:answer|state)/u);
  await expect.poll(() => sent(app), PATIENT).toMatchObject([{ answer: 'DENY', says: WORDS }]);
  await app.page.locator('iframe').waitFor({ state: 'detached' });
  // Another question begins without them.
  app.gateway.ask(aCard({ id: 'c2' }));
  await app.consent.getByRole('button', { name: TELL }).waitFor();
  expect(await field.inputValue()).toBe('');
});

test('where the gateway stays away, a second no closes the question', async () => {
  const app = await openWith(ui, [aCard()]);
  await typeWords(app);
  await app.page.route(/\/api\/(?:answer|state)/u, (route) => route.abort('connectionreset'));
  await app.page.keyboard.press('Escape');
  await app.consent.getByRole('alert').getByText('Your words are kept').waitFor();
  await app.page.keyboard.press('Escape');
  await app.page.locator('iframe').waitFor({ state: 'detached' });
  expect(sent(app)).toEqual([]);
});

test('a page hears nothing, and a change of the policy needs no rule about itself', async () => {
  const byPage = await openWith(ui, [aCard({ startedBy: 'PAGE' })]);
  await byPage.consent.getByRole('button', { name: ALWAYS }).waitFor();
  await byPage.consent.getByRole('button', { name: TELL }).press('Enter');
  expect(await byPage.consent.getByLabel('To the agent').count()).toBe(0);
  // A rule about no site would be about every site.
  const nowhere = await openWith(ui, [aCard({ requestId: 'r7', site: null })]);
  await nowhere.consent.getByRole('button', { name: 'Deny', exact: true }).waitFor();
  expect(await nowhere.consent.getByRole('button', { name: ALWAYS }).count()).toBe(0);
  const own = await openWith(ui, [aCard({ taskId: 'policy', answers: ['DENY', 'ALLOW_ONCE'] })]);
  await own.consent.getByRole('button', { name: 'Deny', exact: true }).waitFor();
  expect(await own.consent.getByRole('button', { name: /Always handle|More ways/u }).count()).toBe(0);
});

test('what was typed into a question that is over goes with the next document, whatever it asks', async () => {
  const over = 'ghost.consent.says c0 2020-01-01T00:00:00.000Z';
  const app = await ui.open(() => undefined, {
    async before(page) {
      await page.addInitScript((key) => sessionStorage.setItem(key, 'what somebody said'), over);
    },
  });
  app.gateway.ask(aCard({ startedBy: 'PAGE' }));
  await app.consent.getByRole('button', { name: 'Deny', exact: true }).waitFor();
  const frame = app.page.frames().find((one) => one.url().startsWith(app.gateway.consentOrigin));
  expect(frame).toBeDefined();
  const left = await frame?.evaluate(() => JSON.stringify({ ...sessionStorage }));
  expect(left).not.toContain('what somebody said');
});
