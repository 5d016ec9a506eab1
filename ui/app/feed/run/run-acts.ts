// The rows of a run: of a task that the gateway still holds by its own steps, with what the log adds; else by the log alone.
import type { PicturedAct } from '#gateway/protocol/views/pictures.ts';
import type { StepView } from '#gateway/protocol/views/task.ts';
import { answerOfStep, boundaryWordOfStep } from '#gateway/protocol/boundary-word.ts';
import { BOUNDARY, OUTCOME, type Word } from '#ui/app/parts/words.ts';
import type { LoggedAct } from './logged-acts.ts';
import { untilNextKnown } from './step/steps.ts';

export type RunAct = {
  /** By which an address points at it. */
  readonly step: number;
  readonly at: string;
  readonly text: string;
  readonly decision: Word;
  /** Why it went or did not where no rule alone says it; `null`: a rule alone does. */
  readonly answer: string | null;
  readonly outcome: Word | null;
  /** Rules and their lines; `''`: not known here. */
  readonly why: string;
  /** As its log entries have it; `null`: not known here. */
  readonly requestId: string | null;
  /** Somebody was asked about it, or it did not go. */
  readonly isMarked: boolean;
  /** The entry of its decision. */
  readonly seq: number | null;
  readonly page: string | null;
  /** The agent's own words. */
  readonly reasoning: string | null;
  readonly subtask: string | null;
};

/**
 * Each step with the log's entries of the same act, where `pictured` says which; else with those of the same words, in their order. Its
 * request is known where the words fit no other one: what failed and was tried anew has more entries than steps.
 */
export function actsOfSteps(
  steps: readonly StepView[],
  logged: readonly LoggedAct[],
  pictured: readonly Pick<PicturedAct, 'requestId' | 'step' | 'at'>[] = [],
): readonly RunAct[] {
  let from = 0;
  const byRequest = new Map(logged.map((act) => [act.requestId, act]));
  const taken = new Set<string>();
  const [inSteps, inLog] = [counts(steps.map(({ text }) => [text])), counts(logged.map(wordsOf))];
  return steps.map((step) => {
    const exact = pictured.find(
      (one) => one.step === step.step && one.at === step.at && !taken.has(one.requestId),
    );
    if (exact !== undefined) taken.add(exact.requestId);
    const at = logged.findIndex((act, index) => index >= from && wordsOf(act).includes(step.text));
    if (at !== -1) from = at + 1;
    const guess = at === -1 ? null : (logged[at] ?? null);
    const entry = exact === undefined ? guess : (byRequest.get(exact.requestId) ?? null);
    const isOnly = inSteps.get(step.text) === inLog.get(step.text);
    const requestId = exact?.requestId ?? (isOnly ? (guess?.requestId ?? null) : null);
    return {
      step: step.step,
      at: step.at,
      text: step.text,
      decision: BOUNDARY[boundaryWordOfStep(step)],
      answer: answerOf(step, entry?.by ?? null),
      outcome: OUTCOME[step.outcome],
      why: entry?.why ?? '',
      requestId,
      isMarked: step.consent !== null || boundaryWordOfStep(step) !== 'allowed',
      seq: entry?.seq ?? null,
      page: step.page,
      reasoning: step.reasoning === '' ? null : step.reasoning,
      subtask: step.subtask,
    };
  });
}

/** `stepOf`: the step of a request, where something that is kept says it; then all are numbered by that, else in their order. */
export function actsOfLog(
  logged: readonly LoggedAct[],
  stepOf: (requestId: string) => number | null = () => null,
): readonly RunAct[] {
  const shown = logged.filter(({ isLook, word }) => !isLook || word !== 'allowed');
  const steps = shown.map(({ requestId }) => (requestId === null ? null : stepOf(requestId)));
  const known = untilNextKnown(steps);
  return shown.map((act, index) => {
    return {
      step: known?.[index] ?? index + 1,
      at: act.at,
      text: act.where === '' || act.what.includes(act.where) ? act.what : `${act.what} at ${act.where}`,
      decision: BOUNDARY[act.word],
      answer: act.by === null ? null : personInWords(act.by),
      outcome: outcomeInWords(act.outcome),
      why: act.why,
      requestId: act.requestId,
      isMarked: act.word !== 'allowed',
      seq: act.seq,
      page: null,
      reasoning: null,
      subtask: null,
    };
  });
}

const wordsOf = ({ what, where }: LoggedAct): readonly string[] => [what, `${what} at ${where}`];

function counts(words: readonly (readonly string[])[]): ReadonlyMap<string, number> {
  const found = new Map<string, number>();
  for (const word of words.flat()) found.set(word, (found.get(word) ?? 0) + 1);
  return found;
}

function answerOf(step: StepView, by: string | null): string | null {
  const said = answerOfStep(step);
  if (said !== null || step.consent === null) return said;
  return by === null ? null : personInWords(by);
}

const PERSONS: Readonly<Record<string, string>> = {
  'person:ui': 'you, in this app',
  'person:terminal': 'you, at the terminal',
  nobody: 'nobody answered',
};

const personInWords = (by: string): string => PERSONS[by] ?? by;

function outcomeInWords(outcome: string | null): Word | null {
  const known = (['DONE', 'FAILED', 'REFUSED'] as const).find((one) => one === outcome);
  if (known !== undefined) return OUTCOME[known];
  return outcome === null ? null : { text: outcome.toLowerCase().replaceAll('_', ' '), tone: 'plain' };
}
