// Goals of the pointer and the caret: focus, text marked, a style for it, drags by an amount.
// INVARIANT: what cannot be carried out here, or not be seen to be carried out, is said to be so and never tried in another way.
import { explore } from '#engines/navigator/offline/tactics/explore.ts';
import { fieldsByType } from '#engines/navigator/offline/page/by-type.ts';
import { confidenceOf, ENTERABLE, FIELDS, type Candidate } from '#engines/navigator/offline/page/ground.ts';
import { isChecked, isPressable, locate } from '#engines/navigator/offline/page/locate.ts';
import { seenOn, seenState } from '#engines/navigator/offline/page/seen.ts';
import { actionable, has, textOf, type Item } from '#engines/navigator/offline/page/outline.ts';
import type { GoalOf } from '#engines/navigator/offline/words/goals.ts';
import { nameOf, readingOf } from './press.ts';
import {
  act,
  click,
  failedOn,
  reached,
  stuck,
  type Move,
  type Situation,
} from '#engines/navigator/offline/page/situation.ts';
import { parseTarget } from '#engines/navigator/offline/words/target.ts';
import { coverage } from '#engines/language.ts';

const MIN_SCORE = 0.6;

export function pursueFocus(situation: Situation, goal: GoalOf<'FOCUS'>): Move {
  const found = focusable(situation, goal.what);
  const best = found[0];
  if (best === undefined || best.score < MIN_SCORE)
    return explore(situation, goal.what) ?? stuck(`no field “${goal.what}” to put the caret into was found`);
  if (has(best.item, 'focused')) return reached(0.95, seenState(best.item, 'focused'));
  const clicked = situation.tried.find(({ entry }) => entry.proposal.ref === best.item.node.ref)?.entry;
  // It was clicked: a page that moves the caret on, or goes away, leaves nothing to be seen of it.
  if (clicked?.outcome === 'done' || clicked?.outcome === 'unchanged') return reached(0.6);
  return clicked !== undefined
    ? stuck(`“${nameOf(best.item)}” does not take the focus`)
    : click(best.item, Math.max(0.85, confidenceOf(found)), `“${nameOf(best.item)}” gets the caret`, false);
}

function focusable(situation: Situation, what: string): readonly Candidate[] {
  const target = readingOf(situation, what, ENTERABLE);
  const kind = target.name === '' && target.kind === null ? 'FIELD' : target.kind;
  const found = locate(situation.outline, { ...target, kind }, { roles: ENTERABLE });
  if ((found[0]?.score ?? 0) >= MIN_SCORE) return found;
  const typed = fieldsByType(situation.outline, target.name).map((item) => ({ item, score: 0.8 }));
  return typed.length > 0 ? typed : locate(situation.outline, target);
}

/** Text in a field or an editor as a whole, by the keyboard; other text by as many clicks as mark all of it. */
export function pursueMark(situation: Situation, goal: GoalOf<'MARK_TEXT'>): Move {
  if (situation.tried.some(({ entry }) => ['done', 'unchanged'].includes(entry.outcome))) return reached(0.8);
  const item = textMeant(situation, goal.what);
  if (item === null)
    return explore(situation, goal.what) ?? stuck(`the text “${goal.what}” cannot be marked here`);
  return FIELDS.includes(item.node.role)
    ? act('TYPE', item, 'key:Control+a', 0.85, `all of “${nameOf(item)}” is marked`, false)
    : act('CLICK', item, 'triple', 0.8, `three clicks mark “${nameOf(item).slice(0, 60)}”`, false);
}

function textMeant({ outline }: Situation, what: string): Item | null {
  const target = parseTarget(what, true);
  const fields = locate(outline, { ...target, kind: 'FIELD' }, { roles: FIELDS });
  const holding = outline.items.find(
    (item) =>
      FIELDS.includes(item.node.role) && target.name !== '' && (item.node.value ?? '').trim() === target.name,
  );
  if (holding !== undefined) return holding;
  const texts = outline.items.filter(
    (item) => actionable(item) && !isPressable(item) && textOf(item).length > 0 && item.node.role !== 'form',
  );
  const said = texts.filter((item) => target.name !== '' && coverage(target.name, textOf(item)) >= 0.99);
  const [shortest] = [...said].sort((a, b) => textOf(a).length - textOf(b).length);
  return shortest ?? (/\b(?:field|box|area|editor|text)\b/i.test(what) ? (fields[0]?.item ?? null) : null);
}

const STYLES: Readonly<Record<string, string>> = { b: 'bold', i: 'italic', u: 'underline' };

/** An editor's own button, where what is meant is marked already or is all that the editor holds. */
export function pursueFormat(situation: Situation, goal: GoalOf<'FORMAT'>): Move {
  const style = STYLES[goal.style.toLowerCase()] ?? goal.style;
  const found = locate(situation.outline, parseTarget(style), {
    keep: (item) => isPressable(item) && !failedOn(situation, item),
  });
  const best = found[0];
  if (best === undefined || best.score < MIN_SCORE)
    return explore(situation, style) ?? stuck(`no control for “${goal.style}” was found`);
  const marked = situation.tried.some(({ entry }) => entry.proposal.text === 'key:Control+a');
  const item = marked ? null : textMeant(situation, goal.what);
  if (!marked && item === null)
    return stuck(`a part of a text (“${goal.what}”) cannot be marked here; mark it yourself`);
  if (item !== null && FIELDS.includes(item.node.role))
    return act('TYPE', item, 'key:Control+a', 0.8, `all of “${nameOf(item)}” is marked`, true);
  if (isChecked(best.item)) return reached(0.9, seenOn(best.item, true));
  return click(best.item, confidenceOf(found), `“${nameOf(best.item)}” makes it ${style}`, false);
}

const KEYS = { UP: 'ArrowUp', DOWN: 'ArrowDown', LEFT: 'ArrowLeft', RIGHT: 'ArrowRight' } as const;

/** Things that the arrow keys move; others need a place to be dragged to. */
export function pursueDragBy(situation: Situation, goal: GoalOf<'DRAG_BY'>): Move {
  const found = locate(situation.outline, parseTarget(goal.what));
  const slider = situation.outline.items.find(({ node }) => node.role === 'slider');
  const item = found.find(({ item: one }) => one.node.role === 'slider')?.item ?? slider;
  const steps = goal.amount ?? 1;
  if (item === undefined || !/^(?:steps?|fields?|notch|notches|)$/i.test(goal.unit))
    return stuck(`“${goal.what}” cannot be dragged by an amount here; name what it is to be dragged to`);
  return situation.tried.some(({ entry }) => entry.outcome === 'done')
    ? reached(0.85)
    : act('TYPE', item, `key:${KEYS[goal.toward]}*${steps}`, 0.82, `${steps} steps by the keys`, false);
}

export const pursueDraw = (goal: GoalOf<'DRAW'>): Move =>
  stuck(`drawing ${goal.shape} on the page is nothing that can be done here`);

export const pursueResize = (goal: GoalOf<'RESIZE'>): Move =>
  stuck(`“${goal.what}” cannot be made ${goal.grow ? 'larger' : 'smaller'} here; do it by hand`);
