// The clocks of this machine: one for durations, one for people and dates, and the time of a permission.
// INVARIANT: whoever sets the wall clock makes no wait shorter and no permission live longer.

/** Both in milliseconds; tests hand in their own. */
export type Clock = {
  /** Only grows, from any beginning; stands still while the machine sleeps (Linux). For every duration. */
  readonly monotonicMs: () => number;
  /** Since 1970; may be set, forwards and backwards. For people, and for dates of what outlives the process. */
  readonly wallMs: () => number;
};

export const systemClock: Clock = {
  monotonicMs: () => performance.now(),
  wallMs: () => Date.now(),
};

/** What the two clocks may drift apart before it counts as a jump: slewing, and the time between the two readings. */
const DRIFT_MS = 1_000;

/**
 * Time for what somebody may do for a while: never less than what passed by either clock. It grows as the monotonic clock does; where
 * the wall clock goes forward beside it (the machine slept, or the clock was set), that counts as well, so that a leave of two minutes
 * is over after a night's sleep. A clock that is set back takes nothing off.
 */
export function permissionTime({ monotonicMs, wallMs }: Clock = systemClock): () => number {
  let apart = wallMs() - monotonicMs();
  let leapt = 0;
  return () => {
    const monotonic = monotonicMs();
    const change = wallMs() - monotonic - apart;
    if (Math.abs(change) > DRIFT_MS) {
      apart += change;
      leapt += Math.max(0, change);
    }
    return monotonic + leapt;
  };
}
