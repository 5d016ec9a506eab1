// The lists that a document declares by name, for its entries.
import type { HostLists } from './host-lists.ts';
import type { WordLists } from './text-sets.ts';

export type Lists = { readonly words: WordLists; readonly hosts: HostLists };
