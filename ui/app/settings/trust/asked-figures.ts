// How often a person was asked, and by which rule, from entries of the log: pure. INVARIANT: a question and its answer are paired by their
// request; only a person's no is a refusal, and what no person was asked is no question.
import type { AuditRow } from '#gateway/protocol/views/audit.ts';

/** More questions of one rule than these within an hour are too many. */
export const MOST_AN_HOUR = 6;
const HOUR_MS = 3_600_000;
/** Too short to read a question. */
export const AT_ONCE_MS = 1_000;

export type RuleFigures = {
  /** As the log says it, without where it stands: that moves with each edit. */
  readonly rule: string;
  readonly asked: number;
  readonly allowed: number;
  readonly refused: number;
  /** Its time ran out, it became void, or it is open. */
  readonly noAnswer: number;
  /** Milliseconds of each answer of a person. */
  readonly answerMs: readonly number[];
  /** The most questions within an hour. */
  readonly mostAnHour: number;
  /** Newest first, which a rule may be drafted from. */
  readonly requestIds: readonly string[];
};

export type AskedFigures = {
  /** Questions of tasks and of agents' tabs that were put to a person. */
  readonly asked: number;
  /** How many tasks and tabs they came from. */
  readonly askers: number;
  /** Answers that a person gave, and those that took less than a second. */
  readonly answered: number;
  readonly atOnce: number;
  /** Not counted: no person was asked, or a program answered. */
  readonly notPut: number;
  /** Not counted: about a change of the policy or of the settings. */
  readonly ofChanges: number;
  /** Most often asked first. */
  readonly rules: readonly RuleFigures[];
};

type Asked = { readonly question: AuditRow; answer: AuditRow | null };

/** `rows`: questions and answers, in any order. */
export function askedFigures(rows: readonly AuditRow[]): AskedFigures {
  const all = rows.filter(({ type }) => type === 'consent.asked');
  const pairs = paired(rows);
  const put = pairs.filter(({ answer }) => answer === null || wasPut(answer));
  const times = put.map(msOf).filter((ms) => ms !== null);
  const rules = Map.groupBy(put, ({ question }) => ruleOf(question.why));
  return {
    asked: put.length,
    askers: new Set(put.map(({ question }) => question.taskId)).size,
    answered: times.length,
    atOnce: times.filter((ms) => ms < AT_ONCE_MS).length,
    notPut: pairs.length - put.length,
    ofChanges: all.length - pairs.length,
    rules: [...rules]
      .map(([rule, of]): RuleFigures => {
        const outcomes = of.map(({ answer }) => answer?.outcome ?? null);
        const allowed = outcomes.filter((outcome) => outcome === 'GRANTED').length;
        const refused = outcomes.filter((outcome) => outcome === 'REFUSED').length;
        return {
          rule,
          asked: of.length,
          allowed,
          refused,
          noAnswer: of.length - allowed - refused,
          answerMs: of.map(msOf).filter((ms) => ms !== null),
          mostAnHour: mostWithin(of.map(({ question }) => Date.parse(question.at))),
          requestIds: of.flatMap(({ question }) => question.requestId ?? []).toReversed(),
        };
      })
      .toSorted((a, b) => b.asked - a.asked),
  };
}

/** Oldest first. A request that is decided once more may be asked about once more: each question has the answer that came after it. */
function paired(rows: readonly AuditRow[]): readonly Asked[] {
  const pairs: Asked[] = [];
  const open = new Map<string, Asked>();
  for (const row of rows.toSorted((a, b) => a.seq - b.seq)) {
    if (row.taskId === null) continue;
    if (row.type === 'consent.asked') {
      const asked: Asked = { question: row, answer: null };
      pairs.push(asked);
      if (row.requestId !== null) open.set(row.requestId, asked);
    } else if (row.type === 'consent.answered' && row.requestId !== null) {
      const asked = open.get(row.requestId);
      if (asked !== undefined) asked.answer = row;
      open.delete(row.requestId);
    }
  }
  return pairs;
}

/** Outcomes of questions that came before nobody. */
const UNSEEN = ['NOBODY', 'NOT_ASKED', 'NO_APPROVER'];

/** Whether a person had the question before them. */
function wasPut({ outcome, who }: AuditRow): boolean {
  const isAnswered = outcome === 'GRANTED' || outcome === 'REFUSED';
  return isAnswered ? who.startsWith('person:') : outcome === null || !UNSEEN.includes(outcome);
}

/** `null`: no person answered. */
function msOf({ question, answer }: Asked): number | null {
  return answer?.outcome === 'GRANTED' || answer?.outcome === 'REFUSED'
    ? Date.parse(answer.at) - Date.parse(question.at)
    : null;
}

/** `rules.login (p.yaml:9:1)` → `rules.login` */
const ruleOf = (why: string): string => why.replaceAll(/ \([^()]{0,400}:\d{1,9}\)/gu, '');

/** `times`: oldest first. */
function mostWithin(times: readonly number[]): number {
  let [first, most] = [0, 0];
  for (const [at, time] of times.entries()) {
    while ((times[first] ?? time) <= time - HOUR_MS) first += 1;
    most = Math.max(most, at - first + 1);
  }
  return most;
}
