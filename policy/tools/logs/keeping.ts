// What of an address and of what is entered two policies look at, one beside the other (shadow mode, POLICY.md 6.10).
// INVARIANT: what is kept of a text is taken for the same by both; where no such text is found, nothing is kept, never a part.
import type { EffectivePolicy, HiddenFact } from '#policy/language/facts.ts';

export type Keeping = Pick<EffectivePolicy, 'prefixOf' | 'keptOf'>;

/** Between two texts that are kept of one, so that the whole says what each of them says. */
const JOINTS: Record<HiddenFact, string> = { query: '&', fragment: '/', value: ' ', contentHost: '.' };

export function keepingOfBoth(active: Keeping, candidate: Keeping): Required<Keeping> {
  return {
    prefixOf: (path) => longest(active.prefixOf(path), candidate.prefixOf(path)),
    keptOf: (fact, text) => keptByBoth(active, candidate, fact, text),
  };
}

/** Both are prefixes of one path. */
const longest = (a: string, b: string): string => (a.length < b.length ? b : a);

function keptByBoth(active: Keeping, candidate: Keeping, fact: HiddenFact, text: string): string | null {
  const [a, b] = [active, candidate].map((one) => one.keptOf?.(fact, text) ?? null);
  if (a === undefined || b === undefined || a === null || b === null) return null;
  const joint = JOINTS[fact];
  const isSame = (kept: string): boolean =>
    active.keptOf?.(fact, kept) === a && candidate.keptOf?.(fact, kept) === b;
  return [a, b, `${a}${joint}${b}`, `${b}${joint}${a}`].find(isSame) ?? null;
}
