// Decides who gets a Ghost Tab next: first in, first out, with the foreground before the background.
// INVARIANT: a slot has one holder; nobody in the queue fails for want of one, and after MAX_OVERTAKES in a row nobody is overtaken again.
import type { Place } from '#gateway/protocol/place.ts';
import type { QueuedView, QueueView } from '#gateway/protocol/views/task.ts';
import { AtMost } from './at-most.ts';

export type Priority = 'FOREGROUND' | 'BACKGROUND';

/** Times that the foreground may go first while the background waits. */
export const MAX_OVERTAKES = 4;
/** So many wait at most; whoever comes then is refused at once. */
export const MAX_QUEUED = 5_000;
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
  priority: Priority;
  readonly since: number;
  readonly take: () => void;
  readonly onPlace: ((place: Place) => void) | null;
  /** What it was told last. */
  told: Place | null;
};
/** In the order of their coming. */
type Queues = Readonly<Record<Priority, Set<Waiting>>>;

/** So many of those that wait are told one by one. */
const MAX_LISTED = 50;

export class Scheduler {
  readonly #parts: SchedulerParts;
  readonly #queues: Queues = { FOREGROUND: new Set(), BACKGROUND: new Set() };
  readonly #told: AtMost;
  /** Computed when it is asked for, once after each change. */
  #order: readonly Waiting[] | null = null;
  #places: ReadonlyMap<string, number> = new Map();
  #running = 0;
  #overtaken = 0;
  #served = 0;
  #longestWaitMs = 0;

  constructor(parts: SchedulerParts) {
    this.#parts = parts;
    this.#told = new AtMost(TOLD_EVERY_MS, parts.now, () => this.#tell());
  }

  /** Places that nobody holds or waits for. */
  get free(): number {
    return Math.max(0, this.#limit() - this.#running - this.#waiting);
  }

  get full(): boolean {
    return this.#waiting >= MAX_QUEUED;
  }

  view(): QueueView {
    const now = this.#parts.now();
    const { FOREGROUND, BACKGROUND } = this.#queues;
    const since = Math.min(now, firstOf(FOREGROUND)?.since ?? now, firstOf(BACKGROUND)?.since ?? now);
    return {
      running: this.#running,
      limit: this.#limit(),
      waiting: this.#waiting,
      foreground: FOREGROUND.size,
      oldestWaitMs: Math.round(now - since),
      longestWaitMs: Math.round(this.#longestWaitMs),
      served: this.#served,
      next: this.#turns()
        .slice(0, MAX_LISTED)
        .map((one, at) => queuedView(one, at + 1, now)),
    };
  }

  /** `null` for a task that waits for nothing here. */
  placeOf(taskId: string): QueuedView | null {
    const turns = this.#turns();
    const at = this.#places.get(taskId);
    const found = at === undefined ? undefined : turns[at];
    return at === undefined || found === undefined ? null : queuedView(found, at + 1, this.#parts.now());
  }

  /**
   * Waits for its turn. `taskId`: whose place the views tell. `onPlace`: told the place as it changes, twice a second at most.
   * `null`: the signal was aborted first.
   */
  acquire(
    priority: Priority,
    signal: AbortSignal,
    taskId: string | null = null,
    onPlace: ((place: Place) => void) | null = null,
  ): Promise<Slot | null> {
    if (signal.aborted) return Promise.resolve(null);
    const { promise, resolve } = Promise.withResolvers<Slot | null>();
    const since = this.#parts.now();
    const abort = (): void => {
      if (!this.#queues[waiting.priority].delete(waiting)) return;
      this.#changed();
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
      onPlace,
      told: null,
    };
    this.#queues[priority].add(waiting);
    signal.addEventListener('abort', abort, { once: true });
    this.#next();
    return promise;
  }

  /** Puts what a task waits for before everything else that waits. Those that were overtaken too often still go before it. */
  first(taskId: string): boolean {
    const own = this.#turns().filter((one) => one.taskId === taskId);
    if (own.length === 0) return false;
    const { FOREGROUND } = this.#queues;
    for (const one of own) {
      this.#queues[one.priority].delete(one);
      one.priority = 'FOREGROUND';
    }
    const others = [...FOREGROUND];
    FOREGROUND.clear();
    for (const one of [...own, ...others]) FOREGROUND.add(one);
    this.#changed();
    return true;
  }

  /** No more events. */
  end(): void {
    this.#told.end();
  }

  get #waiting(): number {
    return this.#queues.FOREGROUND.size + this.#queues.BACKGROUND.size;
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

  /** As their turns would come if nobody else came. */
  #turns(): readonly Waiting[] {
    if (this.#order !== null) return this.#order;
    const order = [...turnsOf(this.#queues, this.#overtaken)].map(({ waiting }) => waiting);
    this.#order = order;
    // A task may wait for further tabs: the first of its places counts.
    const places = new Map<string, number>();
    for (const [at, { taskId }] of order.entries())
      if (taskId !== null && !places.has(taskId)) places.set(taskId, at);
    this.#places = places;
    return order;
  }

  #next(): void {
    while (this.#running < this.#limit()) {
      const [turn] = turnsOf(this.#queues, this.#overtaken);
      if (turn === undefined) break;
      this.#queues[turn.waiting.priority].delete(turn.waiting);
      this.#overtaken = turn.overtaken;
      this.#running += 1;
      this.#served += 1;
      turn.waiting.take();
    }
    this.#changed();
  }

  #changed(): void {
    this.#order = null;
    this.#told.changed();
  }

  #tell(): void {
    this.#parts.onChange(this.view());
    const turns = this.#turns();
    for (const [at, waiting] of turns.entries()) {
      const place = { place: at + 1, of: turns.length };
      if (waiting.onPlace === null || (waiting.told?.place === place.place && waiting.told.of === place.of))
        continue;
      waiting.told = place;
      waiting.onPlace(place);
    }
  }
}

/** `overtaken`: how often the background was passed by in a row. */
function* turnsOf(
  { FOREGROUND, BACKGROUND }: Queues,
  overtaken: number,
): Generator<{ readonly waiting: Waiting; readonly overtaken: number }> {
  const [front, back] = [FOREGROUND.values(), BACKGROUND.values()];
  let [first, second] = [front.next(), back.next()];
  let passed = overtaken;
  while (first.done !== true || second.done !== true) {
    const background = first.done === true || (passed >= MAX_OVERTAKES && second.done !== true);
    passed = background || second.done === true ? 0 : passed + 1;
    const waiting = background ? second.value : first.value;
    if (waiting === undefined) return;
    yield { waiting, overtaken: passed };
    if (background) second = back.next();
    else first = front.next();
  }
}

function firstOf(queue: ReadonlySet<Waiting>): Waiting | undefined {
  const [first] = queue;
  return first;
}

const queuedView = ({ taskId, priority, since }: Waiting, position: number, now: number): QueuedView => ({
  taskId,
  priority,
  position,
  waitedMs: Math.round(now - since),
});
