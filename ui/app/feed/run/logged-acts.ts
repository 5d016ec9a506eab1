// Acts of a task out of its log entries: decision, question, answer, authorisation and outcome of one request are one row.
// INVARIANT: nothing is said of an act that no entry says; what pages tried by themselves is no act of the task's.
import {
  boundaryWordOf,
  boundaryWordOfAll,
  outcomeOfAll,
  sinceDecided,
  type BoundaryWord,
} from '#gateway/protocol/boundary-word.ts';
import type { AuditRow } from '#gateway/protocol/views/audit.ts';
import { TASK_ENDS, type StoppedView, type TaskResult, type TaskView } from '#gateway/protocol/views/task.ts';

export type LoggedAct = {
  /** Of its first entry. */
  readonly seq: number;
  readonly requestId: string | null;
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
  /** What was tried and did not go, alike ones together. */
  readonly stopped: readonly StoppedView[];
  /** As the gateway counts while it holds the task: looks and what pages were let do among them. */
  readonly counts: TaskView['counts'];
  /** As the log quotes it; `null`: the beginning is not among the entries. */
  readonly intent: string | null;
  readonly startedAt: string | null;
  readonly startedBy: string | null;
  /** `null`: the log knows no end of it. */
  readonly ended: { readonly at: string; readonly status: TaskResult['status'] } | null;
};

/** The log's words for a look, as `policy/acts/reading-acts.ts` has them. */
const LOOK = /^(?:look at|take a picture of) the page$/u;

const OUTCOMES = ['act.outcome', 'tab.launched'];
/** What follows a decision in the log, of the same request. */
const OF_AN_ACT = [
  'authorization.issued',
  'authorization.refused',
  'consent.asked',
  'consent.answered',
  ...OUTCOMES,
];

/** `rows`: entries of one task, newest first, as the gateway gives them. */
export function loggedRun(rows: readonly AuditRow[]): LoggedRun {
  const requests = new Map<string, AuditRow[]>();
  const stopped = new Map<string, StoppedView>();
  for (const row of rows.toReversed()) {
    const id = row.requestId ?? `entry ${row.seq}`;
    const known = requests.get(id);
    if (row.type === 'decision' || OF_AN_ACT.includes(row.type)) {
      if (known !== undefined) known.push(row);
      else if (row.type === 'decision') requests.set(id, [row]);
    } else if (boundaryWordOf(row) === 'stopped') addStopped(stopped, row, false);
    else if (row.type === 'page.act' && row.verdict !== null && known === undefined) requests.set(id, [row]);
  }
  const acts: LoggedAct[] = [];
  const words: LoggedAct['word'][] = [];
  for (const [first, ...later] of requests.values()) {
    if (first === undefined) continue;
    const act = actOf([first, ...later], first);
    words.push(act.word);
    if (first.type === 'decision') acts.push(act);
    if (act.word === 'stopped')
      addStopped(stopped, { ...first, why: act.why }, wasAsked(sinceDecided([first, ...later])));
  }
  const started = rows.find(({ type }) => type === 'task.started');
  const ended = rows.find(({ type }) => type === 'task.ended');
  const status = TASK_ENDS.find((end) => end === ended?.outcome);
  return {
    acts,
    stopped: [...stopped.values()],
    counts: countsOf(words, [...requests.values()], [...stopped.values()]),
    intent: started === undefined ? null : quotedIn(started.what),
    startedAt: started?.at ?? null,
    startedBy: started?.who ?? null,
    ended: ended === undefined || status === undefined ? null : { at: ended.at, status },
  };
}

function countsOf(
  words: readonly LoggedAct['word'][],
  requests: readonly (readonly AuditRow[])[],
  stopped: readonly StoppedView[],
): TaskView['counts'] {
  const count = (word: LoggedAct['word']): number => words.filter((one) => one === word).length;
  const [youAllowed, youRefused] = [count('you-allowed'), count('you-refused')];
  return {
    // Those that were let and whose authorisation did not hold are among them.
    allowed: count('allowed') + count('failed') + youAllowed,
    asked: requests.filter((entries) => entries.some(({ type }) => type === 'consent.answered')).length,
    denied: count('stopped') + youRefused,
    youAllowed,
    youRefused,
    stopped: stopped.reduce((sum, one) => sum + one.count, 0),
  };
}

/** `run “…”` without what the log puts around it. */
function quotedIn(what: string): string {
  const from = what.indexOf('“');
  return from !== -1 && what.endsWith('”') ? what.slice(from + 1, -1) : what;
}

function actOf(entries: readonly AuditRow[], first: AuditRow): LoggedAct {
  const answer = sinceDecided(entries).findLast(({ type }) => type === 'consent.answered');
  // A page or a policy that changed: it was decided once more.
  const decided = entries.findLast(({ type }) => type === first.type) ?? first;
  return {
    seq: first.seq,
    requestId: first.requestId,
    at: first.at,
    what: first.what,
    where: first.where,
    word: boundaryWordOfAll(entries),
    why: decided.why,
    by: answer?.who ?? null,
    outcome: outcomeOfAll(entries),
    isLook: LOOK.test(first.what),
  };
}

/** Whether a question stood before a person, whatever became of it. */
const wasAsked = (entries: readonly AuditRow[]): boolean =>
  entries.some(
    ({ type, outcome }) => type === 'consent.answered' && (outcome === 'TIMED_OUT' || outcome === 'VOID'),
  );

function addStopped(stopped: Map<string, StoppedView>, row: AuditRow, asked: boolean): void {
  const { type, who, what, where, why } = row;
  const key = JSON.stringify([type, who, where, why, asked]);
  const known = stopped.get(key);
  stopped.set(key, {
    type,
    who,
    what: known?.what ?? what,
    where,
    why,
    asked,
    count: (known?.count ?? 0) + 1,
  });
}
