// From an executor's snapshot to what a navigator sees: labelled with its origin, errors as structures instead of error pages.
import type { Observation, StructuredError } from '#engines/navigator/contract.ts';
import type { PageSnapshot } from '#executors/contract.ts';
import type { Failure } from '#policy/failure.ts';

export function observationOf(
  snapshot: PageSnapshot,
  last: { error: Failure | null; refusal: Observation['refusal'] },
): Observation {
  const { document, status } = snapshot;
  const blocked = snapshot.blocked ?? null;
  const httpError =
    blocked !== null
      ? { ...httpErrorOf(403, blocked.url), message: `the page was not let go there: ${blocked.reason}` }
      : status !== null && status >= 400
        ? httpErrorOf(status, document.url)
        : null;
  return {
    url: document.url,
    origin: URL.parse(document.url)?.origin ?? 'null',
    title: document.title,
    generation: snapshot.generation,
    // An error page's text is not evidence of anything: the structure below says what happened.
    nodes: httpError === null ? snapshot.nodes : snapshot.nodes.filter(({ ref }) => ref !== null),
    scroll: snapshot.scroll,
    structuredError: httpError ?? (last.error === null ? null : structuredErrorOf(last.error, document.url)),
    refusal: last.refusal ?? (blocked === null ? null : { decision: 'DENY', reason: `go to ${blocked.url}` }),
  };
}

function httpErrorOf(status: number, url: string): StructuredError {
  return {
    type: 'NETWORK',
    status,
    url,
    message: `the server answered with status ${status}`,
    retryable: status >= 500 || status === 429,
  };
}

function structuredErrorOf(error: Failure, url: string): StructuredError {
  const type =
    error.code === 'act.timed-out'
      ? 'TIMEOUT'
      : error.code === 'act.navigation-failed'
        ? 'NETWORK'
        : error.code.startsWith('browser.')
          ? 'CDP'
          : 'RUNTIME';
  return { type, status: null, url, message: error.message, retryable: error.retryable };
}
