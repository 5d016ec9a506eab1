// The steps that can be looked at one by one: those of acts, and those at which the agent was asked and no act came of it. Pure.
import type { RequestsView, RequestView } from '#gateway/protocol/requests.ts';
import type { ThoughtView } from '#gateway/protocol/views/thoughts.ts';
import type { Word } from '#ui/app/parts/words.ts';

export type StepAct = {
  readonly step: number;
  readonly text: string;
  readonly decision: Word;
  readonly requestId: string | null;
};

/** In their order, each once. */
export const stepsOf = (
  acts: readonly Pick<StepAct, 'step'>[],
  thoughts: readonly Pick<ThoughtView, 'step'>[],
): readonly number[] =>
  [...new Set([...acts, ...thoughts].map(({ step }) => step))].toSorted((a, b) => a - b);

/** The one that an address names, or the nearest before it; without one the last. `null`: there is none. */
export const chosenStep = (steps: readonly number[], step: number | null): number | null =>
  (step === null ? steps.at(-1) : (steps.findLast((one) => one <= step) ?? steps[0])) ?? null;

/** By an act that came of it, where one is known; else by its number. */
export function thoughtAt(
  thoughts: readonly ThoughtView[],
  acts: readonly StepAct[],
  step: number,
): ThoughtView | null {
  const ids = acts.flatMap((act) => (act.step === step ? (act.requestId ?? []) : []));
  return (
    thoughts.findLast((one) => one.acts.some((id) => ids.includes(id))) ??
    thoughts.findLast((one) => one.step === step) ??
    null
  );
}

/** What went out from an act of this step until the next act; what is before the first act is of the first step. */
export function requestsAt(
  { requests }: Pick<RequestsView, 'requests'>,
  acts: readonly StepAct[],
  step: number,
): readonly RequestView[] {
  const stepOf = new Map(acts.flatMap((act) => (act.requestId === null ? [] : [[act.requestId, act.step]])));
  let current = acts[0]?.step ?? step;
  return requests.filter(({ after }) => {
    current = (after === null ? undefined : stepOf.get(after)) ?? current;
    return current === step;
  });
}

/** Whether the log says of the acts of this step which entries are theirs. */
export const isTold = (acts: readonly StepAct[], step: number): boolean =>
  acts.some((act) => act.step === step && act.requestId !== null);
