// What the act that is being performed may start: the navigations that its decision covered, once each.
// INVARIANT: a redirect hop is never covered; everything else is asked as the page's own act.
import type { BrowserAction, ElementEffect } from '#policy/actions.ts';
import type { Failure } from '#policy/failure.ts';

type Covered = { readonly url: string; readonly method: string; readonly anyQuery: boolean };

export class Expectation {
  /** What was refused while the act ran, the main frame's navigations and downloads alone. */
  readonly refused: Failure[] = [];
  readonly #covered: Covered[] = [];
  readonly newTabUrl: string | null;

  constructor(action: BrowserAction, effect: ElementEffect, historyUrl: string | undefined) {
    const { link, submits } = effect;
    if (action.type === 'NAVIGATE') this.#cover(action.url, 'GET');
    if (action.type === 'OPEN_TAB' && action.url !== undefined) this.#cover(action.url, 'GET');
    if (historyUrl !== undefined) this.#cover(historyUrl, 'GET');
    if (link !== null) this.#cover(link.url, 'GET');
    if (submits !== null) this.#cover(submits.url, submits.method, submits.method === 'GET');
    this.newTabUrl = link?.newTab === true ? link.url : submits?.newTab === true ? submits.url : null;
  }

  /** True, once, for a navigation that the decision covered. */
  take(url: string, method: string): boolean {
    const asked = parts(url);
    const at = this.#covered.findIndex(
      (one) =>
        one.method === method &&
        parts(one.url)[one.anyQuery ? 'bare' : 'full'] === asked[one.anyQuery ? 'bare' : 'full'],
    );
    if (at === -1) return false;
    this.#covered.splice(at, 1);
    return true;
  }

  #cover(url: string, method: string, anyQuery = false): void {
    this.#covered.push({ url, method, anyQuery });
  }
}

/** Without the fragment, which no server sees; `bare` also without the query, which a GET form replaces. */
function parts(url: string): { full: string; bare: string } {
  const parsed = URL.parse(url);
  if (parsed === null) return { full: url, bare: url };
  parsed.hash = '';
  const full = parsed.href;
  parsed.search = '';
  return { full, bare: parsed.href };
}
