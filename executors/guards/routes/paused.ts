// A request or an answer that the browser pauses, and the interceptors that may settle it. INVARIANT: a pause that is not settled never
// leaves the browser.
import type { CdpSession } from '#executors/cdp/connection.ts';
import type { CdpParams, CdpPayload } from '#executors/cdp/types.ts';
import type { Page } from '#executors/page/page.ts';

export type Paused = CdpPayload<'Fetch.requestPaused'>;

type Pattern = NonNullable<NonNullable<CdpParams<'Fetch.enable'>>['patterns']>[number];

/** Whoever wants to see requests (`requestStage: 'Request'`) or their answers (`'Response'`). */
export type Interceptor = {
  readonly patterns: readonly Pattern[];
  /** `null`: not mine. Otherwise the pause is settled when the promise is; a rejection fails the request. */
  readonly take: (session: CdpSession, page: Page, paused: Paused) => Promise<unknown> | null;
  /** What it needs on a page's own session before the page runs. */
  readonly prepare?: (session: CdpSession) => Promise<unknown>;
  /** What must be over before anybody is asked. */
  readonly before?: () => Promise<unknown>;
};

/** Before an answer is there, and after. */
export const isResponse = ({ responseStatusCode, responseErrorReason }: Paused): boolean =>
  responseStatusCode !== undefined || responseErrorReason !== undefined;

/** `Aborted` leaves the document that is there in its place. */
export async function failPaused(session: CdpSession, { requestId }: Paused): Promise<void> {
  try {
    await session.send('Fetch.failRequest', { requestId, errorReason: 'Aborted' });
  } catch {
    // The frame is gone, and its request with it: an unanswered request never leaves the browser.
  }
}
