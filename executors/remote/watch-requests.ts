// Tells one program of the requests of a page's frames that it was told of: where to, how they ended, and what was refused.
// INVARIANT: no body is told, and no header that could hold a credential; of an answer that the task may not read, nor of what it leads
// to, nothing but that it happened; what the boundary refused is told as failed, whatever stands in its place.
import { forgetOldest } from '#policy/collections/forget-oldest.ts';
import { originOf } from '#policy/requests/host.ts';
import type { CdpPayload } from '#executors/cdp/types.ts';
import type { RemoteResponse, RemoteTraffic } from '#executors/contract/remote.ts';
import { REFUSED_HEADER } from '#executors/network/refusal.ts';
import { isNone } from '#executors/observe/request-log.ts';
import type { RequestLog } from '#executors/observe/request-log.ts';
import type { Page } from '#executors/page/page.ts';
import type { ReadableFrames } from './readable-frames.ts';
import { toldHeaders } from './told-headers.ts';
import type { HidingText } from './told-headers.ts';

/** A page begins as many as it likes: what is older is told no end. */
const MOST_OPEN = 1_000;
const MOST_URL_CHARACTERS = 32_768;
/** It is repeated with each request. */
const MOST_DOCUMENT_CHARACTERS = 4_096;
const MOST_WORD_CHARACTERS = 200;
const MOST_STATUS_CHARACTERS = 4_096;
const UNREADABLE_URL = 'about:blank';
const BLOCKED = 'net::ERR_BLOCKED_BY_CLIENT';

type Sent = CdpPayload<'Network.requestWillBeSent'>;
type Answer = CdpPayload<'Network.responseReceived'>['response'];
type Open = {
  /** As it is told. */
  readonly id: string;
  readonly type: string;
  readonly frameId: string;
  readonly loaderId: string;
  /** An answer that may not be read led to it: its address is that one's words. */
  readonly isLedAstray: boolean;
  /** The address that was told last: hops behind an answer that may not be read are not told, nor is how many there were. */
  readonly url: string;
  /** Its answer was told as it is. */
  readonly isRead: boolean;
};
type Place = Pick<Open, 'frameId' | 'type'>;

export type RequestsOfPage = {
  readonly page: Page;
  readonly frames: ReadableFrames;
  readonly log: RequestLog;
  readonly hide: HidingText;
  readonly tell: (event: RemoteTraffic) => void;
};

export class WatchedRequests {
  readonly #of: RequestsOfPage;
  readonly #open = new Map<string, Open>();
  /** As it came, and as it is told: it comes with each request of its document. */
  #document = { given: '', told: '' };
  #last = 0;

  constructor(of: RequestsOfPage) {
    this.#of = of;
  }

  listen(): void {
    const { tell, log, page } = this.#of;
    const { session } = page;
    session.on('Network.requestWillBeSent', (sent) => this.#asked(sent));
    session.on('Network.responseReceived', (received) => this.#answered(received));
    session.on('Network.loadingFinished', ({ requestId, timestamp: at, encodedDataLength: bytes }) => {
      const open = this.#end(requestId);
      if (open !== null) tell({ kind: 'REQUEST_ENDED', id: open.id, at, bytes: open.isRead ? bytes : 0 });
    });
    session.on('Network.loadingFailed', ({ requestId, timestamp: at, errorText, canceled }) => {
      const isRefused = log.isRefused(requestId);
      const error = isRefused ? BLOCKED : errorText;
      this.#failed(requestId, { at, error, isCanceled: canceled === true, isRefused });
    });
  }

  #asked(sent: Sent): void {
    const { page, hide, tell } = this.#of;
    const { requestId, request, frameId = page.id, loaderId, type = 'Other' } = sent;
    if (isNone(request.url) || !this.#isTold(frameId)) return;
    const before = this.#open.get(requestId);
    const by = sent.redirectResponse;
    // Where it began is not known: what led there was told to nobody.
    if (by !== undefined && before === undefined) return;
    const isLedAstray =
      before?.isLedAstray === true ||
      (by !== undefined && !this.#mayRead(by.url, { frameId, type })) ||
      this.#isOthers(sent);
    const place = { type, frameId };
    const isShown = this.#isShown(request.url, { ...place, isLedAstray });
    const url = isShown ? this.#address(request.url) : UNREADABLE_URL;
    const isFolded = before !== undefined && isLedAstray && !isShown;
    const open = before ?? { id: this.#idOf(sent), ...place, loaderId };
    this.#open.delete(requestId);
    this.#open.set(requestId, {
      ...open,
      isLedAstray,
      url: isFolded ? before.url : url,
      isRead: false,
    });
    forgetOldest(this.#open, MOST_OPEN);
    if (isFolded) return;
    const mayTell = (address: string): boolean => this.#mayRead(address, { frameId, type: 'Other' });
    tell({
      kind: 'REQUEST',
      request: {
        id: open.id,
        frameId,
        loaderId,
        documentUrl: type === 'Document' ? url.slice(0, MOST_DOCUMENT_CHARACTERS) : this.#documentOf(sent),
        url,
        method: isShown ? hide.text(request.method).slice(0, MOST_WORD_CHARACTERS) : 'GET',
        headers: isShown ? toldHeaders(request.headers, { hide, mayTell }) : {},
        type,
        sends: isShown && request.hasPostData === true,
        at: sent.timestamp,
        wallTime: sent.wallTime,
        redirectedBy: by === undefined || before === undefined ? null : this.#responseOf(by, before),
      },
    });
  }

  #answered({ requestId, timestamp: at, response }: CdpPayload<'Network.responseReceived'>): void {
    const open = this.#open.get(requestId);
    if (open === undefined) return;
    const { page, log, tell } = this.#of;
    // Over TLS a server could send that header; the proxy's own answers come over plain http alone.
    const isProxys = REFUSED_HEADER in response.headers && response.url.startsWith('http:');
    const isRefused = isProxys || log.isRefused(requestId);
    if (isRefused) return this.#failed(requestId, { at, error: BLOCKED, isCanceled: false, isRefused });
    if (page.requests.isWithheld(requestId))
      return this.#failed(requestId, { at, error: 'net::ERR_ABORTED', isCanceled: true, isRefused });
    const { id, frameId, loaderId, type, isLedAstray } = open;
    const isRead = !isLedAstray && this.#isReadable(response.url, open);
    this.#open.set(requestId, { ...open, isRead });
    tell({ kind: 'RESPONSE', id, frameId, loaderId, type, at, response: this.#responseOf(response, open) });
  }

  #failed(
    requestId: string,
    how: Pick<
      Extract<RemoteTraffic, { kind: 'REQUEST_FAILED' }>,
      'at' | 'error' | 'isCanceled' | 'isRefused'
    >,
  ): void {
    const open = this.#end(requestId);
    if (open !== null) this.#of.tell({ kind: 'REQUEST_FAILED', id: open.id, type: open.type, ...how });
  }

  #responseOf(answer: Answer, open: Open): RemoteResponse {
    const { hide } = this.#of;
    if (!this.#isReadable(answer.url, open))
      return { url: open.url, status: 0, statusText: '', headers: {}, mimeType: '', isCached: false };
    return {
      url: this.#address(answer.url),
      status: answer.status,
      statusText: hide.text(answer.statusText).slice(0, MOST_STATUS_CHARACTERS),
      headers: toldHeaders(answer.headers, { hide, base: answer.url }),
      mimeType: hide.text(answer.mimeType).slice(0, MOST_WORD_CHARACTERS),
      isCached: answer.fromDiskCache === true,
    };
  }

  /** Hidden before it is cut: half of a credential would be known to nobody. */
  #address(url: string): string {
    return this.#of.hide.url(url).slice(0, MOST_URL_CHARACTERS);
  }

  /** Of the document that asks, where it may be read. */
  #documentOf({ documentURL, frameId = this.#of.page.id }: Sent): string {
    if (!this.#of.frames.isReadable(frameId) || !this.#mayRead(documentURL, { frameId, type: 'Other' }))
      return UNREADABLE_URL;
    if (this.#document.given !== documentURL) {
      const told = this.#of.hide.url(documentURL).slice(0, MOST_DOCUMENT_CHARACTERS);
      this.#document = { given: documentURL, told };
    }
    return this.#document.told;
  }

  /** `null`: nothing was told of it, or its end was. */
  #end(requestId: string): Open | null {
    const open = this.#open.get(requestId) ?? null;
    this.#open.delete(requestId);
    return open;
  }

  /** That of a document is its loader's, by which a program knows whose answer it is. */
  #idOf({ requestId, loaderId }: Sent): string {
    return requestId === loaderId ? requestId : `request ${(this.#last += 1)}`;
  }

  /** The main frame is one whatever it shows. */
  #isTold(frameId: string): boolean {
    return this.#of.frames.isReadable(frameId) || frameId === this.#of.page.id;
  }

  /** An address is of whoever asked, so long as nobody else led there; that of the page itself is told wherever it came from. */
  #isShown(url: string, { frameId, type, isLedAstray }: Place & Pick<Open, 'isLedAstray'>): boolean {
    const { page, frames } = this.#of;
    if (type === 'Document' && frameId === page.id && page.reads(url)) return true;
    return !isLedAstray && frames.isReadable(frameId);
  }

  #isReadable(url: string, open: Open): boolean {
    return this.#isShown(url, open) && this.#mayRead(url, open);
  }

  #mayRead(url: string, { frameId, type }: Place): boolean {
    if (this.#of.page.reads(url)) return true;
    // A document is no part of the one before it.
    const from = type === 'Document' ? null : this.#of.frames.from(frameId);
    const origin = originOf(url);
    return origin !== null && from !== null && originOf(from) === origin;
  }

  /** A style sheet of another site asked for it. */
  #isOthers({ initiator, frameId = this.#of.page.id }: Sent): boolean {
    const { type, url = '' } = initiator;
    return type === 'parser' && url !== '' && !this.#mayRead(url, { frameId, type: 'Stylesheet' });
  }
}
