// A word that an entry lacks: it speaks of the request, and names no address class, so that it opens nothing at this address.
// INVARIANT: told only where the word would make the decision milder, and no invariant forbids it; tried, never guessed.
import { contains, holds } from '#policy/engine/documents/condition.ts';
import type { Condition } from '#policy/engine/documents/condition.ts';
import type { Invariant, Severity, Entry } from '#policy/engine/documents/document.ts';
import { placeOf } from '#policy/engine/documents/document.ts';
import type { PolicyFacts } from '#policy/language/facts.ts';
import { interpret } from './interpret.ts';
import type { MissingClass } from '#policy/language/missing-class-hint.ts';
import { NAVIGATIONS } from '#policy/engine/documents/open-addresses.ts';
import type { Layer, Stack } from '#policy/engine/layers/stack.ts';
import { decisionOf } from '#policy/engine/documents/decision-words.ts';
import type { AddressClass } from '#policy/language/vocabulary.ts';

type Decided = { readonly stack: Stack; readonly invariants: readonly Invariant[] };

/** The entries that lack the class of this request. None where no such word would change the decision. */
export function missingClass({ stack, invariants }: Decided, facts: PolicyFacts): readonly MissingClass[] {
  if (facts.addressClass === 'PUBLIC' || !NAVIGATIONS.some((one) => one === facts.capability)) return [];
  const { severity } = interpret(stack, facts);
  if (severity === 0) return [];
  const silent = stack.layers
    .flatMap((layer) => [...layer.rules, ...layer.delegate])
    .filter((entry) => entry.publicAlone === true && lacks(entry, facts));
  if (silent.length === 0) return [];
  const alone = silent.map((entry) => [entry]);
  for (const entries of [...alone, silent]) {
    const milder = severityWith(stack, entries, facts);
    if (milder >= severity || isForbidden(invariants, milder, facts)) continue;
    const needed = entries.filter((entry) => entries.length === 1 || isNeeded(entry, entries, milder));
    return needed.map((entry) => ({
      entry: entry.ref,
      layer: entry.layer,
      at: placeOf(entry.span),
      decision: decisionOf(milder),
      add: `addressClass: [PUBLIC, ${facts.addressClass}]`,
    }));
  }
  return [];

  /** An entry without which the others do as much needs no word. */
  function isNeeded(entry: Entry, entries: readonly Entry[], milder: Severity): boolean {
    return (
      severityWith(
        stack,
        entries.filter((one) => one !== entry),
        facts,
      ) > milder
    );
  }
}

/** It would speak, or relax, at a public address of the same host. */
function lacks({ scope, firm }: Entry, facts: PolicyFacts): boolean {
  const atPublic: PolicyFacts = { ...facts, addressClass: 'PUBLIC' };
  const opensAt = (one: PolicyFacts): boolean =>
    holds(scope, one) && (firm === undefined || holds(firm, one));
  return opensAt(atPublic) && !opensAt(facts);
}

/** The decision if these entries named the class. */
function severityWith(stack: Stack, entries: readonly Entry[], facts: PolicyFacts): Severity {
  const named = (list: readonly Entry[]): readonly Entry[] =>
    list.map((entry) =>
      entries.includes(entry) ? { ...entry, scope: EVERYWHERE, firm: EVERYWHERE } : entry,
    );
  const layers = stack.layers.map((layer): Layer => ({
    ...layer,
    rules: named(layer.rules),
    delegate: named(layer.delegate),
  }));
  return interpret({ ...stack, layers }, facts).severity;
}

const EVERYWHERE: Condition = { op: 'and', parts: [] };

const isForbidden = (invariants: readonly Invariant[], severity: Severity, facts: PolicyFacts): boolean =>
  invariants.some(
    (one) =>
      one.kind === 'at-least' &&
      severity < one.severity &&
      one.over.every((set) => contains(set, facts[set.fact])),
  );

const IN_WORDS: Readonly<Record<AddressClass, string>> = {
  PUBLIC: 'a public address',
  PRIVATE: 'an address of a private network',
  LOOPBACK: 'an address of this machine',
  LINK_LOCAL: 'a link-local address',
  METADATA: 'a metadata service',
};

/** In a sentence: what is there, and the word to add. Empty where no word would help. */
export function missingInWords(missing: readonly MissingClass[], { addressClass }: PolicyFacts): string {
  const [first] = missing;
  if (first === undefined) return '';
  const entries = missing.map(({ entry, at }) => `\`${entry}\` (${at})`).join(' and ');
  const verb = missing.length === 1 ? 'names' : 'name';
  return `the host is at ${IN_WORDS[addressClass]}, and ${entries} ${verb} no address class: only public ones are open; if it is meant, add \`${first.add}\` to \`when\``;
}
