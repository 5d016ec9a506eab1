// What came just now: "the button that appears". Known by the looks that followed the steps, else as the only one not there before.
// INVARIANT: what was there before the last steps is never taken for it.
import { locate } from '#engines/navigator/offline/page/locate.ts';
import { shownName } from '#engines/navigator/offline/page/names.ts';
import {
  act,
  click,
  failedOn,
  stuck,
  type Move,
  type Situation,
} from '#engines/navigator/offline/page/situation.ts';
import type { Target } from '#engines/navigator/offline/words/target.ts';

/** "the button that appears", "the new link that shows up". */
export const APPEARS =
  /^(?:the )?(?:new )?((?:\p{L}+ )?\p{L}+) (?:that|which) (?:then |now )?(?:appears?|shows? up|comes? up|pops? up|lights? up|turns up)$/iu;

/** What the last looks saw come, of that kind; waited for where nothing came yet. */
export function pressFresh(situation: Situation, target: Target): Move {
  const came = new Set(situation.memory.entries.flatMap(({ change }) => change?.appeared ?? []));
  const found = locate(
    situation.outline,
    { ...target, name: '' },
    {
      keep: (item) => !failedOn(situation, item) && shownName(item) !== '' && came.has(shownName(item)),
    },
  );
  const best = found.at(-1);
  if (best !== undefined)
    return click(
      best.item,
      found.length === 1 ? 0.9 : 0.7,
      `“${shownName(best.item)}” is what appeared`,
      false,
    );
  const waited = situation.tried.filter(({ entry }) => entry.proposal.action === 'WAIT').length;
  // It came between two looks: the only one of its kind that was not pressed before.
  const others = locate(
    situation.outline,
    { ...target, name: '' },
    {
      keep: (item) =>
        !situation.memory.entries.some(
          ({ element }) => element?.role === item.node.role && element.name === item.node.name,
        ),
    },
  );
  const [only] = others;
  if (waited > 0 && target.kind !== null && only !== undefined && others.length === 1)
    return click(
      only.item,
      0.8,
      `“${shownName(only.item)}” is the only one that was not there before`,
      false,
    );
  return waited >= MAX_WAITS
    ? stuck('nothing new appeared that could be pressed')
    : act('WAIT', null, waited < 2 ? '400' : '1200', 0.7, 'nothing new has appeared yet', true);
}
const MAX_WAITS = 5;
