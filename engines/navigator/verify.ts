// Checks one piece of evidence against a look at the page and against what the acts came to. Pure; the gateway asks it about every claim.
// INVARIANT: what cannot be found is never called seen; what is found to be otherwise is called broken, however it was claimed.
import type { MemoryEntry, ObservedNode, Observation } from './contract.ts';
import { changedAnything, statesOf, type Evidence, type StoodAs } from './evidence.ts';
import { isPlaced, placeOf } from './places.ts';
import { valueStands } from './written.ts';

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
  if (isUnmade(at, entry)) return 'BROKEN';
  switch (effect) {
    case 'NONE':
      return 'UNSEEN';
    case 'TEXT':
      return evidence.quote !== '' && witness.stood(evidence.quote, evidence.url) ? 'SEEN' : 'UNSEEN';
    case 'STATE':
      return isState(evidence.quote) ? standing(evidence, entry, witness) : 'UNSEEN';
    case 'VALUE':
    case 'SELECTION':
      return standing(evidence, entry, witness);
    case 'CHANGE':
      if (entry !== null) return moved(entry) ? 'SEEN' : 'UNSEEN';
      return isHere(evidence, witness) || witness.heldBefore(evidence) ? 'SEEN' : 'UNSEEN';
    case 'POSITION':
      return standingAt(evidence, entry, witness);
  }
}

/** What a later act led away from counts as it stood before; what went elsewhere by itself does not. */
function standingAt(evidence: Evidence, entry: MemoryEntry | null, witness: Witness): Verdict {
  const { observation, entries } = witness;
  const placed = isPlaced(evidence, entry, observation, nodeOf(evidence, observation));
  const from = evidence.entry ?? -1;
  const isLeft = entries.some((one, i) => i > from && moved(one));
  if (placed === 'SEEN' || !isLeft) return placed;
  return witness.heldBefore(evidence) ? 'SEEN' : 'UNSEEN';
}

const isUnmade = (at: number | null, entry: MemoryEntry | null): boolean =>
  at !== null && (entry === null || entry.outcome === 'failed' || entry.outcome === 'refused');

/** On the page that is there now, else at the look that followed the act, else at an earlier look. */
function standing(evidence: Evidence, entry: MemoryEntry | null, witness: Witness): Verdict {
  const { observation, entries } = witness;
  const node = nodeOf(evidence, observation);
  const says = (stood: StoodAs, role: string): boolean => isSaid(evidence, stood, role, entry);
  if (node !== null && says(node, node.role)) return 'SEEN';
  const after = afterOf(evidence, entry);
  const held = (after !== null && says(after, entry?.element?.role ?? '')) || witness.heldBefore(evidence);
  if (!held) return (node === null && after === null) || !isTold(evidence, node, entry) ? 'UNSEEN' : 'BROKEN';
  // A form that was sent is emptied: a later act took what stood in it, and something else shows that.
  const from = evidence.entry ?? -1;
  const taken = entries.some(({ change }, i) => i > from && change !== undefined && broughtSomething(change));
  return node === null || taken ? 'SEEN' : 'BROKEN';
}

/** Whether the element as it stood says what the evidence says of it, and not only that it says nothing of the kind. */
const isSaid = (evidence: Evidence, stood: StoodAs, role: string, entry: MemoryEntry | null): boolean =>
  evidence.effect === 'SELECTION'
    ? isSelected(evidence.quote, stood)
    : holds(evidence, stood) && (!evidence.quote.startsWith('not ') || canTell(evidence, stood, role, entry));

/** "Not checked" of a paragraph says nothing: a box that has the state, or that had it before the act, does. */
function isTold(evidence: Evidence, node: ObservedNode | null, entry: MemoryEntry | null): boolean {
  if (evidence.effect !== 'STATE' || !evidence.quote.startsWith('not ')) return true;
  const stood = node ?? entry?.change?.element?.after ?? null;
  return stood === null || !holds(evidence, stood);
}

function canTell({ quote }: Evidence, { states }: StoodAs, role: string, entry: MemoryEntry | null): boolean {
  const state = quote.slice('not '.length);
  const before = entry?.change?.element?.before.states ?? [];
  if (before.some((one) => one === state || (state === 'checked' && ON.includes(one)))) return true;
  switch (state) {
    case 'expanded':
      return states.includes('collapsed');
    case 'collapsed':
      return states.includes('expanded');
    default:
      return (HAVING[state] ?? []).includes(role);
  }
}

const ON: readonly string[] = ['checked', 'selected', 'pressed'];
const CHECKED = ['checkbox', 'radio', 'switch', 'menuitemcheckbox', 'menuitemradio', 'option', 'treeitem'];
const SELECTED = ['option', 'tab', 'row', 'gridcell', 'treeitem', 'columnheader', 'rowheader', 'radio'];
const FIELDS = ['textbox', 'searchbox', 'combobox', 'spinbutton', 'slider', 'listbox'];
/** Which kinds of element have a state, so that its absence is one too. */
const HAVING: Readonly<Record<string, readonly string[]>> = {
  checked: [...CHECKED, ...SELECTED, 'button'],
  mixed: CHECKED,
  selected: SELECTED,
  pressed: ['button'],
  focused: [...FIELDS, ...CHECKED, 'button', 'link'],
  disabled: [...FIELDS, ...CHECKED, ...SELECTED, 'button'],
  invalid: FIELDS,
};
const isState = (quote: string): boolean => {
  const state = quote.replace(/^not /u, '');
  return state === 'expanded' || state === 'collapsed' || Object.hasOwn(HAVING, state);
};

/** An entry that is chosen, or a list that shows it as its choice. */
const isSelected = (quote: string, { states, value }: StoodAs): boolean =>
  quote === '' || quote === 'selected'
    ? statesOf(states).some((state) => ON.includes(state))
    : value !== undefined && valueStands(quote, value);

/**
 * Evidence in the words of what was found: the element's own name, the value as its field shows it (a credential's is its length), what
 * changed and where. Of a claim no more is told than stands there; what is not seen is told as nothing.
 */
export function asFound(evidence: Evidence, verdict: Verdict, { observation, entries }: Witness): Evidence {
  const { entry: at, effect, ref } = evidence;
  const entry = at === null ? null : (entries[at] ?? null);
  const node = nodeOf(evidence, observation);
  const own = node ?? (ref !== null && entry?.proposal.ref === ref ? entry.element : null);
  const named = { ...evidence, role: own?.role ?? '', name: own?.name ?? '' };
  const nothing = { ...named, effect: 'NONE', quote: '', url: entry?.url ?? observation.url } as const;
  if (verdict === 'UNSEEN' || (verdict === 'BROKEN' && isUnmade(at, entry))) return nothing;
  const stood = node ?? afterOf(evidence, entry);
  if (verdict === 'BROKEN') {
    if (stood === null) return nothing;
    const quote =
      effect === 'POSITION'
        ? `place ${node === null ? 0 : placeOf(node, observation)}`
        : effect === 'STATE'
          ? otherwise(evidence.quote)
          : (stood.value ?? '');
    return { ...named, effect: effect === 'SELECTION' ? 'VALUE' : effect, quote, url: nothing.url };
  }
  if (effect === 'VALUE') {
    const stands = [node, afterOf(evidence, entry)].find((one) => one !== null && holds(evidence, one));
    // Of an earlier look only its shape is known.
    return { ...named, quote: stands?.value ?? '…' };
  }
  if (effect === 'SELECTION') return { ...named, quote: stood?.value ?? own?.name ?? '' };
  if (effect !== 'CHANGE' || entry?.change === undefined) return named;
  const { address, appeared, changed, gone } = entry.change;
  const words = [...(address === null ? [] : [address]), ...appeared, ...changed, ...gone];
  return {
    ...named,
    quote: words.includes(evidence.quote) ? evidence.quote : (words[0] ?? 'it stands elsewhere'),
    url: [entry.url, address].includes(evidence.url) ? evidence.url : (address ?? entry.url),
  };
}

const otherwise = (state: string): string => (state.startsWith('not ') ? state.slice(4) : `not ${state}`);

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
