// Where a task will probably go, guessed from the links in front of it; and network errors as a navigator is told of them.
import { expect, test } from 'vitest';
import type { Observation, ObservedNode } from '#engines/navigator/contract.ts';
import { Prefetch, likelyNext } from '#gateway/tasks/loop/prefetch.ts';
import { actError, httpError } from '#gateway/tasks/loop/structured-error.ts';
import { failure, ok } from '#policy/language/failure.ts';

const link = (name: string, url: string, inView = true): ObservedNode => ({
  ref: 'e1',
  role: 'link',
  name,
  states: [],
  depth: 0,
  box: null,
  inView,
  url,
});
const page = (...nodes: readonly ObservedNode[]): Observation => ({
  url: 'http://start.test/',
  origin: 'http://start.test',
  title: 'Start',
  generation: 1,
  nodes,
  scroll: { y: 0, height: 900, viewportHeight: 900 },
  structuredError: null,
  refusal: null,
});
const SHOP = link('The keyboard shop', 'http://shop.test/');
const FORUM = link('A forum about keyboards', 'https://forum.test/threads');

test('the link whose words are nearest to the intent, on another server', () => {
  expect(likelyNext(page(SHOP, FORUM), 'buy a keyboard in the shop')).toBe('http://shop.test/');
  expect(likelyNext(page(SHOP, FORUM), 'what do threads in the forum say')).toBe(
    'https://forum.test/threads',
  );
});

test('no guess where nothing fits, two fit alike, or the connection is there already', () => {
  expect(likelyNext(page(SHOP, FORUM), 'book a flight')).toBeNull();
  expect(likelyNext(page(SHOP, link('The keyboard shop', 'http://other.test/')), 'keyboard')).toBeNull();
  expect(likelyNext(page(link('Orders', 'http://start.test/orders')), 'my orders')).toBeNull();
  expect(likelyNext(page(link('Orders', 'javascript:orders()')), 'my orders')).toBeNull();
});

test('a server is guessed at once a task', () => {
  const asked: string[] = [];
  const tab = {
    prefetch: (url: string) => {
      asked.push(url);
      return Promise.resolve(ok(undefined));
    },
  };
  const prefetch = new Prefetch();
  for (let at = 0; at < 3; at += 1) prefetch.during(tab, page(SHOP), 'the keyboard shop');
  prefetch.during(null, page(FORUM), 'the forum');
  expect(asked).toEqual(['http://shop.test/']);
});

test.each([
  [{ network: 'network.resolution-failed' }, 'DNS_FAILURE'],
  [{ errorText: 'net::ERR_NAME_NOT_RESOLVED' }, 'DNS_FAILURE'],
  [{ errorText: 'net::ERR_CERT_AUTHORITY_INVALID' }, 'TLS_ERROR'],
  [{ errorText: 'net::ERR_CONNECTION_REFUSED' }, 'CONNECTION_REFUSED'],
  [{ errorText: 'net::ERR_TIMED_OUT' }, 'CONNECTION_TIMEOUT'],
  [{ errorText: 'net::ERR_EMPTY_RESPONSE' }, 'CONNECTION_LOST'],
  [{ errorText: 'net::ERR_TOO_MANY_REDIRECTS' }, 'TOO_MANY_REDIRECTS'],
  [{ errorText: 'net::ERR_HTTP2_PROTOCOL_ERROR' }, 'CONNECTION_FAILED'],
] as const)('a navigation that failed with %o is a %s', (details, errorType) => {
  const failed = failure('act.navigation-failed', 'gone', {
    details: { url: 'http://gone.test/', ...details },
  });
  expect(actError(failed, 'http://start.test/')).toEqual({
    type: 'NETWORK',
    status: null,
    url: 'http://gone.test/',
    message: 'gone',
    retryable: true,
    errorType,
  });
});

test('a server’s error has its status, and may be tried again where that is its own fault', () => {
  expect(httpError(503, 'http://shop.test/')).toMatchObject({
    status: 503,
    retryable: true,
    errorType: 'HTTP_SERVER_ERROR',
  });
  expect(httpError(404, 'http://shop.test/')).toMatchObject({
    retryable: false,
    errorType: 'HTTP_CLIENT_ERROR',
  });
  expect(httpError(429, 'http://shop.test/').retryable).toBe(true);
  expect(actError(failure('act.stale-ref', 'x'), 'http://shop.test/')).toMatchObject({
    type: 'RUNTIME',
    errorType: null,
  });
});
