// The field at the top: what Enter would do, before it is pressed.
import { readFileSync } from 'node:fs';
import type { Page } from 'playwright-core';
import { expect, test } from 'vitest';
import { SHIPPED } from '#gateway/settings/policy-source.ts';
import { failure } from '#policy/language/failure.ts';
import { axeFindings } from '#test/fixtures/axe.ts';
import { expectAtEverySize } from '#test/fixtures/every-size.ts';
import type { FakeGateway } from '#test/fixtures/fake-gateway.ts';
import { uiForSpec } from '#test/fixtures/ui-spec.ts';
import { aCard, aTask, aVerification } from '#test/fixtures/views.ts';

const ui = uiForSpec();

const inForce = (names: readonly (keyof typeof SHIPPED)[]): FakeGateway['policyFiles'] =>
  names.map((name) => {
    const text = readFileSync(SHIPPED[name], 'utf8');
    return { file: name, name, text, inForce: text, digest: name, readOnly: null };
  });
const ended = { status: 'DONE', endedAt: new Date().toISOString() } as const;

async function open(prepare: (gateway: FakeGateway) => void = () => undefined) {
  const app = await ui.open((gateway) => {
    gateway.policyFiles = inForce(['default', 'demo']);
    prepare(gateway);
  });
  await app.page.getByRole('contentinfo').getByText('Navigator').waitFor();
  return app;
}
const field = (page: Page) => page.getByRole('textbox', { name: 'What should be done' });
const option = (page: Page, name: string | RegExp) => page.getByRole('option', { name });
const marked = (page: Page) => page.getByRole('option', { selected: true });
const started = (gateway: FakeGateway): readonly unknown[] =>
  gateway.received
    .filter(({ method, path }) => method === 'POST' && path === '/api/tasks')
    .map(({ body }) => body);

test('the keyboard is in the field from the beginning, and nothing opens by itself', async () => {
  const { page } = await open();
  await page.waitForFunction(() => document.activeElement?.id === 'command');
  expect(await page.getByRole('listbox').count()).toBe(0);
});

test('a page that opens with a question leaves the keyboard to it', async () => {
  const { page } = await ui.open((gateway) => gateway.ask(aCard()));
  await page.getByRole('dialog').waitFor();
  expect(await page.evaluate(() => document.activeElement?.id)).not.toBe('command');
});

test('before Enter stands what it is, where it begins, and what the policy will ask', async () => {
  const { page, gateway } = await open();
  await field(page).fill('check the status of my latest order');
  const first = option(page, /check the status/u);
  await first.getByText('will ask: log in at account.test').waitFor();
  expect(await first.innerText()).toContain('research');
  expect(await marked(page).innerText()).toContain('check the status of my latest order');
  await field(page).fill('search the shop for a mechanical keyboard');
  await page.getByText('nothing to ask, as far as can be foreseen').waitFor();
  expect(started(gateway)).toEqual([]);
});

test('what the policy would stop is said before it is tried', async () => {
  const { page } = await open();
  await field(page).fill('open http://10.0.0.5/');
  await option(page, /10\.0\.0\.5/u)
    .getByText('would be stopped: open 10.0.0.5')
    .waitFor();
  // For whoever hears the page: once, and not with each letter.
  await page
    .getByRole('status')
    .filter({ hasText: /^Would be stopped: open 10\.0\.0\.5\.$/u })
    .waitFor();
});

test('where nothing says where to begin, the sites are offered, and one becomes a chip', async () => {
  const { page, gateway } = await open();
  await field(page).fill('find the best rated coffee maker');
  await page.getByText('it is not clear where to begin').waitFor();
  await option(page, 'Begin at shop').click();
  await page.getByRole('button', { name: 'Take out: at shop.test' }).waitFor();
  expect(await field(page).inputValue()).toBe('find the best rated coffee maker');
  await option(page, /find the best rated/u)
    .getByText('shop.test')
    .waitFor();
  await field(page).press('Enter');
  await expect.poll(() => started(gateway)).toHaveLength(1);
  expect(started(gateway)[0]).toMatchObject({
    intent: 'find the best rated coffee maker',
    startUrl: 'http://shop.test/',
  });
  expect(await page.getByRole('button', { name: /Take out/u }).count()).toBe(0);
});

test('a site is meant by @, cookies of one’s own and a limit go along, and Backspace takes the last chip back', async () => {
  const { page, gateway } = await open((world) => {
    world.status = { ...world.status, cookieSources: [{ name: 'my firefox', about: 'my Firefox' }] };
  });
  await field(page).pressSequentially('@acc');
  await field(page).press('Enter');
  await page.getByRole('button', { name: 'Take out: at account.test' }).waitFor();
  await field(page).fill('tell me the latest message');
  await option(page, 'Signed in as me on account.test').click();
  await option(page, '10 steps at most').click();
  await page.getByRole('button', { name: 'Take out: 10 steps at most' }).waitFor();
  await page.getByRole('button', { name: 'Do not sign in at account.test' }).waitFor();
  await field(page).press('Enter');
  await expect.poll(() => started(gateway)).toHaveLength(1);
  expect(started(gateway)[0]).toMatchObject({
    startUrl: 'http://account.test/',
    cookies: [{ domain: 'account.test', source: 'my firefox' }],
    stepLimit: 10,
  });
  await field(page).pressSequentially('@sho');
  await field(page).press('Enter');
  await page.getByRole('button', { name: 'Take out: at shop.test' }).waitFor();
  await field(page).press('Backspace');
  await page.getByRole('button', { name: 'Take out: at shop.test' }).waitFor({ state: 'detached' });
});

test('for an address, Enter is marked as opening it in the person’s own browser, and a Ghost Tab is the next row', async () => {
  const { page, gateway } = await open();
  await field(page).fill('example.com/page');
  await option(page, 'Open example.com in your own browser').waitFor();
  expect(await marked(page).innerText()).toMatch(
    /^Open example\.com\s+in your own browser, outside the boundary$/u,
  );
  await field(page).press('ArrowDown');
  await expect.poll(() => marked(page).innerText()).toContain('Look at example.com/page in a Ghost Tab');
  await field(page).press('Enter');
  await expect.poll(() => started(gateway)).toEqual([{ intent: 'example.com/page', questions: 'ask' }]);
});

test('Ctrl+K opens the list anywhere: what was said before comes back by the arrows, and is started by nothing but a second Enter', async () => {
  const { page, gateway } = await open((world) => {
    world.tasks = [
      aTask({ id: 't2', intent: 'an agent’s own words', agent: 'client:mcp', ...ended }),
      aTask({ id: 't1', intent: 'check the status of my latest order', ...ended }),
    ];
  });
  await page.getByRole('link', { name: 'Grants' }).click();
  await page.keyboard.press('Control+k');
  await page.getByRole('listbox').waitFor();
  expect(await option(page, 'an agent’s own words').count()).toBe(0);
  await page.keyboard.press('ArrowUp');
  await page.keyboard.press('Enter');
  expect(await field(page).inputValue()).toBe('check the status of my latest order');
  expect(started(gateway)).toEqual([]);
  await page.keyboard.press('Enter');
  await expect.poll(() => started(gateway)).toHaveLength(1);
});

test('Escape closes the list and keeps the words; Shift+Enter is a new line; Ctrl+Enter runs and stays', async () => {
  const { page, gateway } = await open();
  await page.getByRole('link', { name: 'Inbox' }).click();
  await field(page).fill('search the shop');
  await page.getByRole('listbox').waitFor();
  await field(page).press('Escape');
  await page.getByRole('listbox').waitFor({ state: 'detached' });
  await field(page).press('Shift+Enter');
  await field(page).pressSequentially('for a keyboard');
  expect(await field(page).inputValue()).toBe('search the shop\nfor a keyboard');
  await field(page).press('Control+Enter');
  await expect.poll(() => started(gateway)).toHaveLength(1);
  expect(page.url()).toContain('#/inbox');
  expect(await field(page).inputValue()).toBe('');
});

test('a command is done, a rule is opened at its line, and > asks the log', async () => {
  const { page, gateway } = await open((world) => {
    world.verification = aVerification({ entries: 7 });
  });
  await field(page).fill('verify the log');
  await option(page, 'Verify the audit log').click();
  await page.getByText('Verified to entry 7').waitFor();
  await field(page).fill('rule demo-login');
  await option(page, 'Open the rule demo-login').click();
  await page.getByRole('textbox', { name: 'Text of demo' }).waitFor();
  expect(page.url()).toContain('#/policy/rule/demo-login');
  await page
    .locator('.cm-activeLine')
    .filter({ hasText: /id: demo-login/u })
    .waitFor();
  await field(page).fill('> is:stopped where:shop.test');
  await field(page).press('Enter');
  await expect.poll(() => page.url()).toContain('#/audit?q=is%3Astopped+where%3Ashop.test');
  await field(page).fill('stop all');
  await option(page, 'Stop all tasks').click();
  await expect
    .poll(() => gateway.received.filter(({ path }) => path === '/api/tasks/cancel'))
    .toHaveLength(1);
  expect(started(gateway)).toEqual([]);
});

test('words that were refused come back with their chips', async () => {
  const { page, gateway } = await open();
  await field(page).pressSequentially('@shop');
  await field(page).press('Enter');
  await field(page).fill('anything');
  // Only after its forecast: that asks below the same path, and would be refused instead.
  await option(page, /anything/u)
    .getByText('shop.test')
    .waitFor();
  gateway.refusals.set('/api/tasks', failure('tab.queue-full', 'too many tasks wait'));
  await page.getByRole('button', { name: 'Start this task' }).click();
  await page.getByRole('alert').getByText('Too many tasks wait').waitFor();
  expect(await field(page).inputValue()).toBe('anything');
  await page.getByRole('button', { name: 'Take out: at shop.test' }).waitFor();
});

test('the list at four sizes, in light, dark and forced colours', async () => {
  const { page } = await open((world) => {
    world.tasks = [aTask({ intent: 'check the status of my latest order', ...ended })];
    world.status = { ...world.status, cookieSources: [{ name: 'my firefox', about: 'my Firefox' }] };
  });
  await field(page).fill('check the status of my orders');
  await option(page, /my orders/u)
    .getByText('will ask: log in at account.test')
    .waitFor();
  await expectAtEverySize(page, 'command');
  await field(page).fill('');
  await page.getByRole('option', { name: 'Stop all tasks' }).waitFor();
  expect(await axeFindings(page)).toEqual([]);
});
