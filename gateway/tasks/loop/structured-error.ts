// Describes an error for a navigator, in both of the build plan's shapes at once (4.3 and 5.4): never with an error page's own text.
import type { NetworkErrorType, StructuredError } from '#engines/navigator/contract.ts';
import type { Failure } from '#policy/language/failure.ts';

/** An answer that may be another one in a while. */
export const isPassing = (status: number | null): boolean =>
  status !== null && (status >= 500 || status === 429 || status === 408);

/** The document's own answer was an error. */
export function httpError(status: number, url: string): StructuredError {
  return {
    type: 'NETWORK',
    status,
    url,
    message: `the server answered with status ${status}`,
    retryable: isPassing(status),
    errorType: status >= 500 ? 'HTTP_SERVER_ERROR' : 'HTTP_CLIENT_ERROR',
  };
}

/** A page of ours stands where the page wanted to go. */
export function blockedError(url: string, reason: string): StructuredError {
  return {
    type: 'NETWORK',
    status: 403,
    url,
    message: `the page was not let go there: ${reason}`,
    retryable: false,
    errorType: 'BLOCKED',
  };
}

/** An act that failed. `url`: of the page that is there, where the failure names none. */
export function actError(error: Failure, url: string): StructuredError {
  const { code, message, retryable, details } = error;
  const named = details?.['url'];
  return {
    type:
      code === 'act.timed-out'
        ? 'TIMEOUT'
        : code === 'act.navigation-failed'
          ? 'NETWORK'
          : code.startsWith('browser.')
            ? 'CDP'
            : 'RUNTIME',
    status: null,
    url: typeof named === 'string' ? named : url,
    message,
    retryable,
    errorType: networkErrorType(error),
  };
}

/** By Chromium's name of the error, and by what the choke point says that it met. */
const BY_SIGN: readonly (readonly [RegExp, NetworkErrorType])[] = [
  [/ERR_NAME_|ENOTFOUND|EAI_AGAIN|network\.resolution-failed/u, 'DNS_FAILURE'],
  [/ERR_(?:CERT|SSL|TLS)_|ERR_BAD_SSL/u, 'TLS_ERROR'],
  [/ECONNREFUSED|ERR_CONNECTION_REFUSED/u, 'CONNECTION_REFUSED'],
  [/TIMED_OUT|ETIMEDOUT|in time\b/u, 'CONNECTION_TIMEOUT'],
  [/ECONNRESET|ERR_CONNECTION_(?:RESET|CLOSED|ABORTED)|ERR_EMPTY_RESPONSE|hang up/u, 'CONNECTION_LOST'],
  [/ERR_TOO_MANY_REDIRECTS/u, 'TOO_MANY_REDIRECTS'],
];

function networkErrorType({ code, cause, details }: Failure): NetworkErrorType | null {
  if (code === 'act.timed-out') return 'CONNECTION_TIMEOUT';
  if (code === 'act.navigation-denied') return 'BLOCKED';
  if (code !== 'act.navigation-failed') return null;
  const signs = [details?.['network'], details?.['errorText'], cause].map(String).join(' ');
  return BY_SIGN.find(([sign]) => sign.test(signs))?.[1] ?? 'CONNECTION_FAILED';
}
