// What the task board shows of what there is: the filter, the wall, which pictures are wanted, what was dismissed last, earlier results.
// INVARIANT: it outlives a change of the view, the filter a reload of this tab as well, and nothing of it decides anything.
import { create } from 'zustand';
import type { TaskView } from '#gateway/protocol/views/task.ts';
import { keepText, keptText, onSwept } from './kept/tab-storage.ts';
import type { ResultLine } from '#gateway/client/results.ts';
import { fail, type Failure, type Result } from '#policy/language/failure.ts';
import { gateway } from './api.ts';
import { goTo } from './route.ts';

type Board = {
  readonly filter: string;
  /** Tiles instead of the list. */
  readonly isWall: boolean;
  /** The task whose picture is shown on its card. */
  readonly peekId: string | null;
  /** The card that is open where the address names none. */
  readonly openId: string | null;
  /** Started from this window, and perhaps not heard of yet. */
  readonly startedId: string | null;
  readonly lastDismissed: { readonly id: string; readonly intent: string } | null;
  /** What the store said; `null`: it was not asked. */
  readonly earlier: Result<readonly ResultLine[]> | null;
};

const KEY = 'ghost.tasks.filter';

const NOTHING_SHOWN = {
  isWall: false,
  peekId: null,
  openId: null,
  startedId: null,
  lastDismissed: null,
  earlier: null,
} as const;

export const useBoard = create<Board>(() => ({ ...NOTHING_SHOWN, filter: keptText(KEY) }));

onSwept(() => useBoard.setState({ ...NOTHING_SHOWN, filter: '' }));

export function changeBoard(change: Partial<Board>): void {
  useBoard.setState(change);
  if (change.filter !== undefined) keepText(KEY, change.filter);
}

const MOST_EARLIER = 200;
const DEADLINE_MS = 15_000;

/** INVARIANT: each look into the store is an entry in the log: it is asked when a person asks, never while they type. */
export async function askEarlier(words: string): Promise<void> {
  const signal = AbortSignal.timeout(DEADLINE_MS);
  const found = await gateway.results({ words, status: '', limit: MOST_EARLIER }, signal);
  changeBoard({ earlier: signal.aborted ? fail('gateway.unreachable', 'no answer in time') : found });
}

export type Again = Pick<TaskView, 'intent'> & Partial<Pick<TaskView, 'stepLimit'>>;

/**
 * Sends a task's words once more, as a new task, and brings it to the screen: its card, or its own page. `null`: it has begun.
 * INVARIANT: the person's own words alone. No session is lent by it, and no start of a plan, which a model may have made, becomes one
 * that the person named. Errors: those of a task that cannot start.
 */
export async function runAgain(
  { intent, stepLimit }: Again,
  to: 'CARD' | 'PAGE' = 'CARD',
): Promise<Failure | null> {
  const started = await gateway.run(intent, stepLimit === undefined ? {} : { stepLimit });
  if (!started.ok) return started.error;
  const id = started.value.taskId;
  changeBoard({ startedId: id });
  goTo(to === 'CARD' ? { view: 'tasks', at: id } : { view: 'task', id, tab: 'steps', step: null });
  return null;
}
