// A tab's downloads. What an answer's headers tell is held before its first byte is taken; what only the page knows (`blob:`,
// `data:`, the `download` attribute) runs into the quarantine while it is decided on, and no further.
// INVARIANT: a download goes on only by leave of its own verdict, once; every other one is cancelled, and nothing of it is left.
// Only what a page of this tab began is its own; what is in its context and no page's is cancelled, and others' is left alone.
import { describe, failure, type Failure } from '#policy/language/failure.ts';
import { CdpTimeout, type CdpSession } from '#executors/cdp/connection.ts';
import type { CdpPayload } from '#executors/cdp/types.ts';
import type { PageAct, PageActVerdict } from '#executors/contract/page-act.ts';
import type { DownloadLeave } from '#executors/contract/download.ts';
import type { Expectation } from '#executors/page/expectation.ts';
import { type Interceptor, type Paused, failPaused, isResponse } from '#executors/guards/routes/paused.ts';
import type { Page } from '#executors/page/page.ts';
import type { PageDownloads } from './page-downloads.ts';
import { ReleasedAnswers } from './released.ts';
import { headerOf, isFile, isWhole, nameOf } from './kinds.ts';
import { Quarantine } from './quarantine.ts';
import { Transfer } from './transfer.ts';
import { UnderWay } from './under-way.ts';

type Begun = CdpPayload<'Browser.downloadWillBegin'>;
type Asked = Extract<PageAct, { kind: 'DOWNLOAD' }>;

export type DownloadsOptions = {
  readonly tabId: string;
  readonly browser: CdpSession;
  /** The tab's context, where the browser has others as well. */
  readonly contextId?: string;
  /** The directory of the tab's profile. */
  readonly profile: string;
  readonly ask: (act: PageAct, gone?: AbortSignal) => Promise<PageActVerdict>;
  readonly expectation: () => Expectation | null;
  readonly front: () => Page | undefined;
  /** Which downloads of the browser are this tab's. */
  readonly pages: PageDownloads;
  /** Why this tab takes none at all: each is told, and denied by the browser itself. */
  readonly never?: string;
  /** What an answer that is no document leaves of cookies must be granted, too (documents/document-gate.ts). */
  readonly keepCookies: (session: CdpSession, page: Page, paused: Paused) => Promise<void>;
};

/** Of what is not decided on yet: so much of it at most, and so many at a time. */
const AHEAD_BYTES = 256 * 1024 * 1024;
const MAX_UNDECIDED_DOWNLOADS = 4;
const STILL_MS = 2_000;

export class Downloads implements Interceptor {
  /** It looks at what the document gate has the browser pause. */
  readonly patterns = [];
  readonly #options: DownloadsOptions;
  readonly #released = new ReleasedAnswers();
  readonly #transfers = new Map<string, Transfer>();
  readonly #underWay: UnderWay;
  readonly #end = new AbortController();
  #quarantine: Quarantine | null = null;
  #undecided = 0;

  constructor(options: DownloadsOptions) {
    this.#options = options;
    this.#underWay = new UnderWay(() => options.front()?.waiter.changed());
  }

  /** From here on the browser writes downloads into the quarantine, and nowhere else. */
  async start(): Promise<void> {
    const { browser, profile, never, contextId } = this.#options;
    browser.on('Browser.downloadWillBegin', (begun) => this.#told(begun));
    browser.on('Browser.downloadProgress', (progress) => this.#transfers.get(progress.guid)?.told(progress));
    if (never !== undefined) return;
    this.#quarantine = await Quarantine.make(profile);
    await browser.send('Browser.setDownloadBehavior', {
      behavior: 'allowAndName',
      downloadPath: this.#quarantine.directory,
      eventsEnabled: true,
      ...(contextId === undefined ? {} : { browserContextId: contextId }),
    });
  }

  /** An answer that becomes a file is no document. */
  take(session: CdpSession, page: Page, paused: Paused): Promise<unknown> | null {
    if (paused.resourceType !== 'Document' || !isResponse(paused) || isRedirect(paused)) return null;
    if (paused.responseErrorReason !== undefined) return null;
    if (!isFile(paused) && this.#wantedBy(page, paused) === null) return null;
    return this.#options.keepCookies(session, page, paused).then(() => this.#settle(session, page, paused));
  }

  async #settle(session: CdpSession, page: Page, paused: Paused): Promise<unknown> {
    const { requestId, request, responseHeaders: headers = [], responseStatusCode: status = 0 } = paused;
    const expectation = this.#running();
    const taken = expectation?.takeDownload(request.url) ?? null;
    const coveredBy = taken ?? this.#wantedBy(page, paused);
    if (!isWhole(paused)) {
      const reason = `it answered with status ${status}`;
      expectation?.refuse('DOWNLOAD', request.url, reason, null, { status });
      return failPaused(session, paused);
    }
    const type = headerOf(headers, 'content-type').split(';')[0]?.trim() ?? '';
    const length = /^\d{1,15}$/u.exec(headerOf(headers, 'content-length').trim());
    const verdict = await this.#ask(
      {
        kind: 'DOWNLOAD',
        tabId: this.#options.tabId,
        documentUrl: page.url,
        url: request.url,
        filename: nameOf(headerOf(headers, 'content-disposition'), request.url),
        ...(type === '' ? {} : { mediaType: type }),
        ...(length === null ? {} : { bytes: Number(length[0]) }),
        ...(coveredBy === null ? {} : { coveredBy }),
      },
      [page.gone.signal],
    );
    const { never } = this.#options;
    const leave = verdict.allow && never === undefined ? verdict.download : undefined;
    if (leave === undefined || page.gone.signal.aborted) {
      expectation?.refuse('DOWNLOAD', request.url, never ?? verdict.reason, null);
      leave?.failed(failure('download.failed', 'the page is gone'));
      return failPaused(session, paused);
    }
    this.#underWay.follow(this.#released.add({ url: request.url, leave, expectation }), expectation);
    const saved = headers.filter(({ name }) => name.toLowerCase() !== 'content-disposition');
    return session.send('Fetch.continueResponse', {
      requestId,
      responseCode: status,
      // Its name is the verdict's business; that it is a file is settled here.
      responseHeaders: [...saved, { name: 'Content-Disposition', value: 'attachment' }],
    });
  }

  /** Something that the act started is under way. It has a deadline of its own. */
  isUnderWay(expectation: Expectation | null): boolean {
    return expectation !== null && this.#underWay.isOf(expectation);
  }

  /** Once nothing that the act started is under way any more. */
  settled(expectation: Expectation, signal: AbortSignal): Promise<void> {
    return this.#underWay.settled(expectation, signal);
  }

  /** The tab is closed: what is under way ends, and is cleaned up. */
  async end(): Promise<void> {
    this.#end.abort();
    const closed = failure('act.tab-closed', 'the tab was closed before the download was whole');
    this.#released.end(closed);
    for (const transfer of this.#transfers.values()) transfer.stop(closed);
    await this.#underWay.over();
  }

  #running(): Expectation | null {
    const expectation = this.#options.expectation();
    return expectation?.acts === true ? expectation : null;
  }

  /** The request of the act that runs, where it shows nothing of what its address answers. */
  #wantedBy(page: Page, { frameId }: Paused): string | null {
    const expectation = this.#options.expectation();
    return frameId === page.id && expectation?.onlyFiles === true ? expectation.requestId : null;
  }

  /** Some download in the browser, of whichever tab. Its reports come right behind, and so it is followed before it is known whose it is. */
  #told(begun: Begun): void {
    const transfer = this.#transferOf(begun.guid);
    const { pages } = this.#options;
    const page = pages.ofFrame(begun.frameId);
    if (page !== undefined) return this.#begin(begun, transfer, page);
    const sought = pages
      .find(begun)
      .then((found) =>
        found === null ? this.#refuseNobodys(begun, transfer) : this.#begin(begun, transfer, found),
      );
    this.#underWay.follow(sought, null);
  }

  #transferOf(guid: string): Transfer | null {
    const quarantine = this.#quarantine;
    const path = quarantine?.pathOf(guid) ?? null;
    if (path === null || quarantine === null) return null;
    const size = (of: string): Promise<number> => quarantine.sizeOf(of);
    const transfer = new Transfer({ guid, path, size, admits: aheadOfVerdict });
    this.#transfers.set(guid, transfer);
    return transfer;
  }

  /** No page of ours began it. The browser cancels nothing by our context's name that is in another one. */
  async #refuseNobodys({ guid, url, suggestedFilename }: Begun, transfer: Transfer | null): Promise<void> {
    const { browser, tabId } = this.#options;
    const isOurs = await browser.send('Browser.cancelDownload', this.#named(guid)).then(
      () => true,
      (thrown: unknown) => thrown instanceof CdpTimeout, // then it is not known, and looked after as ours
    );
    if (transfer !== null) await this.#discard(transfer, isOurs);
    // Refused already: it is told, and nobody is asked.
    const act = {
      kind: 'DOWNLOAD',
      tabId,
      documentUrl: 'about:blank',
      url,
      filename: suggestedFilename,
    } as const;
    if (isOurs) await this.#ask(act, [AbortSignal.abort()]);
  }

  #begin(begun: Begun, transfer: Transfer | null, of: Page): void {
    const approved = this.#released.take(begun.url);
    const expectation = approved === null ? this.#running() : approved.expectation;
    // A window that shows nothing of its own yet speaks for the page that is in front.
    const page = of.url === 'about:blank' ? (this.#options.front() ?? of) : of;
    of.asked.downloadBegan();
    this.#underWay.follow(
      this.#carryOut(begun, transfer, approved?.leave ?? null, expectation, page),
      expectation,
    );
    approved?.followed();
    of.waiter.changed();
    page.waiter.changed();
  }

  async #carryOut(
    { guid, url, suggestedFilename }: Begun,
    transfer: Transfer | null,
    approved: DownloadLeave | null,
    expectation: Expectation | null,
    page: Page,
  ): Promise<void> {
    if (transfer === null) {
      const { browser, never = 'it has no name of the browser’s', tabId } = this.#options;
      expectation?.refuse('DOWNLOAD', url, never, null, { filename: suggestedFilename });
      await browser.send('Browser.cancelDownload', this.#named(guid)).catch(() => undefined);
      const { url: documentUrl } = page;
      await this.#ask({ kind: 'DOWNLOAD', tabId, documentUrl, url, filename: suggestedFilename }, []);
      return;
    }
    if (approved !== null) transfer.admits = approved.admits;
    try {
      const coveredBy = approved === null ? (expectation?.takeDownload(url) ?? null) : null;
      const act = {
        kind: 'DOWNLOAD',
        url,
        filename: suggestedFilename,
        ...(coveredBy === null ? {} : { coveredBy }),
      } as const;
      const leave = approved ?? (await this.#decideAhead(act, transfer, expectation, page));
      if (leave === null) return;
      transfer.admits = leave.admits;
      transfer.check();
      const late = setTimeout(
        () =>
          transfer.stop(
            failure('download.failed', `the download took longer than ${leave.deadlineMs / 1000} s`),
          ),
        leave.deadlineMs,
      );
      const came = await transfer.settled.finally(() => clearTimeout(late));
      if (!came.ok) {
        leave.failed(came.error);
        expectation?.refuse('DOWNLOAD', url, came.error.message, null, { code: came.error.code });
        return;
      }
      const delivered = await leave.arrived(transfer.path, this.#end.signal);
      if (delivered.ok) expectation?.files.push(delivered.value);
      else
        expectation?.refuse('DOWNLOAD', url, delivered.error.message, null, { code: delivered.error.code });
    } finally {
      await this.#discard(transfer, true);
    }
  }

  /** The leave, or `null` where it was refused, is too much before its verdict, or broke off. */
  async #decideAhead(
    about: Pick<Asked, 'kind' | 'url' | 'filename' | 'coveredBy'>,
    transfer: Transfer,
    expectation: Expectation | null,
    page: Page,
  ): Promise<DownloadLeave | null> {
    const refuse = (reason: string): null => {
      expectation?.refuse('DOWNLOAD', about.url, reason, null, { filename: about.filename });
      return null;
    };
    if (this.#undecided >= MAX_UNDECIDED_DOWNLOADS)
      return refuse(`${MAX_UNDECIDED_DOWNLOADS} downloads wait for an answer already`);
    this.#undecided += 1;
    const broken = new AbortController();
    const release = page.hold();
    try {
      const { tabId } = this.#options;
      const act = { ...about, tabId, documentUrl: page.url };
      const broke = transfer.settled.then((came) => (came.ok ? new Promise<never>(() => {}) : came.error));
      const verdict = await Promise.race([this.#ask(act, [page.gone.signal, broken.signal]), broke]);
      if ('code' in verdict) return refuse(verdict.message);
      return verdict.allow && verdict.download !== undefined ? verdict.download : refuse(verdict.reason);
    } finally {
      broken.abort();
      this.#undecided -= 1;
      release();
    }
  }

  /** Ends it in the browser where it still runs, waits until that writes no more, and removes what lies there. */
  async #discard(transfer: Transfer, isOurs: boolean): Promise<void> {
    const { browser } = this.#options;
    transfer.stop(GIVEN_UP);
    if (!isOurs) return void this.#transfers.delete(transfer.guid);
    await browser.send('Browser.cancelDownload', this.#named(transfer.guid)).catch(() => undefined);
    const gone = Promise.withResolvers<void>();
    const timer = setTimeout(gone.resolve, STILL_MS);
    const unwatch = browser.connection.onClose(gone.resolve);
    await Promise.race([gone.promise, transfer.still]);
    clearTimeout(timer);
    unwatch();
    this.#transfers.delete(transfer.guid);
    await this.#quarantine?.remove(transfer.path);
  }

  #named(guid: string): { readonly guid: string; readonly browserContextId?: string } {
    const { contextId } = this.#options;
    return contextId === undefined ? { guid } : { guid, browserContextId: contextId };
  }

  async #ask(act: Asked, gone: readonly AbortSignal[]): Promise<PageActVerdict> {
    try {
      return await this.#options.ask(Object.freeze(act), AbortSignal.any([this.#end.signal, ...gone]));
    } catch (thrown) {
      return { allow: false, reason: describe(thrown) };
    }
  }
}

const GIVEN_UP: Failure = failure('download.failed', 'the download was given up');

const aheadOfVerdict = (received: number): string | null =>
  received > AHEAD_BYTES ? `more than ${AHEAD_BYTES} bytes came before it was decided on` : null;

const isRedirect = ({ responseStatusCode: status = 0, responseHeaders: headers = [] }: Paused): boolean =>
  status >= 300 && status < 400 && headerOf(headers, 'location') !== '';
