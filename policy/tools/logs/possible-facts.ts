// What a logged gate may have been, as far as a policy can tell: one request where the log says all that the policy asks.
// INVARIANT: a request that the log leaves open stands for every class that it may be of; none is left out.
import { FoldedPathClasses } from '#policy/engine/classes/folded-path-classes.ts';
import { WildPathClasses } from '#policy/engine/classes/wild-path-classes.ts';
import type { CompiledPolicy } from '#policy/engine/compile/compiled-policy.ts';
import { FACT_NAMES, factSpec } from '#policy/language/fact-table.ts';
import type { FactName } from '#policy/language/fact-table.ts';
import type { PolicyFacts } from '#policy/language/facts.ts';
import { factIndex, rawValues } from '#policy/engine/space/space.ts';
import type { BrowserDecision } from '#policy/language/vocabulary.ts';
import type { LoggedGate } from './logged-gate.ts';
import { foldedPathsOf, pathsOf } from './logged-path.ts';
import type { PathDigests } from './logged-path.ts';

/** More than these are not tried: it is then said that nothing is known. */
const MAX_COMBINATIONS = 1024;
/** What the log puts in the place of something that looked like a secret. */
const MASKED = /•••\(\d+\)/u;

/** `null`: too many to try. */
export function possibleFacts(
  policy: Pick<CompiledPolicy, 'space' | 'semanticHash'>,
  { facts, rest, unsaid = [], hidden = [], decidedBy }: LoggedGate,
  digests: PathDigests | null,
): readonly PolicyFacts[] | null {
  let possible: readonly PolicyFacts[] = [facts];
  for (const name of FACT_NAMES) {
    // What the policy of its time looked at is enough for that policy, and for no other.
    const open =
      unsaid.includes(name) || (hidden.includes(name) && decidedBy?.semantic !== policy.semanticHash);
    const values = open ? everyValue(policy, name) : valuesOf(policy, name, facts, rest ?? null, digests);
    if (values === null) continue;
    if (possible.length * values.length > MAX_COMBINATIONS) return null;
    possible = possible.flatMap((one) => values.map((value) => ({ ...one, [name]: value })));
  }
  return possible;
}

/** One value of each class of what is text, else every value. */
function everyValue({ space }: Pick<CompiledPolicy, 'space'>, name: FactName): readonly unknown[] {
  const classes = space.open(factIndex(name));
  return classes === null
    ? rawValues(name)
    : Array.from({ length: classes.count }, (_, index) => classes.witness(index));
}

/** `null`: it is what the log says. */
function valuesOf(
  { space }: Pick<CompiledPolicy, 'space'>,
  name: FactName,
  facts: PolicyFacts,
  rest: LoggedGate['rest'],
  digests: PathDigests | null,
): readonly string[] | null {
  const { kind } = factSpec(name);
  if (kind !== 'path' && kind !== 'text' && kind !== 'keyed') return null;
  const classes = space.open(factIndex(name));
  if (classes === null) return null;
  const witnesses = Array.from({ length: classes.count }, (_, index) => classes.witness(index));
  if (MASKED.test(String(facts[name]))) return witnesses;
  if (name !== 'path') return null;
  // Of a segment that any pattern takes a digest says nothing.
  if (classes instanceof WildPathClasses)
    return rest === null || (rest?.digests.length === 0 && !rest.more) ? null : classes.below(facts.path);
  if (!(classes instanceof FoldedPathClasses)) return pathsOf(facts.path, rest ?? null, witnesses, digests);
  const { exact, ascii, unicode } = classes.patterns;
  return classes.among(
    pathsOf(facts.path, rest ?? null, exact.patterns, digests),
    foldedPathsOf(facts.path, rest ?? null, 'ASCII', ascii.patterns, digests),
    foldedPathsOf(facts.path, rest ?? null, 'UNICODE', unicode.patterns, digests),
  );
}

/** What is decided, or every decision that it may be; `null`: there are too many to try. */
export function possibleDecisions(
  possible: readonly PolicyFacts[] | null,
  decide: (facts: PolicyFacts) => BrowserDecision,
): ReadonlySet<BrowserDecision> | null {
  return possible === null ? null : new Set(possible.map(decide));
}
