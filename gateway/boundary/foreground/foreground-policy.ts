// The policy of the person's own page: a stack of its own, read when the window begins, by the same checks as any other.
// INVARIANT: one that does not load, prove or pass its tests denies everything there; it never touches the policy of Ghost Tabs.
import type { EffectivePolicy } from '#policy/language/facts.ts';
import { fail, failure, ok } from '#policy/language/failure.ts';
import type { Result } from '#policy/language/failure.ts';
import { FOREGROUND_POLICY, readPolicy, todayOf } from '#gateway/settings/policy-source.ts';
import type { AuditLog } from '#gateway/audit/format/contract.ts';

export type ForegroundPolicy = () => Result<EffectivePolicy>;

/** Reads it, and writes down what is in force there. `files`: upper layer first. Errors: those of the log. */
export async function openForegroundPolicy(
  files: readonly string[] | undefined,
  { audit, wallMs }: { readonly audit: AuditLog; readonly wallMs: () => number },
): Promise<Result<ForegroundPolicy>> {
  const read = readPolicy(files ?? [FOREGROUND_POLICY], todayOf(wallMs()));
  const error = read.ok ? null : (read.error[0] ?? failure('policy.unreadable', 'the policy cannot be read'));
  const written = await audit.append({
    type: 'foreground.opened',
    taskId: null,
    requestId: null,
    who: 'gateway',
    what: 'begin to decide what happens on the person’s own page',
    where: '',
    verdict: null,
    why: '',
    outcome: error === null ? 'DONE' : 'FAILED',
    details: read.ok
      ? { id: read.value.id, revision: read.value.revision, policy: read.value.semanticHash }
      : { error: { code: error?.code, message: error?.message } },
  });
  if (!written.ok) return written;
  if (!read.ok)
    return ok(() =>
      fail('policy.not-loaded', 'the policy of your own page did not load, so everything there is denied', {
        cause: error?.message,
        help: error?.help ?? 'run `ghost policy check` on the files of `foreground` in config.yaml',
      }),
    );
  // An entry that ends with a day is gone from the next one on.
  return ok(() => ok(read.value.on(todayOf(wallMs()))));
}
