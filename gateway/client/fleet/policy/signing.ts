// The documents of a bundle, signed again as a later revision. INVARIANT: they have to load, prove and pass their tests today, as for `ghost policy sign`.
import { textsOfBundle } from '#gateway/policy/kept/sources.ts';
import { todayOf } from '#gateway/settings/policy-source.ts';
import type { SecretNoteKey } from '#gateway/audit/format/signed-note.ts';
import { signed } from '#gateway/client/policy/life.ts';
import type { SignedBundle } from '#gateway/client/policy/life.ts';
import { checkPolicy } from '#policy/engine/compile/check.ts';
import { err, fail, ok } from '#policy/language/failure.ts';
import type { Result } from '#policy/language/failure.ts';
import { openBundle } from '#policy/tools/gate/bundle.ts';

/** Valid for as long as the earlier one was. Errors: those of the policy, `policy.bundle-unreadable`. */
export function signBundle(
  earlier: string,
  given: {
    readonly id: string;
    readonly revision: number;
    readonly secret: SecretNoteKey;
    readonly now: Date;
  },
): Result<SignedBundle> {
  const { id, revision, secret, now } = given;
  const file = `the earlier revision of ${id}`;
  const at = now.toISOString();
  const opened = openBundle(earlier, { file, now: at, verify: () => true });
  if (!opened.ok) return opened;
  const texts = textsOfBundle(file, opened.value);
  if (!texts.ok) return texts;
  const { policy, findings } = checkPolicy(texts.value, { today: todayOf(now.getTime()) });
  const [first] = findings;
  if (policy === null)
    return first === undefined ? fail('policy.unreadable', `${file} does not load`) : err(first);
  const { manifest, files } = opened.value;
  return ok(signed({ id, revision, notBefore: at, notAfter: manifest.notAfter }, files, secret));
}
