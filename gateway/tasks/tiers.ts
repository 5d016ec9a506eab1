// Which perception a step gets: the page as text, then with a picture, then further down (specification 04, decision matrix).
// INVARIANT: a step below the threshold is never acted on without a picture having been looked at, where the navigator can see
// one; after eight screens the task ends and says so.
import type { ModelUsage, Memory, Navigator, Observation, Proposal } from '#engines/navigator/contract.ts';

/** Below it, a navigator's step is not acted on yet. */
export const CONFIDENT = 0.75;
/** Fewer elements to act on than this, and the page's text tells too little. */
const FEW_ELEMENTS = 5;
const SCREENS = 8;

/** The viewport as JPEG in base64; `null` where there is none to be had. */
type Look = () => Promise<string | null>;

export class Tiers {
  readonly #navigator: Navigator;
  #screens = 0;

  constructor(navigator: Navigator) {
    this.#navigator = navigator;
  }

  /** The next step, from the cheapest tier that is sure of it. Rejects as the navigator does. */
  async propose(
    observation: Observation,
    memory: Memory,
    look: Look,
    signal: AbortSignal,
  ): Promise<Proposal> {
    const navigator = this.#navigator;
    if (navigator.seesPictures !== true || observation.refusal !== null)
      return navigator.next(observation, memory, signal);
    const actionable = observation.nodes.filter(({ ref }) => ref !== null).length;
    const first = actionable < FEW_ELEMENTS ? null : await navigator.next(observation, memory, signal);
    if (first !== null && first.confidence >= CONFIDENT) return this.#sure(first);
    const jpegBase64 = await look();
    signal.throwIfAborted();
    if (jpegBase64 === null && first !== null) return first;
    const second = await navigator.next(
      jpegBase64 === null ? observation : { ...observation, picture: { jpegBase64 } },
      memory,
      signal,
    );
    const usage = [...(first?.usage ?? []), ...(second.usage ?? [])];
    if (second.confidence >= CONFIDENT || jpegBase64 === null) return this.#sure({ ...second, usage });
    return this.#further(observation, second, usage);
  }

  #sure(proposal: Proposal): Proposal {
    if (proposal.action !== 'SCROLL') this.#screens = 0;
    return proposal;
  }

  /** Not found on this screen: the next one, and after the last the person looks. */
  #further({ scroll, url }: Observation, unsure: Proposal, usage: readonly ModelUsage[]): Proposal {
    const isEnd = scroll.y + scroll.viewportHeight >= scroll.height - 1;
    const base = { ref: null, target: null, confidence: unsure.confidence, usage };
    if (isEnd || this.#screens >= SCREENS) {
      const seen = this.#screens + 1;
      const text = `not found on ${seen} screen${seen === 1 ? '' : 's'} of ${url}; look at it yourself, or say it another way`;
      return { ...base, action: 'FAILED', text, reasoning: unsure.reasoning };
    }
    this.#screens += 1;
    return {
      ...base,
      action: 'SCROLL',
      text: 'down',
      reasoning: `unsure on this screen, so the next one: ${unsure.reasoning}`.slice(0, 500),
    };
  }
}

/** What a task's models were asked, by tier and model. */
export class Spent {
  readonly #by = new Map<string, ModelUsage>();

  add(usage: readonly ModelUsage[]): void {
    for (const one of usage) {
      const key = `${one.tier} ${one.model}`;
      const sum = this.#by.get(key);
      this.#by.set(key, sum === undefined ? one : plus(sum, one));
    }
  }

  list(): readonly ModelUsage[] {
    return [...this.#by.values()];
  }
}

const plus = (a: ModelUsage, b: ModelUsage): ModelUsage => ({
  ...a,
  requests: a.requests + b.requests,
  inputTokens: a.inputTokens + b.inputTokens,
  outputTokens: a.outputTokens + b.outputTokens,
  cachedTokens: a.cachedTokens + b.cachedTokens,
  // A part whose price is not known makes the sum unknown.
  costUsd: a.costUsd === null || b.costUsd === null ? null : a.costUsd + b.costUsd,
  milliseconds: a.milliseconds + b.milliseconds,
});
