// What is told of a page's requests: addresses, sizes and hops, where a site that may not be read asks, answers or leads on. No browser.
import { EventEmitter } from 'node:events';
import { expect, test } from 'vitest';
import type { RemoteTraffic } from '#executors/contract/remote.ts';
import { ReadableFrames } from '#executors/remote/readable-frames.ts';
import { WatchedRequests } from '#executors/remote/watch-requests.ts';
import type { RequestsOfPage } from '#executors/remote/watch-requests.ts';

const MAIN = 'main';
const SHOP = 'http://shop.test/';
const FORUM = 'http://forum.test/';
const SECRET = 'hunter2';
const MASK = '***';
const reads = (url: string): boolean => url.startsWith(SHOP);
const hide = (text: string): string => text.replaceAll(SECRET, MASK);
/** The value of a field that is called `pin` is hidden too: only a whole address has fields. */
const hideUrl = (url: string): string =>
  URL.canParse(url) ? hide(url).replace(/(?<=[?&]pin=)[^&]*/u, MASK) : hide(url);

type Asked = { readonly id?: string; readonly type?: string; readonly by?: string; readonly method?: string };

function watched(main: string) {
  const session = new EventEmitter();
  const frames = new ReadableFrames(MAIN, reads, hide);
  frames.set({ id: MAIN, loaderId: 'first', url: main, mimeType: 'text/html' });
  const told: RemoteTraffic[] = [];
  let hidden = 0;
  const page = { id: MAIN, session, reads, requests: { isWithheld: () => false } };
  new WatchedRequests({
    page: page as unknown as RequestsOfPage['page'],
    log: { isRefused: () => false } as unknown as RequestsOfPage['log'],
    frames,
    hide: { text: hide, url: (url) => ((hidden += url.startsWith(main) ? 1 : 0), hideUrl(url)) },
    tell: (event) => told.push(event),
  }).listen();
  const answer = (url: string, headers: object = {}) => ({
    url,
    status: 200,
    statusText: 'OK',
    headers,
    mimeType: `text/${SECRET}`,
  });
  return {
    told,
    hidden: () => hidden,
    requests: () => told.flatMap((one) => (one.kind === 'REQUEST' ? [one.request] : [])),
    responses: () => told.flatMap((one) => (one.kind === 'RESPONSE' ? [one.response] : [])),
    asks: (url: string, { id = 'r', type = 'Image', by, method = 'GET' }: Asked = {}) =>
      session.emit('Network.requestWillBeSent', {
        requestId: id,
        loaderId: type === 'Document' ? id : 'first',
        frameId: MAIN,
        documentURL: type === 'Document' ? url : main,
        request: { url, method, headers: { Referer: main.slice(0, 100), Accept: '*/*' } },
        initiator: { type: 'other' },
        type,
        timestamp: 1,
        wallTime: 1,
        ...(by === undefined ? {} : { redirectResponse: answer(by) }),
      }),
    answers: (url: string, headers: object = {}) => {
      session.emit('Network.responseReceived', {
        requestId: 'r',
        timestamp: 2,
        response: answer(url, headers),
      });
      session.emit('Network.loadingFinished', { requestId: 'r', timestamp: 3, encodedDataLength: 4_711 });
    },
  };
}

test('what a page that may not be read asks of one that may is told without its address and referrer', () => {
  const page = watched(`${FORUM}inbox?of=alice`);
  page.asks(`${SHOP}px?user=alice`, { method: 'POST' });
  page.answers(`${SHOP}px?user=alice`);
  expect(page.requests()).toEqual([
    expect.objectContaining({ url: 'about:blank', documentUrl: 'about:blank', method: 'GET', headers: {} }),
  ]);
  expect(JSON.stringify(page.told)).not.toContain('alice');
  expect(page.told.at(-1)).toMatchObject({ kind: 'REQUEST_ENDED', bytes: 0 });
});

test('a page that comes from one that may not be read is told without where it came from', () => {
  const page = watched(`${FORUM}inbox?of=alice`);
  page.asks(`${SHOP}there`, { type: 'Document' });
  expect(page.requests()).toEqual([
    expect.objectContaining({
      url: `${SHOP}there`,
      documentUrl: `${SHOP}there`,
      headers: { referer: MASK, accept: '*/*' },
    }),
  ]);
});

test('what an answer that may not be read leads to is not told, nor how often it led on', () => {
  const chains = [
    [`${FORUM}a`],
    [`${FORUM}a`, `${FORUM}b`, `${FORUM}c?d=words`],
    [`${FORUM}a`, `${SHOP}?d=words`],
  ].map((hops) => {
    const page = watched(SHOP);
    hops.forEach((url, at) => page.asks(url, at === 0 ? {} : { by: hops[at - 1] ?? '' }));
    page.answers(hops.at(-1) ?? '');
    return page.told;
  });
  expect(chains[0]?.map(({ kind }) => kind)).toEqual(['REQUEST', 'RESPONSE', 'REQUEST_ENDED']);
  expect(chains[0]).toMatchObject([
    { request: { url: `${FORUM}a` } },
    { response: { url: `${FORUM}a`, status: 0 } },
    { bytes: 0 },
  ]);
  expect(chains[1]).toEqual(chains[0]);
  expect(chains[2]).toEqual(chains[0]);
});

test('a page that was reached through one that may not be read is told as the one hop behind it', () => {
  const page = watched(SHOP);
  const document = (url: string, by?: string) =>
    page.asks(url, { id: 'r', type: 'Document', ...(by === undefined ? {} : { by }) });
  document(`${SHOP}login`);
  document(`${FORUM}auth`, `${SHOP}login`);
  document(`${FORUM}consent?d=words`, `${FORUM}auth`);
  document(`${SHOP}back`, `${FORUM}consent?d=words`);
  page.answers(`${SHOP}back`);
  expect(
    page.requests().map(({ url, redirectedBy }) => [url, redirectedBy?.url, redirectedBy?.status]),
  ).toEqual([
    [`${SHOP}login`, undefined, undefined],
    [`${FORUM}auth`, `${SHOP}login`, 200],
    [`${SHOP}back`, `${FORUM}auth`, 0],
  ]);
  expect(page.responses()).toEqual([expect.objectContaining({ url: `${SHOP}back`, status: 200 })]);
  expect(JSON.stringify(page.told)).not.toContain('words');
});

test('an answer that may be read is told with its size, and without what is hidden, also where it is cut', () => {
  const page = watched(SHOP);
  const long = `${SHOP}${'x'.repeat(32_768 - SHOP.length - 3)}${SECRET}`;
  page.asks(long, { method: SECRET });
  page.answers(long, {
    location: '/next?pin=1234',
    'content-location': '/plain',
    [`${'x'.repeat(4_093)}${SECRET}`]: '',
  });
  const [request] = page.requests();
  expect(request?.url).toHaveLength(32_768);
  expect(request?.method).toBe(MASK);
  const [response] = page.responses();
  expect(response?.mimeType).toBe(`text/${MASK}`);
  expect(response?.headers).toMatchObject({ location: `${SHOP}next?pin=***`, 'content-location': '/plain' });
  expect(JSON.stringify(page.told)).not.toMatch(/x(?:h|hu|hun|hunter2)"/u);
  expect(page.told.at(-1)).toMatchObject({ kind: 'REQUEST_ENDED', bytes: 4_711 });
});

test('the address of a document is cut behind what is hidden, and hidden once for all of its requests', () => {
  const main = `${SHOP}${'x'.repeat(4_096 - SHOP.length - 3)}${SECRET}${'y'.repeat(100_000)}`;
  const page = watched(main);
  for (let at = 0; at < 5; at += 1) page.asks('data:,', { id: `other ${at}` });
  for (let at = 0; at < 5; at += 1) page.asks(`${FORUM}${at}`, { id: `r ${at}` });
  const documents = page.requests().map(({ documentUrl }) => documentUrl);
  expect(new Set(documents).size).toBe(1);
  expect(documents[0]).toHaveLength(4_096);
  expect(documents[0]?.endsWith('x***')).toBe(true);
  expect(page.hidden()).toBe(1);
});
