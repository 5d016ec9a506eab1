// Waits for a place among the tabs on a caller's behalf. INVARIANT: nobody waits without limit: there is a place, the caller
// leaves, or a typed refusal says why.
import type { Place } from '#gateway/protocol/place.ts';
import { fail, failure, ok } from '#policy/language/failure.ts';
import type { Failure, Result } from '#policy/language/failure.ts';
import type { Priority, Scheduler, Slot } from './scheduler.ts';
import { MAX_QUEUED } from './scheduler.ts';

export const WAIT_SECONDS = 120;

export type Wait = {
  readonly priority: Priority;
  /** By which the queue's views name it. */
  readonly taskId: string;
  /** Default `WAIT_SECONDS`. */
  readonly seconds?: number | undefined;
  /** Told the place as it changes. */
  readonly onPlace?: ((place: Place) => void) | undefined;
};

/** Errors: `tab.queue-full`, `tab.none-free`, `task.cancelled`. */
export async function waitForPlace(
  scheduler: Scheduler,
  wait: Wait,
  signal: AbortSignal,
): Promise<Result<Slot>> {
  if (scheduler.full) return { ok: false, error: queueFull() };
  const late = new AbortController();
  const seconds = wait.seconds ?? WAIT_SECONDS;
  const timer = setTimeout(() => late.abort(), seconds * 1_000);
  const given = wait.onPlace ?? null;
  let last: Place | null = null;
  const onPlace = (place: Place): void => {
    last = place;
    given?.(place);
  };
  const slot = await scheduler.acquire(
    wait.priority,
    AbortSignal.any([signal, late.signal]),
    wait.taskId,
    onPlace,
  );
  clearTimeout(timer);
  if (slot !== null) return ok(slot);
  if (signal.aborted) return fail('task.cancelled', 'the tab was given up while it waited for its turn');
  return fail('tab.none-free', `no tab became free within ${seconds} seconds`, {
    help: 'close one (`ghost tabs`, `ghost close`), wait longer (`--wait SECONDS`), or allow more (`maxTabs` in config.yaml)',
    ...(last === null ? {} : { details: { place: last } }),
  });
}

export const queueFull = (): Failure =>
  failure('tab.queue-full', `${MAX_QUEUED} tasks and tabs wait already`, {
    help: 'wait until some of them had their turn, then ask again',
  });
