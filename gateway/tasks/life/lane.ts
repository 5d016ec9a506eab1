// Shows one tab of a task to others: its state, its page, its steps. INVARIANT: an illegal step of its state throws.
import type { StepView } from '#gateway/protocol/views/task.ts';
import type { Failure } from '#policy/language/failure.ts';
import type { GhostTabState } from '#policy/language/vocabulary.ts';
import { TabLife } from '#gateway/tabs/tab-state.ts';

/** The task that a tab is of, as far as the tab tells it something. */
type LaneOwner = {
  readonly beginStep: () => number;
  readonly addStep: (step: StepView) => void;
  readonly changeStep: (was: StepView, is: StepView) => void;
  readonly show: (lane: Lane) => void;
  readonly setPicture: (jpeg: Buffer, url: string) => void;
};

export class Lane {
  readonly #task: LaneOwner;
  readonly #now: () => number;
  /** Steps that this tab may take. */
  readonly stepLimit: number;
  #life: TabLife;
  #taken = 0;
  #step = 0;
  #isUnused = false;
  #url: string | null = null;
  #subtask: string | null = null;
  #last: StepView | null = null;

  constructor(task: LaneOwner, stepLimit: number, now: () => number) {
    this.#task = task;
    this.#now = now;
    this.stepLimit = stepLimit;
    this.#life = new TabLife(now);
  }

  get state(): GhostTabState {
    return this.#life.state;
  }

  get history(): TabLife['history'] {
    return this.#life.history;
  }

  get url(): string | null {
    return this.#url;
  }

  /** The part of the plan that it is at. */
  get subtask(): string | null {
    return this.#subtask;
  }

  /** The number of the step at hand, among all of the task's. */
  get step(): number {
    return this.#step;
  }

  /** No step is left. */
  get usedUp(): boolean {
    return this.#taken >= this.stepLimit;
  }

  begin(subtask: string): void {
    this.#subtask = subtask;
  }

  beginStep(): number {
    this.#taken += 1;
    this.#step = this.#isUnused ? this.#step : this.#task.beginStep();
    this.#isUnused = false;
    return this.#step;
  }

  /** No step came of it: the next one has its number. */
  giveBack(): void {
    this.#taken -= 1;
    this.#isUnused = true;
  }

  addStep(step: StepView): void {
    this.#last = step;
    this.#task.addStep(step);
  }

  setTab(state: Exclude<GhostTabState, 'COMPLETE' | 'FAILED'>): void {
    if (state === 'PERCEIVING') this.#life.look();
    else this.#life.enter(state);
    this.#task.show(this);
  }

  setPage(url: string): void {
    this.#url = url;
    // Where an act led may show only at the next look.
    if (this.#last !== null && this.#last.page !== url) {
      const moved = { ...this.#last, page: url };
      this.#task.changeStep(this.#last, moved);
      this.#last = moved;
    }
    this.#task.show(this);
  }

  setPicture(jpeg: Buffer, url: string): void {
    this.#task.setPicture(jpeg, url);
  }

  /** The tab is gone; another one takes its place, from the beginning. */
  lose(error: Failure): void {
    this.#life.end(error);
    this.#life = new TabLife(this.#now);
    this.#task.show(this);
  }

  end(error: Failure | null): void {
    this.#life.end(error);
    this.#task.show(this);
  }
}
