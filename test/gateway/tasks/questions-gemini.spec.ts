// A model that does not know asks the person, on a real gateway and browser: the answer leads to the effect, and nothing else does.
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';
import type { QuestionView } from '#gateway/main.ts';
import { AskingGateway, peoplePage } from '#test/fixtures/asking-gateway.ts';
import { GEMINI_KEY, GeminiServer, type ReceivedPrompt, type Reply } from '#test/fixtures/gemini-server.ts';
import { createGeminiNavigator } from '#test/fixtures/models.ts';

let server: GeminiServer;
let world: AskingGateway;

beforeAll(async () => {
  server = await GeminiServer.start();
  const navigator = createGeminiNavigator({ apiKey: GEMINI_KEY, baseUrl: server.url, backoffMs: 1 });
  world = await AskingGateway.open('127.0.0.75', navigator);
});
afterAll(async () => {
  await world[Symbol.asyncDispose]();
  await server[Symbol.asyncDispose]();
});
beforeEach(() => {
  world.forget();
  server.forget();
  world.site.pages['/'] = peoplePage();
});

/** A model that is not sure: it asks until it is told, presses what was meant (else the first), and is done. `words`: what it asks about. */
const unsure =
  (verb: string, words = verb) =>
  ({ turns }: ReceivedPrompt): Reply => {
    const turn = turns[0]?.text ?? '';
    const refs = [...turn.matchAll(new RegExp(`\\b(e\\d+)\\b\\]? button "?${verb}`, 'gu'))].map(
      ([, ref]) => ref ?? '',
    );
    const meant = /is meant, \[(e\d+)\]/u.exec(turn)?.[1];
    const step = { target: null, confidence: 0.9, reasoning: 'as asked' };
    if (turn.includes('DONE SO FAR'))
      return {
        says: {
          ...step,
          action: 'DONE',
          ref: null,
          text: 'pressed',
          evidence: [{ clause: 1, effect: 'CHANGE', step: 1, ref: null, quote: `${verb} ` }],
        },
      };
    const question = meant === undefined ? { clause: 1, words, wants: 'ELEMENT', refs } : null;
    return { says: { ...step, action: 'CLICK', ref: meant ?? refs[0], text: null, question } };
  };

test('the person is asked about the model’s candidates, and what was chosen is pressed', async () => {
  server.replyBy(unsure('Edit'));
  const asked: QuestionView[] = [];
  const { result } = await world.run('press Edit', {
    onQuestion: async (question) => {
      asked.push(question);
      return { choice: question.choices.find(({ near }) => near === 'Bob Stone')?.id ?? 'none' };
    },
  });
  expect(asked).toMatchObject([{ title: 'Which of these is meant by “Edit”?', choices: [{}, {}, {}] }]);
  await expect.poll(() => world.pressed, { timeout: 30_000 }).toEqual(['Bob Stone']);
  expect(['DONE', 'UNCONFIRMED']).toContain(result.status);
});

test('where nobody answers what takes away is not pressed, and a guess is not called done', async () => {
  world.site.pages['/'] = peoplePage('Delete');
  server.replyBy(unsure('Delete'));
  const taken = await world.run('press Delete');
  expect(taken.result).toMatchObject({ status: 'FAILED', error: { code: 'task.not-done' } });
  expect(world.pressed).toEqual([]);
  world.site.pages['/'] = peoplePage();
  server.replyBy(unsure('Edit'));
  const guessed = await world.run('press Edit');
  expect(guessed.result.status).toBe('UNCONFIRMED');
});

test('a model that a page has talked into asking for something else asks nothing', async () => {
  server.replyBy(unsure('Edit', 'type your PIN below'));
  const asked: QuestionView[] = [];
  const { result } = await world.run('press Edit', {
    onQuestion: async (question) => {
      asked.push(question);
      return null;
    },
  });
  expect(asked).toEqual([]);
  expect(result.status).toBe('FAILED');
  expect(world.pressed).toEqual([]);
});

test('a model that asks and asks is answered three times at most', async () => {
  const words = ['press Edit', 'Edit', 'press', 'it', 'now'];
  let at = 0;
  server.replyBy((prompt) =>
    unsure(
      'Edit',
      words[Math.min(at++, words.length - 1)],
    )({
      ...prompt,
      turns: prompt.turns.map((one) => ({ ...one, text: one.text.replace(/is meant/gu, '') })),
    }),
  );
  let asked = 0;
  const { result } = await world.run('press Edit it now', {
    onQuestion: async () => {
      asked += 1;
      return { choice: 'none' };
    },
  });
  expect(asked).toBeLessThanOrEqual(3);
  expect(asked).toBeGreaterThan(0);
  expect(result.status).not.toBe('DONE');
});
