// One entry as it is stored and as it is hashed. INVARIANT: the canonical text (RFC 8785) is made from the stored columns
// alone, so that the columns that are searched and the text that is signed cannot differ.
import { AUDIT_EVENT_TYPES, type AuditEntry, type AuditEventType } from './contract.ts';
import { BROWSER_DECISIONS, type BrowserDecision } from '#policy/language/vocabulary.ts';
import type { AuditRow } from '#gateway/protocol/views/audit.ts';

/** A row of the table `entry`; `details` is canonical JSON text. */
export type StoredEntry = {
  readonly seq: number;
  readonly at: string;
  readonly type: string;
  readonly taskId: string | null;
  readonly requestId: string | null;
  readonly who: string;
  readonly what: string;
  readonly where: string;
  readonly verdict: string | null;
  readonly why: string;
  readonly outcome: string | null;
  readonly previous: string;
  readonly hash: string;
  readonly details: string;
};

/** What the first entry names as its predecessor: the hash of the empty string. */
export const NO_ENTRY = 'sha256:e3b0c44298fc1c149afbf4c8996fb92427ae41e4649b934ca495991b7852b855';

/** In the order of the table. */
export const COLUMNS = [
  'seq',
  'at',
  'type',
  'taskId',
  'requestId',
  'who',
  'what',
  'where',
  'verdict',
  'why',
  'outcome',
  'previous',
  'hash',
  'details',
] as const satisfies readonly (keyof StoredEntry)[];

export const SELECT_ENTRY = `SELECT ${COLUMNS.map((name) => `"${name}"`).join(', ')} FROM entry`;

/** An entry's values in the order of the columns: less to copy between threads than an object. */
export type StoredRow = readonly (string | number | null)[];
export const storedRow = (entry: StoredEntry): StoredRow => COLUMNS.map((column) => entry[column]);

const text = (value: string | null): string => (value === null ? 'null' : JSON.stringify(value));

/** The RFC 8785 text of everything but the hash: members in the order of their UTF-16 names. */
export function canonicalText(entry: Omit<StoredEntry, 'hash'>): string {
  return (
    `{"at":${text(entry.at)},"details":${entry.details},"outcome":${text(entry.outcome)}` +
    `,"previous":${text(entry.previous)},"requestId":${text(entry.requestId)},"seq":${entry.seq}` +
    `,"taskId":${text(entry.taskId)},"type":${text(entry.type)},"verdict":${text(entry.verdict)}` +
    `,"what":${text(entry.what)},"where":${text(entry.where)},"who":${text(entry.who)},"why":${text(entry.why)}}`
  );
}

const STRING_OR_NULL = new Set(['taskId', 'requestId', 'verdict', 'outcome']);

/** The row if every column has its type and its text is valid UTF-8, else `null`: U+FFFD is never written (see `clean`). */
export function parseStored(row: unknown): StoredEntry | null {
  if (typeof row !== 'object' || row === null) return null;
  const columns = row as Record<string, unknown>;
  for (const column of COLUMNS) {
    const value = columns[column];
    if (column === 'seq') {
      if (!Number.isSafeInteger(value)) return null;
    } else if (typeof value === 'string') {
      if (value.includes('\uFFFD')) return null;
    } else if (value !== null || !STRING_OR_NULL.has(column)) return null;
  }
  return row as StoredEntry;
}

export function isEventType(value: string): value is AuditEventType {
  return AUDIT_EVENT_TYPES.some((type) => type === value);
}

export function isVerdict(value: string): value is BrowserDecision {
  return BROWSER_DECISIONS.some((verdict) => verdict === value);
}

/** `null` when a row does not hold an entry of this vocabulary (only a changed file can do that). */
export function toEntry(row: unknown): AuditEntry | null {
  const stored = parseStored(row);
  if (stored === null) return null;
  const { type, verdict } = stored;
  if (!isEventType(type) || (verdict !== null && !isVerdict(verdict))) return null;
  const details = parseDetails(stored.details);
  return details === null ? null : { ...stored, type, verdict, details };
}

/** The row as it is shown. */
export function toRow(row: unknown): AuditRow | null {
  const stored = parseStored(row);
  if (stored === null) return null;
  const { verdict } = stored;
  return verdict !== null && !isVerdict(verdict) ? null : rowOf({ ...stored, verdict });
}

/** Of an entry what a row shows, and nothing else. */
export function rowOf(entry: AuditRow): AuditRow {
  const { seq, at, type, taskId, requestId, who, what, where, verdict, why, outcome, hash } = entry;
  return { seq, at, type, taskId, requestId, who, what, where, verdict, why, outcome, hash };
}

function parseDetails(json: string): Record<string, unknown> | null {
  try {
    const value: unknown = JSON.parse(json);
    return typeof value === 'object' && value !== null && !Array.isArray(value)
      ? (value as Record<string, unknown>)
      : null;
  } catch (error) {
    if (error instanceof SyntaxError) return null;
    throw error;
  }
}
