// What a task of some words would be, before anybody starts it: its kind, where it begins, which acts the words lead to. Plain JSON.
// INVARIANT: it decides nothing: each act stands as a request that a policy can be asked about.
import type { IntentClass } from '#policy/language/vocabulary.ts';

/** What a person would call it. */
export const EXPECTED_ACTS = ['OPEN', 'LOG_IN', 'PAY', 'SEND', 'DOWNLOAD', 'UPLOAD'] as const;
export type ExpectedKind = (typeof EXPECTED_ACTS)[number];

export type ExpectedAct = {
  readonly does: ExpectedKind;
  readonly host: string;
  /** Facts of a request, as text. */
  readonly request: Readonly<Record<string, string>>;
};

export type ForecastView = {
  readonly intentClass: IntentClass;
  /** Into how many parts its words fall. */
  readonly parts: number;
  /** Where it would begin, in order; none: the words say nowhere. */
  readonly sites: readonly { readonly host: string; readonly url: string }[];
  /** In order, each once. */
  readonly expected: readonly ExpectedAct[];
  /** Cookies of the person's own browsers that could be brought along, each asked for by a card of its own. */
  readonly signIns: readonly { readonly domain: string; readonly source: string }[];
};
