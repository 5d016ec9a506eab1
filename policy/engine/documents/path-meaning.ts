// What an entry that names a path says of a path that servers read in different ways (`pathAmbiguous`), and of letters that only
// some of them take for one (`pathCase`): the one place that gives both a meaning. INVARIANT: where it is open whether a condition
// holds, a grant does not hold and a restriction does; an entry that names the fact beside the path is read as it stands.
import type { Condition, PathSet, ValueSet } from './condition.ts';

/** `CERTAIN`: holds however the path is read. `POSSIBLE`: may hold. */
type Reading = 'CERTAIN' | 'POSSIBLE';

const ambiguous = (value: boolean): Condition => ({
  op: 'in',
  set: { kind: 'members', fact: 'pathAmbiguous', members: [value] },
});

/** Where a condition holds, however an ambiguous path is read: where a grant speaks. The same object where nothing is open. */
export const certainly = (condition: Condition): Condition => read(condition, 'CERTAIN', false);

/** Where a condition may hold: where a restriction speaks. */
export const possibly = (condition: Condition): Condition => read(condition, 'POSSIBLE', false);

/** `said`: the fact is beside, in the same `when`, item of `except` or `and`. */
function read(condition: Condition, reading: Reading, said: boolean): Condition {
  switch (condition.op) {
    case 'in': {
      const letters = lettersOf(condition, reading);
      if (said || !isOpen(condition.set)) return letters;
      return reading === 'CERTAIN'
        ? { op: 'and', parts: [letters, ambiguous(false)] }
        : { op: 'or', parts: [letters, ambiguous(true)] };
    }
    case 'not': {
      const { part } = condition;
      const inner = read(part, reading === 'CERTAIN' ? 'POSSIBLE' : 'CERTAIN', said && part.op === 'in');
      return inner === part ? condition : { op: 'not', part: inner };
    }
    case 'and':
    case 'or': {
      const beside = said || (condition.op === 'and' && condition.parts.some(namesTheFact));
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
  if (set.kind !== 'paths' || set.folding === undefined) return condition;
  const folding = reading === 'CERTAIN' ? 'ASCII' : 'UNICODE';
  return folding === set.folding ? condition : { op: 'in', set: { ...set, folding } };
}

/** The sets of a grant, each where it certainly holds. */
export const certainLetters = (sets: readonly ValueSet[]): readonly ValueSet[] =>
  sets.map((set) => (set.kind === 'paths' && set.folding !== undefined ? asciiOf(set) : set));

const asciiOf = (set: PathSet): PathSet => ({ ...set, folding: 'ASCII' });

function namesTheFact(condition: Condition): boolean {
  if (condition.op === 'not') return namesTheFact(condition.part);
  return condition.op === 'in' && condition.set.fact === 'pathAmbiguous';
}

/** Every reading of a path is below `/`. */
const isOpen = (set: ValueSet): boolean =>
  set.kind === 'paths' && set.fact === 'path' && !set.patterns.includes('/');

/**
 * The boxes that a claim of restriction is about: one that names a path is about every path that may be read as it too. Each
 * box is a list of sets that all hold.
 */
export function boxesOfClaim(over: readonly ValueSet[]): readonly (readonly ValueSet[])[] {
  if (over.some((set) => set.fact === 'pathAmbiguous') || !over.some(isOpen)) return [over];
  const open: ValueSet = { kind: 'members', fact: 'pathAmbiguous', members: [true] };
  return [over, [...over.filter((set) => !isOpen(set)), open]];
}
