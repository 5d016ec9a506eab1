// Records a run so that it can be replayed: a digest of what each look showed, and what was proposed on it.
// INVARIANT: it keeps no text of a page except the name of the chosen element, and no secret: what is saved for a task, what its person says
// as a secret, what goes into a field for one, what looks like one, and what addresses carry beyond the person's own words is dots in it.
import type { Observation, Proposal } from '#engines/navigator/contract.ts';
import type { Subtask } from '#engines/planner/contract.ts';
import { digestOf } from '#executors/contract/authorization.ts';
import type { Secret } from '#gateway/boundary/task/context.ts';
import { addressShown, dots, HiddenWords, secretsOf, type KeptValues } from './hidden-words.ts';
import { enteredSecret } from './element-meant.ts';
import { MOST_RECORDED_FACTS, type RecordedStep, type Recording } from '#gateway/protocol/recording.ts';
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
  /** The person's order. */
  readonly words: string;
  readonly secrets: Readonly<Record<string, Secret>>;
};

/** Less than `parseRecording` takes, by the sign that ends what was cut. */
const MOST_CHARACTERS = 19_999;
const MOST_ORDER_CHARACTERS = 9_999;

export class Recorder {
  readonly #of: Of;
  readonly #steps: RecordedStep[] = [];
  readonly #hidden: HiddenWords;

  constructor(of: Of) {
    this.#of = of;
    this.#hidden = new HiddenWords(secretsOf(of));
  }

  proposed(step: number, subtask: Subtask, observation: Observation, chosen: Chosen): void {
    const { proposal, tier, own } = chosen;
    const entered = enteredSecret(observation, proposal);
    for (const value of [entered, own === undefined ? null : enteredSecret(observation, own)])
      if (value !== null) this.#hidden.add(value);
    const { action, ref, target, text, confidence, reasoning, facts = [] } = proposal;
    this.#steps.push({
      step,
      subtask: subtask.id,
      words: subtask.intent,
      url: observation.url,
      digest: observationDigest(observation),
      element: elementOf(observation, proposal),
      tier,
      // However short it is.
      proposal: {
        action,
        ref,
        target,
        text: entered === null ? text : dots(entered),
        confidence,
        reasoning: entered === null ? reasoning : reasoning.replaceAll(entered, dots(entered)),
        facts: facts.slice(0, MOST_RECORDED_FACTS),
      },
    });
  }

  /** The subtask is begun again: what was proposed for it came to nothing. */
  restart(subtask: string): void {
    const kept = this.#steps.filter((step) => step.subtask !== subtask);
    this.#steps.splice(0, this.#steps.length, ...kept);
  }

  recording({ intent, startedAt }: TaskView, { status, answer }: TaskResult): Recording {
    const { navigator, startUrl, plan } = this.#of;
    const own = this.#ownWords(intent);
    const shown = (text: string, most = MOST_CHARACTERS): string => this.#hidden.shown(text, most, own);
    const orNull = (text: string | null): string | null => (text === null ? null : shown(text));
    const place = (url: string): string => shown(addressShown(url, own));
    const placeOrNull = (url: string | null): string | null => (url === null ? null : place(url));
    return {
      version: 1,
      intent: shown(intent, MOST_ORDER_CHARACTERS),
      startUrl: placeOrNull(startUrl),
      plan: plan.map(({ id, intent: words, startUrl: begins, verification, group, commits, collects }) => ({
        id,
        intent: shown(words, MOST_ORDER_CHARACTERS),
        startUrl: placeOrNull(begins),
        verification: { type: verification.type, condition: shown(verification.condition) },
        group,
        commits,
        ...(collects === undefined ? {} : { collects: { query: shown(collects.query) } }),
      })),
      navigator,
      recordedAt: startedAt,
      status,
      answer: orNull(answer),
      // A value may be known only after it was said.
      steps: this.#steps.map(({ words, url, element, proposal, ...step }) => ({
        ...step,
        words: shown(words, MOST_ORDER_CHARACTERS),
        url: place(url),
        element: element === null ? null : { ...element, name: shown(element.name) },
        proposal: {
          ...proposal,
          text: orNull(proposal.text),
          reasoning: shown(proposal.reasoning),
          facts: proposal.facts.map((fact) => ({
            label: shown(fact.label),
            value: shown(fact.value),
            quote: shown(fact.quote),
            url: place(fact.url),
          })),
        },
      })),
    };
  }

  /** Values of addresses that say no more than the order and what was typed in the open: both stand in the recording anyway. */
  #ownWords(intent: string): KeptValues {
    const typed = this.#steps.flatMap(({ proposal: { action, text } }) =>
      // A number may be a code that no label tells.
      action === 'TYPE' && /\p{L}/u.test(text ?? '') ? [text ?? ''] : [],
    );
    const own = new Set(
      [intent, ...typed].flatMap((text) => wordsIn(this.#hidden.shown(text, MOST_CHARACTERS))),
    );
    return (value) => {
      const said = wordsIn(new URLSearchParams(`_=${value}`).get('_') ?? '');
      return said.length > 0 && said.every((word) => own.has(word));
    };
  }
}

const wordsIn = (text: string): readonly string[] => text.toLowerCase().match(/[\p{L}\p{N}]+/gu) ?? [];

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
