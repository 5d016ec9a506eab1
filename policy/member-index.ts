// From a member's name to its number: members of one length are compared one after the other. For the constants that
// requests are made of this compares addresses, and takes a fraction of a Map's time.

/** Number of a member in the list, `-1` for anything else whatever its type. `likely` is compared first. */
export function memberIndex(members: readonly string[], likely: string | null): (value: unknown) => number {
  const first = likely ?? members[0] ?? '';
  const place = members.indexOf(first);
  const longest = Math.max(...members.map((member) => member.length));
  const byLength = Array.from({ length: longest + 1 }, (_, length) =>
    members.flatMap((member, index) => (member.length === length ? [{ member, index }] : [])),
  );
  return (value) => {
    if (value === first) return place;
    if (typeof value !== 'string') return -1;
    const bucket = byLength[value.length];
    if (bucket === undefined) return -1;
    for (let position = 0; position < bucket.length; position++) {
      const entry = bucket[position];
      if (entry !== undefined && entry.member === value) return entry.index;
    }
    return -1;
  };
}

// What a caller hands over need not be what its type says.
export const booleanOf = (value: unknown): number => (value === true ? 1 : value === false ? 0 : -1);

export function countOf(value: unknown, max: number): number {
  return typeof value === 'number' && Number.isInteger(value) && value >= 0 && value <= max ? value : -1;
}
