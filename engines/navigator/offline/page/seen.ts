// What a goal is seen to have come to: on the page at hand, or at the look that followed its step. INVARIANT: nothing is called seen
// that the observation, or the comparison of two looks, does not say.
import { changedAnything, statesOf, type Evidence, type PageChange } from '#engines/navigator/evidence.ts';
import { valueStands } from '#engines/navigator/written.ts';
import type { MemoryEntry } from '#engines/navigator/contract.ts';
import type { Item } from './outline.ts';

/** An effect and where it is to be seen; whoever proposes DONE adds the clause. */
export type Seen = Pick<Evidence, 'effect' | 'ref' | 'role' | 'name' | 'quote'>;

const at = (item: Item): Pick<Seen, 'ref' | 'role' | 'name'> => ({
  ref: item.node.ref,
  role: item.node.role,
  name: item.node.name,
});
const NOWHERE = { ref: null, role: '', name: '' } as const;

/** The element is in this state: `checked`, or `not checked`. */
export const seenState = (item: Item, state: string): Seen => ({
  ...at(item),
  effect: 'STATE',
  quote: state,
});
/** Whether it is on, in the word that it says it with itself. */
export function seenOn(item: Item, on: boolean): Seen {
  const word = ['checked', 'selected', 'pressed', 'expanded'].find((one) => item.node.states.includes(one));
  return seenState(item, on ? (word ?? 'checked') : 'not checked');
}
/** Its value is this. */
export const seenValue = (item: Item): Seen => ({
  ...at(item),
  effect: 'VALUE',
  quote: item.node.value ?? item.node.name,
});
/** Words that stand on the page, and where, if in one element. */
export const seenText = (quote: string, item: Item | null = null): Seen => ({
  ...(item === null ? NOWHERE : at(item)),
  effect: 'TEXT',
  quote,
});
/** The page that is there is the one that is meant. */
export const seenPage = (url: string): Seen => ({ ...NOWHERE, effect: 'CHANGE', quote: url });
/** It stands at this place. */
export const seenAt = (item: Item | null, quote: string): Seen => ({
  ...(item === null ? NOWHERE : at(item)),
  effect: 'POSITION',
  quote,
});

/** What one step is seen to have come to, by the look after it. */
export function seenOfStep({ proposal, element, change }: MemoryEntry): Seen {
  const where = { ref: proposal.ref, role: element?.role ?? '', name: element?.name ?? '' };
  if (proposal.action === 'EXTRACT') {
    const quote = proposal.facts?.[0]?.quote ?? '';
    return { ...where, effect: quote === '' ? 'NONE' : 'TEXT', quote };
  }
  if (change === undefined) return { ...where, effect: 'NONE', quote: '' };
  const put = proposal.action === 'TYPE' ? (proposal.text ?? '') : null;
  const after = change.element?.after ?? null;
  if (put !== null && !put.startsWith('key:') && !put.endsWith('\n') && after !== null)
    return valueStands(put, after.value ?? '')
      ? { ...where, effect: 'VALUE', quote: after.value ?? '' }
      : { ...where, effect: 'NONE', quote: '' };
  // Typed, and what it was typed into is gone: where the words went is not seen.
  if (put !== null && !put.startsWith('key:') && !put.endsWith('\n') && change.address === null)
    return { ...where, effect: 'NONE', quote: '' };
  const state = turned(change);
  if (state !== null) return { ...where, effect: 'STATE', quote: state };
  if (PICKED.test(element?.role ?? '') && !bears(change, element?.name ?? ''))
    return { ...where, effect: 'NONE', quote: '' };
  if (proposal.action === 'SCROLL' && change.scrolled)
    return { ...where, effect: 'POSITION', quote: 'scrolled' };
  return { ...where, effect: changedAnything(change) ? 'CHANGE' : 'NONE', quote: firstOf(change) };
}

/** An entry that was picked is shown by what it was picked for; a list that only closes shows nothing. */
const PICKED = /^(?:option|menuitemradio)$/u;
const bears = ({ address, appeared, changed, element }: PageChange, name: string): boolean =>
  address !== null ||
  element?.after != null ||
  [...appeared, ...changed].some((text) => text.toLowerCase().includes(name.trim().toLowerCase()));

/** The state that the element took on or lost: `checked`, `not expanded`. */
function turned({ element }: PageChange): string | null {
  if (element === null || element.after === null) return null;
  const [was, is] = [statesOf(element.before.states), statesOf(element.after.states)];
  const came = is.find((state) => !was.includes(state));
  const went = was.find((state) => !is.includes(state));
  return came ?? (went === undefined ? null : `not ${went}`);
}

/** The change in the page's own words: an address says most, then what came, went, or reads differently. */
const firstOf = ({ address, appeared, changed, gone }: PageChange): string =>
  address ??
  appeared.find((text) => /\p{L}/u.test(text)) ??
  appeared[0] ??
  changed[0] ??
  gone[0] ??
  'the order is another one';
