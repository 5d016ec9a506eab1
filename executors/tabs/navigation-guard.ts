// Every document request of every frame waits here until it is decided, each hop of a redirect anew.
// INVARIANT: a request goes on only if the current act covers it or the boundary allowed it; an error refuses it.
import { describe, failure } from '#policy/failure.ts';
import type { CdpSession } from '../cdp/connection.ts';
import type { CdpPayload } from '../cdp/types.ts';
import type { PageAct, PageActVerdict, SentBody } from '../contract.ts';
import type { Expectation } from './expectation.ts';
import type { Page } from './page.ts';

export type GuardOptions = {
  readonly tabId: string;
  readonly credentials: { readonly username: string; readonly password: string };
  readonly ask: (act: PageAct) => Promise<PageActVerdict>;
  /** What the act that runs now covers; `null` between acts. */
  readonly expectation: () => Expectation | null;
};

type Paused = CdpPayload<'Fetch.requestPaused'>;

export class NavigationGuard {
  readonly #options: GuardOptions;
  readonly #chains = new Map<string, string>();

  constructor(options: GuardOptions) {
    this.#options = options;
  }

  /** On the page's own session and on those of its out-of-process frames. */
  watch(session: CdpSession, page: Page): Promise<unknown> {
    session.on('Fetch.requestPaused', (paused) => {
      page.held += 1;
      page.wants(paused.request.url);
      this.#decide(session, page, paused)
        .catch(() => this.#fail(session, paused))
        .finally(() => {
          page.held -= 1;
          page.waiter.changed();
        });
    });
    session.on('Fetch.authRequired', ({ requestId, authChallenge }) => {
      const { username, password } = this.#options.credentials;
      const ours = authChallenge.source === 'Proxy';
      const answer = ours
        ? ({ response: 'ProvideCredentials', username, password } as const)
        : ({ response: 'CancelAuth' } as const);
      session
        .send('Fetch.continueWithAuth', { requestId, authChallengeResponse: answer })
        .catch(() => page.waiter.changed());
    });
    return session.send('Fetch.enable', {
      patterns: [{ urlPattern: '*', resourceType: 'Document', requestStage: 'Request' }],
      handleAuthRequests: true,
    });
  }

  async #decide(session: CdpSession, page: Page, paused: Paused): Promise<void> {
    const { request, requestId, frameId } = paused;
    const chain = paused.networkId ?? requestId;
    const redirectedFrom =
      paused.redirectedRequestId === undefined ? null : (this.#chains.get(chain) ?? page.url);
    if (this.#chains.size > 1_000) this.#chains.clear();
    this.#chains.set(chain, request.url);
    const expectation = this.#options.expectation();
    const covered = redirectedFrom === null && expectation?.take(request.url, request.method) === true;
    const mainFrame = frameId === page.id;
    if (!covered) {
      const verdict = await this.#ask({
        kind: mainFrame ? 'NAVIGATE' : 'FRAME',
        tabId: this.#options.tabId,
        documentUrl: page.url,
        url: request.url,
        method: request.method,
        start: redirectedFrom === null ? 'UNKNOWN' : 'REDIRECT',
        body: bodyOf(request),
        credentials: false,
        redirectedFrom,
      });
      if (!verdict.allow) {
        if (mainFrame) {
          expectation?.refused.push(
            failure('act.navigation-denied', `the navigation to \`${request.url}\` was refused`, {
              help: verdict.reason,
              details: { url: request.url, redirectedFrom },
            }),
          );
        }
        await this.#fail(session, paused);
        return;
      }
    }
    await session.send('Fetch.continueRequest', { requestId });
  }

  async #ask(act: PageAct): Promise<PageActVerdict> {
    try {
      return await this.#options.ask(Object.freeze(act));
    } catch (thrown) {
      return { allow: false, reason: describe(thrown) };
    }
  }

  /** `Aborted` leaves the document that stands there in its place. */
  async #fail(session: CdpSession, { requestId }: Paused): Promise<void> {
    try {
      await session.send('Fetch.failRequest', { requestId, errorReason: 'Aborted' });
    } catch {
      // The frame is gone, and its request with it: an unanswered request never leaves the browser.
    }
  }
}

function bodyOf(request: Paused['request']): SentBody | null {
  const entries = request.postDataEntries ?? [];
  const known = entries.reduce((sum, { bytes }) => sum + Buffer.byteLength(bytes ?? '', 'base64'), 0);
  const declared = Number(request.headers['Content-Length'] ?? request.headers['content-length'] ?? 0);
  const bytes = Math.max(known, declared, request.hasPostData === true ? 1 : 0);
  if (bytes === 0) return null;
  return {
    bytes,
    contentType: request.headers['Content-Type'] ?? request.headers['content-type'] ?? '',
    fields: [],
    text: null,
  };
}
