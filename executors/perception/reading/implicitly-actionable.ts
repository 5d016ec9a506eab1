// Finds elements that can be acted on although no role says so: listeners, a pointer cursor, a tab stop, a drag handle. Pure.
import type { Box, CapturedDocument } from './captured.ts';
import { isEditingHost } from './dom-role.ts';

/** The nearest node above that can be acted on. */
export type Above = { readonly box: Box | null; readonly hasRole: boolean } | null;

/** Parts of one picture or list: each stands for itself where the whole has the pointer. */
const ITEMS = new Set('li tr td g circle rect path polygon ellipse line dd a button'.split(' '));
const CONTROLS = new Set('button input select textarea summary'.split(' '));
const WHOLE_PAGE = new Set(['html', 'body']);
/** Boxes that differ by less are the same place. */
const SAME_PLACE_TOLERANCE_PX = 8;

/** `LISTENER`: no more than that speaks for it, so a big box around other elements is one that only delegates. */
export type Reason = 'LISTENER' | 'POINTER' | 'FOCUS' | 'EDIT' | 'DRAG' | 'ENTRY';

/** What hears of clicks there hears of its entries, by tag or by role. */
const LISTS = new Set('ul ol menu dl table tbody thead tfoot svg'.split(' '));
const LIST_ROLES = new Set('list menu menubar tablist radiogroup tree grid table'.split(' '));
const SHAPES = new Set('g circle rect path polygon ellipse text'.split(' '));
const ROWS_AROUND = new Set('tbody thead tfoot'.split(' '));
/** A table's cells count as well, as long as there are no more. */
const MAX_LISTENING_CELLS = 200;
/** Boxes built alike in a box that listens are a list from so many on. */
const MIN_ALIKE_BOXES = 3;
/** Of an entry, so many nodes are looked at for controls of its own. */
const MAX_ENTRY_NODES = 60;

/** Why nodes of one document can be acted on. INVARIANT: what its children say of a node is counted once, and not for each of them. */
export class Reasons {
  readonly #document: CapturedDocument;
  /** By parent: whether its children are parts of one thing. */
  readonly #hasItems = new Map<number, boolean>();
  /** What a list hears of. */
  readonly #entries = new Set<number>();

  constructor(document: CapturedDocument) {
    this.#document = document;
  }

  /** Of a node without a role of its own, or `null`. A list is asked about before its entries. */
  of(node: number, above: Above): Reason | null {
    const document = this.#document;
    const tag = document.tag(node);
    if (WHOLE_PAGE.has(tag)) return null;
    if (isEditingHost(document, node)) return 'EDIT';
    const box = document.box(node);
    if (box === null) return null;
    const listens = document.isClickable(node);
    const hears = listens && this.#hearsOfEntries(node);
    if (document.attribute(node, 'draggable') === 'true') return 'DRAG';
    const index = document.attribute(node, 'tabindex');
    if (index !== null && Number.parseInt(index, 10) >= 0) return 'FOCUS';
    // Within an element that acts, only a smaller part with a listener of its own is another one.
    if (above !== null && isSame(above.box, box)) return null;
    if (above?.hasRole === true && !(listens && area(box) < 0.6 * area(above.box))) return null;
    if (this.#entries.has(node)) return 'ENTRY';
    if (points(document, node)) {
      if (ownsPointer(document, node)) return this.#itemsIn(node) ? null : 'POINTER';
      const parent = document.parent(node);
      if (ownsPointer(document, parent) && this.#itemsIn(parent)) return 'POINTER';
    }
    return listens && !hears ? 'LISTENER' : null;
  }

  /** Notes the entries of a list that listens for them. */
  #hearsOfEntries(node: number): boolean {
    const found = this.#entriesOf(node).filter((entry) => !this.#holdsControl(entry));
    for (const entry of found) this.#entries.add(entry);
    return found.length > 0 && this.#document.tag(node) !== 'svg';
  }

  #entriesOf(node: number): number[] {
    const document = this.#document;
    const tag = document.tag(node);
    const children = document.children(node).filter((child) => document.isElement(child));
    if (tag === 'svg') return children.filter((child) => SHAPES.has(document.tag(child)));
    if (tag === 'table' || ROWS_AROUND.has(tag)) return this.#rowsAndCells(children);
    if (LISTS.has(tag) || LIST_ROLES.has(document.attribute(node, 'role') ?? '')) return children;
    const [first] = children;
    if (first === undefined || children.length < MIN_ALIKE_BOXES) return [];
    const kind = (child: number): string =>
      `${document.tag(child)} ${document.attribute(child, 'class')?.trim().split(/\s/u)[0] ?? ''}`;
    const wanted = kind(first);
    return !wanted.endsWith(' ') && children.every((child) => kind(child) === wanted) ? children : [];
  }

  #rowsAndCells(children: readonly number[]): number[] {
    const document = this.#document;
    const childrenOf = (node: number): number[] => document.children(node);
    const rows = children
      .flatMap((child) => (ROWS_AROUND.has(document.tag(child)) ? childrenOf(child) : [child]))
      .filter((row) => document.tag(row) === 'tr');
    const cells = rows.flatMap(childrenOf).filter((cell) => document.tag(cell) === 'td');
    const data = rows.filter((row) => childrenOf(row).some((cell) => document.tag(cell) === 'td'));
    return cells.length <= MAX_LISTENING_CELLS ? [...data, ...cells] : data;
  }

  #holdsControl(entry: number): boolean {
    const document = this.#document;
    let left = MAX_ENTRY_NODES;
    const within = (node: number): boolean => {
      for (let child = document.firstChild(node); child !== -1; child = document.nextSibling(child)) {
        if ((left -= 1) < 0) return false;
        if (document.isElement(child) && (this.#isControl(child) || within(child))) return true;
      }
      return false;
    };
    return within(entry);
  }

  #isControl(node: number): boolean {
    const document = this.#document;
    return document.isClickable(node) || CONTROLS.has(document.tag(node)) || document.has(node, 'tabindex');
  }

  #itemsIn(node: number): boolean {
    const known = this.#hasItems.get(node);
    if (known !== undefined) return known;
    const found = hasItems(this.#document, node);
    this.#hasItems.set(node, found);
    return found;
  }
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
