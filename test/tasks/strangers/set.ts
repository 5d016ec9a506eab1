// Generated tasks and the demo world's as many different people would ask for them: learnt from, and held out, by half.
// INVARIANT: a wording's own words say to which half it belongs; what fails of the held-out half is counted and never looked at.
import { DEMO_TASKS, type DemoTask } from '#test/fixtures/demo-tasks.ts';
import { Random } from '../contract.ts';
import { LANGUAGES, rowsOf, type Language, type Paraphrase } from '../paraphrases/set.ts';

export const HALVES = ['DEVELOPMENT', 'HELD_OUT'] as const;
export type Half = (typeof HALVES)[number];

const halfOf = (said: string): Half => (new Random(1, said).chance(0.5) ? 'DEVELOPMENT' : 'HELD_OUT');
const own = (name: string): ReturnType<typeof rowsOf> => rowsOf(new URL(`${name}.txt`, import.meta.url));

/** `paraphrased` makes its task: page and check are the kind's own. */
export const strangersIn = (language: Language, half: Half): readonly Paraphrase[] =>
  own(language)
    .filter(([, , said]) => halfOf(said) === half)
    .map(([place, asked, said]) => {
      const [kind = '', seed = ''] = place.split(' ');
      return { kind, seed: Number(seed), asked, said };
    });

/** Written beside the reading of an order's gist, each of them looked at: all of it is learnt from. */
export const registers: readonly Paraphrase[] = own('registers').map(([place, asked, said]) => {
  const [kind = '', seed = ''] = place.split(' ');
  return { kind, seed: Number(seed), asked, said };
});

export const strangersAsking = (half: Half): readonly DemoTask[] =>
  own('demo')
    .filter(([, , said]) => halfOf(said) === half)
    .map(([, asked, said]) => {
      const task = DEMO_TASKS.find(({ intent }) => intent === asked);
      if (task === undefined) throw new Error(`no demo task is “${asked}”`);
      return { ...task, intent: said };
    });

export { LANGUAGES };
