// Classes of facts that are many named things at once: parameters of a query, groups of a person. Names that somebody may take for one have
// one state together, others do not look at each other. INVARIANT: exact. Every canonical text is in one class, every class has a text, and
// class 0 is that of none.
import type { KeyedSet } from '#policy/engine/documents/condition.ts';
import { keyed, keyedStyle } from '#policy/requests/keyed.ts';
import type { KeyedFact } from '#policy/requests/keyed.ts';
import { ABSENT, groupsOf, stateIn } from './keyed-groups.ts';
import type { Group } from './keyed-groups.ts';
import { columnInWords, nameInWords } from './keyed-words.ts';
import type { OpenClasses } from './open-classes.ts';

export class KeyedClasses implements OpenClasses {
  readonly count: number;
  readonly #groups: readonly Group[];
  readonly #fact: KeyedFact;

  /** `number`: that of the fact, for the error. Throws `BudgetExceeded`. */
  constructor(fact: KeyedFact, sets: readonly KeyedSet[], number: number) {
    this.#fact = fact;
    this.#groups = groupsOf(fact, sets, number);
    this.count = this.#groups.reduce((count, { states }) => count * states, 1);
  }

  classOf(text: string): number {
    return this.#groups.reduce((sum, group) => sum + group.factor * stateIn(this.#fact, text, group), 0);
  }

  witness(index: number): string {
    return keyed(this.#fact).textOf(
      this.#groups.flatMap(({ pairs, factor, states }) => pairs[Math.floor(index / factor) % states] ?? []),
    );
  }

  /**
   * Of each group the states that the function tells apart, and the combinations of them where it becomes another one. States
   * are told apart by what they are of the function, so this does not depend on which names and values others name.
   */
  reduce(value: (index: number) => number): [string, number][] {
    const all = Array.from({ length: this.count }, (_, index) => value(index));
    const kept = this.#groups.flatMap((group) => this.#told(group, all));
    const out: [string, number][] = [];
    const walk = (at: number, index: number, words: readonly string[], around: number): void => {
      const one = kept[at];
      if (one === undefined) return;
      for (const { state, label } of one.columns) {
        const base = state === ABSENT;
        const own = index + one.factor * state;
        const said = base ? words : [...words, label];
        const here = all[own] ?? 0;
        if (!base && here !== around) out.push([said.join(' & '), here]);
        walk(at + 1, own, said, here);
      }
    };
    walk(0, 0, [], all[0] ?? 0);
    return [['', all[0] ?? 0], ...out.sort((a, b) => (a[0] < b[0] ? -1 : 1))];
  }

  /** A group that the function looks at: of each kind of state the first, and what the kind is called. */
  #told(group: Group, all: readonly number[]): readonly Told[] {
    const columns = columnsOf(group, all);
    const firsts = [...new Set(columns)];
    if (firsts.length < 2) return [];
    // Nobody reads a name alone in two ways: it is there, or not.
    const label = (state: number): string =>
      keyedStyle(this.#fact) === 'names' ? nameInWords(group.folded) : columnInWords(group, columns, state);
    return [{ factor: group.factor, columns: firsts.map((state) => ({ state, label: label(state) })) }];
  }
}

type Told = {
  readonly factor: number;
  readonly columns: readonly { readonly state: number; readonly label: string }[];
};

/** Of each state the first one that is like it, whatever the other groups are. */
function columnsOf({ states, factor }: Group, all: readonly number[]): readonly number[] {
  const rest = Array.from(all.keys()).filter((index) => Math.floor(index / factor) % states === 0);
  const known = new Map<string, number>();
  return Array.from({ length: states }, (_, state) => {
    const column = rest.map((index) => all[index + state * factor]).join();
    const first = known.get(column) ?? state;
    known.set(column, first);
    return first;
  });
}
