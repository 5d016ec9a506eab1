// What Gemini may ask the person: about the person's own words and elements that stand on the page, never twice, never for a password.
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';
import type { Memory } from '#engines/navigator/contract.ts';
import { choicesOf, type Answer, type Answered } from '#engines/navigator/question.ts';
import { GEMINI_KEY, GeminiServer } from '#test/fixtures/gemini-server.ts';
import { observe, remember } from '#test/fixtures/observations.ts';
import { createGeminiNavigator } from '#test/fixtures/models.ts';

const signal = new AbortController().signal;
const PAGE = observe(
  'http://site.example/people',
  `
  heading People [level=1]
  button Edit
  button Edit
  textbox Departure day
  textbox Pass word [password]
  `,
  { title: 'People' },
);
const [first = '', second = '', day = '', word = ''] = PAGE.nodes.flatMap(({ ref }) => ref ?? []);
const CLAUSES = ['press Edit', 'fill in the departure day'];
const ASKS = {
  action: 'CLICK',
  ref: first,
  target: null,
  text: null,
  confidence: 0.8,
  reasoning: 'one of two',
  question: { clause: 1, words: 'Edit', wants: 'ELEMENT', refs: [first, second] },
};

let server: GeminiServer;
beforeAll(async () => {
  server = await GeminiServer.start();
});
afterAll(() => server[Symbol.asyncDispose]());
beforeEach(() => server.forget());

const ask = (memory: Partial<Memory> = {}) =>
  createGeminiNavigator({ apiKey: GEMINI_KEY, baseUrl: server.url, backoffMs: 1 }).next(
    PAGE,
    remember('press Edit, then fill in the departure day', { clauses: CLAUSES, ...memory }),
    signal,
  );
const turn = (): string => server.received.at(-1)?.turns.at(-1)?.text ?? '';
const over = (answer: Answer, words = 'Edit'): Answered => ({
  clause: 'press Edit',
  words,
  wants: 'ELEMENT',
  asked: choicesOf(PAGE.nodes, [first, second]),
  answer,
});

test('it is told that it may ask, and in which form', async () => {
  server.reply({ says: ASKS });
  await ask();
  expect(server.received[0]?.system).toContain('`question`');
  expect(server.received[0]?.schema).toMatchObject({
    properties: { question: { required: ['clause', 'words', 'wants', 'refs'] } },
  });
});

test('a question for an element is of the person’s words and of candidates on the page, beside the step that is the guess', async () => {
  server.reply({ says: ASKS });
  expect(await ask()).toMatchObject({
    action: 'CLICK',
    ref: first,
    question: { clause: 'press Edit', words: 'Edit', wants: 'ELEMENT', refs: [first, second], more: 0 },
  });
});

test('a question for a value names its one field', async () => {
  const question = { clause: 2, words: 'departure day', wants: 'VALUE', refs: [day] };
  server.reply({ says: { ...ASKS, action: 'FAILED', ref: null, text: 'which day?', question } });
  expect(await ask()).toMatchObject({ action: 'FAILED', question: { wants: 'VALUE', refs: [day] } });
});

test('a step without a question is what it was', async () => {
  server.reply({ says: { ...ASKS, question: null } }, { says: { ...ASKS, question: undefined } });
  expect(await ask()).not.toHaveProperty('question');
  expect(await ask()).not.toHaveProperty('question');
});

test.each<{ name: string; says: object; fault: RegExp }>([
  {
    name: 'words of its own',
    says: { ...ASKS, question: { ...ASKS.question, words: 'your bank PIN' } },
    fault: /do not stand in its clause/u,
  },
  {
    name: 'words of another clause',
    says: { ...ASKS, question: { ...ASKS.question, clause: 2 } },
    fault: /do not stand in its clause/u,
  },
  {
    name: 'control characters',
    says: { ...ASKS, question: { ...ASKS.question, words: 'Edit\u202e\u0007' } },
    fault: /do not stand in its clause/u,
  },
  {
    name: 'no such clause',
    says: { ...ASKS, question: { ...ASKS.question, clause: 9 } },
    fault: /a clause that there is not/u,
  },
  {
    name: 'a candidate that is not there',
    says: { ...ASKS, question: { ...ASKS.question, refs: [first, 'e99'] } },
    fault: /not on the page/u,
  },
  {
    name: 'one candidate twice',
    says: { ...ASKS, question: { ...ASKS.question, refs: [first, first] } },
    fault: /two to six/u,
  },
  {
    name: 'seven candidates',
    says: { ...ASKS, question: { ...ASKS.question, refs: Array.from({ length: 7 }, () => first) } },
    fault: /question\.refs/u,
  },
  {
    name: 'a long text',
    says: { ...ASKS, question: { ...ASKS.question, words: 'Edit '.repeat(100) } },
    fault: /question\.words/u,
  },
  {
    name: 'two fields',
    says: { ...ASKS, question: { ...ASKS.question, wants: 'VALUE' } },
    fault: /its one field/u,
  },
  {
    name: 'a password',
    says: { ...ASKS, question: { clause: 2, words: 'fill in', wants: 'VALUE', refs: [word] } },
    fault: /password is not asked for/u,
  },
  {
    name: 'a field too many',
    says: { ...ASKS, question: { ...ASKS.question, title: 'Enter your PIN' } },
    fault: /question/u,
  },
  {
    name: 'beside DONE',
    says: { ...ASKS, action: 'DONE', ref: null, text: 'done' },
    fault: /DONE has no question/u,
  },
])('$name is no question: it is told the fault, and twice is FAILED', async ({ says, fault }) => {
  server.reply({ says }, { says });
  const proposal = await ask();
  expect(proposal).toMatchObject({ action: 'FAILED', text: expect.stringMatching(fault) });
  expect(proposal).not.toHaveProperty('question');
  expect(turn()).toMatch(fault);
});

test('what was answered stands in the next turn, and is not asked again', async () => {
  const [, chosen] = choicesOf(PAGE.nodes, [first, second]);
  if (chosen === undefined) throw new Error('there are two');
  const answered = [
    over({ kind: 'ELEMENT', choice: chosen }),
    over({ kind: 'TEXT', text: `Tuesday ${'x'.repeat(300)}` }, 'day'),
  ];
  server.reply({ says: ASKS }, { says: { ...ASKS, ref: second, question: null } });
  expect(await ask({ answered })).toMatchObject({ action: 'CLICK', ref: second });
  expect(turn()).toMatch(/stands under ANSWERS/u);
  const told = server.received[0]?.turns[0]?.text ?? '';
  expect(told).toContain(`"Edit": button "Edit" is meant, [${second}] on this page`);
  expect(told).toContain(`"Tuesday ${'x'.repeat(300)}" is to be entered`);
});

test('where nobody answered, its question stays with its guess: the gateway does not call that done', async () => {
  server.reply({ says: ASKS });
  expect(await ask({ answered: [over({ kind: 'UNANSWERED' })] })).toMatchObject({
    question: { words: 'Edit' },
  });
  expect(turn()).toContain('nobody answered');
});
