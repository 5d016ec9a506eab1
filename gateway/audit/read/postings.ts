// Which entries carry a value that queries name exactly: learnt from the log as it grows, kept in the memory of the thread that
// searches. INVARIANT: it only leaves out what cannot match; whether an entry matches is read from the entry itself.
import type { Sqlite } from '#gateway/audit/format/sqlite.ts';
import type { Term } from './query-parse.ts';

type Range = { readonly from: number; to: number };
/** Ascending. */
export type Candidates = { readonly seqs: readonly number[] } | Range;

/** Read in one go; between two, others get a turn. */
const LEARNT_AT_ONCE = 8_192;
const LEARNT = `SELECT seq, type, taskId, requestId, verdict, outcome FROM entry WHERE seq > ? ORDER BY seq LIMIT ${LEARNT_AT_ONCE}`;

export class Postings {
  readonly #lists = new Map<string, number[]>();
  /** A request's entries lie close to each other. */
  readonly #requests = new Map<string, Range>();
  #learnt = 0;

  /** The last entry that it knows. */
  get learnt(): number {
    return this.#learnt;
  }

  /** Reads on; `false`: there is no more. */
  learn(database: Sqlite): boolean {
    const rows: unknown[] = database.prepare(LEARNT).raw(true).all(this.#learnt);
    for (const row of rows) if (Array.isArray(row)) this.#add(row);
    return rows.length === LEARNT_AT_ONCE;
  }

  /** Entries up to `learnt` among which those of the terms are; `null`: any may match. */
  candidates(terms: readonly Term[]): Candidates | null {
    const found = terms.flatMap((term) => this.#of(term) ?? []);
    return found.toSorted((a, b) => sizeOf(a) - sizeOf(b))[0] ?? null;
  }

  #add([seq, ...fields]: readonly unknown[]): void {
    if (typeof seq !== 'number') return;
    this.#learnt = seq;
    const [type, taskId, requestId, verdict, outcome] = fields.map((field) =>
      typeof field === 'string' ? field : null,
    );
    if (typeof type === 'string') this.#put(`type:${type}`, seq);
    if (typeof taskId === 'string') this.#put(`task:${taskId}`, seq);
    if (typeof verdict === 'string') this.#put(`verdict:${verdict}`, seq);
    if (typeof outcome === 'string') this.#put(`outcome:${lower(outcome)}`, seq);
    if (typeof requestId !== 'string') return;
    const range = this.#requests.get(requestId);
    if (range === undefined) this.#requests.set(requestId, { from: seq, to: seq });
    else range.to = seq;
  }

  #put(key: string, seq: number): void {
    const list = this.#lists.get(key);
    if (list === undefined) this.#lists.set(key, [seq]);
    else list.push(seq);
  }

  #of(term: Term): Candidates | null {
    if (term.negated) return null;
    switch (term.kind) {
      case 'task':
      case 'verdict':
        return term.value === null ? null : { seqs: this.#lists.get(`${term.kind}:${term.value}`) ?? [] };
      case 'outcome':
        return term.value === null ? null : { seqs: this.#lists.get(`outcome:${lower(term.value)}`) ?? [] };
      case 'request':
        return term.value === null ? null : (this.#requests.get(term.value) ?? { seqs: [] });
      case 'type':
        return this.#family(term.value);
      case 'seq':
        return { from: term.from, to: term.to };
      case 'is':
      case 'who':
      case 'what':
      case 'where':
      case 'why':
      case 'text':
      case 'since':
      case 'until':
        return null;
    }
  }

  #family(value: string): Candidates {
    const lists = [...this.#lists].flatMap(([key, list]) =>
      key === `type:${value}` || key.startsWith(`type:${value}.`) ? [list] : [],
    );
    const [only = []] = lists;
    return { seqs: lists.length < 2 ? only : lists.flat().toSorted((a, b) => a - b) };
  }
}

const sizeOf = (one: Candidates): number => ('seqs' in one ? one.seqs.length : one.to - one.from + 1);
/** As SQLite's NOCASE: the letters of ASCII alone. */
const lower = (text: string): string => text.replaceAll(/[A-Z]/g, (letter) => letter.toLowerCase());
