// A tab's downloads. What an answer's headers tell is held before its first byte is taken; what only the page knows (`blob:`,
// `data:`, the `download` attribute) runs into the quarantine while it is decided on, and no further.
// INVARIANT: a download goes on only by leave of its own verdict, once; every other one is cancelled, and nothing of it is left.
import { describe, failure, type Failure } from '#policy/language/failure.ts';
import type { CdpSession } from '#executors/cdp/connection.ts';
import type { CdpPayload } from '#executors/cdp/types.ts';
import type { PageAct, PageActVerdict } from '#executors/contract/page-act.ts';
import type { DownloadLeave } from '#executors/contract/download.ts';
import type { Expectation } from '#executors/page/expectation.ts';
import { type Interceptor, type Paused, failPaused, isResponse } from '#executors/guards/routes/paused.ts';
import type { Page } from '#executors/page/page.ts';
import { headerOf, isFile, isWhole, nameOf } from './kinds.ts';
import { Quarantine } from './quarantine.ts';
import { Transfer } from './transfer.ts';

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
  /** Why this tab takes none at all: each is told, and denied by the browser itself. */
  readonly never?: string;
  /** What an answer that is no document leaves of cookies must be granted, too (documents/document-gate.ts). */
  readonly keepCookies: (session: CdpSession, page: Page, paused: Paused) => Promise<void>;
};

/** An answer that was let go on and whose download has not begun yet. */
type Approved = {
  readonly url: string;
  readonly leave: DownloadLeave;
  readonly expectation: Expectation | null;
  readonly timer: NodeJS.Timeout;
  readonly begun: () => void;
};

/** Of what is not decided on yet: so much of it at most, and so many at a time. */
const AHEAD_BYTES = 256 * 1024 * 1024;
const MAX_UNDECIDED_DOWNLOADS = 4;
const BEGIN_MS = 5_000;
const STILL_MS = 2_000;

export class Downloads implements Interceptor {
  /** It looks at what the document gate has the browser pause. */
  readonly patterns = [];
  readonly #options: DownloadsOptions;
  readonly #approved: Approved[] = [];
  readonly #transfers = new Map<string, Transfer>();
  /** Everything that is under way, from the first event to the end of its clean-up. */
  readonly #work = new Map<Promise<void>, Expectation | null>();
  readonly #end = new AbortController();
  #quarantine: Quarantine | null = null;
  #undecided = 0;

  constructor(options: DownloadsOptions) {
    this.#options = options;
  }

  /** From here on the browser writes downloads into the quarantine, and nowhere else. */
  async start(): Promise<void> {
    const { browser, profile, never, contextId } = this.#options;
    browser.on('Browser.downloadWillBegin', (begun) => this.#begin(begun));
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
    if (!isFile(paused) && !this.#isWanted(page, paused)) return null;
    return this.#options.keepCookies(session, page, paused).then(() => this.#settle(session, page, paused));
  }

  async #settle(session: CdpSession, page: Page, paused: Paused): Promise<unknown> {
    const { requestId, request, responseHeaders: headers = [], responseStatusCode: status = 0 } = paused;
    const expectation = this.#running();
    const covered = expectation?.takeDownload(request.url) === true || this.#isWanted(page, paused);
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
        covered,
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
    this.#approve(request.url, leave, expectation);
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
    return expectation !== null && [...this.#work.values()].includes(expectation);
  }

  /** Once nothing that the act started is under way any more. */
  async settled(expectation: Expectation, signal: AbortSignal): Promise<void> {
    const own = (): Promise<void>[] =>
      [...this.#work].filter(([, whose]) => whose === expectation).map(([work]) => work);
    if (own().length === 0) return;
    const aborted = Promise.withResolvers<void>();
    const abort = (): void => aborted.resolve();
    signal.addEventListener('abort', abort, { once: true });
    while (own().length > 0 && !signal.aborted) await Promise.race([Promise.all(own()), aborted.promise]);
    signal.removeEventListener('abort', abort);
  }

  /** The tab is closed: what is under way ends, and is cleaned up. */
  async end(): Promise<void> {
    this.#end.abort();
    const closed = failure('act.tab-closed', 'the tab was closed before the download was whole');
    for (const { timer, leave, begun } of this.#approved.splice(0)) {
      clearTimeout(timer);
      begun();
      leave.failed(closed);
    }
    for (const transfer of this.#transfers.values()) transfer.stop(closed);
    await Promise.all(this.#work.keys());
  }

  #running(): Expectation | null {
    const expectation = this.#options.expectation();
    return expectation?.acts === true ? expectation : null;
  }

  #isWanted(page: Page, { frameId }: Paused): boolean {
    return frameId === page.id && this.#options.expectation()?.onlyFiles === true;
  }

  #approve(url: string, leave: DownloadLeave, expectation: Expectation | null): void {
    const timer = setTimeout(() => {
      const at = this.#approved.indexOf(approved);
      if (at !== -1) this.#approved.splice(at, 1);
      const error = failure('download.failed', 'the browser did not begin the download');
      expectation?.refuse('DOWNLOAD', url, error.message, null);
      begun.resolve();
      leave.failed(error);
    }, BEGIN_MS);
    const begun = Promise.withResolvers<void>();
    const approved: Approved = { url, leave, expectation, timer, begun: begun.resolve };
    this.#approved.push(approved);
    this.#follow(begun.promise, expectation);
  }

  #begin(begun: CdpPayload<'Browser.downloadWillBegin'>): void {
    const path = this.#quarantine?.pathOf(begun.guid) ?? null;
    const at = this.#approved.findIndex(({ url }) => withoutFragment(url) === withoutFragment(begun.url));
    const [approved] = at === -1 ? [] : this.#approved.splice(at, 1);
    if (approved !== undefined) clearTimeout(approved.timer);
    const expectation = approved === undefined ? this.#running() : approved.expectation;
    const page = this.#options.front();
    page?.asked.downloadBegan();
    this.#follow(this.#carryOut(begun, path, approved?.leave ?? null, expectation, page), expectation);
    approved?.begun();
    page?.waiter.changed();
  }

  #follow(work: Promise<void>, expectation: Expectation | null): void {
    const followed = work
      .catch((thrown: unknown) => expectation?.refuse('DOWNLOAD', '', describe(thrown), null))
      .then(() => {
        this.#work.delete(followed);
        this.#options.front()?.waiter.changed();
      });
    this.#work.set(followed, expectation);
  }

  async #carryOut(
    { guid, url, suggestedFilename }: CdpPayload<'Browser.downloadWillBegin'>,
    path: string | null,
    approved: DownloadLeave | null,
    expectation: Expectation | null,
    page: Page | undefined,
  ): Promise<void> {
    const quarantine = this.#quarantine;
    if (path === null || quarantine === null) {
      const { browser, never = 'it has no name of the browser’s', tabId } = this.#options;
      expectation?.refuse('DOWNLOAD', url, never, null, { filename: suggestedFilename });
      await browser.send('Browser.cancelDownload', this.#named(guid)).catch(() => undefined);
      const documentUrl = page?.url ?? 'about:blank';
      await this.#ask({ kind: 'DOWNLOAD', tabId, documentUrl, url, filename: suggestedFilename }, []);
      return;
    }
    const transfer = new Transfer({
      guid,
      path,
      size: (of) => quarantine.sizeOf(of),
      admits: approved?.admits ?? aheadOfVerdict,
    });
    this.#transfers.set(guid, transfer);
    try {
      const covered = approved === null && expectation?.takeDownload(url) === true;
      const act = { kind: 'DOWNLOAD', url, filename: suggestedFilename, covered } as const;
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
      const delivered = await leave.arrived(path, this.#end.signal);
      if (delivered.ok) expectation?.files.push(delivered.value);
      else
        expectation?.refuse('DOWNLOAD', url, delivered.error.message, null, { code: delivered.error.code });
    } finally {
      await this.#discard(transfer, quarantine);
    }
  }

  /** The leave, or `null` where it was refused, is too much before its verdict, or broke off. */
  async #decideAhead(
    about: Pick<Asked, 'kind' | 'url' | 'filename' | 'covered'>,
    transfer: Transfer,
    expectation: Expectation | null,
    page: Page | undefined,
  ): Promise<DownloadLeave | null> {
    const refuse = (reason: string): null => {
      expectation?.refuse('DOWNLOAD', about.url, reason, null, { filename: about.filename });
      return null;
    };
    if (this.#undecided >= MAX_UNDECIDED_DOWNLOADS)
      return refuse(`${MAX_UNDECIDED_DOWNLOADS} downloads wait for an answer already`);
    this.#undecided += 1;
    const broken = new AbortController();
    const release = page?.hold();
    try {
      const { tabId } = this.#options;
      const act = { ...about, tabId, documentUrl: page?.url ?? 'about:blank' };
      const broke = transfer.settled.then((came) => (came.ok ? new Promise<never>(() => {}) : came.error));
      const gone = page === undefined ? [] : [page.gone.signal];
      const verdict = await Promise.race([this.#ask(act, [...gone, broken.signal]), broke]);
      if ('code' in verdict) return refuse(verdict.message);
      return verdict.allow && verdict.download !== undefined ? verdict.download : refuse(verdict.reason);
    } finally {
      broken.abort();
      this.#undecided -= 1;
      release?.();
    }
  }

  /** Ends it in the browser where it still runs, waits until that writes no more, and removes what lies there. */
  async #discard(transfer: Transfer, quarantine: Quarantine): Promise<void> {
    const { browser } = this.#options;
    transfer.stop(GIVEN_UP);
    await browser.send('Browser.cancelDownload', this.#named(transfer.guid)).catch(() => undefined);
    const gone = Promise.withResolvers<void>();
    const timer = setTimeout(gone.resolve, STILL_MS);
    const unwatch = browser.connection.onClose(gone.resolve);
    await Promise.race([gone.promise, transfer.still]);
    clearTimeout(timer);
    unwatch();
    this.#transfers.delete(transfer.guid);
    await quarantine.remove(transfer.path);
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

const withoutFragment = (url: string): string => url.split('#')[0] ?? url;
