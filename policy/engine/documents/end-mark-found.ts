// What was found of a document's end mark: that it is all there, that it was cut off, or what is wrong with the mark.
import type { Span } from '#policy/language/failure.ts';

export type EndMark = {
  /** `end` was promised and is not there. */
  readonly truncated: Fault | null;
  /** Both `whole` and `end` are there, and nothing is wrong with them. */
  readonly complete: boolean;
  /** What is wrong with them; the document loads all the same. */
  readonly faults: readonly Fault[];
};

export type Fault = { readonly message: string; readonly help: string; readonly span: Span };
