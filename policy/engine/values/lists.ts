// The lists that a document declares by name, for its entries.
import type { HostLists, ListedAt } from './host-lists.ts';
import type { WordLists } from './text-sets.ts';

export type Lists = {
  readonly words: WordLists;
  readonly hosts: HostLists;
  /** Where the patterns stand, in the document or in a file that it includes. */
  readonly places?: ListedAt;
  /** Something that it includes is not among them. That has been told of, and a name that is not here may well be one. */
  readonly isPartial?: boolean;
};
