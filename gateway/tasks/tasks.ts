// All tasks of a gateway: starting, queueing behind the tab limit, finding, ending.
import type { PictureKeeper } from '#gateway/vault/pictures/picture-keeper.ts';
import { HiddenWords, secretsOf } from './life/hidden-words.ts';
import { ThoughtBook } from './life/thought-book.ts';
import { PictureBook } from './life/picture-book.ts';
import { randomUUID } from 'node:crypto';
import type { Plan, Planner, Subtask } from '#engines/planner/contract.ts';
import { classifyIntent } from '#engines/planner/intent.ts';
import { intentClassOf, planSubtasks } from '#engines/planner/plan.ts';
import type { CachePolicy } from '#executors/contract/launcher.ts';
import type { LaunchPlan } from '#executors/contract/launch-plan.ts';
import { fail, failure, ok } from '#policy/language/failure.ts';
import type { Failure, Result } from '#policy/language/failure.ts';
import type { IntentClass, TabPolicy } from '#policy/language/vocabulary.ts';
import type { Config } from '#gateway/settings/config.ts';
import type { EnginesFor } from '#gateway/tasks/life/navigators.ts';
import { LIBRARY, nameOf } from '#gateway/boundary/task/principal.ts';
import type { Requester } from '#gateway/boundary/task/principal.ts';
import type { TaskEvent } from '#gateway/protocol/events.ts';
import type { QuestionCallback } from '#gateway/protocol/views/question.ts';
import type { Recording } from '#gateway/protocol/recording.ts';
import type { NavigatorName, TaskView } from '#gateway/protocol/views/task.ts';
import { Provenance } from '#gateway/boundary/provenance/provenance.ts';
import { createTaskContext } from '#gateway/boundary/task/context.ts';
import type { Secret } from '#gateway/boundary/task/context.ts';
import { untilAborted } from '#executors/system/until-aborted.ts';
import { NamedOrigins } from '#gateway/boundary/grants/named-origins.ts';
import { loggedClause } from './judging/clause-view.ts';
import { runTask } from './run.ts';
import type { RunParts } from './run.ts';
import type { Priority, Scheduler } from '#gateway/tabs/queue/scheduler.ts';
import { queueFull } from '#gateway/tabs/queue/place.ts';
import { lendable } from '#gateway/boundary/bringing/source.ts';
import { namedInIntent, siteName, webUrl, withStart } from '#gateway/boundary/task/starts.ts';
import type { Site } from '#gateway/boundary/task/starts.ts';
import { Task } from './life/task.ts';
import type { CookiesFrom } from './track/job.ts';

export type TasksParts = RunParts & {
  readonly sites: readonly Site[];
  readonly secrets: Readonly<Record<string, Secret>>;
  /** Of agents with tabs of their own. */
  readonly provenance: Provenance;
  readonly config: Config;
  /** Who plans and proposes for a task. */
  readonly engines: EnginesFor;
  /** `connect`: a running browser's endpoint; without it, what the gateway uses. */
  readonly plan: (asked: PlanAsked) => Promise<Result<LaunchPlan>>;
  readonly scheduler: Scheduler;
  /** `isLocal`: by the person's own choice it is nobody's business but this machine's. */
  readonly onEvent: (event: TaskEvent, isLocal: boolean) => void;
  /** Where pictures of tasks go. */
  readonly pictures: Pick<PictureKeeper, 'wants' | 'keep' | 'note' | 'think' | 'rethink'>;
};

export type PlanAsked = {
  readonly connect?: string;
  readonly taskId: string;
  readonly by: Requester;
  readonly signal: AbortSignal;
};

export type StartOptions = {
  readonly startUrl?: string;
  readonly approve?: 'ask' | 'deny';
  readonly signal?: AbortSignal;
  /** Who starts it, as the surface knows it; the same id never answers its questions. Default: a program in this process. */
  readonly by?: Requester;
  /** Whose words the intent and the start are; default the person's. An agent's name nothing, and explain nothing that is sent. */
  readonly author?: 'PERSON' | 'AGENT';
  /** Cookies to bring in before the first page, each asked for by a card of its own. */
  readonly cookies?: readonly CookiesFrom[];
  /** Phase-38 5.1 for this task; default: the settings'. */
  readonly tabPolicy?: TabPolicy;
  /** Endpoint of a running browser to be a guest in, or `auto`. */
  readonly connect?: string;
  /** `REFRESH`: nothing comes from the tab's own cache. */
  readonly cache?: CachePolicy;
  /** Default `BACKGROUND`. What a person waits for in front of the screen goes first. */
  readonly priority?: Priority;
  /** Default: the settings', and never more than they say. */
  readonly stepLimit?: number;
  /** Default: the settings'. */
  readonly navigator?: NavigatorName;
  /** Proposals come from it, on the same pages; `intent` is its own. */
  readonly replay?: Recording;
  /** `ask`: somebody sits at a surface that shows questions. Default: nobody does, and nothing waits for an answer. */
  readonly questions?: 'ask' | 'none';
  /** Answers in a person's place. */
  readonly onQuestion?: QuestionCallback;
  /** How long a question waits; default `QUESTION_SECONDS`. */
  readonly questionSeconds?: number;
};

const MAX_INTENT_CHARACTERS = 10_000;
/** Ended tasks that are kept to be looked at; the oldest go first. */
const MAX_ENDED_TASKS = 200;
/** Of these, so many keep their last picture. */
const MAX_PICTURES = 20;

export class Tasks {
  readonly #parts: TasksParts;
  readonly #tasks = new Map<string, Task>();
  readonly #running = new Set<Promise<void>>();
  #closing = false;

  constructor(parts: TasksParts) {
    this.#parts = parts;
  }

  find(id: string): Task | null {
    return this.#tasks.get(id) ?? null;
  }

  /** Newest first. */
  list(): readonly TaskView[] {
    return [...this.#tasks.values()].toReversed().map((task) => task.view());
  }

  /** A task that waits for a tab gets the next one. `false`: it waits for none. */
  first(id: string): boolean {
    return this.#parts.scheduler.first(id);
  }

  /**
   * Where a person's words lead: an address that they only want to see, or `null` where somebody has to do something. An address that
   * Ghost Tabs alone reach is none.
   */
  destinationOf(intent: string): { readonly intentClass: IntentClass; readonly address: string | null } {
    const { sites, hostMap } = this.#parts;
    const intentClass = intentClassOf(intent, sites, null);
    if (intentClass !== 'NAVIGATE') return { intentClass, address: null };
    const begun = withStart(planSubtasks(intent, sites, null), null, intent, sites);
    const start = begun.ok && begun.value.length === 1 ? (begun.value[0]?.startUrl ?? null) : null;
    const isMapped = start !== null && Object.hasOwn(hostMap, URL.parse(start)?.hostname ?? '');
    return { intentClass, address: isMapped ? null : start };
  }

  /** Starts a task, or queues it. Errors: `task.bad-intent`, `act.bad-url`, `act.bad-domain`, `gateway.closed`, `tab.queue-full`. */
  start(intent: string, options: StartOptions = {}): Result<Task> {
    if (this.#closing) return fail('gateway.closed', 'the gateway is closing');
    if (this.#parts.scheduler.full) return { ok: false, error: queueFull() };
    const text = intent.trim();
    if (text === '' || text.length > MAX_INTENT_CHARACTERS)
      return fail('task.bad-intent', `an intent has 1 to ${MAX_INTENT_CHARACTERS} characters`, {
        help: 'say what you want in a sentence, or give a URL',
      });
    const startUrl = options.startUrl === undefined ? null : webUrl(options.startUrl);
    if (startUrl !== null && !startUrl.ok) return startUrl;
    const cookies = lendable(options.cookies ?? []);
    if (!cookies.ok) return cookies;
    const id = `t-${randomUUID()}`;
    const by = options.by ?? LIBRARY;
    const task = new Task({
      id,
      intent: text,
      ...(options.author === 'AGENT' ? { agent: nameOf(by) } : {}),
      foreground: options.priority === 'FOREGROUND',
      intentClass: intentClassOf(text, this.#parts.sites, startUrl?.value ?? null),
      stepLimit: this.#stepLimit(options),
      clock: this.#parts.clock,
      queued: () => this.#parts.scheduler.placeOf(id),
      note: (event) => this.#parts.audit.append(event),
      asking: {
        attended: options.questions === 'ask',
        ...(options.onQuestion === undefined ? {} : { callback: options.onQuestion }),
        ...(options.questionSeconds === undefined ? {} : { seconds: options.questionSeconds }),
      },
    });
    this.#tasks.set(task.id, task);
    const isLocal = options.navigator === 'offline' || options.replay !== undefined;
    task.subscribe((event) => this.#parts.onEvent(event, isLocal));
    const cancel = (): boolean => task.cancel();
    options.signal?.addEventListener('abort', cancel, { once: true });
    if (options.signal?.aborted === true) task.cancel();
    const running = this.#whenFree(task, startUrl?.value ?? null, {
      ...options,
      cookies: cookies.value,
    }).finally(() => {
      this.#running.delete(running);
      this.#forgetOld();
      options.signal?.removeEventListener('abort', cancel);
    });
    this.#running.add(running);
    return ok(task);
  }

  /** Cancels every task at once, the last to come first, so that none begins meanwhile. Returns how many. */
  cancelAll(): number {
    return [...this.#tasks.values()].toReversed().filter((task) => task.cancel()).length;
  }

  /** Cancels everything and waits until every browser is gone. */
  async close(): Promise<void> {
    this.#closing = true;
    this.cancelAll();
    await Promise.all(this.#running);
  }

  #stepLimit({ stepLimit }: StartOptions): number {
    return Math.min(stepLimit ?? Infinity, this.#parts.config.stepLimit);
  }

  async #whenFree(task: Task, startUrl: string | null, options: StartOptions): Promise<void> {
    const slot = await this.#parts.scheduler.acquire(
      options.priority ?? 'BACKGROUND',
      task.signal,
      task.id,
      (place) => task.showPlace(place),
    );
    try {
      await this.#run(task, startUrl, options, slot?.waitedMs ?? null);
    } catch (thrown) {
      if (!task.ended)
        await this.#endEarly(
          task,
          failure('boundary.internal', 'the task could not be run', { cause: thrown }),
        );
    } finally {
      slot?.release();
    }
  }

  /** `waitedMs`: `null` for a task that was cancelled before its turn came. */
  async #run(
    task: Task,
    startUrl: string | null,
    options: StartOptions,
    waitedMs: number | null,
  ): Promise<void> {
    const { sites, audit } = this.#parts;
    task.start();
    const begun = await audit.append({
      type: 'task.started',
      taskId: task.id,
      requestId: null,
      who: task.agent ?? 'person',
      what: `start the task “${this.#logged(task)}”`,
      where: '',
      verdict: null,
      why: '',
      outcome: null,
      details: { intentClass: task.intentClass, startUrl, waitedMs },
    });
    if (!begun.ok) return this.#endEarly(task, begun.error);
    if (task.signal.aborted) return this.#endEarly(task, failure('task.cancelled', 'the task was cancelled'));
    // Where a task may begin without being asked about is read from the person's own words, never from a model's plan.
    const own = withStart(planSubtasks(task.intent, sites, startUrl), startUrl, task.intent, sites);
    if (!own.ok) return this.#endEarly(task, own.error);
    const engines = await this.#parts.engines(options);
    if (!engines.ok) return this.#endEarly(task, engines.error);
    const { navigator, planner, replay, reader } = engines.value;
    const work = await this.#planned(task, planner, startUrl, own.value);
    if (!work.ok) return this.#endEarly(task, work.error);
    const requestedBy = options.by ?? LIBRARY;
    const plan = await this.#parts.plan({
      taskId: task.id,
      by: requestedBy,
      signal: task.signal,
      ...(options.connect === undefined ? {} : { connect: options.connect }),
    });
    if (!plan.ok) return this.#endEarly(task, plan.error);
    // INVARIANT: an agent's words name no host, and what is made of them is nobody's word.
    const isAgents = task.agent !== null;
    const namedHosts = isAgents ? new Set<string>() : namedInIntent(task.intent, startUrl, sites);
    const context = createTaskContext({
      id: task.id,
      intent: task.intent,
      ...(isAgents ? { title: `a task of an agent’s (${requestedBy.id}): ${task.intent}` } : {}),
      requestedBy,
      initiator: isAgents ? 'CLIENT' : 'USER',
      executor: plan.value.executor,
      tabPolicy: options.tabPolicy ?? this.#parts.config.tabPolicy,
      namedHosts,
      hostMap: this.#parts.hostMap,
      peopleAndClock: this.#parts.peopleAndClock,
      secrets: this.#parts.secrets,
      // What it reads it tells its agent: they have one memory.
      provenance: isAgents
        ? this.#parts.provenance
        : new Provenance(task.intent, this.#parts.secrets, {
            agents: this.#parts.provenance,
            named: new NamedOrigins(namedHosts),
          }),
      approve: options.approve ?? 'ask',
      counts: task.counts,
      signal: task.signal,
    });
    context.state.lendings.endsAt(this.#parts.clock.wallMs() + this.#parts.config.timeoutSeconds * 1000);
    task.showState(context.state);
    const approved = await this.#parts.boundary.approvePlan(
      context,
      { kind: 'navigator', id: navigator.id },
      {
        parts: work.value.subtasks.map((part) => ({
          intent: part.intent,
          startUrl: part.startUrl,
          transacts: part.commits || classifyIntent(part.intent) === 'TRANSACT',
        })),
        author: work.value.by === 'offline' && !isAgents ? 'PERSON' : 'AGENT',
        stepLimit: this.#stepLimit(options),
      },
      task.signal,
    );
    if (!approved.ok) {
      context.state.grants.end();
      return this.#endEarly(task, approved.error);
    }
    const run = runTask(this.#parts, {
      task,
      context,
      plan: plan.value,
      ...(options.cache === undefined ? {} : { cache: options.cache }),
      navigator,
      ...(reader === undefined ? {} : { reader }),
      ...(replay === undefined ? {} : { replay }),
      work: work.value,
      startUrl,
      cookies: options.cookies ?? [],
      timeoutSeconds: this.#parts.config.timeoutSeconds,
      stepLimit: this.#stepLimit(options),
      siteName: (url) => siteName(url, sites),
      pictures: new PictureBook({
        taskId: task.id,
        keeper: this.#parts.pictures,
        wallMs: this.#parts.clock.wallMs,
      }),
      thoughts: new ThoughtBook({
        taskId: task.id,
        keeper: this.#parts.pictures,
        secrets: this.#parts.secrets,
        words: task.intent,
        wallMs: this.#parts.clock.wallMs,
      }),
    });
    // What a person allowed it ends with it.
    await run.finally(() => context.state.grants.end());
    await this.#noteEnd(task);
  }

  /** By the planner that was asked for; what it cannot start anywhere begins where the person's own words do. */
  async #planned(
    task: Task,
    planner: Planner,
    startUrl: string | null,
    own: readonly Subtask[],
  ): Promise<Result<Plan>> {
    const { sites } = this.#parts;
    const asked = { intent: task.intent, sites, startUrl, of: task.calls };
    let plan: Plan;
    try {
      plan = await untilAborted(planner.plan(asked, task.signal), task.signal);
    } catch (thrown) {
      return task.signal.aborted
        ? fail('task.cancelled', 'the task was cancelled')
        : fail('boundary.internal', 'the task could not be planned', { cause: thrown });
    }
    // The same plan as the person's own words give, or one that a model made of them.
    if (plan.by === 'offline') return ok({ ...plan, subtasks: own });
    if (plan.by === 'replay') return ok(plan);
    const [first, ...rest] = plan.subtasks;
    if (first === undefined) return ok({ ...plan, subtasks: own });
    const begins = startUrl ?? first.startUrl ?? own[0]?.startUrl ?? null;
    return ok({ ...plan, subtasks: [{ ...first, startUrl: begins }, ...rest] });
  }

  async #endEarly(task: Task, error: Failure): Promise<void> {
    const status =
      error.code === 'task.cancelled'
        ? 'CANCELLED'
        : error.code === 'policy.not-loaded' || error.code === 'boundary.denied'
          ? 'DENIED'
          : error.code.startsWith('consent.')
            ? 'CONSENT_REFUSED'
            : 'FAILED';
    task.end({
      status,
      answer: null,
      facts: [],
      sources: [],
      confidence: null,
      usage: [],
      evidence: [],
      tokens: null,
      looks: { taken: 0, reused: 0 },
      error,
      execution: null,
    });
    await this.#noteEnd(task);
  }

  /** Its order, without what is said in it as a secret. */
  #logged({ intent }: Task): string {
    return new HiddenWords(secretsOf({ secrets: this.#parts.secrets, words: intent })).withoutValues(intent);
  }

  async #noteEnd(task: Task): Promise<void> {
    const result = await task.done;
    await this.#parts.audit.append({
      type: 'task.ended',
      taskId: task.id,
      requestId: null,
      who: 'gateway',
      what: `end the task “${this.#logged(task)}”`,
      where: '',
      verdict: null,
      why: result.error?.code ?? '',
      outcome: result.status,
      details: {
        steps: result.steps,
        counts: result.counts,
        sources: result.sources,
        evidence: result.evidence.map(loggedClause),
        finalState: result.execution?.final_state ?? null,
        subtasks: (result.plan?.subtasks ?? []).map(({ id, status, attempts, verified }) => ({
          id,
          status,
          attempts,
          verified,
        })),
      },
    });
  }

  #forgetOld(): void {
    const ended = [...this.#tasks.values()].filter((task) => task.ended);
    for (const task of ended.slice(0, Math.max(0, ended.length - MAX_PICTURES))) task.forgetPicture();
    for (const task of ended.slice(0, Math.max(0, ended.length - MAX_ENDED_TASKS)))
      this.#tasks.delete(task.id);
  }
}
