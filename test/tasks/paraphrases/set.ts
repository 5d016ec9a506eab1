// The same tasks asked in other words: two hundred paraphrases, written by someone who had not read the navigator's rules.
// INVARIANT: a yardstick, not a list of examples: no rule is written for one of these wordings, and the report prints none. They were seen
// on 2026-11-27, when their failures were put in classes by cause: what nobody has looked at since is the held-out half of `strangers/`.
import { readFileSync } from 'node:fs';
import { DEMO_TASKS, type DemoTask } from '#test/fixtures/demo-tasks.ts';
import { Random, type Kind } from '../contract.ts';
import { KINDS } from '../kinds.ts';

export const LANGUAGES = ['english', 'german', 'spanish'] as const;
export type Language = (typeof LANGUAGES)[number];

/** `asked`: the generated intent whose page and check are used; it holds what was written against what is generated. */
export type Paraphrase = {
  readonly kind: string;
  readonly seed: number;
  readonly asked: string;
  readonly said: string;
};

/** Lines of three parts: where it stands, what is generated, what was said. */
export const rowsOf = (file: URL): readonly (readonly [string, string, string])[] =>
  readFileSync(file, 'utf8')
    .trim()
    .split('\n')
    .map((line) => {
      const [place = '', asked = '', said = '', ...more] = line.split(' | ');
      if (said === '' || more.length > 0)
        throw new Error(`${file.pathname}: three parts are wanted: ${line}`);
      return [place, asked, said] as const;
    });

const rows = (name: string): ReturnType<typeof rowsOf> => rowsOf(new URL(`${name}.txt`, import.meta.url));

export const paraphrasesIn = (language: Language): readonly Paraphrase[] =>
  rows(language).map(([place, asked, said]) => {
    const [kind = '', seed = ''] = place.split(' ');
    return { kind, seed: Number(seed), asked, said };
  });

/** The task of a paraphrase: page, secrets and check are the kind's own. */
export function paraphrased({ kind, seed, asked, said }: Paraphrase): Kind {
  const found = KINDS.find(({ name }) => name === kind);
  if (found === undefined) throw new Error(`no kind is called ${kind}`);
  const task = found.make(new Random(seed, kind));
  if (task.intent !== asked)
    throw new Error(`${kind} ${seed} asks “${task.intent}” now: write its paraphrase again`);
  return { name: kind, make: () => ({ ...task, intent: said }) };
}

/** Tasks of the demo world in other words, for the whole gateway. */
export const PARAPHRASED_DEMO: readonly DemoTask[] = rows('demo').map(([, asked, said]) => {
  const task = DEMO_TASKS.find(({ intent }) => intent === asked);
  if (task === undefined) throw new Error(`no demo task is “${asked}”`);
  return { ...task, intent: said };
});
