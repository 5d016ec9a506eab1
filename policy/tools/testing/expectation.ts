// One request of a test file and what has to be decided on it, from a case or a cell of a matrix.
import type { PolicyFacts } from '#policy/language/facts.ts';
import type { Span } from '#policy/language/failure.ts';
import type { BrowserDecision } from '#policy/language/vocabulary.ts';

export type Expectation = {
  readonly group: 'case' | 'matrix';
  readonly name: string;
  readonly facts: PolicyFacts;
  readonly expect: BrowserDecision;
  /** Id or ref of an entry that has to be among the deciding ones. */
  readonly by: { readonly name: string; readonly span: Span } | null;
  /** The least that a layer below could get at this request. */
  readonly below: BrowserDecision | null;
  readonly span: Span;
};
