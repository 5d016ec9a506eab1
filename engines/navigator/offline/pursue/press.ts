// Goals that press something: one control, many in an order, what is folded away, a way through menus, a key.
import { coverage, similarity } from '#engines/language.ts';
import { commits } from '#engines/navigator/question.ts';
import { chooseRecord } from '#engines/navigator/offline/tactics/choose-record.ts';
import { evaluate } from '#engines/navigator/offline/tactics/evaluate.ts';
import { explore, unfold } from '#engines/navigator/offline/tactics/explore.ts';
import type { GoalOf } from '#engines/navigator/offline/words/goals.ts';
import {
  CHECKABLE,
  confidenceOf,
  FIELDS,
  MIN_SURE,
  submitOf,
  type Candidate,
} from '#engines/navigator/offline/page/ground.ts';
import { isChecked, locate } from '#engines/navigator/offline/page/locate.ts';
import { shownName } from '#engines/navigator/offline/page/names.ts';
import { seenOn } from '#engines/navigator/offline/page/seen.ts';
import { closest, within, type Item } from '#engines/navigator/offline/page/outline.ts';
import { anchorsOf } from '#engines/navigator/offline/page/relate.ts';
import { namedWithin } from '#engines/navigator/offline/grounded/within.ts';
import { bestOffer } from '#engines/navigator/offline/tactics/offers.ts';
import { openRowMenu } from '#engines/navigator/offline/tactics/row-menu.ts';
import { nthOfPages } from '#engines/navigator/offline/tactics/nth.ts';
import { parseSelector } from '#engines/navigator/offline/words/selectors.ts';
import {
  act,
  click,
  failedOn,
  reached,
  spent,
  stuck,
  type Move,
  type Situation,
} from '#engines/navigator/offline/page/situation.ts';
import { APPEARS, pressFresh } from './fresh.ts';
import { listOf, parseTarget, type Target } from '#engines/navigator/offline/words/target.ts';

const MANNER = { DOUBLE: 'double', RIGHT: 'right', HOVER: 'hover' } as const;

export function pursuePress(situation: Situation, goal: GoalOf<'PRESS'>): Move {
  const what = goal.from === undefined ? goal.what : (evaluate(goal.from, situation)?.value ?? null);
  if (what === null)
    return explore(situation, goal.what) ?? stuck(`“${goal.what}” could not be worked out from this page`);
  if (vainly(situation)) return reached(0.6);
  const fresh = APPEARS.exec(what);
  if (fresh !== null) return pressFresh(situation, parseTarget(fresh[1] ?? '', true));
  const target = withOwner(readingOf(situation, what), goal.of);
  const many = pressList(situation, goal, what);
  if (many !== null) return many;
  const counted = isEntry(target) ? nthOfPages(situation, target.nth ?? 1) : null;
  if (counted !== null) return counted;
  const compared = comparedOwner(target);
  if (compared !== null) return pressOfRecord(situation, goal, target, compared);
  const found = candidates(situation, target);
  const best = found[0];
  // What nobody named is pressed only where one control alone can be meant.
  if (goal.implied === true && found.filter(({ score }) => score >= (best?.score ?? 0) - 0.05).length > 1) {
    const own = found.find(({ item }) => item === lastFormButton(situation));
    return own === undefined ? reached(0.7) : pressOn(situation, goal, own, [own]);
  }
  const elsewhere =
    best !== undefined && isOfAnotherCase(target.name, best.item) ? unfold(situation, target.name) : null;
  if (elsewhere !== null) return elsewhere;
  if (best !== undefined && best.score >= MIN_SURE) return pressOn(situation, goal, best, found);
  // What is meant was pressed, and nothing else bears its name: no other is looked for in its place.
  if (isPressedInVain(situation))
    return act('WAIT', null, '700', 0.6, 'what was pressed may need a moment', true);
  return otherwise(situation, goal, target, found);
}

/** Written with capitals by the person, and without any here: the one that is meant may stand behind a fold. */
const isOfAnotherCase = (name: string, item: Item): boolean => {
  const shown = shownName(item).trim();
  return shown !== name && shown === name.toLowerCase();
};

const isPressedInVain = ({ tried }: Situation): boolean => {
  const last = tried.at(-1);
  return (
    last?.onTheWay === false &&
    last.entry.outcome === 'unchanged' &&
    last.entry.proposal.action === 'CLICK' &&
    last.entry.proposal.confidence >= 0.85
  );
};

/** "Terms of service" is a name where the page has one that says so, and grammar elsewhere. */
export function readingOf(situation: Situation, phrase: string, roles?: readonly string[]): Target {
  const target = parseTarget(phrase);
  if (target.relations.length === 0 && target.nth === null && target.extreme === null && target.not === null)
    return target;
  const literal: Target = {
    name: phrase.replace(/["“”]/g, ''),
    kind: roles === undefined ? null : 'FIELD',
    nth: null,
    extreme: null,
    relations: [],
    not: null,
  };
  return (locate(situation.outline, literal, roles === undefined ? {} : { roles })[0]?.score ?? 0) >= 0.96
    ? literal
    : target;
}

/** Among all that can be pressed, else without the owner where the page that is open is the owner's own. */
function candidates(situation: Situation, target: Target): readonly Candidate[] {
  const keep = (item: Item): boolean => !failedOn(situation, item);
  return locate(situation.outline, target, { keep });
}

/** The sure step was made and nothing that can be seen came of it, not after a moment either: it is not made twice. */
function vainly(situation: Situation): boolean {
  const last = situation.tried.at(-1)?.entry;
  const before = situation.tried.at(-2)?.entry;
  return (
    last?.proposal.action === 'WAIT' &&
    before?.outcome === 'unchanged' &&
    before.proposal.action === 'CLICK' &&
    before.proposal.confidence >= 0.85
  );
}

function pressOn(
  situation: Situation,
  goal: GoalOf<'PRESS'>,
  best: Candidate,
  found: readonly Candidate[],
): Move {
  const { item } = best;
  if (CHECKABLE.includes(item.node.role) && isChecked(item) && item.node.role !== 'switch')
    return reached(0.85, seenOn(item, true));
  const last = situation.tried.at(-1)?.entry;
  if (last?.outcome === 'unchanged' && last.proposal.action === 'CLICK' && last.proposal.confidence >= 0.85)
    return act('WAIT', null, '700', 0.6, 'what was pressed may need a moment', true);
  const why = `“${nameOf(item)}” is what is to be pressed`;
  const manner = goal.how === undefined ? null : MANNER[goal.how];
  return act(
    'CLICK',
    item,
    manner,
    Math.max(confidenceOf(found), best.score >= 0.95 && found.length < 2 ? 0.9 : 0),
    why,
    false,
  );
}

export const nameOf = (item: Item): string => shownName(item) || item.node.description || item.node.role;

function withOwner(target: Target, of: string | undefined): Target {
  return of === undefined || of === '' || target.relations.length > 0
    ? target
    : { ...target, relations: [{ how: 'OF', anchor: of }] };
}

/** "the sixth result": one of a list, by its place alone. */
const isEntry = ({ name, kind, nth, relations }: Target): boolean =>
  nth !== null && name === '' && kind === 'ITEM' && relations.length === 0;

/** "for the cheapest one": the owner has to be chosen by comparison. */
function comparedOwner(target: Target): string | null {
  const anchor = target.relations.find(
    ({ how }) => how === 'OF' || how === 'WITHIN' || how === 'BESIDE',
  )?.anchor;
  return anchor !== undefined && parseSelector(anchor).by !== null ? anchor : null;
}

function pressOfRecord(situation: Situation, goal: GoalOf<'PRESS'>, target: Target, owner: string): Move {
  const { by } = parseSelector(owner);
  const offer = by === null || target.name === '' ? null : bestOffer(situation.outline, target.name, by);
  if (offer !== null)
    return click(offer, 0.9, `“${nameOf(offer)}” is that of the ${by?.word ?? 'best'}`, false);
  const choice = chooseRecord(situation, parseSelector(owner));
  if ('move' in choice) return choice.move ?? stuck(`no list to choose “${owner}” from was found`);
  if ('gathered' in choice) return stuck(`“${choice.gathered.label}” stands on another page`);
  const { record, confidence } = choice.chosen;
  const inside = new Set([record.item, ...within(record.item)]);
  const found = locate(situation.outline, { ...target, relations: [] }, { keep: (item) => inside.has(item) });
  const best =
    found[0] ??
    locate(
      situation.outline,
      { ...target, name: '', kind: 'BUTTON', relations: [] },
      { keep: (item) => inside.has(item) },
    )[0];
  if (best === undefined) return stuck(`“${record.name}” has nothing to press`);
  return click(
    best.item,
    Math.min(confidence, 0.93),
    `“${record.name}” is the one${goal.what === '' ? '' : ` for ${goal.what}`}`,
    false,
  );
}

/** "A, B and C": one after the other, where no control bears the whole as its name. */
function pressList(situation: Situation, goal: GoalOf<'PRESS'>, what: string): Move | null {
  const verb =
    /^(remove|delete|add|like|follow|close|move|mark|archive|buy|edit) (?:the )?(?=.+(?:,| and ))/i.exec(
      what,
    );
  const parts = listOf(verb === null ? what : what.slice(verb[0].length));
  if (parts.length < 2 || (locate(situation.outline, parseTarget(what))[0]?.score ?? 0) >= 0.9) return null;
  const done = situation.tried.filter(
    ({ entry }) => entry.proposal.action === 'CLICK' && entry.outcome === 'done',
  ).length;
  const part = parts[done];
  if (part === undefined) return reached(0.85);
  const target = verb === null ? parseTarget(part) : withOwner(parseTarget(verb[1] ?? ''), part);
  const found = candidates(situation, target);
  const best = found[0];
  if (best === undefined || best.score < MIN_SURE)
    return explore(situation, part) ?? stuck(`no control “${part}” was found`);
  return act(
    'CLICK',
    best.item,
    goal.how === undefined ? null : MANNER[goal.how],
    confidenceOf(found),
    `“${nameOf(best.item)}” is no. ${done + 1} of ${parts.length}`,
    done < parts.length - 1,
  );
}

/** Nothing fits: by the verb and its thing, in the thing itself, behind a fold, further on. */
function otherwise(
  situation: Situation,
  goal: GoalOf<'PRESS'>,
  target: Target,
  found: readonly Candidate[],
): Move {
  if (goal.implied === true && situation.tried.length === 0) {
    const send = lastFormButton(situation);
    return send === null ? reached(0.7) : click(send, 0.85, `“${send.node.name}” sends it`, false);
  }
  const verb = verbAndThing(situation, goal);
  if (verb !== null) return verb;
  const menu = openRowMenu(situation, target);
  if (menu !== null) return menu;
  const owner = target.relations[0]?.anchor ?? goal.of;
  if (owner !== undefined) {
    const inside = ownersPage(situation, owner)
      ? locate(situation.outline, { ...target, relations: [] })
      : [];
    if ((inside[0]?.score ?? 0) >= MIN_SURE && inside[0] !== undefined)
      return pressOn(situation, goal, inside[0], inside);
    const opened = openOwner(situation, owner);
    if (opened !== null) return opened;
  }
  const inside = namedWithin(situation.outline, goal.what);
  if (
    inside !== null &&
    owner === undefined &&
    !failedOn(situation, inside) &&
    !spent(situation, 'CLICK', inside)
  )
    return click(inside, 0.86, `“${nameOf(inside)}” is what is to be pressed`, false);
  const submit = SENDS_THE_FORM.test(goal.what) ? lastFormButton(situation) : null;
  if (submit !== null)
    return click(submit, 0.8, `“${submit.node.name}” sends the form that was filled in`, false);
  const way = explore(situation, `${goal.what} ${owner ?? ''}`);
  if (way !== null) return way;
  const weak = found[0];
  return stuck(
    `no control “${goal.what}” was found${weak === undefined ? '' : `; the nearest is “${nameOf(weak.item)}”`}`,
  );
}

/** The verb, and no more than what a form is called: another thing is not sent in its place. */
const SENDS_THE_FORM =
  /^(?:submit|send|save|post|publish|confirm|accept|log in|sign in|log me in|sign me in|search|apply)(?: (?:it|this|that|them|all|everything)| (?:the |my |your |all )*(?:forms?|changes?|answers?|orders?|application|settings?|details|data|entry|input|request|registration|review|survey|post|comment|message|reply|e-?mail|mail))?$/i;

/** "remove Beans", "like the post of Ana": the verb on a control, the rest near it. */
function verbAndThing(situation: Situation, goal: GoalOf<'PRESS'>): Move | null {
  const match = /^(\p{L}+)(?: the)? (.+)$/u.exec(goal.what);
  if (match === null || goal.of !== undefined || /["“]/.test(match[1] ?? '')) return null;
  const found = locate(
    situation.outline,
    { ...parseTarget(match[1] ?? ''), relations: [{ how: 'OF', anchor: match[2] ?? '' }] },
    { keep: (item) => !failedOn(situation, item) },
  );
  const best = found[0];
  return best === undefined || best.score < 0.75 ? null : pressOn(situation, goal, best, found);
}

/** It was opened in this goal, or the page is about it. */
function ownersPage(situation: Situation, owner: string): boolean {
  const opened = situation.tried.some(
    ({ entry }) =>
      entry.proposal.action === 'CLICK' &&
      entry.outcome === 'done' &&
      coverage(owner, entry.element?.name ?? '') >= 0.85,
  );
  return (
    opened ||
    similarity(owner, situation.outline.subject) >= 0.8 ||
    anchorsOf(situation.outline, owner).some((item) => item.node.role === 'heading')
  );
}

function openOwner(situation: Situation, owner: string): Move | null {
  const target = parseTarget(owner);
  const found = locate(
    situation.outline,
    { ...target, kind: null },
    {
      // "Block Ana" bears the name and is an act of its own: nothing that commits is opened to look behind it.
      keep: (item) =>
        !spent(situation, 'CLICK', item) &&
        !/^(?:checkbox|radio)$/.test(item.node.role) &&
        !commits(item.node),
    },
  );
  const best = found[0];
  if (best === undefined || best.score < 0.6) return null;
  return click(
    best.item,
    Math.min(0.88, confidenceOf(found)),
    `it may stand in “${nameOf(best.item).slice(0, 60)}”`,
    true,
  );
}

/** The button of the form that was worked in last, else of the only form of the page. */
export function lastFormButton(situation: Situation): Item | null {
  const fields = situation.outline.items.filter(
    (item) =>
      [...FIELDS, ...CHECKABLE].includes(item.node.role) && closest(item, ['search', 'banner']) === null,
  );
  const worked = fields.findLast((item) =>
    situation.memory.entries.some((entry) => entry.element?.name === item.node.name),
  );
  const field = worked ?? fields.at(-1);
  const button =
    field === undefined
      ? null
      : submitOf(
          situation.outline,
          field,
          /submit|send|save|post|publish|confirm|accept|apply|ok|log ?in|sign ?in|continue/,
        );
  return button !== null && !spent(situation, 'CLICK', button) ? button : null;
}
