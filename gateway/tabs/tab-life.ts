// Begins and ends every Ghost Tab, no matter who asked for it: with one launch setting, with a ready browser if there is one,
// and with one ending that is in the log.
import { randomUUID } from 'node:crypto';
import type { CachePolicy, LaunchOptions, WarmTab } from '#executors/contract/launcher.ts';
import type { CloseReport, GhostTab } from '#executors/contract/tab.ts';
import type { LaunchPlan } from '#executors/contract/launch-plan.ts';
import type { Clock } from '#executors/system/clock.ts';
import type { Result } from '#policy/language/failure.ts';
import type { AssetClass } from '#policy/language/vocabulary.ts';
import type { AuditLog } from '#gateway/audit/format/contract.ts';
import type { Boundary } from '#gateway/boundary.ts';
import type { Principal } from '#gateway/boundary/task/principal.ts';
import { POOL } from '#gateway/boundary/steps/warm-up.ts';
import type { LentView } from '#gateway/protocol/views/task.ts';
import type { BudgetSettings } from './budget.ts';
import type { PeopleAndClock } from '#gateway/boundary/task/setting.ts';
import type { HostMap, TaskContext } from '#gateway/boundary/task/context.ts';
import type { Pool } from './pool.ts';
import type { TabLife } from './tab-state.ts';

const VIEWPORT = { width: 1280, height: 900 } as const;
const LAUNCH_DEADLINE_MS = 30_000;

export type TabParts = {
  readonly boundary: Boundary;
  readonly pool: Pool;
  readonly audit: AuditLog;
  readonly profileRoot: string;
  readonly hostMap: HostMap;
  /** Whose account the gateway runs as, its people and its time zone. */
  readonly peopleAndClock: PeopleAndClock;
  readonly budget: BudgetSettings;
  /** What is not fetched while nobody looks. */
  readonly withhold: readonly AssetClass[];
  readonly clock: Clock;
};

export function launchOptions(
  { profileRoot, hostMap, withhold }: Pick<TabParts, 'profileRoot' | 'hostMap' | 'withhold'>,
  plan: LaunchPlan,
  cache: CachePolicy = 'NORMAL',
): LaunchOptions {
  return {
    tabId: `tab-${randomUUID()}`,
    plan,
    viewport: VIEWPORT,
    profileRoot,
    hostMap,
    withhold,
    cache,
    deadlineMs: LAUNCH_DEADLINE_MS,
  };
}

/** A tab for this task: one that is ready, or a fresh one. The launch is decided either way. */
export async function beginTab(
  parts: TabParts,
  context: TaskContext,
  by: Principal,
  { plan, cache = 'NORMAL' }: { readonly plan: LaunchPlan; readonly cache?: CachePolicy },
  signal: AbortSignal,
): Promise<Result<GhostTab>> {
  const options = launchOptions(parts, plan, cache);
  const launch = (ready: WarmTab | null): Promise<Result<GhostTab>> => {
    const taking = ready === null ? options : { ...options, tabId: ready.tabId, warm: ready };
    return parts.boundary.launch(context, by, taking, signal);
  };
  // What is ready is a browser of our own, and keeps a cache.
  return cache === 'NORMAL' && plan.attach === undefined ? parts.pool.hand(launch, signal) : launch(null);
}

/** Whoever ends a tab sees the entry where the disk is quick. What takes longer is written all the same, and nobody waits for it. */
const ENTRY_PATIENCE_MS = 500;

/**
 * Phase-38 invariant 10: the browser ends with the execution. Kills it, removes its profile, and logs whether both are gone; sessions
 * that were lent into it end with it. INVARIANT: whether the log can be written changes nothing of that.
 */
export async function endTab(
  tab: GhostTab,
  { audit, clock }: Pick<TabParts, 'audit' | 'clock'>,
  context: Pick<TaskContext, 'id' | 'state' | 'tab'>,
  { states = [], why = '' }: { readonly states?: TabLife['history']; readonly why?: string } = {},
): Promise<void> {
  const report = await tab.close();
  for (const lent of context.state.lendings.endIn(context.tab, clock.wallMs()))
    noteLendingEnded(audit, context.id, lent, report);
  await noteEnd(audit, context.id, report, states.length === 0 ? {} : { states }, why);
}

/** The cookies were in the profile alone: they are gone if it is. Written beside the tab's own end, and nobody waits for it. */
function noteLendingEnded(audit: AuditLog, taskId: string, lent: LentView, report: CloseReport): void {
  void audit.append({
    type: 'session.ended',
    taskId,
    requestId: null,
    who: 'gateway',
    what: `sign the task out of ${lent.domain}: what was lent is gone with its Ghost Tab`,
    where: lent.domain,
    verdict: null,
    why: '',
    outcome: report.processesGone && report.profileRemoved ? 'DONE' : 'FAILED',
    details: { domain: lent.domain, source: lent.source, count: lent.count, from: lent.from },
  });
}

/** A browser that stood ready and that nobody took. */
export async function endedUnused(audit: AuditLog, report: CloseReport): Promise<void> {
  await noteEnd(audit, POOL.id, report, { warm: true });
}

async function noteEnd(
  audit: AuditLog,
  taskId: string,
  report: CloseReport,
  more: Readonly<Record<string, unknown>>,
  why = '',
): Promise<void> {
  const written = audit.append({
    type: 'tab.closed',
    taskId,
    requestId: null,
    who: 'gateway',
    what: 'end the Ghost Tab and remove its profile',
    where: '',
    verdict: null,
    why,
    outcome: report.processesGone && report.profileRemoved ? 'DONE' : 'FAILED',
    details: { ...report, ...more },
  });
  const { promise: patience, resolve } = Promise.withResolvers<void>();
  const timer = setTimeout(resolve, ENTRY_PATIENCE_MS);
  await Promise.race([written, patience]);
  clearTimeout(timer);
}
