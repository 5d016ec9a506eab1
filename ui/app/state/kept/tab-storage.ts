// What this tab keeps of its person over a reload: words, filters, where they were, drafts. INVARIANT: a storage that is closed or full
// costs the memory of it and never the page; and when another person signs in, nothing of the one before is there.

const PREFIX = 'ghost.';
/** The key of this start of the gateway is the gateway's, whoever is signed in. */
export const TOKEN = 'ghost.token';
const OWNER = 'ghost.owner';

/** What the storage did not take; it holds as long as the page. */
const beside = new Map<string, string>();

export function keptText(key: string): string {
  try {
    return beside.get(key) ?? sessionStorage.getItem(key) ?? '';
  } catch {
    return beside.get(key) ?? '';
  }
}

/** An empty text is not kept. */
export function keepText(key: string, text: string): void {
  beside.delete(key);
  try {
    // First: where there is no room for the new one, the old one is not what was typed last.
    sessionStorage.removeItem(key);
    if (text !== '') sessionStorage.setItem(key, text);
  } catch {
    beside.set(key, text);
  }
}

const listeners = new Set<() => void>();
/** Told when what was kept is gone, so that what stands on the page goes, too. */
export const onSwept = (listener: () => void): unknown => listeners.add(listener);

/** Somebody is signed in: `who` tells one person from another. What was kept is theirs, or goes. */
export function belongsTo(who: string): void {
  const before = keptText(OWNER);
  if (before === who) return;
  if (before !== '') sweep();
  keepText(OWNER, who);
}

function sweep(): void {
  for (const key of [...beside.keys()].filter((one) => one !== TOKEN)) beside.delete(key);
  try {
    for (const key of Object.keys(sessionStorage))
      if (key.startsWith(PREFIX) && key !== TOKEN) sessionStorage.removeItem(key);
  } catch {
    // What is closed holds nothing.
  }
  for (const listener of listeners) listener();
}
