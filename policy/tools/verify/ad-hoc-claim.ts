// A claim that is proved without standing in a document: what is said, of which requests, and how severe their decision has to be.
import type { ValueSet } from '#policy/engine/documents/condition.ts';
import type { Severity } from '#policy/engine/documents/document.ts';
import type { Span } from '#policy/language/failure.ts';
import type { Obligation } from '#policy/language/vocabulary.ts';

export type AdHocClaim = {
  readonly says: string;
  readonly over: readonly ValueSet[];
  readonly span: Span;
} & (
  | { readonly kind: 'at-least' | 'never'; readonly severity: Severity }
  | { readonly kind: 'requires'; readonly obligations: readonly Obligation[] }
);
