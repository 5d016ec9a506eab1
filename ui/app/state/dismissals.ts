// Tasks that a person put out of sight. INVARIANT: they stay there in every view and over a reload of this tab; nothing of them is lost.

const KEY = 'ghost.tasks.dismissed';
/** The gateway itself keeps fewer. */
const MAX_KEPT = 1_000;

export function keptDismissals(): readonly string[] {
  try {
    const kept: unknown = JSON.parse(sessionStorage.getItem(KEY) ?? '[]');
    return Array.isArray(kept) ? kept.filter((id) => typeof id === 'string') : [];
  } catch {
    // Not of this version, or no storage here: then all of them are shown.
    return [];
  }
}

export function keepDismissals(ids: readonly string[]): void {
  try {
    sessionStorage.setItem(KEY, JSON.stringify(ids.slice(-MAX_KEPT)));
  } catch {
    // Without room they hold as long as the page.
  }
}
