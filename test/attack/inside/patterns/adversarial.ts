// Texts that a regular expression is slow on, if any is: made from its own structure. Each is a beginning, something that is
// repeated, and an end that spoils the match.
import { sampleOf, structureOf, textOf, type Repeated } from './structure.ts';

export type Attack = { readonly head: string; readonly pump: string; readonly tail: string };

const PUMPS_AT_MOST = 32;
const TAILS = ['', '\u0001'];

export const textOfAttack = ({ head, pump, tail }: Attack, size: number): string =>
  head + pump.repeat(Math.max(1, Math.ceil(size / pump.length))) + tail;

export function attacksOn(source: string): readonly Attack[] {
  const found = new Map<string, Attack>();
  const ways = structureOf(source);
  const add = (head: string, pump: string): void => {
    if (pump === '' || pump.length > 400) return;
    // Where one way holds at the beginning alone, another one is looked for behind it.
    const heads = head === '' && ways.length > 1 ? ['', '\u0001'] : [head.slice(0, 400)];
    for (const begins of heads)
      for (const tail of TAILS) {
        const attack = { head: begins, pump, tail };
        found.set(JSON.stringify(attack), attack);
      }
  };
  // Without anything that repeats, each beginning is looked at for a bounded time.
  if (!ways.some((way) => way.some(isRepeating))) return [];
  for (const way of ways) visit(way, '', add);
  for (const char of charsIn(ways)) add('', char);
  // Everything that fits, and everything but its end, again and again: each is a place to begin at.
  for (const way of ways)
    for (const which of [0, 1]) {
      add('', sampleOf(way, which));
      for (let to = 1; to < way.length; to += 1) add('', sampleOf(way.slice(0, to), which));
    }
  // Spread over the whole list where there are too many.
  const all = [...found.values()];
  const most = PUMPS_AT_MOST * TAILS.length;
  const step = Math.max(1, all.length / most);
  return Array.from(
    { length: Math.min(all.length, most) },
    (_, index) => all[Math.floor(index * step)],
  ).filter((attack) => attack !== undefined);
}

function visit(way: readonly Repeated[], head: string, add: (head: string, pump: string) => void): void {
  for (const [at, { part, most }] of way.entries()) {
    const before = head + sampleOf(way.slice(0, at));
    if (part.kind === 'group') for (const inner of part.ways) visit(inner, before, add);
    if (most < 16) continue;
    for (let which = 0; which < 4; which += 1) add(before, textOf(part, which));
    // What two neighbours both take is what can be divided in many ways.
    const next = way[at + 1];
    if (next !== undefined) add(before, textOf(part) + textOf(next.part));
  }
}

const isRepeating = ({ part, most }: Repeated): boolean =>
  most >= 16 || (part.kind === 'group' && part.ways.some((way) => way.some(isRepeating)));

function charsIn(ways: readonly (readonly Repeated[])[]): ReadonlySet<string> {
  const chars = new Set<string>(['a', ' ', '1']);
  const walk = ({ part }: Repeated): void => {
    if (part.kind === 'chars') for (const char of part.samples) chars.add(char);
    if (part.kind === 'group') for (const way of part.ways) way.forEach(walk);
  };
  for (const way of ways) way.forEach(walk);
  return new Set([...chars].slice(0, 24));
}
