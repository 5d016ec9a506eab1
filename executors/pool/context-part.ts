// One tab's part of a browser that several tabs share: a context, a browser session of its own, and the targets in it.
// INVARIANT: it sees and names nothing but its own context; when it ends, the context is gone, or the whole browser is.
import { CdpClosed, type CdpConnection, type CdpSession, type TabConnection } from '../cdp/connection.ts';

/** For the browser to take a context apart. */
const DISPOSE_MS = 10_000;

export class ContextPart implements TabConnection {
  readonly contextId: string;
  /** A session of the browser's: what is told in it is told of this part. */
  readonly browser: CdpSession;
  readonly #shared: CdpConnection;
  readonly #sessions = new Set<string>();
  readonly #onClose = new Set<() => void>();
  readonly #unwatch: () => void;
  #closed = false;

  constructor(shared: CdpConnection, browser: CdpSession, contextId: string) {
    this.#shared = shared;
    this.browser = browser;
    this.contextId = contextId;
    this.#unwatch = shared.onClose(() => this.close());
  }

  get closed(): boolean {
    return this.#closed;
  }

  get heard(): number {
    return this.#shared.heard;
  }

  session(id: string): CdpSession {
    if (!this.#closed) this.#sessions.add(id);
    return this.#shared.session(id);
  }

  forget(id: string): void {
    this.#sessions.delete(id);
    this.#shared.forget(id);
  }

  onClose(listener: () => void): () => void {
    if (this.#closed) listener();
    else this.#onClose.add(listener);
    return () => this.#onClose.delete(listener);
  }

  /** Nothing is asked of it any more. What still runs in it is ended by `dispose`. */
  close(): void {
    if (this.#closed) return;
    this.#closed = true;
    for (const id of this.#sessions) this.#shared.forget(id);
    this.#sessions.clear();
    this.#unwatch();
    for (const listener of this.#onClose) listener();
    this.#onClose.clear();
  }

  /** Ends the context with all that is in it. `true`: the browser has it no more. */
  async dispose(): Promise<boolean> {
    const deadline = { deadlineMs: DISPOSE_MS };
    const { browser } = this.#shared;
    try {
      await browser.send('Target.disposeBrowserContext', { browserContextId: this.contextId }, deadline);
      const { browserContextIds } = await browser.send('Target.getBrowserContexts', {}, deadline);
      await browser.send('Target.detachFromTarget', { sessionId: this.browser.id }, deadline);
      return !browserContextIds.includes(this.contextId);
    } catch (thrown) {
      // With its browser it is gone; that one is looked at by whoever ends it.
      return thrown instanceof CdpClosed;
    } finally {
      this.close();
      this.#shared.forget(this.browser.id);
    }
  }
}
