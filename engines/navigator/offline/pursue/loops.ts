// Goals that end by what the page shows: an act until a condition holds, an act so many times, waiting.
// INVARIANT: every loop has a bound, and its end is read from the page, never taken for granted.
import { gauge, type Gauge } from '#engines/navigator/offline/tactics/gauge.ts';
import { describeCondition } from '#engines/navigator/offline/words/condition.ts';
import type { Goal, GoalOf } from '#engines/navigator/offline/words/goals.ts';
import { seenText, type Seen } from '#engines/navigator/offline/page/seen.ts';
import type { Item } from '#engines/navigator/offline/page/outline.ts';
import { act, reached, stuck, type Move, type Situation } from '#engines/navigator/offline/page/situation.ts';

/** How a goal within a loop is pursued: given, so that the loop need not know all kinds. */
export type Pursuit = (situation: Situation, goal: Goal) => Move;

const MAX_ROUNDS = 60;
/** Often while there are steps enough, then seldom, so that the last of them is late. */
const OFTEN_MS = '250';
const SELDOM_MS = '700';
const LATE_MS = '3000';
const ROUND_ENDS = /: round \d+ ends: /;

export function pursueUntil(situation: Situation, goal: GoalOf<'UNTIL'>, pursue: Pursuit): Move {
  const { until } = goal;
  const rounds = roundsOf(situation);
  const now = gauge(situation, until, lastPressed(situation));
  // A number that the act is to bring forth is none that stood there before.
  const brought = rounds > 0 || ('of' in until && until.of !== '') || until.kind === 'SHOWN';
  if (now?.held === true && brought) return reached(0.93, seenBy(now));
  if (rounds >= MAX_ROUNDS)
    return stuck(`“${describeCondition(until)}” did not come about in ${rounds} times`);
  return round(situation, goal.act, rounds, pursue);
}

export function pursueRepeat(situation: Situation, goal: GoalOf<'REPEAT'>, pursue: Pursuit): Move {
  const rounds = roundsOf(situation);
  if (rounds >= goal.times) return reached(0.93);
  if (goal.times > MAX_ROUNDS) return stuck(`${goal.times} times are more than ${MAX_ROUNDS}`);
  return round(situation, goal.act, rounds, pursue);
}

export function pursueAwait(situation: Situation, goal: GoalOf<'AWAIT'>): Move {
  const now = gauge(situation, goal.until, null);
  if (now?.held === true) return reached(0.93, seenBy(now));
  const left =
    situation.memory.stepLimit - situation.memory.step - (situation.goals.length - situation.index);
  if (left <= 0)
    return stuck(`“${describeCondition(goal.until)}” did not come about while it was waited for`);
  const wait = left > 10 ? OFTEN_MS : left > 4 ? SELDOM_MS : LATE_MS;
  return act('WAIT', null, wait, 0.85, `not yet: ${describeCondition(goal.until)}`, true);
}

/** What is gone is shown by the steps themselves. */
export const seenBy = (now: NonNullable<Gauge>): Seen | undefined =>
  now.item === null && now.said === '' ? undefined : seenText(now.said, now.item);

const roundsOf = ({ tried }: Situation): number =>
  tried.filter(({ entry }) => ROUND_ENDS.test(entry.proposal.reasoning)).length;

/** One step of the act, as if it were made for the first time. */
function round(situation: Situation, goal: Goal, rounds: number, pursue: Pursuit): Move {
  const from = situation.tried.findLastIndex(({ entry }) => ROUND_ENDS.test(entry.proposal.reasoning));
  const move = pursue({ ...situation, tried: situation.tried.slice(from + 1) }, goal);
  switch (move.kind) {
    case 'ACT':
      return {
        ...move,
        onTheWay: true,
        why: `round ${rounds + 1}${move.onTheWay ? '' : ' ends'}: ${move.why}`,
      };
    case 'REACHED':
      return stuck('the act came to nothing that could be seen');
    case 'ANSWER':
    case 'STUCK':
      return move;
  }
}

function lastPressed({ tried, outline }: Situation): Item | null {
  const ref = tried.findLast(({ entry }) => entry.proposal.action === 'CLICK')?.entry.proposal.ref;
  return ref === undefined ? null : (outline.items.find(({ node }) => node.ref === ref) ?? null);
}
