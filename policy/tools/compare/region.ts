// Sets of classes in words and as data: `host below example.com except app.example.com`, `executor HEADLESS_CHROMIUM`.
import { FACT_NAMES, factSpec } from '#policy/language/fact-table.ts';
import { partInWords } from '#policy/engine/classes/open-classes.ts';
import { DAY, HOST_INDEX, dimensionName } from '#policy/engine/space/space.ts';
import type { Space } from '#policy/engine/space/space.ts';
import type { ClassSet } from './merge-boxes.ts';

/** For every fact that is restricted, its values; hosts in words, and `day`, the days. */
export type Region = Readonly<Record<string, readonly (string | number | boolean)[]>>;

export function regionOf(sets: readonly ClassSet[], space: Space): Region {
  return Object.fromEntries(
    sets.flatMap((set, fact) => {
      return set === null ? [] : [[dimensionName(fact), valuesOf(set, fact, space)]];
    }),
  );
}

function valuesOf(
  set: readonly number[],
  fact: number,
  space: Space,
): readonly (string | number | boolean)[] {
  if (fact === HOST_INDEX) return hostWords(set, space);
  if (fact === DAY) return space.days.inWords(set);
  // Names combine word lists: one name of every class says more than the lists would.
  const name = FACT_NAMES[fact];
  const open = name === 'elementName' || name === 'value' ? null : space.open(fact);
  if (open !== null) return partInWords(open, (index) => set.includes(index));
  const classOf = space.classOfRaw[fact] ?? new Uint16Array(0);
  return space.raw(fact).filter((_, position) => set.includes(classOf[position] ?? 0));
}

/** Which of several words are said. */
type Shown = (words: readonly string[]) => readonly string[];

/** The facts of a region but its capability: `host a.test, namedByUser true`. Empty for every request. */
export function regionInWords(region: Region, shown: Shown = (words) => words): string {
  return Object.entries(region)
    .filter(([fact]) => fact !== 'capability')
    .map(([fact, values]) => partOfRegion(fact, values, shown))
    .join('; ');
}

function partOfRegion(fact: string, values: readonly (string | number | boolean)[], shown: Shown): string {
  if (fact === 'day') return values.join(' and ');
  return `${fact} ${fact === 'host' ? shown(values.map(String)).join(', ') : valuesInWords(fact, values, shown)}`;
}

/** Members, or what is left out where that is shorter; integers as intervals. */
export function valuesInWords(
  fact: string,
  values: readonly (string | number | boolean)[],
  shown: Shown = (words) => words,
): string {
  const name = FACT_NAMES.find((one) => one === fact);
  const numbers = values.filter((value) => typeof value === 'number');
  if (numbers.length > 0) return shown(intervals(numbers)).join(', ');
  const spec = name === undefined ? null : factSpec(name);
  const all = spec?.kind === 'enum' ? spec.members : [];
  const left = all.filter((member) => !values.includes(member));
  return left.length > 0 && left.length * 2 < values.length
    ? `all but ${shown(left).join(', ')}`
    : shown(values.map(String)).join(', ');
}

function intervals(numbers: readonly number[]): readonly string[] {
  const out: [number, number][] = [];
  for (const value of numbers) {
    const last = out.at(-1);
    if (last !== undefined && value === last[1] + 1) last[1] = value;
    else out.push([value, value]);
  }
  return out.map(([from, to]) => (from === to ? String(from) : `${from}–${to}`));
}

/** Host classes by the shortest patterns that say them, each with its exceptions. */
function hostWords(set: readonly number[], space: Space): readonly string[] {
  const members = new Set(set);
  const forms = space.hosts.reduce((index) => (members.has(index) ? 1 : 0));
  const within = new Set(forms.flatMap(([pattern, value]) => (value === 1 ? [pattern] : [])));
  const outside = forms.flatMap(([pattern, value]) => (value === 0 && pattern !== '' ? [pattern] : []));
  return [...within]
    .filter((pattern) => pattern === '' || pattern.startsWith('*.') || !within.has(`*.${pattern}`))
    .map((pattern) => {
      const whole = pattern.startsWith('*.') && within.has(pattern.slice(2));
      const except = outside
        .filter((one) => aroundOf(one, within) === pattern)
        .map((one) => named(one, false));
      return `${named(pattern, whole)}${except.length === 0 ? '' : ` except ${except.join(' and ')}`}`;
    });
}

function named(pattern: string, whole: boolean): string {
  if (pattern === '') return 'any';
  if (!pattern.startsWith('*.')) return pattern;
  return whole ? `${pattern.slice(2)} and below` : `below ${pattern.slice(2)}`;
}

/** The narrowest of the patterns that a pattern lies in. */
function aroundOf(pattern: string, among: ReadonlySet<string>): string {
  let host = pattern.startsWith('*.') ? pattern.slice(2) : pattern;
  for (;;) {
    const dot = host.indexOf('.');
    if (dot < 0) return '';
    host = host.slice(dot + 1);
    if (among.has(`*.${host}`)) return `*.${host}`;
  }
}
