// An address that its user types for a tab that is open: the act that goes there is decided as on a site that they named, and once it
// is allowed its host is named for the tab's task.
// INVARIANT: the entry that says so is on disk before anything is decided by it; until the act is allowed nothing else of the tab
// counts the host as named, and where it comes to nothing, nothing stays named, and the log says so; what comes over MCP or CDP never gets here.
// Whoever drives the command line or its socket is taken for its user.
import type { AuditLog } from '#gateway/audit/format/contract.ts';
import type { Typed } from '#gateway/boundary/attempt/contract.ts';
import { NamedOrigins } from '#gateway/boundary/grants/named-origins.ts';
import { nameOf } from '#gateway/boundary/task/principal.ts';
import type { Principal } from '#gateway/boundary/task/principal.ts';
import type { TaskContext } from '#gateway/boundary/task/context.ts';
import { hostOf } from '#policy/requests/host.ts';
import { ok } from '#policy/language/failure.ts';
import type { Result } from '#policy/language/failure.ts';

/** What goes along with the act, and what takes it back where nothing came of it. Errors of that: `audit.*`. */
export type TypedAddress = { readonly typed?: Typed; readonly takeBack: () => Promise<Result<void>> };

const NOTHING: TypedAddress = { takeBack: async () => ok(undefined) };

/** Errors: `audit.*`. */
export async function nameTyped(
  audit: Pick<AuditLog, 'append'>,
  { id, named }: Pick<TaskContext, 'id' | 'named'>,
  by: Principal,
  url: string,
): Promise<Result<TypedAddress>> {
  if (named.has(url)) return ok(NOTHING);
  const host = hostOf(URL.parse(url));
  // What is no address names nothing: the act says so.
  if (host === '') return ok(NOTHING);
  const entry = {
    type: 'origins.grown',
    taskId: id,
    requestId: null,
    who: nameOf(by),
    where: host,
    verdict: null,
    details: { origins: [host] },
  } as const;
  const written = await audit.append({
    ...entry,
    what: 'name a site by its address on a command line',
    why: 'its user typed it there; going there is decided as on a site that its user named, and once that is allowed each act on it is',
    outcome: 'DONE',
  });
  if (!written.ok) return written;
  let unname = (): void => undefined;
  const allowed = (): void => {
    unname = named.add(url);
  };
  const takeBack = async (): Promise<Result<void>> => {
    unname();
    const noted = await audit.append({
      ...entry,
      what: 'take back a site that was named by its address on a command line',
      why: 'going there was refused or failed: nothing stays named by it',
      outcome: 'REVOKED',
    });
    return noted.ok ? ok(undefined) : noted;
  };
  return ok({ typed: { origins: new NamedOrigins([url]), allowed }, takeBack });
}
