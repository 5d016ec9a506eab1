// Numbers that are set by steps: sliders by the keyboard, counters by their two buttons. Looked at again after each step.
import { coverage, normalise } from '#engines/language.ts';
import { labelOf } from '#engines/navigator/offline/page/labels.ts';
import { isPressable } from '#engines/navigator/offline/page/locate.ts';
import { seenText, seenValue } from '#engines/navigator/offline/page/seen.ts';
import { closest, type Item } from '#engines/navigator/offline/page/outline.ts';
import { nameOf } from './press.ts';
import {
  act,
  click,
  reached,
  stuck,
  type Move,
  type Situation,
} from '#engines/navigator/offline/page/situation.ts';
import type { Target } from '#engines/navigator/offline/words/target.ts';
import { findNumber } from '#engines/navigator/offline/words/values.ts';

const MAX_KEYS_AT_ONCE = 60;
/** Native ones take the number itself; others go by the keyboard, and are looked at again. */
export function slide(situation: Situation, item: Item, value: string): Move {
  const wanted = findNumber(value);
  const now = findNumber(item.node.value ?? '');
  if (wanted === null) return stuck(`“${value}” is no number for the slider “${nameOf(item)}”`);
  if (now === wanted) return reached(0.95, seenValue(item));
  const tries = situation.tried.filter(
    ({ entry }) => entry.proposal.action === 'TYPE' && entry.proposal.ref === item.node.ref,
  );
  if (tries.length === 0)
    return act('TYPE', item, String(wanted), 0.85, `“${nameOf(item)}” is set to ${wanted}`, true);
  if (now === null || tries.length > 8) return stuck(`the slider “${nameOf(item)}” does not go to ${wanted}`);
  const step = stepOf(situation, item, now);
  const presses = Math.max(1, Math.min(MAX_KEYS_AT_ONCE, Math.round(Math.abs(wanted - now) / step)));
  return act(
    'TYPE',
    item,
    `key:${wanted > now ? 'ArrowRight' : 'ArrowLeft'}*${presses}`,
    0.85,
    `from ${now} to ${wanted} by the arrow keys`,
    true,
  );
}

/** How far one press went, from the last time; 1 before there was one. */
function stepOf(situation: Situation, item: Item, now: number): number {
  const last = situation.tried.findLast(
    ({ entry }) => entry.proposal.ref === item.node.ref && (entry.proposal.text ?? '').startsWith('key:'),
  )?.entry.proposal;
  const before = findNumber(/from (-?[\d.]+) to/.exec(last?.reasoning ?? '')?.[1] ?? '');
  const presses = Number(/\*(\d+)$/.exec(last?.text ?? '')?.[1] ?? '0');
  const moved = before === null || presses === 0 ? 0 : Math.abs(now - before) / presses;
  return moved > 0 ? moved : 1;
}

const MORE = /\b(?:increase|increment|plus|add|more|up)\b|^[+＋▲]$/i;
const LESS = /\b(?:decrease|decrement|minus|less|fewer|down)\b|^[-−–▼]$/i;

/** Two buttons and a number between or beside them, near the words. */
export function stepper(situation: Situation, target: Target, wanted: number): Move | null {
  const name = target.name;
  const near = (pattern: RegExp): Item | null => {
    const buttons = situation.outline.items.filter(
      (item) => isPressable(item) && item.node.role !== 'link' && pattern.test(normalise(item.node.name)),
    );
    const own = buttons.filter(
      (item) =>
        coverage(
          name,
          `${closest(item, ['group', 'listitem', 'row'])?.node.name ?? ''} ${labelOf(situation.outline, item)} ${item.node.name}`,
        ) >= 0.8,
    );
    return own[0] ?? (buttons.length === 1 ? (buttons[0] ?? null) : null);
  };
  const [more, less] = [near(MORE), near(LESS)];
  if (more === null || less === null) return null;
  const [from, to] = [Math.min(more.index, less.index) - 3, Math.max(more.index, less.index) + 3];
  const shown = situation.outline.items
    .slice(Math.max(0, from), to)
    .map((item) => /^\s*-?\d+\s*$/.exec(item.node.value ?? item.node.name)?.[0])
    .find((text) => text !== undefined);
  const now = shown === undefined ? null : Number(shown);
  if (now === null) return null;
  if (now === wanted) return reached(0.93, seenText(String(now)));
  if (situation.tried.length > 40) return null;
  return click(now < wanted ? more : less, 0.87, `from ${now} to ${wanted}`, true);
}
