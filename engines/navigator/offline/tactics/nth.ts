// "the sixth result": counted over the pages of a list. What lies before is read back from the steps that were made.
import { nextPage } from '#engines/navigator/offline/page/ground.ts';
import { locateAll } from '#engines/navigator/offline/page/locate.ts';
import { shownName } from '#engines/navigator/offline/page/names.ts';
import { ancestors, inFrame, type Item } from '#engines/navigator/offline/page/outline.ts';
import { click, mainRecords, type Move, type Situation } from '#engines/navigator/offline/page/situation.ts';
import type { Target } from '#engines/navigator/offline/words/target.ts';

const ANY_ENTRY: Target = { name: '', kind: 'ITEM', nth: null, extreme: null, relations: [], not: null };
const MAX_PAGES = 20;
const PASSED = /(\d+) lie before/;

const PAGER = /^(?:\d{1,4}|[^\p{L}\d]{1,3})$/u;

/** A number or a sign in the same list as the control that leads on, or words for another page. */
function turnsPages({ outline }: Situation, item: Item, next: Item | null): boolean {
  if (/^(?:previous|back|first page)\b/i.test(item.node.name)) return true;
  if (!PAGER.test(item.node.name.trim())) return false;
  // The last page leads on no more: numbers and signs in a row are its pager all the same.
  if (next === null)
    return outline.items.some(
      (other) =>
        other !== item &&
        other.node.ref !== null &&
        Math.abs(other.index - item.index) <= 3 &&
        PAGER.test(other.node.name.trim()),
    );
  const lists = ancestors(next);
  return (
    ancestors(item).some((above) => above.node.role !== 'main' && lists.includes(above)) ||
    outline.items.slice(item.index + 1, next.index).every(({ node }) => !/\p{L}{2}/u.test(node.name))
  );
}

/** `null` where no list of several pages, or none that was searched for, is to be counted. */
export function nthOfPages(situation: Situation, nth: number): Move | null {
  const next = nextPage(situation.outline);
  const records = mainRecords(situation.outline).filter(
    ({ link }) => link !== null && link !== next && !turnsPages(situation, link, next),
  );
  const searched = situation.goals[situation.index - 1]?.kind === 'SEARCH';
  const counting = situation.tried.some(({ entry }) => PASSED.test(entry.proposal.reasoning));
  if (next === null && !searched && !counting) return null;
  const entries =
    records.length > 1
      ? records.flatMap(({ link }) => (link === null ? [] : [link]))
      : locateAll(situation.outline, ANY_ENTRY, ['link', 'generic']).filter(
          (item) => item !== next && !inFrame(item) && !turnsPages(situation, item, next),
        );
  const passed = situation.tried.reduce(
    (sum, { entry }) => sum + Number(PASSED.exec(entry.proposal.reasoning)?.[1] ?? 0),
    0,
  );
  const item = nth > 0 ? entries[nth - 1 - passed] : next === null ? entries.at(nth) : undefined;
  if (item !== undefined)
    return click(item, entries.length > 1 ? 0.9 : 0.75, `“${shownName(item)}” is no. ${nth}`, false);
  if (entries.length === 0 || next === null || situation.tried.length > MAX_PAGES) return null;
  return click(next, 0.87, `${entries.length} lie before the next page`, true);
}
