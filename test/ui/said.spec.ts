// What those hear who do not see the page: each question and each end once, however many come together, and whatever happened while the
// gateway was away.
import type { Page } from 'playwright-core';
import { expect, test } from 'vitest';
import type { TaskView } from '#gateway/protocol/views/task.ts';
import { PATIENT } from '#test/fixtures/consent-page.ts';
import { uiForSpec } from '#test/fixtures/ui-spec.ts';
import { aCard, aQuestion, aResult, aTask } from '#test/fixtures/views.ts';

const ui = uiForSpec();
const IDS = ['t1', 't2', 't3'] as const;
const running = (id: string): TaskView => aTask({ id });
const ended = (id: string, answer: string): TaskView =>
  aTask({
    id,
    status: 'DONE',
    endedAt: new Date().toISOString(),
    result: aResult({ taskId: id, answer }),
  });

/** All three are on the board. */
const shown = (page: Page): Promise<void> =>
  expect
    .poll(() => page.getByRole('main').getByText(aTask().intent).count(), PATIENT)
    .toBeGreaterThanOrEqual(3);

/** Each line that the live region got, in order: what a screen reader reads out. */
async function heard(page: Page): Promise<() => Promise<readonly string[]>> {
  await page.evaluate(() => {
    const region = document.querySelector('[role="log"]');
    const lines: string[] = [];
    Object.assign(globalThis, { heard: lines });
    if (region === null) throw new Error('there is no live region');
    new MutationObserver((changes) => {
      for (const { addedNodes } of changes) for (const node of addedNodes) lines.push(node.textContent ?? '');
    }).observe(region, { childList: true });
  });
  return () => page.evaluate(() => Reflect.get(globalThis, 'heard'));
}

test('three ends and a question that come together are four things, each said once', async () => {
  const { page, gateway } = await ui.open((fake) => IDS.forEach((id) => fake.showTask(running(id))));
  await shown(page);
  const said = await heard(page);
  for (const id of IDS) gateway.showTask(ended(id, `answer of ${id}`));
  // It flushes what is held, the ends among it.
  gateway.ask(aCard({ title: 'Log in at account.test' }));
  await expect
    .poll(said, PATIENT)
    .toEqual([...IDS.map((id) => `Task ended: answer of ${id}`), 'Question: Log in at account.test']);
});

test('what a dozen tasks come to when all are stopped is a dozen things', async () => {
  const ids = Array.from({ length: 12 }, (_, at) => `s${at}`);
  const { page, gateway } = await ui.open((fake) => ids.forEach((id) => fake.showTask(running(id))));
  await shown(page);
  const said = await heard(page);
  for (const id of ids) gateway.showTask(ended(id, `answer of ${id}`));
  await expect.poll(said, PATIENT).toEqual(ids.map((id) => `Task ended: answer of ${id}`));
});

test('the same answer of two tasks is said twice', async () => {
  const { page, gateway } = await ui.open((fake) => IDS.forEach((id) => fake.showTask(running(id))));
  await shown(page);
  const said = await heard(page);
  for (const id of ['t1', 't2']) gateway.showTask(ended(id, 'It is 5.'));
  await expect.poll(said, PATIENT).toEqual(['Task ended: It is 5.', 'Task ended: It is 5.']);
});

test('what ended and what was asked while the gateway was away is said when it is back, once', async () => {
  const { page, gateway } = await ui.open((fake) => IDS.forEach((id) => fake.showTask(running(id))));
  await shown(page);
  const said = await heard(page);
  // Between the cut and the next stream nobody hears an event.
  gateway.dropStreams();
  gateway.showTask(ended('t2', 'away'));
  // One that began and ended meanwhile, and one that asks.
  gateway.showTask(ended('t4', 'between'));
  gateway.showTask({ ...running('t3'), questions: [aQuestion({ taskId: 't3' })] });
  gateway.ask(aCard({ title: 'Send this form' }));
  await expect.poll(async () => (await said()).length, PATIENT).toBe(4);
  expect([...(await said())].toSorted()).toEqual([
    'Question: Send this form',
    'Task ended: away',
    'Task ended: between',
    'The task asks you: Which of these is meant by “Edit”?',
  ]);
  gateway.showTask(ended('t1', 'back'));
  await expect.poll(async () => (await said()).at(-1), PATIENT).toBe('Task ended: back');
  expect(await said()).toHaveLength(5);
});
