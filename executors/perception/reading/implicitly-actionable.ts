// Finds elements that can be acted on although no role says so: listeners, a pointer cursor, a tab stop, a drag handle. Pure.
import type { Box, CapturedDocument } from './captured.ts';
import { isEditingHost } from './dom-role.ts';

/** The nearest node above that can be acted on. */
export type Above = { readonly box: Box | null; readonly hasRole: boolean } | null;

/** Parts of one picture or list: each stands for itself where the whole has the pointer. */
const ITEMS = new Set('li tr td g circle rect path polygon ellipse line dd a button'.split(' '));
const WHOLE_PAGE = new Set(['html', 'body']);
/** Boxes that differ by less are the same place. */
const SAME_PLACE_TOLERANCE_PX = 8;

/** `LISTENER`: no more than that speaks for it, so a big box around other elements is one that only delegates. */
export type Reason = 'LISTENER' | 'POINTER' | 'FOCUS' | 'EDIT' | 'DRAG';

/** Why a node without a role of its own can be acted on, or `null`. */
export function reasonOf(document: CapturedDocument, node: number, above: Above): Reason | null {
  const tag = document.tag(node);
  if (WHOLE_PAGE.has(tag)) return null;
  if (isEditingHost(document, node)) return 'EDIT';
  const box = document.box(node);
  if (box === null) return null;
  if (document.attribute(node, 'draggable') === 'true') return 'DRAG';
  const index = document.attribute(node, 'tabindex');
  if (index !== null && Number.parseInt(index, 10) >= 0) return 'FOCUS';
  const listens = document.isClickable(node);
  // Within an element that acts, only a smaller part with a listener of its own is another one.
  if (above !== null && isSame(above.box, box)) return null;
  if (above?.hasRole === true && !(listens && area(box) < 0.6 * area(above.box))) return null;
  if (points(document, node)) {
    if (ownsPointer(document, node)) return hasItems(document, node) ? null : 'POINTER';
    const parent = document.parent(node);
    if (ownsPointer(document, parent) && hasItems(document, parent)) return 'POINTER';
  }
  return listens ? 'LISTENER' : null;
}

/** A listener on a box that holds a quarter of the view, and other elements: it hears of their clicks. */
export const delegates = (box: Box | null, viewport: { width: number; height: number }): boolean =>
  area(box) > 0.25 * viewport.width * viewport.height;

const points = (document: CapturedDocument, node: number): boolean =>
  document.style(node, 'cursor') === 'pointer';

/** The cursor is inherited: who sets it is the one that is meant. */
const ownsPointer = (document: CapturedDocument, node: number): boolean =>
  points(document, node) && !points(document, document.parent(node));

function hasItems(document: CapturedDocument, node: number): boolean {
  let first = '';
  let count = 0;
  for (const child of document.children(node)) {
    if (!document.isElement(child)) continue;
    const tag = document.tag(child);
    if (count > 0 && tag !== first) return false;
    first = tag;
    count += 1;
  }
  return count >= 2 && (ITEMS.has(first) || count >= 3);
}

const area = (box: Box | null): number => (box === null ? 0 : box.width * box.height);

const isSame = (a: Box | null, b: Box): boolean =>
  a !== null &&
  Math.abs(a.x - b.x) <= SAME_PLACE_TOLERANCE_PX &&
  Math.abs(a.y - b.y) <= SAME_PLACE_TOLERANCE_PX &&
  Math.abs(a.width - b.width) <= SAME_PLACE_TOLERANCE_PX &&
  Math.abs(a.height - b.height) <= SAME_PLACE_TOLERANCE_PX;
