// The film of a task on its own page: strip, pictures before and after, boxes, keys, and what leads to it. In a real browser.
import { mkdirSync } from 'node:fs';
import type { Locator, Page } from 'playwright-core';
import { expect, test } from 'vitest';
import type { PicturesView } from '#gateway/protocol/views/pictures.ts';
import { axeFindings } from '#test/fixtures/axe.ts';
import type { FakeGateway } from '#test/fixtures/fake-gateway.ts';
import { jpegOf } from '#test/fixtures/jpeg.ts';
import { savedBy, watchSaving } from '#test/fixtures/saved-files.ts';
import { uiForSpec } from '#test/fixtures/ui-spec.ts';
import type { OpenApp } from '#test/fixtures/ui.ts';
import { aCard, aResult, aStep, aTask, anEntry } from '#test/fixtures/views.ts';

const SHOTS = process.env['GHOST_SHOTS'] ?? '/tmp/ghost-shots';
const ui = uiForSpec();
const INTENT = 'check the status of my latest order';
const at = (second: number): string => `2026-11-23T10:00:0${second}.000Z`;
/** A page with something on it. */
const PAGE = jpegOf(640, 450, (x, y) =>
  y < 40 ? [20, 80, 110] : x > 60 && x < 300 && y > 90 && y < 130 ? [240, 200, 150] : [245, 246, 248],
);
const box = { x: 60, y: 90, width: 240, height: 40 };
const picture = (number: number, page: string): PicturesView['pictures'][number] => ({
  number,
  at: at(number),
  step: number - 1,
  page,
  width: 640,
  height: 450,
});
const FILM: PicturesView = {
  pictures: [
    picture(1, 'http://account.test/'),
    picture(2, 'http://account.test/login'),
    picture(3, 'http://account.test/orders'),
  ],
  acts: [
    { requestId: 'r1', step: 1, at: at(1), before: null, after: 1, box: null },
    { requestId: 'r2', step: 2, at: at(2), before: 1, after: 2, box: { x: 4, y: 6, width: 50, height: 12 } },
    { requestId: 'r3', step: 3, at: at(3), before: 2, after: 3, box },
    { requestId: 'r4', step: 4, at: at(4), before: 3, after: null, box: null },
  ],
  quotes: [
    {
      quote: 'sent on Monday',
      page: 'http://account.test/orders',
      picture: 3,
      box: { x: 300, y: 200, width: 80, height: 20 },
    },
  ],
};
const STEPS = [
  aStep({ step: 1, at: at(1), text: 'go to http://account.test/', page: 'http://account.test/' }),
  aStep({ step: 2, at: at(2), text: 'click link “Orders”', page: 'http://account.test/login' }),
  aStep({
    step: 3,
    at: at(3),
    text: 'enter the password',
    decision: 'ESCALATE',
    consent: 'GRANTED',
    page: 'http://account.test/orders',
  }),
  aStep({ step: 4, at: at(4), text: 'scroll down', page: 'http://account.test/orders' }),
];
const ended = (gateway: FakeGateway): void => {
  gateway.picture = Buffer.from(PAGE);
  gateway.films.set('t1', FILM);
  gateway.tasks = [
    aTask({
      intent: INTENT,
      status: 'DONE',
      endedAt: new Date().toISOString(),
      steps: STEPS,
      result: aResult({
        intent: INTENT,
        facts: [
          { label: 'Status', value: 'sent', quote: 'sent on Monday', url: 'http://account.test/orders' },
        ],
      }),
    }),
  ];
};

async function open(hash: string, prepare: (gateway: FakeGateway) => void, options = {}): Promise<OpenApp> {
  const app = await ui.open(prepare, options);
  await app.page.getByRole('contentinfo').waitFor();
  await app.page.evaluate((to) => (location.hash = to), hash);
  return app;
}
const film = (page: Page): Locator => page.getByRole('region', { name: 'Pictures' });
const count = (page: Page): Locator => film(page).getByRole('status');
const shown = (page: Page): Locator => film(page).locator('figure img');

test('a task that has ended opens at its last picture, and keys go through its film', async () => {
  const { page } = await open('#/tasks/t1', ended);
  await count(page).getByText('step 4, 4 of 4').waitFor();
  await film(page).getByText('There is no picture after this act').waitFor();
  await film(page).focus();
  await page.keyboard.press('ArrowLeft');
  await count(page).getByText('step 3, 3 of 4').waitFor();
  expect(page.url()).toContain('#/tasks/t1/steps/3');
  await expect.poll(() => shown(page).getAttribute('alt')).toBe('The page after step 3');
  expect(await film(page).locator('[data-box]').count()).toBe(0);
  await page.keyboard.press('b');
  await expect.poll(() => shown(page).getAttribute('alt')).toBe('The page before step 3');
  const [frame, around] = await Promise.all([
    shown(page).boundingBox(),
    film(page).locator('[data-box]').boundingBox(),
  ]);
  if (frame === null || around === null) throw new Error('the box is drawn');
  const scale = frame.width / 640;
  expect(Math.abs(around.x - frame.x - (box.x - 2) * scale)).toBeLessThan(4);
  expect(Math.abs(around.height - (box.height + 4) * scale)).toBeLessThan(6);
  await page.keyboard.press('ArrowLeft');
  await page.keyboard.press('ArrowLeft');
  await count(page).getByText('step 1, 1 of 4').waitFor();
  await page.keyboard.press('ArrowLeft');
  await page.keyboard.press('n');
  await count(page).getByText('step 3, 3 of 4').waitFor();
  await page.keyboard.press('p');
  await count(page).getByText('step 3, 3 of 4').waitFor();
  expect(await film(page).evaluate((region) => region === document.activeElement)).toBe(true);
});

test('a question is not covered by a film that fills the screen', async () => {
  const { page, gateway } = await open('#/tasks/t1', ended);
  await count(page).getByText('step 4, 4 of 4').waitFor();
  await film(page).focus();
  await page.keyboard.press('f');
  await expect.poll(() => page.evaluate(() => document.fullscreenElement !== null)).toBe(true);
  gateway.ask(aCard({ taskId: 't1' }));
  await page.getByRole('dialog').waitFor();
  await expect.poll(() => page.evaluate(() => document.fullscreenElement === null)).toBe(true);
});

test('it plays to its end, and stops there', async () => {
  const { page } = await open('#/tasks/t1/steps/3', ended);
  await count(page).getByText('step 3, 3 of 4').waitFor();
  await film(page).focus();
  await page.keyboard.press(' ');
  await film(page).getByRole('button', { name: 'Pause' }).waitFor();
  await count(page).getByText('step 4, 4 of 4').waitFor();
  await film(page).getByRole('button', { name: 'Play' }).waitFor();
});

test('keys do nothing where something else has the focus', async () => {
  const { page } = await open('#/tasks/t1/steps/2', ended);
  await count(page).getByText('step 2, 2 of 4').waitFor();
  await page.keyboard.press('Control+l');
  await page.keyboard.type('nb');
  await page.keyboard.press('ArrowLeft');
  await count(page).getByText('step 2, 2 of 4').waitFor();
  await expect.poll(() => shown(page).getAttribute('alt')).toBe('The page after step 2');
});

test('a source opens the page as it was seen, with the quotation in a box, and offers the address', async () => {
  const { page } = await open('#/tasks', ended);
  await page.getByRole('link', { name: 'step 4' }).first().click();
  await film(page).getByText('As it stood on the page, in the box.').waitFor();
  expect(page.url()).toContain('quote=sent+on+Monday');
  await expect.poll(() => shown(page).getAttribute('alt')).toBe('The page on which the words stand');
  await film(page).locator('[data-box]').waitFor();
  await film(page).getByText('http://account.test/orders').waitFor();
  expect(await film(page).evaluate((region) => region === document.activeElement)).toBe(true);
  mkdirSync(SHOTS, { recursive: true });
  await page.screenshot({ path: `${SHOTS}/film-source.png`, fullPage: true });
  await film(page).focus();
  await page.keyboard.press('ArrowLeft');
  await expect.poll(() => film(page).getByText('As it stood on the page').count()).toBe(0);
});

test('words that no picture shows are said to be on none', async () => {
  const { page } = await open('#/tasks/t1/steps/2?quote=elsewhere', ended);
  await film(page).getByText('is on no picture that is kept').waitFor();
  expect(await film(page).locator('[data-box]').count()).toBe(0);
});

test('a task that runs shows the page as it is now; its film is a key away, and live again another one', async () => {
  const { page } = await open('#/tasks/t1', (gateway) => {
    ended(gateway);
    gateway.pictured = 'http://account.test/orders';
    gateway.tasks = [aTask({ intent: INTENT, status: 'RUNNING', steps: STEPS, step: 4 })];
  });
  await count(page).getByText('live').waitFor();
  await page.getByAltText('Picture of the page at step 4').waitFor();
  await film(page).focus();
  await page.keyboard.press('ArrowLeft');
  await count(page).getByText('step 3, 3 of 4').waitFor();
  await page.keyboard.press('l');
  await count(page).getByText('live').waitFor();
});

test('after a restart the log has the acts, and each finds its pictures', async () => {
  const { page } = await open('#/tasks/t1', (gateway) => {
    gateway.picture = Buffer.from(PAGE);
    gateway.films.set('t1', FILM);
    const act = (
      seq: number,
      what: string,
      requestId: string,
      answer: object = {},
    ): ReturnType<typeof anEntry> => anEntry(seq, { what, where: 'account.test', requestId, ...answer });
    gateway.audit = [
      act(4, 'enter the password', 'r3'),
      act(3, 'click link “Orders”', 'r2'),
      act(2, 'go to http://account.test/', 'r1'),
      anEntry(1, {
        type: 'task.started',
        who: 'person',
        what: `start the task “${INTENT}”`,
        verdict: null,
        where: '',
      }),
    ];
  });
  await count(page).getByText('step 3, 3 of 3').waitFor();
  await film(page).getByRole('button', { name: 'Before', exact: true }).click();
  await film(page).locator('[data-box]').waitFor();
});

test('where none are kept that is said, and a picture that cannot be read tells why', async () => {
  const { page } = await open('#/tasks/t1', (gateway) => {
    ended(gateway);
    gateway.films.clear();
  });
  await page.getByText('No pictures of this task are kept').waitFor();
});

const kept = (gateway: FakeGateway): void => {
  ended(gateway);
  gateway.results = [
    {
      taskId: 't1',
      at: at(9),
      intent: `${INTENT} <script>alert(1)</script>`,
      status: 'DONE',
      sources: [],
      agent: null,
      result: { answer: 'It was <b>sent</b>.', facts: [], error: null },
    },
  ];
};

test('a run is saved as one document without a script, with its pictures and the log’s checkpoint in it', async () => {
  const { page, gateway } = await open('#/tasks/t1', kept);
  await count(page).getByText('step 4, 4 of 4').waitFor();
  await watchSaving(page);
  const { name, text } = await savedBy(page, 'Save with pictures');
  expect(name).toBe('t1.html');
  expect(gateway.received.filter(({ path }) => path === '/api/results/export')).toMatchObject([
    { body: { taskId: 't1', form: 'html' } },
  ]);
  expect(text).not.toMatch(/<script|<b>sent|https?:[^<]*["']\s*>/u);
  expect(text).not.toContain('could not be read');
  // In a browser of its own it shows what it says, and asks for nothing.
  const asked: string[] = [];
  const file = await page.context().newPage();
  file.on('request', (request) => asked.push(request.url()));
  await file.setContent(text);
  expect(await file.getByRole('heading', { level: 1 }).textContent()).toContain('<script>alert(1)</script>');
  expect(await file.getByRole('img').count()).toBe(6);
  expect(await file.locator('rect').count()).toBe(2);
  await file.getByText('Signed checkpoint').waitFor();
  await file.getByText('you allowed').waitFor();
  expect(asked.filter((url) => !url.startsWith('data:'))).toEqual([]);
  mkdirSync(SHOTS, { recursive: true });
  await file.screenshot({ path: `${SHOTS}/film-file.png`, fullPage: true });
  await file.close();
});

test('a saved run says which pictures it could not get', async () => {
  const app = await open('#/tasks/t1', kept);
  const { page } = app;
  await count(page).getByText('step 4, 4 of 4').waitFor();
  await watchSaving(page);
  await page.route('**/pictures/3', (route) => route.abort());
  const { text } = await savedBy(page, 'Save with pictures');
  expect(text).toContain('1 of 3 pictures could not be read');
  ui.expectComplaint(app, /ERR_FAILED/u);
});

test('a task that came to nothing leads to the last page that it saw', async () => {
  const { page } = await open('#/tasks', (gateway) => {
    ended(gateway);
    gateway.tasks = gateway.tasks.map((task) => ({
      ...task,
      status: 'FAILED',
      result: aResult({
        intent: INTENT,
        status: 'FAILED',
        answer: null,
        facts: [],
        error: { code: 'navigator.stuck', message: 'the same step came to nothing', retryable: false },
      }),
    }));
  });
  await page.getByRole('link', { name: 'See the last page' }).click();
  await count(page).getByText('step 4, 4 of 4').waitFor();
  await shown(page).waitFor();
});

test.each([
  ['light', { width: 1440, height: 900 }],
  ['dark', { width: 900, height: 700, dark: true }],
  ['narrow', { width: 320, height: 700 }],
])(
  'without a finding of axe, every target large enough, nothing beyond the edge: %s',
  async (name, options) => {
    const { page } = await open('#/tasks/t1/steps/3', ended, options);
    await count(page).getByText('step 3, 3 of 4').waitFor();
    await film(page).getByRole('button', { name: 'Before', exact: true }).click();
    await film(page).locator('[data-box]').waitFor();
    expect(await axeFindings(page)).toEqual([]);
    const small = await film(page)
      .locator('button, a')
      .evaluateAll((all) =>
        all.flatMap((one) => {
          const { width, height } = one.getBoundingClientRect();
          return width < 24 || height < 24 ? [one.textContent] : [];
        }),
      );
    expect(small).toEqual([]);
    expect(await page.evaluate(() => document.documentElement.scrollWidth <= innerWidth)).toBe(true);
    mkdirSync(SHOTS, { recursive: true });
    await page.screenshot({ path: `${SHOTS}/film-${name}.png`, fullPage: true });
  },
);
