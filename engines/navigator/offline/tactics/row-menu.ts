// The small menu of a row ("…", "More", a kebab): where what is asked for of a thing is not among the controls that it shows.
// INVARIANT: it is opened once for a goal, and only the row's own.
import { normalise } from '#engines/language.ts';
import { isPressable, locate } from '#engines/navigator/offline/page/locate.ts';
import { shownName } from '#engines/navigator/offline/page/names.ts';
import { type Item } from '#engines/navigator/offline/page/outline.ts';
import { act, type Move, type Situation } from '#engines/navigator/offline/page/situation.ts';
import type { Target } from '#engines/navigator/offline/words/target.ts';

const MORE =
  /^(?:more|more (?:options|actions)|options|actions|menu|open menu|overflow|kebab|(?:dot|three dots) menu|ellipsis|\.{3}|…|⋯|⋮|☰|•••|▾|▼)$/u;

const isMore = (item: Item): boolean =>
  isPressable(item) &&
  (MORE.test(normalise(shownName(item))) ||
    (shownName(item) === '' &&
      normalise(item.node.description ?? '')
        .split(/[\s_-]+/)
        .some((word) =>
          ['more', 'menu', 'kebab', 'overflow', 'ellipsis', 'dots', 'actions'].includes(word),
        )));

/** `null` where the target belongs to nothing, its row has no such menu, or it is open already. */
export function openRowMenu(situation: Situation, target: Target): Move | null {
  if (target.relations.length === 0) return null;
  const opened = new Set(
    situation.tried
      .filter(({ entry }) => entry.proposal.reasoning.includes(OPENS))
      .map(({ entry }) => entry.proposal.ref),
  );
  // What opened shows what there is; another row's menu is none of it.
  const last = situation.tried.at(-1)?.entry;
  if (opened.size > 0 && (last?.outcome === 'done' || opened.size > 1)) return shownMenu(situation, target);
  const found = locate(
    situation.outline,
    { name: '', kind: null, nth: null, extreme: null, relations: target.relations, not: null },
    { keep: (item) => isMore(item) && !opened.has(item.node.ref) },
  )[0];
  return found === undefined || found.score < 0.5
    ? null
    : act('CLICK', found.item, null, 0.84, `${OPENS} of ${target.relations[0]?.anchor ?? 'it'}`, true);
}

/** What the row's menu offers, where its entries say no more whose they are. */
function shownMenu({ outline, tried }: Situation, target: Target): Move | null {
  const last = tried.at(-1)?.entry;
  if (last?.outcome === 'unchanged' && last.proposal.action === 'CLICK')
    return act('WAIT', null, '700', 0.6, 'what was pressed may need a moment', true);
  const opener = tried.findLast(({ entry }) => entry.proposal.reasoning.includes(OPENS))?.entry.proposal.ref;
  const from = outline.items.find(({ node }) => node.ref === opener);
  if (from === undefined) return null;
  const entries = outline.items.filter(
    (item) => isPressable(item) && !isMore(item) && Math.abs(item.index - from.index) <= MAX_MENU_ENTRIES,
  );
  const [best] = locate(
    outline,
    { ...target, kind: null, relations: [] },
    {
      keep: (item) =>
        entries.includes(item) &&
        ['listitem', 'menuitem', 'option', 'link', 'button'].includes(item.node.role),
    },
  );
  return best === undefined || best.score < 0.7
    ? null
    : act('CLICK', best.item, null, 0.87, `“${shownName(best.item)}” is in the menu`, false);
}

const MAX_MENU_ENTRIES = 14;
const OPENS = 'opens the menu';
