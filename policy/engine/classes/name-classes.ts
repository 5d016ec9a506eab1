// Classes of accessible names: the literals of a policy, and for all other names which word lists they hit. A name that
// contains several entries hits what each hits, so the feasible combinations are the unions of what single entries hit.
import { BudgetExceeded } from '#policy/collections/budget.ts';
import { hasPhrase, wordsOf } from '#policy/requests/names.ts';
import type { OpenClasses } from './open-classes.ts';

/** More combinations of lists than this are not laid out. */
const MAX_COMBINATIONS = 4096;
const MAX_LISTS = 30;

/** One entry of a list: what a name hits that contains it, and what it hits by the shorter entries inside it alone. */
type Entry = { readonly phrase: string; readonly hits: number; readonly inside: number };

export class NameClasses implements OpenClasses {
  readonly #literals = new Map<string, number>();
  readonly #lists: readonly (readonly string[])[];
  readonly #entries: readonly Entry[];
  /** Combination of lists, as bits → class. */
  readonly #combinations = new Map<number, number>();
  readonly #witness: string[] = [];

  /** `fact`: the number of the fact, for the error. Throws `BudgetExceeded`. */
  constructor(literals: Iterable<string>, lists: readonly (readonly string[])[], fact: number) {
    this.#lists = [...new Map(lists.map((list) => [[...list].sort().join('\n'), list])).values()];
    if (this.#lists.length > MAX_LISTS) throw new BudgetExceeded(fact);
    const phrases = [...new Set(this.#lists.flat())].sort(byLength);
    this.#entries = phrases.map((phrase) => ({
      phrase,
      hits: this.#hits(phrase),
      inside: phrase.includes(' ') ? this.#within(phrase, phrases) : 0,
    }));
    const exact = [...new Set(literals)].sort();
    const taken = new Set([...phrases, ...exact].flatMap(wordsOf));
    let fresh = 'w';
    while (taken.has(fresh)) fresh += 'w';
    const parts = new Map<number, readonly string[]>([[0, []]]);
    for (const [combination, said] of parts) {
      const joined = said.join(` ${fresh} `);
      const name = exact.includes(joined) ? `${joined} ${fresh}` : joined;
      this.#combinations.set(combination, this.#witness.push(name) - 1);
      if (parts.size > MAX_COMBINATIONS) throw new BudgetExceeded(fact);
      for (const { phrase, hits } of this.#entries)
        if (!parts.has(combination | hits)) parts.set(combination | hits, [...said, phrase]);
    }
    for (const literal of exact) this.#literals.set(literal, this.#witness.push(literal) - 1);
  }

  get count(): number {
    return this.#witness.length;
  }

  classOf(name: string): number {
    return this.#literals.get(name) ?? this.#combinations.get(this.#hits(name)) ?? 0;
  }

  witness(index: number): string {
    return this.#witness[index] ?? '';
  }

  /**
   * The combinations that the function tells apart, whatever is added to them, as states; the entries that move between
   * them; and the literals that differ from what their words say. This is the syntactic monoid of the function, so it does
   * not depend on how the lists were cut.
   */
  reduce(value: (index: number) => number): [string, number][] {
    const at = (combination: number): number => value(this.#combinations.get(combination) ?? 0);
    const state = this.#states(at);
    const stateOf = (combination: number): number => state.get(combination) ?? 0;
    const steps = this.#entries.filter(({ hits, inside }) => stateOf(hits) !== stateOf(inside));
    const names = new Map<number, string>([[stateOf(0), '']]);
    const reached: number[] = [0];
    const moves: string[] = [];
    for (const combination of reached) {
      const name = names.get(stateOf(combination)) ?? '';
      for (const { phrase, hits } of steps) {
        const next = combination | hits;
        const known = names.get(stateOf(next));
        const own = known ?? (name === '' ? phrase : `${name} + ${phrase}`);
        if (known === undefined) {
          names.set(stateOf(next), own);
          reached.push(next);
        }
        if (own !== name) moves.push(`${name} + ${phrase} = ${own}`);
      }
    }
    const states = reached.map((combination): [string, number] => [
      names.get(stateOf(combination)) ?? '',
      at(combination),
    ]);
    const [first, ...rest] = states;
    const exact = [...this.#literals]
      .filter(([name, index]) => value(index) !== at(this.#hits(name)))
      .map(([name, index]): [string, number] => [JSON.stringify(name), value(index)]);
    const told = moves.length === 0 ? [] : [[`(${moves.join('; ')})`, first?.[1] ?? 0] as [string, number]];
    return [first ?? ['', at(0)], ...rest, ...told, ...exact];
  }

  /** Combinations that stay alike whatever is added, by number. */
  #states(at: (combination: number) => number): ReadonlyMap<number, number> {
    const steps = [...new Set(this.#entries.map(({ hits }) => hits))];
    let state = new Map([...this.#combinations.keys()].map((one) => [one, at(one)]));
    let count = new Set(state.values()).size;
    for (;;) {
      const numbers = new Map<string, number>();
      const finer = new Map<number, number>();
      for (const [one, own] of state) {
        const key = [own, ...steps.map((step) => state.get(one | step) ?? 0)].join();
        const number = numbers.get(key) ?? numbers.size;
        numbers.set(key, number);
        finer.set(one, number);
      }
      state = finer;
      if (numbers.size === count) return state;
      count = numbers.size;
    }
  }

  /** The lists that a name hits, and those that have the phrase for an entry. */
  #hits(name: string): number {
    return this.#bits((list) => hasPhrase(list, name));
  }

  /** What the shorter entries inside a phrase hit. */
  #within(phrase: string, phrases: readonly string[]): number {
    const shorter = phrases.filter((other) => other !== phrase && hasPhrase([other], phrase));
    return shorter.reduce((sum, other) => sum | this.#own(other), 0);
  }

  #own(phrase: string): number {
    return this.#bits((list) => list.includes(phrase));
  }

  #bits(holds: (list: readonly string[]) => boolean): number {
    return this.#lists.reduce((sum, list, index) => (holds(list) ? sum | (1 << index) : sum), 0);
  }
}

/** Few words first. */
function byLength(a: string, b: string): number {
  return a.split(' ').length - b.split(' ').length || (a < b ? -1 : 1);
}
