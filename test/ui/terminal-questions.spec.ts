// Answers typed at a terminal go to the question that they were typed for, whatever is closed and asked meanwhile.
import { PassThrough } from 'node:stream';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import type { QuestionAnswer, QuestionState, QuestionView } from '#gateway/protocol/views/question.ts';
import { answersFrom } from '#ui/cli/console/questions.ts';

const STDIN = Object.getOwnPropertyDescriptor(process, 'stdin');
let input: PassThrough;
let told: string;
let sent: (readonly [string, QuestionAnswer])[];
beforeEach(() => {
  input = new PassThrough();
  told = '';
  sent = [];
  Object.defineProperty(process, 'stdin', { configurable: true, value: input });
  vi.spyOn(process.stderr, 'write').mockImplementation((text) => {
    told += String(text);
    return true;
  });
});
afterEach(() => {
  vi.restoreAllMocks();
  if (STDIN !== undefined) Object.defineProperty(process, 'stdin', STDIN);
});

const question = (id: string, more: Partial<QuestionView> = {}): QuestionView => ({
  id,
  taskId: 't1',
  title: `Which one is “${id}”?`,
  clause: `press ${id}`,
  words: id,
  wants: 'ELEMENT',
  choices: ['c1', 'c2'].map((choice) => ({ id: choice, role: 'button', name: choice, near: '', place: '' })),
  more: 0,
  url: 'http://shop.test/',
  state: 'OPEN',
  askedAt: '2026-11-23T08:00:00Z',
  expiresAt: '2026-11-23T08:01:00Z',
  answer: null,
  answeredBy: null,
  ...more,
});
const atTerminal = () => {
  const answering = answersFrom('TERMINAL', {
    answerQuestion: (_, id, answer) => {
      sent.push([id, answer]);
      return Promise.resolve({ ok: true, value: question(id) });
    },
  });
  return {
    asks: (one: QuestionView) => answering.heard({ type: 'task.asked', taskId: 't1', question: one }),
    closes: (id: string, state: QuestionState) =>
      answering.heard({ type: 'task.answered', taskId: 't1', question: question(id, { state }) }),
    [Symbol.dispose]: () => answering[Symbol.dispose](),
  };
};
const typed = async (text: string): Promise<void> => {
  input.write(text);
  await new Promise((resolve) => setImmediate(resolve));
};

test('an answer goes to the question that is open, and the next one to the next', async () => {
  using terminal = atTerminal();
  terminal.asks(question('a'));
  await typed('2\n');
  terminal.closes('a', 'ANSWERED');
  terminal.asks(question('b'));
  await typed('1\n');
  expect(sent).toEqual([
    ['a', { choice: 'c2' }],
    ['b', { choice: 'c1' }],
  ]);
});

test('an answer that is sent off as its question expires is none to the next one before it is said to be', async () => {
  using terminal = atTerminal();
  terminal.asks(question('a'));
  terminal.closes('a', 'TIMED_OUT');
  terminal.asks(question('b'));
  await typed('2\n');
  expect(sent).toEqual([]);
  expect(told).toContain('is “2” meant for this one?');
  await typed('1\n');
  expect(sent).toEqual([['b', { choice: 'c1' }]]);
});

test('it is one once that is confirmed with nothing, and a value is as well', async () => {
  using terminal = atTerminal();
  terminal.asks(question('a'));
  terminal.closes('a', 'TIMED_OUT');
  terminal.asks(question('b', { wants: 'VALUE', choices: question('b').choices.slice(0, 1) }));
  await typed('Lisbon\n');
  expect(sent).toEqual([]);
  await typed('\n');
  expect(sent).toEqual([['b', { text: 'Lisbon' }]]);
});

test('nothing is no answer either, as long as it may be meant for the question before', async () => {
  using terminal = atTerminal();
  terminal.asks(question('a'));
  terminal.closes('a', 'TIMED_OUT');
  terminal.asks(question('b'));
  await typed('\n');
  expect(sent).toEqual([]);
  await typed('\n');
  expect(sent).toEqual([['b', { choice: 'skip' }]]);
});

test('what was half typed for a question that is closed is no part of the next answer', async () => {
  using terminal = atTerminal();
  terminal.asks(question('a'));
  await typed('1');
  terminal.closes('a', 'TIMED_OUT');
  terminal.asks(question('b'));
  await typed('2\n');
  expect(told).toContain('is “2” meant for this one?');
  await typed('\n');
  expect(sent).toEqual([['b', { choice: 'c2' }]]);
});

test('lines without an open question answer nothing that is asked later', async () => {
  using terminal = atTerminal();
  await typed('1\n');
  terminal.asks(question('a'));
  await typed('2\n2\n');
  terminal.asks(question('b'));
  expect(sent).toEqual([['a', { choice: 'c2' }]]);
});
