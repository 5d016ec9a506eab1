// What one page does while nobody looks: its console, its requests, and the worlds that its scripts run in.
// INVARIANT: listened to from before its first document on, gone with the page; a session is listened to once.
import type { CdpSession } from '../cdp/connection.ts';
import type { CdpPayload } from '../cdp/types.ts';
import type { Page } from '#executors/page/page.ts';
import { ConsoleLog } from './console-log.ts';
import { RequestLog } from './request-log.ts';

/** Values of console calls are kept by the browser until they are released. */
const CALLS_PER_RELEASE = 50;
/** After so many that nobody could read, a document's console is turned off until another one comes. */
const MAX_DROPPED_CALLS = 100;

type Context = CdpPayload<'Runtime.executionContextCreated'>['context'];
export type World = {
  readonly session: CdpSession;
  readonly contextId: number;
  /** Of this world alone, in whichever process. */
  readonly uniqueId: string;
  readonly origin: string;
  readonly frameId: string;
};

export class PageWatch {
  readonly console = new ConsoleLog();
  readonly requests = new RequestLog();
  readonly #page: Page;
  readonly #watched = new WeakSet<CdpSession>();
  /** The worlds that pages' own scripts run in, by session and context. */
  readonly #worlds = new Map<string, World>();
  readonly #frameUrls = new Map<string, string>();
  readonly #roots = new WeakMap<CdpSession, string>();
  readonly #silenced = new Set<CdpSession>();
  #calls = 0;

  constructor(page: Page) {
    this.#page = page;
  }

  /** A page's session, a frame's with the frame's id, or a worker's. To be called before its domains are enabled. */
  listen(session: CdpSession, frameId: string | null): void {
    if (this.#watched.has(session)) return;
    this.#watched.add(session);
    if (frameId !== null) this.#roots.set(session, frameId);
    const page = this.#page;
    session.onDrop = (count) => {
      if (count === MAX_DROPPED_CALLS) this.#silence(session);
    };
    session.on('Runtime.executionContextCreated', ({ context }) => this.#created(session, context));
    session.on('Runtime.executionContextDestroyed', ({ executionContextId }) => {
      this.#worlds.delete(keyOf(session, executionContextId));
    });
    session.on('Runtime.executionContextsCleared', () => {
      for (const [key, world] of this.#worlds) if (world.session === session) this.#worlds.delete(key);
    });
    session.on('Page.frameNavigated', ({ frame }) => {
      this.#frameUrls.set(frame.id, frame.url);
      if (frame.id === this.#roots.get(session)) this.#hearAgain(session);
    });
    session.on('Page.frameDetached', ({ frameId, reason }) => {
      // One that another process speaks for now is still there.
      if (reason === 'remove') this.#frameUrls.delete(frameId);
    });
    session.on('Runtime.consoleAPICalled', (event) => {
      this.console.called(event, this.#fromOf(session, event.executionContextId));
      this.#calls += 1;
      if (this.#calls % CALLS_PER_RELEASE === 0)
        session.send('Runtime.releaseObjectGroup', { objectGroup: 'console' }).catch(() => undefined);
      page.waiter.changed();
    });
    session.on('Runtime.exceptionThrown', (event) => {
      this.console.thrown(event, this.#fromOf(session, event.exceptionDetails.executionContextId));
      page.waiter.changed();
    });
    session.on('Log.entryAdded', (event) => {
      if (page.requests.isWithheld(event.entry.networkRequestId ?? '')) return;
      this.console.logged(event, this.#fromOf(session, undefined));
    });
    session.on('Network.requestWillBeSent', (event) => this.requests.asked(event));
    session.on('Network.responseReceived', (event) => this.requests.answered(event));
    session.on('Network.loadingFinished', (event) => {
      this.requests.ended(event);
      page.waiter.changed();
    });
    session.on('Network.loadingFailed', (event) => {
      if (page.requests.isWithheld(event.requestId)) this.requests.withheld(event);
      else this.requests.failed(event);
      page.waiter.changed();
    });
  }

  /** What a frame's or worker's session needs beside what its page's has. */
  enable(session: CdpSession): Promise<unknown> {
    const nothingKept = { maxTotalBufferSize: 0, maxResourceBufferSize: 0 };
    return Promise.all([
      session.send('Network.enable', nothingKept),
      session.send('Log.enable'),
      ...(this.#roots.has(session) ? [session.send('Page.enable')] : []),
    ]);
  }

  /** The page's own world in a frame; `null` where no script ran there yet, or the frame is gone. */
  world(frameId: string): World | null {
    return [...this.#worlds.values()].findLast((world) => world.frameId === frameId) ?? null;
  }

  /** All of them that a session speaks for. */
  worlds(session: CdpSession): readonly World[] {
    return [...this.#worlds.values()].filter((world) => world.session === session);
  }

  /** What a document writes is not even told any more: reading past it costs the browser and everybody in it. */
  #silence(session: CdpSession): void {
    this.#silenced.add(session);
    this.console.silenced(MAX_DROPPED_CALLS, this.#page.url);
    for (const domain of ['Runtime.disable', 'Log.disable'] as const)
      session.send(domain).catch(() => this.#silenced.delete(session)); // it went away
  }

  #hearAgain(session: CdpSession): void {
    session.calm();
    if (!this.#silenced.delete(session)) return;
    for (const domain of ['Runtime.enable', 'Log.enable'] as const)
      session.send(domain).catch(() => this.#silenced.delete(session)); // it went away
  }

  #created(session: CdpSession, { id, uniqueId, origin, auxData }: Context): void {
    const { isDefault, frameId } = parseAux(auxData);
    if (!isDefault) return;
    this.#worlds.set(keyOf(session, id), { session, contextId: id, uniqueId, origin, frameId });
  }

  /** Whose text it is: by the context's own origin, else by the URL of its frame's document. A worker is its page's. */
  #fromOf(session: CdpSession, contextId: number | undefined): string {
    const world = contextId === undefined ? undefined : this.#worlds.get(keyOf(session, contextId));
    if (world !== undefined && /^https?:/u.test(world.origin)) return world.origin;
    const frameId = [world?.frameId, this.#roots.get(session)].find((id) => id !== undefined && id !== '');
    if (frameId === undefined || frameId === this.#page.id) return this.#page.url;
    return this.#frameUrls.get(frameId) ?? '';
  }
}

const keyOf = (session: CdpSession, contextId: number): string => `${session.id} ${contextId}`;

function parseAux(given: unknown): { isDefault: boolean; frameId: string } {
  const { isDefault, frameId } = (given ?? {}) as Record<string, unknown>;
  return { isDefault: isDefault === true, frameId: typeof frameId === 'string' ? frameId : '' };
}
