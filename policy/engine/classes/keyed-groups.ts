// Named things that entries ask for, in groups that somebody may take for one: the states of a group, and a text of each.
// INVARIANT: exact. Whatever else a text holds, a group is in one state; and each state has a text that holds nothing else.
import { BudgetExceeded } from '#policy/collections/budget.ts';
import type { KeyedSet } from '#policy/engine/documents/condition.ts';
import { keyed, keyedStyle } from '#policy/requests/keyed.ts';
import type { KeyedFact } from '#policy/requests/keyed.ts';

/** More combinations of states are not laid out. */
const MAX_COMBINATIONS = 4096;

/** No server finds any name of the group. */
export const ABSENT = 0;
/** Servers differ on all its names; there is none where nobody reads in two ways. */
export const OPEN = 1;

/** One name. Where every server finds it, servers differ on the other names of its group. */
export type Key = {
  readonly name: string;
  /** The state of every value that no entry speaks of. */
  readonly other: number;
  /** Folded values that restrictions name, and the states of what is alike and not in `exact`. */
  readonly alike: ReadonlyMap<string, number>;
  /** Values that grants name. `around`: the state that each would be in if none did. */
  readonly exact: ReadonlyMap<string, { readonly state: number; readonly around: number }>;
};

type Pairs = readonly (readonly [name: string, value: string])[];

export type Group = {
  readonly folded: string;
  readonly keys: readonly Key[];
  readonly states: number;
  /** How many combinations of the groups before it there are. */
  readonly factor: number;
  /** Of each state what a text of it holds. */
  readonly pairs: readonly Pairs[];
};

type Named = { readonly name: string; readonly exact: Set<string>; readonly alike: Set<string> };

/** `number`: that of the fact, for the error. Throws `BudgetExceeded`. */
export function groupsOf(fact: KeyedFact, sets: readonly KeyedSet[], number: number): readonly Group[] {
  const named = new Map<string, Named>();
  for (const { keys, values, certain } of sets)
    for (const name of keys) {
      const own = named.get(name) ?? { name, exact: new Set(), alike: new Set() };
      named.set(name, own);
      for (const value of values ?? []) own[certain === true ? 'exact' : 'alike'].add(value);
    }
  const sorted = [...named.values()].sort((a, b) => (a.name < b.name ? -1 : 1));
  const byFolded = [...Map.groupBy(sorted, ({ name }) => keyed(fact).nameFolded(name))];
  let count = 1;
  return byFolded
    .sort(([a], [b]) => (a < b ? -1 : 1))
    .map(([folded, names]) => {
      const group = groupOf(fact, folded, names, count);
      count *= group.states;
      if (count > MAX_COMBINATIONS) throw new BudgetExceeded(number);
      return group;
    });
}

function groupOf(fact: KeyedFact, folded: string, names: readonly Named[], factor: number): Group {
  const { valueFolded } = keyed(fact);
  const pairs: Pairs[] = [[]];
  const [first] = names;
  // Of a name with two values nobody can say which it has.
  if (keyedStyle(fact) === 'parameters' && first !== undefined)
    pairs.push([
      [first.name, '1'],
      [first.name, '2'],
    ]);
  const keys = names.map(({ name, exact, alike }): Key => {
    const state = (value: string): number => pairs.push([[name, value]]) - 1;
    const spokenOf = new Set([...exact, ...alike].map(valueFolded));
    let fresh = spokenOf.size === 0 ? '1' : 'other';
    while (spokenOf.has(fresh)) fresh += 'r';
    const other = state(fresh);
    const likenesses = new Map<string, number>();
    for (const value of [...alike].sort()) {
      if (likenesses.has(valueFolded(value))) continue;
      let text = value;
      while (exact.has(text)) text += ' ';
      likenesses.set(valueFolded(value), state(text));
    }
    const values = [...exact]
      .sort()
      .map(
        (value) =>
          [value, { state: state(value), around: likenesses.get(valueFolded(value)) ?? other }] as const,
      );
    return { name, other, alike: likenesses, exact: new Map(values) };
  });
  return { folded, keys, states: pairs.length, factor, pairs };
}

/** The state of a group in a text. */
export function stateIn(fact: KeyedFact, text: string, group: Group): number {
  const { stateOf, valueFolded } = keyed(fact);
  for (const { name, other, exact, alike } of group.keys) {
    const found = stateOf(text, name);
    if (found.is !== 'ONE') {
      if (found.is === 'ABSENT') return ABSENT;
      continue;
    }
    const own = exact.get(found.value)?.state;
    return own ?? (alike.size === 0 ? other : (alike.get(valueFolded(found.value)) ?? other));
  }
  return OPEN;
}
