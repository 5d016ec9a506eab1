// Whether the gateway can do its work, and if not: since when, why, and what to do. Plain JSON, the same on every surface.
// INVARIANT: `failed` means that nothing runs; closing tabs and ending tasks always can.

/** What keeps the log from being written. `NO_ANSWER`: the disk does not answer; `NOT_INTACT`: what is there is not what was written. */
export const OUTAGE_REASONS = [
  'ENOSPC',
  'EROFS',
  'EMFILE',
  'EACCES',
  'EIO',
  'NO_ANSWER',
  'NOT_INTACT',
  'LOCKED',
] as const;
export type OutageReason = (typeof OUTAGE_REASONS)[number];

export type HealthCause = {
  readonly state: 'degraded' | 'failed';
  readonly code: 'audit.write-failed' | 'audit.disk-low' | 'audit.slow-disk' | 'results.not-kept';
  /** Of `audit.write-failed`. */
  readonly reason: OutageReason | null;
  /** RFC 3339. */
  readonly since: string;
  readonly message: string;
  /** What to do. It goes on by itself once that is done. */
  readonly help: string;
  /** Acts that were refused because of it, up to now. */
  readonly refusedActs: number;
};

export type HealthView = {
  /** The worst of the causes. */
  readonly state: 'ok' | 'degraded' | 'failed';
  readonly causes: readonly HealthCause[];
};

export const HEALTHY: HealthView = { state: 'ok', causes: [] };
