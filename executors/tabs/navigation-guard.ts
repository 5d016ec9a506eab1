// Every document request of every frame waits here until it is decided, each hop of a redirect anew.
// INVARIANT: a request goes on only if the current act covers it or the boundary allowed it; an error refuses it.
import { describe, failure } from '#policy/failure.ts';
import type { CdpSession } from '../cdp/connection.ts';
import type { PageAct, PageActVerdict, SentBody } from '../contract.ts';
import type { Expectation } from './expectation.ts';
import { failPaused, isResponse, type Interceptor, type Paused } from './interception.ts';
import type { Page } from './page.ts';

export type GuardOptions = {
  readonly tabId: string;
  readonly ask: (act: PageAct) => Promise<PageActVerdict>;
  /** What the act that runs now covers; `null` between acts. */
  readonly expectation: () => Expectation | null;
};

export class NavigationGuard implements Interceptor {
  readonly #options: GuardOptions;
  readonly #chains = new Map<string, string>();

  constructor(options: GuardOptions) {
    this.#options = options;
  }

  readonly patterns = [{ urlPattern: '*', resourceType: 'Document', requestStage: 'Request' }] as const;

  take(session: CdpSession, page: Page, paused: Paused): Promise<void> | null {
    if (paused.resourceType !== 'Document' || isResponse(paused)) return null;
    page.wants(paused.request.url);
    return this.#decide(session, page, paused);
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
        await failPaused(session, paused);
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
