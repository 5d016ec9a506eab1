// Carries out the rules for requests, on what the browser pauses. INVARIANT: called for a request that was decided on; what no rule
// takes goes on as it is, and a mock never reaches a server.
import type { CdpSession } from '#executors/cdp/connection.ts';
import type { Header } from '#executors/guards/features/document-headers.ts';
import { type Interceptor, type Paused, isResponse } from './paused.ts';
import type { Page } from '#executors/page/page.ts';
import type { RouteMark } from '#executors/contract/tool-outcome.ts';
import type { Mock } from './mock.ts';
import { MAX_BODY_BYTES, RouteTable, type RouteRule } from './route-table.ts';

const BODY_MS = 10_000;
/** Never whole, or of no use as a text. */
const STREAMS = /^(?:text\/event-stream|video\/|audio\/|multipart\/)/iu;

export type RouteHooks = {
  /** A document is shown with its guards alone, whoever wrote it. */
  readonly showDocument: (session: CdpSession, page: Page, paused: Paused, mock: Mock) => Promise<unknown>;
  readonly mark: (page: Page, networkId: string | undefined, mark: RouteMark) => void;
};

export class Routes implements Interceptor {
  readonly table = new RouteTable();
  readonly patterns = [];
  readonly #hooks: RouteHooks;

  constructor(hooks: RouteHooks) {
    this.#hooks = hooks;
  }

  /** The rule that will take a request, for whoever decides on it. */
  markOf(page: Page, paused: Paused): RouteMark | null {
    const rule = this.#match(page, paused);
    return rule === null ? null : { id: rule.id, kind: rule.kind };
  }

  /** In the place of `Fetch.continueRequest`. */
  go(session: CdpSession, page: Page, paused: Paused): Promise<unknown> {
    const { requestId, networkId } = paused;
    const rule = this.#match(page, paused);
    if (rule === null) return session.send('Fetch.continueRequest', { requestId });
    rule.hits += 1;
    this.#hooks.mark(page, networkId, { id: rule.id, kind: rule.kind });
    switch (rule.kind) {
      case 'BLOCK':
        return session.send('Fetch.failRequest', { requestId, errorReason: 'BlockedByClient' });
      case 'CAPTURE':
        return session.send('Fetch.continueRequest', { requestId, interceptResponse: true });
      case 'MOCK':
        return this.#mock(session, page, paused, rule);
    }
  }

  /** An answer that CAPTURE wanted to see; a document's is the gate's, which calls `captured`. */
  take(session: CdpSession, page: Page, paused: Paused): Promise<unknown> | null {
    if (!isResponse(paused) || paused.resourceType === 'Document') return null;
    return this.#listen(session, page, paused);
  }

  /** Keeps what an answer holds, if a rule listens to its address. */
  captured(page: Page, paused: Paused, body: Buffer | null): void {
    const { request, responseStatusCode: status = 0, responseHeaders: headers = [] } = paused;
    const rule = this.#match(page, paused);
    if (rule?.kind !== 'CAPTURE') return;
    const fits = body !== null && body.length <= MAX_BODY_BYTES;
    const text = fits ? body.toString('utf8') : null;
    const isText = text !== null && !text.includes('\u{fffd}');
    this.table.keep({
      rule: rule.id,
      url: request.url.slice(0, 8_000),
      method: request.method,
      status,
      contentType: valueOf(headers, 'content-type').slice(0, 200),
      at: Date.now(),
      bytes: body?.length ?? (Number(valueOf(headers, 'content-length')) || 0),
      body: isText ? text : fits ? body.toString('base64') : null,
      base64: fits && !isText,
      from: page.url,
    });
  }

  #match(page: Page, { request, resourceType, frameId }: Paused): RouteRule | null {
    if (!this.table.inUse) return null;
    const isDocument = resourceType === 'Document';
    return this.table.match({ url: request.url, isDocument, by: page.frames.originOf(frameId) });
  }

  async #listen(session: CdpSession, page: Page, paused: Paused): Promise<unknown> {
    const { requestId, responseStatusCode: status, responseHeaders: headers = [] } = paused;
    if (status === undefined) return session.send('Fetch.continueRequest', { requestId });
    const large = Number(valueOf(headers, 'content-length')) > MAX_BODY_BYTES;
    const redirects = status >= 300 && status < 400;
    const hidden = !mayRead(page, paused);
    if (large || redirects || hidden || STREAMS.test(valueOf(headers, 'content-type'))) {
      this.captured(page, paused, null);
      return session.send('Fetch.continueResponse', { requestId });
    }
    let body: Buffer | null = null;
    try {
      const answer = await session.send('Fetch.getResponseBody', { requestId }, { deadlineMs: BODY_MS });
      body = Buffer.from(answer.body, answer.base64Encoded ? 'base64' : 'utf8');
    } finally {
      this.captured(page, paused, body);
    }
    return session.send('Fetch.continueResponse', { requestId });
  }

  #mock(session: CdpSession, page: Page, paused: Paused, { mock }: RouteRule): Promise<unknown> {
    const { requestId, request, resourceType } = paused;
    if (mock === null) return session.send('Fetch.failRequest', { requestId, errorReason: 'Failed' });
    if (resourceType === 'Document') return this.#hooks.showDocument(session, page, paused, mock);
    const asked = header(request.headers, 'access-control-request-method');
    const preflight = request.method === 'OPTIONS' && asked !== '';
    return session.send('Fetch.fulfillRequest', {
      requestId,
      responseCode: preflight ? 204 : mock.status,
      responseHeaders: preflight
        ? [...crossOrigin(request.headers, []), ...preflightHeaders(request.headers)]
        : [...mock.headers, ...crossOrigin(request.headers, mock.headers)],
      ...(preflight ? {} : { body: mock.body.toString('base64') }),
    });
  }
}

/** What the page itself may read: its own origin's answers, and those that are shared with it. */
function mayRead(page: Page, { frameId, request, responseHeaders: headers = [] }: Paused): boolean {
  const by = page.frames.originOf(frameId);
  const shared = valueOf(headers, 'access-control-allow-origin').trim();
  return URL.parse(request.url)?.origin === by || shared === '*' || shared === by;
}

/** A page asked for an answer of another origin, and whoever mocks it wants the page to have it: as Playwright does. */
function crossOrigin(request: Readonly<Record<string, string>>, own: readonly Header[]): Header[] {
  const origin = header(request, 'origin');
  if (origin === '' || valueOf(own, 'access-control-allow-origin') !== '') return [];
  return [
    { name: 'access-control-allow-origin', value: origin },
    { name: 'access-control-allow-credentials', value: 'true' },
    { name: 'vary', value: 'origin' },
  ];
}

const preflightHeaders = (request: Readonly<Record<string, string>>): Header[] => [
  { name: 'access-control-allow-methods', value: header(request, 'access-control-request-method') },
  { name: 'access-control-allow-headers', value: header(request, 'access-control-request-headers') },
];

const header = (headers: Readonly<Record<string, string>>, name: string): string =>
  Object.entries(headers).find(([key]) => key.toLowerCase() === name)?.[1] ?? '';

const valueOf = (headers: readonly Header[], name: string): string =>
  headers.find((one) => one.name.toLowerCase() === name)?.value ?? '';
