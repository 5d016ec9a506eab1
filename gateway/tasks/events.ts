// Hands events to listeners, numbered. A listener that throws is dropped: one reader never disturbs another.
import type { GatewayEvent, TaskEvent } from '#gateway/protocol/events.ts';
import type { Task } from './life/task.ts';

type Listener = (event: GatewayEvent, id: number) => void;

export class Events {
  readonly #listeners = new Set<Listener>();
  #last = 0;

  subscribe(listener: Listener): () => void {
    this.#listeners.add(listener);
    return () => this.#listeners.delete(listener);
  }

  emit(event: GatewayEvent): void {
    this.#last += 1;
    for (const listener of this.#listeners) {
      try {
        listener(event, this.#last);
      } catch {
        this.#listeners.delete(listener);
      }
    }
  }

  /** One task's events from now to its end, for `for await`. */
  static async *ofTask(task: Task): AsyncGenerator<TaskEvent> {
    const queue: TaskEvent[] = [];
    let wake = noop;
    const unsubscribe = task.subscribe((event) => {
      queue.push(event);
      wake();
    });
    try {
      while (true) {
        const event = queue.shift();
        if (event === undefined) {
          if (task.ended) return;
          await new Promise<void>((resolve) => (wake = resolve));
          continue;
        }
        yield event;
        if (event.type === 'task.ended') return;
      }
    } finally {
      unsubscribe();
    }
  }
}

const noop = (): void => undefined;
