// Runs one task from its plan to its result: parts in order in one Ghost Tab, the parts of a group each in a tab of its own.
// INVARIANT: nothing of a task runs after its end; the result holds what was found until then, however the task ended.
import type { Plan, Subtask } from '#engines/planner/contract.ts';
import { mergeAnswers } from '#engines/planner/merge.ts';
import { failure } from '#policy/language/failure.ts';
import type { Failure } from '#policy/language/failure.ts';
import { merged } from './life/execution.ts';
import { unknownClauses } from './judging/unknown-clauses.ts';
import { leftOut } from './judging/left-out.ts';
import { Interruption } from './life/interruption.ts';
import { Progress } from './loop/progress.ts';
import { Recorder } from './life/recorder.ts';
import type { Replay } from './life/replay.ts';
import type { Scheduler } from '#gateway/tabs/queue/scheduler.ts';
import { sideBySide } from './side-by-side.ts';
import type { Branch } from './side-by-side.ts';
import type { Ended } from './life/task.ts';
import { Timeline } from './life/timeline.ts';
import { Track } from './track/track.ts';
import type { TabParts } from '#gateway/tabs/tab-life.ts';
import type { TrackJob } from './track/job.ts';
import { isRefusal } from './life/worker.ts';

export type RunParts = TabParts & { readonly scheduler: Pick<Scheduler, 'acquire'> };

/** What its tracks are given, but for what the run itself makes of it. */
export type Job = Omit<TrackJob, 'timeline' | 'interruption' | 'recorder'> & {
  readonly work: Plan;
  /** Where the person said to begin. */
  readonly startUrl: string | null;
  /** The navigator, where it is a recording's. */
  readonly replay?: Replay;
  /** Of one tab. */
  readonly stepLimit: number;
  /** How the person knows a site: a bookmark's name, else its host. */
  readonly siteName: (url: string | null) => string;
};

/** Runs one task to its end. Never rejects. Resolves when its tabs and their profiles are gone. */
export async function runTask(parts: RunParts, job: Job): Promise<void> {
  await new Run(parts, job).toTheEnd();
}

/** Subtasks that stand in one row: of no group, or all of the same one. */
type Stage = { readonly group: string | null; readonly subtasks: readonly Subtask[] };

class Run {
  readonly #parts: RunParts;
  readonly #job: Job;
  readonly #track: TrackJob;
  readonly #progress = new Progress();
  readonly #tracks: Track[] = [];
  readonly #cleanups: Promise<void>[] = [];
  readonly #recorder: Recorder;
  #main: Track | null = null;
  /** Answers of it that are in the result. */
  #told = 0;

  constructor(parts: RunParts, job: Job) {
    const { task, work, timeoutSeconds } = job;
    this.#parts = parts;
    this.#job = job;
    const timeline = new Timeline(work, parts.clock.wallMs, (subtask, index, total) =>
      task.subtaskChanged(subtask, index, total),
    );
    task.setPlan(timeline);
    task.unknown.set(unknownClauses(task.intent, work, job.navigator));
    this.#recorder = new Recorder({
      navigator: job.navigator.id,
      startUrl: job.startUrl,
      plan: work.subtasks,
      words: task.intent,
      secrets: job.context.secrets,
    });
    task.keep(this.#recorder);
    this.#track = {
      ...job,
      timeline,
      interruption: new Interruption(task, timeoutSeconds),
      recorder: this.#recorder,
    };
    this.#progress.spent(work.usage);
  }

  async toTheEnd(): Promise<void> {
    let failed: Failure | null;
    try {
      failed = await this.#stages();
      if (failed === null) await this.#main?.capture();
    } catch (thrown) {
      failed = failure('boundary.internal', 'the task ended because of an unexpected error', {
        cause: thrown,
      });
    }
    if (this.#main !== null) {
      this.#cleanups.push((await this.#main.end(failed)).cleanup);
      this.#answersOf(this.#main);
      this.#progress.take(this.#main.progress);
    }
    this.#job.pictures.end(this.#job.task.end(this.#ended(failed)));
    await Promise.all(this.#cleanups);
    this.#track.interruption[Symbol.dispose]();
  }

  async #stages(): Promise<Failure | null> {
    for (const { group, subtasks } of stagesOf(this.#job.work.subtasks)) {
      const failed = group === null ? await this.#inOrder(subtasks) : await this.#atOnce(subtasks);
      if (failed !== null) return failed;
    }
    return null;
  }

  async #inOrder(subtasks: readonly Subtask[]): Promise<Failure | null> {
    const { task } = this.#job;
    this.#main ??= this.#keep(
      new Track(this.#parts, this.#track, task.lane(this.#limit), subtasks[0]?.startUrl ?? null),
    );
    const failed = await this.#main.run(subtasks);
    this.#answersOf(this.#main);
    return failed;
  }

  /** In the order of the plan, also where parts side by side stand between. */
  #answersOf({ progress: { answers } }: Track): void {
    for (const answer of answers.slice(this.#told)) this.#progress.answered(answer, 1);
    this.#told = answers.length;
  }

  async #atOnce(group: readonly Subtask[]): Promise<Failure | null> {
    const { task, context, siteName } = this.#job;
    task.stepLimit += this.#limit * (group.length - 1);
    const branches = await sideBySide(this.#parts, this.#track, group, this.#limit, (cleanup) =>
      this.#cleanups.push(cleanup),
    );
    for (const { track } of branches) {
      this.#keep(track);
      this.#progress.take(track.progress);
    }
    const answer = mergeAnswers(
      context.intent,
      branches.map(({ subtask, track, failed }: Branch) => ({
        site: siteName(subtask.startUrl),
        answer: failed === null ? track.progress.answer : null,
        facts: track.progress.facts,
      })),
    );
    if (answer !== null) this.#progress.answered(answer, 1);
    return branches.find(({ failed }) => failed !== null)?.failed ?? null;
  }

  get #limit(): number {
    return this.#job.stepLimit;
  }

  #keep(track: Track): Track {
    this.#tracks.push(track);
    return track;
  }

  #ended(failed: Failure | null): Ended {
    const { interruption } = this.#track;
    const { replay, work } = this.#job;
    const error =
      failed === null || replay === undefined || replay.departed === null
        ? failed
        : failure('task.departed', `the pages are not what they were at step ${replay.departed.step}`, {
            cause: replay.departed.why,
            help: 'run the task anew, and export that run',
          });
    // What no part of the plan was for is no part of what was done.
    if (error === null)
      this.#progress.settled(leftOut(this.#job.task.intent, work, this.#job.task.view().url));
    const status = this.#statusFor(error);
    return {
      status,
      error: status === 'CANCELLED' ? interruption.failure : error,
      ...this.#progress.result(this.#job.task.view().url),
      ...(work.shows === undefined ? {} : { shows: work.shows }),
      tokens: this.#progress.tokens,
      looks: this.#progress.looks,
      ...(replay === undefined
        ? {}
        : { replay: { drifted: [...replay.drifted], departed: replay.departed } }),
      execution: merged(this.#tracks.map(({ execution }) => execution.result())),
    };
  }

  /** Whether the effect of every clause was seen, and there is one: a task is not done because somebody says so. */
  get #isSeen(): boolean {
    const { clauses } = this.#progress;
    return clauses.length > 0 && clauses.every(({ outcome }) => outcome === 'SEEN');
  }

  #statusFor(error: Failure | null): Ended['status'] {
    if (error === null)
      return this.#isSeen && this.#job.task.unknown.words.length === 0 ? 'DONE' : 'UNCONFIRMED';
    if (this.#job.task.signal.aborted) return 'CANCELLED';
    if (error.code.startsWith('consent.')) return 'CONSENT_REFUSED';
    return isRefusal(error.code) ? 'DENIED' : 'FAILED';
  }
}

function stagesOf(subtasks: readonly Subtask[]): readonly Stage[] {
  const stages: { group: string | null; subtasks: Subtask[] }[] = [];
  for (const subtask of subtasks) {
    const last = stages.at(-1);
    if (last?.group === subtask.group) last.subtasks.push(subtask);
    else stages.push({ group: subtask.group, subtasks: [subtask] });
  }
  return stages;
}
