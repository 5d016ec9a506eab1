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
import { describe, ok } from '#policy/language/failure.ts';
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
  let unname: (() => void) | null = null;
  // An act that is tried again is allowed again.
  const allowed = (): void => {
    unname ??= named.add(url);
  };
  const takeBack = async (): Promise<Result<void>> => {
    unname?.();
    // Somebody else named it meanwhile.
    if (named.has(url)) return ok(undefined);
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

/** Goes there. Where nobody went, nothing stays named by it, however that came about. Errors: those of `go`, with the log's in their cause. */
export async function goWithTyped<T>(
  { typed, takeBack }: TypedAddress,
  go: (typed: Typed | undefined) => Promise<Result<T>>,
): Promise<Result<T>> {
  const went = await go(typed).catch(async (thrown: unknown) => {
    const back = await takeBack();
    throw back.ok ? thrown : new Error(describe(thrown), { cause: [thrown, back.error] });
  });
  if (went.ok) return went;
  const back = await takeBack();
  if (back.ok) return went;
  const { cause, ...error } = went.error;
  const unsaid = `${back.error.code}: ${back.error.message}`;
  return { ok: false, error: { ...error, cause: cause === undefined ? unsaid : `${cause}; ${unsaid}` } };
}
