// Keeps the parts of a task's plan, how each ended, and from where the task can go on. INVARIANT: a part that is done stays done.
import type { Plan, Subtask } from '#engines/planner/contract.ts';
import type { PlanView, SubtaskView } from '#gateway/protocol/views/task.ts';
import type { Failure } from '#policy/language/failure.ts';

export class Timeline {
  readonly #plan: Plan;
  readonly #now: () => number;
  readonly #tell: (subtask: SubtaskView, index: number, total: number) => void;
  readonly #parts: SubtaskView[];

  constructor(
    plan: Plan,
    now: () => number,
    tell: (subtask: SubtaskView, index: number, total: number) => void,
  ) {
    this.#plan = plan;
    this.#now = now;
    this.#tell = tell;
    this.#parts = plan.subtasks.map((subtask) => pending(subtask));
  }

  view(): PlanView {
    const completed = this.#parts.filter(({ status }) => status === 'COMPLETE').map(({ id }) => id);
    const current = this.#parts.findLast(({ status }) => status !== 'PENDING');
    return {
      by: this.#plan.by,
      note: this.#plan.note,
      subtasks: [...this.#parts],
      checkpoint: {
        completed,
        attempt: current === undefined || current.status === 'COMPLETE' ? 0 : current.attempts,
      },
    };
  }

  /** An attempt at it begins: the first, or another one. */
  begin(id: string): void {
    this.#change(id, (part) => ({
      status: 'IN_PROGRESS',
      attempts: part.attempts + 1,
      startedAt: part.startedAt ?? this.#at(),
      error: null,
    }));
  }

  complete(
    id: string,
    came: { readonly url: string; readonly answer: string | null; readonly verified: boolean | null },
  ): void {
    this.#change(id, () => ({ status: 'COMPLETE', endedAt: this.#at(), error: null, ...came }));
  }

  /** It ended there. One that has not begun, or is done, stays what it is. */
  fail(
    id: string,
    error: Failure,
    came: { readonly url: string | null; readonly answer: string | null },
  ): void {
    this.#change(id, (part) =>
      part.status === 'IN_PROGRESS' ? { status: 'FAILED', endedAt: this.#at(), error, ...came } : null,
    );
  }

  #change(id: string, how: (part: SubtaskView) => Partial<SubtaskView> | null): void {
    const index = this.#parts.findIndex((part) => part.id === id);
    const part = this.#parts[index];
    const change = part === undefined ? null : how(part);
    if (part === undefined || change === null) return;
    const changed = Object.freeze({ ...part, ...change });
    this.#parts[index] = changed;
    this.#tell(changed, index, this.#parts.length);
  }

  #at(): string {
    return new Date(this.#now()).toISOString();
  }
}

const pending = ({ id, intent, startUrl, verification, group, commits }: Subtask): SubtaskView => ({
  id,
  intent,
  startUrl,
  verification,
  group,
  commits,
  status: 'PENDING',
  attempts: 0,
  verified: null,
  startedAt: null,
  endedAt: null,
  url: null,
  answer: null,
  error: null,
});
