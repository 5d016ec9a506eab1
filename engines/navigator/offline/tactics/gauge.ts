// What a condition is on the page at hand: a number that is shown, a text that is there, a word that it was right.
// INVARIANT: what the page does not say is unknown, never held to be so.
import { normalise } from '#engines/language.ts';
import { evaluate } from './evaluate.ts';
import { FIELDS } from '#engines/navigator/offline/page/ground.ts';
import { isPressable, saysSo } from '#engines/navigator/offline/page/locate.ts';
import { closest, type Item, type Outline } from '#engines/navigator/offline/page/outline.ts';
import type { Situation } from '#engines/navigator/offline/page/situation.ts';
import { holds, type Condition } from '#engines/navigator/offline/words/condition.ts';
import { findMoney, findNumber } from '#engines/navigator/offline/words/values.ts';

export type Gauge =
  | { readonly held: boolean; readonly said: string; readonly item: Item | null }
  /** The page says nothing of it. */
  | null;

/** `near`: what was pressed to bring it forth. */
export function gauge(situation: Situation, condition: Condition, near: Item | null): Gauge {
  const { outline } = situation;
  switch (condition.kind) {
    case 'SHOWN': {
      const item = saysSo(outline, condition.what);
      const seen = item !== null && item.node.inView;
      return { held: seen !== condition.not, said: item?.node.name ?? '', item };
    }
    case 'RIGHT': {
      const item = outline.items.find((one) => saysRight(one.node.name)) ?? null;
      return item === null ? null : { held: true, said: item.node.name, item };
    }
    case 'NUMBER':
    case 'BETWEEN':
    case 'PARITY': {
      const read = readNumber(situation, condition.of, near);
      return read === null ? null : { held: holds(condition, read.value), said: read.quote, item: read.item };
    }
  }
}

export type Reading = { readonly value: number; readonly quote: string; readonly item: Item | null };

/** The number at that label; without one, the number that stands nearest to what was pressed. */
export function readNumber(situation: Situation, of: string, near: Item | null): Reading | null {
  const labelled = of === '' ? null : evaluate({ kind: 'PLACE', phrase: of }, situation);
  const value = labelled === null ? null : numberOf(labelled.value);
  if (labelled !== null && value !== null) return { value, quote: labelled.quote, item: null };
  const shown = shownNumbers(situation.outline);
  const [first] = near === null ? shown : [...shown].sort((a, b) => far(a, near) - far(b, near));
  const number = first === undefined ? null : numberOf(textIn(first));
  return first === undefined || number === null ? null : { value: number, quote: textIn(first), item: first };
}

export const numberOf = (text: string): number | null =>
  findMoney(text)[0]?.amount ?? findNumber(text.replace(/^\s*[−–]\s*(?=\d)/u, '-'));

const NUMBER_ALONE = /^\W{0,3}\d[\d.,\s]*\D{0,4}$/u;
const textIn = ({ node }: Item): string => node.value ?? node.name;

/** Texts that are a number and no more, and that nobody presses or fills in. */
export const shownNumbers = (outline: Outline): readonly Item[] =>
  outline.items.filter(
    (item) =>
      item.children.length === 0 &&
      (item.node.ref === null || item.node.value === undefined || item.node.states.includes('readonly')) &&
      (!FIELDS.includes(item.node.role) || item.node.states.includes('readonly')) &&
      !(isPressable(item) && item.node.role !== 'generic') &&
      closest(item, ['button', 'link']) === null &&
      NUMBER_ALONE.test(textIn(item).trim()),
  );

/** How far two things stand apart: between their boxes, else by their places in the outline. */
export function far(a: Item, b: Item): number {
  const [p, q] = [a.node.box, b.node.box];
  if (p === null || q === null) return 10_000 + Math.abs(a.index - b.index);
  const dx = Math.max(0, Math.max(p.x, q.x) - Math.min(p.x + p.width, q.x + q.width));
  const dy = Math.max(0, Math.max(p.y, q.y) - Math.min(p.y + p.height, q.y + q.height));
  return Math.hypot(dx, dy);
}

const RIGHT =
  /\b(?:correct|right answer|that(?:'s| is) (?:right|it)|well done|congratulations|you (?:got|guessed|found) it|you (?:won|win)|solved|success)\b/;
const WRONG = /\b(?:not|in)\s?(?:correct|right)|\bincorrect\b|\bwrong\b/;
export const saysRight = (text: string): boolean =>
  RIGHT.test(normalise(text)) && !WRONG.test(normalise(text));
