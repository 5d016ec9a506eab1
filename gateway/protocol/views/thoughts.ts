// What the agent of one task was shown at each step, what it was told beside that, and what it answered, as it leaves the gateway.
// INVARIANT: plain JSON; texts of pages and of models are theirs, and passed the mask of the audit log before they were kept.
import type { NavigatorActionType } from '#policy/language/vocabulary.ts';
import type { StepTier } from './task.ts';

/** The page as it was given to the agent. */
export type SeenView = {
  /** Its origin and path; of what it carries behind that, names alone. */
  readonly url: string;
  readonly title: string;
  /** As text, within the budget of a model; an agent that needs no text reads the same elements. */
  readonly text: string;
  /** Elements that could be acted on. */
  readonly elements: number;
  /** How far down the page it was, in CSS pixels. */
  readonly scroll: { readonly y: number; readonly height: number; readonly viewportHeight: number };
  /** It was shown a picture of the page, too. */
  readonly pictured: boolean;
};

/** What it was told beside the page, by the gateway. */
export type ToldView = {
  /** The part of the plan, and its words. */
  readonly subtask: string;
  readonly words: string;
  /** What a DONE would be asked about. */
  readonly clauses: readonly string[];
  /** Names of secrets that it may have entered, never their values. */
  readonly secrets: readonly string[];
  /** Steps of before that it was told of. */
  readonly before: number;
  /** Facts that were found by then. */
  readonly facts: number;
  readonly stepLimit: number;
  /** What became of the act before, where it failed; `null`: it did not. */
  readonly error: string | null;
  /** What the boundary did not let happen before, and what the person who refused it said. */
  readonly refused: {
    readonly reason: string;
    readonly byPage: boolean;
    readonly says: string | null;
  } | null;
};

/** What it answered. All words are its own, and nobody verified them. */
export type AnsweredView = {
  readonly navigator: string;
  readonly action: NavigatorActionType;
  /** What the gateway did in its place, since it was not sure enough; `null`: it went by the answer. */
  readonly instead: NavigatorActionType | null;
  /** The element that it chose, as it stood on the page. */
  readonly element: { readonly role: string; readonly name: string } | null;
  readonly text: string | null;
  readonly reasoning: string;
  /** 0 to 1. */
  readonly confidence: number;
  readonly tier: StepTier;
  readonly milliseconds: number;
  readonly facts: readonly { readonly label: string; readonly value: string; readonly quote: string }[];
  readonly notUnderstood: readonly string[];
  /** Models that were asked for it; empty: none. */
  readonly models: readonly {
    readonly model: string;
    readonly inputTokens: number;
    readonly outputTokens: number;
  }[];
};

export type ThoughtView = {
  /** From 1 on, in the order in which they were asked for. */
  readonly number: number;
  /** As the steps of the task have it. */
  readonly step: number;
  /** ISO 8601. */
  readonly at: string;
  readonly saw: SeenView;
  readonly told: ToldView;
  readonly said: AnsweredView;
  /** Acts that came of it, as their log entries have them. */
  readonly acts: readonly string[];
};

export type ThoughtsView = { readonly thoughts: readonly ThoughtView[] };
