// Whether a step is a guess: several things fit as well, or none fits well; and what is asked then. The step itself stays the best guess.
// INVARIANT: nothing is asked about what the person pointed at, and nothing twice; the page's words are named by ref alone.
import { MAX_CHOICES, type Question } from '#engines/navigator/question.ts';
import { FIELDS, MIN_SURE, type Candidate } from '#engines/navigator/offline/page/ground.ts';
import { isPressable } from '#engines/navigator/offline/page/locate.ts';
import type { Lookup } from '#engines/navigator/offline/page/meant.ts';
import { inFrame, type Item } from '#engines/navigator/offline/page/outline.ts';
import type { Move, Situation } from '#engines/navigator/offline/page/situation.ts';
import type { Goal } from '#engines/navigator/offline/words/goals.ts';
import { questionOfUnclear } from './unclear.ts';

/** Goals that are for one thing on the page. */
const OF_ONE_THING: ReadonlySet<Goal['kind']> = new Set([
  'PRESS',
  'FILL',
  'CHECK',
  'CHOOSE',
  'OPEN',
  'EXPAND',
  'DISMISS',
  'FOCUS',
]);
/** What is claimed so surely is no guess, whatever it was found by. */
const SURE_ENOUGH = 0.75;
/** Scores that lie closer together come from where things stand in view, not from what they are. */
const AS_GOOD = 0.0099;
/** A thing whose name has something of the words. */
const MIN_LIKELY = 0.3;

/** `clause`: the person's words that the step is for. */
export function questionOf(situation: Situation, goal: Goal, move: Move, clause: string): Question | null {
  const { outline } = situation;
  const { meant } = outline;
  if (goal.kind === 'NOT_UNDERSTOOD')
    return questionOfUnclear(outline, goal, clause, (words, found) =>
      ofLikely(situation, clause, words, found),
    );
  if (move.kind === 'STUCK') return OF_ONE_THING.has(goal.kind) ? ofStuck(situation, clause) : null;
  if (move.kind !== 'ACT' || move.onTheWay || move.item === null) return null;
  if (move.action !== 'CLICK' && move.action !== 'TYPE') return null;
  // A key on what was reached already, a drag by its own handle: it was chosen before.
  if (situation.tried.some(({ entry }) => entry.proposal.ref === move.item?.node.ref)) return null;
  if (move.confidence >= SURE_ENOUGH) return null;
  const lookups = meant.lookups.filter(({ found }) => found[0]?.item === move.item);
  const lookup = lookups.at(-1);
  // One look that tells it from all others is enough: the others were wider.
  if (lookup === undefined || lookups.some(isDecisive)) return null;
  const equal = asGood(lookup);
  if (equal.length >= 2 && (equal[0]?.score ?? 0) >= MIN_SURE)
    return question(clause, lookup.words, equal.map(itemOf), equal.length);
  return move.confidence >= MIN_SURE ? null : ofLikely(situation, clause, lookup.words, lookup.found);
}

const asGood = ({ found }: Lookup<Item>): readonly Candidate[] =>
  found.filter(({ score }) => score >= (found[0]?.score ?? 0) - AS_GOOD);
const isDecisive = (lookup: Lookup<Item>): boolean =>
  asGood(lookup).length === 1 && (lookup.found[0]?.score ?? 0) >= MIN_SURE;

/** Nothing that is there was found by the words: what could they mean? */
function ofStuck(situation: Situation, clause: string): Question | null {
  const { meant } = situation.outline;
  const lookup = meant.lookups.findLast(({ words }) => words !== '');
  if (lookup === undefined) return null;
  return (lookup.found[0]?.score ?? 0) >= MIN_SURE
    ? null
    : ofLikely(situation, clause, lookup.words, lookup.found);
}

/** Those whose names have something of it; where that are too few, what can be pressed here, if that is little. */
function ofLikely(
  { outline }: Situation,
  clause: string,
  words: string,
  found: readonly Candidate[],
): Question | null {
  const likely = found.filter(({ score }) => score >= MIN_LIKELY).map(itemOf);
  if (likely.length >= 2) return question(clause, words, likely, likely.length);
  const others = outline.items.filter(
    (item) =>
      isPressable(item) &&
      !FIELDS.includes(item.node.role) &&
      !inFrame(item) &&
      item.node.name !== '' &&
      !likely.includes(item),
  );
  const all = [...likely, ...others];
  return all.length < 2 || all.length > MAX_CHOICES ? null : question(clause, words, all, all.length);
}

const itemOf = ({ item }: Candidate): Item => item;

function question(clause: string, words: string, items: readonly Item[], count: number): Question | null {
  const refs = items.slice(0, MAX_CHOICES).flatMap(({ node }) => node.ref ?? []);
  const unlike = [...new Set(refs)];
  return unlike.length < 2
    ? null
    : { clause, words, wants: 'ELEMENT', refs: unlike, more: count - Math.min(count, MAX_CHOICES) };
}
