// Goals that bring something to sight or send a key: folds and tabs, a way through menus, a thing to be found, scrolling.
import { coverage, normalise } from '#engines/language.ts';
import { explore, isFold } from '#engines/navigator/offline/tactics/explore.ts';
import { gauge } from '#engines/navigator/offline/tactics/gauge.ts';
import { describeCondition } from '#engines/navigator/offline/words/condition.ts';
import type { GoalOf } from '#engines/navigator/offline/words/goals.ts';
import { CHECKABLE, confidenceOf, MIN_SURE } from '#engines/navigator/offline/page/ground.ts';
import { insideText, isPressable, locate, saysSo } from '#engines/navigator/offline/page/locate.ts';
import { shownName } from '#engines/navigator/offline/page/names.ts';
import { seenAt, seenState, seenText } from '#engines/navigator/offline/page/seen.ts';
import { actionable, has, within, type Item } from '#engines/navigator/offline/page/outline.ts';
import { seenBy } from './loops.ts';
import { nameOf } from './press.ts';
import {
  act,
  click,
  failedOn,
  reached,
  stuck,
  type Move,
  type Situation,
} from '#engines/navigator/offline/page/situation.ts';
import { parseTarget, type Target } from '#engines/navigator/offline/words/target.ts';

/** "the sections": every fold of the page, each once. */
const ALL_FOLDS =
  /^(?:all |every |each )?(?:of )?(?:the )?(?:folded |closed |collapsed )?(?:sections|panels|folders|groups|accordions|details)(?: below)?$/i;

function expandAll(situation: Situation): Move {
  const { outline, tried } = situation;
  const pressed = new Set(tried.map(({ entry }) => entry.proposal.ref));
  const fold = outline.items.find((item) => isFold(item) && actionable(item) && !pressed.has(item.node.ref));
  return fold === undefined
    ? reached(tried.length > 0 ? 0.85 : 0.6)
    : click(fold, 0.88, `“${nameOf(fold)}” is one of the folds`, true);
}

export function pursueExpand(situation: Situation, goal: GoalOf<'EXPAND'>): Move {
  if (goal.open && ALL_FOLDS.test(goal.what)) return expandAll(situation);
  const found = locate(situation.outline, parseTarget(goal.what));
  const best = found[0];
  if (best === undefined || best.score < MIN_SURE)
    return (
      explore(situation, goal.what) ??
      stuck(`nothing called “${goal.what}” to ${goal.open ? 'open' : 'close'} was found`)
    );
  const open = has(best.item, 'expanded') || (best.item.node.role === 'tab' && has(best.item, 'selected'));
  if (open === goal.open) return reached(0.93, seenState(best.item, openWord(best.item, goal.open)));
  const unchanged = situation.tried.some(
    ({ entry }) => entry.outcome === 'unchanged' && entry.element?.name === best.item.node.name,
  );
  return unchanged
    ? reached(0.6)
    : click(
        best.item,
        confidenceOf(found),
        `“${nameOf(best.item)}” ${goal.open ? 'opens' : 'closes'} it`,
        false,
      );
}

/** Words of it that stand in one place. */
const firstText = (item: Item): string =>
  [item, ...within(item)].map(({ node }) => node.name).find((name) => name.trim() !== '') ?? '';

/** The word that the element says it with itself. */
const openWord = (item: Item, open: boolean): string => {
  const word = item.node.role === 'tab' ? 'selected' : 'expanded';
  return open ? word : `not ${word}`;
};

/** The deepest level that can be seen and was not gone through yet. */
export function pursuePath(situation: Situation, goal: GoalOf<'PATH'>): Move {
  const last = goal.names.length - 1;
  for (let level = last; level >= 0; level--) {
    const name = goal.names[level] ?? '';
    const found = locate(situation.outline, parseTarget(name)).filter(
      ({ item, score }) => score >= 0.75 && item.node.box !== null,
    );
    const best = found[0];
    if (best === undefined) continue;
    if (level === last)
      return click(best.item, Math.max(0.85, confidenceOf(found)), `“${name}” is the end of the way`, false);
    const tries = situation.tried.filter(({ entry }) => entry.element?.name === best.item.node.name);
    if (tries.length >= 2) continue;
    const folded = has(best.item, 'collapsed') || best.item.node.role === 'treeitem' || tries.length === 1;
    return act('CLICK', best.item, folded ? null : 'hover', 0.85, `the way leads through “${name}”`, true);
  }
  return explore(situation, goal.names.join(' ')) ?? stuck(`the way ${goal.names.join(' > ')} was not found`);
}

export function pursueFind(situation: Situation, goal: GoalOf<'FIND'>): Move {
  const phrase = goal.what
    .replace(/["“”]/g, '')
    .replace(
      /^(?:e-?mail|mail|message|post|row|entry|order|comment|thread|item|link|file|button|user) (?:(?:by|from|of|named|called|titled|with)(?: the)? )?/i,
      '',
    );
  const there =
    saysSo(situation.outline, phrase) ??
    situation.outline.items.find(
      (item) => actionable(item) && coverage(phrase, insideText(item)) >= 0.99 && item.node.role !== 'main',
    ) ??
    null;
  if (there !== null) return reached(0.9, seenText(firstText(there), there));
  return explore(situation, phrase) ?? stuck(`“${phrase}” was not found`);
}

/** The key goes to the field that was worked in last, else to what has the focus. */
export function pursueKey(situation: Situation, goal: GoalOf<'KEY'>): Move {
  const last = situation.memory.entries.findLast(({ element }) => element !== null)?.element;
  const item =
    situation.outline.items.find((one) => actionable(one) && has(one, 'focused')) ??
    situation.outline.items.findLast(
      (one) => actionable(one) && one.node.role === last?.role && one.node.name === last.name,
    ) ??
    null;
  if (item === null) return stuck(`nothing on the page takes the key ${goal.key}`);
  return act('TYPE', item, `key:${goal.key}`, 0.92, `${goal.key} goes to “${nameOf(item)}”`, false);
}

const MAX_STEPS_TO_BOTTOM = 12;
export function pursueScroll(situation: Situation, goal: GoalOf<'SCROLL'>): Move {
  const steps = situation.tried.filter(({ entry }) => entry.proposal.action === 'SCROLL');
  if (steps.length >= MAX_STEPS_TO_BOTTOM || steps.at(-1)?.entry.outcome === 'unchanged') return reached(0.8);
  const target = parseTarget(goal.what);
  const named = goal.what === '' || /^page$/i.test(goal.what) ? null : scrollable(situation, target);
  if (named === null) {
    const { y, height, viewportHeight } = situation.observation.scroll;
    if (goal.to === 'BOTTOM' ? y + viewportHeight >= height - 4 : y <= 0)
      return steps.length > 0 || goal.what === ''
        ? reached(0.9, seenAt(null, goal.to.toLowerCase()))
        : stuck(`nothing called “${goal.what}” to scroll was found`);
  }
  return act(
    'SCROLL',
    named,
    // A box of its own goes there at once; a page may load more on the way.
    named === null ? (goal.to === 'TOP' ? 'up' : 'down') : goal.to === 'TOP' ? 'top' : 'end',
    0.85,
    `on to the ${goal.to.toLowerCase()}`,
    steps.length < 2,
  );
}

function scrollable(situation: Situation, target: Target): Item | null {
  // What takes no text can be scrolled all the same.
  const boxes = situation.outline.items.filter(
    (item) => item.node.ref !== null && !['link', 'button', 'option', ...CHECKABLE].includes(item.node.role),
  );
  const shut = boxes.find(
    (item) => has(item, 'disabled') && item.node.role === 'textbox' && (item.node.box?.height ?? 0) > 40,
  );
  if (shut !== undefined) return shut;
  return (
    locate(situation.outline, { ...target, kind: null }, { keep: (item) => boxes.includes(item) }).find(
      ({ score }) => score >= MIN_SURE,
    )?.item ??
    boxes.find(
      (item) => item.node.role === 'textbox' || (item.node.role === 'generic' && item.node.name.length > 120),
    ) ??
    boxes.find(
      (item) =>
        ['region', 'group', 'list', 'generic'].includes(item.node.role) && (item.node.box?.height ?? 0) > 60,
    ) ??
    null
  );
}

const CLOSES =
  /^(?:close|dismiss|cancel|no,? thanks?|not now|skip|later|ok|okay|got it|done|x|hide)\b|^[x×✕✖]$/;
const CLOSED_BY = 'closes it';

/** By the control that closes it: its own sign before its words; what it says of agreeing comes last. */
export function pursueDismiss(situation: Situation, goal: GoalOf<'DISMISS'>): Move {
  const { outline } = situation;
  const pressed = situation.tried.findLast(({ entry }) => entry.proposal.reasoning.includes(CLOSED_BY));
  const dialog = dialogMeant(situation, goal.what);
  if (
    pressed !== undefined &&
    (dialog === null || dialog.node.ref !== openedAs(pressed.entry.proposal.reasoning))
  )
    return reached(0.93);
  const inside = dialog === null ? null : new Set(within(dialog));
  const closers = outline.items.filter(
    (item) =>
      isPressable(item) &&
      (inside === null || inside.has(item)) &&
      CLOSES.test(normalise(shownName(item) || (item.node.description ?? '').replace(/[-_]/g, ' '))) &&
      !failedOn(situation, item),
  );
  const sign = closers.find((item) =>
    /^(?:close|x|×|✕|✖|dismiss)\b|^[×✕✖]$/.test(normalise(shownName(item))),
  );
  const best = sign ?? closers[0];
  return best === undefined
    ? stuck(
        dialog === null ? `nothing called “${goal.what}” is open` : `“${goal.what}” has nothing to close it`,
      )
    : click(
        best,
        0.88,
        `“${nameOf(best)}” ${CLOSED_BY} (${dialog?.node.ref ?? 'no dialog'})`,
        dialog !== null,
      );
}

const openedAs = (reasoning: string): string | null => /closes it \((e\d+)\)/.exec(reasoning)?.[1] ?? null;

/** The dialog of that name, else the one that is open; what lies last lies on top. */
function dialogMeant({ outline }: Situation, what: string): Item | null {
  const open = outline.items.filter(
    ({ node }) => ['dialog', 'alertdialog', 'alert', 'status'].includes(node.role) && node.box !== null,
  );
  const { name } = parseTarget(what, true);
  const named = open.find(
    (item) =>
      name !== '' && Math.max(coverage(name, item.node.name), coverage(name, insideText(item))) >= 0.9,
  );
  return named ?? open.findLast(({ node }) => node.role.endsWith('dialog')) ?? open.at(-1) ?? null;
}

const MAX_SCROLLS = 14;

/** A box, or the page, until what is looked for is in view. */
export function pursueScrollUntil(situation: Situation, goal: GoalOf<'SCROLL_UNTIL'>): Move {
  const now = gauge(situation, goal.until, null);
  if (now?.held === true) return reached(0.92, seenBy(now));
  const steps = situation.tried.filter(({ entry }) => entry.proposal.action === 'SCROLL');
  const [last, before] = [steps.at(-1)?.entry, steps.at(-2)?.entry];
  if (steps.length >= MAX_SCROLLS || (last?.outcome === 'unchanged' && before?.outcome === 'unchanged'))
    return stuck(`“${describeCondition(goal.until)}” did not come about by scrolling`);
  const whole = goal.what === '' || /^(?:the )?page$/i.test(goal.what);
  const box = whole ? null : scrollable(situation, parseTarget(goal.what));
  return act('SCROLL', box, 'down', 0.84, `on until ${describeCondition(goal.until)}`, true);
}
