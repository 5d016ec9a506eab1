// Computes how many Ghost Tabs this machine has memory for. INVARIANT: tabs that run already always fit.

/** What one tab is reckoned with: a browser process of its own with a page of ordinary size (measured by `npm run bench -- pool`). */
const TAB_BYTES = 300 * 1024 * 1024;

/** `standing`: browsers that have their memory already. `available` in bytes, a container's own limit counted in. */
export function memoryLimit(
  maxTabs: number,
  standing: number,
  available: number = process.availableMemory(),
): number {
  return Math.min(maxTabs, standing + Math.floor(available / TAB_BYTES));
}
