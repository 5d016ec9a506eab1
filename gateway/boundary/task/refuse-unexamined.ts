// The refusal of what a page sends and what there is no time to examine (`state/examining-time.ts`): examining it is work, and a page
// can ask for as much of it as it likes. INVARIANT: what is not examined is not sent.
import { randomUUID } from 'node:crypto';
import type { AuditEvent, AuditLog } from '#gateway/audit/format/contract.ts';
import { notePageEvent } from './page-log.ts';
import type { TaskContext } from './context.ts';

const WHY = 'the page sends more than there is time to examine';

/** Logged and counted like any other refusal. */
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
