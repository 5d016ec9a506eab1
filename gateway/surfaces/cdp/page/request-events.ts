// What the tab tells of a page's requests, as events of the protocol. INVARIANT: as in `page-events.ts`: the tab's own words, and ids of
// the door; what was refused is told as blocked, and there is no event by which it could be continued.
import type { RemoteRequest, RemoteResponse, RemoteTraffic } from '#executors/contract/remote.ts';
import type { TellPage } from './hearing.ts';
import type { Fields, PageView } from './page-view.ts';

export function tellTraffic(view: PageView, event: RemoteTraffic, tell: TellPage): void {
  switch (event.kind) {
    case 'REQUEST':
      return tell('NETWORK', 'Network.requestWillBeSent', requestOf(view, event.request));
    case 'RESPONSE': {
      const { id: requestId, frameId, loaderId, type, at: timestamp, response } = event;
      return tell('NETWORK', 'Network.responseReceived', {
        requestId,
        loaderId,
        timestamp,
        type,
        response: responseOf(response),
        hasExtraInfo: false,
        frameId: view.idOf(frameId),
      });
    }
    case 'REQUEST_ENDED':
      return tell('NETWORK', 'Network.loadingFinished', {
        requestId: event.id,
        timestamp: event.at,
        encodedDataLength: event.bytes,
      });
    case 'REQUEST_FAILED': {
      const { id: requestId, at: timestamp, type, error: errorText, isCanceled: canceled, isRefused } = event;
      return tell('NETWORK', 'Network.loadingFailed', {
        requestId,
        timestamp,
        type,
        errorText,
        canceled,
        ...(isRefused ? { blockedReason: 'inspector' } : {}),
      });
    }
  }
}

const requestOf = (view: PageView, request: RemoteRequest): Fields => ({
  requestId: request.id,
  loaderId: request.loaderId,
  documentURL: request.documentUrl,
  request: {
    url: request.url,
    method: request.method,
    headers: request.headers,
    ...(request.sends ? { hasPostData: true } : {}),
    mixedContentType: 'none',
    initialPriority: 'Medium',
    referrerPolicy: 'strict-origin-when-cross-origin',
  },
  timestamp: request.at,
  wallTime: request.wallTime,
  initiator: { type: 'other' },
  redirectHasExtraInfo: false,
  ...(request.redirectedBy === null ? {} : { redirectResponse: responseOf(request.redirectedBy) }),
  type: request.type,
  frameId: view.idOf(request.frameId),
  hasUserGesture: false,
});

const responseOf = ({ url, status, statusText, headers, mimeType, isCached }: RemoteResponse): Fields => ({
  url,
  status,
  statusText,
  headers,
  mimeType,
  charset: '',
  connectionReused: false,
  connectionId: 0,
  fromDiskCache: isCached,
  encodedDataLength: 0,
  securityState: 'unknown',
});
