// Gives the tabs of workers that nobody speaks for any more to those that wait for one.
// INVARIANT: a tab is taken only while somebody waits, never from a worker with a client or a command under way, and never one
// that was opened to be kept.
import type { GatewayEvent } from '#gateway/protocol/events.ts';
import type { OpenTab, WorkerTabs } from './call/call.ts';

/** So long nobody has to have spoken for a worker. */
export const ORPHAN_MS = 600_000;

export type Presence = {
  readonly worker: WorkerTabs;
  /** Clients and commands of it that are there now. */
  present: number;
  /** When the last of them left. */
  since: number;
};

export type OrphansParts = {
  readonly workers: () => Iterable<Presence>;
  readonly subscribe: (listener: (event: GatewayEvent) => void) => void;
  readonly now: () => number;
  readonly orphanMs: number;
};

export class Orphans {
  readonly #parts: OrphansParts;
  #waiting = 0;
  #timer: NodeJS.Timeout | null = null;

  constructor(parts: OrphansParts) {
    this.#parts = parts;
    parts.subscribe((event) => {
      if (event.type === 'gateway.closing') this.#waiting = 0;
      else if (event.type === 'queue.changed') this.#waiting = event.queue.waiting;
      else return;
      this.look();
    });
  }

  /** Takes what is due, and looks again when the next one is. */
  look(): void {
    if (this.#timer !== null) clearTimeout(this.#timer);
    this.#timer = null;
    if (this.#waiting === 0) return;
    const left = [...this.#parts.workers()]
      .filter(({ present, worker }) => present === 0 && takeable(worker).length > 0)
      .toSorted((a, b) => a.since - b.since);
    let wanted = this.#waiting;
    for (const { worker, since } of left) {
      const due = since + this.#parts.orphanMs - this.#parts.now();
      if (due > 0) {
        this.#timer = setTimeout(() => this.look(), due);
        this.#timer.unref();
        return;
      }
      for (const open of takeable(worker).slice(0, wanted)) {
        wanted -= 1;
        take(worker, open);
      }
      if (wanted === 0) return;
    }
  }
}

const takeable = ({ tabs }: WorkerTabs): readonly OpenTab[] => [...tabs.values()].filter(({ kept }) => !kept);

function take(worker: WorkerTabs, { tab }: OpenTab): void {
  worker.tabs.delete(tab.id);
  if (worker.current === tab.id) worker.current = [...worker.tabs.keys()].at(-1) ?? null;
  tab.close('reclaimed: nobody spoke for its worker, and others waited').catch(() => undefined); // its end is in the log
}
