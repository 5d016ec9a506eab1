// Whose browser may be attached to: one's own. INVARIANT: a stranger's browser, or what says that it is one, gets nothing of a task,
// whatever the policy says; as root another user's only where the settings name that user.
import { fail, ok, type Result } from '#policy/language/failure.ts';
import { ownUid } from '#executors/system/ownership.ts';

/** `users`: named in the settings, for root alone. Where users have no numbers, there is nothing to compare. */
export function isAttachable(uid: number, users: readonly number[]): boolean {
  const own = ownUid();
  return own === null || uid === own || (own === 0 && users.includes(uid));
}

/** Errors: `attach.foreign-user`. `uids`: of the listening socket, and whatever its process may act as. */
export function ownedByUs(endpoint: string, uids: Iterable<number>, users: readonly number[]): Result<void> {
  const stranger = [...uids].find((uid) => !isAttachable(uid, users));
  if (stranger === undefined) return ok(undefined);
  return fail('attach.foreign-user', `what listens at \`${endpoint}\` belongs to user ${stranger}`, {
    help:
      ownUid() === 0
        ? `to attach to that user’s browsers, name them in config.yaml: \`attach: {users: [${stranger}]}\``
        : 'attach to a browser of your own: what another user started can read and change all that a task does in it',
    details: { uid: stranger },
  });
}
