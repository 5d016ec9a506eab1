// States of named things in words: `module="Leads"`, `module=~"leads"` for whatever is alike, `?` any value, `~` open to reading, `*` both,
// `!` all but. INVARIANT: functions have the same words exactly when they are the same, whatever names and values others name beside.
import { OPEN } from './keyed-groups.ts';
import type { Group, Key } from './keyed-groups.ts';

/**
 * The states of one column in words. `columns`: of each state which column it is in. What is like the state around it is not
 * named, since nobody need have named it: a name like the open one, a value like what is alike, and that like any other.
 */
export function columnInWords({ folded, keys }: Group, columns: readonly number[], column: number): string {
  const open = columns[OPEN];
  const seen = keys.filter((key) => statesOf(key).some((state) => columns[state] !== open));
  const [only] = seen;
  if (only === undefined) return `${nameInWords(folded)}=*`;
  if (seen.length === 1) return keyInWords(only, columns, column, open === column).join('|');
  return [
    ...(open === column ? [`${nameInWords(folded)}=~`] : []),
    ...seen.flatMap((key) => keyInWords(key, columns, column, false)),
  ].join('|');
}

const statesOf = ({ other, alike, exact }: Key): readonly number[] => [
  other,
  ...alike.values(),
  ...[...exact.values()].map(({ state }) => state),
];

function keyInWords(
  { name, other, alike, exact }: Key,
  columns: readonly number[],
  column: number,
  open: boolean,
): readonly string[] {
  const any = columns[other] === column;
  const base = columns[0];
  const spelt = (value: string, state: number, around: number): readonly string[] => {
    const own = columns[state];
    if (own === columns[around]) return [];
    if (own === column) return [value];
    return columns[around] === column && own === base ? [`!${value}`] : [];
  };
  const signs = [
    ...(any && open ? ['*'] : any ? ['?'] : open ? ['~'] : []),
    ...[...alike].sort(byText).flatMap(([value, state]) => spelt(`~${JSON.stringify(value)}`, state, other)),
    ...[...exact].flatMap(([value, { state, around }]) => spelt(JSON.stringify(value), state, around)),
  ];
  return signs.map((sign) => `${nameInWords(name)}=${sign}`);
}

const byText = ([a]: readonly [string, number], [b]: readonly [string, number]): number => (a < b ? -1 : 1);

/** A name as it stands, in quotes where it would be read as more. */
export const nameInWords = (name: string): string => (/^[\w.-]+$/u.test(name) ? name : JSON.stringify(name));
