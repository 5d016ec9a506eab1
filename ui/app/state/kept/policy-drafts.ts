// What a person has typed into documents of the policy and not brought into force. INVARIANT: it survives a change of the view and a
// reload of this tab, and goes only when it is discarded, in force, or the tab is closed.

import { keepText, keptText } from './tab-storage.ts';

export type PolicyDraft = {
  readonly text: string;
  /** Digest of the file that it was begun on. */
  readonly base: string;
};

/** By the name of the document. */
export type PolicyDrafts = Readonly<Record<string, PolicyDraft>>;

const KEY = 'ghost.policy.drafts';

export function keptDrafts(): PolicyDrafts {
  try {
    const kept: unknown = JSON.parse(keptText(KEY) || '{}');
    if (typeof kept !== 'object' || kept === null) return {};
    return Object.fromEntries(
      Object.entries(kept).flatMap(([name, draft]) => (isDraft(draft) ? [[name, draft]] : [])),
    );
  } catch {
    // Not of this version: there is nothing that could be shown.
    return {};
  }
}

/** What is too much for the tab's storage lives as long as the page. */
export const keepDrafts = (drafts: PolicyDrafts): void => keepText(KEY, JSON.stringify(drafts));

const isDraft = (value: unknown): value is PolicyDraft =>
  typeof value === 'object' &&
  value !== null &&
  'text' in value &&
  'base' in value &&
  typeof value.text === 'string' &&
  typeof value.base === 'string';
