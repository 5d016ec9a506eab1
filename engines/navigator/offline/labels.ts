// What labels an element that does not say its own name: its row's header, a term, the text beside or above it.
import { closest, textOf, ancestors, type Item, type Outline } from './outline.ts';
import { headersOf, isCell } from './records.ts';

/** Pixels between a field and the text that labels it. */
const BESIDE = 320;
const ABOVE = 60;
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
  for (const other of outline.items) {
    const at = other.node.box;
    if (
      at === null ||
      other === item ||
      !['text', 'heading', 'cell', 'term', 'generic'].includes(other.node.role)
    )
      continue;
    if (other.node.name === '' || ancestors(other).includes(item)) continue;
    const sameLine = middle >= at.y - 4 && middle <= at.y + at.height + 4;
    const left = box.x - (at.x + at.width);
    const right = at.x - (box.x + box.width);
    const above = box.y - (at.y + at.height);
    const overlaps = at.x < box.x + box.width && at.x + at.width > box.x;
    const far = sameLine
      ? left >= -2 && left < BESIDE
        ? left + (after ? 40 : 0)
        : right >= -2 && right < BESIDE
          ? right + (after ? 0 : 60)
          : null
      : above >= -2 && above < ABOVE && overlaps
        ? above + 100
        : null;
    if (far !== null && (best === null || far < best.far)) best = { text: other.node.name, far };
  }
  return (best?.text ?? '').replace(/[:*\s]+$/, '');
}
