// How a person finds an entry among many: values with counts, a range of time, one row an act, what comes while one looks, and the
// help of the query. Everything ends as words of the one query.
import { expect, test } from 'vitest';
import type { FakeGateway } from '#test/fixtures/fake-gateway.ts';
import { uiForSpec } from '#test/fixtures/ui-spec.ts';
import type { OpenApp } from '#test/fixtures/ui.ts';
import { anEntry } from '#test/fixtures/views.ts';

const PATIENT = { timeout: 30_000 };
/** Of the five entries that are shown first, a second each. */
const BARS = ['went', 'went', 'went', 'went', 'stopped'];
const SHOTS = process.env['GHOST_SHOTS'] ?? '/tmp/ghost-shots';
const ui = uiForSpec();

/** An act that was asked about, one that a page tried, and a reading of the log, a second each. */
function aTaskLog(gateway: FakeGateway): void {
  const act = {
    requestId: 'r1',
    what: 'submit the form',
    where: 'account.test',
    why: 'rules.login (p.yaml:3:1)',
  };
  gateway.audit = [
    anEntry(6, {
      type: 'audit.read',
      requestId: null,
      taskId: null,
      who: 'person:ui',
      verdict: null,
      outcome: 'DONE',
      why: '',
      where: '',
      what: 'read the audit log',
    }),
    anEntry(5, {
      type: 'page.act',
      who: 'page',
      what: 'post',
      where: 'collect.test',
      verdict: 'DENY',
      why: '',
    }),
    anEntry(4, {
      ...act,
      type: 'act.outcome',
      who: 'gateway',
      where: '',
      why: '',
      verdict: null,
      outcome: 'DONE',
    }),
    anEntry(3, {
      ...act,
      type: 'consent.answered',
      who: 'person:ui',
      why: 'c-1',
      verdict: 'ESCALATE',
      outcome: 'GRANTED',
    }),
    anEntry(2, { ...act, type: 'consent.asked', verdict: 'ESCALATE' }),
    anEntry(1, { ...act, verdict: 'ESCALATE' }),
  ];
}

async function openAudit(prepare: (gateway: FakeGateway) => void = aTaskLog): Promise<OpenApp> {
  const app = await ui.open(prepare);
  await app.page.getByRole('link', { name: 'Audit log' }).click();
  await app.page.getByText('5 entries').waitFor();
  return app;
}

const field = ({ page }: OpenApp) => page.getByLabel('Filter the log');

test('decision, question, answer and outcome of one act are one row, and four where one asks for them', async () => {
  const { page } = await openAudit();
  await page.getByText('5 entries, in 2 rows').waitFor();
  const row = page.getByRole('row').filter({ hasText: 'submit the form' });
  expect(await row.getByRole('cell').allTextContents()).toEqual([
    expect.stringContaining('21 Nov 2026'),
    'navigator:offline',
    'submit the formdecision and 3 more',
    'account.test',
    'you allowed',
    'rules.login:3',
    'done',
  ]);
  await page.getByRole('switch', { name: 'Raw entries' }).check();
  await expect.poll(() => page.getByRole('row').count(), PATIENT).toBe(6);
});

test('a value narrows the query with one press, and its count is said before', async () => {
  const app = await openAudit();
  const who = app.page.getByRole('group', { name: 'Who' });
  const page = who.getByRole('button', { name: 'page 1', exact: true });
  await page.click();
  expect(await field(app).inputValue()).toBe('who:page');
  await app.page.getByText('1 entry match').waitFor();
  expect(await page.getAttribute('aria-pressed')).toBe('true');
  await app.page
    .getByRole('group', { name: 'Site' })
    .getByRole('button', { name: /^collect\.test/u })
    .click();
  expect(await field(app).inputValue()).toBe('who:page where:collect.test');
  await page.click();
  expect(await field(app).inputValue()).toBe('where:collect.test');
});

test('what became of an act is told in the words of its card', async () => {
  const app = await openAudit();
  const words = app.page.getByRole('group', { name: 'What became of it' });
  await expect
    .poll(() => words.getByRole('button').allTextContents(), PATIENT)
    .toContainEqual('you allowed1');
  await words.getByRole('button', { name: /^stopped/u }).click();
  expect(await field(app).inputValue()).toBe('is:stopped');
});

test('a range is drawn over the bars, or set from the keyboard, and taken back', async () => {
  const app = await openAudit();
  const when = app.page.getByRole('region', { name: 'When' });
  const bars = when.getByRole('img');
  expect(await bars.getAttribute('aria-label')).toMatch(/^5 entries from 21 Nov 2026, .* 1 of them stopped/u);
  const box = await bars.boundingBox();
  if (box === null) throw new Error('there are no bars');
  // The second and the third of five seconds.
  await app.page.mouse.move(box.x + box.width * 0.3, box.y + 20);
  await app.page.mouse.down();
  await app.page.mouse.move(box.x + box.width * 0.5, box.y + 20);
  await app.page.mouse.up();
  expect(await field(app).inputValue()).toBe('since:2026-11-21T14:00:02.000Z until:2026-11-21T14:00:03.999Z');
  await when.getByRole('button', { name: 'Whole time' }).click();
  expect(await field(app).inputValue()).toBe('');
  await when.getByRole('slider', { name: /^From/u }).focus();
  await app.page.keyboard.press('ArrowRight');
  await expect
    .poll(() => field(app).inputValue(), PATIENT)
    .toMatch(/^since:2026-11-21T14:00:02\.000Z until:/u);
});

test('the bars are drawn by the chart library, in the colours of the page, also when these change', async () => {
  const { page } = await openAudit();
  const canvas = page.getByRole('region', { name: 'When' }).locator('canvas');
  /** Whether each of five bars has pixels of what went, and of what was stopped. */
  const colours = () =>
    canvas.evaluate((element) => {
      if (!(element instanceof HTMLCanvasElement)) throw new Error('no canvas');
      const { color, outlineColor } = getComputedStyle(element);
      const [went, stopped] = [color, outlineColor].map((name) =>
        [...name.matchAll(/\d+/gu)].slice(0, 3).map(Number).join(),
      );
      const { width, height } = element;
      const copy = new OffscreenCanvas(width, height).getContext('2d', { willReadFrequently: true });
      copy?.drawImage(element, 0, 0);
      const data = copy?.getImageData(0, 0, width, height).data ?? [];
      return Array.from({ length: 5 }, (_bar, at) => {
        const x = Math.round((at + 0.5) * (width / 5));
        const column = Array.from({ length: height }, (_row, y) =>
          data.slice((y * width + x) * 4, (y * width + x) * 4 + 3).join(),
        );
        return `${column.includes(went ?? '') ? 'went' : ''} ${column.includes(stopped ?? '') ? 'stopped' : ''}`.trim();
      });
    });
  await expect.poll(() => colours(), PATIENT).toEqual(BARS);
  await page.screenshot({ path: `${SHOTS}/audit-bars.png` });
  for (const colorScheme of ['dark', 'light'] as const) {
    // oxlint-disable-next-line no-await-in-loop -- one after the other
    await page.emulateMedia({ colorScheme });
    // oxlint-disable-next-line no-await-in-loop -- as above
    await expect.poll(() => colours(), PATIENT).toEqual(BARS);
  }
});

test('readings of the log are left out until one asks for them', async () => {
  const { page } = await openAudit();
  await page.getByRole('switch', { name: 'Reads of the log' }).check();
  await page.getByText('6 entries').waitFor();
  await page.getByRole('switch', { name: 'Reads of the log' }).uncheck();
  await page.getByText('5 entries, in 2 rows').waitFor();
  await page.getByRole('button', { name: 'Reads of the log' }).click();
  await page.getByText('1 entry match').waitFor();
});

test('what comes is read by itself where one follows it, under a filter too', async () => {
  const app = await openAudit();
  await app.page
    .getByRole('group', { name: 'Who' })
    .getByRole('button', { name: /^page /u })
    .click();
  await app.page.getByText('1 entry match').waitFor();
  await app.page.getByRole('switch', { name: 'Follow what comes' }).check();
  app.gateway.audit = [anEntry(7, { who: 'page', what: 'post again' }), ...app.gateway.audit];
  app.gateway.emit({ type: 'audit.appended', seq: 7, reads: [] });
  await app.page.getByText('post again').waitFor();
  expect(await app.page.getByRole('button', { name: /newer/u }).count()).toBe(0);
});

test('the query says its keys, and offers them and the values that the log has', async () => {
  const app = await openAudit();
  await app.page.getByText('How to ask').click();
  await app.page.getByText('what became of an act:').waitFor();
  const offers = (): Promise<string[]> =>
    app.page
      .locator('datalist option')
      .evaluateAll((all) => all.map((one) => one.getAttribute('value') ?? ''));
  await field(app).fill('is:stopped wh');
  await expect
    .poll(offers, PATIENT)
    .toEqual(['is:stopped who:', 'is:stopped what:', 'is:stopped where:', 'is:stopped why:']);
  await field(app).fill('-who:');
  await expect.poll(offers, PATIENT).toContain('-who:navigator:offline');
});
