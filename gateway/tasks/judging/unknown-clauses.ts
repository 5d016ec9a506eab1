// The clauses of a plan that nobody understood, and what of a step may not be taken before somebody does.
// INVARIANT: while a clause is not understood, nothing is done that sends, pays, takes away or otherwise cannot be taken back.
import { clausesAsked } from '#engines/navigator/offline/checking.ts';
import { isOffline } from '#engines/navigator/offline/navigator.ts';
import type { Navigator, Observation, Proposal } from '#engines/navigator/contract.ts';
import { settles } from '#engines/navigator/binding.ts';
import { commits } from '#engines/navigator/question.ts';
import type { Plan } from '#engines/planner/contract.ts';
import type { BrowserAction } from '#policy/acts/actions.ts';
import { failure } from '#policy/language/failure.ts';
import type { Failure } from '#policy/language/failure.ts';
import { visible } from '#gateway/protocol/visible.ts';
import type { UnknownClause } from '#gateway/tasks/life/unknown.ts';
import { postsForm, type Looking } from './posting.ts';

const MAX_WORDS_CHARACTERS = 200;

/** In the person's words, of all parts. What a model makes of words that the grammar does not know is the model's: none of them. */
export function unknownClauses(
  intent: string,
  { subtasks }: Pick<Plan, 'subtasks'>,
  navigator: Navigator,
): readonly UnknownClause[] {
  if (!isOffline(navigator)) return [];
  return subtasks.flatMap((subtask) =>
    clausesAsked({ intent, subtask: subtask.intent }).flatMap(({ kind, words }) =>
      kind === 'UNKNOWN' ? [{ subtask: subtask.id, words }] : [],
    ),
  );
}

/** The failure that the task ends with instead of a step that cannot be taken back, or `null`. */
export async function heldBack(
  looking: Looking,
  notUnderstood: readonly string[],
  proposal: Proposal,
  observation: Observation,
  acts: readonly BrowserAction[],
): Promise<Failure | null> {
  if (notUnderstood.length === 0) return null;
  const changing = acts.filter(({ type }) => CHANGING.has(type));
  const isBinding = changing.length > 0 && saysSo(proposal, observation);
  if (!isBinding && !(await postsForm(looking, changing))) return null;
  return notUnderstoodAs(
    `nothing that cannot be taken back is done, since of the task these words are not understood: ${quotedAll(notUnderstood)}`,
    notUnderstood,
  );
}

export const notUnderstoodAs = (said: string, words: readonly string[]): Failure =>
  failure('navigator.not-understood', said, {
    help: 'say these words another way',
    details: { words: words.map((one) => visible(one, MAX_WORDS_CHARACTERS)) },
  });

const quotedAll = (words: readonly string[]): string =>
  words.map((one) => `“${visible(one, MAX_WORDS_CHARACTERS)}”`).join(', ');

/** Whatever else is done changes at most what stands in the page. */
const CHANGING: ReadonlySet<BrowserAction['type']> = new Set(['CLICK', 'PRESS', 'DRAG']);

/** Controls that are pressed alone. */
const PRESSED: ReadonlySet<string> = new Set(['button', 'menuitem']);

/** By the element's name, or by what the step is for. */
function saysSo({ ref, reasoning }: Proposal, { nodes }: Observation): boolean {
  const node = nodes.find((one) => one.ref !== null && one.ref === ref);
  return (
    commits({ name: reasoning }) ||
    (node !== undefined && (commits(node) || (PRESSED.has(node.role) && settles(node.name))))
  );
}
