// Requests of a page, its frames and workers, as the browser tells of them: no bodies and no headers.
// INVARIANT: an entry has its place from the moment it is asked for; what refused it is kept beside it.
import { forgetOldest } from '#policy/collections/forget-oldest.ts';
import type { CdpPayload } from '../cdp/types.ts';
import { REFUSED_HEADER } from '../network/refusal.ts';
import type { RouteMark } from '#executors/contract/tool-outcome.ts';
import { Ring } from './ring.ts';

const MAX_RECORDS = 200;
const MAX_OPEN_REQUESTS = 1_000;
const MAX_URL_CHARACTERS = 2_000;
/** Open for as long as the page likes, or nothing that a page waits for. */
const ENDLESS = new Set(['EventSource', 'Ping', 'Prefetch', 'CSPViolationReport']);
/** The tab's own, before it is anybody's (network/proxy.ts). */
const OURS = /^https?:\/\/ghost-tab\.invalid\//u;

/** It is no request of a page, or one that holds its own answer. */
export const isNone = (url: string): boolean => url.startsWith('data:') || OURS.test(url);

export type RequestRecord = {
  readonly id: string;
  readonly url: string;
  readonly method: string;
  readonly resourceType: string;
  /** Milliseconds since the epoch. */
  readonly at: number;
  /** URL of the document that asked. */
  readonly from: string;
  readonly began: number;
  status: number | null;
  ended: number | null;
  error: string | null;
  /** The proxy answered in the server's place. */
  refusedByProxy: boolean;
};

export class RequestLog {
  readonly records = new Ring<RequestRecord>(MAX_RECORDS);
  /** Requests that a page waits for. */
  readonly inFlight = new Set<string>();
  /** Counts what begins and ends. */
  changes = 0;
  readonly #open = new Map<string, RequestRecord>();
  readonly #refused = new Map<string, string>();
  readonly #routed = new Map<string, RouteMark>();

  asked(event: CdpPayload<'Network.requestWillBeSent'>): void {
    const { requestId, request, type = 'Other', wallTime, timestamp, documentURL, redirectResponse } = event;
    if (isNone(request.url)) return;
    const before = this.#open.get(requestId);
    if (before !== undefined && redirectResponse !== undefined) {
      before.status = redirectResponse.status;
      before.ended = timestamp;
    }
    const record: RequestRecord = {
      id: requestId,
      url: request.url.slice(0, MAX_URL_CHARACTERS),
      method: request.method,
      resourceType: type.toLowerCase(),
      at: Math.round(wallTime * 1_000),
      from: documentURL,
      began: timestamp,
      status: null,
      ended: null,
      error: null,
      refusedByProxy: false,
    };
    this.records.push(record);
    this.#open.set(requestId, record);
    forgetOldest(this.#open, MAX_OPEN_REQUESTS);
    if (!ENDLESS.has(type)) this.inFlight.add(requestId);
    this.changes += 1;
  }

  answered({ requestId, response }: CdpPayload<'Network.responseReceived'>): void {
    const record = this.#open.get(requestId);
    if (record === undefined) return;
    record.status = response.status;
    // Over TLS a server could send that header; the proxy's own answers come over plain http alone.
    record.refusedByProxy = REFUSED_HEADER in response.headers && response.url.startsWith('http:');
  }

  ended({ requestId, timestamp }: CdpPayload<'Network.loadingFinished'>): void {
    this.#end(requestId, timestamp, null);
  }

  failed({ requestId, timestamp, errorText, blockedReason }: CdpPayload<'Network.loadingFailed'>): void {
    this.#end(
      requestId,
      timestamp,
      blockedReason === undefined ? errorText : `${errorText} (${blockedReason})`,
    );
  }

  /** It was never fetched, since nobody looks: no request, and no failure. */
  withheld({ requestId, timestamp }: CdpPayload<'Network.loadingFailed'>): void {
    const record = this.#open.get(requestId);
    this.#end(requestId, timestamp, null);
    if (record !== undefined) this.records.forget(new Set([record]));
  }

  /** The boundary's answer. */
  refuse(networkId: string | undefined, reason: string): void {
    if (networkId !== undefined) note(this.#refused, networkId, reason);
  }

  /** A rule of the tab's owner took it. */
  route(networkId: string | undefined, mark: RouteMark): void {
    if (networkId !== undefined) note(this.#routed, networkId, mark);
  }

  isRefused(networkId: string): boolean {
    return this.#refused.has(networkId);
  }

  refusalOf(record: RequestRecord): string | null {
    return this.#refused.get(record.id) ?? null;
  }

  routeOf(record: RequestRecord): RouteMark | null {
    return this.#routed.get(record.id) ?? null;
  }

  #end(requestId: string, timestamp: number, error: string | null): void {
    this.inFlight.delete(requestId);
    this.changes += 1;
    const record = this.#open.get(requestId);
    this.#open.delete(requestId);
    if (record === undefined) return;
    record.ended = timestamp;
    record.error = error;
  }
}

function note<T>(notes: Map<string, T>, key: string, value: T): void {
  notes.delete(key);
  notes.set(key, value);
  forgetOldest(notes, MAX_OPEN_REQUESTS);
}
