// Which abilities some document may be granted under the policy in force: the rest is off in the browsers that are started.
// INVARIANT: what is not known for certain stays on; the grants of each document decide on it all the same.
import { CompiledPolicy } from '#policy/engine/compile/compiled-policy.ts';
import type { EffectivePolicy } from '#policy/language/facts.ts';
import type { Result } from '#policy/language/failure.ts';
import { neverGranted } from '#policy/engine/compile/never-granted.ts';
import { DOCUMENT_ACTS } from '#policy/acts/page-acts.ts';
import type { PageGrants } from '#executors/contract/document.ts';

const KNOWN = new WeakMap<CompiledPolicy, PageGrants>();

export function possibleFeatures(policy: Result<EffectivePolicy>): PageGrants {
  const all: PageGrants = new Set(DOCUMENT_ACTS);
  // Of a candidate's floors above it nothing is proved; without a policy nothing is started.
  if (!policy.ok || !(policy.value instanceof CompiledPolicy)) return all;
  const features = KNOWN.get(policy.value) ?? all.difference(neverGranted(policy.value));
  KNOWN.set(policy.value, features);
  return features;
}
