// Runs subtasks one after another in one Ghost Tab: launch, attempts, verification, checkpoint, and a fresh tab if one is lost.
// INVARIANT: every act goes through the boundary; at the end the tab is killed and its profile deleted, whatever happened.
import type { Navigator } from '#engines/navigator/contract.ts';
import type { Collection, Subtask } from '#engines/planner/contract.ts';
import type { TableReader } from '#engines/reader/reader.ts';
import type { CachePolicy } from '#executors/contract/launcher.ts';
import type { GhostTab } from '#executors/contract/tab.ts';
import type { PageSnapshot } from '#executors/contract/snapshot.ts';
import type { LaunchPlan } from '#executors/contract/launch-plan.ts';
import { digestOf } from '#executors/contract/authorization.ts';
import { fail, failure } from '#policy/language/failure.ts';
import type { Failure, Result } from '#policy/language/failure.ts';
import { watchBudget } from '#gateway/tabs/budget.ts';
import type { Resource } from '#gateway/tabs/budget.ts';
import type { TaskContext } from '#gateway/boundary/task/context.ts';
import { Execution } from './life/execution.ts';
import type { Interruption } from './life/interruption.ts';
import type { Lane } from './life/lane.ts';
import { collectRows, rowsInWords } from './loop/collect.ts';
import { ModelTrouble } from './loop/model-trouble.ts';
import { Prefetch } from './loop/prefetch.ts';
import { Progress } from './loop/progress.ts';
import { stringsIn } from './loop/strings-in.ts';
import type { PictureBook, PictureLane } from './life/picture-book.ts';
import type { Recorder } from './life/recorder.ts';
import { Recovery } from './loop/recovery.ts';
import { Sight } from './loop/sight.ts';
import { takeSteps } from './loop/steps.ts';
import type { StepsParts } from './loop/steps.ts';
import { beginTab, endTab } from '#gateway/tabs/tab-life.ts';
import type { TabParts } from '#gateway/tabs/tab-life.ts';
import type { Task } from './life/task.ts';
import { Tiers } from './loop/tiers.ts';
import type { Timeline } from './life/timeline.ts';
import { whereabouts } from './loop/refusal-for-navigator.ts';
import { isVerified } from './judging/verification.ts';
import { arrivedAt, rowsOf } from './judging/clause-view.ts';
import { Checker } from './judging/checker.ts';
import { Worker, isRefusal } from './life/worker.ts';

export type TrackParts = TabParts;

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
};

export class Track {
  readonly progress = new Progress();
  readonly execution: Execution;
  readonly #parts: TrackParts;
  readonly #job: TrackJob;
  readonly #lane: Lane;
  readonly #recovery: Recovery;
  readonly #tiers: Tiers;
  readonly #ahead = new Prefetch();
  readonly #checker: Checker;
  readonly #pictures: PictureLane;
  #steps: StepsParts | null = null;
  #unwatch = (): void => undefined;

  constructor(parts: TrackParts, job: TrackJob, lane: Lane, targetUrl: string | null) {
    const { task, context, plan, timeoutSeconds } = job;
    this.#parts = parts;
    this.#job = job;
    this.#lane = lane;
    this.#pictures = job.pictures.lane();
    this.#recovery = new Recovery(parts.audit, task.id);
    this.#tiers = new Tiers(job.navigator);
    this.#checker = new Checker(job.navigator);
    this.execution = new Execution(
      {
        request_id: task.id,
        browser_type: plan.executor,
        target_url: targetUrl ?? 'about:blank',
        actions: [],
        timeout_seconds: timeoutSeconds,
        capture_screenshot: true,
        capture_dom: true,
        context_hash: digestOf({ intent: task.intent, flags: plan.flags, named: [...context.namedHosts] }),
      },
      parts.clock.monotonicMs,
    );
  }

  /** The subtasks in order, on a fresh tab where one was lost; the failure that ended it, or `null`. */
  async run(subtasks: readonly Subtask[]): Promise<Failure | null> {
    const left = [...subtasks];
    try {
      return await this.#run(left);
    } catch (thrown) {
      // What was not decided on is not told, whatever went wrong.
      this.#forget(left[0] ?? null);
      throw thrown;
    }
  }

  async #run(left: Subtask[]): Promise<Failure | null> {
    for (;;) {
      const failed = await this.#goOn(left);
      if (failed === null) return null;
      const end = this.#job.interruption.aborted ? this.#stopped() : await this.#recovery.after(failed);
      const [current] = left;
      if (end !== null) {
        return current === undefined ? end : this.#endOf(current, end);
      }
      if (current !== undefined) this.#job.recorder.restart(current.id);
      await this.#closeTab();
      this.#lane.lose(failed);
      this.progress.backToMark();
    }
  }

  /** Why the task is stopped; where it waited for its model until then, that is said. */
  #stopped(): Failure {
    const stopped = this.#job.interruption.failure;
    return this.#steps?.trouble.endedBy(stopped) ?? stopped;
  }

  /** The last look and picture of a track that came to its end. */
  async capture(): Promise<void> {
    const steps = this.#steps;
    if (steps === null || this.#job.interruption.aborted) return;
    this.execution.enter('CAPTURING');
    const seen = await steps.sight.look();
    if (!this.progress.hasAnswer) {
      this.progress.answered(whereabouts(steps.tab.document()), 1);
      await this.#tell(steps, null);
    }
    if (seen.ok) this.execution.captured({ dom: JSON.stringify(seen.value.nodes) });
    await steps.worker.picture();
  }

  /** Resolves when nothing of the track runs any more; `cleanup` resolves once its profile is deleted and its end is logged. */
  async end(error: Failure | null): Promise<{ readonly cleanup: Promise<void> }> {
    // A browser never ran: nothing is to be terminated.
    if (this.execution.state === 'PENDING') {
      this.execution.enter('COMPLETED');
      this.#lane.end(error);
      return { cleanup: Promise.resolve() };
    }
    this.execution.enter('TERMINATING');
    const tab = this.#steps?.tab ?? null;
    const closed = this.#closeTab();
    // A canceller waits only until nothing runs any more; deleting the profile and logging it follow the answer.
    if (this.#job.task.signal.aborted && tab !== null) await Promise.race([tab.kill(), closed]);
    else await closed;
    this.execution.enter('COMPLETED');
    this.#lane.end(error);
    return { cleanup: closed };
  }

  async #goOn(left: Subtask[]): Promise<Failure | null> {
    const opened = await this.#open();
    if (!opened.ok) return opened.error;
    const { tab } = opened.value;
    for (let subtask = left[0]; subtask !== undefined; subtask = left[0]) {
      const failed = await this.#attempts(opened.value, subtask);
      if (failed !== null) return failed;
      left.shift();
      this.#recovery.subtaskDone(tab.document().url);
      this.progress.mark();
    }
    return null;
  }

  /** One subtask, and once more where what failed it may pass: no other one is run again. */
  async #attempts(steps: StepsParts, subtask: Subtask): Promise<Failure | null> {
    const { timeline, interruption } = this.#job;
    this.#lane.begin(subtask.id);
    for (;;) {
      timeline.begin(subtask.id);
      const failed = await this.#attempt(steps, subtask);
      if (failed === null) return null;
      if (interruption.aborted) return interruption.failure;
      const again = await this.#recovery.again(failed);
      if (!again.ok) return again.error;
      if (!again.value)
        return failed.code === 'task.unverified' ? this.#unverified(steps, subtask, failed) : failed;
      this.#job.recorder.restart(subtask.id);
      this.progress.backToMark();
    }
  }

  async #attempt(steps: StepsParts, subtask: Subtask): Promise<Failure | null> {
    const failed = await this.#subtask(steps, subtask);
    if (failed !== null) return failed;
    if (subtask.collects !== undefined) {
      const unread = await this.#collect(steps, subtask, subtask.collects);
      if (unread !== null) return unread;
    }
    const { type, condition } = subtask.verification;
    const looks = type === 'URL' || type === 'TEXT';
    const looked: Result<PageSnapshot | null> = looks ? await steps.sight.look() : { ok: true, value: null };
    if (!looked.ok) return looked.error;
    const { facts, answer } = this.progress.sinceMark;
    const verified = isVerified(subtask.verification, looked.value, facts);
    if (verified === false)
      return failure('task.unverified', UNSEEN[type](condition), {
        help: 'look at the page, or say what the outcome should be',
      });
    const untold = await this.#tell(steps, subtask);
    if (untold !== null) return untold;
    this.#job.timeline.complete(subtask.id, { url: steps.tab.document().url, answer, verified });
    return null;
  }

  async #collect({ worker, tab }: StepsParts, subtask: Subtask, wanted: Collection): Promise<Failure | null> {
    const { reader, task, interruption } = this.#job;
    const { signal } = interruption;
    const asked = collectRows(
      worker,
      wanted,
      reader === undefined
        ? null
        : {
            reader,
            of: task.calls,
            spent: (usage) => this.progress.spent(usage),
            signal,
          },
    );
    const read = await asked.catch((thrown: unknown) =>
      fail('navigator.failed', 'the model gave no answer', { cause: thrown }),
    );
    if (interruption.aborted) return interruption.failure;
    if (!read.ok) return read.error;
    this.progress.collected(read.value, rowsInWords(read.value));
    this.progress.settled([rowsOf(wanted.query, tab.document(), read.value)]);
    return null;
  }

  /** What was read and rests on nothing that stood on a page stays what it is: the navigator's claim. */
  async #unverified(steps: StepsParts, subtask: Subtask, failed: Failure): Promise<Failure | null> {
    const { answer } = this.progress.sinceMark;
    if (subtask.verification.type !== 'FACT' || answer === null) return failed;
    const untold = await this.#tell(steps, subtask);
    if (untold !== null) return untold;
    this.#job.timeline.complete(subtask.id, { url: steps.tab.document().url, answer, verified: false });
    return null;
  }

  /** What came of the part is told only where the policy lets it: else it is as if nothing had been read. `null`: it may be told. */
  async #tell(
    { worker, tab }: StepsParts,
    subtask: Subtask | null,
    words: readonly string[] = [],
  ): Promise<Failure | null> {
    const { said, read, sources } = this.progress.untold;
    if (said.length + read.length + words.length === 0) return null;
    const here = tab.document().url;
    const told = await worker
      .tell({ said: [...said, ...words], read, sources: [here, ...sources] })
      .catch((thrown: unknown) =>
        fail('boundary.internal', 'whether this may be told could not be decided', { cause: thrown }),
      );
    if (told.ok) return null;
    this.#forget(subtask);
    return told.error;
  }

  #forget(subtask: Subtask | null): void {
    this.progress.backToMark();
    if (subtask !== null) this.#job.recorder.restart(subtask.id);
  }

  /** Also of a part that failed: what it had read, and what its end says of pages. */
  async #endOf(subtask: Subtask, failed: Failure): Promise<Failure> {
    const steps = this.#steps;
    const words = OUR_OWN.test(failed.code) ? [] : stringsIn(failed);
    const untold = steps === null ? null : await this.#tell(steps, subtask, words);
    const end = untold !== null && words.length > 0 ? untold : failed;
    this.#failed(subtask, end);
    return end;
  }

  #failed(subtask: Subtask, error: Failure): void {
    this.#job.timeline.fail(subtask.id, error, {
      url: this.#lane.url,
      answer: this.progress.sinceMark.answer,
    });
  }

  /** One subtask, from its start page to its answer. */
  async #subtask({ worker, sight }: StepsParts, subtask: Subtask): Promise<Failure | null> {
    const { task, context } = this.#job;
    const from = subtask.startUrl ?? this.#recovery.from;
    if (from !== null) {
      this.execution.enter('NAVIGATING');
      // A start that a planning model chose and the person did not name is the navigator's act, and so is going back.
      const named = subtask.startUrl !== null && context.named.has(from);
      const { result } = await (named ? worker.begin({ type: 'NAVIGATE', url: from }) : worker.resume(from));
      if (!result.ok) {
        if (result.error.code === 'act.navigation-failed') this.execution.abort('NAVIGATION_DENIED');
        return result.error;
      }
    }
    this.execution.enter('EXECUTING');
    if (task.intentClass === 'NAVIGATE') return this.#arrive(sight);
    return takeSteps(this.#opened(), subtask);
  }

  /** The answer of "go there": where it arrived. */
  async #arrive(sight: Sight): Promise<Failure | null> {
    const looked = await sight.look();
    if (!looked.ok) return looked.error;
    const { status, document } = looked.value;
    if (status !== null && status >= 400)
      return failure('act.navigation-failed', `\`${document.url}\` answered with status ${status}`);
    this.progress.answered(whereabouts(document), 1);
    this.progress.settled([arrivedAt(this.#job.task.intent, document)]);
    return null;
  }

  /** The tab that there is, or one that is ready or is launched. */
  async #open(): Promise<Result<StepsParts>> {
    if (this.#steps !== null) return { ok: true, value: this.#steps };
    const { context, interruption, navigator, task } = this.#job;
    const { boundary, clock } = this.#parts;
    const launched = await beginTab(
      this.#parts,
      context,
      context.requestedBy,
      this.#job,
      interruption.signal,
    );
    if (!launched.ok) {
      if (isRefusal(launched.error.code)) this.execution.deny('CAPABILITY_DENIED');
      else this.execution.abort('CRASH');
      return launched;
    }
    const tab: GhostTab = launched.value;
    this.#unwatch = watchBudget(this.#parts, task.id, tab, (over) => this.#isOver(over));
    if (this.execution.state === 'PENDING') {
      this.execution.enter('VALIDATED');
      this.execution.enter('INITIALIZING');
    }
    const worker = new Worker(
      {
        boundary,
        lane: this.#lane,
        context,
        execution: this.execution,
        navigator: { kind: 'navigator', id: navigator.id },
        signal: interruption.signal,
        wallMs: clock.wallMs,
        pictures: this.#pictures,
      },
      tab,
    );
    const seeing = {
      worker,
      tab,
      context,
      lane: this.#lane,
      progress: this.progress,
      recovery: this.#recovery,
      interruption,
    };
    this.#steps = {
      ...seeing,
      task,
      sight: new Sight(seeing),
      tiers: this.#tiers,
      ahead: this.#ahead,
      checker: this.#checker,
      recorder: this.#job.recorder,
      trouble: new ModelTrouble({
        interruption,
        show: (trouble) => task.waitsForModel(this.#lane, trouble),
        note: (what, why) => this.#recovery.note(what, why),
      }),
      monotonicMs: clock.monotonicMs,
    };
    const unlent = await this.#borrow(worker);
    return unlent === null ? { ok: true, value: this.#steps } : { ok: false, error: unlent };
  }

  /** Signs the tab in with what the person said may be lent. What is refused, or not there, the task goes on without. */
  async #borrow(worker: Worker): Promise<Failure | null> {
    const { lendings } = this.#job.context.state;
    for (const from of this.#job.cookies) {
      if (lendings.wasWithheld(from)) continue;
      const { result, consent } = await worker.begin({ type: 'COOKIE_PASSTHROUGH', ...from });
      if (result.ok) continue;
      const stops = consent !== null && consent.state !== 'GRANTED' && consent.stopTask;
      const isMissing = result.error.code === 'act.not-signed-in';
      if (stops || !(isMissing || isRefusal(result.error.code))) return result.error;
      lendings.withhold(from, isMissing ? 'EMPTY' : 'REFUSED', this.#parts.clock.wallMs());
    }
    return null;
  }

  #opened(): StepsParts {
    if (this.#steps === null) throw new Error('the tab is open while a subtask runs');
    return this.#steps;
  }

  async #closeTab(): Promise<void> {
    const tab = this.#steps?.tab;
    this.#steps = null;
    this.#unwatch();
    if (tab !== undefined) await endTab(tab, this.#parts, this.#job.context, { states: this.#lane.history });
  }

  #isOver(resources: readonly Resource[]): void {
    this.#job.task.flag(resources);
    const { over, seconds } = this.#parts.budget;
    if (over !== 'kill') return;
    this.#job.interruption.stop(
      failure(
        'browser.over-budget',
        `the Ghost Tab took more than its budget of ${resources.join(' and ')} for ${seconds} s`,
        { help: 'raise `budget` in config.yaml, or set `budget.over` to `flag`' },
      ),
    );
  }
}

/** Ends that hold no word of a page or of a navigator. */
const OUR_OWN =
  /^(?:browser|audit|authorization|boundary|consent|policy|config)\.|^task\.(?:cancelled|step-limit|timed-out)$/u;

const UNSEEN = {
  URL: (condition: string) => `the page that stands there is not on \`${condition}\``,
  TEXT: (condition: string) => `the page does not say \`${condition}\``,
  FACT: (condition: string) => `nothing that stands on a page was found for \`${condition}\``,
  NONE: () => 'the outcome was not seen',
} as const;
