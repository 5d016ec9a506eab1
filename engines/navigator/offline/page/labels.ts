// What labels an element that does not say its own name: its row's header, a term, the text beside or above it.
import { closest, textOf, ancestors, type Item, type Outline } from './outline.ts';
import { headersOf, isCell } from './records.ts';

/** Pixels between a field and the text that labels it. */
const MAX_BESIDE_PX = 320;
const MAX_ABOVE_PX = 60;
const AFTER = ['checkbox', 'radio', 'switch'];

export function labelOf(outline: Outline, item: Item): string {
  const row = closest(item, ['row']);
  if (row !== null) {
    const cells = row.children.filter(isCell);
    const own = cells.findIndex((cell) => cell === item || ancestors(item).includes(cell));
    const header = cells.find((cell, i) => i !== own && textOf(cell) !== '');
    const column = headersOf(row)[own] ?? '';
    if (header !== undefined) return `${textOf(header)} ${column}`.trim();
  }
  const definition = closest(item, ['definition']);
  if (definition !== null) {
    const term = outline.items.slice(0, definition.index).findLast((before) => before.node.role === 'term');
    if (term !== undefined) return textOf(term);
  }
  return besideOf(outline, item);
}

/** The nearest text on the same line (behind a box to be ticked, before anything else), else right above. */
function besideOf(outline: Outline, item: Item): string {
  const { box } = item.node;
  if (box === null) return '';
  const middle = box.y + box.height / 2;
  const after = AFTER.includes(item.node.role);
  let best: { text: string; far: number } | null = null;
  for (const other of textsOf(outline)) {
    const at = other.node.box;
    if (at === null || other === item) continue;
    const far = distance(box, at, middle, after);
    if (far === null || (best !== null && best.far <= far) || ancestors(other).includes(item)) continue;
    best = { text: other.node.name, far };
  }
  return (best?.text ?? '').replace(/[:*\s]+$/, '');
}

type Box = NonNullable<Item['node']['box']>;

/** `null` where it is no label's place. */
function distance(box: Box, at: Box, middle: number, after: boolean): number | null {
  if (middle >= at.y - 4 && middle <= at.y + at.height + 4) {
    const left = box.x - (at.x + at.width);
    if (left >= -2 && left < MAX_BESIDE_PX) return left + (after ? 40 : 0);
    const right = at.x - (box.x + box.width);
    return right >= -2 && right < MAX_BESIDE_PX ? right + (after ? 0 : 60) : null;
  }
  const above = box.y - (at.y + at.height);
  const overlaps = at.x < box.x + box.width && at.x + at.width > box.x;
  return above >= -2 && above < MAX_ABOVE_PX && overlaps ? above + 100 : null;
}

const LABELS = ['text', 'heading', 'cell', 'term', 'generic'];
const texts = new WeakMap<Outline, readonly Item[]>();

/** What may label something: found once an outline. What can be pressed by itself labels nothing else. */
function textsOf(outline: Outline): readonly Item[] {
  const known = texts.get(outline);
  if (known !== undefined) return known;
  const found = outline.items.filter(
    ({ node }) => node.name !== '' && node.box !== null && node.ref === null && LABELS.includes(node.role),
  );
  texts.set(outline, found);
  return found;
}
