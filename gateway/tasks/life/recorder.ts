// Records a run so that it can be replayed: a digest of what each look showed, and what was proposed on it.
// INVARIANT: it keeps no text of a page except the name of the chosen element, and no secret: a proposal has only their names.
import type { Observation, Proposal } from '#engines/navigator/contract.ts';
import type { Subtask } from '#engines/planner/contract.ts';
import { digestOf } from '#executors/contract/authorization.ts';
import type { RecordedStep, Recording } from '#gateway/protocol/recording.ts';
import type { StepTier, TaskResult, TaskView } from '#gateway/protocol/views/task.ts';

/** A step that a navigator chose, and the tier that it comes from. */
export type Chosen = {
  readonly proposal: Proposal;
  readonly tier: StepTier;
  /** What the navigator itself answered, where the gateway does `proposal` instead of it. */
  readonly own?: Proposal;
  /** A picture of the page went along with the question that it answers. */
  readonly pictured?: true;
};

type Of = {
  readonly navigator: string;
  /** Where the person said to begin. */
  readonly startUrl: string | null;
  readonly plan: readonly Subtask[];
};

export class Recorder {
  readonly #of: Of;
  readonly #steps: RecordedStep[] = [];

  constructor(of: Of) {
    this.#of = of;
  }

  proposed(step: number, subtask: Subtask, observation: Observation, { proposal, tier }: Chosen): void {
    const {
      usage: _usage,
      evidence: _evidence,
      notUnderstood: _words,
      reading: _read,
      question: _asked,
      ...said
    } = proposal;
    this.#steps.push({
      step,
      subtask: subtask.id,
      words: subtask.intent,
      url: observation.url,
      digest: observationDigest(observation),
      element: elementOf(observation, proposal),
      tier,
      proposal: { ...said, facts: [...(said.facts ?? [])] },
    });
  }

  /** The subtask is begun again: what was proposed for it came to nothing. */
  restart(subtask: string): void {
    const kept = this.#steps.filter((step) => step.subtask !== subtask);
    this.#steps.splice(0, this.#steps.length, ...kept);
  }

  recording({ intent, startedAt }: TaskView, { status, answer }: TaskResult): Recording {
    const { navigator, startUrl, plan } = this.#of;
    return {
      version: 1,
      intent,
      startUrl,
      plan: plan.map((subtask) => ({ ...subtask })),
      navigator,
      recordedAt: startedAt,
      status,
      answer,
      steps: [...this.#steps],
    };
  }
}

/** What a navigator sees of a page, without what differs from look to look by itself: refs, places, the scroll position. */
export const observationDigest = ({ url, nodes }: Observation): string =>
  digestOf({
    url,
    nodes: nodes.map(({ role, name, value, states }) => [role, name, value ?? '', [...states].toSorted()]),
  });

/** The element meant, by what stands on it and its place among those alike. */
export function elementOf({ nodes }: Observation, { ref }: Pick<Proposal, 'ref'>): RecordedStep['element'] {
  const node = ref === null ? undefined : nodes.find((one) => one.ref === ref);
  if (node === undefined) return null;
  const alike = nodes.filter((one) => one.ref !== null && one.role === node.role && one.name === node.name);
  return { role: node.role, name: node.name, nth: alike.indexOf(node) };
}
