// What the act that is being performed may start: the navigations that its decision covered, once each.
// INVARIANT: a request is covered in the frame, by the method, at the address and with the fields that were decided on, and
// with nothing beside them; a redirect hop never is. Everything else is asked as the page's own act.
import type { BrowserAction } from '#policy/acts/actions.ts';
import { actRow } from '#policy/acts/act-rows.ts';
import { failure, type Failure } from '#policy/language/failure.ts';
import type { DownloadedFile } from '#executors/contract/download.ts';
import type { Inspection } from '#executors/contract/inspection.ts';
import type { Leads } from '#executors/perception/in-page/effect.ts';
import type { RouteMark } from '#executors/contract/tool-outcome.ts';
import { isSentBy, type FormReading, type Outgoing } from './wire.ts';

/** What the act was seen to set off, with what never leaves the executor. */
export type SetsOff = {
  /** The form that it submits, value by value. */
  readonly form: FormReading | null;
  readonly leads: { readonly link: Leads; readonly form: Leads };
  /** The frame whose document the element is in. */
  readonly frameId: string;
};

/** `NEW`: a window that has had no document yet. `null`: nobody knows. */
type Place = { readonly frameId: string } | 'NEW' | null;
type Covered = {
  readonly place: Place;
  /** History: it goes as it went when it was decided on. */
  readonly anyReferrer: boolean;
  readonly fits: (request: Outgoing) => boolean;
};
/** A document's request, and where it was made. */
export type Asked = Outgoing & {
  readonly frameId: string;
  readonly isNew: boolean;
  /** The address of the document that it is told to come from; `''` for none. */
  readonly referrer: string;
};
/** What was decided, as it was seen once more just before the act. */
export type Decided = {
  /** Of the act, by which its decision is known. */
  readonly requestId: string;
  readonly action: BrowserAction;
  readonly inspection: Pick<Inspection, 'effect' | 'historyUrl'> & Partial<Pick<Inspection, 'element'>>;
  /** Of the page that the act is on. */
  readonly mainFrameId: string;
  readonly parentOf?: (frameId: string) => string | null;
  readonly setsOff: SetsOff;
  /** The form would send what was shown when it was decided on. */
  readonly asShown: boolean;
  /** Addresses of the documents that it was decided in. */
  readonly from: readonly string[];
};

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
  #requestId: string;
  readonly #from: readonly string[];
  #download: string | null;
  #newTab: string | null;
  /** A window is what the act opens. */
  readonly opensTab: boolean;
  /** `false` for a look: what a page starts meanwhile is its own. */
  readonly acts: boolean;
  /** It was decided on as something that sends a credential. */
  readonly credentials: boolean;
  /** What a person is told of it where a dialog holds it. */
  readonly decided: NonNullable<Inspection['goesOn']>;

  constructor({ requestId, action, inspection, mainFrameId, parentOf, setsOff, asShown, from }: Decided) {
    this.#requestId = requestId;
    const { effect, historyUrl } = inspection;
    const { link, submits } = effect;
    const { starts } = actRow(action);
    this.acts = starts.kind !== 'NOTHING';
    const url = (starts.kind === 'ADDRESS' ? starts.url : historyUrl) ?? submits?.url ?? link?.url ?? null;
    this.decided = Object.freeze({ action, effect, url, element: inspection.element ?? null });
    this.credentials = submits?.credentials === true;
    this.onlyFiles = starts.kind === 'ADDRESS' && starts.asFile;
    this.#from = from.map(withoutHash);
    this.#download =
      starts.kind === 'ADDRESS' && starts.asFile ? starts.url : link?.download === true ? link.url : null;
    const main = { frameId: mainFrameId };
    const placeOf = (leads: Leads, newTab: boolean): Place => {
      if (newTab || leads === 'NEW') return 'NEW';
      if (leads === 'SELF') return { frameId: setsOff.frameId };
      if (leads === 'TOP' || setsOff.frameId === mainFrameId) return main;
      const parent = parentOf?.(setsOff.frameId) ?? null;
      return parent === null ? null : { frameId: parent };
    };
    if (starts.kind === 'ADDRESS') this.#cover(starts.url, starts.into === 'NEW_TAB' ? 'NEW' : main);
    if (historyUrl !== undefined) this.#cover(historyUrl, main, true);
    const times = starts.kind === 'EFFECT' ? starts.times : 1;
    if (link !== null)
      for (let time = 0; time < times; time += 1)
        this.#cover(link.url, placeOf(setsOff.leads.link, link.newTab));
    const { form } = setsOff;
    if (submits !== null && form !== null && asShown) {
      const place = placeOf(setsOff.leads.form, submits.newTab);
      this.#covered.push({ place, anyReferrer: false, fits: (request) => isSentBy(form, request) });
    }
    this.#newTab = link?.newTab === true ? link.url : submits?.newTab === true ? submits.url : null;
    this.opensTab = this.#newTab !== null;
  }

  /** The act goes on behind its page's dialog: what was told of it is told. */
  goesOn(requestId: string): void {
    this.#requestId = requestId;
    this.refused.length = 0;
    this.files.length = 0;
    this.downloads = 0;
  }

  /** True, once, for a navigation that the decision covered. */
  take(asked: Asked): boolean {
    const at = this.#covered.findIndex(
      ({ place, anyReferrer, fits }) =>
        place !== null &&
        (place === 'NEW' ? asked.isNew : place.frameId === asked.frameId) &&
        (anyReferrer || this.#tellsNothing(asked)) &&
        fits(asked),
    );
    if (at === -1) return false;
    this.#covered.splice(at, 1);
    return true;
  }

  /** True, once, for the window that the decision covered. */
  takeNewTab(url: string): boolean {
    if (this.#newTab !== url) return false;
    this.#newTab = null;
    return true;
  }

  /** A page writes its own address, and may let all of it be told: to another site no more than where it was decided. */
  #tellsNothing({ url, referrer }: Asked): boolean {
    const from = URL.parse(referrer);
    if (referrer === '' || from === null) return referrer === '';
    if (from.origin !== 'null' && from.origin === URL.parse(url)?.origin) return true;
    return from.href === `${from.origin}/` || this.#from.includes(withoutHash(referrer));
  }

  /** The act was decided on as a download, and none has come of it yet. */
  get awaitsDownload(): boolean {
    return this.#download !== null && this.downloads === 0;
  }

  /** Of the act that runs: the one that was decided on, or the answer that it goes on with. */
  get requestId(): string {
    return this.#requestId;
  }

  /** The act's request, once, for a download that it was decided on as. A redirect leads to another one. */
  takeDownload(url: string): string | null {
    this.downloads += 1;
    if (this.#download === null || withoutHash(this.#download) !== withoutHash(url)) return null;
    this.#download = null;
    return this.#requestId;
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

  #cover(url: string, place: Place, anyReferrer = false): void {
    const fits = (request: Outgoing): boolean =>
      request.method === 'GET' && withoutHash(request.url) === withoutHash(url);
    this.#covered.push({ place, anyReferrer, fits });
  }
}

/** No server sees the fragment. */
function withoutHash(url: string): string {
  const parsed = URL.parse(url);
  if (parsed === null) return url;
  parsed.hash = '';
  return parsed.href;
}
