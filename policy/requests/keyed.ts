// Facts that are many named things at once, and what their canonical text says of one name: parameters of a query, groups of a person.
import type { FactOfKind } from '#policy/language/fact-table.ts';
import { canonicalSet, setOf } from './names.ts';
import { canonicalQuery, parameterState, queryWith } from './url-parts/query.ts';
import type { ParameterState } from './url-parts/query.ts';

export type KeyedFact = FactOfKind<'keyed'>;

type Keyed = {
  readonly canonicalOf: (text: string) => string | null;
  readonly stateOf: (text: string, name: string) => ParameterState;
  /** A text of these and nothing else; of a name with two values nobody can say which it has. */
  readonly textOf: (pairs: readonly (readonly [name: string, value: string])[]) => string;
};

export const KEYED: Readonly<Record<KeyedFact, Keyed>> = {
  query: { canonicalOf: canonicalQuery, stateOf: parameterState, textOf: queryWith },
  groups: {
    canonicalOf: canonicalSet,
    stateOf: (text, name) => (text.split(',').includes(name) ? { is: 'ONE', value: '' } : { is: 'ABSENT' }),
    textOf: (pairs) => setOf(pairs.map(([name]) => name)),
  },
};
