// Whether something stands at the place that evidence names. Pure.
// INVARIANT: a place is counted on the page, or seen to have come of the act; that anything at all changed says nothing of it.
import type { MemoryEntry, ObservedNode, Observation } from './contract.ts';
import type { Evidence } from './evidence.ts';

/** How far from its end a page may stop scrolling, in CSS pixels. */
const END_PX = 4;

/** `node`: the element of the evidence on the page at hand. */
export function isPlaced(
  { quote }: Pick<Evidence, 'quote'>,
  entry: MemoryEntry | null,
  observation: Observation,
  node: ObservedNode | null,
): 'SEEN' | 'UNSEEN' | 'BROKEN' {
  const { y, height, viewportHeight } = observation.scroll;
  const change = entry?.change;
  switch (quote) {
    case 'top':
      return node === null ? (y <= 0 ? 'SEEN' : 'BROKEN') : 'UNSEEN';
    case 'bottom':
      return node === null ? (y + viewportHeight >= height - END_PX ? 'SEEN' : 'BROKEN') : 'UNSEEN';
    case 'scrolled':
      return change?.scrolled === true ? 'SEEN' : 'UNSEEN';
    // Of a list in order: any list has a first place, so that an act has to have moved something.
    case 'the first place':
      return change?.moved === true ? 'SEEN' : 'UNSEEN';
  }
  const place = Number(/^place ([1-9]\d*)$/u.exec(quote)?.[1] ?? 0);
  if (place === 0 || node === null) return 'UNSEEN';
  return placesOf(node, observation).includes(place) ? 'SEEN' : 'BROKEN';
}

/** Its number among those alike beside it, counted from one; all of them, and those alone that can be dragged as it can. */
const placesOf = (node: ObservedNode, observation: Observation): readonly number[] => {
  const all = besides(node, observation);
  const draggable = all.filter(({ states }) => states.includes('draggable'));
  return [all, draggable].flatMap((list) => (list.includes(node) ? [list.indexOf(node) + 1] : []));
};

export const placeOf = (node: ObservedNode, observation: Observation): number =>
  placesOf(node, observation)[0] ?? 0;

/** Those of its role in the same list, in the order of the page. */
function besides(node: ObservedNode, { nodes }: Observation): readonly ObservedNode[] {
  const at = nodes.indexOf(node);
  const isOutside = ({ depth }: ObservedNode): boolean => depth < node.depth;
  const from = nodes.slice(0, at).findLastIndex(isOutside) + 1;
  const end = nodes.findIndex((other, i) => i > at && isOutside(other));
  return nodes
    .slice(from, end < 0 ? nodes.length : end)
    .filter(({ depth, role }) => depth === node.depth && role === node.role);
}
