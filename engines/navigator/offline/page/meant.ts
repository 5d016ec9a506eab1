// What was looked for on a page by which words, among what; and what the person said that such words mean.
// INVARIANT: an answer chooses among what can be acted on; what the person said is not meant is never found by those words again.
import type { ObservedNode } from '#engines/navigator/contract.ts';
import { meantOn, sameWords, type Answered } from '#engines/navigator/question.ts';

type Thing = { readonly node: ObservedNode };
type Scored<T> = { readonly item: T; readonly score: number };

/** A look for something: the words, and what came of it, best first. */
export type Lookup<T> = { readonly words: string; readonly found: readonly Scored<T>[] };

/** As sure as a person who points at it. */
const SAID = 0.97;

export class Meant<T extends Thing> {
  readonly lookups: Lookup<T>[] = [];
  readonly #nodes: readonly ObservedNode[];
  readonly #answered: readonly Answered[];

  constructor(nodes: readonly ObservedNode[], answered: readonly Answered[]) {
    this.#nodes = nodes;
    this.#answered = answered;
  }

  /** `found` in the light of what was answered: the one that was chosen, else without those that were turned down. */
  among(words: string, found: readonly Scored<T>[], pool: readonly T[]): readonly Scored<T>[] {
    const own = this.#of(words);
    if (own.length === 0) {
      if (words !== '') this.lookups.push({ words, found });
      return found;
    }
    for (const { answer } of own.toReversed()) {
      if (answer.kind !== 'ELEMENT') continue;
      const node = meantOn(this.#nodes, answer.choice);
      const item = pool.find((one) => one.node === node);
      if (item !== undefined) return [{ item, score: SAID }];
    }
    const turnedDown = own.flatMap(({ answer, asked }) => (answer.kind === 'NONE' ? asked : []));
    const gone = turnedDown.flatMap((choice) => meantOn(this.#nodes, choice) ?? []);
    const left = found.filter(({ item }) => !gone.includes(item.node));
    this.lookups.push({ words, found: left });
    return left;
  }

  /** By its place or its size: the person said which, and no answer is looked for. */
  told(words: string, found: readonly Scored<T>[]): readonly Scored<T>[] {
    this.lookups.push({ words, found });
    return found;
  }

  /** What was typed in answer to a question about these words. */
  textFor(words: string): string | null {
    const said = this.#of(words).findLast(({ answer }) => answer.kind === 'TEXT')?.answer;
    return said?.kind === 'TEXT' ? said.text : null;
  }

  /** The person pointed at what these words mean. */
  isSaid(words: string): boolean {
    return this.#of(words).some(({ answer }) => answer.kind === 'ELEMENT');
  }

  #of(words: string): readonly Answered[] {
    return words === '' ? [] : this.#answered.filter((one) => sameWords(one.words, words));
  }
}
