// One row an act: decision, question, answer, authorisation and outcome of one request are one row, told by what they come to.
// INVARIANT: nothing is said of an act that none of its entries here says; its place is that of its newest entry.
import {
  boundaryWordOf,
  boundaryWordOfAll,
  sinceDecided,
  type BoundaryWord,
} from '#gateway/protocol/boundary-word.ts';
import type { AuditRow } from '#gateway/protocol/views/audit.ts';

export type LogLine = {
  /** Newest first. */
  readonly entries: readonly AuditRow[];
  /** The one that it is opened by: what was decided, or the only one. */
  readonly lead: AuditRow;
  /** Of its newest entry: what is read later and belongs to it does not move it. */
  readonly place: number;
  readonly who: string;
  readonly where: string;
  readonly word: BoundaryWord | 'asked' | null;
  readonly why: string;
  readonly outcome: string | null;
};

/** What only reports of a request, for whoever asked for it. */
const REPORTS = [
  'act.outcome',
  'authorization.issued',
  'authorization.refused',
  'tab.launched',
  'consent.answered',
];

/** `rows`: newest first, as the gateway gives them. */
export function foldedActs(rows: readonly AuditRow[]): readonly LogLine[] {
  const acts = new Map<string, AuditRow[]>();
  for (const row of rows) {
    const id = row.requestId === null ? `entry ${row.seq}` : `request ${row.requestId}`;
    const held = acts.get(id);
    if (held === undefined) acts.set(id, [row]);
    else held.push(row);
  }
  return [...acts.values()].flatMap((entries) => lineOf(entries) ?? []);
}

/** Each entry a line of its own. */
export const rawLines = (rows: readonly AuditRow[]): readonly LogLine[] =>
  rows.flatMap((row) => lineOf([row]) ?? []);

function lineOf(entries: readonly AuditRow[]): LogLine | null {
  const [newest] = entries;
  if (newest === undefined) return null;
  const lead =
    entries.find(({ type }) => type === 'decision') ??
    entries.findLast(({ type }) => !REPORTS.includes(type)) ??
    entries.at(-1) ??
    newest;
  const said = (field: 'where' | 'why'): string =>
    [lead, ...entries].map((entry) => entry[field]).find((text) => text !== '' && text !== 'policy') ??
    lead[field];
  return {
    entries,
    lead,
    place: newest.seq,
    who: lead.who,
    where: said('where'),
    word: wordOfAct(entries),
    why: said('why'),
    outcome: entries.map(({ outcome }) => outcome).find((outcome) => outcome !== null) ?? null,
  };
}

/** Since it was decided last: a person's answer says the most, then what stopped it, then what failed. */
function wordOfAct(entries: readonly AuditRow[]): LogLine['word'] {
  const last = sinceDecided(entries.toReversed());
  const words = last.map((entry) => boundaryWordOf(entry));
  const answer = last.findLastIndex(({ type }) => type === 'consent.answered');
  const order = ['stopped', 'you-refused', 'you-allowed', 'failed', 'allowed', 'asked'] as const;
  if (last.some(({ type }) => type === 'authorization.refused')) return boundaryWordOfAll(last);
  if (answer !== -1) return words[answer] ?? null;
  return order.find((word) => words.includes(word)) ?? null;
}
