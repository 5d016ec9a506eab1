// Clauses that no rule knows, and what a person may say to them: a value for a field that is named without one, or the thing that is meant.
// INVARIANT: without an answer such a clause stays what it is, and is never reached.
import type { Question } from '#engines/navigator/question.ts';
import { ENTERABLE, MIN_SURE, type Candidate } from '#engines/navigator/offline/page/ground.ts';
import { locate } from '#engines/navigator/offline/page/locate.ts';
import { has, type Outline } from '#engines/navigator/offline/page/outline.ts';
import type { Goal } from '#engines/navigator/offline/words/goals.ts';
import { parseTarget } from '#engines/navigator/offline/words/target.ts';

type Unclear = Extract<Goal, { kind: 'NOT_UNDERSTOOD' }>;

/** "fill in the departure date": a field, and nothing to put there. */
const NO_VALUE =
  /^(?:please )?(?:fill in|fill out|fill|enter|type in|type|put in|provide|give|set|complete|write) (?:(?:the|my|your|an?) )?(.+?)(?: (?:field|box|input))?$/i;

const fieldIn = ({ words }: Unclear): string | null => NO_VALUE.exec(words.trim())?.[1] ?? null;

/** The goals, with what was answered: a value makes an entry of it, a thing that was pointed at is to be pressed. */
export function withAnswers(goals: readonly Goal[], { meant }: Outline): readonly Goal[] {
  return goals.map((goal) => {
    if (goal.kind !== 'NOT_UNDERSTOOD') return goal;
    const field = fieldIn(goal);
    const value = field === null ? null : meant.textFor(field);
    if (field !== null && value !== null) return { kind: 'FILL', field, value };
    return meant.isSaid(goal.words) ? { kind: 'PRESS', what: `"${goal.words}"` } : goal;
  });
}

/** What is to be entered, or which thing the words without their verb mean: `others` makes a question of such. A credential is asked by nobody. */
export function questionOfUnclear(
  outline: Outline,
  goal: Unclear,
  clause: string,
  others: (words: string, found: readonly Candidate[]) => Question | null,
): Question | null {
  const field = fieldIn(goal);
  const thing = goal.words.replace(/^\S+\s+(?:the |my |an? )?/iu, '');
  const among = (): Question | null =>
    others(goal.words, locate(outline, parseTarget(thing), { every: true }));
  if (field === null) return among();
  const [best] = locate(outline, parseTarget(field), { roles: ENTERABLE, every: true });
  const ref = best?.item.node.ref ?? null;
  if (best === undefined || ref === null || best.score < MIN_SURE) return among();
  return has(best.item, 'password') ? null : { clause, words: field, wants: 'VALUE', refs: [ref], more: 0 };
}
