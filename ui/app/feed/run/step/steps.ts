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

/** By its number alone: which acts came of it is guessed by nobody. */
export const thoughtAt = (thoughts: readonly ThoughtView[], step: number): ThoughtView | null =>
  thoughts.findLast((one) => one.step === step) ?? null;

/**
 * Acts of the log by the steps that say which came of them: one that none says was tried before the next one that is said. `null`: none
 * is said.
 */
export function numberedBy<T extends StepAct>(
  acts: readonly T[],
  thoughts: readonly Pick<ThoughtView, 'step' | 'acts'>[],
): readonly T[] | null {
  const stepOf = new Map(thoughts.flatMap((one) => one.acts.map((id) => [id, one.step] as const)));
  const steps = untilNextKnown(
    acts.map(({ requestId }) => (requestId === null ? null : (stepOf.get(requestId) ?? null))),
  );
  return steps === null ? null : acts.map((act, at) => ({ ...act, step: steps[at] ?? act.step }));
}

/** What went out from an act of this step until the next act; of a log that is whole, what is before the first act is of the first step. */
export function requestsAt(
  { requests, complete }: Pick<RequestsView, 'requests' | 'complete'>,
  acts: readonly StepAct[],
  step: number,
): readonly RequestView[] {
  const stepOf = stepsById(acts);
  let isBegun = !complete;
  return requests.filter(({ after }) => {
    const known = after === null ? undefined : stepOf.get(after);
    isBegun ||= known !== undefined;
    return (known ?? (isBegun ? null : acts[0]?.step)) === step;
  });
}

/** Those of no step: the log does not say after which act of those that are known here. */
export function requestsOfNoStep(
  view: Pick<RequestsView, 'requests' | 'complete'>,
  acts: readonly StepAct[],
): number {
  const stepOf = stepsById(acts);
  const first = view.requests.findIndex(({ after }) => after !== null && stepOf.has(after));
  return view.requests.filter(
    ({ after }, at) => (view.complete ? at > first : true) && (after === null || !stepOf.has(after)),
  ).length;
}

const stepsById = (acts: readonly StepAct[]): ReadonlyMap<string, number> =>
  new Map(acts.flatMap((act) => (act.requestId === null ? [] : [[act.requestId, act.step]])));

/** Whether the log says of the acts of this step which entries are theirs. */
export const isTold = (acts: readonly StepAct[], step: number): boolean =>
  acts.some((act) => act.step === step && act.requestId !== null);

/** What has no step came before what has one: a try that failed. What is behind the last goes with it. `null`: none has one. */
export function untilNextKnown(steps: readonly (number | null)[]): readonly number[] | null {
  const last = steps.findLast((step) => step !== null) ?? null;
  if (last === null) return null;
  let next = last;
  return steps
    .toReversed()
    .map((step) => {
      next = step ?? next;
      return next;
    })
    .toReversed();
}
