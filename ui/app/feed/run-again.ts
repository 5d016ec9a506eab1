// Sends a task's words once more, as a new task, and brings that one to the screen. INVARIANT: the person's own words alone.
import type { Failure } from '#policy/language/failure.ts';
import { gateway } from '#ui/app/state/api.ts';
import { changeBoard } from '#ui/app/state/board.ts';
import { goTo } from '#ui/app/state/route.ts';

/** `null`: it has begun. Errors: those of a task that cannot start. */
export async function runAgain(intent: string): Promise<Failure | null> {
  const started = await gateway.run(intent);
  if (!started.ok) return started.error;
  changeBoard({ startedId: started.value.taskId });
  goTo({ view: 'tasks', at: started.value.taskId });
  return null;
}
