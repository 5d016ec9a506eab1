// Searches the log from the newest entry back, a slice at a time, so that a long search can be given up and a short one need
// not wait behind it. INVARIANT: the rows are those of `runQuery`; only counting stops early, and says so.
import { ok, type Result } from '#policy/language/failure.ts';
import { toRow } from '#gateway/audit/format/entry.ts';
import type { AuditQuery } from '#gateway/audit/format/contract.ts';
import { type Sqlite, sqliteCode } from '#gateway/audit/format/sqlite.ts';
import type { AuditAnswer, AuditFacets } from '#gateway/protocol/views/audit.ts';
import { FACETED, Facets, keysIn } from './facets.ts';
import { Postings, type Candidates } from './postings.ts';
import type { Term } from './query-parse.ts';
import {
  all,
  conditionOf,
  DEFAULT_ROWS,
  MAX_ROWS,
  readQuery,
  SHOWN,
  unreadablePart,
  values,
  type Condition,
} from './query.ts';

/** So many matches are counted. */
export const MAX_COUNTED = 10_000;
const ENTRIES_PER_SLICE = 4_096;
/** Each is looked up by its number. */
const CANDIDATES_PER_SLICE = 512;

/** `examined`: how many entries were held against the query. */
export type SearchAnswer = AuditAnswer & { readonly examined: number };
type Slice = { readonly where: Condition; readonly entries: number };

export class Search {
  readonly #database: Sqlite;
  readonly #postings = new Postings();

  constructor(database: Sqlite) {
    this.#database = database;
  }

  /** `turn` is awaited between two slices; what it throws ends the search. Errors: `audit.bad-query`, `audit.unreadable`. */
  async run(query: AuditQuery, now: Date, turn: () => Promise<void>): Promise<Result<SearchAnswer>> {
    const terms = readQuery(query, now);
    if (!terms.ok) return terms;
    try {
      while (this.#postings.learn(this.#database)) await turn();
      const candidates = this.#postings.candidates(terms.value);
      const conditions = terms.value.map(conditionOf);
      const last = this.#postings.learnt;
      const limit = Math.min(query.limit ?? DEFAULT_ROWS, MAX_ROWS);
      const before = Math.min(last, (query.beforeSeq ?? Infinity) - 1);
      const page = await this.#matching(slices(candidates, before), conditions, limit, turn);
      const rows = this.#rows(page.seqs);
      const facets = query.facets === true ? { facets: await this.#facets(terms.value, turn) } : {};
      // Without gaps the last number is the count; a log with gaps does not verify.
      if (terms.value.length === 0) return ok({ rows, total: last, ...facets, examined: page.examined });
      const counted = await this.#matching(slices(candidates, last), conditions, MAX_COUNTED + 1, turn);
      const examined = page.examined + counted.examined;
      return counted.seqs.length > MAX_COUNTED
        ? ok({ rows, total: MAX_COUNTED, atLeast: true, ...facets, examined })
        : ok({ rows, total: counted.seqs.length, ...facets, examined });
    } catch (error) {
      if (sqliteCode(error) === '') throw error;
      return unreadablePart(error);
    }
  }

  async #facets(terms: readonly Term[], turn: () => Promise<void>): Promise<AuditFacets> {
    const others = new Map<ReturnType<typeof keysIn>[number], Facets>();
    for (const key of keysIn(terms)) {
      const without = terms.filter(({ kind, negated }) => kind !== key || negated);
      others.set(key, await this.#faceted(without, turn));
    }
    return (await this.#faceted(terms, turn)).view(others);
  }

  async #faceted(terms: readonly Term[], turn: () => Promise<void>): Promise<Facets> {
    const facets = new Facets();
    const conditions = terms.map(conditionOf);
    for (const { where } of slices(this.#postings.candidates(terms), this.#postings.learnt)) {
      const held = [where, ...conditions];
      const sql = `SELECT ${FACETED} FROM entry WHERE ${all(held)} ORDER BY seq DESC`;
      const found: unknown[] = this.#database
        .prepare(sql)
        .raw(true)
        .all(...values(held));
      for (const row of found) if (Array.isArray(row) && !facets.full) facets.add(row);
      if (facets.full) break;
      await turn();
    }
    return facets;
  }

  /** The newest `most` that match. */
  async #matching(
    from: Iterable<Slice>,
    conditions: readonly Condition[],
    most: number,
    turn: () => Promise<void>,
  ): Promise<{ seqs: readonly number[]; examined: number }> {
    const seqs: number[] = [];
    let examined = 0;
    for (const { where, entries } of from) {
      const held = [where, ...conditions];
      const sql = `SELECT seq FROM entry WHERE ${all(held)} ORDER BY seq DESC LIMIT ?`;
      const found: unknown[] = this.#database
        .prepare(sql)
        .pluck()
        .all(...values(held), most - seqs.length);
      for (const seq of found) if (typeof seq === 'number') seqs.push(seq);
      examined += entries;
      if (seqs.length >= most) break;
      await turn();
    }
    return { seqs, examined };
  }

  #rows(seqs: readonly number[]): AuditAnswer['rows'] {
    const sql = `SELECT ${SHOWN} FROM entry WHERE ${among(seqs).sql} ORDER BY seq DESC`;
    const found = this.#database.prepare(sql).all(...among(seqs).values);
    return found.flatMap((row) => toRow(row) ?? []);
  }
}

/** From the newest entry back, up to `last`. */
function* slices(candidates: Candidates | null, last: number): Generator<Slice> {
  if (candidates !== null && 'seqs' in candidates) {
    const { seqs } = candidates;
    for (let to = countUpTo(seqs, last); to > 0; to -= CANDIDATES_PER_SLICE) {
      const part = seqs.slice(Math.max(0, to - CANDIDATES_PER_SLICE), to);
      yield { where: among(part), entries: part.length };
    }
    return;
  }
  const lowest = Math.max(1, candidates?.from ?? 1);
  for (let to = Math.min(last, candidates?.to ?? last); to >= lowest; to -= ENTRIES_PER_SLICE) {
    const from = Math.max(lowest, to - ENTRIES_PER_SLICE + 1);
    yield { where: { sql: 'seq BETWEEN ? AND ?', values: [from, to] }, entries: to - from + 1 };
  }
}

const among = (seqs: readonly number[]): Condition => ({
  sql: 'seq IN (SELECT value FROM json_each(?))',
  values: [JSON.stringify(seqs)],
});

/** How many of ascending numbers are no larger. */
function countUpTo(seqs: readonly number[], last: number): number {
  let [low, high] = [0, seqs.length];
  while (low < high) {
    const middle = (low + high) >>> 1;
    if ((seqs[middle] ?? 0) <= last) low = middle + 1;
    else high = middle;
  }
  return low;
}
