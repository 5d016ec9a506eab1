// How much of the gateway's time a task's pages may take by what they send: looking through it is work, and a page can ask for as
// much of it as it likes. INVARIANT: what there is no time to look at does not go.
import { randomUUID } from 'node:crypto';
import type { AuditEvent, AuditLog } from './audit/contract.ts';
import { notePageEvent } from './page-log.ts';
import type { TaskContext } from './tasks/context.ts';

/** Milliseconds of looking at once, and in a second after that. */
const AT_ONCE_MS = 3_000;
const A_SECOND_MS = 250;
const WHY = 'the page sends more than there is time to examine';

type Pace = { left: number; since: number };
const PACES = new WeakMap<object, Pace>();

/** Does the work on the task's account; `null`: nothing is left on it, and the work was not done. */
export function onAccount<T>(task: TaskContext, work: () => T): T | null {
  const pace = PACES.get(task.acts) ?? { left: AT_ONCE_MS, since: performance.now() };
  PACES.set(task.acts, pace);
  const began = performance.now();
  pace.left = Math.min(AT_ONCE_MS, pace.left + ((began - pace.since) / 1_000) * A_SECOND_MS);
  pace.since = began;
  if (pace.left <= 0) return null;
  const done = work();
  pace.left -= performance.now() - began;
  return done;
}

/** The refusal of what was not looked at, logged and counted like any other. */
export async function refuseUnexamined(
  audit: AuditLog,
  task: TaskContext,
  type: 'page.act' | 'connection',
  { what, where }: Pick<AuditEvent, 'what' | 'where'>,
): Promise<{ readonly allow: false; readonly reason: string }> {
  const event: AuditEvent = {
    type,
    taskId: task.id,
    requestId: randomUUID(),
    who: 'page',
    what,
    where,
    verdict: 'DENY',
    why: WHY,
    outcome: 'REFUSED',
    details: {},
  };
  await notePageEvent(audit, task, event, `${type} ${WHY}`);
  return { allow: false, reason: WHY };
}
