// Tasks that a person put out of sight. INVARIANT: they stay there in every view and over a reload of this tab; nothing of them is lost.

import { keepText, keptText } from './tab-storage.ts';

const KEY = 'ghost.tasks.dismissed';
/** The gateway itself keeps fewer. */
const MAX_KEPT = 1_000;

export function keptDismissals(): readonly string[] {
  try {
    const kept: unknown = JSON.parse(keptText(KEY) || '[]');
    return Array.isArray(kept) ? kept.filter((id) => typeof id === 'string') : [];
  } catch {
    // Not of this version: then all of them are shown.
    return [];
  }
}

export const keepDismissals = (ids: readonly string[]): void =>
  keepText(KEY, JSON.stringify(ids.slice(-MAX_KEPT)));
