// What a task asks, on its card: by pointer and by keyboard, over a reload, in a page's own words that stay words.
import { expect, test } from 'vitest';
import { failure } from '#policy/language/failure.ts';
import { axeFindings } from '#test/fixtures/axe.ts';
import type { FakeGateway } from '#test/fixtures/fake-gateway.ts';
import { uiForSpec } from '#test/fixtures/ui-spec.ts';
import { aQuestion, aTask } from '#test/fixtures/views.ts';

const SHOTS = process.env['GHOST_SHOTS'] ?? '/tmp/ghost-shots';
const ui = uiForSpec();

const asking = (change: Parameters<typeof aQuestion>[0] = {}) =>
  aTask({ status: 'WAITING', questions: [aQuestion(change)] });
const answers = (gateway: FakeGateway): unknown[] =>
  gateway.received.filter(({ path }) => path.endsWith('/answer')).map(({ body }) => body);

test('each candidate is a choice with what it is and where it stands, and a click and a button answer', async () => {
  const { page, gateway } = await ui.open((fake) => fake.showTask(asking()));
  const form = page.getByRole('form', { name: 'Which of these is meant by “Edit”?' });
  await form.waitFor();
  expect(await form.getByRole('radio').count()).toBe(3);
  expect(await form.getByRole('radio', { checked: true }).count()).toBe(0);
  await form.getByRole('button', { name: 'Answer', exact: true }).click({ force: true });
  expect(answers(gateway)).toEqual([]);
  await form.getByRole('radio', { name: /Bob Stone/u }).check();
  await page.screenshot({ path: `${SHOTS}/question.png` });
  await form.getByRole('button', { name: 'Answer', exact: true }).click();
  await expect.poll(() => answers(gateway)).toEqual([{ question: 'q1', answer: { choice: 'c2' } }]);
  const closed = aQuestion({ state: 'ANSWERED', answer: { choice: 'c2' }, answeredBy: 'person:ui' });
  gateway.emit({ type: 'task.answered', taskId: 't1', question: closed });
  const line = page.getByText('asked you:');
  await line.waitFor();
  expect(await line.textContent()).toContain('Bob Stone');
  expect(await line.evaluate((element) => element === document.activeElement)).toBe(true);
});

test('by keyboard alone: arrows choose, Enter answers; it says aloud that it was asked', async () => {
  const { page, gateway } = await ui.open((fake) => fake.showTask(aTask()));
  await page.getByRole('article').waitFor();
  gateway.emit({ type: 'task.asked', taskId: 't1', question: aQuestion() });
  await page
    .getByText('The task asks you: Which of these is meant by “Edit”?')
    .waitFor({ state: 'attached' });
  await page.getByRole('radio', { name: /Ana Miller/u }).focus();
  await page.keyboard.press('Space');
  await page.keyboard.press('ArrowDown');
  await page.keyboard.press('ArrowDown');
  await page.keyboard.press('Enter');
  await expect.poll(() => answers(gateway)).toEqual([{ question: 'q1', answer: { choice: 'none' } }]);
});

test('the question is there again after a reload, and a task may be sent on without an answer', async () => {
  const { page, gateway } = await ui.open((fake) => fake.showTask(asking()));
  await page.getByRole('form', { name: /Which of these/u }).waitFor();
  await page.reload();
  await page.getByRole('button', { name: 'Go on without an answer' }).click();
  await expect.poll(() => answers(gateway)).toEqual([{ question: 'q1', answer: { choice: 'skip' } }]);
});

test('a value is typed; an answer that is refused says why and stays', async () => {
  const { page, gateway } = await ui.open((fake) =>
    fake.showTask(
      asking({
        wants: 'VALUE',
        title: 'What is to be entered for “departure day”?',
        choices: [{ id: 'c1', role: 'textbox', name: 'Departure day', near: '', place: '' }],
      }),
    ),
  );
  gateway.refusals.set('/api/tasks/t1/answer', failure('question.closed', 'the question is closed'));
  await page.getByRole('textbox', { name: /Departure day/u }).fill('Tuesday');
  await page.keyboard.press('Enter');
  await page.getByText('question.closed').waitFor();
  await page.getByRole('button', { name: 'Answer', exact: true }).click();
  await expect.poll(() => answers(gateway).at(-1)).toEqual({ question: 'q1', answer: { text: 'Tuesday' } });
});

test('names of the page are text: markup draws nothing, hidden characters show, and long ones fit at 320 pixels', async () => {
  const { page } = await ui.open((fake) =>
    fake.showTask(
      asking({
        choices: [
          { id: 'c1', role: 'button', name: '<img src=x onerror=alert(1)>', near: 'a\u202Eb', place: '' },
          { id: 'c2', role: 'button', name: 'W'.repeat(80), near: 'W'.repeat(160), place: '2 of 9999' },
        ],
        more: 9_994,
      }),
    ),
  );
  const form = page.getByRole('form', { name: /Which of these/u });
  await form.waitFor();
  expect(await form.locator('img').count()).toBe(0);
  expect(await form.textContent()).toContain('⟨U+202E⟩');
  expect(await form.textContent()).toContain('and 9,994 more alike');
  await page.setViewportSize({ width: 320, height: 700 });
  expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBeLessThanOrEqual(320);
  await page.screenshot({ path: `${SHOTS}/question-narrow.png` });
  expect(await axeFindings(page)).toEqual([]);
});
