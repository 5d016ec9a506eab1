// The clauses of an intent that no part of a plan is for. INVARIANT: a planner can make parts of what the person said, and drop nothing.
import { coverage } from '#engines/language.ts';
import { clausesAsked } from '#engines/navigator/offline/checking.ts';
import type { Plan } from '#engines/planner/contract.ts';
import type { ClauseView } from '#gateway/protocol/views/task.ts';
import { uncheckedView } from './clause-view.ts';

/** A planner's own words keep at least so much of the person's. */
const KEPT = 0.5;

/** The offline planner divides the person's own words; another one's are held against them. */
export function leftOut(intent: string, { by, subtasks }: Plan, url: string | null): readonly ClauseView[] {
  if (by === 'offline') return [];
  const planned = subtasks.map((subtask) => `${subtask.intent} ${subtask.startUrl ?? ''}`).join(' ');
  return clausesAsked({ intent, subtask: intent }).flatMap(({ words }) =>
    coverage(words, planned) >= KEPT
      ? []
      : [uncheckedView(words, url ?? '', 'no part of the plan was for it')],
  );
}
