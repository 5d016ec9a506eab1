// Turns an executor's snapshot into what a navigator sees: labelled with its origin, with errors as structures instead of error pages.
import type { Observation } from '#engines/navigator/contract.ts';
import type { PageSnapshot } from '#executors/contract/snapshot.ts';
import { renderOutline } from '#executors/perception/outline/outline.ts';
import type { Failure } from '#policy/language/failure.ts';
import { actError, blockedError, httpError } from './structured-error.ts';

export function observationOf(
  snapshot: PageSnapshot,
  last: { error: Failure | null; refusal: Observation['refusal'] },
): Observation {
  const { document, status } = snapshot;
  const blocked = snapshot.blocked ?? null;
  const pageError =
    blocked !== null
      ? blockedError(blocked.url, blocked.reason)
      : status !== null && status >= 400
        ? httpError(status, document.url)
        : null;
  // An error page is told as a structure: nothing of what it says, but the ways on that it offers.
  const nodes = pageError === null ? snapshot.nodes : snapshot.nodes.filter(({ ref }) => ref !== null);
  let text: string | undefined;
  return {
    url: document.url,
    origin: URL.parse(document.url)?.origin ?? 'null',
    title: pageError === null ? document.title : '',
    generation: snapshot.generation,
    nodes,
    /** Made when it is asked for: not every navigator reads it. */
    get text() {
      text ??= renderOutline({ ...snapshot, nodes }).text;
      return text;
    },
    scroll: snapshot.scroll,
    structuredError: pageError ?? (last.error === null ? null : actError(last.error, document.url)),
    refusal:
      last.refusal ??
      (blocked === null ? null : { decision: 'DENY', reason: `go to ${blocked.url}`, startedBy: 'PAGE' }),
  };
}
