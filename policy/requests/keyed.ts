// Facts that are many named things at once, and what their canonical text says of one name: parameters of a query, groups of a person.
// INVARIANT: whatever the text, two names of one folded name are never both `ONE`, and names of two do not look at each other.
import { FACTS } from '#policy/language/fact-table.ts';
import type { FactOfKind, KeyedStyle } from '#policy/language/fact-table.ts';
import { canonicalPlain, canonicalSet, foldedValue, setOf } from './names.ts';
import { foldedName, isPlainName } from './url-parts/parameter-names.ts';
import { canonicalQuery, parameterState, queryWith } from './url-parts/query.ts';
import type { ParameterState } from './url-parts/query.ts';

export type KeyedFact = FactOfKind<'keyed'>;

type Keyed = {
  readonly canonicalOf: (text: string) => string | null;
  readonly stateOf: (text: string, name: string) => ParameterState;
  /** A text of these and nothing else; of a name with two values nobody can say which it has. */
  readonly textOf: (pairs: readonly (readonly [name: string, value: string])[]) => string;
  /** Names that somebody may take for one have one folded name. */
  readonly nameFolded: (name: string) => string;
  /** Values that somebody may take for one have one folded value. */
  readonly valueFolded: (value: string) => string;
  /** What a document may ask for: of anything else no text says for certain that it is there. */
  readonly isName: (name: string) => boolean;
};

const KEYED: Readonly<Record<KeyedStyle, Keyed>> = {
  parameters: {
    canonicalOf: canonicalQuery,
    stateOf: parameterState,
    textOf: queryWith,
    nameFolded: foldedName,
    valueFolded: foldedValue,
    isName: isPlainName,
  },
  names: {
    canonicalOf: canonicalSet,
    stateOf: (text, name) => (text.split(',').includes(name) ? { is: 'ONE', value: '' } : { is: 'ABSENT' }),
    textOf: (pairs) => setOf(pairs.map(([name]) => name)),
    nameFolded: (name) => name,
    valueFolded: (value) => value,
    isName: (name) => !name.includes(',') && canonicalPlain(name) === name,
  },
};

export const keyedStyle = (fact: KeyedFact): KeyedStyle => FACTS[fact].style;

/** How the texts of a fact are read. */
export const keyed = (fact: KeyedFact): Keyed => KEYED[FACTS[fact].style];
