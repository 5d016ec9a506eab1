// An address that its user types for a tab that is open: from then on its host is one that they named for the tab's task.
// INVARIANT: the entry that says so is on disk before anything is decided by it; what comes over MCP or CDP never gets here.
// Whoever drives the command line or its socket is taken for its user.
import type { AuditLog } from '#gateway/audit/format/contract.ts';
import { nameOf } from '#gateway/boundary/task/principal.ts';
import type { Principal } from '#gateway/boundary/task/principal.ts';
import type { TaskContext } from '#gateway/boundary/task/context.ts';
import { hostOf } from '#policy/requests/host.ts';
import { ok } from '#policy/language/failure.ts';
import type { Result } from '#policy/language/failure.ts';

/** Returns how to take it back where nothing came of it; what was named before stays named. Errors: `audit.*`. */
export async function nameTyped(
  audit: Pick<AuditLog, 'append'>,
  { id, named }: Pick<TaskContext, 'id' | 'named'>,
  by: Principal,
  url: string,
): Promise<Result<() => void>> {
  if (named.has(url)) return ok(() => undefined);
  const host = hostOf(URL.parse(url));
  // What is no address names nothing: the act says so.
  if (host === '') return ok(() => undefined);
  const written = await audit.append({
    type: 'origins.grown',
    taskId: id,
    requestId: null,
    who: nameOf(by),
    what: 'name a site by its address on a command line',
    where: host,
    verdict: null,
    why: 'its user typed it there; each act on it is decided as on a site that its user named',
    outcome: 'DONE',
    details: { origins: [host] },
  });
  return written.ok ? ok(named.add(url)) : written;
}
