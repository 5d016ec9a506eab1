// Requests and responses that the browser pauses: one list of patterns for a session, and who settles which pause.
// INVARIANT: what no interceptor takes is failed; a pause that is not settled never leaves the browser.
import type { CdpSession } from '../cdp/connection.ts';
import type { CdpParams, CdpPayload } from '../cdp/types.ts';
import type { Page } from './page.ts';

export type Paused = CdpPayload<'Fetch.requestPaused'>;
type Pattern = NonNullable<NonNullable<CdpParams<'Fetch.enable'>>['patterns']>[number];

/** Whoever wants to see requests (`requestStage: 'Request'`) or their answers (`'Response'`). */
export type Interceptor = {
  readonly patterns: readonly Pattern[];
  /** `null`: not mine. Otherwise the pause is settled when the promise is; a rejection fails the request. */
  readonly take: (session: CdpSession, page: Page, paused: Paused) => Promise<unknown> | null;
  /** What must be over before anybody is asked. */
  readonly before?: () => Promise<unknown>;
};

export class Interception {
  readonly #credentials: { readonly username: string; readonly password: string };
  readonly #interceptors: readonly Interceptor[];

  constructor(
    credentials: { readonly username: string; readonly password: string },
    interceptors: readonly Interceptor[],
  ) {
    this.#credentials = credentials;
    this.#interceptors = interceptors;
  }

  /** On the page's own session and on those of its out-of-process frames and workers. */
  watch(session: CdpSession, page: Page): Promise<unknown> {
    session.on('Fetch.requestPaused', (paused) => {
      page.held += 1;
      this.#settle(session, page, paused)
        .catch(() => failPaused(session, paused))
        .finally(() => {
          page.held -= 1;
          page.waiter.changed();
        });
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
    return session.send('Fetch.enable', {
      patterns: this.#interceptors.flatMap(({ patterns }) => [...patterns]),
      handleAuthRequests: true,
    });
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

/** Before an answer is there, and after. */
export const isResponse = ({ responseStatusCode, responseErrorReason }: Paused): boolean =>
  responseStatusCode !== undefined || responseErrorReason !== undefined;

/** `Aborted` leaves the document that stands there in its place. */
export async function failPaused(session: CdpSession, { requestId }: Paused): Promise<void> {
  try {
    await session.send('Fetch.failRequest', { requestId, errorReason: 'Aborted' });
  } catch {
    // The frame is gone, and its request with it: an unanswered request never leaves the browser.
  }
}
