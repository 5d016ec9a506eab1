// How every Ghost Tab begins and ends, whoever asked for it: one launch setting, one ending that stands in the log.
import type { GhostTab } from '#executors/contract.ts';
import type { AuditLog } from '#gateway/audit/contract.ts';

export const VIEWPORT = { width: 1280, height: 900 } as const;
export const LAUNCH_DEADLINE_MS = 30_000;

/** Phase-38 invariant 10: the browser ends with the execution. Kills it, removes its profile, and logs whether both are gone. */
export async function endTab(tab: GhostTab, audit: AuditLog, taskId: string): Promise<void> {
  const report = await tab.close();
  await audit.append({
    type: 'tab.closed',
    taskId,
    requestId: null,
    who: 'gateway',
    what: 'end the Ghost Tab and remove its profile',
    where: '',
    verdict: null,
    why: '',
    outcome: report.processesGone && report.profileRemoved ? 'DONE' : 'FAILED',
    details: { ...report },
  });
}
