// Runs subtasks one after another in one Ghost Tab: launch, attempts, verification, checkpoint, and a fresh tab if one is lost.
// INVARIANT: every act goes through the boundary; at the end the tab is killed and its profile deleted, whatever happened.
import type { Collection, Subtask } from '#engines/planner/contract.ts';
import { digestOf } from '#executors/contract/authorization.ts';
import type { PageSnapshot } from '#executors/contract/snapshot.ts';
import { fail, failure, ok } from '#policy/language/failure.ts';
import type { Failure, Result } from '#policy/language/failure.ts';
import type { TabParts } from '#gateway/tabs/tab-life.ts';
import { arrivedAt, rowsOf } from '#gateway/tasks/judging/clause-view.ts';
import { isVerified } from '#gateway/tasks/judging/verification.ts';
import { Execution } from '#gateway/tasks/life/execution.ts';
import type { Lane } from '#gateway/tasks/life/lane.ts';
import { collectRows, rowsInWords } from '#gateway/tasks/loop/collect.ts';
import { Progress } from '#gateway/tasks/loop/progress.ts';
import { Recovery } from '#gateway/tasks/loop/recovery.ts';
import { whereabouts } from '#gateway/tasks/loop/refusal-for-navigator.ts';
import type { Sight } from '#gateway/tasks/loop/sight.ts';
import { takeSteps } from '#gateway/tasks/loop/steps.ts';
import type { StepsParts } from '#gateway/tasks/loop/steps.ts';
import type { TrackJob } from './job.ts';
import { Teller } from './telling.ts';
import { TrackTab } from './track-tab.ts';

export class Track {
  readonly progress = new Progress();
  readonly execution: Execution;
  readonly #job: TrackJob;
  readonly #lane: Lane;
  readonly #recovery: Recovery;
  readonly #tab: TrackTab;
  readonly #teller: Teller;

  constructor(parts: TabParts, job: TrackJob, lane: Lane, targetUrl: string | null) {
    const { task, context, plan, timeoutSeconds } = job;
    this.#job = job;
    this.#lane = lane;
    this.#recovery = new Recovery(parts.audit, task.id);
    this.#teller = new Teller(this.progress, job.recorder);
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
    const { execution, progress } = this;
    this.#tab = new TrackTab({ parts, job, lane, execution, progress, recovery: this.#recovery });
  }

  /** The subtasks in order, on a fresh tab where one was lost; the failure that ended it, or `null`. */
  async run(subtasks: readonly Subtask[]): Promise<Failure | null> {
    const left = [...subtasks];
    try {
      return await this.#run(left);
    } catch (thrown) {
      // What was not decided on is not told, whatever went wrong.
      this.#teller.forget(left[0] ?? null);
      throw thrown;
    }
  }

  async #run(left: Subtask[]): Promise<Failure | null> {
    for (;;) {
      const failed = await this.#goOn(left);
      if (failed === null) return null;
      const end = this.#job.interruption.aborted ? this.#stopped() : await this.#recovery.after(failed);
      const [current] = left;
      if (end !== null) return current === undefined ? end : this.#failed(current, end);
      if (current !== undefined) this.#job.recorder.restart(current.id);
      await this.#tab.close();
      this.#lane.lose(failed);
      this.progress.backToMark();
    }
  }

  /** Why the task is stopped; where it waited for its model until then, that is said. */
  #stopped(): Failure {
    const stopped = this.#job.interruption.failure;
    return this.#tab.steps?.trouble.endedBy(stopped) ?? stopped;
  }

  /** The last look and picture of a track that came to its end. */
  async capture(): Promise<void> {
    const { steps } = this.#tab;
    if (steps === null || this.#job.interruption.aborted) return;
    this.execution.enter('CAPTURING');
    const seen = await steps.sight.look();
    if (!this.progress.hasAnswer) {
      this.progress.answered(whereabouts(steps.tab.document()), 1);
      await this.#teller.tell(steps, null);
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
    const tab = this.#tab.steps?.tab ?? null;
    const closed = this.#tab.close();
    // A canceller waits only until nothing runs any more; deleting the profile and logging it follow the answer.
    if (this.#job.task.signal.aborted && tab !== null) await Promise.race([tab.kill(), closed]);
    else await closed;
    this.execution.enter('COMPLETED');
    this.#lane.end(error);
    return { cleanup: closed };
  }

  async #goOn(left: Subtask[]): Promise<Failure | null> {
    const opened = await this.#tab.open();
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
    const looked: Result<PageSnapshot | null> = looks ? await steps.sight.look() : ok(null);
    if (!looked.ok) return looked.error;
    const { facts, answer } = this.progress.sinceMark;
    const verified = isVerified(subtask.verification, looked.value, facts);
    if (verified === false)
      return failure('task.unverified', UNSEEN[type](condition), {
        help: 'look at the page, or say what the outcome should be',
      });
    const untold = await this.#teller.tell(steps, subtask);
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
    const untold = await this.#teller.tell(steps, subtask);
    if (untold !== null) return untold;
    this.#job.timeline.complete(subtask.id, { url: steps.tab.document().url, answer, verified: false });
    return null;
  }

  /** Its end: what the part had read, and what its failure says of pages, are told where they may be. */
  async #failed(subtask: Subtask, failed: Failure): Promise<Failure> {
    const end = await this.#teller.endOf(this.#tab.steps, subtask, failed);
    this.#job.timeline.fail(subtask.id, end, {
      url: this.#lane.url,
      answer: this.progress.sinceMark.answer,
    });
    return end;
  }

  /** One subtask, from its start page to its answer. */
  async #subtask(steps: StepsParts, subtask: Subtask): Promise<Failure | null> {
    const { task, context } = this.#job;
    const { worker, sight } = steps;
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
    return takeSteps(steps, subtask);
  }

  /** The answer of "go there": where it arrived. */
  async #arrive(sight: Sight): Promise<Failure | null> {
    const looked = await sight.look();
    if (!looked.ok) return looked.error;
    const { status, document } = looked.value;
    if (status !== null && status >= 400)
      return failure('act.navigation-failed', `\`${document.url}\` answered with status ${status}`, {
        help: mendOf(status),
      });
    this.progress.answered(whereabouts(document), 1);
    this.progress.settled([arrivedAt(this.#job.task.intent, document)]);
    return null;
  }
}

/** Of an answer that is an error. */
function mendOf(status: number): string {
  if (status >= 500) return 'the server has trouble of its own: try again later';
  if (status === 401 || status === 403) return 'it wants somebody who is signed in there, or lets nobody in';
  return status === 429
    ? 'it was asked too often: try again later'
    : 'look at the address; a search on the site’s first page may find what moved';
}

const UNSEEN = {
  URL: (condition: string) => `the page that stands there is not on \`${condition}\``,
  TEXT: (condition: string) => `the page does not say \`${condition}\``,
  FACT: (condition: string) => `nothing that stands on a page was found for \`${condition}\``,
  NONE: () => 'the outcome was not seen',
} as const;
