// Checks one piece of evidence against a look at the page and against what the acts came to. Pure; the gateway asks it about every claim.
// INVARIANT: what cannot be found is never called seen; what is found to be otherwise is called broken, however it was claimed.
import type { MemoryEntry, ObservedNode, Observation } from './contract.ts';
import { changedAnything, statesOf, valueStands, type Evidence, type StoodAs } from './evidence.ts';

/** `SEEN`; `UNSEEN`: nothing shows it and nothing speaks against it; `BROKEN`: it is seen to be otherwise. */
export type Verdict = 'SEEN' | 'UNSEEN' | 'BROKEN';

export type Witness = {
  readonly observation: Observation;
  readonly entries: readonly MemoryEntry[];
  /** Whether these words stood on a page of that address when it was looked at. */
  readonly stood: (quote: string, url: string) => boolean;
  /** Whether the same evidence was found to hold on an earlier look. */
  readonly heldBefore: (evidence: Evidence) => boolean;
};

export function verify(evidence: Evidence, witness: Witness): Verdict {
  const { entry: at, effect } = evidence;
  const entry = at === null ? null : (witness.entries[at] ?? null);
  // An act that was not made, or failed, has no effect.
  if (at !== null && (entry === null || entry.outcome === 'failed' || entry.outcome === 'refused'))
    return 'BROKEN';
  switch (effect) {
    case 'NONE':
      return 'UNSEEN';
    case 'TEXT':
      return evidence.quote !== '' && witness.stood(evidence.quote, evidence.url) ? 'SEEN' : 'UNSEEN';
    case 'STATE':
    case 'VALUE':
      return standing(evidence, entry, witness);
    case 'CHANGE':
      if (entry !== null) return moved(entry) ? 'SEEN' : 'UNSEEN';
      return isHere(evidence, witness) || witness.heldBefore(evidence) ? 'SEEN' : 'UNSEEN';
    case 'SELECTION':
    case 'POSITION':
      if (entry !== null && moved(entry)) return 'SEEN';
      return isPlaced(evidence, witness.observation) || witness.heldBefore(evidence) ? 'SEEN' : 'UNSEEN';
  }
}

/** On the page that is there now, else at the look that followed the act, else at an earlier look. */
function standing(evidence: Evidence, entry: MemoryEntry | null, witness: Witness): Verdict {
  const { observation, entries } = witness;
  const node = nodeOf(evidence, observation);
  if (node !== null && holds(evidence, node)) return 'SEEN';
  const after = afterOf(evidence, entry);
  const held = (after !== null && holds(evidence, after)) || witness.heldBefore(evidence);
  if (!held) return node === null && after === null ? 'UNSEEN' : 'BROKEN';
  // A form that was sent is emptied: a later act took what stood in it, and something else shows that.
  const from = evidence.entry ?? -1;
  const taken = entries.some(({ change }, i) => i > from && change !== undefined && broughtSomething(change));
  return node === null || taken ? 'SEEN' : 'BROKEN';
}

/**
 * Evidence that is `SEEN`, in the words of what was found: the element's own name, the value as its field shows it (a credential's is its
 * length), what changed and where. Of a claim no more is told than stands there.
 */
export function asFound(evidence: Evidence, { observation, entries }: Witness): Evidence {
  const { entry: at, effect, ref } = evidence;
  const entry = at === null ? null : (entries[at] ?? null);
  const node = nodeOf(evidence, observation);
  const own = node ?? (ref !== null && entry?.proposal.ref === ref ? entry.element : null);
  const named = own === null ? evidence : { ...evidence, role: own.role, name: own.name };
  if (effect === 'VALUE') {
    const stands = [node, afterOf(evidence, entry)].find((one) => one !== null && holds(evidence, one));
    return { ...named, quote: stands?.value ?? evidence.quote };
  }
  if (effect !== 'CHANGE' || entry?.change === undefined) return named;
  const { address, appeared, changed, gone } = entry.change;
  const words = [...(address === null ? [] : [address]), ...appeared, ...changed, ...gone];
  return {
    ...named,
    quote: words.includes(evidence.quote) ? evidence.quote : (words[0] ?? 'it stands elsewhere'),
    url: [entry.url, address].includes(evidence.url) ? evidence.url : (address ?? entry.url),
  };
}

/** The element of the evidence after the act, where it is the one that was acted on. */
const afterOf = ({ ref }: Evidence, entry: MemoryEntry | null): StoodAs | null =>
  ref !== null && entry?.proposal.ref === ref ? (entry.change?.element?.after ?? null) : null;

/** Whether the element itself is as the evidence says. */
export function holds(
  { effect, quote }: Pick<Evidence, 'effect' | 'quote'>,
  { states, value }: Pick<ObservedNode, 'states' | 'value'>,
): boolean {
  if (effect === 'VALUE') return quote !== '' ? valueStands(quote, value ?? '') : (value ?? '') === '';
  const not = /^not (.+)$/u.exec(quote)?.[1];
  if (not === 'checked') return !statesOf(states).some((state) => ON.includes(state));
  return not === undefined ? states.includes(quote) : !states.includes(not);
}

const ON: readonly string[] = ['checked', 'selected', 'pressed'];

const nodeOf = ({ ref, role, url }: Evidence, observation: Observation): ObservedNode | null =>
  ref === null || url !== observation.url
    ? null
    : (observation.nodes.find((node) => node.ref === ref && node.role === role) ?? null);

const moved = ({ change }: MemoryEntry): boolean => change !== undefined && changedAnything(change);

const broughtSomething = ({ address, appeared, gone }: NonNullable<MemoryEntry['change']>): boolean =>
  address !== null || appeared.length + gone.length > 0;

/** It was so already: this page, or a heading of it. */
const isHere = ({ quote, url }: Evidence, { observation, stood }: Witness): boolean =>
  quote !== '' && (quote === observation.url || stood(quote, url));

const isPlaced = (evidence: Evidence, observation: Observation): boolean => {
  const { y, height, viewportHeight } = observation.scroll;
  if (evidence.quote === 'top') return y <= 0;
  if (evidence.quote === 'bottom') return y + viewportHeight >= height - 4;
  const node = nodeOf(evidence, observation);
  const place = /^place (\d+)$/u.exec(evidence.quote)?.[1];
  if (node !== null && place !== undefined) return placeOf(node, observation) === Number(place);
  return node !== null && (statesOf(node.states).length > 0 || valueStands(evidence.quote, node.value ?? ''));
};

/** Its number among those alike beside it. */
function placeOf(node: ObservedNode, { nodes }: Observation): number {
  let place = 0;
  for (const other of nodes) {
    if (other.depth < node.depth) place = 0;
    else if (other.depth === node.depth && other.role === node.role) place += 1;
    if (other === node) return place;
  }
  return 0;
}
