// What a plan is: an intent as ordered subtasks, each with where it starts, how it is looked at afterwards, and what it needs.
// INVARIANT: a plan decides nothing; every navigation and every act in it is put to the policy like any other.
import type { CallContext, ModelUsage } from '#engines/model/contract.ts';
import type { IntentClass } from '#policy/language/vocabulary.ts';
import type { Site } from './intent.ts';

/**
 * `URL`: the page that is there is on this host, or its address holds this text. `TEXT`: the page says this.
 * `FACT`: something was found whose words stand on a page; `condition` names it, for the person.
 */
export const VERIFICATION_TYPES = ['URL', 'TEXT', 'FACT', 'NONE'] as const;
export type VerificationType = (typeof VERIFICATION_TYPES)[number];
export type Verification = { readonly type: VerificationType; readonly condition: string };

export type Subtask = {
  /** `s1`, `s2`, … in order. */
  readonly id: string;
  readonly intent: string;
  readonly startUrl: string | null;
  readonly verification: Verification;
  /** Subtasks of one group need nothing of each other: each gets a Ghost Tab of its own. */
  readonly group: string | null;
  /** It ends in something that cannot be taken back: whoever watches sees where the policy will have to ask. */
  readonly commits: boolean;
  /** Once its page is there, rows are read from it. */
  readonly collects?: Collection;
};

/** What is read as rows of a table. */
export type Collection = {
  /** As the person says it: `mechanical keyboards with price and rating`. */
  readonly query: string;
};

export type PlanRequest = {
  readonly intent: string;
  /** The person's bookmarks. */
  readonly sites: readonly Site[];
  /** Where the person said to begin. */
  readonly startUrl: string | null;
  /** Whose calls a model's planner makes. */
  readonly of?: CallContext;
};

export type Plan = {
  readonly by: string;
  readonly intentClass: IntentClass;
  /** Empty for an intent in which nothing is to be done. */
  readonly subtasks: readonly Subtask[];
  /** The form that the person wants to see the rows in, in their own words (`bar chart`); not there where nothing is drawn. */
  readonly shows?: string;
  readonly usage: readonly ModelUsage[];
  /** Why another planner than the chosen one made it; else `null`. */
  readonly note: string | null;
};

/** Rejects only with the signal's reason. */
export interface Planner {
  readonly id: string;
  plan(asked: PlanRequest, signal: AbortSignal): Promise<Plan>;
}
