// Shows one task to others: its view, its events (progress at most twice a second), its last picture, its cancellation.
import type { CallContext } from '#engines/model/contract.ts';
import type { Clock } from '#executors/system/clock.ts';
import type {
  BrowserExecutionResult,
  Counts,
  QueuedView,
  StepView,
  SubtaskView,
  TaskResult,
  TaskStatus,
  TaskView,
} from '#gateway/protocol/views/task.ts';
import type { TaskEvent } from '#gateway/protocol/events.ts';
import type { Place } from '#gateway/protocol/place.ts';
import type { Recording } from '#gateway/protocol/recording.ts';
import type { IntentClass } from '#policy/language/vocabulary.ts';
import { noCounts } from '#gateway/boundary/task/task-state.ts';
import type { TaskState } from '#gateway/boundary/task/task-state.ts';
import { failure } from '#policy/language/failure.ts';
import type { Failure } from '#policy/language/failure.ts';
import { visible } from '#gateway/protocol/visible.ts';
import { AtMost } from '#gateway/tabs/queue/at-most.ts';
import type { Resource } from '#gateway/tabs/budget.ts';
import type { Recorder } from './recorder.ts';
import { Lane } from './lane.ts';
import { Questions } from '#gateway/tasks/questions/questions.ts';
import type { Asking, QuestionsParts } from '#gateway/tasks/questions/questions.ts';
import type { TabLife } from '#gateway/tabs/tab-state.ts';
import type { Timeline } from './timeline.ts';
import { UnknownClauses } from './unknown.ts';

/** Specification, section 09: the feed is told of progress at 2 Hz at most. */
const PROGRESS_INTERVAL_MS = 500;
const MAX_CLAUSE_CHARACTERS = 300;

export type Ended = Omit<
  TaskResult,
  'taskId' | 'intent' | 'intentClass' | 'steps' | 'durationMs' | 'counts' | 'files' | 'plan' | 'notUnderstood'
> & {
  readonly execution: BrowserExecutionResult | null;
};

type Shown = Pick<TaskState, 'origins' | 'lendings' | 'files' | 'stoppedActs'>;

export class Task {
  readonly id: string;
  readonly intent: string;
  readonly intentClass: IntentClass;
  /** Whose words the intent is, where it is an agent's; `null`: a person's. */
  readonly agent: string | null;
  /** What a proxy may know of every call of a model that it takes, whoever makes it: planner, navigator, reader, maker. */
  readonly calls: CallContext;
  /** Grows with the tabs that it has side by side. */
  stepLimit: number;
  readonly counts = noCounts();
  readonly done: Promise<TaskResult>;
  readonly questions: Questions;
  /** Clauses that its navigator does not understand. */
  readonly unknown = new UnknownClauses(() => this.questions.answered);
  readonly #controller = new AbortController();
  readonly #listeners = new Set<(event: TaskEvent) => void>();
  readonly #steps: StepView[] = [];
  readonly #startedAtMs: number;
  readonly #beganMs: number;
  readonly #clock: Clock;
  readonly #queued: () => QueuedView | null;
  readonly #resolve: (result: TaskResult) => void;
  #status: TaskStatus = 'QUEUED';
  #waited = false;
  /** The tab that moved last. */
  #lane: Lane | null = null;
  #timeline: Timeline | null = null;
  #step = 0;
  #endedAtMs: number | null = null;
  #result: TaskResult | null = null;
  #picture: Buffer | null = null;
  #pictured = '';
  #state: Shown | null = null;
  readonly #told: AtMost;
  readonly #over = new Set<Resource>();
  #recorder: Recorder | null = null;
  /** By tab that waits for its model. */
  readonly #troubles = new Map<Lane, Failure>();

  constructor(given: {
    id: string;
    intent: string;
    intentClass: IntentClass;
    agent?: string;
    /** A person waits for it in front of the screen. */
    foreground?: boolean;
    stepLimit: number;
    clock: Clock;
    /** Its place among those that wait. */
    queued: () => QueuedView | null;
    asking: Asking;
    note: QuestionsParts['note'];
  }) {
    this.id = given.id;
    this.intent = given.intent;
    this.intentClass = given.intentClass;
    this.agent = given.agent ?? null;
    this.stepLimit = given.stepLimit;
    this.calls = {
      taskId: given.id,
      priority: given.foreground === true ? 'foreground' : 'background',
    };
    this.#queued = given.queued;
    this.#clock = given.clock;
    this.#startedAtMs = given.clock.wallMs();
    this.#beganMs = given.clock.monotonicMs();
    this.#told = new AtMost(PROGRESS_INTERVAL_MS, given.clock.monotonicMs, () => {
      if (!this.ended) this.#emit({ type: 'task.progress', task: this.view() });
    });
    this.questions = new Questions({
      taskId: given.id,
      asking: given.asking,
      now: given.clock.wallMs,
      note: given.note,
      emit: (event) => this.#emit(event),
      waiting: (waiting) => this.setWaiting(waiting),
      signal: this.signal,
    });
    const { promise, resolve } = Promise.withResolvers<TaskResult>();
    this.done = promise;
    this.#resolve = resolve;
  }

  get signal(): AbortSignal {
    return this.#controller.signal;
  }

  get ended(): boolean {
    return this.#result !== null;
  }

  get picture(): Buffer | null {
    return this.#picture;
  }

  /** The address of the page on the picture. */
  get pictured(): string {
    return this.#pictured;
  }

  /** Ends the task within a second. `false` where it has ended already. */
  cancel(): boolean {
    if (this.ended) return false;
    this.#controller.abort(new DOMException('the task was cancelled', 'AbortError'));
    return true;
  }

  subscribe(listener: (event: TaskEvent) => void): () => void {
    this.#listeners.add(listener);
    return () => this.#listeners.delete(listener);
  }

  view(): TaskView {
    return {
      id: this.id,
      intent: this.intent,
      intentClass: this.intentClass,
      ...(this.agent === null ? {} : { agent: this.agent }),
      status: this.#status,
      queued: this.#status === 'QUEUED' ? this.#queued() : null,
      tabState: this.#lane?.state ?? 'IDLE',
      url: this.#lane?.url ?? null,
      step: this.#step,
      stepLimit: this.stepLimit,
      startedAt: new Date(this.#startedAtMs).toISOString(),
      endedAt: this.#endedAtMs === null ? null : new Date(this.#endedAtMs).toISOString(),
      steps: [...this.#steps],
      plan: this.#timeline?.view() ?? null,
      counts: this.#countsNow(),
      stopped: this.#state?.stoppedActs.views() ?? [],
      origins: this.#state?.origins.view() ?? { readable: [], writable: [] },
      lent: this.#state?.lendings.views(this.#endedAtMs) ?? [],
      files: [...(this.#state?.files ?? [])],
      over: [...this.#over],
      questions: this.questions.views(),
      ...(this.#trouble === null ? {} : { trouble: this.#trouble }),
      result: this.#result,
    };
  }

  /** Whose sets of origins and brought-in cookies the view shows from now on. */
  showState({ origins, lendings, files, stoppedActs }: Shown): void {
    // Not the whole of it: what its pages said is not kept for as long as the task is shown.
    this.#state = { origins, lendings, files, stoppedActs };
  }

  /** It waits for its tab. */
  showPlace({ place, of }: Place): void {
    if (this.#status !== 'QUEUED') return;
    // Whoever listens knows nothing of it until it has waited.
    if (!this.#waited) this.#emit({ type: 'task.progress', task: this.view() });
    this.#waited = true;
    this.#emit({ type: 'task.queued', taskId: this.id, place, of });
  }

  start(): void {
    this.#status = 'RUNNING';
    this.#emit({ type: 'task.started', task: this.view() });
  }

  setWaiting(waiting: boolean): void {
    if (this.ended) return;
    this.#status = waiting ? 'WAITING' : 'RUNNING';
    this.#progress();
  }

  /** A tab of its own. */
  lane(stepLimit: number): Lane {
    const lane = new Lane(this, stepLimit, this.#clock.monotonicMs);
    this.#lane = lane;
    return lane;
  }

  /** This tab moved: the view is of it. */
  show(lane: Lane): void {
    this.#lane = lane;
    this.#progress();
  }

  /** The model of this tab does not answer, and is waited for; `null`: it answers. */
  waitsForModel(lane: Lane, trouble: Failure | null): void {
    const before = this.#trouble;
    if (trouble === null) this.#troubles.delete(lane);
    else this.#troubles.set(lane, trouble);
    if (this.ended || before?.message === this.#trouble?.message) return;
    this.#emit({ type: 'task.trouble', taskId: this.id, trouble: this.#trouble });
    this.#progress();
  }

  get #trouble(): Failure | null {
    return [...this.#troubles.values()].at(-1) ?? null;
  }

  setPlan(timeline: Timeline): void {
    this.#timeline = timeline;
    this.#progress();
  }

  /** What a recording of it is made from. */
  keep(recorder: Recorder): void {
    this.#recorder = recorder;
  }

  /** Of a task that has ended; `null` before, and where it never got as far as a plan. */
  recording(): Recording | null {
    return this.#recorder === null || this.#result === null
      ? null
      : this.#recorder.recording(this.view(), this.#result);
  }

  subtaskChanged(subtask: SubtaskView, index: number, total: number): void {
    this.#emit({ type: 'task.subtask', taskId: this.id, subtask, index, total });
    this.#progress();
  }

  /** A call told a model more than the bound. */
  tokensOver(inputTokens: number, bound: number): void {
    this.#emit({ type: 'task.tokens', taskId: this.id, step: this.#step, inputTokens, bound });
  }

  /** Its tab takes too much. */
  flag(resources: readonly Resource[]): void {
    for (const resource of resources) this.#over.add(resource);
    this.#progress();
  }

  /** The states of the tab that moved last, for the log. */
  get tabHistory(): TabLife['history'] {
    return this.#lane?.history ?? [];
  }

  /** `url`: of the page that is on it, which need not be the one that the tab is at by now. */
  setPicture(jpeg: Buffer, url: string): void {
    this.#picture = jpeg;
    this.#pictured = url;
    this.#progress();
  }

  forgetPicture(): void {
    this.#picture = null;
  }

  beginStep(): number {
    this.#step += 1;
    return this.#step;
  }

  addStep(step: StepView): void {
    this.#steps.push(step);
    this.#emit({ type: 'task.step', taskId: this.id, step });
    this.#progress();
  }

  /** Whoever listens hears of it with the task's next view. */
  changeStep(was: StepView, is: StepView): void {
    const at = this.#steps.indexOf(was);
    if (at !== -1) this.#steps[at] = is;
  }

  end(how: Ended): TaskResult {
    this.#endedAtMs = this.#clock.wallMs();
    this.#told.end();
    this.#troubles.clear();
    this.#status = how.status;
    this.#lane?.end(
      how.status === 'DONE' || how.status === 'UNCONFIRMED'
        ? null
        : (how.error ?? failure('task.cancelled', 'the task ended')),
    );
    const result: TaskResult = Object.freeze({
      taskId: this.id,
      intent: this.intent,
      intentClass: this.intentClass,
      steps: this.#step,
      durationMs: Math.round(this.#clock.monotonicMs() - this.#beganMs),
      counts: this.#countsNow(),
      files: [...(this.#state?.files ?? [])],
      plan: this.#timeline?.view() ?? null,
      ...(this.unknown.words.length === 0
        ? {}
        : { notUnderstood: this.unknown.words.map((one) => visible(one, MAX_CLAUSE_CHARACTERS)) }),
      ...how,
      // How sure it is of an answer that is not there, nobody wants to know.
      confidence: how.answer === null ? null : how.confidence,
    });
    this.#result = result;
    this.#emit({ type: 'task.ended', task: this.view(), result });
    this.#resolve(result);
    return result;
  }

  #countsNow(): Counts {
    return { ...this.counts, stopped: this.#state?.stoppedActs.count ?? 0 };
  }

  #progress(): void {
    if (!this.ended) this.#told.changed();
  }

  #emit(event: TaskEvent): void {
    for (const listener of this.#listeners) listener(event);
  }
}
