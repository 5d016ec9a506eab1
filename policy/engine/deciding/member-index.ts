// From a member's name to its number: a table by length and one character, in which most members stand alone. Constants that
// requests are made of are then compared once, by address, and that takes a fraction of a Map's time.

/** Places a member takes at most; a table of that many has one for each in nearly every list. */
const MAX_PLACES_PER_MEMBER = 4;
const MAX_FACTOR = 64;
const NO_MEMBER = -1;

/** Number of a member in the list, `-1` for anything else whatever its type. `likely` is compared first. */
export function memberIndex(members: readonly string[], likely: string | null): (value: unknown) => number {
  const first = likely ?? members[0] ?? '';
  const own = members.indexOf(first);
  const shortest = Math.max(1, Math.min(...members.map((member) => member.length)));
  const { size, factor, character } = tableFor(members, shortest);
  const mask = size - 1;
  const names = Array.from({ length: size }, () => '');
  // Whole numbers all the way: what a call returns is then never a number on the heap.
  const numbers = new Int32Array(size).fill(NO_MEMBER);
  for (const [index, member] of members.entries()) {
    let at = hashOf(member, factor, character) & mask;
    while (names[at] !== '') at = (at + 1) & mask;
    names[at] = member;
    numbers[at] = index;
  }
  return (value) => {
    if (value === first) return own;
    if (typeof value !== 'string' || value.length < shortest) return NO_MEMBER;
    let at = (value.length * factor + value.charCodeAt(character)) & mask;
    for (;;) {
      const name = names[at];
      if (name === value) return numbers[at] ?? NO_MEMBER;
      if (name === '') return NO_MEMBER;
      at = (at + 1) & mask;
    }
  };
}

/** The same for a fact, its neutral value the likely one. */
export const indexOf = (fact: {
  readonly members: readonly string[];
  readonly neutral: string | null;
}): ((value: unknown) => number) => memberIndex(fact.members, fact.neutral);

type Table = { readonly size: number; readonly factor: number; readonly character: number };

const hashOf = (text: string, factor: number, character: number): number =>
  text.length * factor + text.charCodeAt(character);

/** Every policy that is compiled reads the same lists. */
const TABLES = new WeakMap<readonly string[], Table>();

function tableFor(members: readonly string[], shortest: number): Table {
  const table = TABLES.get(members) ?? bestTable(members, shortest);
  TABLES.set(members, table);
  return table;
}

/** The smallest table in which every member stands where it is looked for, or else the one with the most that do. */
function bestTable(members: readonly string[], shortest: number): Table {
  let best: Table = { size: 2, factor: 1, character: 0 };
  let most = -1;
  for (let size = 2; size < MAX_PLACES_PER_MEMBER * 2 * members.length; size *= 2) {
    // A place stays free, so that a search ends.
    if (size <= members.length) continue;
    for (let character = 0; character < shortest; character++)
      for (let factor = 1; factor < MAX_FACTOR; factor++) {
        const taken = new Set(members.map((member) => hashOf(member, factor, character) & (size - 1)));
        if (taken.size > most) [best, most] = [{ size, factor, character }, taken.size];
        if (most === members.length) return best;
      }
  }
  return best;
}

// What a caller hands over need not be what its type says.
export const booleanOf = (value: unknown): number => (value === true ? 1 : value === false ? 0 : -1);

export function countOf(value: unknown, max: number): number {
  return typeof value === 'number' && Number.isInteger(value) && value >= 0 && value <= max ? value : -1;
}
