// What a decision's entry says of an address and of what is entered (POLICY.md 6.10). INVARIANT: what stands behind the origin or is typed,
// which may name a person or hold a secret, is in clear only as far as the policy names it; the rest is a digest under the key of the log, or nothing.
import { FACTS, factsWith } from '#policy/language/fact-table.ts';
import type { HiddenFact, PolicyFacts } from '#policy/language/facts.ts';
import type { Keeping } from './keeping.ts';
import { restOf } from './logged-path.ts';
import type { PathDigests, PathRest } from './logged-path.ts';

/** Beside the path: of these an entry holds a value that the policy takes for the same. */
export const HIDDEN_FACTS: readonly HiddenFact[] = factsWith('logged', 'KEPT');

/** The facts as far as a policy looks at them: two requests that it cannot tell apart by a text are one. */
export function keptFacts(policy: Keeping, facts: PolicyFacts): PolicyFacts {
  const texts = HIDDEN_FACTS.map((fact) => [fact, keptText(policy, fact, facts[fact])]);
  return { ...facts, path: policy.prefixOf(facts.path), ...Object.fromEntries(texts) };
}

const keptText = (policy: Keeping, fact: HiddenFact, text: string): string =>
  text === FACTS[fact].neutral ? text : (policy.keptOf?.(fact, text) ?? FACTS[fact].neutral);

/** Enough to decide again exactly what that policy decided. */
export function loggedFacts(
  facts: PolicyFacts,
  policy: Keeping,
  digests: PathDigests | null,
  /** Facts of which others than these values were decided on with it. */
  open: readonly HiddenFact[] = [],
): { readonly facts: PolicyFacts; readonly rest: PathRest; readonly hidden?: readonly HiddenFact[] } {
  const kept = keptFacts(policy, facts);
  const hidden = HIDDEN_FACTS.filter((fact) => open.includes(fact) || kept[fact] !== facts[fact]);
  return {
    facts: kept,
    rest: restOf(facts.path, kept.path, digests),
    ...(hidden.length === 0 ? {} : { hidden }),
  };
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
