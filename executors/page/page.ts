// One page target: which document it shows, whether it is loading, and a world of our own in each of its frames.
// INVARIANT: the document's id and URL come from the browser process's events, never from the page's scripts.
import { CdpError, type CdpSession } from '#executors/cdp/connection.ts';
import type { ActBudget } from '#executors/cdp/budget.ts';
import type { CdpPayload, CdpResult } from '#executors/cdp/types.ts';
import type { PageMetrics } from '#executors/contract/outcome.ts';
import { REFUSED_HEADER } from '#executors/network/refusal.ts';
import { NavigationStarts } from './navigation-start.ts';
import { Brake } from './brake.ts';
import { FrameParts } from './frame-parts.ts';
import { FrameTree } from './frame-tree.ts';
import { watchFrames, type Attachments } from './frames.ts';
import { KeptFunctions } from './kept-functions.ts';
import { Pace } from './pace.ts';
import { PageState } from './page-state.ts';
import { sayOnline } from './online.ts';

type NodeOfFrame = { readonly backendNodeId: number; readonly frameId: string };

const WORLD = 'ghost';
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

export class Page extends PageState {
  readonly session: CdpSession;
  /** Target id, which is the main frame's id as well. */
  readonly id: string;
  readonly frames: FrameTree;
  readonly brake: Brake;
  readonly starts = new NavigationStarts();
  readonly pace = new Pace();
  /** Of frames in processes of their own. */
  readonly frameParts = new FrameParts();
  /** Aborted when the page is no more: nothing of it waits any longer. */
  readonly gone = new AbortController();
  /** Whether a frame of this address's origin may be in a look, beside those of the page's own. */
  readonly reads: (url: string) => boolean;
  readonly #worlds = new Map<string, Promise<number>>();
  /** The elements that frames are in, by the frames around them. */
  readonly #owners = new Map<string, Promise<number>>();
  /** Nodes as our worlds know them, of the turn that runs: an act asks for its element several times over. */
  readonly #objects = new Map<string, Promise<string>>();
  readonly #kept = new KeptFunctions();
  #frameChanges = 0;

  /** `fresh`: everything is fetched again, whatever its cache says. */
  constructor(
    session: CdpSession,
    id: string,
    { fresh, reads }: { readonly fresh: boolean; readonly reads: (url: string) => boolean },
  ) {
    super(fresh);
    this.session = session;
    this.id = id;
    this.reads = reads;
    this.frames = new FrameTree(session, id, (frameId) => this.#forgetWorlds(frameId));
    this.brake = new Brake(this);
    this.#listen();
  }

  /** Of the document that is in a frame now. */
  documentOf(frameId: string): string | undefined {
    return frameId === this.id ? this.documentId : this.frames.documentOf(frameId);
  }

  /** Turns the target's domains on and lets it run. `attachments` guards it, its frames and its workers. */
  async start(viewport: { width: number; height: number }, attachments: Attachments): Promise<void> {
    const { session } = this;
    const steps = [
      session.send('Page.enable'),
      session.send('Page.getFrameTree').then(({ frameTree }) => {
        this.foundDocument(frameTree.frame.loaderId);
      }),
      session.send('Network.enable', { maxTotalBufferSize: 0, maxResourceBufferSize: 0 }),
      attachments.frame(session, this.id),
      session.send('Network.setBypassServiceWorker', { bypass: true }),
      sayOnline(session),
      session.send('Page.setInterceptFileChooserDialog', { enabled: true, cancel: true }),
      this.laidOutFor(viewport),
      session.send('Emulation.setFocusEmulationEnabled', { enabled: true }),
      session.send('Accessibility.enable'),
      watchFrames(session, attachments),
      session.send('DOM.enable'),
      session.send('Performance.enable'),
      ...(this.requests.fresh ? [session.send('Network.setCacheDisabled', { cacheDisabled: true })] : []),
      session.send('Runtime.runIfWaitingForDebugger'),
    ];
    await Promise.all(steps);
  }

  async laidOutFor({ width, height }: { width: number; height: number }): Promise<void> {
    await this.session.send('Emulation.setDeviceMetricsOverride', {
      width,
      height,
      deviceScaleFactor: 1,
      mobile: false,
    });
  }

  wants(url: string): void {
    this.requests.wants(url);
    this.waiter.changed();
  }

  /** On a session that the page, a frame or a worker of it speaks by. */
  watchSockets(session: CdpSession): void {
    session.on('Network.webSocketCreated', ({ requestId, url }) => {
      this.requests.socketBegan(requestId, url);
      this.waiter.changed();
    });
    session.on('Network.webSocketClosed', ({ requestId }) => this.requests.socketEnded(requestId));
  }

  /** Our world in a frame: the page's scripts cannot reach into it or change its prototypes. */
  world(frameId: string = this.id, worldName: string = WORLD): Promise<number> {
    const key = `${frameId} ${worldName}`;
    const known = this.#worlds.get(key);
    if (known !== undefined) return known;
    const made = this.frames
      .sessionOf(frameId)
      .send('Page.createIsolatedWorld', { frameId, worldName })
      .then(({ executionContextId }) => executionContextId);
    made.catch(() => {
      if (this.#worlds.get(key) === made) this.#worlds.delete(key);
    });
    this.#worlds.set(key, made);
    return made;
  }

  /** The element, in the document around it, that a frame is in. Throws `CdpError` where the frame is gone. */
  ownerOf(frameId: string, parentId: string): Promise<number> {
    const key = `${parentId} ${frameId}`;
    const known = this.#owners.get(key);
    if (known !== undefined) return known;
    const found = this.frames
      .sessionOf(parentId)
      .send('DOM.getFrameOwner', { frameId })
      .then(({ backendNodeId }) => backendNodeId);
    found.catch(() => {
      if (this.#owners.get(key) === found) this.#owners.delete(key);
    });
    this.#owners.set(key, found);
    return found;
  }

  /** How often another document came into a frame, another process spoke for one, or one went. */
  get frameChanges(): number {
    return this.#frameChanges;
  }

  #forgetWorlds(frameId: string): void {
    this.#frameChanges += 1;
    for (const kept of [this.#worlds, this.#objects, this.#owners])
      for (const key of kept.keys()) if (key.startsWith(`${frameId} `)) kept.delete(key);
    for (const key of this.#owners.keys()) if (key.endsWith(` ${frameId}`)) this.#owners.delete(key);
    this.#kept.forget(frameId);
  }

  /** Evaluates an expression in our world; `parseValue` checks what comes back. For a function that is run again and again: `run`. */
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

  /** Runs a self-contained function in our world, which keeps it. */
  async run<T>(
    declaration: string,
    args: readonly unknown[],
    parseValue: (value: unknown) => T,
    frameId: string = this.id,
  ): Promise<T> {
    return this.runIn(await this.world(frameId), declaration, args, parseValue, frameId);
  }

  /** The same, asked in this very turn. */
  async runIn<T>(
    executionContextId: number,
    declaration: string,
    args: readonly unknown[],
    parseValue: (value: unknown) => T,
    frameId: string = this.id,
  ): Promise<T> {
    const on = { executionContextId };
    return parseValue(valueOf(await this.#callIn(frameId, executionContextId, on, declaration, args, true)));
  }

  /** Has functions kept in our world of a frame, to be run there later without being sent and compiled. */
  async keep(declarations: readonly string[], frameId: string = this.id): Promise<void> {
    const executionContextId = await this.world(frameId);
    const session = this.frames.sessionOf(frameId);
    const functionDeclaration = this.#kept.declareAhead(
      `${frameId} ${session.id} ${executionContextId}`,
      declarations,
    );
    if (functionDeclaration === null) return;
    await session.send('Runtime.callFunctionOn', { executionContextId, functionDeclaration });
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
    const [world, objectId] = await Promise.all([this.world(node.frameId), this.#objectOf(node)]);
    return this.#callIn(node.frameId, world, { objectId }, functionDeclaration, args, returnByValue);
  }

  async #callIn(
    frameId: string,
    world: number,
    on: { readonly objectId: string } | { readonly executionContextId: number },
    text: string,
    args: readonly unknown[],
    returnByValue: boolean,
  ): Promise<CdpResult<'Runtime.callFunctionOn'>> {
    const session = this.frames.sessionOf(frameId);
    const call = (functionDeclaration: string): Promise<CdpResult<'Runtime.callFunctionOn'>> =>
      session.send('Runtime.callFunctionOn', {
        ...on,
        functionDeclaration,
        arguments: args.map((value) => ({ value })),
        returnByValue,
        awaitPromise: true,
      });
    const key = `${frameId} ${session.id} ${world}`;
    const { declaration, isKept } = this.#kept.declare(key, text);
    const answer = await call(declaration);
    return isKept && this.#kept.lacks(key, text, answer.exceptionDetails?.exception?.description)
      ? call(this.#kept.declare(key, text).declaration)
      : answer;
  }

  /** INVARIANT: each turn finds its nodes anew: what one of them is decided on is not what another one was shown. */
  override actRuns(budget: ActBudget): void {
    this.#objects.clear();
    super.actRuns(budget);
  }

  /** Something will be asked of it in this turn: it is looked for meanwhile. */
  finds(node: NodeOfFrame): void {
    this.#objectOf(node).catch(() => undefined); // whoever asks is told
  }

  /** The node in our world of its document: a world that is gone took its objects along. */
  async #objectOf({ frameId, backendNodeId }: NodeOfFrame): Promise<string> {
    const world = await this.world(frameId);
    const session = this.frames.sessionOf(frameId);
    const key = `${frameId} ${session.id} ${world} ${backendNodeId}`;
    const known = this.#objects.get(key);
    if (known !== undefined) return known;
    const resolved = session
      .send('DOM.resolveNode', { backendNodeId, executionContextId: world, objectGroup: WORLD })
      .then(({ object: { objectId } }) => {
        if (objectId === undefined) throw new CdpError('the node is no object of our world');
        return objectId;
      });
    resolved.catch(() => this.#objects.delete(key));
    this.#objects.set(key, resolved);
    return resolved;
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
    this.retitled(history.entries[history.currentIndex]?.title ?? this.title);
    return history;
  }

  #listen(): void {
    const { session } = this;
    session.on('Page.frameNavigated', (event) => this.#navigated(event));
    session.on('Page.navigatedWithinDocument', ({ frameId, url }) => {
      if (frameId === this.id) this.movedWithin(url);
      this.waiter.changed();
    });
    session.on('Page.frameRequestedNavigation', (asked) => {
      const { frameId, disposition } = asked;
      this.starts.requested(asked);
      if (frameId === this.id && disposition === 'currentTab') this.asked.navigation();
      if (disposition === 'download') this.asked.download();
      this.waiter.changed();
    });
    session.on('Page.frameStartedNavigating', (started) => {
      const { frameId, loaderId, navigationType } = started;
      this.starts.started(started);
      const sameDocument = navigationType === 'sameDocument' || navigationType === 'historySameDocument';
      if (frameId === this.id && !sameDocument) this.navigationBegan(loaderId);
      this.waiter.changed();
    });
    session.on('Page.domContentEventFired', () => {
      this.domBuilt();
      this.waiter.changed();
    });
    session.on('Page.loadEventFired', () => {
      this.loadEnded();
      this.waiter.changed();
    });
    session.on('Page.frameStoppedLoading', ({ frameId }) => {
      // A document whose loading was cut short by a navigation that came to nothing has no load event.
      if (frameId === this.id && this.navigating === null) this.loadEnded();
      this.waiter.changed();
    });
    session.on('Page.windowOpen', ({ url, userGesture }) => {
      // Without a person's gesture the browser's own blocker holds it, and there will be no target.
      if (!userGesture) return;
      this.asked.window(url === '' ? 'about:blank' : url);
      this.waiter.changed();
    });
    session.on('Network.requestWillBeSent', (sent) => {
      this.requests.began(sent);
      this.wants(sent.request.url);
    });
    session.on('Network.responseReceived', ({ loaderId, type, response, frameId }) => {
      if (type !== 'Document' || frameId !== this.id) return;
      this.answered(loaderId, {
        status: response.status,
        // Over TLS a server could send that header; the proxy's own answers come over plain http alone.
        refused: REFUSED_HEADER in response.headers && response.url.startsWith('http:'),
      });
      this.waiter.changed();
    });
    session.on('Network.loadingFinished', ({ requestId }) => this.#over(requestId));
    session.on('Network.loadingFailed', ({ requestId }) => {
      // A document's request has its loader's id: a download, a 204 and a refusal end here.
      this.navigationEnded(requestId);
      this.#over(requestId);
    });
  }

  #over(requestId: string): void {
    this.requests.ended(requestId);
    this.waiter.changed();
  }

  #navigated({ frame }: CdpPayload<'Page.frameNavigated'>): void {
    this.frames.navigated(frame.id, frame.loaderId, frame.url);
    if (frame.id === this.id) {
      this.#worlds.clear();
      this.#objects.clear();
      this.#owners.clear();
      this.#kept.forget();
      this.brake.releaseForCommitted();
      // What waited was for the document before: the next one is not held to account for it.
      this.pace.letGo();
      this.committed(frame);
    }
    this.waiter.changed();
  }
}

function valueOf(answer: CdpResult<'Runtime.evaluate'>): unknown {
  const { exceptionDetails: thrown, result } = answer;
  if (thrown !== undefined) throw new Error(thrown.exception?.description ?? thrown.text);
  return result.value;
}
