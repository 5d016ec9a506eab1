// The Ghost Tab of a track: launched when it is first needed, signed in with what was lent, watched over its budget, closed.
// INVARIANT: at the end the tab is killed and its profile deleted, whatever happened.
import type { GhostTab } from '#executors/contract/tab.ts';
import { failure, ok } from '#policy/language/failure.ts';
import type { Failure, Result } from '#policy/language/failure.ts';
import { watchBudget } from '#gateway/tabs/budget.ts';
import type { Resource } from '#gateway/tabs/budget.ts';
import { beginTab, endTab } from '#gateway/tabs/tab-life.ts';
import type { TabParts } from '#gateway/tabs/tab-life.ts';
import { Checker } from '#gateway/tasks/judging/checker.ts';
import type { Execution } from '#gateway/tasks/life/execution.ts';
import type { Lane } from '#gateway/tasks/life/lane.ts';
import type { PictureLane } from '#gateway/tasks/life/picture-book.ts';
import type { ThoughtLane } from '#gateway/tasks/life/thought-book.ts';
import { Worker, isRefusal } from '#gateway/tasks/life/worker.ts';
import { ModelTrouble } from '#gateway/tasks/loop/model-trouble.ts';
import { Prefetch } from '#gateway/tasks/loop/prefetch.ts';
import type { Progress } from '#gateway/tasks/loop/progress.ts';
import type { Recovery } from '#gateway/tasks/loop/recovery.ts';
import { Sight } from '#gateway/tasks/loop/sight.ts';
import type { StepsParts } from '#gateway/tasks/loop/steps.ts';
import { Tiers } from '#gateway/tasks/loop/tiers.ts';
import type { TrackJob } from './job.ts';

type Of = {
  readonly parts: TabParts;
  readonly job: TrackJob;
  readonly lane: Lane;
  readonly execution: Execution;
  readonly progress: Progress;
  readonly recovery: Recovery;
};

export class TrackTab {
  readonly #of: Of;
  readonly #tiers: Tiers;
  readonly #ahead = new Prefetch();
  readonly #checker: Checker;
  readonly #pictures: PictureLane;
  readonly #thoughts: ThoughtLane;
  #steps: StepsParts | null = null;
  #unwatch = (): void => undefined;

  constructor(of: Of) {
    this.#of = of;
    this.#tiers = new Tiers(of.job.navigator);
    this.#checker = new Checker(of.job.navigator);
    this.#pictures = of.job.pictures.lane();
    this.#thoughts = of.job.thoughts.lane(of.job.navigator.id);
  }

  /** What takes steps in it; `null` while there is no tab. */
  get steps(): StepsParts | null {
    return this.#steps;
  }

  /** The tab that there is, or one that is ready or is launched. */
  async open(): Promise<Result<StepsParts>> {
    if (this.#steps !== null) return ok(this.#steps);
    const { parts, job, execution } = this.#of;
    const { context, interruption } = job;
    const launched = await beginTab(parts, context, context.requestedBy, job, interruption.signal);
    if (!launched.ok) {
      if (isRefusal(launched.error.code)) execution.deny('CAPABILITY_DENIED');
      else execution.abort('CRASH');
      return launched;
    }
    this.#unwatch = watchBudget(parts, job.task.id, launched.value, (over) => this.#isOver(over));
    if (execution.state === 'PENDING') {
      execution.enter('VALIDATED');
      execution.enter('INITIALIZING');
    }
    this.#steps = this.#stepsIn(launched.value);
    const unlent = await this.#borrow(this.#steps.worker);
    return unlent === null ? ok(this.#steps) : { ok: false, error: unlent };
  }

  async close(): Promise<void> {
    const { parts, job, lane } = this.#of;
    const tab = this.#steps?.tab;
    this.#steps = null;
    this.#unwatch();
    if (tab !== undefined) await endTab(tab, parts, job.context, { states: lane.history });
  }

  #stepsIn(tab: GhostTab): StepsParts {
    const { parts, job, lane, execution, progress, recovery } = this.#of;
    const { boundary, clock } = parts;
    const { context, interruption, navigator, recorder, task } = job;
    const worker = new Worker(
      {
        boundary,
        lane,
        context,
        execution,
        navigator: { kind: 'navigator', id: navigator.id },
        signal: interruption.signal,
        wallMs: clock.wallMs,
        pictures: this.#pictures,
        thoughts: this.#thoughts,
      },
      tab,
    );
    const seeing = { worker, tab, context, lane, progress, recovery, interruption };
    return {
      ...seeing,
      task,
      sight: new Sight(seeing),
      tiers: this.#tiers,
      ahead: this.#ahead,
      checker: this.#checker,
      recorder,
      thoughts: this.#thoughts,
      trouble: new ModelTrouble({
        interruption,
        show: (trouble) => task.waitsForModel(lane, trouble),
        note: (what, why) => recovery.note(what, why),
      }),
      monotonicMs: clock.monotonicMs,
    };
  }

  /** Signs the tab in with what the person said may be lent. What is refused, or not there, the task goes on without. */
  async #borrow(worker: Worker): Promise<Failure | null> {
    const { parts, job } = this.#of;
    const { lendings } = job.context.state;
    for (const from of job.cookies) {
      if (lendings.wasWithheld(from)) continue;
      const { result, consent } = await worker.begin({ type: 'COOKIE_PASSTHROUGH', ...from });
      if (result.ok) continue;
      const stops = consent !== null && consent.state !== 'GRANTED' && consent.stopTask;
      const isMissing = result.error.code === 'act.not-signed-in';
      if (stops || !(isMissing || isRefusal(result.error.code))) return result.error;
      lendings.withhold(from, isMissing ? 'EMPTY' : 'REFUSED', parts.clock.wallMs());
    }
    return null;
  }

  #isOver(resources: readonly Resource[]): void {
    const { parts, job } = this.#of;
    job.task.flag(resources);
    const { over, seconds } = parts.budget;
    if (over !== 'kill') return;
    job.interruption.stop(
      failure(
        'browser.over-budget',
        `the Ghost Tab took more than its budget of ${resources.join(' and ')} for ${seconds} s`,
        { help: 'raise `budget` in config.yaml, or set `budget.over` to `flag`' },
      ),
    );
  }
}
