// What an entry that names a path says of a path that servers read in different ways (`pathAmbiguous`), and of letters that only
// some of them take for one (`pathCase`): the one place that gives both a meaning. INVARIANT: where it is open whether a condition
// holds, a grant does not hold and a restriction does; an entry that names the fact beside the path is read as it stands.
import { keyedStyle } from '#policy/requests/keyed.ts';
import type { Condition, PathSet, ValueSet } from './condition.ts';

/** `CERTAIN`: holds however the path is read. `POSSIBLE`: may hold. */
type Reading = 'CERTAIN' | 'POSSIBLE';

/** The facts that may be read in different ways, and the fact that says so of each. */
const AMBIGUITY = { path: 'pathAmbiguous', fragment: 'fragmentAmbiguous' } as const;
type Ambiguous = keyof typeof AMBIGUITY;

const ambiguous = (fact: Ambiguous, value: boolean): Condition => ({
  op: 'in',
  set: { kind: 'members', fact: AMBIGUITY[fact], members: [value] },
});

/** Where a condition holds, however an ambiguous path is read: where a grant speaks. The same object where nothing is open. */
export const certainly = (condition: Condition): Condition => read(condition, 'CERTAIN', NONE);

/** Where a condition may hold: where a restriction speaks. */
export const possibly = (condition: Condition): Condition => read(condition, 'POSSIBLE', NONE);

const NONE: ReadonlySet<Ambiguous> = new Set();

/** `said`: of these the fact is beside, in the same `when`, item of `except` or `and`. */
function read(condition: Condition, reading: Reading, said: ReadonlySet<Ambiguous>): Condition {
  switch (condition.op) {
    case 'in': {
      const letters = lettersOf(condition, reading);
      const open = openFact(condition.set);
      if (open === null || said.has(open)) return letters;
      return reading === 'CERTAIN'
        ? { op: 'and', parts: [letters, ambiguous(open, false)] }
        : { op: 'or', parts: [letters, ambiguous(open, true)] };
    }
    case 'not': {
      const { part } = condition;
      const inner = read(
        part,
        reading === 'CERTAIN' ? 'POSSIBLE' : 'CERTAIN',
        part.op === 'in' ? said : NONE,
      );
      return inner === part ? condition : { op: 'not', part: inner };
    }
    case 'and':
    case 'or': {
      const beside = condition.op === 'and' ? new Set([...said, ...condition.parts.flatMap(namedIn)]) : said;
      const parts = condition.parts.map((part) => read(part, reading, beside));
      return parts.every((part, index) => part === condition.parts[index])
        ? condition
        : { op: condition.op, parts };
    }
  }
}

/** Every server that folds case folds A to Z; some fold more. */
function lettersOf(condition: Extract<Condition, { op: 'in' }>, reading: Reading): Condition {
  const { set } = condition;
  if (set.kind === 'keyed') {
    // A person is in a group, or is not.
    if (keyedStyle(set.fact) === 'names') return condition;
    const certain = reading === 'CERTAIN';
    if ((set.certain === true) === certain) return condition;
    const { certain: _was, ...rest } = set;
    return { op: 'in', set: certain ? { ...rest, certain } : rest };
  }
  if (set.kind !== 'paths' || set.folding === undefined) return condition;
  const folding = reading === 'CERTAIN' ? 'ASCII' : 'UNICODE';
  return folding === set.folding ? condition : { op: 'in', set: { ...set, folding } };
}

/** The sets of a grant, each where it certainly holds. */
export const certainLetters = (sets: readonly ValueSet[]): readonly ValueSet[] =>
  sets.map((set): ValueSet => {
    if (set.kind === 'keyed' && keyedStyle(set.fact) === 'parameters') return { ...set, certain: true };
    return set.kind === 'paths' && set.folding !== undefined ? asciiOf(set) : set;
  });

const asciiOf = (set: PathSet): PathSet => ({ ...set, folding: 'ASCII' });

function namedIn(condition: Condition): readonly Ambiguous[] {
  if (condition.op === 'not') return namedIn(condition.part);
  const named = condition.op === 'in' ? condition.set.fact : null;
  return AMBIGUOUS.filter((fact) => AMBIGUITY[fact] === named);
}

const AMBIGUOUS: readonly Ambiguous[] = ['path', 'fragment'];

/** Every reading of a path is below `/`; of a fragment there may be none. */
function openFact(set: ValueSet): Ambiguous | null {
  if (set.kind !== 'paths') return null;
  const own = AMBIGUOUS.find((fact) => fact === set.fact);
  return own === undefined || set.patterns.includes('/') ? null : own;
}

/**
 * The boxes that a claim of restriction is about: one that names a path is about every path that may be read as it too. Each
 * box is a list of sets that all hold.
 */
export function boxesOfClaim(over: readonly ValueSet[]): readonly (readonly ValueSet[])[] {
  return AMBIGUOUS.reduce<readonly (readonly ValueSet[])[]>(
    (boxes, fact) => {
      const isOpen = (set: ValueSet): boolean => openFact(set) === fact;
      if (over.some((set) => set.fact === AMBIGUITY[fact]) || !over.some(isOpen)) return boxes;
      const open: ValueSet = { kind: 'members', fact: AMBIGUITY[fact], members: [true] };
      return boxes.flatMap((box) => [box, [...box.filter((set) => !isOpen(set)), open]]);
    },
    [over],
  );
}
