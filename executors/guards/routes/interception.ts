// Requests and responses that the browser pauses: one list of patterns for a session, and who settles which pause.
// INVARIANT: what no interceptor takes is failed; a pause that is not settled never leaves the browser.
import { CdpError, type CdpSession } from '#executors/cdp/connection.ts';
import type { Routes } from './routes.ts';
import { MAX_WAITING_REQUESTS } from '#executors/page/pace.ts';
import type { Page } from '#executors/page/page.ts';
import type { Interceptor, Paused } from './paused.ts';
import { failPaused, isResponse } from './paused.ts';

const TOO_MUCH = `asks for more than it can be given (${MAX_WAITING_REQUESTS} requests waited)`;

export class Interception {
  readonly #credentials: { readonly username: string; readonly password: string };
  readonly #interceptors: readonly Interceptor[];
  readonly routes: Routes;
  /** Sessions whose requests are paused, with their page. */
  readonly #watched = new Map<CdpSession, Page>();
  #renewed = false;

  constructor(
    credentials: { readonly username: string; readonly password: string },
    interceptors: readonly Interceptor[],
    routes: Routes,
  ) {
    this.#credentials = credentials;
    this.#interceptors = [...interceptors, routes];
    this.routes = routes;
    routes.table.onUse = () => this.#renew();
  }

  /** On the page's own session and on those of its out-of-process frames and workers. */
  watch(session: CdpSession, page: Page): Promise<unknown> {
    const take = (paused: Paused): void => {
      const release = page.hold();
      this.#settle(session, page, paused)
        .catch(() => failPaused(session, paused))
        .finally(release);
    };
    session.on('Fetch.requestPaused', (paused) => {
      // The page's own document does not wait behind its requests; those of frames do.
      const own = paused.resourceType === 'Document' && paused.frameId === page.id;
      if (!own && (page.brake.reason !== null || page.pace.waiting >= MAX_WAITING_REQUESTS)) {
        page.brake.stop(TOO_MUCH);
        failPaused(session, paused).catch(() => page.waiter.changed());
        return;
      }
      const part = own || !page.frames.isOfFrame(session) ? null : page.frameParts.of(session);
      const most = part === null ? null : page.frameParts.tooMuchOf(part);
      if (most !== null) page.brake.stopFrame(most, TOO_MUCH);
      if (part !== null && part.braked !== null) {
        failPaused(session, paused).catch(() => page.waiter.changed());
        return;
      }
      const turn = own || isResponse(paused) ? null : (part ?? page).pace.take(part ?? undefined);
      if (turn === null) {
        take(paused);
        return;
      }
      const { documentId } = page;
      if (part !== null) part.waiting += 1;
      turn
        .then(() => {
          if (part !== null) part.waiting -= 1;
          // Its document is gone meanwhile, and so is whoever waited for it: nobody is asked.
          const waits = page.documentId === documentId && (part?.braked ?? null) === null;
          return waits ? take(paused) : failPaused(session, paused);
        })
        .catch(() => page.waiter.changed());
    });
    session.on('Fetch.authRequired', ({ requestId, authChallenge }) => {
      const { username, password } = this.#credentials;
      const ours = authChallenge.source === 'Proxy';
      const answer = ours
        ? ({ response: 'ProvideCredentials', username, password } as const)
        : ({ response: 'CancelAuth' } as const);
      session
        .send('Fetch.continueWithAuth', { requestId, authChallengeResponse: answer })
        .catch(() => page.waiter.changed());
    });
    this.#watched.set(session, page);
    const prepared =
      session === page.session ? this.#interceptors.map(({ prepare }) => prepare?.(session)) : [];
    return Promise.all([this.#enable(session, page), ...prepared]);
  }

  forget(session: CdpSession): void {
    this.#watched.delete(session);
  }

  /** Where the tab's owner has rules, every request is looked at, and none comes from a cache that nobody sees. */
  #enable(session: CdpSession, page: Page): Promise<unknown> {
    const { inUse } = this.routes.table;
    page.requests.rulesInUse(inUse);
    const every = inUse ? [{ urlPattern: '*', requestStage: 'Request' } as const] : [];
    return Promise.all([
      session.send('Fetch.enable', {
        patterns: [...every, ...this.#interceptors.flatMap(({ patterns }) => [...patterns])],
        handleAuthRequests: true,
      }),
      ...(inUse || this.#renewed
        ? [session.send('Network.setCacheDisabled', { cacheDisabled: page.requests.uncached })]
        : []),
    ]);
  }

  async #renew(): Promise<void> {
    this.#renewed = true;
    await Promise.all(
      [...this.#watched].map(async ([session, page]) => {
        try {
          await this.#enable(session, page);
        } catch (thrown) {
          // A frame or a worker that went away has no requests; with the browser gone nothing has.
          if (!(thrown instanceof CdpError)) throw thrown;
          this.#watched.delete(session);
        }
      }),
    );
  }

  async #settle(session: CdpSession, page: Page, paused: Paused): Promise<unknown> {
    for (const { before } of this.#interceptors) await before?.();
    for (const interceptor of this.#interceptors) {
      const taken = interceptor.take(session, page, paused);
      if (taken !== null) return taken;
    }
    return failPaused(session, paused);
  }
}
