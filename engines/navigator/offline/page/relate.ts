// Where elements stand to one another: next to, below, in the section of. By structure first, then by what is drawn.
import { coverage, similarity } from '#engines/language.ts';
import { ancestors, closest, type Item, type Outline } from './outline.ts';
import { anotherBegins } from './rows.ts';
import type { RelationHow } from '#engines/navigator/offline/words/target.ts';

const CONTAINERS = [
  'row',
  'listitem',
  'article',
  'treeitem',
  'group',
  'radiogroup',
  'option',
  'definition',
  'figure',
];
type Box = { readonly x: number; readonly y: number; readonly width: number; readonly height: number };

/** What the anchor's words name: exact names first, else names that have all its words and few others. */
export function anchorsOf(outline: Outline, phrase: string): readonly Item[] {
  const scored = outline.items
    .map((item) => ({ item, score: anchorScore(phrase, item) }))
    .filter(({ score }) => score >= 0.6);
  const best = scored.reduce((most, { score }) => Math.max(most, score), 0);
  return scored.filter(({ score }) => score >= best - 0.03).map(({ item }) => item);
}

function anchorScore(phrase: string, { node }: Item): number {
  const value = node.value === undefined ? 0 : similarity(phrase, node.value) * 0.9;
  if (node.name === '') return value;
  const named = similarity(phrase, node.name);
  const covered = coverage(phrase, node.name) >= 0.99 ? 0.8 : 0;
  return Math.max(named, covered, value);
}

/** 0 to 1: how surely the item is the one that stands so to one of the anchors. */
export function relatedness(
  outline: Outline,
  item: Item,
  how: RelationHow,
  anchors: readonly Item[],
  rivals: readonly Item[],
): number {
  return Math.max(
    0,
    ...anchors.map((anchor) => (anchor === item ? 0 : one(outline, item, how, anchor, rivals))),
  );
}

function one(outline: Outline, item: Item, how: RelationHow, anchor: Item, rivals: readonly Item[]): number {
  switch (how) {
    case 'LEFT':
    case 'RIGHT':
    case 'ABOVE':
    case 'BELOW':
      return bySide(item, how, anchor, rivals);
    case 'WITHIN':
    case 'OF':
    case 'BESIDE':
      return Math.max(
        byStructure(outline, item, anchor),
        byLine(item, anchor, rivals) * (how === 'WITHIN' ? 0.8 : 1),
        // What is read right behind it may stand below; farther on, nobody says "next to it".
        how !== 'BESIDE' || item.index === anchor.index + 1
          ? following(outline, item, anchor, rivals) * 0.8
          : 0,
      );
  }
}

function byStructure(outline: Outline, item: Item, anchor: Item): number {
  if (ancestors(item).includes(anchor)) return 1;
  const container = closest(item, CONTAINERS);
  if (container !== null && (ancestors(anchor).includes(container) || container === anchor)) return 0.97;
  // A group of that name: its label may stand outside of it.
  if (anchor.node.role === 'heading') return underHeading(outline, item, anchor) ? 0.95 : 0;
  const outer =
    container === null
      ? null
      : closest(container, ['group', 'region', 'radiogroup', 'article', 'row', 'dialog']);
  return outer !== null && ancestors(anchor).includes(outer) ? 0.75 : 0;
}

const level = (item: Item): number =>
  Number(item.node.states.find((state) => state.startsWith('level='))?.slice(6) ?? '2');

function underHeading(outline: Outline, item: Item, heading: Item): boolean {
  if (item.index <= heading.index) return false;
  return !outline.items
    .slice(heading.index + 1, item.index + 1)
    .some((other) => other.node.role === 'heading' && level(other) <= level(heading));
}

const centre = (box: Box): { x: number; y: number } => ({
  x: box.x + box.width / 2,
  y: box.y + box.height / 2,
});

/** On the same line; the nearer of two is meant. */
function byLine(item: Item, anchor: Item, rivals: readonly Item[]): number {
  const [a, b] = [item.node.box, anchor.node.box];
  if (a === null || b === null || !overlap(a.y, a.height, b.y, b.height)) return 0;
  const far = gap(a.x, a.width, b.x, b.width);
  const nearer = rivals.filter((rival) => {
    const box = rival.node.box;
    return (
      rival !== item &&
      rival.node.name === item.node.name &&
      box !== null &&
      overlap(box.y, box.height, b.y, b.height) &&
      gap(box.x, box.width, b.x, b.width) < far
    );
  });
  return nearer.length > 0 ? 0.5 : far > 900 ? 0 : 0.96 - far / 5000;
}

const overlap = (a: number, aSize: number, b: number, bSize: number): boolean =>
  Math.min(a + aSize, b + bSize) - Math.max(a, b) > 0.4 * Math.min(aSize, bSize);
const gap = (a: number, aSize: number, b: number, bSize: number): number =>
  Math.max(0, Math.max(a, b) - Math.min(a + aSize, b + bSize));

/** The first of its kind behind the anchor. */
function following(outline: Outline, item: Item, anchor: Item, rivals: readonly Item[]): number {
  if (item.index <= anchor.index || anotherBegins(outline, anchor, item)) return 0;
  const between = rivals.filter(
    (rival) =>
      rival.index > anchor.index &&
      rival.index < item.index &&
      rival.node.role === item.node.role &&
      rival.node.name === item.node.name,
  );
  return between.length > 0 ? 0 : 1;
}

function bySide(
  item: Item,
  how: 'LEFT' | 'RIGHT' | 'ABOVE' | 'BELOW',
  anchor: Item,
  rivals: readonly Item[],
): number {
  const [a, b] = [item.node.box, anchor.node.box];
  if (a === null || b === null || ancestors(item).includes(anchor) || ancestors(anchor).includes(item))
    return 0;
  const cost = sideCost(a, how, b);
  if (cost === null) return 0;
  const better = rivals.filter((rival) => {
    const box = rival.node.box;
    const other = rival === item || rival === anchor || box === null ? null : sideCost(box, how, b);
    return other !== null && other < cost;
  }).length;
  return 0.98 * 0.8 ** better;
}

/** How far on that side; what is askew is farther; `null` on another side. */
function sideCost(a: Box, how: 'LEFT' | 'RIGHT' | 'ABOVE' | 'BELOW', b: Box): number | null {
  const sideways = how === 'LEFT' || how === 'RIGHT';
  const [ca, cb] = [centre(a), centre(b)];
  const along = sideways ? ca.x - cb.x : ca.y - cb.y;
  const signed = how === 'LEFT' || how === 'ABOVE' ? -along : along;
  if (signed <= 2) return null;
  const aligned = sideways ? overlap(a.y, a.height, b.y, b.height) : overlap(a.x, a.width, b.x, b.width);
  const askew = sideways ? Math.abs(ca.y - cb.y) : Math.abs(a.x - b.x);
  if (sideways && !aligned) return null;
  return signed + (aligned ? 0 : 2 * askew);
}

/** Container of a record or the item itself: what "of it" reaches. */
export const containerOf = (item: Item): Item | null => closest(item, CONTAINERS);
