// The run loop: start a Ghost Tab, then look → propose → act, until the navigator is done, is stopped, or the steps are used up.
// INVARIANT: every act goes through the boundary; at the end the tab is killed and its profile gone, whatever happened.
import type { Navigator, Observation, Subtask } from '#engines/navigator/contract.ts';
import type { CachePolicy, GhostTab, LaunchPlan, PageSnapshot } from '#executors/contract.ts';
import { digestOf } from '#executors/authorization.ts';
import { failure } from '#policy/failure.ts';
import type { Failure, Result } from '#policy/failure.ts';
import { visible } from '#gateway/words.ts';
import { watchBudget } from './budget.ts';
import type { Resource } from './budget.ts';
import type { TaskContext } from './context.ts';
import { Execution } from './execution.ts';
import { observationOf } from './observation.ts';
import { Prefetch } from './prefetch.ts';
import { Progress } from './progress.ts';
import { actsOf, parseProposal } from './proposal.ts';
import { Recovery } from './recovery.ts';
import { isBlocked, refusalOf, refusedBy, whereabouts } from './told.ts';
import { beginTab, endTab } from './tab-life.ts';
import type { TabParts } from './tab-life.ts';
import type { Ended, Task } from './task.ts';
import { Tiers } from './tiers.ts';
import { Worker, isRefusal } from './worker.ts';

export type RunParts = TabParts & {
  readonly navigator: Navigator;
  readonly now: () => number;
};

/** Cookies of one domain, from a source by its name. */
export type CookiesFrom = { readonly domain: string; readonly source: string };

export type Job = {
  readonly task: Task;
  readonly context: TaskContext;
  readonly plan: LaunchPlan;
  readonly cache?: CachePolicy;
  readonly subtasks: readonly Subtask[];
  readonly cookies: readonly CookiesFrom[];
  readonly timeoutSeconds: number;
};

/** How often a task goes back from a page that was blocked. */
const RETURNS = 3;

type Last = { readonly error: Failure | null; readonly refusal: Observation['refusal'] };
type Stepped = { readonly kind: 'END'; readonly failure: Failure | null } | ({ readonly kind: 'ON' } & Last);

/** Runs one task to its end. Never rejects. */
export async function runTask(parts: RunParts, job: Job): Promise<void> {
  await new Run(parts, job).toTheEnd();
}

class Run {
  readonly #parts: RunParts;
  readonly #job: Job;
  readonly #task: Task;
  readonly #execution: Execution;
  readonly #progress = new Progress();
  readonly #ahead = new Prefetch();
  readonly #signal: AbortSignal;
  readonly #recovery: Recovery;
  readonly #tiers: Tiers;
  readonly #stop = new AbortController();
  #stopped: Failure | null = null;
  #unwatch = (): void => undefined;
  /** What is left of a tab whose task has its answer. */
  #behind: Promise<void> = Promise.resolve();
  #tab: GhostTab | null = null;
  #returns = 0;

  constructor(parts: RunParts, job: Job) {
    const { task, context, plan, subtasks, timeoutSeconds } = job;
    this.#parts = parts;
    this.#job = job;
    this.#task = task;
    this.#recovery = new Recovery(parts.audit, task.id);
    this.#tiers = new Tiers(parts.navigator);
    this.#signal = AbortSignal.any([
      task.signal,
      this.#stop.signal,
      AbortSignal.timeout(timeoutSeconds * 1000),
    ]);
    this.#execution = new Execution(
      {
        request_id: task.id,
        browser_type: plan.executor,
        target_url: subtasks[0]?.startUrl ?? 'about:blank',
        actions: [],
        timeout_seconds: timeoutSeconds,
        capture_screenshot: true,
        capture_dom: true,
        context_hash: digestOf({ intent: task.intent, flags: plan.flags, named: [...context.namedHosts] }),
      },
      parts.now,
    );
  }

  async toTheEnd(): Promise<void> {
    let how: Omit<Ended, 'execution'>;
    try {
      how = this.#ended(await this.#live());
    } catch (thrown) {
      how = this.#ended(
        failure('boundary.internal', 'the task ended because of an unexpected error', { cause: thrown }),
      );
    }
    await this.#cleanUp();
    this.#task.end({ ...how, execution: this.#execution.result() });
    await this.#behind;
  }

  /** From launch to capture, on a fresh tab where one was lost; the failure that ended it, or `null`. */
  async #live(): Promise<Failure | null> {
    for (;;) {
      const failed = await this.#inOneTab();
      if (failed === null) return null;
      if (this.#signal.aborted) return this.#interrupted();
      const end = await this.#recovery.after(failed);
      if (end !== null) return end;
      await this.#endTab();
      this.#task.loseTab(failed);
      this.#progress.backToMark();
    }
  }

  /** What is left of the task, in one tab. */
  async #inOneTab(): Promise<Failure | null> {
    const { boundary, navigator, now } = this.#parts;
    const { context, subtasks } = this.#job;
    const launched = await beginTab(this.#parts, context, context.requestedBy, this.#job, this.#signal);
    if (!launched.ok) {
      if (isRefusal(launched.error.code)) this.#execution.deny('CAPABILITY_DENIED');
      else this.#execution.abort('CRASH');
      return launched.error;
    }
    this.#tab = launched.value;
    this.#unwatch = watchBudget(this.#parts, this.#task.id, launched.value, (over) => this.#isOver(over));
    if (this.#execution.state === 'PENDING') {
      this.#execution.enter('VALIDATED');
      this.#execution.enter('INITIALIZING');
    }
    const worker = new Worker(
      {
        boundary,
        task: this.#task,
        context,
        execution: this.#execution,
        navigator: { kind: 'navigator', id: navigator.id },
        signal: this.#signal,
        now,
      },
      launched.value,
    );
    for (const from of this.#job.cookies) {
      const { result } = await worker.begin({ type: 'COOKIE_PASSTHROUGH', ...from });
      if (!result.ok) return result.error;
    }
    for (const subtask of subtasks.slice(this.#recovery.done)) {
      const failed = await this.#subtask(worker, subtask);
      if (failed !== null) return failed;
      this.#recovery.subtaskDone(launched.value.document().url);
      this.#progress.mark();
    }
    this.#execution.enter('CAPTURING');
    const seen = await worker.look({ type: 'SNAPSHOT' });
    if (!this.#progress.hasAnswer) this.#progress.answered(whereabouts(launched.value.document()), 1);
    if (seen.ok && seen.value.kind === 'SNAPSHOT')
      this.#execution.captured({ dom: JSON.stringify(seen.value.snapshot.nodes) });
    await worker.picture();
    return null;
  }

  /** One subtask, from its start page to its answer. */
  async #subtask(worker: Worker, subtask: Subtask): Promise<Failure | null> {
    const from = subtask.startUrl ?? this.#recovery.from;
    if (from !== null) {
      this.#execution.enter('NAVIGATING');
      const { result } = await (subtask.startUrl === null
        ? worker.resume(from)
        : worker.begin({ type: 'NAVIGATE', url: from }));
      if (!result.ok) {
        if (result.error.code === 'act.navigation-failed') this.#execution.abort('NAVIGATION_DENIED');
        return result.error;
      }
    }
    this.#execution.enter('EXECUTING');
    if (this.#task.intentClass === 'NAVIGATE' && this.#job.subtasks.length === 1) return this.#arrive(worker);
    let last: Last = { error: null, refusal: null };
    while (this.#task.view().step < this.#task.stepLimit) {
      const looked = await this.#look(worker);
      if (!looked.ok) return looked.error;
      const stepped = await this.#step(worker, subtask, observationOf(looked.value, last));
      if (stepped.kind === 'END') return stepped.failure;
      last = stepped;
    }
    return failure('task.step-limit', `not done after ${this.#task.stepLimit} steps`, {
      help: 'say it in smaller parts, or name the page to start from',
    });
  }

  /** One proposal and its acts. */
  async #step(worker: Worker, subtask: Subtask, observation: Observation): Promise<Stepped> {
    const step = this.#task.beginStep();
    this.#task.setTab('INFERRING');
    const { secrets, intent } = this.#job.context;
    const here = Object.entries(secrets).flatMap(([name, { origin }]) =>
      origin === observation.origin ? [name] : [],
    );
    const memory = this.#progress.memory({
      intent,
      subtask: subtask.intent,
      secrets: here,
      step,
      stepLimit: this.#task.stepLimit,
    });
    this.#ahead.during(this.#tab, observation, subtask.intent);
    const answered = await this.#tiers
      .propose(observation, memory, () => worker.viewport(), this.#signal)
      .then(parseProposal, (thrown: unknown): Result<never> => ({
        ok: false,
        error: failure('navigator.failed', 'the navigator gave no answer', { cause: thrown }),
      }));
    if (this.#signal.aborted) return { kind: 'END', failure: this.#interrupted() };
    if (!answered.ok) return { kind: 'END', failure: answered.error };
    const proposal = answered.value;
    this.#progress.learned(proposal);
    if (proposal.action === 'DONE') {
      this.#progress.answered(proposal.text, proposal.confidence);
      return { kind: 'END', failure: null };
    }
    if (proposal.action === 'FAILED') {
      this.#progress.doubted(proposal.confidence);
      return {
        kind: 'END',
        failure:
          this.#progress.lastRefusal ??
          failure('navigator.needs-help', visible(proposal.text ?? proposal.reasoning, 500)),
      };
    }
    const acts = actsOf(proposal, observation.nodes);
    if (!acts.ok) {
      this.#progress.remember(observation, proposal, 'failed', acts.error.message);
      return { kind: 'ON', error: acts.error, refusal: null };
    }
    for (const action of acts.value) {
      const performed = await worker.propose(action, proposal);
      const { result, what } = performed;
      this.#recovery.acted(performed);
      const error = result.ok ? refusedBy(result.value) : result.error;
      if (error === null) continue;
      const stop = this.#stopping(error);
      this.#progress.remember(
        observation,
        proposal,
        isRefusal(error.code) ? 'refused' : 'failed',
        error.message,
      );
      if (stop !== null) return { kind: 'END', failure: stop };
      return isRefusal(error.code)
        ? { kind: 'ON', error: null, refusal: refusalOf(error, result.ok ? error.message : what) }
        : { kind: 'ON', error, refusal: null };
    }
    this.#progress.remember(observation, proposal, 'done', '');
    return { kind: 'ON', error: null, refusal: null };
  }

  /** The failure that a failed act ends the task with, or `null` where the navigator may try something else. */
  #stopping(error: Failure): Failure | null {
    if (this.#job.context.stopped !== null) return this.#job.context.stopped;
    if (isRefusal(error.code) && !this.#signal.aborted) return this.#progress.refused(error) ? error : null;
    if (this.#signal.aborted) return this.#interrupted();
    return error.code.startsWith('browser.') ||
      error.code.startsWith('audit.') ||
      error.code.startsWith('authorization.')
      ? error
      : null;
  }

  async #look(worker: Worker): Promise<Result<PageSnapshot>> {
    if (this.#signal.aborted) return { ok: false, error: this.#interrupted() };
    const { stopped } = this.#job.context;
    if (stopped !== null) return { ok: false, error: stopped };
    let looked = await worker.look({ type: 'SNAPSHOT' });
    // A page that waits for a person's answer answers to nothing; the second look waits with it.
    if (!looked.ok && looked.error.code === 'act.timed-out') looked = await worker.look({ type: 'SNAPSHOT' });
    // A page that led itself to where it may not go: back to what stood there, which is an act like any other.
    if (isBlocked(looked) && this.#returns < RETURNS) {
      this.#returns += 1;
      const back = await worker.begin({ type: 'BACK' });
      if (back.result.ok) looked = await worker.look({ type: 'SNAPSHOT' });
    }
    if (!looked.ok) return looked;
    if (looked.value.kind !== 'SNAPSHOT')
      return { ok: false, error: failure('boundary.internal', 'a snapshot gave something else') };
    const { snapshot } = looked.value;
    this.#progress.saw(snapshot);
    this.#task.setPage(snapshot.document.url);
    return { ok: true, value: snapshot };
  }

  /** The answer of "go there": where it arrived. */
  async #arrive(worker: Worker): Promise<Failure | null> {
    const looked = await this.#look(worker);
    if (!looked.ok) return looked.error;
    const { status, document } = looked.value;
    if (status !== null && status >= 400)
      return failure('act.navigation-failed', `\`${document.url}\` answered with status ${status}`);
    this.#progress.answered(whereabouts(document), 1);
    return null;
  }

  async #cleanUp(): Promise<void> {
    // A browser never ran: nothing is to be terminated.
    if (this.#execution.state === 'PENDING') {
      this.#execution.enter('COMPLETED');
      return;
    }
    this.#execution.enter('TERMINATING');
    await this.#endTab();
    this.#execution.enter('COMPLETED');
  }

  async #endTab(): Promise<void> {
    const tab = this.#tab;
    this.#tab = null;
    this.#unwatch();
    if (tab === null) return;
    const closed = endTab(tab, this.#parts.audit, this.#task.id, this.#task.tabHistory);
    if (!this.#task.signal.aborted) return closed;
    // Whoever cancelled waits until nothing runs any more; the profile and its entry follow the answer.
    this.#behind = closed;
    await Promise.race([tab.kill(), closed]);
  }

  #isOver(resources: readonly Resource[]): void {
    this.#task.flag(resources);
    const { over, seconds } = this.#parts.budget;
    if (over !== 'kill') return;
    this.#stopped ??= failure(
      'browser.over-budget',
      `the Ghost Tab took more than its budget of ${resources.join(' and ')} for ${seconds} s`,
      { help: 'raise `budget` in config.yaml, or set `budget.over` to `flag`' },
    );
    this.#stop.abort();
  }

  #interrupted(): Failure {
    if (this.#stopped !== null) return this.#stopped;
    if (this.#task.signal.aborted) return failure('task.cancelled', 'the task was cancelled');
    return failure('act.timed-out', `the task took longer than its ${this.#job.timeoutSeconds} s`, {
      help: 'raise `timeoutSeconds` in config.yaml',
    });
  }

  #ended(error: Failure | null): Omit<Ended, 'execution'> {
    const status = this.#statusFor(error);
    return {
      status,
      error: status === 'CANCELLED' ? this.#interrupted() : error,
      ...this.#progress.result(this.#task.view().url),
    };
  }

  #statusFor(error: Failure | null): Ended['status'] {
    if (error === null) return 'DONE';
    if (this.#task.signal.aborted) return 'CANCELLED';
    if (error.code.startsWith('consent.')) return 'CONSENT_REFUSED';
    return isRefusal(error.code) ? 'DENIED' : 'FAILED';
  }
}
