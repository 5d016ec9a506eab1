// Limits how many windows a page may ask for: a page that opens a thousand is not asked about a thousand times.
// INVARIANT: a window beyond the budget is closed at once, and nobody sees it or is asked about it.
import type { Page } from '#executors/page/page.ts';

/** Windows that wait for their decision at once, and windows that one document may have asked for. */
const MAX_WAITING_WINDOWS = 4;
const MAX_WINDOWS_PER_DOCUMENT = 20;

export class PopupBudget {
  readonly #asked = new WeakMap<Page, { documentId: string; count: number }>();

  /** Takes one out of the budget of the page in front; `false` if nothing is left. */
  take(front: Page, waiting: number): boolean {
    const known = this.#asked.get(front);
    const own = known?.documentId === front.documentId ? known : { documentId: front.documentId, count: 0 };
    this.#asked.set(front, own);
    if (waiting >= MAX_WAITING_WINDOWS || own.count >= MAX_WINDOWS_PER_DOCUMENT) return false;
    own.count += 1;
    return true;
  }
}
