// What the agent of one task was shown at each step, what it was told beside that, and what it answered, to be looked at afterwards.
// INVARIANT: it changes nothing and nothing waits for it; values of secrets that the task has, and what is entered where a secret goes, are
// dots before they leave it, and what was kept before such a value was known is kept anew without it.
import type { Memory, Observation, Proposal } from '#engines/navigator/contract.ts';
import type { Subtask } from '#engines/planner/contract.ts';
import { textsIn } from '#gateway/audit/mask/texts-in.ts';
import type { AnsweredView, SeenView, ThoughtView, ToldView } from '#gateway/protocol/views/thoughts.ts';
import type { Secret } from '#gateway/boundary/task/context.ts';
import type { PictureKeeper } from '#gateway/vault/pictures/picture-keeper.ts';
import { enteredSecret, nodeOf } from './element-meant.ts';
import { addressShown, CUT, dots, HiddenWords, secretsOf } from './hidden-words.ts';
import type { Chosen } from './recorder.ts';

/** Of one task; what follows is in its steps alone. */
const MOST_THOUGHTS = 500;
const MOST_CHARACTERS = 10_000;
const MOST_WORDS_CHARACTERS = 2_000;
const MOST_LISTED = 20;
/** Of all texts of one thought together. */
const MOST_THOUGHT_CHARACTERS = 30_000;
const SHORTER = 0.8;

type BookParts = {
  readonly taskId: string;
  readonly keeper: Pick<PictureKeeper, 'wants' | 'think' | 'rethink'>;
  readonly secrets: Readonly<Record<string, Secret>>;
  /** The person's order. */
  readonly words: string;
  readonly wallMs: () => number;
};

/** One answer of an agent, and what it was given for it. */
export type Answered = {
  readonly step: number;
  readonly subtask: Subtask;
  readonly observation: Observation;
  readonly memory: Memory;
  readonly chosen: Chosen;
  readonly milliseconds: number;
};

export class ThoughtBook {
  readonly #parts: BookParts;
  readonly #hidden: HiddenWords;
  /** As they were kept. */
  readonly #thoughts = new Map<number, ThoughtView>();
  /** Kept before a value was known that stands in them; not yet without it. */
  readonly #stale = new Set<number>();
  #count = 0;

  constructor(parts: BookParts) {
    this.#parts = parts;
    this.#hidden = new HiddenWords(secretsOf(parts));
  }

  /** Of one tab. */
  lane(navigator: string): ThoughtLane {
    return new ThoughtLane(this, navigator);
  }

  get at(): string {
    return new Date(this.#parts.wallMs()).toISOString();
  }

  /** `null`: it would not be kept. */
  next(): number | null {
    if (this.#count >= MOST_THOUGHTS || !this.#parts.keeper.wants) return null;
    this.#count += 1;
    return this.#count;
  }

  /** From here on, and in all that was kept before. */
  hide(value: string): void {
    if (!this.#hidden.add(value)) return;
    for (const [number, thought] of this.#thoughts) {
      const { saw, told, said } = thought;
      const { action, instead, ...answer } = said;
      const words = { saw, told, answer };
      const again = textsIn(words, (text) => this.#hidden.shownAgain(text));
      if (JSON.stringify(again) === JSON.stringify(words)) continue;
      const { saw: seen, told: given, answer: answered } = again;
      this.#thoughts.set(number, {
        ...thought,
        saw: seen,
        told: given,
        said: { ...answered, action, instead },
      });
      this.#stale.add(number);
    }
    this.#rewrite();
  }

  shown(text: string, most = MOST_WORDS_CHARACTERS): string {
    return this.#hidden.shown(text, most);
  }

  keep(thought: ThoughtView): void {
    this.#thoughts.set(thought.number, thought);
    this.#parts.keeper.think(this.#parts.taskId, thought);
    this.#rewrite();
  }

  acted(number: number, requestId: string): void {
    const thought = this.#thoughts.get(number);
    if (thought !== undefined) this.keep({ ...thought, acts: [...thought.acts, requestId] });
  }

  /** What the vault did not take is given to it once more with the next step. */
  #rewrite(): void {
    const stale = [...this.#stale].flatMap((number) => this.#thoughts.get(number) ?? []);
    if (stale.length === 0) return;
    void this.#parts.keeper.rethink(this.#parts.taskId, stale).then((written) => {
      if (!written) return;
      // One that another value was found in meanwhile is still to be written.
      for (const one of stale) if (this.#thoughts.get(one.number) === one) this.#stale.delete(one.number);
    });
  }
}

/** The answers of one tab, in their order. */
export class ThoughtLane {
  readonly #book: ThoughtBook;
  readonly #navigator: string;
  #last: number | null = null;

  constructor(book: ThoughtBook, navigator: string) {
    this.#book = book;
    this.#navigator = navigator;
  }

  answered(answered: Answered): void {
    const { observation, chosen } = answered;
    // Also where this one is not kept: it may stand in those that are.
    const entered = enteredSecret(observation, ownAnswer(chosen));
    if (entered !== null) this.#book.hide(entered);
    this.#last = this.#book.next();
    if (this.#last === null) return;
    const { action, instead, ...answer } = this.#said(answered);
    const [words, told, saw] = bounded([answer, this.#told(answered), this.#seen(observation, chosen)]);
    this.#book.keep({
      number: this.#last,
      step: answered.step,
      at: this.#book.at,
      saw,
      told,
      said: { ...words, action, instead },
      acts: [],
    });
  }

  /** An act that came of the last answer. */
  acted(requestId: string): void {
    if (this.#last !== null) this.#book.acted(this.#last, requestId);
  }

  #seen({ url, title, text = '', nodes, scroll }: Observation, { pictured }: Chosen): SeenView {
    const shown = this.#shown;
    return {
      url: shown(addressShown(url)),
      title: shown(title),
      text: shown(text, MOST_CHARACTERS),
      elements: nodes.filter(({ ref }) => ref !== null).length,
      scroll: { y: scroll.y, height: scroll.height, viewportHeight: scroll.viewportHeight },
      pictured: pictured === true,
    };
  }

  #told({ observation, memory, subtask }: Answered): ToldView {
    const shown = this.#shown;
    const { structuredError: error, refusal } = observation;
    return {
      subtask: subtask.id,
      words: shown(memory.subtask),
      clauses: (memory.clauses ?? []).slice(0, MOST_LISTED).map((clause) => shown(clause)),
      secrets: memory.secrets.slice(0, MOST_LISTED),
      before: memory.entries.length,
      facts: memory.facts.length,
      stepLimit: memory.stepLimit,
      error: error === null ? null : shown(error.message),
      refused:
        refusal === null
          ? null
          : {
              reason: shown(refusal.reason),
              byPage: refusal.startedBy === 'PAGE',
              says: refusal.says === undefined ? null : shown(refusal.says),
            },
    };
  }

  #said({ observation, memory, chosen, milliseconds }: Answered): AnsweredView {
    const shown = this.#shown;
    const { tier } = chosen;
    const proposal = ownAnswer(chosen);
    const entered = enteredSecret(observation, proposal);
    const element = nodeOf(proposal, observation.nodes);
    return {
      navigator: this.#navigator,
      action: proposal.action,
      instead: proposal === chosen.proposal ? null : chosen.proposal.action,
      element: element === null ? null : { role: element.role, name: shown(element.name) },
      // However short it is.
      text:
        entered !== null
          ? dots(entered)
          : proposal.text === null || memory.secrets.includes(proposal.text.trim().replace(/^secret:/u, ''))
            ? proposal.text
            : shown(proposal.text),
      reasoning: shown(proposal.reasoning),
      confidence: proposal.confidence,
      tier,
      milliseconds: Math.round(milliseconds),
      facts: (proposal.facts ?? []).slice(0, MOST_LISTED).map(({ label, value, quote }) => ({
        label: shown(label),
        value: shown(value),
        quote: shown(quote),
      })),
      notUnderstood: (proposal.notUnderstood ?? []).slice(0, MOST_LISTED).map((words) => shown(words)),
      models: (chosen.proposal.usage ?? [])
        .slice(0, MOST_LISTED)
        .map(({ model, inputTokens, outputTokens }) => ({
          model,
          inputTokens,
          outputTokens,
        })),
    };
  }

  readonly #shown = (text: string, most?: number): string => this.#book.shown(text, most);
}

/** The navigator's, also where the gateway does something else instead. */
const ownAnswer = ({ proposal, own }: Chosen): Proposal => own ?? proposal;

/** The longest texts are cut, all of them at one length, until the whole is within its bound: all of it was hidden before. */
function bounded<T>(parts: T): T {
  const lengths: number[] = [];
  textsIn(parts, (text) => {
    lengths.push(text.length);
    return text;
  });
  let most = MOST_CHARACTERS;
  const whole = (): number => lengths.reduce((sum, length) => sum + Math.min(length, most), 0);
  while (whole() > MOST_THOUGHT_CHARACTERS) most = Math.floor(most * SHORTER);
  return textsIn(parts, (text) =>
    text.length <= most + CUT.length ? text : `${text.slice(0, most).toWellFormed()}${CUT}`,
  );
}
