// One sentence to a form: every detail to its field, then what sends it.
// INVARIANT: the form is not sent while a detail of the sentence has no field.
import { coverage, normalise, similarity } from '#engines/language.ts';
import { approach } from '#engines/navigator/offline/tactics/approach.ts';
import { assign, formFields, type Assigned } from '#engines/navigator/offline/tactics/assign.ts';
import { explore } from '#engines/navigator/offline/tactics/explore.ts';
import type { Detail, GoalOf } from '#engines/navigator/offline/words/goals.ts';
import { isPressable, locate } from '#engines/navigator/offline/page/locate.ts';
import { ENTERABLE } from '#engines/navigator/offline/page/ground.ts';
import { shownName } from '#engines/navigator/offline/page/names.ts';
import type { Item } from '#engines/navigator/offline/page/outline.ts';
import { enterInto } from './fill.ts';
import {
  click,
  failedOn,
  reached,
  stuck,
  type Move,
  type Situation,
} from '#engines/navigator/offline/page/situation.ts';
import { parseTarget } from '#engines/navigator/offline/words/target.ts';

export function pursueForm(situation: Situation, goal: GoalOf<'FORM'>): Move {
  return fillAndSend(situation, goal.details, goal.verb, goal.what);
}

const SENT = 'sends what was filled in';

export function fillAndSend(
  situation: Situation,
  details: readonly Detail[],
  verb: string,
  what: string,
): Move {
  const fields = formFields(situation.outline);
  if (fields.length === 0)
    return situation.tried.some(({ entry }) => entry.proposal.action === 'TYPE')
      ? reached(0.75)
      : (opened(situation, verb, what) ?? stuck(`no form to ${verb} ${what} was found`));
  const assigned = assign(situation.outline, details);
  const missing = assigned.filter(({ field }) => field === null);
  if (missing.length > 0)
    return (
      opened(situation, verb, what) ??
      stuck(`no field for “${missing.map(({ value }) => value).join('”, “')}” was found`)
    );
  for (const one of assigned) {
    const move = enterOne(situation, one);
    if (move.kind !== 'REACHED') return move;
  }
  const button = sender(situation, verb, assigned);
  return button === null
    ? stuck('there is no button that sends the form')
    : click(button, 0.88, `“${shownName(button)}” ${SENT}`, false);
}

/** One field at a time; the step does not reach the goal by itself. */
function enterOne(situation: Situation, { field, value }: Assigned): Move {
  if (field === null) return stuck(`no field for “${value}” was found`);
  const move = enterInto(situation, field, value);
  return move.kind === 'ACT' ? { ...move, onTheWay: true } : move;
}

/** What leads to the form: "book a room" → a link Book. Tried before anything is filled in. */
function opened(situation: Situation, verb: string, what: string): Move | null {
  if (situation.tried.some(({ entry }) => entry.proposal.action === 'TYPE')) return null;
  return (
    explore(situation, `${verb} ${what}`) ??
    approach(situation, { phrase: `${verb} ${what}`, noSearch: true, isAsked: true })
  );
}

const SENDS =
  /^(?:submit|send|search|find|go|ok|book|save|apply|continue|confirm|log ?in|sign ?in|done|enter|post|order|add|create)\b/;

/** The control behind the last field that says the verb, else one that says what such buttons say. */
function sender(situation: Situation, verb: string, assigned: readonly Assigned[]): Item | null {
  const after = Math.max(...assigned.map(({ field }) => field?.index ?? 0));
  const usable = (item: Item): boolean => isPressable(item) && !failedOn(situation, item) && !isField(item);
  const named = locate(situation.outline, parseTarget(verb), { keep: usable })[0];
  if (named !== undefined && named.score >= 0.8) return named.item;
  const candidates = situation.outline.items.filter(
    (item) => usable(item) && SENDS.test(normalise(shownName(item))),
  );
  const say = candidates.filter(
    (item) => similarity(verb, shownName(item)) > 0.5 || coverage(verb, shownName(item)) > 0.9,
  );
  return say[0] ?? candidates.find((item) => item.index > after) ?? candidates[0] ?? null;
}

const isField = ({ node }: Item): boolean => ENTERABLE.includes(node.role);
