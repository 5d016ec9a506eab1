// What a decision's entry says of an address (POLICY.md 6.10). INVARIANT: what stands behind the origin, which may name a person
// or hold a secret, is in clear only as far as the policy names it; the rest is a digest under the key of the log, or nothing.
import type { PolicyFacts } from '#policy/language/facts.ts';
import { restOf } from './logged-path.ts';
import type { PathDigests, PathRest } from './logged-path.ts';

/** `kept`: the longest prefix that an entry of the policy names. Enough to decide again exactly what that policy decided. */
export function loggedFacts(
  facts: PolicyFacts,
  kept: string,
  digests: PathDigests | null,
): { readonly facts: PolicyFacts; readonly rest: PathRest } {
  return { facts: { ...facts, path: kept }, rest: restOf(facts.path, kept, digests) };
}

export function originAndDigest(
  url: string | undefined,
  digests: PathDigests | null,
): { readonly url: string | null; readonly pathHash: string | null } {
  const parsed = url === undefined ? null : URL.parse(url);
  if (parsed === null) return { url: null, pathHash: null };
  const { pathname, search, protocol, host } = parsed;
  return {
    url: host === '' ? protocol : `${protocol}//${host}`,
    pathHash: digests === null ? null : `hmac-sha256:${digests.of(`${pathname}${search}`)}`,
  };
}
