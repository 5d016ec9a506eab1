// Runs subtasks that need nothing of each other, each in a Ghost Tab of its own: as many at once as there are places.
// INVARIANT: the task's own place is always used, so that tasks that wait for each other's places cannot block one another.
import type { Subtask } from '#engines/planner/contract.ts';
import { failure } from '#policy/language/failure.ts';
import type { Failure } from '#policy/language/failure.ts';
import { belongsTo } from '#policy/acts/storage-acts.ts';
import { branchOf } from '#gateway/boundary/task/context.ts';
import type { Scheduler } from '#gateway/tabs/queue/scheduler.ts';
import { Track } from './track/track.ts';
import type { TabParts } from '#gateway/tabs/tab-life.ts';
import type { CookiesFrom, TrackJob } from './track/job.ts';

export type Branch = { readonly subtask: Subtask; readonly track: Track; readonly failed: Failure | null };

/** In the order of the plan. A part that fails does not end the others. */
export async function sideBySide(
  parts: TabParts & { readonly scheduler: Pick<Scheduler, 'acquire'> },
  job: TrackJob,
  group: readonly Subtask[],
  stepLimit: number,
  onCleanup: (cleanup: Promise<void>) => void,
): Promise<readonly Branch[]> {
  const left = [...group];
  const ended = new Map<string, Branch>();
  const noMore = new AbortController();
  const work = async (): Promise<void> => {
    for (let subtask = left.shift(); subtask !== undefined; subtask = left.shift()) {
      if (left.length === 0) noMore.abort();
      const branch = await inItsOwnTab(parts, job, subtask, stepLimit, onCleanup);
      ended.set(subtask.id, branch);
    }
  };
  const besides = async (): Promise<void> => {
    const signal = AbortSignal.any([noMore.signal, job.interruption.signal]);
    const slot = await parts.scheduler.acquire('BACKGROUND', signal);
    try {
      if (slot !== null) await work();
    } finally {
      slot?.release();
    }
  };
  await Promise.all([work(), ...group.slice(1).map(() => besides())]);
  return group.flatMap(({ id }) => ended.get(id) ?? []);
}

/** A tab is signed in to the site that it is for, where that is known: for where it does not go, nobody is asked. */
const cookiesAt = (cookies: readonly CookiesFrom[], startUrl: string | null): readonly CookiesFrom[] =>
  startUrl === null
    ? cookies
    : cookies.filter(({ domain }) => belongsTo(URL.parse(startUrl)?.hostname ?? '', domain));

async function inItsOwnTab(
  parts: TabParts,
  job: TrackJob,
  subtask: Subtask,
  stepLimit: number,
  onCleanup: (cleanup: Promise<void>) => void,
): Promise<Branch> {
  const lane = job.task.lane(stepLimit);
  const own = { ...job, context: branchOf(job.context), cookies: cookiesAt(job.cookies, subtask.startUrl) };
  const track = new Track(parts, own, lane, subtask.startUrl);
  let failed: Failure | null;
  try {
    failed = await track.run([subtask]);
    if (failed === null) await track.capture();
  } catch (thrown) {
    failed = failure('boundary.internal', 'a part of the task ended because of an unexpected error', {
      cause: thrown,
    });
  }
  onCleanup((await track.end(failed)).cleanup);
  return { subtask, track, failed };
}
