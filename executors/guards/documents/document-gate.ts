// Holds every document's answer until its abilities were asked for; then the answer is handed over with our headers.
// INVARIANT: no document that can run scripts is shown without its sandbox; an answer that cannot be read whole is cut off.
import { stretched, type ActBudget } from '#executors/cdp/budget.ts';
import { CdpTimeout, type CdpSession } from '#executors/cdp/connection.ts';
import type { CdpResult } from '#executors/cdp/types.ts';
import type { PageGrants } from '#executors/contract/document.ts';
import { keepToHost, sweepCookies } from './cookie-sweep.ts';
import type { DocumentGrants } from '#executors/guards/features/document-grants.ts';
import { documentHeaders, type Header } from '#executors/guards/features/document-headers.ts';
import { type Interceptor, type Paused, failPaused, isResponse } from '#executors/guards/routes/paused.ts';
import type { Mock } from '#executors/guards/routes/mock.ts';
import type { Routes } from '#executors/guards/routes/routes.ts';
import type { Page } from '#executors/page/page.ts';

/** Past this a document is cut off, as by a connection that breaks. */
const MAX_DOCUMENT_BYTES = 64 * 1024 * 1024;
/** What came within this of its first byte is shown; less where the act that waits for it has less left. */
const SLOWEST_DOCUMENT_MS = 5_000;
const LEAST_MS = 500;
/** For an act to see what it got. */
const KEEP_MS = 2_500;
const MAX_READ_BYTES = 4 * 1024 * 1024;
/** The first reads, in bytes; later ones are a share of what was asked for: of what a slow server sent at most so much is not had. */
const MIN_READ_BYTES = 64;
const READ_SHARE = 1 / 8;
/** Each is a message to the browser and back: those behind the end of a document are for nothing. */
const MAX_READS_AHEAD = 8;

/** Documents without scripts, as the browser shows them by their type alone. */
const INERT =
  /^(?:image\/(?!svg)|audio\/|video\/|text\/plain\b|text\/css\b|application\/(?:pdf|json|.*\+json)\b|text\/json\b)/i;
/** A package of answers in the name of other sites. */
const PACKAGES =
  /^(?:application\/signed-exchange|application\/webbundle|multipart\/related|message\/rfc822)\b/i;

export class DocumentGate implements Interceptor {
  readonly patterns = [{ urlPattern: '*', resourceType: 'Document', requestStage: 'Response' }] as const;
  readonly #tabId: string;
  readonly #grants: DocumentGrants;
  readonly #routes: Pick<Routes, 'markOf' | 'captured'>;
  readonly #more: readonly Header[];

  /** `more`: headers beside those that follow from its grants, on each document. */
  constructor(
    tabId: string,
    grants: DocumentGrants,
    routes: Pick<Routes, 'markOf' | 'captured'>,
    more: readonly Header[] = [],
  ) {
    this.#routes = routes;
    this.#tabId = tabId;
    this.#grants = grants;
    this.#more = more;
  }

  readonly before = (): Promise<void> => this.#grants.swept();

  take(session: CdpSession, page: Page, paused: Paused): Promise<unknown> | null {
    if (paused.resourceType !== 'Document' || !isResponse(paused)) return null;
    return this.#settle(session, page, paused);
  }

  async #settle(session: CdpSession, page: Page, paused: Paused): Promise<unknown> {
    const { requestId, responseStatusCode: status, responseHeaders: headers = [] } = paused;
    if (status === undefined) return session.send('Fetch.continueRequest', { requestId });
    const type = valueOf(headers, 'content-type').trim();
    const shown =
      status >= 200 &&
      ![204, 205].includes(status) &&
      !(status >= 300 && status < 400 && valueOf(headers, 'location') !== '');
    const saved = /^\s*attachment\b/i.test(valueOf(headers, 'content-disposition'));
    if (!shown || saved) {
      await this.keepCookies(session, page, paused);
      return session.send('Fetch.continueResponse', { requestId });
    }
    if (PACKAGES.test(type)) return failPaused(session, paused);
    page.frames.leaving(paused.frameId);
    const grants = await this.#decide(session, page, paused);
    const captured = this.#routes.markOf(page, paused)?.kind === 'CAPTURE';
    if (INERT.test(type) && !captured) return session.send('Fetch.continueResponse', { requestId });
    const mainFrame = paused.frameId === page.id;
    const { body, isWhole } = await bodyOf(session, requestId, mainFrame ? page.budget : null);
    if (mainFrame && !isWhole) page.cutOff(paused.networkId ?? requestId);
    if (mainFrame) await page.brake.releaseForNext();
    if (captured) this.#routes.captured(page, paused, body);
    return session.send('Fetch.fulfillRequest', {
      requestId,
      responseCode: status,
      ...(paused.responseStatusText === undefined || paused.responseStatusText === ''
        ? {}
        : { responsePhrase: paused.responseStatusText }),
      responseHeaders: [...documentHeaders(headers, grants, paused.request.url), ...this.#more],
      body: body.toString('base64'),
    });
  }

  /** A document that the tab's owner wrote: shown as the site's, and so with all that the site's has. */
  async showMocked(session: CdpSession, page: Page, paused: Paused, mock: Mock): Promise<unknown> {
    const { requestId, request } = paused;
    page.frames.leaving(paused.frameId);
    if (PACKAGES.test(mock.contentType)) return failPaused(session, paused);
    const grants = await this.#decide(session, page, paused);
    if (paused.frameId === page.id) await page.brake.releaseForNext();
    return session.send('Fetch.fulfillRequest', {
      requestId,
      responseCode: mock.status,
      responseHeaders: [...documentHeaders([...mock.headers], grants, request.url), ...this.#more],
      body: mock.body.toString('base64'),
    });
  }

  async #decide(session: CdpSession, page: Page, paused: Paused): Promise<PageGrants> {
    const { url } = paused.request;
    const mainFrame = paused.frameId === page.id;
    const topUrl = mainFrame ? url : page.url;
    const request = { tabId: this.#tabId, url, topUrl, mainFrame };
    const grants = await this.#grants.decide(session, paused.frameId, request);
    if (grants.has('COOKIES')) await keepToHost(session, url, setCookies(paused));
    else await sweepCookies(session, url);
    return grants;
  }

  /** A hop or an answer that is not shown: what it left must be granted to the site, as for a document of it. */
  async keepCookies(session: CdpSession, page: Page, paused: Paused): Promise<void> {
    const { url } = paused.request;
    if (this.#grants.ofDocument(url).has('COOKIES')) return keepToHost(session, url, setCookies(paused));
    const { cookies } = await session.send('Network.getCookies', { urls: [url] });
    if (cookies.length > 0) await this.#decide(session, page, paused);
  }
}

const valueOf = (headers: readonly Header[], name: string): string =>
  headers.find((header) => header.name.toLowerCase() === name)?.value ?? '';

const setCookies = ({ responseHeaders: headers = [] }: Paused): readonly string[] =>
  headers.flatMap(({ name, value }) => (name.toLowerCase() === 'set-cookie' ? value.split('\n') : []));

/** By a stream, so that a document without an end has one: what came until then. */
async function bodyOf(
  session: CdpSession,
  requestId: string,
  act: ActBudget | null,
): Promise<{ readonly body: Buffer; readonly isWhole: boolean }> {
  const { stream } = await session.send('Fetch.takeResponseBodyAsStream', { requestId });
  const slowest = Math.min(stretched(SLOWEST_DOCUMENT_MS), (act?.left ?? Infinity) - KEEP_MS);
  const until = performance.now() + Math.max(LEAST_MS, slowest);
  const parts: Buffer[] = [];
  const asked: ReturnType<typeof read>[] = [];
  let [size, wanted, isWhole] = [0, 0, false];
  const read = (bytes: number): Promise<CdpResult<'IO.read'>> =>
    session.send(
      'IO.read',
      { handle: stream, size: bytes },
      { deadlineMs: Math.max(1, until - performance.now()) },
    );
  try {
    while (size < MAX_DOCUMENT_BYTES && !isWhole && performance.now() < until) {
      // A read waits until it is full: what a slow server began is had by many small ones, asked for ahead of each other.
      while (asked.length < MAX_READS_AHEAD) {
        const next = Math.min(MAX_READ_BYTES, Math.max(MIN_READ_BYTES, Math.floor(wanted * READ_SHARE)));
        wanted += next;
        const reading = read(next);
        reading.catch(() => undefined); // whoever waits for it hears of it
        asked.push(reading);
      }
      const part = await asked.shift();
      if (part === undefined) break;
      const bytes = Buffer.from(part.data, part.base64Encoded === true ? 'base64' : 'utf8');
      parts.push(bytes);
      size += bytes.length;
      isWhole = part.eof;
    }
  } catch (thrown) {
    // A stream that is silent is read no further; nothing at all is no document, but from a server that has begun one.
    if (parts.length === 0 && !(thrown instanceof CdpTimeout)) throw thrown;
  }
  await session.send('IO.close', { handle: stream }).catch(() => undefined);
  return { body: Buffer.concat(parts), isWhole };
}
