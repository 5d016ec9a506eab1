// The documents of an earlier revision, signed again as a later one. INVARIANT: they were signed for this policy as that revision, by the key that
// signs now or by one that the signer trusts; they load, prove and pass their tests today, as for `ghost policy sign`.
import { textsOfBundle } from '#gateway/policy/kept/sources.ts';
import { verifierFor } from '#gateway/policy/kept/keys.ts';
import { todayOf } from '#gateway/settings/policy-source.ts';
import type { PublicNoteKey, SecretNoteKey } from '#gateway/audit/format/signed-note.ts';
import { signed } from '#gateway/client/policy/life.ts';
import type { SignedBundle } from '#gateway/client/policy/life.ts';
import { checkPolicy } from '#policy/engine/compile/check.ts';
import { err, fail, ok } from '#policy/language/failure.ts';
import type { Result } from '#policy/language/failure.ts';
import { openPublished } from './opening.ts';
import type { PublishedPolicy } from './rows.ts';

/** Valid for as long as the earlier one is. Errors: those of the policy, `policy.bundle-*`. */
export function signBundle(
  earlier: PublishedPolicy,
  given: {
    readonly id: string;
    readonly revision: number;
    readonly secret: SecretNoteKey;
    readonly trusted: readonly PublicNoteKey[];
    readonly now: Date;
  },
): Result<SignedBundle> {
  const { id, revision, secret, trusted, now } = given;
  const file = `revision ${earlier.revision} of ${id}`;
  const opened = openPublished(earlier, {
    id,
    digest: earlier.digest,
    now,
    verify: verifierFor([secret.public, ...trusted]),
    help: 'see who may write there; publish the documents themselves with `ghost policy sign`',
  });
  if (!opened.ok) return opened;
  const texts = textsOfBundle(file, opened.value);
  if (!texts.ok) return texts;
  const { policy, findings } = checkPolicy(texts.value, { today: todayOf(now.getTime()) });
  const [first] = findings;
  if (policy === null)
    return first === undefined ? fail('policy.unreadable', `${file} does not load`) : err(first);
  const { manifest, files } = opened.value;
  const { notBefore, notAfter } = manifest;
  return ok(signed({ id, revision, notBefore, notAfter }, files, secret));
}
