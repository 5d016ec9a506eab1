// One page target: which document it shows, whether it is loading, and a world of our own in each of its frames.
// INVARIANT: the document's id and URL come from the browser process's events, never from the page's scripts.
import { dialledHost, hostOfAddress } from '#policy/requests/host.ts';
import { forgetOldest } from '#policy/collections/forget-oldest.ts';
import type { ActBudget } from '#executors/cdp/budget.ts';
import type { CdpSession } from '#executors/cdp/connection.ts';
import type { CdpPayload, CdpResult } from '#executors/cdp/types.ts';
import type { PageMetrics } from '#executors/contract/outcome.ts';
import type { DocumentState } from '#executors/contract/document.ts';
import type { FrameScope, Looked } from './page-state.ts';
import { REFUSED_HEADER } from '#executors/network/refusal.ts';
import { NavigationStarts } from './navigation-start.ts';
import { releaseForCommitted } from './brake.ts';
import { FrameParts } from './frame-parts.ts';
import { FrameTree } from './frame-tree.ts';
import { watchFrames, type Attachments } from './frames.ts';
import { Pace } from './pace.ts';
import { type PictureSign, signOf } from './picture-sign.ts';
import { Waiter } from './waiter.ts';
import { sayOnline } from './online.ts';

type NodeOfFrame = { readonly backendNodeId: number; readonly frameId: string };

const WORLD = 'ghost';
/** Chromium itself opens 255 at most. */
const MAX_SOCKETS = 300;
/** Requests whose answers change what stands on the page after an act. */
const ACTIVE_TYPES = new Set(['XHR', 'Fetch', 'Script']);
/** Requests without which a picture of the page is not whole. */
const ASSET_TYPES = new Set(['Image', 'Font', 'Stylesheet']);

/** Of what `Performance.getMetrics` tells. Chromium 156 has no PaintCount. */
const METRICS = new Set([
  'LayoutCount',
  'RecalcStyleCount',
  'LayoutDuration',
  'RecalcStyleDuration',
  'ScriptDuration',
  'TaskDuration',
  'JSHeapUsedSize',
  'Nodes',
]);

export class Page {
  readonly session: CdpSession;
  /** Target id, which is the main frame's id as well. */
  readonly id: string;
  readonly frames: FrameTree;
  /** Whether a frame of this address's origin may be in a look, beside those of the page's own. */
  reads: (url: string) => boolean = () => false;
  readonly waiter = new Waiter();
  readonly starts = new NavigationStarts();
  readonly pace = new Pace();
  /** Of frames in processes of their own. */
  readonly frameParts = new FrameParts();
  /** Aborted when the page is no more: nothing of it waits any longer. */
  readonly gone = new AbortController();
  /** Requests of scripts in flight. */
  readonly active = new Set<string>();
  /** Requests in flight for what a picture shows. */
  readonly assets = new Set<string>();
  /** Of pictures in flight: what they are asked for by. */
  readonly signs = new Map<string, PictureSign>();
  /** The document is to be seen: nothing is withheld from it (guards/asset-filter.ts). */
  visual = false;
  /** Pictures, fonts and the like that were not fetched for the document. */
  withheld = 0;
  /** Hosts that the page or one of its frames has asked for. */
  readonly hosts = new Set<string>();
  /** WebSockets that the page, a frame or a worker of it has under way or open, by their request's id. */
  readonly sockets = new Map<string, string>();
  /** Verdicts that a navigation of this page waits for. */
  held = 0;
  /** Navigations of the page's own since the last act on it. */
  own = 0;
  /** Dialogs that its document has opened. */
  dialogs = 0;
  /** Its scripts were ended for what it does (brake.ts); `null` for a page that runs. */
  braked: string | null = null;
  /** Until then another document is about to come (`brake.ts`), on the clock of `performance.now()`. */
  comingUntilMs = 0;
  /** Acts in a row that it did not answer to. */
  silent = 0;
  /** What is left of the act that runs on it; `null` between acts. */
  budget: ActBudget | null = null;
  /** The end of its document did not come, and what came is there. */
  cut = false;
  /** Counts the main frame's navigations that were asked for from inside: links, forms, scripts. */
  requested = 0;
  /** The loader of a navigation that has begun and not been committed. */
  navigating: string | null = null;
  loaded = true;
  domReady = true;
  status: number | null = null;
  /**
   * The document is no site's: a refusal of the proxy's (told by a header that no server can send, network/refusal.ts) or of
   * the guard's, or the browser's own error page.
   */
  refused = false;
  /** What is there is the browser's error page. */
  unreachable = false;
  /** What the refused document was to be, for messages. */
  refusedUrl: string | null = null;
  /** Of a navigation that was refused, and in whose place a page of ours stands. */
  blocked: { readonly url: string; readonly reason: string } | null = null;
  title = '';
  /** Whether the page may be there at all: the URL that was admitted with it (`''` for none), or `null`. Asked once. */
  admit: (url: string) => Promise<string | null> = () => Promise.resolve('');
  /** URLs of windows that the page opened and whose targets have not been settled yet. */
  readonly opening: string[] = [];
  /** The frame that acts without an element look into (frame-scope.ts). */
  scope: FrameScope | null = null;
  /** The last look at it. */
  looked: Looked | null = null;
  /** Downloads that were asked for from inside and that the browser has not told of yet. */
  downloads = 0;
  #documentId = '';
  #url = 'about:blank';
  readonly #cuts = new Set<string>();
  readonly #blocks = new Map<string, { readonly url: string; readonly reason: string }>();
  readonly #answers = new Map<string, { status: number; refused: boolean }>();
  readonly #worlds = new Map<string, Promise<number>>();

  /** `true`: everything is fetched again, whatever its cache says. */
  readonly fresh: boolean;
  /** The same by now, also because of rules of the tab's owner (interception.ts). */
  uncached: boolean;

  constructor(session: CdpSession, id: string, fresh = false) {
    this.session = session;
    this.id = id;
    this.fresh = fresh;
    this.uncached = fresh;
    this.frames = new FrameTree(session, id, (frameId) => this.#worlds.delete(frameId));
    this.#listen();
  }

  get documentId(): string {
    return this.#documentId;
  }
  get url(): string {
    return this.#url;
  }
  /** Of the document that is in a frame now. */
  documentOf(frameId: string): string | undefined {
    return frameId === this.id ? this.#documentId : this.frames.documentOf(frameId);
  }
  document(): DocumentState {
    return Object.freeze({ id: this.#documentId, url: this.#url, title: this.title });
  }
  get loading(): boolean {
    return this.navigating !== null || !this.loaded;
  }

  /** Turns the target's domains on and lets it run. `attachments` guards it, its frames and its workers. */
  async start(viewport: { width: number; height: number }, attachments: Attachments): Promise<void> {
    const { session } = this;
    const steps = [
      session.send('Page.enable'),
      session.send('Page.getFrameTree').then(({ frameTree }) => {
        if (this.#documentId === '') this.#documentId = frameTree.frame.loaderId;
      }),
      session.send('Network.enable', { maxTotalBufferSize: 0, maxResourceBufferSize: 0 }),
      attachments.frame(session, this.id),
      session.send('Network.setBypassServiceWorker', { bypass: true }),
      sayOnline(session),
      session.send('Page.setInterceptFileChooserDialog', { enabled: true, cancel: true }),
      session.send('Emulation.setDeviceMetricsOverride', {
        ...viewport,
        deviceScaleFactor: 1,
        mobile: false,
      }),
      session.send('Emulation.setFocusEmulationEnabled', { enabled: true }),
      session.send('Accessibility.enable'),
      watchFrames(session, attachments),
      session.send('DOM.enable'),
      session.send('Performance.enable'),
      ...(this.fresh ? [session.send('Network.setCacheDisabled', { cacheDisabled: true })] : []),
      session.send('Runtime.runIfWaitingForDebugger'),
    ];
    await Promise.all(steps);
  }

  /** The request of this loader was answered with a page of ours. */
  block(loaderId: string, url: string, reason: string): void {
    this.#blocks.set(loaderId, { url, reason });
  }

  /** The document of this loader will be there without its end. */
  cutOff(loaderId: string): void {
    this.#cuts.clear();
    this.#cuts.add(loaderId);
  }

  /** On a session that the page, a frame or a worker of it speaks by. */
  watchSockets(session: CdpSession): void {
    session.on('Network.webSocketCreated', ({ requestId, url }) => {
      this.sockets.set(requestId, url);
      forgetOldest(this.sockets, MAX_SOCKETS);
      this.waiter.changed();
    });
    session.on('Network.webSocketClosed', ({ requestId }) => this.sockets.delete(requestId));
  }

  wants(url: string): void {
    this.hosts.add(dialledHost(hostOfAddress(url)));
    this.waiter.changed();
  }

  /** Our world in a frame: the page's scripts cannot reach into it or change its prototypes. */
  world(frameId: string = this.id): Promise<number> {
    const known = this.#worlds.get(frameId);
    if (known !== undefined) return known;
    const made = this.frames
      .sessionOf(frameId)
      .send('Page.createIsolatedWorld', { frameId, worldName: WORLD })
      .then(({ executionContextId }) => executionContextId);
    made.catch(() => {
      if (this.#worlds.get(frameId) === made) this.#worlds.delete(frameId);
    });
    this.#worlds.set(frameId, made);
    return made;
  }

  /** Runs a self-contained function in our world; `parseValue` checks what comes back. */
  async evaluate<T>(
    expression: string,
    parseValue: (value: unknown) => T,
    frameId: string = this.id,
  ): Promise<T> {
    const contextId = await this.world(frameId);
    const answer = await this.frames.sessionOf(frameId).send('Runtime.evaluate', {
      expression,
      contextId,
      returnByValue: true,
      awaitPromise: true,
    });
    return parseValue(valueOf(answer));
  }

  /** Runs a function on one node in our world. Throws `CdpError` where the node is gone. */
  async callOn<T>(
    node: NodeOfFrame,
    functionDeclaration: string,
    args: readonly unknown[],
    parseValue: (value: unknown) => T,
  ): Promise<T> {
    return parseValue(valueOf(await this.#call(node, functionDeclaration, args, true)));
  }

  /** The same for a function that gives a node of that document, or `null`. */
  async nodeFrom(
    node: NodeOfFrame,
    functionDeclaration: string,
    args: readonly unknown[],
  ): Promise<NodeOfFrame | null> {
    const answer = await this.#call(node, functionDeclaration, args, false);
    const { objectId } = answer.result;
    if (objectId === undefined) {
      valueOf(answer);
      return null;
    }
    const described = await this.frames.sessionOf(node.frameId).send('DOM.describeNode', { objectId });
    return { backendNodeId: described.node.backendNodeId, frameId: node.frameId };
  }

  async #call(
    node: NodeOfFrame,
    functionDeclaration: string,
    args: readonly unknown[],
    returnByValue: boolean,
  ): Promise<CdpResult<'Runtime.callFunctionOn'>> {
    const session = this.frames.sessionOf(node.frameId);
    const { object } = await session.send('DOM.resolveNode', {
      backendNodeId: node.backendNodeId,
      executionContextId: await this.world(node.frameId),
      objectGroup: WORLD,
    });
    return session.send('Runtime.callFunctionOn', {
      functionDeclaration,
      ...(object.objectId === undefined ? {} : { objectId: object.objectId }),
      arguments: args.map((value) => ({ value })),
      returnByValue,
      awaitPromise: true,
    });
  }

  /** How much work the document has been so far (specification, section 02); times in seconds. */
  async metrics(): Promise<PageMetrics> {
    const { metrics } = await this.session.send('Performance.getMetrics');
    return Object.fromEntries(
      metrics.filter(({ name }) => METRICS.has(name)).map(({ name, value }) => [name, value]),
    );
  }

  /** The current history entry's index and all entries; refreshes the title. */
  async history(): Promise<CdpResult<'Page.getNavigationHistory'>> {
    const history = await this.session.send('Page.getNavigationHistory');
    this.title = history.entries[history.currentIndex]?.title ?? this.title;
    return history;
  }

  #listen(): void {
    const { session } = this;
    session.on('Page.frameNavigated', (event) => this.#navigated(event));
    session.on('Page.navigatedWithinDocument', ({ frameId, url }) => {
      if (frameId === this.id && !this.refused) this.#url = url;
      this.waiter.changed();
    });
    session.on('Page.frameRequestedNavigation', (asked) => {
      const { frameId, disposition } = asked;
      this.starts.requested(asked);
      if (frameId === this.id && disposition === 'currentTab') this.requested += 1;
      if (disposition === 'download') this.downloads += 1;
      this.waiter.changed();
    });
    session.on('Page.frameStartedNavigating', (started) => {
      const { frameId, loaderId, navigationType } = started;
      this.starts.started(started);
      const sameDocument = navigationType === 'sameDocument' || navigationType === 'historySameDocument';
      if (frameId === this.id && !sameDocument) this.navigating = loaderId;
      this.waiter.changed();
    });
    session.on('Page.domContentEventFired', () => {
      this.domReady = true;
      this.waiter.changed();
    });
    session.on('Page.loadEventFired', () => {
      this.domReady = true;
      this.loaded = true;
      this.waiter.changed();
    });
    session.on('Page.frameStoppedLoading', ({ frameId }) => {
      // A document whose loading was cut short by a navigation that came to nothing has no load event.
      if (frameId === this.id && this.navigating === null) {
        this.domReady = true;
        this.loaded = true;
      }
      this.waiter.changed();
    });
    session.on('Page.windowOpen', ({ url, userGesture }) => {
      // Without a person's gesture the browser's own blocker holds it, and there will be no target.
      if (!userGesture) return;
      this.opening.push(url === '' ? 'about:blank' : url);
      this.waiter.changed();
    });
    session.on('Network.requestWillBeSent', ({ requestId, type, request, initiator }) => {
      if (type === 'Image') this.signs.set(requestId, signOf(initiator));
      this.wants(request.url);
      if (type !== undefined && ACTIVE_TYPES.has(type)) this.active.add(requestId);
      if (type !== undefined && ASSET_TYPES.has(type)) this.assets.add(requestId);
    });
    session.on('Network.responseReceived', ({ loaderId, type, response, frameId }) => {
      if (type === 'Document' && frameId === this.id)
        this.#answers.set(loaderId, {
          status: response.status,
          // Over TLS a server could send that header; the proxy's own answers come over plain http alone.
          refused: REFUSED_HEADER in response.headers && response.url.startsWith('http:'),
        });
    });
    session.on('Network.loadingFinished', ({ requestId }) => this.#over(requestId));
    session.on('Network.loadingFailed', ({ requestId }) => {
      // A document's request has its loader's id: a download, a 204 and a refusal end here.
      if (requestId === this.navigating) this.navigating = null;
      this.#over(requestId);
    });
  }

  #over(requestId: string): void {
    this.active.delete(requestId);
    this.assets.delete(requestId);
    this.signs.delete(requestId);
    this.waiter.changed();
  }

  #navigated({ frame }: CdpPayload<'Page.frameNavigated'>): void {
    this.frames.navigated(frame.id, frame.loaderId, frame.url);
    if (frame.id === this.id) {
      this.#worlds.clear();
      this.active.clear();
      this.assets.clear();
      this.visual = false;
      this.withheld = 0;
      this.dialogs = 0;
      releaseForCommitted(this);
      this.cut = this.#cuts.delete(frame.loaderId);
      this.#documentId = frame.loaderId;
      // What waited was for the document before: the next one is not held to account for it.
      this.pace.letGo();
      const answer = this.#answers.get(frame.loaderId);
      this.blocked = this.#blocks.get(frame.loaderId) ?? null;
      this.#blocks.clear();
      this.unreachable = (frame.unreachableUrl ?? '') !== '' || frame.url.startsWith('chrome-error:');
      this.refused = this.blocked !== null || this.unreachable || (answer?.refused ?? false);
      const url = frame.unreachableUrl ?? `${frame.url}${frame.urlFragment ?? ''}`;
      // INVARIANT: such a page counts as no site at all, so that nothing is of the same origin as what did not come.
      this.#url = this.refused ? 'about:blank' : url;
      this.refusedUrl = this.refused ? (this.blocked?.url ?? url) : null;
      this.status = answer?.status ?? null;
      this.#answers.clear();
      if (this.navigating === frame.loaderId) this.navigating = null;
      this.loaded = false;
      this.domReady = false;
      this.title = '';
    }
    this.waiter.changed();
  }
}

function valueOf(answer: CdpResult<'Runtime.evaluate'>): unknown {
  const { exceptionDetails: thrown, result } = answer;
  if (thrown !== undefined) throw new Error(thrown.exception?.description ?? thrown.text);
  return result.value;
}
