// How often a person was asked, and by which rule, from entries of the log: pure. INVARIANT: a question and its answer are paired by their
// request; what was never answered counts as asked, and as nothing else.
import type { AuditRow } from '#gateway/protocol/views/audit.ts';

/** More questions of one rule than these within an hour are too many. */
export const MOST_AN_HOUR = 6;
const HOUR_MS = 3_600_000;
/** Too short to read a question. */
export const AT_ONCE_MS = 1_000;

export type RuleFigures = {
  /** As the log says it. */
  readonly rule: string;
  readonly asked: number;
  readonly allowed: number;
  readonly refused: number;
  /** Milliseconds of each answer of a person. */
  readonly answerMs: readonly number[];
  /** The most questions within an hour. */
  readonly mostAnHour: number;
  /** The newest one, which a rule can be drafted from. */
  readonly requestId: string | null;
};

export type AskedFigures = {
  /** Questions of tasks. */
  readonly asked: number;
  /** Answers that a person gave, and those that took less than a second. */
  readonly answered: number;
  readonly atOnce: number;
  /** Most often asked first. */
  readonly rules: readonly RuleFigures[];
};

/** `rows`: questions and answers, in any order. */
export function askedFigures(rows: readonly AuditRow[]): AskedFigures {
  const questions = rows
    .filter(({ type, taskId }) => type === 'consent.asked' && taskId !== null)
    .toSorted((a, b) => a.seq - b.seq);
  const answers = new Map(
    rows.flatMap((row) =>
      row.type === 'consent.answered' && row.requestId !== null ? [[row.requestId, row] as const] : [],
    ),
  );
  const answerOf = ({ requestId }: AuditRow): AuditRow | undefined =>
    requestId === null ? undefined : answers.get(requestId);
  const msOf = (question: AuditRow): number | null => {
    const answer = answerOf(question);
    return answer?.who.startsWith('person:') === true
      ? Date.parse(answer.at) - Date.parse(question.at)
      : null;
  };
  const times = questions.map(msOf).filter((ms) => ms !== null);
  const rules = Map.groupBy(questions, ({ why }) => why);
  return {
    asked: questions.length,
    answered: times.length,
    atOnce: times.filter((ms) => ms < AT_ONCE_MS).length,
    rules: [...rules]
      .map(([rule, of]): RuleFigures => {
        const outcomes = of.flatMap((question) => answerOf(question)?.outcome ?? []);
        const allowed = outcomes.filter((outcome) => outcome === 'GRANTED').length;
        return {
          rule,
          asked: of.length,
          allowed,
          refused: outcomes.length - allowed,
          answerMs: of.map(msOf).filter((ms) => ms !== null),
          mostAnHour: mostWithin(of.map(({ at }) => Date.parse(at))),
          requestId: of.at(-1)?.requestId ?? null,
        };
      })
      .toSorted((a, b) => b.asked - a.asked),
  };
}

/** `times`: oldest first. */
function mostWithin(times: readonly number[]): number {
  let [first, most] = [0, 0];
  for (const [at, time] of times.entries()) {
    while ((times[first] ?? time) <= time - HOUR_MS) first += 1;
    most = Math.max(most, at - first + 1);
  }
  return most;
}
