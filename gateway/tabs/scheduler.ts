// Decides who gets a Ghost Tab next: first in, first out, with the foreground before the background.
// INVARIANT: a slot has one holder; nobody fails for want of one, and after MAX_OVERTAKES in a row nobody is overtaken again.
import type { QueuedView, QueueView } from '#gateway/protocol/views/task.ts';
import { AtMost } from './at-most.ts';

export type Priority = 'FOREGROUND' | 'BACKGROUND';

/** Times that the foreground may go first while the background waits. */
export const MAX_OVERTAKES = 4;
/** The UI is told of the queue twice a second at most. */
const TOLD_EVERY_MS = 500;

export type SchedulerParts = {
  /** How many may run now, given how many do. Below 1 counts as 1: with nothing running, nothing would ever be freed. */
  readonly limit: (running: number) => number;
  readonly now: () => number;
  readonly onChange: (queue: QueueView) => void;
};

export type Slot = {
  /** How long it was waited for, in milliseconds. */
  readonly waitedMs: number;
  /** Idempotent. */
  readonly release: () => void;
};

type Waiting = {
  readonly taskId: string | null;
  readonly priority: Priority;
  readonly since: number;
  readonly take: () => void;
};
type Queues = Record<Priority, Waiting[]>;

/** So many of those that wait are told one by one. */
const MAX_LISTED = 50;

export class Scheduler {
  readonly #parts: SchedulerParts;
  readonly #queues: Queues = { FOREGROUND: [], BACKGROUND: [] };
  readonly #told: AtMost;
  #running = 0;
  #overtaken = 0;
  #served = 0;
  #longestWaitMs = 0;

  constructor(parts: SchedulerParts) {
    this.#parts = parts;
    this.#told = new AtMost(TOLD_EVERY_MS, parts.now, () => parts.onChange(this.view()));
  }

  /** Places that nobody holds or waits for. */
  get free(): number {
    const { FOREGROUND, BACKGROUND } = this.#queues;
    return Math.max(0, this.#limit() - this.#running - FOREGROUND.length - BACKGROUND.length);
  }

  view(): QueueView {
    const { FOREGROUND, BACKGROUND } = this.#queues;
    const waiting = [...FOREGROUND, ...BACKGROUND];
    const since = Math.min(this.#parts.now(), ...waiting.map((one) => one.since));
    return {
      running: this.#running,
      limit: this.#limit(),
      waiting: waiting.length,
      foreground: FOREGROUND.length,
      oldestWaitMs: Math.round(this.#parts.now() - since),
      longestWaitMs: Math.round(this.#longestWaitMs),
      served: this.#served,
      next: this.#order().slice(0, MAX_LISTED),
    };
  }

  /** `null` for a task that waits for nothing here. */
  placeOf(taskId: string): QueuedView | null {
    return this.#order().find((one) => one.taskId === taskId) ?? null;
  }

  /** As their turns would come if nobody else came. */
  #order(): readonly QueuedView[] {
    const now = this.#parts.now();
    const { FOREGROUND, BACKGROUND } = this.#queues;
    const queues: Queues = { FOREGROUND: [...FOREGROUND], BACKGROUND: [...BACKGROUND] };
    const order: QueuedView[] = [];
    let overtaken = this.#overtaken;
    for (;;) {
      const turn = nextOf(queues, overtaken);
      if (turn === null) return order;
      overtaken = turn.overtaken;
      const { taskId, priority, since } = turn.waiting;
      order.push({ taskId, priority, position: order.length + 1, waitedMs: Math.round(now - since) });
    }
  }

  /** Waits for its turn. `taskId`: whose place the views tell. `null`: the signal was aborted first. */
  acquire(priority: Priority, signal: AbortSignal, taskId: string | null = null): Promise<Slot | null> {
    if (signal.aborted) return Promise.resolve(null);
    const { promise, resolve } = Promise.withResolvers<Slot | null>();
    const queue = this.#queues[priority];
    const since = this.#parts.now();
    const abort = (): void => {
      const place = queue.indexOf(waiting);
      if (place === -1) return;
      queue.splice(place, 1);
      this.#told.changed();
      resolve(null);
    };
    const waiting: Waiting = {
      taskId,
      priority,
      since,
      take: () => {
        signal.removeEventListener('abort', abort);
        resolve(this.#slot(this.#parts.now() - since));
      },
    };
    queue.push(waiting);
    signal.addEventListener('abort', abort, { once: true });
    this.#next();
    return promise;
  }

  /** No more events. */
  end(): void {
    this.#told.end();
  }

  #limit(): number {
    return Math.max(1, Math.floor(this.#parts.limit(this.#running)));
  }

  #slot(waitedMs: number): Slot {
    this.#longestWaitMs = Math.max(this.#longestWaitMs, waitedMs);
    let held = true;
    return {
      waitedMs,
      release: () => {
        if (!held) return;
        held = false;
        this.#running -= 1;
        this.#next();
      },
    };
  }

  #next(): void {
    while (this.#running < this.#limit()) {
      const turn = nextOf(this.#queues, this.#overtaken);
      if (turn === null) break;
      this.#overtaken = turn.overtaken;
      this.#running += 1;
      this.#served += 1;
      turn.waiting.take();
    }
    this.#told.changed();
  }
}

/** Takes the one whose turn it is out of its queue; `overtaken`: how often the background was passed by in a row. */
function nextOf(
  { FOREGROUND, BACKGROUND }: Queues,
  overtaken: number,
): { readonly waiting: Waiting; readonly overtaken: number } | null {
  const background = FOREGROUND.length === 0 || (overtaken >= MAX_OVERTAKES && BACKGROUND.length > 0);
  const passedBy = background || BACKGROUND.length === 0 ? 0 : overtaken + 1;
  const waiting = background ? BACKGROUND.shift() : FOREGROUND.shift();
  return waiting === undefined ? null : { waiting, overtaken: passedBy };
}
