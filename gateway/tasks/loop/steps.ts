// One subtask in one tab: look → propose → act, until the navigator is done, gives up, is stopped, or has no step left.
// INVARIANT: a proposal is untrusted; every act of it goes through the boundary, and what was refused is not tried again.
import { isGuessed } from '#engines/navigator/offline/checking.ts';
import { setTimeout as delay } from 'node:timers/promises';
import type { Memory, Observation, Proposal } from '#engines/navigator/contract.ts';
import type { Subtask } from '#engines/planner/contract.ts';
import type { GhostTab } from '#executors/contract/tab.ts';
import { mayHaveHappened } from '#executors/contract/outcome.ts';
import { failure, ok } from '#policy/language/failure.ts';
import type { Failure, Result } from '#policy/language/failure.ts';
import { visible } from '#gateway/protocol/visible.ts';
import { untilAborted } from '#executors/system/until-aborted.ts';
import { askFirst } from '#gateway/tasks/questions/asking.ts';
import { observationOf } from './observation.ts';
import type { Checker } from '#gateway/tasks/judging/checker.ts';
import type { Prefetch } from './prefetch.ts';
import type { ModelTrouble } from './model-trouble.ts';
import { actsOf } from './proposal.ts';
import type { Recorder } from '#gateway/tasks/life/recorder.ts';
import type { Sight, SightParts } from './sight.ts';
import { answerTo, askedMeanwhile, unanswered } from './dialog.ts';
import { refusalOf, refusedBy } from './refusal-for-navigator.ts';
import { MAX_INPUT_TOKENS } from './tiers.ts';
import type { Tiers } from './tiers.ts';
import { postedUnasked } from '#gateway/tasks/judging/posting.ts';
import { heldBack, notUnderstoodAs } from '#gateway/tasks/judging/unknown-clauses.ts';
import { judge } from '#gateway/tasks/judging/verdict.ts';
import type { Chosen } from '#gateway/tasks/life/recorder.ts';
import type { Task } from '#gateway/tasks/life/task.ts';
import type { ThoughtLane } from '#gateway/tasks/life/thought-book.ts';
import { isRefusal } from '#gateway/tasks/life/worker.ts';

/** After the last act: how long an effect has to stay. */
export const SETTLED_MS = 150;

type Last = { readonly error: Failure | null; readonly refusal: Observation['refusal'] };
type Stepped =
  | { readonly kind: 'END'; readonly failure: Failure | null }
  | ({ readonly kind: 'ON' } & Last)
  /** Nothing was done: looked at and asked anew, with what was known of the last act. */
  | { readonly kind: 'AGAIN' };

export type StepsParts = SightParts & {
  readonly task: Task;
  readonly sight: Sight;
  readonly tiers: Tiers;
  readonly ahead: Prefetch;
  readonly checker: Checker;
  readonly recorder: Recorder;
  readonly thoughts: Pick<ThoughtLane, 'answered'>;
  readonly tab: GhostTab;
  readonly trouble: ModelTrouble;
  readonly monotonicMs: () => number;
};

/** `null`: the navigator says that it is done. */
export async function takeSteps(parts: StepsParts, subtask: Subtask): Promise<Failure | null> {
  const { lane, sight } = parts;
  let last: Last = { error: null, refusal: null };
  parts.checker.begin();
  while (!lane.usedUp) {
    const looked = await sight.look();
    if (!looked.ok) return looked.error;
    const stepped = await takeStep(parts, subtask, observationOf(looked.value, last));
    if (stepped.kind === 'END') return stepped.failure;
    if (stepped.kind === 'ON') last = stepped;
  }
  return failure('task.step-limit', `not done after ${lane.stepLimit} steps`, {
    help: 'say it in smaller parts, or name the page to start from',
  });
}

/** One proposal and its acts. */
async function takeStep(parts: StepsParts, subtask: Subtask, observation: Observation): Promise<Stepped> {
  const { lane, progress, recovery, worker, recorder } = parts;
  const from = parts.monotonicMs();
  const answered = await think(parts, subtask, observation);
  if (parts.interruption.aborted)
    return { kind: 'END', failure: parts.trouble.endedBy(parts.interruption.failure) };
  if (!answered.ok) return { kind: 'END', failure: answered.error };
  const { proposal, tier } = answered.value;
  const over = progress.learned(proposal);
  if (over !== null) parts.task.tokensOver(over, MAX_INPUT_TOKENS);
  if (proposal.trouble !== undefined) {
    const broken = await parts.trouble.wait(proposal.trouble);
    if (broken !== null) return { kind: 'END', failure: broken };
    lane.giveBack();
    return { kind: 'AGAIN' };
  }
  const unwritten = await parts.trouble.over();
  if (unwritten !== null) return { kind: 'END', failure: unwritten };
  const asked = await askFirst(parts, proposal, observation);
  if (parts.interruption.aborted) return { kind: 'END', failure: parts.interruption.failure };
  if (asked.kind === 'AGAIN') return { kind: 'ON', error: null, refusal: null };
  recorder.proposed(lane.step, subtask, observation, answered.value);
  if (asked.kind === 'NOT_DONE') {
    progress.doubted(proposal.confidence);
    return { kind: 'END', failure: progress.lastRefusal ?? asked.failure };
  }
  if (asked.guess !== null) progress.guessed(asked.guess);
  const understood = parts.checker.understood(observation, memoryOf(parts, subtask, observation), proposal);
  if (proposal.action === 'DONE') {
    const last = await settled(parts, observation);
    if (!last.ok) return { kind: 'END', failure: last.error };
    const { clauses, failure: broken } = judge(
      subtask,
      proposal,
      progress.witness(last.value),
      parts.checker.check(last.value, memoryOf(parts, subtask, last.value)),
      parts.context.intent,
    );
    progress.settled(clauses);
    if (broken === null) {
      parts.task.unknown.understood(subtask.id, understood);
      progress.answered(proposal.text, proposal.confidence);
    }
    return { kind: 'END', failure: broken };
  }
  progress.hold(proposal.evidence ?? [], observation);
  if (proposal.action === 'FAILED') {
    progress.doubted(proposal.confidence);
    return { kind: 'END', failure: progress.lastRefusal ?? helpWanted(proposal, observation) };
  }
  if (progress.isStuck(observation, proposal))
    return {
      kind: 'END',
      failure: failure(
        'navigator.stuck',
        `the same step came to nothing again and again: ${proposal.action}`,
        {
          help: 'look at the page yourself, or say the task another way',
        },
      ),
    };
  const acts = actsOf(proposal, observation.nodes);
  if (!acts.ok) {
    progress.remember(observation, proposal, 'failed', acts.error.message);
    return { kind: 'ON', error: acts.error, refusal: null };
  }
  const unasked = await postedUnasked(parts, proposal, acts.value);
  if (unasked !== null) {
    progress.remember(observation, proposal, 'failed', unasked.message);
    return { kind: 'ON', error: unasked, refusal: null };
  }
  const held = await heldBack(
    parts,
    [
      ...parts.task.unknown.beside(subtask.id, understood),
      // The words were read, and not as they were said.
      ...(isGuessed(proposal) ? [subtask.intent] : []),
    ],
    proposal,
    observation,
    acts.value,
  );
  if (held !== null) {
    progress.doubted(proposal.confidence);
    return { kind: 'END', failure: held };
  }
  parts.checker.follow(observation, memoryOf(parts, subtask, observation), proposal);
  const thought = { proposal, tier, milliseconds: parts.monotonicMs() - from };
  const due = [...acts.value];
  const beside: string[] = [];
  let accepted = 0;
  for (let action = due.shift(); action !== undefined; action = due.shift()) {
    // oxlint-disable-next-line no-await-in-loop -- one after the other
    const performed = await worker.propose(action, thought);
    recovery.acted(performed);
    const { result } = performed;
    const answer = answerTo(result, accepted);
    beside.push(askedMeanwhile(result));
    const error = result.ok ? (refusedBy(result.value) ?? unanswered(result, accepted)) : result.error;
    if (answer !== null) {
      due.unshift(answer);
      accepted += 1;
    }
    if (error === null) continue;
    const stop = stopping(parts, error);
    const refused = isRefusal(error.code);
    // What may have happened is looked at like what did: the next look says what came of it.
    const outcome = refused ? 'refused' : mayHaveHappened(error) ? 'done' : 'failed';
    progress.remember(observation, proposal, outcome, error.message);
    if (stop !== null) return { kind: 'END', failure: stop };
    return refused
      ? { kind: 'ON', error: null, refusal: refusalOf(error, result.ok ? error.message : performed.what) }
      : { kind: 'ON', error, refusal: null };
  }
  progress.remember(observation, proposal, 'done', beside.filter((one) => one !== '').join('; '));
  return { kind: 'ON', error: null, refusal: null };
}

/** What a page undoes at once is not done: it is looked at once more, a moment later. Where nothing moved, that look is spared. */
async function settled(
  { progress, sight, interruption }: StepsParts,
  observation: Observation,
): Promise<Result<Observation>> {
  if (!progress.hasActed) return ok(observation);
  await untilAborted(delay(SETTLED_MS), interruption.signal).catch(() => undefined);
  const looked = await sight.look();
  return looked.ok ? ok(observationOf(looked.value, { error: null, refusal: null })) : looked;
}

/** Never later than the end of the task, whether the navigator listens to it or not. */
async function think(parts: StepsParts, subtask: Subtask, observation: Observation): Promise<Result<Chosen>> {
  const { lane, ahead, tab, tiers, sight, interruption, thoughts } = parts;
  const from = parts.monotonicMs();
  const step = lane.beginStep();
  lane.setTab('INFERRING');
  const memory = memoryOf(parts, subtask, observation);
  ahead.during(tab, observation, subtask.intent);
  const { signal } = interruption;
  const answered: Result<Chosen> = await untilAborted(
    tiers.propose(observation, memory, () => sight.picture(), signal),
    signal,
  ).catch((thrown: unknown) => ({
    ok: false,
    error: failure('navigator.failed', 'the navigator gave no answer', { cause: thrown }),
  }));
  if (answered.ok && answered.value.proposal.trouble === undefined)
    thoughts.answered({
      step,
      subtask,
      observation,
      memory,
      chosen: answered.value,
      milliseconds: parts.monotonicMs() - from,
    });
  return answered;
}

function memoryOf(
  { task, lane, context, progress, checker }: StepsParts,
  { intent: subtask }: Subtask,
  { origin: here }: Observation,
): Memory {
  const { intent } = context;
  return progress.memory({
    intent,
    subtask,
    clauses: checker.clauses({ intent, subtask }).map(({ words }) => words),
    of: task.calls,
    secrets: Object.entries(context.secrets).flatMap(([name, { origin }]) => (origin === here ? [name] : [])),
    ...(task.questions.answered.length === 0 ? {} : { answered: task.questions.answered }),
    step: lane.step,
    stepLimit: lane.stepLimit,
  });
}

function helpWanted(
  { text, reasoning, notUnderstood = [] }: Proposal,
  { structuredError }: Observation,
): Failure {
  const said = visible(text ?? reasoning, 500);
  if (notUnderstood.length > 0) return notUnderstoodAs(said, notUnderstood);
  return failure(
    'navigator.needs-help',
    said,
    structuredError === null ? {} : { details: { pageError: structuredError.retryable } },
  );
}

/** The failure that a failed act ends the task with, or `null` where the navigator may try something else. */
function stopping({ context, interruption, progress }: StepsParts, error: Failure): Failure | null {
  if (context.state.stopped !== null) return context.state.stopped;
  if (isRefusal(error.code) && !interruption.aborted) return progress.refused(error) ? error : null;
  if (interruption.aborted) return interruption.failure;
  return error.code.startsWith('browser.') ||
    error.code.startsWith('audit.') ||
    error.code.startsWith('authorization.')
    ? error
    : null;
}
