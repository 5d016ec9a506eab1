// Goals that choose: options of lists, radio buttons, what is offered while typing; one or several.
import { coverage, normalise } from '#engines/language.ts';
import { explore } from '#engines/navigator/offline/tactics/explore.ts';
import type { GoalOf } from '#engines/navigator/offline/words/goals.ts';
import { CHECKABLE, confidenceOf, submitOf, type Candidate } from '#engines/navigator/offline/page/ground.ts';
import { isChecked, isPressable, locate } from '#engines/navigator/offline/page/locate.ts';
import { shownName } from '#engines/navigator/offline/page/names.ts';
import { isSearching } from '#engines/navigator/offline/page/progress.ts';
import { seenOn, seenValue } from '#engines/navigator/offline/page/seen.ts';
import { actionable, has, type Item } from '#engines/navigator/offline/page/outline.ts';
import { optionMove, optionsByFit, severalOptions } from '#engines/navigator/offline/tactics/options.ts';
import { nameOf } from './press.ts';
import {
  act,
  click,
  failedOn,
  reached,
  spent,
  stuck,
  type,
  type Move,
  type Situation,
} from '#engines/navigator/offline/page/situation.ts';
import { listOf, parseTarget, type Target } from '#engines/navigator/offline/words/target.ts';

/** Without the quotation marks of a name. */
export const bare = (text: string): string => text.replace(/["“”]/g, '').trim();

/** Selects first, then radio buttons, check boxes, options and whatever else says the same. */
export function pursueChoose(situation: Situation, goal: GoalOf<'CHOOSE'>): Move {
  const applied = goal.apply ? applyStep(situation) : null;
  if (applied !== null) return applied;
  const select = bestSelect(situation, goal);
  if (select !== null) return fromSelect(situation, goal, select);
  const parts = listOf(goal.option);
  const whole = found(situation, goal, bare(goal.option));
  if (parts.length < 2 || (whole[0]?.score ?? 0) >= 0.9) return chooseOne(situation, goal, whole);
  return chooseSeveral(situation, goal, parts);
}

function bestSelect(situation: Situation, goal: GoalOf<'CHOOSE'>): Item | null {
  const selects = situation.outline.items
    .filter(
      (item) => (item.node.options?.length ?? 0) > 0 && actionable(item) && !spent(situation, 'TYPE', item),
    )
    .map((item) => ({ item, score: optionScore(item, goal) }))
    .filter(({ score }) => score >= 0.7)
    .sort((a, b) => b.score - a.score);
  return selects[0]?.item ?? null;
}

function fromSelect(situation: Situation, goal: GoalOf<'CHOOSE'>, select: Item): Move {
  const several = severalOptions(select, goal.option);
  if (several !== null && several.length > 1)
    return several.join(', ') === select.node.value
      ? reached(0.95, seenValue(select))
      : optionMove(select, goal.option, false);
  const option = optionsByFit(select, bare(goal.option))[0]?.option ?? null;
  if (option !== null && select.node.value === option) return reached(0.95, seenValue(select));
  const auto = goal.apply && applyButton(situation, select) !== null;
  return option === null
    ? stuck(`“${select.node.name}” offers nothing`)
    : type(select, option, 0.9, `“${option}” is the option of “${select.node.name}”`, auto);
}

function optionScore(item: Item, goal: GoalOf<'CHOOSE'>): number {
  const several = severalOptions(item, goal.option);
  const best = several === null ? (optionsByFit(item, bare(goal.option))[0]?.score ?? 0) : 1;
  const field = goal.field ?? bare(goal.option);
  return best * 0.8 + coverage(item.node.name, field) * 0.2;
}

/** By the name; in the group or list that the field names. */
function found(situation: Situation, goal: GoalOf<'CHOOSE'>, option: string): readonly Candidate[] {
  const target: Target = parseTarget(option);
  const picked = target.extreme !== null || target.nth !== null;
  // The second greatest is not the greatest: where one is picked by comparison, no other is tried in its place.
  const keep = (item: Item): boolean =>
    (picked || !failedOn(situation, item)) &&
    !(item.node.role === 'link' && goal.field !== null && !goal.apply);
  const placed =
    goal.field === null
      ? []
      : locate(
          situation.outline,
          { ...target, relations: [...target.relations, { how: 'WITHIN', anchor: bare(goal.field) }] },
          { keep },
        );
  const free = locate(situation.outline, target, { keep });
  const pool = (placed[0]?.score ?? 0) >= 0.6 ? placed : free;
  // Boxes and buttons to choose with come before other things of the same name.
  return [...pool]
    .map(({ item, score }) => ({
      item,
      score: score + (CHECKABLE.includes(item.node.role) || item.node.role === 'option' ? 0.02 : 0),
    }))
    .sort((a, b) => b.score - a.score || a.item.index - b.item.index);
}

function chooseOne(situation: Situation, goal: GoalOf<'CHOOSE'>, ranked: readonly Candidate[]): Move {
  const best = ranked[0];
  if (best === undefined || best.score < 0.7)
    return (
      opened(situation, goal) ??
      explore(situation, `${goal.field ?? ''} ${goal.option}`) ??
      stuck(`nothing to choose “${bare(goal.option)}” was found`)
    );
  if (isBox(best.item) && isChecked(best.item)) return reached(0.95, seenOn(best.item, true));
  if (failedOn(situation, best.item)) return reached(0.7);
  const auto = isBox(best.item) && goal.apply && applyButton(situation, best.item) !== null;
  return click(best.item, confidenceOf(ranked), `“${nameOf(best.item)}” is the choice`, auto);
}

const isBox = (item: Item): boolean =>
  CHECKABLE.includes(item.node.role) ||
  has(item, 'pressed') ||
  (item.node.role === 'option' && has(item, 'selected'));

/** A field or button of that name opens its list. */
function opened(situation: Situation, goal: GoalOf<'CHOOSE'>): Move | null {
  if (goal.field === null) return null;
  const opener = locate(situation.outline, parseTarget(bare(goal.field)), {
    keep: (item) =>
      ['combobox', 'button', 'listbox', 'generic', 'textbox'].includes(item.node.role) &&
      item.node.options === undefined &&
      !spent(situation, 'CLICK', item),
  })[0];
  return opener === undefined || opener.score < 0.7
    ? null
    : click(opener.item, 0.84, `“${nameOf(opener.item)}” opens its list`, true);
}

/** One after the other. What shows no state is known by the steps that were made. */
function chooseSeveral(situation: Situation, goal: GoalOf<'CHOOSE'>, parts: readonly string[]): Move {
  for (const part of parts) {
    const ranked = found(situation, goal, part);
    const best = ranked[0];
    if (
      situation.tried.some(
        ({ entry }) =>
          entry.outcome === 'done' &&
          entry.proposal.action === 'CLICK' &&
          coverage(part, entry.element?.name ?? '') >= 0.99 &&
          (best === undefined || !isBox(best.item)),
      )
    )
      continue;
    if (best === undefined || best.score < 0.7)
      return explore(situation, part) ?? stuck(`nothing to choose “${part}” was found`);
    if (isBox(best.item) && isChecked(best.item)) continue;
    return click(best.item, confidenceOf(ranked), `“${nameOf(best.item)}” is one of the choices`, true);
  }
  return reached(0.92);
}

const APPLY = /\b(apply|filter|update|go|show|refresh|set)\b/;
const APPLY_WHY = 'the choice is made, the button applies it';

function applyButton(situation: Situation, item: Item): Item | null {
  const button = submitOf(situation.outline, item, APPLY);
  return button !== null && APPLY.test(normalise(button.node.name)) ? button : null;
}

/** Lists whose choices wait for a button: pressed once, when choosing alone has not led to a new address. */
function applyStep(situation: Situation): Move | null {
  const last = situation.tried.at(-1)?.entry;
  if (
    last === undefined ||
    last.outcome !== 'done' ||
    isSearching(last) ||
    last.proposal.reasoning.includes(APPLY_WHY)
  )
    return null;
  if (!['TYPE', 'CLICK'].includes(last.proposal.action)) return null;
  if (last.url !== situation.observation.url) return reached(0.92);
  const item = situation.outline.items.find(
    (one) => one.node.role === last.element?.role && one.node.name === last.element.name,
  );
  const button = item === undefined ? null : applyButton(situation, item);
  return button === null ? reached(0.85) : click(button, 0.9, APPLY_WHY, false);
}

/** An entry of the list that came up while typing. */
export function pursueSuggest(situation: Situation, goal: GoalOf<'SUGGEST'>): Move {
  const typed =
    situation.memory.entries.findLast(
      ({ proposal }) => proposal.action === 'TYPE' && !(proposal.text ?? '').startsWith('key:'),
    )?.proposal.text ?? '';
  const field = situation.outline.items.find(
    (item) => (item.node.value ?? '') !== '' && item.node.value === typed,
  );
  const offered = situation.outline.items.filter(
    (item) =>
      isPressable(item) &&
      ['option', 'listitem', 'menuitem', 'generic', 'link', 'button', 'cell'].includes(item.node.role) &&
      item !== field &&
      item.index > (field?.index ?? -1) &&
      fits(shownName(item), goal, typed),
  );
  const best = [...offered].sort((a, b) => rolePriority(a) - rolePriority(b) || a.index - b.index)[0];
  if (best !== undefined)
    return click(best, offered.length === 1 ? 0.93 : 0.85, `“${nameOf(best)}” is what is offered`, false);
  const waited = situation.tried.filter(({ entry }) => entry.proposal.action === 'WAIT').length;
  if (waited < 2) return act('WAIT', null, '600', 0.6, 'the suggestions may need a moment', true);
  if (goal.ends !== '' && field !== undefined && waited < 3)
    return stuck(`nothing that starts with “${goal.starts}” and ends with “${goal.ends}” is offered`);
  return stuck(`nothing is offered for “${typed}”`);
}

const rolePriority = (item: Item): number =>
  ['option', 'menuitem', 'listitem'].indexOf(item.node.role) + (item.node.role === 'generic' ? 5 : 0);

function fits(name: string, goal: GoalOf<'SUGGEST'>, typed: string): boolean {
  const text = normalise(name);
  if (goal.starts !== '' || goal.ends !== '')
    return text.startsWith(normalise(goal.starts)) && text.endsWith(normalise(goal.ends));
  return typed !== '' && text.includes(normalise(typed.trim()));
}
