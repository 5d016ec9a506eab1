// Chooses the perception of a step: the page as text, then by its words alone, then with a picture, then further down (specification
// 04, decision matrix). INVARIANT: a step below the threshold is acted on only after a picture was looked at, if the navigator can see
// one, except on the one element that the person's own words name; after eight screens the task ends.
import type { ModelUsage } from '#engines/model/contract.ts';
import type { Memory, Navigator, Observation, Proposal } from '#engines/navigator/contract.ts';
import type { StepTier, TokensView } from '#gateway/protocol/views/task.ts';
import { err, ok } from '#policy/language/failure.ts';
import type { Result } from '#policy/language/failure.ts';
import type { Chosen } from '#gateway/tasks/life/recorder.ts';
import { matchesLabelAlone } from './label-match.ts';
import { parseProposal } from './proposal.ts';

/** Below it, a navigator's step is not acted on yet. */
export const MIN_CONFIDENCE = 0.75;
/** Fewer elements to act on than this, and the page's text tells too little. */
const MIN_ELEMENTS = 5;
const MAX_SCREENS = 8;
/**
 * Input tokens of one call: page, memory and instruction have budgets in characters that come to a third of it, so that more
 * means that something grows. Far below what any of the models takes.
 */
export const MAX_INPUT_TOKENS = 16_000;

/** The viewport as JPEG in base64; `null` where there is none to be had. */
type Look = () => Promise<string | null>;

export class Tiers {
  readonly #navigator: Navigator;
  #screens = 0;

  constructor(navigator: Navigator) {
    this.#navigator = navigator;
  }

  /** The next step, from the cheapest tier that is sure of it. Rejects as the navigator does. Errors: `navigator.bad-proposal`. */
  async propose(
    observation: Observation,
    memory: Memory,
    look: Look,
    signal: AbortSignal,
  ): Promise<Result<Chosen>> {
    const ask = async (seen: Observation): Promise<Result<Proposal>> =>
      parseProposal(await this.#navigator.next(seen, memory, signal));
    if (this.#navigator.seesPictures !== true || observation.refusal !== null)
      return chosen(await ask(observation), 1);
    const actionable = observation.nodes.filter(({ ref }) => ref !== null).length;
    const answered = actionable < MIN_ELEMENTS ? null : await ask(observation);
    if (answered !== null && !answered.ok) return answered;
    const first = answered?.value ?? null;
    if (first !== null && first.confidence >= MIN_CONFIDENCE) return ok(this.#sure(first, 1));
    if (first !== null && matchesLabelAlone(first, observation, memory)) return ok(this.#sure(first, 'DOM'));
    const jpegBase64 = await look();
    signal.throwIfAborted();
    if (jpegBase64 === null && first !== null) return ok({ proposal: first, tier: 1 });
    const second = await ask(jpegBase64 === null ? observation : { ...observation, picture: { jpegBase64 } });
    if (!second.ok) return second;
    const usage = [...(first?.usage ?? []), ...(second.value.usage ?? [])];
    const own = { ...second.value, usage };
    if (jpegBase64 === null) return ok(this.#sure(own, 2));
    if (own.confidence >= MIN_CONFIDENCE) return ok({ ...this.#sure(own, 2), pictured: true });
    return ok({ proposal: this.#further(observation, own, usage), tier: 3, own, pictured: true });
  }

  #sure(proposal: Proposal, tier: StepTier): Chosen {
    if (proposal.action !== 'SCROLL') this.#screens = 0;
    return { proposal, tier };
  }

  /** Not found on this screen: the next one, and after the last the person looks. */
  #further({ scroll, url }: Observation, unsure: Proposal, usage: readonly ModelUsage[]): Proposal {
    const isEnd = scroll.y + scroll.viewportHeight >= scroll.height - 1;
    const base = { ref: null, target: null, confidence: unsure.confidence, usage };
    if (isEnd || this.#screens >= MAX_SCREENS) {
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

const chosen = (proposal: Result<Proposal>, tier: StepTier): Result<Chosen> =>
  proposal.ok ? ok({ proposal: proposal.value, tier }) : err(proposal.error);

/** What a task's models were asked, by tier and model. */
export class Spent {
  readonly #by = new Map<string, ModelUsage>();
  #most = 0;
  #over = 0;

  /** The largest call of these that was over the bound, in tokens; `null` where none was. */
  add(usage: readonly ModelUsage[]): number | null {
    const over: number[] = [];
    for (const one of usage) {
      // Several requests in one count are tries of the same call: what it was told is the same each time.
      this.#most = Math.max(this.#most, one.inputTokens);
      if (one.inputTokens > MAX_INPUT_TOKENS) over.push(one.inputTokens);
      this.#sum(one);
    }
    this.#over += over.length;
    return over.length === 0 ? null : Math.max(...over);
  }

  /** What another tab of the task was told: sums, that are no calls. */
  take(other: Spent): void {
    for (const one of other.#by.values()) this.#sum(one);
    this.#most = Math.max(this.#most, other.#most);
    this.#over += other.#over;
  }

  #sum(one: ModelUsage): void {
    const key = `${one.tier} ${one.model}`;
    const sum = this.#by.get(key);
    this.#by.set(key, sum === undefined ? one : plus(sum, one));
  }

  /** Of the largest call so far, and how many were over the bound; `null` where no model was asked. */
  get tokens(): TokensView | null {
    return this.#by.size === 0 ? null : { most: this.#most, bound: MAX_INPUT_TOKENS, over: this.#over };
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
