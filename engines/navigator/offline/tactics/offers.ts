// Offers without a structure of their own: the same control repeated, each beside its price or its length of time.
// INVARIANT: the best is said only where every one of them shows what is compared.
import { coverage } from '#engines/language.ts';
import { isPressable } from '#engines/navigator/offline/page/locate.ts';
import { shownName } from '#engines/navigator/offline/page/names.ts';
import { textOf, type Item, type Outline } from '#engines/navigator/offline/page/outline.ts';
import { rowsOf } from '#engines/navigator/offline/page/rows.ts';
import type { Ordering } from '#engines/navigator/offline/words/selectors.ts';
import { findMoney } from '#engines/navigator/offline/words/values.ts';

/** The control of the best offer; `null` where they are fewer than two, or one says nothing of it. */
export function bestOffer(outline: Outline, verb: string, by: Ordering): Item | null {
  const controls = outline.items.filter(
    (item) => isPressable(item) && item.node.name !== '' && coverage(verb, shownName(item)) >= 0.99,
  );
  const offers = rowsOf(outline, controls).map(({ control, span }) => ({
    control,
    value: valueOf([control, ...span], by),
  }));
  if (offers.length < 2 || offers.some(({ value }) => value === null)) return null;
  const sign = by.direction === 'MIN' ? 1 : -1;
  const [best] = offers.toSorted((a, b) => sign * ((a.value ?? 0) - (b.value ?? 0)));
  return best?.control ?? null;
}

const LONG = /\b(?:longest|shortest|fastest|slowest|quickest|duration|time)\b/i;

function valueOf(span: readonly Item[], by: Ordering): number | null {
  const texts = span.map((item) => (item.children.length > 0 ? '' : textOf(item)));
  if (by.key === 'PRICE') return texts.flatMap(findMoney)[0]?.amount ?? null;
  if (by.key === 'NUMBER' && LONG.test(`${by.word} ${by.field ?? ''}`))
    return texts.map(minutesIn).find((minutes) => minutes !== null) ?? null;
  return null;
}

/** "2h 10m", "3 hours", "45 min"; a time of the day is none. */
function minutesIn(text: string): number | null {
  const match = /\b(?:(\d{1,3}) ?h(?:ours?|rs?)?\b)?[ ,:]*(?:(\d{1,3}) ?m(?:in(?:ute)?s?)?\b)?/gi;
  for (const [whole, hours, minutes] of text.matchAll(match))
    if (whole.trim() !== '' && (hours !== undefined || minutes !== undefined))
      return Number(hours ?? 0) * 60 + Number(minutes ?? 0);
  return null;
}
