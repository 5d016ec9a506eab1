// A task's own page: opened at its address, while the task runs, after it has ended, and when only vault and log know of it.
import type { Page } from 'playwright-core';
import { expect, test } from 'vitest';
import type { KeptResult } from '#gateway/vault/results/contract.ts';
import { failure } from '#policy/language/failure.ts';
import { axeFindings } from '#test/fixtures/axe.ts';
import type { FakeGateway } from '#test/fixtures/fake-gateway.ts';
import { savedBy, watchSaving } from '#test/fixtures/saved-files.ts';
import { uiForSpec } from '#test/fixtures/ui-spec.ts';
import type { OpenApp } from '#test/fixtures/ui.ts';
import { aPart, aPlan, aResult, aStatus, aStep, aTask, anEntry } from '#test/fixtures/views.ts';

const SHOTS = process.env['GHOST_SHOTS'] ?? '/tmp/ghost-shots';
const ui = uiForSpec();

const INTENT = 'check the status of my latest order';
const LOGIN = { what: 'enter the password', where: 'account.test', requestId: 'log-in' };
/** Newest first, as the gateway gives them. */
const LOG = [
  anEntry(9, {
    type: 'task.ended',
    who: 'gateway',
    what: `end the task “${INTENT}”`,
    verdict: null,
    outcome: 'DONE',
  }),
  anEntry(8, {
    type: 'connection',
    who: 'page',
    what: 'post to http://collect.test/',
    where: 'collect.test',
    verdict: 'ESCALATE',
    outcome: 'REFUSED',
    why: 'rules.demo-strangers (policy/defaults/demo.yaml:42:9)',
  }),
  anEntry(7, { ...LOGIN, type: 'act.outcome', who: 'gateway', verdict: null, outcome: 'DONE', why: '' }),
  anEntry(6, { ...LOGIN, type: 'authorization.issued', verdict: 'ESCALATE', why: 'c-1' }),
  anEntry(5, {
    ...LOGIN,
    type: 'consent.answered',
    who: 'person:ui',
    verdict: 'ESCALATE',
    outcome: 'GRANTED',
    why: 'c-1',
  }),
  anEntry(4, { ...LOGIN, type: 'consent.asked', verdict: 'ESCALATE', why: 'c-1' }),
  anEntry(3, { ...LOGIN, verdict: 'ESCALATE', why: 'rules.demo-login (policy/defaults/demo.yaml:47:9)' }),
  anEntry(2, { what: 'look at the page', where: 'account.test' }),
  anEntry(1, {
    type: 'task.started',
    who: 'person',
    what: `start the task “${INTENT}”`,
    verdict: null,
    where: '',
  }),
];
const KEPT: KeptResult = {
  taskId: 't1',
  at: LOG[0]?.at ?? '',
  intent: INTENT,
  status: 'DONE',
  sources: ['http://account.test/orders'],
  agent: null,
  result: { answer: 'It was sent on Monday.', facts: [], error: null },
};
const ended = (gateway: FakeGateway): void => {
  gateway.audit = [...LOG];
  gateway.results = [KEPT];
  gateway.tasks = [
    aTask({
      intent: INTENT,
      status: 'DONE',
      endedAt: new Date().toISOString(),
      plan: aPlan([aPart('s1', { intent: INTENT, status: 'COMPLETE', verified: true })]),
      steps: [
        aStep({ step: 1, text: 'go to http://account.test/', page: 'http://account.test/' }),
        aStep({
          step: 2,
          text: 'enter the password at account.test',
          decision: 'ESCALATE',
          consent: 'GRANTED',
          reasoning: 'The site wants the person to log in.',
          page: 'http://account.test/orders',
        }),
      ],
      result: aResult({
        intent: INTENT,
        facts: [
          { label: 'Status', value: 'sent', quote: 'sent on Monday', url: 'http://account.test/orders' },
        ],
      }),
    }),
  ];
};

async function at(hash: string, prepare: (gateway: FakeGateway) => void): Promise<OpenApp> {
  const app = await ui.open(prepare);
  await app.page.getByRole('contentinfo').getByText('Navigator').waitFor();
  await app.page.evaluate((to) => (location.hash = to), hash);
  return app;
}
const steps = (page: Page) => page.getByRole('region', { name: 'Steps' }).getByRole('listitem');

test('a card leads to the page of its task, which says who allowed an act and which entry it is', async () => {
  const { page, gateway } = await at('#/tasks', ended);
  await page.getByRole('heading', { name: INTENT }).getByRole('link').click();
  await page.getByRole('heading', { level: 1, name: INTENT }).waitFor();
  expect(page.url()).toContain('#/tasks/t1');
  const login = steps(page).nth(1);
  await login.getByText('you, in this app').waitFor();
  expect(await login.innerText()).toContain('you allowed');
  expect(await login.getByRole('link', { name: 'entry 3' }).getAttribute('href')).toBe('#/audit?q=seq%3A3');
  expect(await page.getByText('No pictures of this task are kept').count()).toBe(1);
  // Looking at the page is one reading of the log.
  expect(gateway.received.filter(({ path }) => path === '/api/audit')).toHaveLength(1);
});

test('a source leads to the step that it was read at, and no link leads into the demo world', async () => {
  const { page } = await at('#/tasks', ended);
  await page.getByRole('link', { name: 'step 2' }).first().click();
  await page.getByRole('heading', { level: 1, name: INTENT }).waitFor();
  expect(page.url()).toContain('#/tasks/t1/steps/2');
  const pointed = page.locator('[aria-current=step]');
  await pointed.waitFor();
  expect(await pointed.innerText()).toContain('enter the password');
  expect(await pointed.evaluate((row) => row === document.activeElement)).toBe(true);
  expect(await page.locator('a[href*="account.test"]').count()).toBe(0);
});

test('outside the demo world an address stays a link', async () => {
  const { page } = await at('#/tasks/t1', (gateway) => {
    ended(gateway);
    gateway.status = aStatus({ demo: false });
  });
  await page.locator('a[href="http://account.test/orders"]').first().waitFor();
});

test('the plan, the agent’s reasons and the rules stand under Why, the entries under Log, each at its address', async () => {
  const { page } = await at('#/tasks/t1/why', ended);
  const why = page.getByRole('region', { name: 'Why' });
  await why.getByText('The site wants the person to log in.').waitFor();
  await why.getByText('rules.demo-login:47').waitFor();
  await page.getByRole('navigation', { name: 'Of this task' }).getByRole('link', { name: 'Log' }).click();
  const log = page.getByRole('region', { name: 'Log' });
  await log.getByText('9 entries').waitFor();
  expect(page.url()).toContain('#/tasks/t1/log');
  expect(await log.getByRole('listitem').first().innerText()).toContain('start the task');
  await page.screenshot({ path: `${SHOTS}/run-log.png`, fullPage: true });
  await log.getByRole('link', { name: 'All of them in the audit log' }).click();
  await page.getByText('9 entries match').waitFor();
});

test.each([
  ['light', 1100],
  ['dark', 1100],
  ['light', 320],
] as const)(
  'after a restart vault and log still tell of it, in a tab of its own: %s, %i px',
  async (colorScheme, width) => {
    const app = await at('#/tasks', (gateway) => {
      ended(gateway);
      gateway.tasks = [];
    });
    const page = await app.page.context().newPage();
    await page.setViewportSize({ width, height: 800 });
    await page.emulateMedia({ colorScheme });
    await page.goto(`${app.gateway.appOrigin}/#/tasks/t1`);
    await page.getByRole('heading', { level: 1, name: INTENT }).waitFor();
    await page.getByText('It was sent on Monday.').waitFor();
    await page.getByText('1 you allowed · 1 stopped').waitFor();
    expect(await steps(page).count()).toBe(1);
    expect(await steps(page).first().innerText()).toContain('you, in this app');
    expect(await axeFindings(page)).toEqual([]);
    expect(await page.evaluate(() => document.documentElement.scrollWidth <= innerWidth)).toBe(true);
    await page.screenshot({ path: `${SHOTS}/run-kept-${colorScheme}-${width}.png`, fullPage: true });
    await page.close();
  },
);

test.each([
  ['light', 1100],
  ['dark', 1100],
  ['light', 320],
] as const)('axe finds nothing on the page of an ended task: %s, %i px', async (colorScheme, width) => {
  const { page } = await at('#/tasks/t1/steps/2', ended);
  await page.setViewportSize({ width, height: 800 });
  await page.emulateMedia({ colorScheme });
  await steps(page).nth(1).getByText('you, in this app').waitFor();
  expect(await axeFindings(page)).toEqual([]);
  expect(await page.evaluate(() => document.documentElement.scrollWidth <= innerWidth)).toBe(true);
  await page.screenshot({ path: `${SHOTS}/run-${colorScheme}-${width}.png`, fullPage: true });
  await page.evaluate(() => (location.hash = '#/tasks/t1/why'));
  await page.getByRole('region', { name: 'Why' }).waitFor();
  expect(await axeFindings(page)).toEqual([]);
  await page.screenshot({ path: `${SHOTS}/run-why-${colorScheme}-${width}.png`, fullPage: true });
});

test('a running task is cancelled from its page, an ended one is run again and exported', async () => {
  const { page, gateway } = await at('#/tasks/t1', (world) => {
    ended(world);
    world.tasks = [aTask({ intent: INTENT }), ...world.tasks.map((task) => ({ ...task, id: 't0' }))];
  });
  await page.getByRole('button', { name: 'Cancel' }).focus();
  await page.keyboard.press('Enter');
  await expect.poll(() => gateway.received.some(({ path }) => path === '/api/tasks/t1/cancel')).toBe(true);
  // Of a task that runs the log is read where somebody looks at it.
  expect(gateway.received.filter(({ path }) => path === '/api/audit')).toEqual([]);
  ended(gateway);
  const [done] = gateway.tasks;
  if (done !== undefined) gateway.showTask(done);
  await watchSaving(page);
  const { name, text } = await savedBy(page, 'Export');
  expect([name, JSON.parse(text)]).toMatchObject([
    't1.json',
    { result: { answer: 'It was sent on Monday.' }, acts: [{ step: 1 }, { step: 2 }] },
  ]);
  expect(gateway.received.at(-1)).toMatchObject({ path: '/api/results/export', body: { taskId: 't1' } });
  await page.getByRole('button', { name: 'Run again' }).click();
  await expect
    .poll(() => gateway.received.filter(({ method, path: to }) => method === 'POST' && to === '/api/tasks'))
    .toMatchObject([{ body: { intent: INTENT } }]);
});

test('an agent’s words are not run again in the person’s name', async () => {
  const { page } = await at('#/tasks/t1', (gateway) => {
    ended(gateway);
    gateway.tasks = gateway.tasks.map((task) => ({ ...task, agent: 'client:mcp-1' }));
  });
  await page.getByRole('button', { name: 'Export' }).waitFor();
  await page.getByText('asked by client:mcp-1').waitFor();
  expect(await page.getByRole('button', { name: 'Run again' }).count()).toBe(0);
});

test('a task that nobody knows is said to be none', async () => {
  const { page } = await at('#/tasks/t-9', () => undefined);
  await page.getByRole('heading', { name: 'No such task' }).waitFor();
  expect(await axeFindings(page)).toEqual([]);
});

test('what ended before this start is found from the feed: its entry in the log leads to its page', async () => {
  const { page } = await at('#/tasks', (gateway) => {
    ended(gateway);
    gateway.tasks = [];
  });
  await page.getByRole('link', { name: 'how they ended' }).click();
  await page.getByRole('button', { name: 'Entry 9' }).click();
  await page.getByRole('region', { name: 'Entry 9' }).getByRole('link', { name: 'for this task' }).click();
  await page.getByRole('heading', { level: 1, name: INTENT }).waitFor();
  expect(page.url()).toContain('#/tasks/t1');
});

test('a task that came to nothing names the last page it was on, and one that is done does not', async () => {
  const { page } = await at('#/tasks', (gateway) => {
    const url = 'https://shop.example/basket';
    const failed = aResult({ status: 'FAILED', answer: null, facts: [], sources: [] });
    gateway.tasks = [
      aTask({ id: 't2', url, status: 'FAILED', endedAt: LOG[0]?.at ?? '', result: failed }),
      aTask({ id: 't1', url, status: 'DONE', endedAt: LOG[0]?.at ?? '', result: aResult() }),
    ];
  });
  const card = page.getByRole('article');
  await card.getByText('The last page it was on').waitFor();
  expect(await card.getByRole('link', { name: 'https://shop.example/basket' }).count()).toBe(1);
  expect(await axeFindings(page)).toEqual([]);
  await page.screenshot({ path: `${SHOTS}/feed-last-page.png`, fullPage: true });
  await page.getByRole('list', { name: 'Tasks, by how they stand' }).getByRole('link').nth(1).click();
  await card.getByText('The last page it was on').waitFor({ state: 'detached' });
});

test('a run of more entries than one page of the log shows all of its steps, the first of them too', async () => {
  const ACTS = 1_200;
  const rows = Array.from({ length: ACTS }, (_none, index) =>
    anEntry(index + 2, { requestId: `r${index}`, what: `click link “${index}”`, where: 'shop.test' }),
  );
  const { page, gateway } = await at('#/tasks/t1', (fake) => {
    fake.audit = [
      anEntry(ACTS + 2, {
        type: 'task.ended',
        who: 'gateway',
        what: `end the task “${INTENT}”`,
        outcome: 'DONE',
      }),
      ...rows.toReversed(),
      anEntry(1, { type: 'task.started', who: 'person', what: `start the task “${INTENT}”`, verdict: null }),
    ];
    fake.results = [KEPT];
    fake.tasks = [];
  });
  await expect.poll(() => steps(page).count(), { timeout: 30_000 }).toBe(ACTS);
  await steps(page).first().getByText('click link “0” at shop.test').waitFor();
  expect(gateway.received.filter(({ path }) => path === '/api/audit').length).toBe(2);
});

test.each([
  ['its result is kept', [KEPT], INTENT],
  ['only the log knows of it', [], 'What was asked is not known'],
] as const)(
  'where a later page of the log cannot be read, the page says that the beginning is missing: %s',
  async (_which, results, title) => {
    const ACTS = 1_000;
    const { page } = await at('#/tasks', (fake) => {
      fake.audit = [
        ...Array.from({ length: ACTS }, (_none, index) =>
          anEntry(index + 2, { requestId: `r${index}`, what: `click link “${index}”`, where: 'shop.test' }),
        ).toReversed(),
        anEntry(1, {
          type: 'task.started',
          who: 'person',
          what: `start the task “${INTENT}”`,
          verdict: null,
        }),
      ];
      fake.results = [...results];
      fake.tasks = [];
    });
    const isLater = /\/api\/audit\?.*before=/u;
    const error = failure('audit.query-late', 'that part of the log is away');
    await page.route(isLater, (route) => route.fulfill({ status: 409, json: { error } }));
    await page.evaluate(() => (location.hash = '#/tasks/t1'));
    await page.getByRole('heading', { level: 1, name: title }).waitFor();
    const alert = page.getByRole('alert').filter({ hasText: 'The beginning is missing' });
    await alert.getByText('the newest 1,000 of 1,001 entries').waitFor();
    await alert.getByText('that part of the log is away').waitFor();
    expect(await page.getByText('the log has no entry of it').count()).toBe(0);
    await page.unroute(isLater);
    await alert.getByRole('button', { name: 'Read it again' }).click();
    await alert.waitFor({ state: 'detached' });
    await page.getByRole('heading', { level: 1, name: INTENT }).waitFor();
  },
);
