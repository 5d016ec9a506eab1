// Classes of facts that are many named things at once: parameters of a query, groups of a person. Names do not look at each other, so a
// class is a state of each name. INVARIANT: exact. Every canonical text is in one class, every class has a text, and class 0 is that of none.
import { BudgetExceeded } from '#policy/collections/budget.ts';
import type { KeyedSet } from '#policy/engine/documents/condition.ts';
import { KEYED } from '#policy/requests/keyed.ts';
import type { KeyedFact } from '#policy/requests/keyed.ts';
import type { OpenClasses } from './open-classes.ts';

/** More combinations of states are not laid out. */
const MAX_COMBINATIONS = 4096;

/** Beside the values that entries name. */
const ABSENT = 0;
const OTHER = 1;
const OPEN = 2;
const FIRST_VALUE = 3;

type Key = {
  readonly name: string;
  readonly values: readonly string[];
  readonly states: number;
  /** How many combinations of the keys before it there are. */
  readonly factor: number;
};

export class KeyedClasses implements OpenClasses {
  readonly count: number;
  readonly #keys: readonly Key[];
  readonly #fact: KeyedFact;

  /** `number`: that of the fact, for the error. Throws `BudgetExceeded`. */
  constructor(fact: KeyedFact, sets: readonly KeyedSet[], number: number) {
    this.#fact = fact;
    const values = new Map<string, Set<string>>();
    for (const set of sets)
      for (const key of set.keys) {
        const own = values.get(key) ?? new Set<string>();
        values.set(key, own);
        for (const value of set.values ?? []) own.add(value);
      }
    let count = 1;
    this.#keys = [...values]
      .sort(([a], [b]) => (a < b ? -1 : 1))
      .map(([name, own]) => {
        const states = fact === 'groups' ? OPEN : FIRST_VALUE + own.size;
        const key = { name, values: [...own].sort(), states, factor: count };
        count *= states;
        if (count > MAX_COMBINATIONS) throw new BudgetExceeded(number);
        return key;
      });
    this.count = count;
  }

  classOf(text: string): number {
    return this.#keys.reduce((sum, key) => sum + key.factor * stateIn(this.#fact, text, key), 0);
  }

  witness(index: number): string {
    return KEYED[this.#fact].textOf(this.#keys.flatMap((key) => pairsOf(key, stateAt(index, key))));
  }

  /** The names that entries ask for. */
  get names(): readonly string[] {
    return this.#keys.map(({ name }) => name);
  }

  /**
   * Of each name the states that the function tells apart, and the combinations of them where it becomes another one. States
   * are told apart by what they are of the function, so this does not depend on which values others name.
   */
  reduce(value: (index: number) => number): [string, number][] {
    const all = Array.from({ length: this.count }, (_, index) => value(index));
    const kept = this.#keys.flatMap((key): Kept[] => {
      const groups = groupsOf(key, all);
      return groups.length < 2
        ? []
        : [{ key, groups, words: groups.map((group) => inWords(key, group, groups[0] ?? [])) }];
    });
    const out: [string, number][] = [];
    const walk = (at: number, index: number, words: readonly string[], around: number): void => {
      const one = kept[at];
      if (one === undefined) return;
      for (const [place, group] of one.groups.entries()) {
        const base = place === 0;
        const own = index + one.key.factor * (group[0] ?? 0);
        const said = base ? words : [...words, one.words[place] ?? ''];
        const here = all[own] ?? 0;
        if (!base && here !== around) out.push([said.join(' & '), here]);
        walk(at + 1, own, said, here);
      }
    };
    walk(0, 0, [], all[0] ?? 0);
    return [['', all[0] ?? 0], ...out.sort((a, b) => (a[0] < b[0] ? -1 : 1))];
  }
}

type Kept = {
  readonly key: Key;
  readonly groups: readonly (readonly number[])[];
  readonly words: readonly string[];
};

const stateAt = (index: number, key: Key): number => Math.floor(index / key.factor) % key.states;

function stateIn(fact: KeyedFact, text: string, key: Key): number {
  const state = KEYED[fact].stateOf(text, key.name);
  if (state.is !== 'ONE') return state.is === 'ABSENT' ? ABSENT : OPEN;
  const at = key.values.indexOf(state.value);
  return at < 0 ? OTHER : FIRST_VALUE + at;
}

function pairsOf({ name, values }: Key, state: number): readonly (readonly [string, string])[] {
  if (state === ABSENT) return [];
  let fresh = values.length === 0 ? '1' : 'other';
  while (values.includes(fresh)) fresh += 'r';
  if (state === OTHER) return [[name, fresh]];
  if (state === OPEN)
    return [
      [name, fresh],
      [name, `${fresh}r`],
    ];
  return [[name, values[state - FIRST_VALUE] ?? '']];
}

/** States of a key that are alike whatever the others are, the one of ABSENT first. */
function groupsOf({ states, factor }: Key, all: readonly number[]): readonly (readonly number[])[] {
  const rest = Array.from(all.keys()).filter((index) => Math.floor(index / factor) % states === 0);
  const groups = new Map<string, number[]>();
  for (let state = 0; state < states; state++) {
    const column = rest.map((index) => all[index + state * factor]).join();
    const own = groups.get(column) ?? [];
    groups.set(column, own);
    own.push(state);
  }
  return [...groups.values()];
}

/** Values that are like OTHER are not named: nobody need have named them. `base`: the states that are like being absent. */
function inWords({ name, values, states }: Key, group: readonly number[], base: readonly number[]): string {
  const [other, open] = [group.includes(OTHER), group.includes(OPEN)];
  const named = (states: readonly number[]): readonly string[] =>
    states.flatMap((state) => (state < FIRST_VALUE ? [] : [JSON.stringify(values[state - FIRST_VALUE])]));
  const signs = [
    ...(other && open ? ['*'] : other ? ['?'] : open ? ['~'] : []),
    ...(other ? named(base).map((value) => `!${value}`) : named(group)),
  ];
  const key = /^[\w.-]+$/u.test(name) ? name : JSON.stringify(name);
  if (states === OPEN) return key;
  return signs.map((sign) => `${key}=${sign}`).join('|');
}
