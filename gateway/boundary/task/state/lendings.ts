// Remembers which sites' sessions were lent to a task, and into which of its tabs.
// INVARIANT: a lending ends with its tab, and what was refused once is not asked for again by the same task.
import type { LentView } from '#gateway/protocol/views/task.ts';

type Lending = {
  readonly view: LentView;
  /** The tab that it was lent into, by identity; `null`: it was refused, and is in none. */
  readonly into: object | null;
};

export class Lendings {
  readonly #lendings: Lending[] = [];
  #until: string | null = null;

  /** The task ends at the latest then; before it is told, nothing bounds it but its tab. */
  endsAt(atMs: number): void {
    this.#until = new Date(atMs).toISOString();
  }

  lend(lent: Pick<LentView, 'domain' | 'source' | 'count'>, into: object, atMs: number): void {
    const from = new Date(atMs).toISOString();
    this.#lendings.push({ view: { ...lent, state: 'LENT', from, until: this.#until, endedAt: null }, into });
  }

  /** Nothing was brought: the task goes on without. */
  withhold(asked: Pick<LentView, 'domain' | 'source'>, state: 'REFUSED' | 'EMPTY', atMs: number): void {
    const at = new Date(atMs).toISOString();
    this.#lendings.push({
      view: { ...asked, state, count: 0, from: at, until: null, endedAt: at },
      into: null,
    });
  }

  wasWithheld({ domain, source }: Pick<LentView, 'domain' | 'source'>): boolean {
    return this.#lendings.some(
      ({ view, into }) => into === null && view.domain === domain && view.source === source,
    );
  }

  /** The tab is gone. Gives what ended with it. */
  endIn(into: object, atMs: number): readonly LentView[] {
    const endedAt = new Date(atMs).toISOString();
    const ended: LentView[] = [];
    for (const [index, one] of this.#lendings.entries()) {
      if (one.into !== into || one.view.endedAt !== null) continue;
      const view: LentView = { ...one.view, state: 'ENDED', endedAt };
      this.#lendings[index] = { ...one, view };
      ended.push(view);
    }
    return ended;
  }

  /** `taskEndedMs`: nothing of the task runs any more; a profile that is still being removed lends nothing to anybody. */
  views(taskEndedMs: number | null = null): readonly LentView[] {
    const endedAt = taskEndedMs === null ? null : new Date(taskEndedMs).toISOString();
    return this.#lendings.map(({ view }) =>
      view.state === 'LENT' && endedAt !== null ? { ...view, state: 'ENDED', endedAt } : view,
    );
  }
}
