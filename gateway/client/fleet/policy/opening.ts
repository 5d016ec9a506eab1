// A bundle as it was published, opened. INVARIANT: it is one that was signed for this policy as this very revision.
import { manifestDigest, openBundle } from '#policy/tools/gate/bundle.ts';
import type { Bundle } from '#policy/tools/gate/bundle.ts';
import { fail } from '#policy/language/failure.ts';
import type { Result } from '#policy/language/failure.ts';
import type { PublishedPolicy } from './rows.ts';

/** `id`: of the policy; `digest`: as its row is wanted by; `help`: where another bundle stands there. Errors: `policy.bundle-*`. */
export function openPublished(
  { revision, bundle }: PublishedPolicy,
  given: {
    readonly id: string;
    readonly digest: string;
    readonly now: Date;
    readonly verify: Parameters<typeof openBundle>[1]['verify'];
    readonly help: string;
  },
): Result<Bundle> {
  const { id, digest, now, verify, help } = given;
  const file = `revision ${revision} of ${id}`;
  const opened = openBundle(bundle, { file, now: now.toISOString(), verify });
  if (!opened.ok) return opened;
  const { manifest } = opened.value;
  const isThat = manifest.id === id && manifest.revision === revision && manifestDigest(manifest) === digest;
  return isThat
    ? opened
    : fail('policy.bundle-altered', `what the database has as ${file} is another bundle`, { help });
}
