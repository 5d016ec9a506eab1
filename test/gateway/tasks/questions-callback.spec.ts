// Who is to answer and fails to: the question is over, and the next one is asked.
import { expect, test } from 'vitest';
import type { Choice } from '#engines/navigator/question.ts';
import { Questions } from '#gateway/tasks/questions/questions.ts';
import type { QuestionCallback } from '#gateway/protocol/views/question.ts';
import { ok } from '#policy/language/failure.ts';

const CHOICES: readonly Choice[] = ['Ana', 'Bob'].map((near, at) => ({
  ref: `e${at}`,
  role: 'button',
  name: 'Edit',
  near,
  nth: at + 1,
  of: 2,
}));
const question = (words: string) => ({
  clause: words,
  words,
  wants: 'ELEMENT' as const,
  refs: ['e0', 'e1'],
  more: 0,
});
const questionsFor = (callback: QuestionCallback): Questions =>
  new Questions({
    taskId: 't-1',
    asking: { attended: false, callback },
    now: () => 0,
    note: async () => ok(null),
    emit: () => undefined,
    waiting: () => undefined,
    signal: new AbortController().signal,
  });

test.each<[string, QuestionCallback]>([
  [
    'throws at once',
    () => {
      throw new Error('no');
    },
  ],
  ['fails later', async () => Promise.reject(new Error('no'))],
])('a caller that %s has not answered, and is asked the next question', async (_, fails) => {
  let calls = 0;
  const questions = questionsFor((view, signal) => {
    calls += 1;
    return calls === 1 ? fails(view, signal) : Promise.resolve({ choice: 'c2' });
  });
  const { signal } = new AbortController();
  expect(await questions.ask(question('Edit'), CHOICES, 'http://shop.test/', signal)).toEqual({
    kind: 'UNANSWERED',
  });
  expect(questions.views()).toMatchObject([{ state: 'TIMED_OUT' }]);
  expect(await questions.ask(question('Open'), CHOICES, 'http://shop.test/', signal)).toMatchObject({
    kind: 'ELEMENT',
    choice: { near: 'Bob' },
  });
});
