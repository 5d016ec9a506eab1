// What the entries that match have in common: for each key of a query its most frequent values with how many entries a query with
// them finds, and how many entries there were when. INVARIANT: a count is what the query with that value finds among the same entries.
import { boundaryWordOf } from '#gateway/protocol/boundary-word.ts';
import { FACET_KEYS, type AuditFacets, type FacetKey } from '#gateway/protocol/views/audit.ts';
import { isVerdict } from '#gateway/audit/format/entry.ts';
import type { Term } from './query-parse.ts';

/** So many of the newest that match are counted. */
export const MAX_FACETED = 100_000;
const MAX_VALUES_SHOWN = 12;
/** Each key's different values are kept up to here; what comes after them is not counted. */
const MAX_VALUES = 4_096;
const MAX_BARS = 60;

/** The columns that `Facets.add` takes, in order. */
export const FACETED = 'seq, at, type, who, taskId, verdict, outcome, why, "where"';

const SECOND_MS = 1_000;
const HOUR_MS = 3_600 * SECOND_MS;
const DAY_MS = 24 * HOUR_MS;
const BAR_MS = [
  SECOND_MS,
  5 * SECOND_MS,
  15 * SECOND_MS,
  60 * SECOND_MS,
  300 * SECOND_MS,
  900 * SECOND_MS,
  HOUR_MS,
  3 * HOUR_MS,
  12 * HOUR_MS,
  DAY_MS,
  7 * DAY_MS,
  30 * DAY_MS,
];

/** Whether a query with `value` finds an entry whose column holds `held`; both in lower case where the query takes either. */
const FINDS: Readonly<Record<FacetKey, (held: string, value: string) => boolean>> = {
  is: same,
  task: same,
  type: (held, value) => held === value || held.startsWith(`${value}.`),
  who: (held, value) => held === value || held.startsWith(`${value}:`),
  why: (held, value) => held.includes(value),
  where: (held, value) =>
    ['/', '.', '@'].some((start) => ['/', ':'].some((end) => `/${held}/`.includes(`${start}${value}${end}`))),
};

/** The keys that a query narrows: what else one of them could be is counted without its own words. */
export const keysIn = (terms: readonly Term[]): readonly FacetKey[] =>
  FACET_KEYS.filter((key) => terms.some(({ kind, negated }) => kind === key && !negated));

export class Facets {
  readonly #held = new Map<FacetKey, Map<string, number>>();
  readonly #times: number[] = [];
  readonly #stopped: boolean[] = [];
  #entries = 0;
  #oldest = 0;

  /** A row of the columns `FACETED`. */
  add(row: readonly unknown[]): void {
    const [seq, at, type, who, taskId, verdict, outcome, why, where] = row;
    if (typeof seq !== 'number' || typeof at !== 'string' || typeof type !== 'string') return;
    const word = boundaryWordOf({
      type,
      verdict: typeof verdict === 'string' && isVerdict(verdict) ? verdict : null,
      outcome: textOf(outcome),
    });
    this.#entries += 1;
    this.#oldest = seq;
    this.#put('is', word === 'asked' ? null : word);
    this.#put('type', type);
    this.#put('task', textOf(taskId));
    this.#put('who', textOf(who));
    this.#put('why', textOf(why));
    this.#put('where', textOf(where)?.toLowerCase() ?? null);
    const time = Date.parse(at);
    if (Number.isNaN(time)) return;
    this.#times.push(time);
    this.#stopped.push(word === 'stopped' || word === 'you-refused');
  }

  get full(): boolean {
    return this.#entries >= MAX_FACETED;
  }

  /** `others`: for the keys that the query narrows, the same entries and those that only this key leaves out. */
  view(others: ReadonlyMap<FacetKey, Facets>): AuditFacets {
    const values = FACET_KEYS.map((key) => {
      const counted = others.get(key) ?? this;
      return [key, counted.#valuesOf(key)] as const;
    });
    return {
      entries: this.#entries,
      oldest: this.#oldest,
      values: Object.fromEntries(values) as AuditFacets['values'],
      times: this.#bars(),
    };
  }

  #put(key: FacetKey, value: string | null): void {
    if (value === null || value === '') return;
    const held = this.#held.get(key) ?? new Map<string, number>();
    this.#held.set(key, held);
    const known = held.get(value);
    if (known !== undefined || held.size < MAX_VALUES) held.set(value, (known ?? 0) + 1);
  }

  #valuesOf(key: FacetKey): AuditFacets['values'][FacetKey] {
    const held = this.#held.get(key) ?? new Map<string, number>();
    const named = new Map<string, number>();
    for (const [text, count] of held)
      for (const value of new Set(namesIn(key, text))) named.set(value, (named.get(value) ?? 0) + count);
    const most = [...named].toSorted(([a, m], [b, n]) => n - m || (a < b ? -1 : 1));
    return most.slice(0, MAX_VALUES_SHOWN).map(([value]) => ({
      value,
      count: [...held].reduce((sum, [text, count]) => sum + (FINDS[key](text, value) ? count : 0), 0),
    }));
  }

  #bars(): AuditFacets['times'] {
    let [from, to] = [Infinity, -Infinity];
    for (const time of this.#times) [from, to] = [Math.min(from, time), Math.max(to, time)];
    if (from > to) return { from: null, barMs: SECOND_MS, bars: [] };
    const barMs =
      BAR_MS.find((ms) => Math.floor(to / ms) - Math.floor(from / ms) < MAX_BARS) ?? widest(from, to);
    const first = Math.floor(from / barMs);
    const bars = Array.from({ length: Math.floor(to / barMs) - first + 1 }, () => ({
      entries: 0,
      stopped: 0,
    }));
    for (const [index, time] of this.#times.entries()) {
      const bar = bars[Math.floor(time / barMs) - first];
      if (bar === undefined) continue;
      bar.entries += 1;
      if (this.#stopped[index] === true) bar.stopped += 1;
    }
    return { from: new Date(first * barMs).toISOString(), barMs, bars };
  }
}

function same(held: string, value: string): boolean {
  return held === value;
}

const textOf = (value: unknown): string | null => (typeof value === 'string' ? value : null);
const widest = (from: number, to: number): number => Math.ceil((to - from) / MAX_BARS / DAY_MS + 1) * DAY_MS;

/** A rule is named with its place behind it; of an origin or an address only the host is a value. */
function namesIn(key: FacetKey, text: string): readonly string[] {
  if (key === 'why')
    return [...text.matchAll(/([\w.-]{1,120}) \([^()]{1,300}:\d+:\d+\)/gu)].map(([, name = '']) => name);
  if (key !== 'where') return [text];
  const host = text
    .replace(/^[a-z+]{1,20}:\/\//u, '')
    .split(/[/?#]/u, 1)[0]
    ?.split('@')
    .at(-1);
  const name = host?.replace(/:\d+$/u, '') ?? '';
  return name === '' ? [] : [name];
}
