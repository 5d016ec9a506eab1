// What a task asks where its navigator does not know, in the real Chromium: the answer leads to the effect, and without one nothing is made up.
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';
import type { QuestionAnswer, QuestionView } from '#gateway/main.ts';
import { AskingGateway, PEOPLE, peoplePage } from '#test/fixtures/asking-gateway.ts';

let world: AskingGateway;

beforeAll(async () => {
  world = await AskingGateway.open();
});
afterAll(async () => world[Symbol.asyncDispose]());
beforeEach(() => {
  world.forget();
  world.site.pages['/'] = peoplePage();
});

const choosing = (asked: QuestionView[], answer: (question: QuestionView) => QuestionAnswer | null) => {
  return async (question: QuestionView): Promise<QuestionAnswer | null> => {
    asked.push(question);
    return answer(question);
  };
};
const near =
  (words: string) =>
  ({ choices }: QuestionView): QuestionAnswer => ({
    choice: choices.find((one) => one.near === words)?.id ?? 'none',
  });

test('of three equal buttons the one that is answered is pressed, for one step and without a prompt', async () => {
  const asked: QuestionView[] = [];
  const { result, events, task } = await world.run('press Edit', {
    onQuestion: choosing(asked, near('Bob Stone')),
  });
  expect(result).toMatchObject({ status: 'DONE', counts: { asked: 0 } });
  await expect.poll(() => world.pressed, { timeout: 30_000 }).toEqual(['Bob Stone']);
  expect(asked).toHaveLength(1);
  expect(asked[0]).toMatchObject({
    title: 'Which of these is meant by “Edit”?',
    clause: 'press Edit',
    words: 'Edit',
    wants: 'ELEMENT',
    url: PEOPLE,
    state: 'OPEN',
    choices: [
      { id: 'c1', role: 'button', name: 'Edit', near: 'Ana Miller', place: '1 of 3' },
      { id: 'c2', role: 'button', name: 'Edit', near: 'Bob Stone', place: '2 of 3' },
      { id: 'c3', role: 'button', name: 'Edit', near: 'Cy Young', place: '3 of 3' },
    ],
  });
  // One thought that asks, one that presses, one that is done.
  expect(result.steps).toBe(3);
  expect(events.map(({ type }) => type).filter((type) => /asked|answered/u.test(type))).toEqual([
    'task.asked',
    'task.answered',
  ]);
  expect(task.questions).toMatchObject([
    { state: 'ANSWERED', answer: { choice: 'c2' }, answeredBy: 'person:library' },
  ]);
});

test('the log says what was asked, the choices, and who answered what', async () => {
  const { result } = await world.run('press Edit', { onQuestion: async () => ({ choice: 'c3' }) });
  const read = world.gateway.audit.query({ text: `task:${result.taskId}`, limit: 200 });
  if (!read.ok) throw new Error(read.error.message);
  const rows = read.value.rows.filter(({ type }) => /^task\.(?:asked|answered)$/u.test(type)).toReversed();
  expect(rows.map(({ type, who, outcome }) => ({ type, who, outcome }))).toEqual([
    { type: 'task.asked', who: 'gateway', outcome: null },
    { type: 'task.answered', who: 'person:library', outcome: 'ANSWERED' },
  ]);
  const entry = world.gateway.audit.entry(rows[1]?.seq ?? 0);
  expect(entry?.details).toMatchObject({
    words: 'Edit',
    answer: { choice: 'c3' },
    answeredBy: 'person:library',
    choices: [{ near: 'Ana Miller' }, { near: 'Bob Stone' }, { near: 'Cy Young' }],
  });
});

test('where nobody can answer nothing waits: the best guess is made, and is not called done', async () => {
  const { result, events } = await world.run('press Edit');
  expect(result.status).toBe('UNCONFIRMED');
  await expect.poll(() => world.pressed, { timeout: 30_000 }).toEqual(['Ana Miller']);
  expect(events.some(({ type }) => type === 'task.asked')).toBe(false);
  expect(result.evidence[0]).toMatchObject({ outcome: 'UNSEEN', clause: 'press Edit' });
  expect(result.evidence[0]?.said).toContain('nobody said which is meant by “Edit”');
});

test('what takes away is not guessed: not done, and the candidates are named', async () => {
  world.site.pages['/'] = peoplePage('Delete');
  const { result } = await world.run('press Delete');
  expect(result).toMatchObject({ status: 'FAILED', error: { code: 'task.not-done' } });
  expect(result.error?.message).toContain('near “Bob Stone”');
  expect(result.error?.details?.['candidates']).toHaveLength(3);
  expect(world.pressed).toEqual([]);
});

test('the same, answered: only what was chosen is gone', async () => {
  world.site.pages['/'] = peoplePage('Delete');
  const { result } = await world.run('press Delete', {
    onQuestion: async (asked) => near('Cy Young')(asked),
  });
  await expect.poll(() => world.pressed, { timeout: 30_000 }).toEqual(['Cy Young']);
  expect(result.status).toBe('DONE');
});

test('“none of these” presses none of them, and is not done', async () => {
  const asked: QuestionView[] = [];
  const { result } = await world.run('press Edit', {
    onQuestion: choosing(asked, () => ({ choice: 'none' })),
  });
  expect(world.pressed).toEqual([]);
  expect(result.status).toBe('FAILED');
  expect(asked.length).toBeLessThanOrEqual(3);
});

test('no answer in time is as if nobody were there', async () => {
  const { result, task } = await world.run('press Edit', {
    onQuestion: () => new Promise(() => undefined),
    questionSeconds: 1,
  });
  expect(result.status).toBe('UNCONFIRMED');
  expect(task.questions).toMatchObject([{ state: 'TIMED_OUT', answer: null, answeredBy: null }]);
});

test('an answer that does not fit, or a caller that fails, answers nothing', async () => {
  for (const onQuestion of [
    async () => ({ choice: 'c9' }),
    async () => ({ text: 'Bob Stone' }),
    async () => Promise.reject(new Error('no')),
  ]) {
    world.forget();
    const { result } = await world.run('press Edit', { onQuestion });
    expect(result.status).toBe('UNCONFIRMED');
    await expect.poll(() => world.pressed, { timeout: 30_000 }).toEqual(['Ana Miller']);
  }
});

test('cancelling the task closes its question, and later answers are refused', async () => {
  const running = world.gateway.run('press Edit', {
    startUrl: PEOPLE,
    onQuestion: () => new Promise(() => undefined),
  });
  const task = world.gateway.tasks.find(running.taskId);
  let id = '';
  for await (const event of running) {
    if (event.type !== 'task.asked') continue;
    id = event.question.id;
    expect(task?.view().status).toBe('WAITING');
    task?.cancel();
  }
  expect((await running.result).status).toBe('CANCELLED');
  expect(task?.view().questions).toMatchObject([{ state: 'CANCELLED' }]);
  expect(task?.questions.answer(id, { choice: 'c1' }, 'person:ui')).toMatchObject({
    ok: false,
    error: { code: 'question.closed' },
  });
  expect(task?.questions.answer('q-none', { choice: 'c1' }, 'person:ui')).toMatchObject({
    ok: false,
    error: { code: 'question.unknown' },
  });
  expect(world.pressed).toEqual([]);
});

test('what was answered is remembered for the task: the same words are not asked about again', async () => {
  const asked: QuestionView[] = [];
  const { result } = await world.run('press Edit; type Monday into the Departure day field; press Edit', {
    onQuestion: choosing(asked, near('Bob Stone')),
  });
  expect(asked).toHaveLength(1);
  await expect.poll(() => world.pressed, { timeout: 30_000 }).toEqual(['Bob Stone', 'Bob Stone']);
  // The second press changes nothing that can be seen.
  expect(result.status).toBe('UNCONFIRMED');
});

test('a value that is missing is asked for and typed; what was typed stands in no log', async () => {
  const asked: QuestionView[] = [];
  const { result, task } = await world.run('fill in the departure day', {
    onQuestion: choosing(asked, () => ({ text: 'Tuesday the 3rd' })),
  });
  expect(asked[0]).toMatchObject({ wants: 'VALUE', choices: [{ role: 'textbox', name: 'Departure day' }] });
  expect(result.status).toBe('DONE');
  await expect.poll(() => world.told('/day?'), { timeout: 30_000 }).toEqual(['Tuesday the 3rd']);
  expect(task.questions[0]?.answer).toEqual({ text: '•••(15)' });
});

test('a password is never asked for', async () => {
  const asked: QuestionView[] = [];
  const { result } = await world.run('fill in the pass word', {
    onQuestion: choosing(asked, () => ({ text: 'hunter2' })),
  });
  expect(asked).toEqual([]);
  expect(result.status).toBe('FAILED');
});
