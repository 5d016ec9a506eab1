// The hint for an entry that lacks an address class: which class, where the entry is, and the word that would open it.
import type { BrowserDecision } from './vocabulary.ts';

export type MissingClass = {
  readonly entry: string;
  readonly layer: string;
  /** `file:line:column` */
  readonly at: string;
  /** What would be decided with the word, in every entry that is told. */
  readonly decision: BrowserDecision;
  /** What its `when` would say: `addressClass: [PUBLIC, LOOPBACK]`. */
  readonly add: string;
};
