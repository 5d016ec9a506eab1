// What the agent of one task was shown at each step, what it was told beside that, and what it answered, to be looked at afterwards.
// INVARIANT: it changes nothing and nothing waits for it; values of secrets that the task has, and what is entered where a secret goes, are
// dots before they leave it.
import type { Memory, Observation, Proposal } from '#engines/navigator/contract.ts';
import type { Subtask } from '#engines/planner/contract.ts';
import type { AnsweredView, SeenView, ThoughtView, ToldView } from '#gateway/protocol/views/thoughts.ts';
import type { Secret } from '#gateway/boundary/task/context.ts';
import type { PictureKeeper } from '#gateway/vault/pictures/picture-keeper.ts';
import type { Chosen } from './recorder.ts';

/** Of one task; what follows is in its steps alone. */
const MOST_THOUGHTS = 500;
const MOST_CHARACTERS = 10_000;
const MOST_WORDS_CHARACTERS = 2_000;
const MOST_LISTED = 20;
/** What is shorter stands everywhere, and would be dots in every word. */
const MIN_HIDDEN_CHARACTERS = 4;

type BookParts = {
  readonly taskId: string;
  readonly keeper: Pick<PictureKeeper, 'wants' | 'think'>;
  readonly secrets: Readonly<Record<string, Secret>>;
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
  /** Longest first: one may stand in another. */
  #hidden: readonly string[];
  #count = 0;

  constructor(parts: BookParts) {
    this.#parts = parts;
    // A user's name stands on their own pages; what it is used with does not.
    this.#hidden = longestFirst(
      Object.entries(parts.secrets).flatMap(([name, { value }]) =>
        name.endsWith('/username') ? [] : [value],
      ),
    );
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

  hide(value: string): void {
    if (!this.#hidden.includes(value)) this.#hidden = longestFirst([...this.#hidden, value]);
  }

  shown(text: string, most = MOST_WORDS_CHARACTERS): string {
    const whole = this.#hidden.reduce((left, value) => left.replaceAll(value, dots(value)), text);
    return whole.length <= most ? whole : `${whole.slice(0, most).toWellFormed()}…`;
  }

  keep(thought: ThoughtView): void {
    this.#parts.keeper.think(this.#parts.taskId, thought);
  }
}

/** The answers of one tab, in their order. */
export class ThoughtLane {
  readonly #book: ThoughtBook;
  readonly #navigator: string;
  #last: ThoughtView | null = null;

  constructor(book: ThoughtBook, navigator: string) {
    this.#book = book;
    this.#navigator = navigator;
  }

  answered(answered: Answered): void {
    this.#last = null;
    const number = this.#book.next();
    if (number === null) return;
    const { observation, chosen } = answered;
    const entered = enteredSecret(observation, chosen.proposal);
    if (entered !== null) this.#book.hide(entered);
    this.#last = {
      number,
      step: answered.step,
      at: this.#book.at,
      saw: this.#seen(observation, chosen),
      told: this.#told(answered),
      said: this.#said(answered),
      acts: [],
    };
    this.#book.keep(this.#last);
  }

  /** An act that came of the last answer. */
  acted(requestId: string): void {
    if (this.#last === null) return;
    this.#last = { ...this.#last, acts: [...this.#last.acts, requestId] };
    this.#book.keep(this.#last);
  }

  #seen({ url, title, text = '', nodes, scroll }: Observation, { tier }: Chosen): SeenView {
    const shown = this.#shown;
    return {
      url: shown(url),
      title: shown(title),
      text: shown(text, MOST_CHARACTERS),
      elements: nodes.filter(({ ref }) => ref !== null).length,
      scroll: { y: scroll.y, height: scroll.height, viewportHeight: scroll.viewportHeight },
      pictured: tier === 2 || tier === 3,
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

  #said({ observation, chosen: { proposal, tier }, milliseconds }: Answered): AnsweredView {
    const shown = this.#shown;
    const entered = enteredSecret(observation, proposal);
    const element = observation.nodes.find(({ ref }) => ref !== null && ref === proposal.ref);
    return {
      navigator: this.#navigator,
      action: proposal.action,
      element: element === undefined ? null : { role: element.role, name: shown(element.name) },
      // However short it is.
      text: entered !== null ? dots(entered) : proposal.text === null ? null : shown(proposal.text),
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
      models: (proposal.usage ?? []).map(({ model, inputTokens, outputTokens }) => ({
        model,
        inputTokens,
        outputTokens,
      })),
    };
  }

  readonly #shown = (text: string, most?: number): string => this.#book.shown(text, most);
}

/** What is about to be entered in a field for secrets, which a proposal has only where the person's own words say it. */
function enteredSecret({ nodes }: Observation, { action, ref, text }: Proposal): string | null {
  const field = nodes.find((node) => ref !== null && node.ref === ref);
  const value = text?.trim() ?? '';
  const isEntered = action === 'TYPE' && field?.states.includes('password') === true;
  return isEntered && value !== '' && !value.startsWith('secret:') ? value : null;
}

const longestFirst = (values: readonly string[]): readonly string[] =>
  values.filter(({ length }) => length >= MIN_HIDDEN_CHARACTERS).toSorted((a, b) => b.length - a.length);

const dots = (value: string): string => `•••(${value.length})`;
