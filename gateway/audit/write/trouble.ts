// What is wrong with the log, as people and programs are told. INVARIANT: each cause says since when, why, and what to do.
import type { HealthCause } from '#gateway/protocol/views/health.ts';
import type { Outage } from './outage.ts';

export function troubleOf(outage: Outage | null, slowSince: Date | null): HealthCause | null {
  if (outage !== null) {
    const { message, help = '' } = outage.error;
    return {
      state: 'failed',
      code: 'audit.write-failed',
      reason: outage.problem.reason,
      since: outage.from.toISOString(),
      message,
      help,
      refusedActs: outage.refusedActs,
    };
  }
  if (slowSince === null) return null;
  return {
    state: 'degraded',
    code: 'audit.slow-disk',
    reason: null,
    since: slowSince.toISOString(),
    message: 'the disk takes long to write the audit log, and every act waits for it',
    help: 'look what else writes to that disk, or put the data directory on another one',
    refusedActs: 0,
  };
}
