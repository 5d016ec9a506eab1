// What the boundary stopped in one task, in kinds with a count each, for whoever looks at the task.
// INVARIANT: every stop is counted, however many there are; what is shown of them is bounded.
import type { AuditEvent } from '#gateway/audit/format/contract.ts';
import type { StoppedView } from '#gateway/protocol/views/task.ts';

/** Kinds that have a line of their own; others are counted with them, without one. */
const MAX_KINDS = 24;

type Stop = Pick<AuditEvent, 'type' | 'who' | 'what' | 'where' | 'why'> & {
  /** A question stood before a person, and none answered it; default: nobody was asked. */
  readonly asked?: boolean;
};

export class StoppedActs {
  readonly #kinds = new Map<string, { first: StoppedView; count: number }>();
  #count = 0;

  get count(): number {
    return this.#count;
  }

  note({ type, who, what, where, why, asked = false }: Stop): void {
    this.#count += 1;
    const key = JSON.stringify([type, who, where, why, asked]);
    const known = this.#kinds.get(key);
    if (known !== undefined) known.count += 1;
    else if (this.#kinds.size < MAX_KINDS)
      this.#kinds.set(key, { first: { type, who, what, where, why, asked, count: 1 }, count: 1 });
  }

  views(): readonly StoppedView[] {
    return [...this.#kinds.values()].map(({ first, count }) => ({ ...first, count }));
  }
}
