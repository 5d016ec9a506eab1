// The lists that a document declares by name, for its entries.
import type { HostLists } from './host-lists.ts';
import type { WordLists } from './text-sets.ts';

export type Lists = {
  readonly words: WordLists;
  readonly hosts: HostLists;
  /** Something that it includes is not among them. That has been told of, and a name that is not here may well be one. */
  readonly isPartial?: boolean;
};
