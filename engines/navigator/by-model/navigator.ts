// The navigator that asks a model: the light one for the page as text, the strong one where a picture comes with it.
// INVARIANT: which tier is used is the orchestrator's choice (a picture or none); the answer is checked here and again by the
// gateway; whatever fails is a FAILED proposal, and only the signal rejects.
import { troubleOf } from '#engines/model/contract.ts';
import type { Call, Model, ModelUsage, Turn } from '#engines/model/contract.ts';
import type { Failure } from '#policy/language/failure.ts';
import { forgetOldest } from '#policy/collections/forget-oldest.ts';
import { wordsOfRefusal } from '#engines/navigator/boundary-refusal.ts';
import type { Memory, Navigator, Observation, Proposal } from '../contract.ts';
import { ANSWER_SCHEMA, MAX_REASONING_CHARACTERS, readAnswer } from './answer.ts';
import { VERBATIM_STEPS, olderOf, stepLine, summaryByTemplate } from './history.ts';
import { SUMMARY_SYSTEM, SYSTEM, mendTurn, summaryTurn, turnFor } from './prompt.ts';

export type ModelNavigatorOptions = {
  readonly model: Model;
  /** Its names by tier. Without the second no picture is shown to it. */
  readonly models: { readonly 1: string; readonly 2?: string };
};

const MAX_OUTPUT_TOKENS = 4_096;
const MAX_SUMMARY_TOKENS = 512;
const MAX_SUMMARY_CHARACTERS = 800;
/** Summaries that are kept: the oldest go first. */
const MAX_SUMMARIES = 20;
/** An intent is a person's words, not a file. */
const MAX_INTENT_CHARACTERS = 8_000;

export function createModelNavigator(options: ModelNavigatorOptions): Navigator {
  return new ModelNavigator(options);
}

/** `steps`: the lines that it stands for, so that a summary is used for exactly these. */
type Summary = { readonly steps: readonly string[]; readonly text: string };

class ModelNavigator implements Navigator {
  readonly id: string;
  readonly seesPictures: boolean;
  readonly #model: Model;
  readonly #models: ModelNavigatorOptions['models'];
  /** By task, and tab of it: the sentences for its older steps, made once for every few of them. */
  readonly #summaries = new Map<string, Summary>();

  constructor({ model, models }: ModelNavigatorOptions) {
    this.id = model.id;
    this.seesPictures = models[2] !== undefined;
    this.#model = model;
    this.#models = models;
  }

  async next(observation: Observation, given: Memory, signal: AbortSignal): Promise<Proposal> {
    signal.throwIfAborted();
    const { refusal } = observation;
    // Nothing equivalent is tried after a refusal: that needs no model, unless the person says what to do instead.
    if (refusal !== null && refusal.says === undefined) return failed(wordsOfRefusal(refusal), []);
    if (given.intent.trim() === '') return failed('there is no task', []);
    const memory = {
      ...given,
      intent: given.intent.slice(0, MAX_INTENT_CHARACTERS),
      subtask: given.subtask.slice(0, MAX_INTENT_CHARACTERS),
    };
    const usage: ModelUsage[] = [];
    const summary = await this.#summary(memory, usage, signal);
    const nonce = crypto.randomUUID().slice(0, 8);
    const { 1: light, 2: strong } = this.#models;
    const picture = strong === undefined ? undefined : observation.picture;
    const tier = picture === undefined ? 1 : 2;
    const turn: Turn = {
      role: 'user',
      text: turnFor(observation, memory, summary, nonce),
      ...(picture === undefined ? {} : { jpegBase64: picture.jpegBase64 }),
    };
    const call = {
      model: tier === 1 ? light : (strong ?? light),
      tier,
      system: SYSTEM,
      schema: ANSWER_SCHEMA,
      maxOutputTokens: MAX_OUTPUT_TOKENS,
      ...ofTask(memory),
    } as const;
    const turns = [turn];
    for (let mended = false; ; mended = true) {
      const said = await this.#model.say({ ...call, turns }, signal);
      if (!said.ok) return failedBy(said.error, usage);
      usage.push(said.value.usage);
      const answer = readAnswer(said.value.text, observation, memory);
      if (answer.fits) return { ...answer.proposal, usage };
      if (mended) return failed(`the model gave no usable answer twice: ${answer.fault}`, usage);
      turns.push(
        { role: 'model', text: said.value.text.slice(0, 2_000) },
        { role: 'user', text: mendTurn(answer.fault) },
      );
    }
  }

  /** The older steps in sentences: the light model's for every five of them, by template in between and where it fails. */
  async #summary(memory: Memory, usage: ModelUsage[], signal: AbortSignal): Promise<string> {
    const older = olderOf(memory);
    const steps = older.map((entry) => stepLine(entry));
    const known = this.#summaries.get(keyOf(memory));
    const held =
      known?.steps.every((step, at) => step === steps[at]) === true ? known : { steps: [], text: '' };
    const fresh = steps.slice(held.steps.length);
    if (fresh.length < VERBATIM_STEPS) {
      const rest = summaryByTemplate(older.slice(held.steps.length));
      return [held.text, rest].filter((text) => text !== '').join(' ');
    }
    const said = await this.#model.say(
      {
        model: this.#models[1],
        tier: 'summary',
        system: SUMMARY_SYSTEM,
        turns: [{ role: 'user', text: summaryTurn(memory, held.text, fresh) }],
        maxOutputTokens: MAX_SUMMARY_TOKENS,
        ...ofTask(memory),
      },
      signal,
    );
    if (!said.ok) return summaryByTemplate(older);
    usage.push(said.value.usage);
    const text = said.value.text.replace(/\s+/gu, ' ').trim().slice(0, MAX_SUMMARY_CHARACTERS);
    this.#keep(keyOf(memory), { steps, text });
    return text;
  }

  #keep(key: string, summary: Summary): void {
    this.#summaries.delete(key);
    this.#summaries.set(key, summary);
    forgetOldest(this.#summaries, MAX_SUMMARIES);
  }
}

const ofTask = ({ of }: Memory): Pick<Call, 'of'> => (of === undefined ? {} : { of });

/** Parts of one task that run side by side begin differently. */
const keyOf = ({ intent, entries: [first] }: Memory): string =>
  JSON.stringify([intent, first === undefined ? null : stepLine(first)]);

const failedBy = (error: Failure, usage: readonly ModelUsage[]): Proposal => ({
  ...failed(error.help === undefined ? error.message : `${error.message}; ${error.help}`, usage),
  ...(OF_THE_ANSWER.includes(error.code) ? {} : { trouble: troubleOf(error) }),
});

/** The service answered, and this prompt got nothing of use. */
const OF_THE_ANSWER: readonly string[] = ['model.blocked', 'model.truncated'];

const failed = (text: string, usage: readonly ModelUsage[]): Proposal => ({
  action: 'FAILED',
  ref: null,
  target: null,
  text,
  confidence: 1,
  reasoning: text.slice(0, MAX_REASONING_CHARACTERS),
  facts: [],
  usage,
});
