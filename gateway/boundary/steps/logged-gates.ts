// Puts what was decided into the vocabulary's own terms, for the log. INVARIANT: it can be decided again exactly under the same policy, and
// holds no more of an address or a text than that policy looked at.
import type { Ruling } from '#policy/engine/deciding/ruling.ts';
import type { EffectivePolicy } from '#policy/language/facts.ts';
import { loggedFacts, originAndDigest } from '#policy/tools/logs/logged-address.ts';
import type { PathDigests } from '#policy/tools/logs/logged-path.ts';

/** The cells that decided, each by its place: `defaults.capability@policy/defaults/default.yaml:21:17`. */
export const cellsOf = (because: Ruling['because']): readonly string[] =>
  because.map(({ entry, at }) => (at === '' ? entry : `${entry}@${at}`));

export const loggedGates = (
  gates: Ruling['gates'],
  policy: EffectivePolicy,
  digests: PathDigests | null,
): readonly Readonly<Record<string, unknown>>[] =>
  gates.map(({ gate, facts, manyHosts, decision, because, obligations }) => ({
    ...originAndDigest(gate.url, digests),
    decision,
    ...loggedFacts(facts, policy, digests, manyHosts === true ? ['contentHost'] : []),
    cells: cellsOf(because),
    obligations,
  }));
