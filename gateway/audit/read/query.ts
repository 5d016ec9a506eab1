// Runs a parsed query. INVARIANT: a query's words reach SQLite as bound parameters only.
import { fail, ok, type Err, type Result } from '#policy/language/failure.ts';
import { toRow } from '#gateway/audit/format/entry.ts';
import { parseQuery, type Term } from './query-parse.ts';
import { type Sqlite, sqliteCode } from '#gateway/audit/format/sqlite.ts';
import type { AuditQuery } from '#gateway/audit/format/contract.ts';
import type { BoundaryWord } from '#gateway/protocol/boundary-word.ts';
import type { AuditAnswer } from '#gateway/protocol/views/audit.ts';

export const DEFAULT_ROWS = 100;
export const MAX_ROWS = 1_000;
export const SHOWN =
  'seq, at, type, taskId, requestId, who, what, "where", verdict, why, outcome, previous, hash, \'{}\' AS details';

export type Condition = { readonly sql: string; readonly values: readonly (string | number | null)[] };

/** What a query asks for, understood. Errors: `audit.bad-query`. */
export function readQuery(
  { text, limit = DEFAULT_ROWS, beforeSeq }: AuditQuery,
  now: Date,
): Result<readonly Term[]> {
  if (
    !Number.isSafeInteger(limit) ||
    limit < 1 ||
    (beforeSeq !== undefined && !Number.isSafeInteger(beforeSeq))
  ) {
    return fail(
      'audit.bad-query',
      `\`${limit}\` rows before entry \`${beforeSeq ?? 'none'}\` cannot be shown`,
      {
        help: `ask for 1 to ${MAX_ROWS} rows, before a whole number`,
      },
    );
  }
  return parseQuery(text, now);
}

/**
 * The newest rows first; `total` counts all that match, however many there are: for a process that does nothing else.
 * Errors: `audit.bad-query`, `audit.unreadable`.
 */
export function runQuery(database: Sqlite, query: AuditQuery, now: Date): Result<AuditAnswer> {
  const { limit = DEFAULT_ROWS, beforeSeq } = query;
  const terms = readQuery(query, now);
  if (!terms.ok) return terms;
  const conditions = terms.value.map(conditionOf);
  try {
    const total = count(database, conditions);
    const paged =
      beforeSeq === undefined ? conditions : [...conditions, { sql: 'seq < ?', values: [beforeSeq] }];
    const sql = `SELECT ${SHOWN} FROM entry WHERE ${all(paged)} ORDER BY seq DESC LIMIT ?`;
    const found = database.prepare(sql).all(...values(paged), Math.min(limit, MAX_ROWS));
    return ok({ rows: found.flatMap((row) => toRow(row) ?? []), total });
  } catch (error) {
    if (sqliteCode(error) === '') throw error;
    return unreadablePart(error);
  }
}

export function unreadablePart(cause: unknown): Err {
  return fail('audit.unreadable', 'a part of the audit log cannot be read', {
    help: 'run `ghost audit verify` to see what is still trustworthy',
    cause,
  });
}

function count(database: Sqlite, conditions: readonly Condition[]): number {
  // Without gaps the last number is the count; a log with gaps does not verify.
  const what = conditions.length === 0 ? 'coalesce(max(seq), 0)' : 'count(*)';
  const total: unknown = database
    .prepare(`SELECT ${what} FROM entry WHERE ${all(conditions)}`)
    .pluck()
    .get(...values(conditions));
  return typeof total === 'number' ? total : 0;
}

export const all = (conditions: readonly Condition[]): string =>
  conditions.length === 0 ? 'TRUE' : conditions.map(({ sql }) => `(${sql})`).join(' AND ');
export const values = (conditions: readonly Condition[]): (string | number | null)[] =>
  conditions.flatMap((condition) => [...condition.values]);

export function conditionOf(term: Term): Condition {
  const condition = positive(term);
  return term.negated ? { sql: `(${condition.sql}) IS NOT TRUE`, values: condition.values } : condition;
}

function positive(term: Term): Condition {
  switch (term.kind) {
    case 'type':
      return { sql: "type = ? OR type LIKE ? ESCAPE '\\'", values: [term.value, `${literal(term.value)}.%`] };
    case 'verdict':
      return { sql: 'verdict IS ?', values: [term.value] };
    case 'is':
      return { sql: WORD_IS[term.value], values: [] };
    case 'task':
      return { sql: 'taskId IS ?', values: [term.value] };
    case 'request':
      return { sql: 'requestId IS ?', values: [term.value] };
    case 'outcome':
      return { sql: 'outcome IS ? COLLATE NOCASE', values: [term.value] };
    case 'who':
      return {
        sql: "who = ? COLLATE NOCASE OR who LIKE ? ESCAPE '\\'",
        values: [term.value, `${literal(term.value)}:%`],
      };
    case 'where':
      return hostCondition(term.value);
    case 'why':
    case 'what':
      return { sql: `${term.kind} LIKE ? ESCAPE '\\'`, values: [`%${literal(term.value)}%`] };
    case 'text':
      return anywhere(term.value);
    case 'since':
      return { sql: 'at >= ?', values: [term.value] };
    case 'until':
      return { sql: 'at <= ?', values: [term.value] };
    case 'seq':
      return { sql: 'seq BETWEEN ? AND ?', values: [term.from, term.to] };
  }
}

const OF_NO_QUESTION = "type NOT IN ('consent.asked', 'consent.answered')";
const STOPPED = "(outcome IS 'REFUSED' OR coalesce(verdict, '') IN ('DENY', 'ABORT'))";
/** As `boundaryWordOf` has it; a spec holds the two together. */
const WORD_IS: Readonly<Record<BoundaryWord, string>> = {
  'you-allowed': "type = 'consent.answered' AND outcome IS 'GRANTED'",
  'you-refused': "type = 'consent.answered' AND outcome IS 'REFUSED'",
  stopped: `(type = 'consent.answered' AND coalesce(outcome, '') NOT IN ('GRANTED', 'REFUSED')) OR (${OF_NO_QUESTION} AND ${STOPPED})`,
  failed: `${OF_NO_QUESTION} AND NOT ${STOPPED} AND outcome IS 'FAILED'`,
  allowed: `${OF_NO_QUESTION} AND NOT ${STOPPED} AND outcome IS NOT 'FAILED' AND (verdict IS 'ALLOW' OR outcome IS 'GRANTED_BEFORE' OR (verdict IS NOT NULL AND (type = 'authorization.issued' OR outcome IS 'DONE')))`,
};

/** `shop.test` is that host and its subdomains in a host, an origin or a URL, and never `notshop.test`. */
function hostCondition(value: string): Condition {
  const strict = value.startsWith('*.');
  const host = literal(strict ? value.slice(2) : value);
  const starts = strict ? ['.'] : ['/', '.', '@'];
  const patterns = starts.flatMap((start) => [`%${start}${host}/%`, `%${start}${host}:%`]);
  // The columns' values have no slashes around them: these make the ends look like the middle.
  const sql = patterns.map(() => "'/' || \"where\" || '/' LIKE ? ESCAPE '\\'").join(' OR ');
  return { sql, values: patterns };
}

/** Columns first, the larger details last. Letters beyond ASCII match in their own case only, as SQLite's LIKE does. */
function anywhere(value: string): Condition {
  const pattern = `%${literal(value)}%`;
  const inDetails = `%${literal(JSON.stringify(value).slice(1, -1))}%`;
  const columns = ['what', 'who', '"where"', 'why', 'outcome', 'type', 'taskId', 'requestId'];
  return {
    sql: [...columns, 'details'].map((column) => `${column} LIKE ? ESCAPE '\\'`).join(' OR '),
    values: [...columns.map(() => pattern), inDetails],
  };
}

const literal = (text: string): string => text.replaceAll(/[\\%_]/g, String.raw`\$&`);
