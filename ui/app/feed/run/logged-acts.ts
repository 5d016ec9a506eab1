// Acts of a task out of its log entries: decision, question, answer, authorisation and outcome of one act are one row.
// INVARIANT: nothing is said of an act that no entry says; what pages tried by themselves is no act of the task's.
import { boundaryWordOf, type BoundaryWord } from '#gateway/protocol/boundary-word.ts';
import type { AuditRow } from '#gateway/protocol/views/audit.ts';
import { TASK_ENDS, type StoppedView, type TaskResult } from '#gateway/protocol/views/task.ts';

export type LoggedAct = {
  /** Of its first entry. */
  readonly seq: number;
  readonly at: string;
  readonly what: string;
  readonly where: string;
  /** `asked`: its question has no end in the log. */
  readonly word: BoundaryWord | 'asked';
  /** Rules and their lines. */
  readonly why: string;
  /** Who answered; `null` where nobody was asked. */
  readonly by: string | null;
  readonly outcome: string | null;
  /** The loop's own look at a page. */
  readonly isLook: boolean;
};

export type LoggedRun = {
  /** In their order. */
  readonly acts: readonly LoggedAct[];
  /** What pages tried and did not get, alike ones together. */
  readonly stopped: readonly StoppedView[];
  /** As the log quotes it; `null`: the beginning is not among the entries. */
  readonly intent: string | null;
  readonly startedAt: string | null;
  readonly startedBy: string | null;
  /** `null`: the log knows no end of it. */
  readonly ended: { readonly at: string; readonly status: TaskResult['status'] } | null;
};

/** The log's words for a look; `gateway/boundary/words` writes them. */
const LOOK = /^(?:look at|take a picture of) the page$/u;
const OF_AN_ACT = ['authorization.issued', 'authorization.refused', 'consent.asked', 'consent.answered'];

/** `rows`: entries of one task, newest first, as the gateway gives them. */
export function loggedRun(rows: readonly AuditRow[]): LoggedRun {
  const acts: AuditRow[][] = [];
  const stopped = new Map<string, StoppedView>();
  for (const row of rows.toReversed()) {
    if (row.type === 'decision') acts.push([row]);
    else if (OF_AN_ACT.includes(row.type) || row.type === 'act.outcome') openAct(acts, row)?.push(row);
    else if (boundaryWordOf(row) === 'stopped') addStopped(stopped, row);
  }
  const started = rows.find(({ type }) => type === 'task.started');
  const ended = rows.find(({ type }) => type === 'task.ended');
  const status = TASK_ENDS.find((end) => end === ended?.outcome);
  return {
    acts: acts.flatMap((entries) => actOf(entries) ?? []),
    stopped: [...stopped.values()],
    intent: started === undefined ? null : quotedIn(started.what),
    startedAt: started?.at ?? null,
    startedBy: started?.who ?? null,
    ended: ended === undefined || status === undefined ? null : { at: ended.at, status },
  };
}

/** `run “…”` without what the log puts around it. */
function quotedIn(what: string): string {
  const from = what.indexOf('“');
  return from !== -1 && what.endsWith('”') ? what.slice(from + 1, -1) : what;
}

/** The last act of the same words that has no outcome yet. */
const openAct = (acts: readonly AuditRow[][], { what, where }: AuditRow): AuditRow[] | undefined =>
  acts.findLast(
    (entries) =>
      entries[0]?.what === what &&
      entries[0].where === where &&
      entries.every(({ type }) => type !== 'act.outcome'),
  );

function actOf(entries: readonly AuditRow[]): LoggedAct | null {
  const [first] = entries;
  if (first === undefined) return null;
  const answer = entries.findLast(({ type }) => type === 'consent.answered');
  const outcome = entries.findLast(({ type }) => type === 'act.outcome')?.outcome ?? null;
  return {
    seq: first.seq,
    at: first.at,
    what: first.what,
    where: first.where,
    word: wordOf(entries, answer, outcome),
    why: first.why,
    by: answer?.who ?? null,
    outcome,
    isLook: LOOK.test(first.what),
  };
}

/** What was decided of it, whether it then succeeded or not. */
function wordOf(
  entries: readonly AuditRow[],
  answer: AuditRow | undefined,
  outcome: string | null,
): LoggedAct['word'] {
  if (answer !== undefined) return boundaryWordOf(answer) ?? 'asked';
  const words = entries.map((entry) => boundaryWordOf(entry));
  if (words.includes('stopped')) return 'stopped';
  return words.includes('allowed') || outcome === 'DONE' ? 'allowed' : 'asked';
}

function addStopped(stopped: Map<string, StoppedView>, row: AuditRow): void {
  const { type, who, what, where, why } = row;
  const key = JSON.stringify([type, who, where, why]);
  const count = (stopped.get(key)?.count ?? 0) + 1;
  stopped.set(key, { type, who, what: stopped.get(key)?.what ?? what, where, why, asked: false, count });
}
