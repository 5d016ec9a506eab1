// The paraphrases fit the tasks that they paraphrase. What the navigator makes of them is counted by `npm run tasks`.
import { describe, expect, test } from 'vitest';
import { DEMO_TASKS } from '#test/fixtures/demo-tasks.ts';
import { developmentSeeds, KINDS } from '../kinds.ts';
import { LANGUAGES, PARAPHRASED_DEMO, paraphrased, paraphrasesIn } from './set.ts';

/** The set was committed before the rules; kinds that came later stand behind those, and have none. */
const KINDS_THEN = 117;
const ALL = LANGUAGES.flatMap(paraphrasesIn);

describe('the paraphrases', () => {
  test('there are two hundred, and every kind that there was when they were written has one', () => {
    expect(ALL.length + PARAPHRASED_DEMO.length).toBe(200);
    expect(new Set(ALL.map(({ kind }) => kind))).toEqual(
      new Set(KINDS.slice(0, KINDS_THEN).map(({ name }) => name)),
    );
  });

  test('each is for a task that the generator still makes, in words of its own', () => {
    for (const paraphrase of ALL) {
      const task = paraphrased(paraphrase).make;
      expect(task).toBeTypeOf('function');
      expect(paraphrase.said).not.toBe(paraphrase.asked);
    }
    const asked = new Set(DEMO_TASKS.map(({ intent }) => intent));
    expect(PARAPHRASED_DEMO.filter(({ intent }) => asked.has(intent))).toEqual([]);
  });

  test('none is on a seed of development, and no two say the same', () => {
    const development = new Set(developmentSeeds(1_000));
    expect(ALL.filter(({ seed }) => development.has(seed))).toEqual([]);
    const said = [...ALL.map(({ said: words }) => words), ...PARAPHRASED_DEMO.map(({ intent }) => intent)];
    expect(new Set(said).size).toBe(said.length);
  });
});
