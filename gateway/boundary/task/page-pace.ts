// Limits how much of the gateway's time a task's pages may take by what they send: examining it is work, and a page can ask for as
// much of it as it likes. INVARIANT: what there is no time to examine is not sent.
import { randomUUID } from 'node:crypto';
import { TokenBucket } from '#policy/collections/token-bucket.ts';
import type { AuditEvent, AuditLog } from '#gateway/audit/format/contract.ts';
import { notePageEvent } from './page-log.ts';
import type { TaskContext } from './context.ts';

/** Milliseconds of looking. */
const LOOKING_MS = { atOnce: 3_000, aSecond: 250 };
const WHY = 'the page sends more than there is time to examine';

const PACES = new WeakMap<object, TokenBucket>();

/** Does the work on the task's account; `null`: nothing is left on it, and the work was not done. */
export function onAccount<T>(task: TaskContext, work: () => T): T | null {
  const began = performance.now();
  const pace = PACES.get(task.acts) ?? new TokenBucket(LOOKING_MS, began);
  PACES.set(task.acts, pace);
  if (pace.left(began) <= 0) return null;
  const done = work();
  pace.take(performance.now() - began);
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
    details: { unexamined: true },
  };
  await notePageEvent(audit, task, event, `${type} ${WHY}`);
  return { allow: false, reason: WHY };
}
