// What the page does beyond itself, in a browser without a desktop around it: sessions to lend, a person's own browser, title, icon, notices.
import { expect, test } from 'vitest';
import type { FakeGateway } from '#test/fixtures/fake-gateway.ts';
import { uiForSpec } from '#test/fixtures/ui-spec.ts';
import type { OpenApp } from '#test/fixtures/ui.ts';
import { A_LENDING, aCard, aTask } from '#test/fixtures/views.ts';

const ui = uiForSpec();
const SOURCES = [
  { name: 'window', about: 'the window that you browse in' },
  { name: 'saved', about: 'the saved session `/s.json`' },
];

async function open(prepare?: (gateway: FakeGateway) => void): Promise<OpenApp> {
  const app = await ui.open((gateway) => {
    gateway.status = { ...gateway.status, cookieSources: SOURCES };
    prepare?.(gateway);
  });
  await app.page.getByRole('contentinfo').getByText('Navigator').waitFor();
  return app;
}
const bodies = (gateway: FakeGateway): unknown[] =>
  gateway.received
    .filter(({ method, path }) => method === 'POST' && path === '/api/tasks')
    .map(({ body }) => body);
const FIELD = 'Ask in plain words, or type a URL';

test('a session is lent to the next task alone, by the keyboard, and what is chosen can be taken back', async () => {
  const { page, gateway } = await open();
  await page.getByPlaceholder(FIELD).fill('check my latest order at www.shop.example');
  await page.getByRole('button', { name: 'Signed in as me on…' }).press('Enter');
  const site = page.getByLabel('Site', { exact: true });
  // What the intent names is offered, and has the keyboard.
  await expect.poll(() => site.inputValue()).toBe('www.shop.example');
  expect(await site.evaluate((element) => element === document.activeElement)).toBe(true);
  await page.keyboard.press('Enter');
  const chosen = page.getByRole('button', { name: 'Do not sign in at www.shop.example' });
  await chosen.waitFor();
  expect(bodies(gateway)).toEqual([]);
  await chosen.click();
  await expect.poll(() => chosen.count()).toBe(0);

  await page.getByRole('button', { name: 'Signed in as me on…' }).click();
  await page.getByLabel('From').selectOption('saved');
  await page.getByRole('button', { name: 'Add' }).click();
  await page.getByPlaceholder(FIELD).press('Enter');
  await expect
    .poll(() => bodies(gateway))
    .toEqual([
      {
        intent: 'check my latest order at www.shop.example',
        questions: 'ask',
        cookies: [{ domain: 'www.shop.example', source: 'saved' }],
      },
    ]);
  await expect.poll(() => page.getByRole('button', { name: /Do not sign in/ }).count()).toBe(0);
});

test('where there is nothing to lend from, it says how to name something', async () => {
  const { page } = await open((gateway) => {
    gateway.status = { ...gateway.status, cookieSources: [] };
  });
  await page.getByRole('button', { name: 'Signed in as me on…' }).click();
  await page.getByText('There is no place to take a session from').waitFor();
  await page.getByRole('group').or(page.getByText('cookieSources')).first().waitFor();
  await page.getByRole('link', { name: 'Settings' }).last().click();
  await page.getByRole('heading', { name: 'Settings' }).waitFor();
});

test('a badge says which site is lent until when, on card and row, and goes when the task has ended', async () => {
  const lent = A_LENDING;
  const { page, gateway } = await open((given) => {
    given.tasks = [aTask({ lent: [lent, { ...lent, domain: 'forum.test', state: 'REFUSED', count: 0 }] })];
  });
  const badges = page.locator('[data-lent="LENT"]');
  await expect.poll(() => badges.count()).toBe(2);
  const card = page.getByRole('list', { name: 'Sessions lent to this task' });
  expect(await card.textContent()).toMatch(
    /signed in as you at account\.test \(from `window`\) until the task ends, at \d\d:\d\d at the latest/u,
  );
  await card.getByText('not signed in at forum.test: that was refused').waitFor();
  gateway.showTask(
    aTask({
      status: 'DONE',
      endedAt: '2026-11-26T12:01:00.000Z',
      lent: [{ ...lent, state: 'ENDED', endedAt: '2026-11-26T12:01:00.000Z' }],
    }),
  );
  await card.getByText('was signed in as you at account.test').waitFor();
  expect(await badges.count()).toBe(0);
});

test('an address goes to the person’s own browser, which is said before; a Ghost Tab is one press away', async () => {
  const { page, gateway } = await open();
  await page.context().route('https://example.com/**', (route) => route.fulfill({ body: 'theirs' }));
  await page.getByPlaceholder(FIELD).fill('example.com/page');
  await page.getByText('no policy holds there').waitFor();
  const opening = page.context().waitForEvent('page');
  await page.keyboard.press('Enter');
  const own = await opening;
  await own.waitForLoadState();
  expect(own.url()).toBe('https://example.com/page');
  expect(await own.evaluate(() => window.opener)).toBeNull();
  await own.close();
  expect(bodies(gateway)).toEqual([]);
  await page.getByPlaceholder(FIELD).fill('example.com/page');
  await page.getByRole('button', { name: 'Look at it in a Ghost Tab instead' }).click();
  await expect.poll(() => bodies(gateway)).toEqual([{ intent: 'example.com/page', questions: 'ask' }]);
});

test.each(['shop.test', 'search example.com for shoes', 'javascript:alert(1)', 'file:///etc/passwd'])(
  '`%s` is no address of the person’s own browser',
  async (text) => {
    const { page, gateway } = await open();
    let opened = 0;
    page.context().on('page', () => (opened += 1));
    await page.getByPlaceholder(FIELD).fill(text);
    expect(await page.getByText('no policy holds there').count()).toBe(0);
    await page.keyboard.press('Enter');
    await expect.poll(() => bodies(gateway)).toHaveLength(1);
    expect(opened).toBe(0);
  },
);

test('title and icon say that something runs, and that somebody is asked', async () => {
  const { page, gateway } = await open();
  const icon = page.locator('link[rel="icon"]');
  await expect.poll(() => icon.getAttribute('data-standing')).toBe('IDLE');
  gateway.showTask(aTask());
  await expect.poll(() => page.title()).toMatch(/^\(1\) /u);
  await expect.poll(() => icon.getAttribute('data-standing')).toBe('WORKING');
  const working = await icon.getAttribute('href');
  gateway.ask(aCard({ look: 'chip' }));
  await expect.poll(() => page.title()).toMatch(/^\(1 asked\) /u);
  await expect.poll(() => icon.getAttribute('data-standing')).toBe('ASKING');
  expect(await icon.getAttribute('href')).toMatch(/^data:image\/png/u);
  expect(await icon.getAttribute('href')).not.toBe(working);
});

/** A browser's notifications, and a page that nobody looks at. */
const WITH_NOTICES = (permission: NotificationPermission): string => `
  window.noticesTold = [];
  window.noticesAsked = 0;
  window.Notification = class extends EventTarget {
    static permission = '${permission}';
    static async requestPermission() { window.noticesAsked += 1; return (this.permission = 'granted'); }
    constructor(title, options) { super(); window.noticesTold.push({ title, ...options, press: () => this.dispatchEvent(new Event('click')) }); }
    close() {}
  };
  Object.defineProperty(document, 'hidden', { get: () => window.nobodyLooks === true });`;

test('notices are off until they are wanted, are told only while nobody looks, and open the question without answering it', async () => {
  const { page, gateway } = await open();
  await page.addInitScript({ content: WITH_NOTICES('default') });
  await page.reload();
  await page.getByRole('contentinfo').getByText('Navigator').waitFor();
  const told = () =>
    page.evaluate(() => Reflect.get(window, 'noticesTold').map(({ title }: { title: string }) => title));
  const setLooks = (away: boolean) =>
    page.evaluate((value) => void Reflect.set(window, 'nobodyLooks', value), away);
  await setLooks(true);
  gateway.ask(aCard({ id: 'c1', look: 'chip' }));
  await expect.poll(() => page.title()).toMatch(/^\(1 asked\)/u);
  expect(await told()).toEqual([]);
  expect(await page.evaluate(() => Reflect.get(window, 'noticesAsked'))).toBe(0);

  await page.getByRole('link', { name: 'Settings' }).click();
  await page.getByLabel('Tell me when something waits for me').check();
  expect(await page.evaluate(() => Reflect.get(window, 'noticesAsked'))).toBe(1);
  await setLooks(false);
  gateway.ask(aCard({ id: 'c2', look: 'chip' }));
  await expect.poll(() => page.title()).toMatch(/^\(2 asked\)/u);
  expect(await told()).toEqual([]);
  await setLooks(true);
  gateway.ask(aCard({ id: 'c3', look: 'chip', title: 'Enter a password' }));
  // What came a moment before was not told: both are, as a number or by name, once their time is there.
  await expect
    .poll(told, { timeout: 30_000 })
    .toEqual([expect.stringMatching(/Enter a password|questions wait/u)]);
  await page.evaluate(() => Reflect.get(window, 'noticesTold')[0].press());
  await page.getByRole('dialog').waitFor();
  expect(gateway.answers()).toEqual([]);
});

test('a browser that refuses notices is believed, and says how to change it', async () => {
  const { page } = await open();
  await page.addInitScript({ content: WITH_NOTICES('denied') });
  await page.reload();
  await page.getByRole('link', { name: 'Settings' }).click();
  await page.getByText('does not let this page notify you').waitFor();
  expect(await page.getByLabel('Tell me when something waits for me').isDisabled()).toBe(true);
});
