// Numbers that are set by steps: sliders by the keyboard, counters by their two buttons. Looked at again after each step.
import { coverage, normalise } from '#engines/language.ts';
import { labelOf } from '#engines/navigator/offline/page/labels.ts';
import { sliderHandle } from '#engines/navigator/offline/page/by-type.ts';
import type { Tried } from '#engines/navigator/offline/page/progress.ts';
import { far, numberOf, shownNumbers } from '#engines/navigator/offline/tactics/gauge.ts';
import { isPressable } from '#engines/navigator/offline/page/locate.ts';
import { seenText, seenValue, type Seen } from '#engines/navigator/offline/page/seen.ts';
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
/** Native ones take the number itself; others go by the keyboard. Each time the number that is shown is looked at again. */
export function slide(situation: Situation, item: Item, value: string): Move {
  const wanted = findNumber(value);
  const handle = sliderHandle(item);
  const now = valueShown(situation, item);
  if (wanted === null) return stuck(`“${value}” is no number for the slider “${nameOf(item)}”`);
  if (now === wanted) return reached(0.95, seenSlide(situation, item));
  const tries = situation.tried.filter(
    ({ entry }) =>
      entry.proposal.action === 'TYPE' &&
      [item.node.ref, handle.node.ref].includes(entry.proposal.ref) &&
      BY_SLIDING.test(entry.proposal.reasoning),
  );
  if (tries.length === 0 && item.node.role === 'slider' && handle === item)
    return act('TYPE', item, String(wanted), 0.85, `“${nameOf(item)}” is set to ${wanted}`, true);
  if (now === null || tries.length > MAX_SLIDES)
    return stuck(`the slider “${nameOf(item)}” does not go to ${wanted}`);
  const step = stepOf(tries, now);
  if (step === 0) return stuck(`the keys do not move the slider “${nameOf(item)}”`);
  const presses = Math.max(
    1,
    Math.min(MAX_KEYS_AT_ONCE, Math.round(Math.abs(wanted - now) / Math.abs(step))),
  );
  // A way back that overshoots by less than a step stays where it is.
  const forth = wanted > now === step > 0;
  return act(
    'TYPE',
    handle,
    `key:${forth ? 'ArrowRight' : 'ArrowLeft'}*${presses}`,
    0.85,
    `from ${now} to ${wanted} by the arrow keys`,
    true,
  );
}

const MAX_SLIDES = 8;
const BY_SLIDING = /is set to|by the arrow keys/;

function seenSlide(situation: Situation, item: Item): Seen {
  const shown = item.node.value === undefined ? nearestNumber(situation, item) : undefined;
  return shown === undefined ? seenValue(item) : seenText(shown.node.name, shown);
}

/** Its own value, else the number that is shown nearest to it. */
function valueShown(situation: Situation, item: Item): number | null {
  const said = item.node.value ?? sliderHandle(item).node.value ?? '';
  const own = findNumber(said);
  // How far along it stands is not what it is set to.
  if (own !== null && !said.endsWith('%')) return own;
  const nearest = nearestNumber(situation, item);
  return nearest === undefined ? null : numberOf(nearest.node.name);
}

const nearestNumber = ({ outline }: Situation, item: Item): Item | undefined =>
  [...shownNumbers(outline)].sort((a, b) => far(a, item) - far(b, item))[0];

/** How far one press to the right went, from the last time; 1 before there was one, 0 where nothing moved. */
function stepOf(tries: readonly Tried[], now: number): number {
  const last = tries.findLast(({ entry }) => (entry.proposal.text ?? '').startsWith('key:'))?.entry.proposal;
  const before = findNumber(/from (-?[\d.]+) to/.exec(last?.reasoning ?? '')?.[1] ?? '');
  const presses = Number(/\*(\d+)$/.exec(last?.text ?? '')?.[1] ?? '0');
  if (before === null || presses === 0) return 1;
  const right = last?.text?.includes('ArrowRight') === true ? 1 : -1;
  return (right * (now - before)) / presses;
}

const MORE = /\b(?:increase|increment|plus|add|more|up)\b|^[+＋▲]$/i;
const LESS = /\b(?:decrease|decrement|minus|less|fewer|down)\b|^[-−–▼]$/i;

export const isMore = ({ node }: Item): boolean => MORE.test(normalise(node.name));
export const isLess = ({ node }: Item): boolean => LESS.test(normalise(node.name));

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
