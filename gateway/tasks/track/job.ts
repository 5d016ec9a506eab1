// What a track is given. It is the same for all tracks of a task.
import type { Navigator } from '#engines/navigator/contract.ts';
import type { TableReader } from '#engines/reader/reader.ts';
import type { CachePolicy } from '#executors/contract/launcher.ts';
import type { LaunchPlan } from '#executors/contract/launch-plan.ts';
import type { TaskContext } from '#gateway/boundary/task/context.ts';
import type { Interruption } from '#gateway/tasks/life/interruption.ts';
import type { PictureBook } from '#gateway/tasks/life/picture-book.ts';
import type { ThoughtBook } from '#gateway/tasks/life/thought-book.ts';
import type { Recorder } from '#gateway/tasks/life/recorder.ts';
import type { Task } from '#gateway/tasks/life/task.ts';
import type { Timeline } from '#gateway/tasks/life/timeline.ts';

/** Cookies of one domain, from a source by its name. */
export type CookiesFrom = { readonly domain: string; readonly source: string };

export type TrackJob = {
  readonly task: Task;
  readonly context: TaskContext;
  readonly navigator: Navigator;
  /** Reads pages that we cannot read as a table. */
  readonly reader?: TableReader;
  readonly plan: LaunchPlan;
  readonly cache?: CachePolicy;
  readonly cookies: readonly CookiesFrom[];
  readonly timeoutSeconds: number;
  readonly timeline: Timeline;
  readonly interruption: Interruption;
  readonly recorder: Recorder;
  readonly pictures: PictureBook;
  readonly thoughts: ThoughtBook;
};
