// Every target that appears in the browser, paused before its first instruction: the tab's pages, popups, workers.
// INVARIANT: a service worker or shared worker never runs; a popup that was not allowed is closed and never shown.
import { describe } from '#policy/language/failure.ts';
import type { CdpSession, TabConnection } from '#executors/cdp/connection.ts';
import type { CdpPayload } from '#executors/cdp/types.ts';
import type { PageAct, PageActVerdict } from '#executors/contract/page-act.ts';
import type { Expectation } from '#executors/page/expectation.ts';
import { OwnContext } from '#executors/page/own-context.ts';
import type { PageDownloads } from './downloads/page-downloads.ts';
import { watchCookies } from './documents/cookie-sweep.ts';
import type { DocumentGrants } from './features/document-grants.ts';
import type { Attachments } from '#executors/page/frames.ts';
import type { Interception } from './routes/interception.ts';
import { watchCommitted } from './documents/committed-documents.ts';
import { watchPageActs } from './page-acts.ts';
import { hostToDial } from '#executors/network/target.ts';
import { Page } from '#executors/page/page.ts';
import { RemoteClients } from '#executors/page/remote/remote-clients.ts';
import { PageWatch } from '#executors/observe/page-watch.ts';
import type { Routes } from './routes/routes.ts';
import { PopupBudget } from './popup-budget.ts';

export type TargetsOptions = {
  readonly tabId: string;
  readonly viewport: { readonly width: number; readonly height: number };
  /** The one context that is ours in a browser that others use as well; without it, the whole browser is. */
  readonly contextId?: string;
  /** That browser is somebody else's: nothing in it is paused for us, so that only what we made is attached to. */
  readonly guest?: boolean;
  /** The session of a page, or of a frame with a process of its own. */
  readonly onSession?: (session: CdpSession) => void;
  /** Nothing comes from the cache. */
  readonly fresh: boolean;
  readonly interception: Interception;
  readonly downloads: PageDownloads;
  readonly grants: DocumentGrants;
  readonly ask: (act: PageAct, gone?: AbortSignal) => Promise<PageActVerdict>;
  readonly reads: (url: string) => boolean;
  readonly expectation: () => Expectation | null;
  /** Takes the tab's credentials out of a text. */
  readonly hide: (text: string) => string;
  /** A page's renderer is gone. */
  readonly onRendererGone: (reason: string) => void;
};

type Attached = CdpPayload<'Target.attachedToTarget'>;

/** What is paused at its start, and looked at. */
export const TARGET_FILTER = [
  { type: 'page' },
  { type: 'service_worker' },
  { type: 'shared_worker' },
  { exclude: true },
];

export class Targets {
  readonly #connection: TabConnection;
  readonly #options: TargetsOptions;
  /** The tab's pages; the last one is in front. */
  readonly #pages: Page[] = [];
  readonly #bySession = new Map<string, Page>();
  /** Pages that we asked for and that have not appeared yet: a target is attached before `createTarget` answers. */
  #opening = 0;
  readonly #watches = new WeakMap<Page, PageWatch>();
  readonly #context: OwnContext | null;
  readonly #popups = new PopupBudget();
  readonly #openers = new WeakMap<Page, Page>();
  /** An empty page is on its way into the place of this one. */
  #replaced: Page | null = null;
  /** By the id of each page that was replaced: whoever names it means the one in its place. */
  readonly #successors = new Map<string, string>();
  /** Programs that drive the tab by the DevTools protocol. */
  readonly remotes = new RemoteClients<Page>();
  #viewport: TargetsOptions['viewport'];
  /** Every dialog waits for HANDLE_DIALOG, alerts too; no other act dismisses one. */
  dialogsWait = false;
  #first: ((page: Page) => void) | null = null;

  constructor(connection: TabConnection, options: TargetsOptions) {
    const { contextId, guest } = options;
    this.#connection = connection;
    this.#options = options;
    this.#viewport = options.viewport;
    this.#context =
      contextId === undefined || guest !== true ? null : new OwnContext(connection.browser, contextId);
  }

  get front(): Page | undefined {
    return this.#pages.at(-1);
  }
  /** By its id, or by that of the one whose place it took; `null`: there is none. */
  find(id: string): Page | null {
    const there = this.#pages.find((page) => page.id === id);
    if (there !== undefined) return there;
    const instead = this.#successors.get(id);
    return instead === undefined ? null : this.find(instead);
  }

  /** Another one of its pages is in front from here on: acts are on that one. */
  async bring(page: Page): Promise<void> {
    const at = this.#pages.indexOf(page);
    if (at === -1 || page === this.front) return;
    this.#pages.splice(at, 1);
    this.#pages.push(page);
    this.#tellFront();
    await page.session.send('Page.bringToFront');
  }

  get count(): number {
    return this.#pages.length;
  }
  /** That pages are laid out for. */
  get viewport(): TargetsOptions['viewport'] {
    return this.#viewport;
  }

  /** For the page in front, and for those that come. */
  async resize({ width, height }: TargetsOptions['viewport']): Promise<void> {
    this.#viewport = { width, height };
    await this.front?.laidOutFor(this.#viewport);
  }

  /** Rules of the tab's owner for its requests. */
  get routes(): Routes {
    return this.#options.interception.routes;
  }

  /** What a page of this tab has done so far. */
  watchOf(page: Page): PageWatch {
    const known = this.#watches.get(page);
    if (known !== undefined) return known;
    const made = new PageWatch(page);
    this.#watches.set(page, made);
    return made;
  }

  /** Attaches to everything; resolves with the page that the browser opened with. */
  async start(): Promise<Page> {
    const { browser } = this.#connection;
    browser.on('Target.attachedToTarget', (attached) => this.#attached(attached));
    browser.on('Target.detachedFromTarget', ({ sessionId }) => this.#detached(sessionId));
    const first = new Promise<Page>((resolve) => (this.#first = resolve));
    const context = this.#inContext();
    // Downloads and permissions: no, for every page there will be.
    const refusals = [
      browser.send('Browser.setDownloadBehavior', { behavior: 'deny', eventsEnabled: true, ...context }),
      browser.send('Browser.grantPermissions', { permissions: [], ...context }),
    ];
    if (this.#context !== null) {
      await Promise.all([this.#context.watch(), ...refusals]);
      await this.#context.makePage();
    } else if (this.#options.contextId !== undefined) {
      // Whoever shares the browser out pauses what appears in it (pool/shared-browser.ts).
      await Promise.all(refusals);
      await browser.send('Target.createTarget', { url: 'about:blank', ...context });
    } else {
      const autoAttach = { autoAttach: true, waitForDebuggerOnStart: true, flatten: true };
      await Promise.all([
        browser.send('Target.setAutoAttach', { ...autoAttach, filter: TARGET_FILTER }),
        ...refusals,
      ]);
    }
    return first;
  }

  #inContext(): { readonly browserContextId?: string } {
    const { contextId } = this.#options;
    return contextId === undefined ? {} : { browserContextId: contextId };
  }

  /** Opens a page of our own, in front. */
  async open(): Promise<Page> {
    const front = this.front;
    if (front === undefined) throw new Error('no page is left');
    this.#opening += 1;
    const { targetId } =
      this.#context === null
        ? await this.#connection.browser.send('Target.createTarget', {
            url: 'about:blank',
            ...this.#inContext(),
          })
        : { targetId: await this.#context.makePage() };
    const opened = (): Page | undefined => this.#pages.find((page) => page.id === targetId);
    await front.waiter.until(() => opened() !== undefined, 5_000, AbortSignal.timeout(6_000));
    const page = opened();
    if (page === undefined) throw new Error('the new page did not appear');
    return page;
  }

  /** An empty page, which it returns, in the place of one that answers to nothing. */
  async replace(page: Page): Promise<Page> {
    this.#replaced = page;
    const empty = await this.open().finally(() => (this.#replaced = null));
    this.#successors.set(page.id, empty.id);
    this.#remove(page);
    page.gone.abort();
    await this.#connection.browser.send('Target.closeTarget', { targetId: page.id });
    return empty;
  }

  /** The last one gives way to an empty one. */
  async closePage(closing: Page): Promise<void> {
    if (!this.#pages.includes(closing)) return;
    if (this.#pages.length === 1) await this.open();
    this.#remove(closing);
    await this.#connection.browser.send('Target.closeTarget', { targetId: closing.id });
  }

  /** Whether a page has asked for the host, or does so while its connection is already on the way. */
  async wants(host: string): Promise<boolean> {
    const wanted = (): boolean =>
      [...this.#bySession.values()].some((page) => page.requests.hasAskedFor(host));
    if (wanted() || this.front === undefined) return wanted();
    return this.front.waiter.until(wanted, 300, AbortSignal.timeout(400)).catch(() => false);
  }

  /** Addresses of the WebSockets over TLS that pages have under way to a server; waits for one to be told of. */
  async socketsTo(host: string, port: number): Promise<readonly string[]> {
    const found = (): readonly string[] =>
      [...this.#bySession.values()].flatMap(({ requests }) =>
        requests.sockets.filter((text) => {
          const url = URL.parse(text);
          if (url?.protocol !== 'wss:') return false;
          return hostToDial(url.hostname) === host && Number(url.port === '' ? 443 : url.port) === port;
        }),
      );
    const { front } = this;
    if (found().length === 0 && front !== undefined)
      await front.waiter.until(() => found().length > 0, 300, AbortSignal.timeout(400)).catch(() => false);
    return found();
  }

  end(reason: Error): void {
    for (const page of this.#bySession.values()) {
      page.gone.abort();
      page.waiter.end(reason);
    }
  }

  #attached({ sessionId, targetInfo }: Attached): void {
    if (targetInfo.type !== 'page') {
      this.#startWorker(this.#connection.session(sessionId), targetInfo);
      return;
    }
    if (this.#isTooMany(targetInfo)) {
      this.#close(targetInfo.targetId, sessionId);
      return;
    }
    const page = new Page(this.#connection.session(sessionId), targetInfo.targetId, this.#options);
    this.#bySession.set(sessionId, page);
    this.#options.onSession?.(page.session);
    if (this.#first === null) {
      // Its first document may be asked for before the page answers to anything: whoever comes first asks.
      let asked: Promise<string | null> | null = null;
      page.admitBy((url) => (asked ??= this.#admit(page, targetInfo, url)));
    }
    page.session.on('Inspector.targetCrashed', () => {
      if (this.#pages.includes(page)) this.#options.onRendererGone('the page’s process crashed');
    });
    watchPageActs(page, {
      ...this.#options,
      front: () => this.front,
      dialogsWait: () => this.dialogsWait,
      onDialog: (event) => this.remotes.tellAll(event),
    });
    watchCommitted(page, this.#options);
    this.watchOf(page).listen(page.session, page.id);
    const started = page.start(this.#viewport, this.#attachments(page));
    // Whoever opened it has something under way until it is there or is closed.
    const release = this.front?.hold();
    started
      .then(() => this.#settle(page, targetInfo))
      .catch((thrown: unknown) => {
        if (this.#first !== null) this.#options.onRendererGone(describe(thrown));
      })
      .finally(() => release?.());
  }

  async #settle(page: Page, info: Attached['targetInfo']): Promise<void> {
    if (this.#first !== null) {
      this.#pages.push(page);
      this.#first(page);
      this.#first = null;
      return;
    }
    const own = this.#opening > 0 && info.openerId === undefined && info.url === 'about:blank';
    if (own) this.#opening -= 1;
    if (own) page.admitBy(() => Promise.resolve(''));
    if ((await page.admit('')) !== null) {
      const before = this.front;
      this.#pages.push(page);
      before?.waiter.changed();
      this.#tellFront(own ? this.#replaced : null);
      return;
    }
    this.#bySession.delete(page.session.id);
    await this.#connection.browser.send('Target.closeTarget', { targetId: page.id });
  }

  /**
   * A service or shared worker, paused before its script is even asked for (over HTTPS as well). A shared one runs where it
   * was granted; a service worker never does: it would answer for documents that nobody decided on.
   */
  #startWorker(session: CdpSession, { type, url, targetId }: Attached['targetInfo']): void {
    const { grants, interception } = this.#options;
    const granted = grants.ofWorker(url, '');
    const { front } = this;
    if (type !== 'shared_worker' || !granted.has('SHARED_WORKER') || front === undefined) {
      this.#close(targetId, session.id);
      return;
    }
    // What it asks for is told as its page's.
    Promise.all([interception.watch(session, front), grants.installInWorker(session, granted)])
      .then(() => session.send('Runtime.runIfWaitingForDebugger'))
      .catch(() => this.#close(targetId, session.id));
  }

  #close(targetId: string, sessionId: string): void {
    this.#connection.browser
      .send('Target.closeTarget', { targetId })
      .catch(() => this.#connection.forget(sessionId));
  }

  /** Beyond what a page may ask for. A page of ours is never one of them. */
  #isTooMany(info: Attached['targetInfo']): boolean {
    const { front } = this;
    if (front === undefined || (this.#opening > 0 && info.openerId === undefined)) return false;
    return !this.#popups.take(front, this.#bySession.size - this.#pages.length);
  }

  /** A popup runs while it is decided on, since it may share its opener's process; its requests wait in the guard. */
  async #admit(page: Page, info: Attached['targetInfo'], wants: string): Promise<string | null> {
    // Without an opener (`noopener`, the default of links) it is the page that says it has opened one.
    const opener =
      this.#pages.find((one) => one.id === info.openerId) ??
      this.#pages.findLast((one) => one.asked.opensWindow) ??
      this.front;
    if (opener !== undefined) this.#openers.set(page, opener);
    const told = opener?.asked.windowCame();
    const url = [wants, told, info.url].find((one) => one !== undefined && one !== '') ?? 'about:blank';
    opener?.waiter.changed();
    const expectation = this.#options.expectation();
    // INVARIANT: a window that could reach its opener, or be reached by it, is not let in where that was not granted.
    const reaches =
      info.canAccessOpener && !this.#options.grants.ofDocument(opener?.url ?? '').has('WINDOW_MESSAGE');
    if (!reaches && expectation?.takeNewTab(url) === true) return '';
    const release = opener?.hold();
    try {
      const verdict = await this.#options.ask(
        { kind: 'OPEN_WINDOW', tabId: this.#options.tabId, documentUrl: opener?.url ?? 'about:blank', url },
        page.gone.signal,
      );
      if (!verdict.allow) expectation?.refuse('OPEN_WINDOW', url, verdict.reason, null);
      return verdict.allow && !reaches ? url : null;
    } catch {
      return null; // a hook that throws refuses
    } finally {
      release?.();
    }
  }

  /** What a page's own session, its frames and its workers need before they run. */
  #attachments(page: Page): Attachments {
    const { interception, grants, downloads } = this.#options;
    return {
      frame: (session, rootFrameId) => {
        if (session !== page.session) {
          page.frames.attach(session, rootFrameId);
          this.#options.onSession?.(session);
        }
        grants.watchReports(session, () => page.url);
        watchCookies(session, page, grants);
        downloads.watch(session, page, rootFrameId);
        page.watchSockets(session);
        const watch = this.watchOf(page);
        watch.listen(session, rootFrameId);
        return Promise.all([
          interception.watch(session, page),
          grants.install(session, rootFrameId),
          watch.enable(session),
        ]);
      },
      worker: async (session, { url }) => {
        const granted = grants.ofWorker(url, page.url);
        if (!granted.has('WORKER')) return false;
        grants.watchReports(session, () => page.url);
        page.watchSockets(session);
        const watch = this.watchOf(page);
        watch.listen(session, null);
        await Promise.all([
          grants.installInWorker(session, granted),
          session.send('Runtime.enable'),
          watch.enable(session),
        ]);
        return true;
      },
      gone: (session) => {
        page.frames.detach(session);
        page.frameParts.forget(session);
        grants.forget(session);
        downloads.forget(session);
      },
    };
  }

  #detached(sessionId: string): void {
    const page = this.#bySession.get(sessionId);
    this.#bySession.delete(sessionId);
    if (page !== undefined) this.#options.grants.forget(page.session);
    if (page !== undefined) this.#options.downloads.forget(page.session);
    this.#connection.forget(sessionId);
    page?.gone.abort();
    if (page !== undefined) this.#remove(page);
    if (page !== undefined && this.#pages.length === 0)
      this.#options.onRendererGone('the last page was closed');
  }

  #remove(page: Page): void {
    const at = this.#pages.indexOf(page);
    if (at === -1) return;
    const wasInFront = at === this.#pages.length - 1;
    this.#pages.splice(at, 1);
    // Whoever has no page left hears of the tab's end.
    if (this.#pages.length === 0) return;
    this.remotes.tellAll({ kind: 'PAGE_GONE', page: page.id });
    if (wasInFront) this.#tellFront();
  }

  #tellFront(instead: Page | null = null): void {
    const { front } = this;
    if (front === undefined) return;
    const opener = this.#openers.get(front)?.id ?? null;
    this.remotes.tellAll({ kind: 'ANOTHER_PAGE', page: front.id, opener, instead: instead?.id ?? null });
  }
}
