// What the act that is being performed may start: the navigations that its decision covered, once each.
// INVARIANT: a redirect hop is never covered; everything else is asked as the page's own act.
import type { BrowserAction, ElementEffect } from '#policy/actions.ts';
import { actRow } from '#policy/act-rows.ts';
import { failure, type Failure } from '#policy/failure.ts';
import type { DownloadedFile } from '../contract.ts';
import type { RouteMark } from '../tool-outcome.ts';

type Covered = { readonly url: string; readonly method: string; readonly anyQuery: boolean };

const REFUSED = {
  NAVIGATE: (url: string) => `the navigation to \`${url}\` was refused`,
  OPEN_WINDOW: (url: string) => `the page was kept from opening \`${url}\` in a new tab`,
  DOWNLOAD: (url: string) => `the download of \`${url}\` was refused`,
} as const;

export class Expectation {
  /** What was refused while the act ran: the main frame's navigations, windows and downloads. */
  readonly refused: Failure[] = [];
  /** Files that the act brought, and downloads of its that began or were refused. */
  readonly files: DownloadedFile[] = [];
  downloads = 0;
  /** A rule of the tab's owner that took the navigation. */
  route: RouteMark | null = null;
  /** What a key that copies found selected. */
  copied: string | null = null;
  /** DOWNLOAD: whatever the address answers is a file, and never shown. */
  readonly onlyFiles: boolean;
  readonly #covered: Covered[] = [];
  #download: string | null;
  readonly newTabUrl: string | null;
  /** `false` for a look: what a page starts meanwhile is its own. */
  readonly acts: boolean;

  constructor(action: BrowserAction, effect: ElementEffect, historyUrl: string | undefined) {
    const { link, submits } = effect;
    this.acts = actRow(action.type).startsNothing !== true;
    this.onlyFiles = action.type === 'DOWNLOAD';
    this.#download = action.type === 'DOWNLOAD' ? action.url : link?.download === true ? link.url : null;
    if (action.type === 'NAVIGATE' || action.type === 'DOWNLOAD') this.#cover(action.url, 'GET');
    if (action.type === 'OPEN_TAB' && action.url !== undefined) this.#cover(action.url, 'GET');
    if (historyUrl !== undefined) this.#cover(historyUrl, 'GET');
    // A double click on a link asks for it twice; a form is sent a second time only if somebody decides so.
    const times = action.type === 'CLICK' ? (action.count ?? 1) : 1;
    if (link !== null) for (let time = 0; time < times; time += 1) this.#cover(link.url, 'GET');
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

  /** The act was decided on as a download, and none has come of it yet. */
  get awaitsDownload(): boolean {
    return this.#download !== null && this.downloads === 0;
  }

  /** True, once, for a download that the act was decided on as. A redirect leads to another one. */
  takeDownload(url: string): boolean {
    this.downloads += 1;
    if (this.#download === null || parts(this.#download).full !== parts(url).full) return false;
    this.#download = null;
    return true;
  }

  /** As a structured error (DESIGN 8): the document stands, and whoever acted learns why. */
  refuse(
    kind: keyof typeof REFUSED,
    url: string,
    reason: string,
    redirectedFrom: string | null,
    more: Readonly<Record<string, unknown>> = {},
  ): void {
    const message = REFUSED[kind](url);
    const structured = { type: 'NETWORK', status: 403, url, message, retryable: false, errorType: 'REFUSED' };
    this.refused.push(
      failure('act.navigation-denied', message, {
        help: reason,
        details: { ...structured, kind, redirectedFrom, ...more },
      }),
    );
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
