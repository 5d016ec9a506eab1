// The questions that are open: by id, by what they are about, and how many one asker has. INVARIANT: a question is on all three lists or
// on none.
import type { ConsentView } from '#gateway/protocol/views/consent.ts';
import type { ConsentOutcome, Question } from './contract.ts';
import type { Asker } from './refusal-memory.ts';

export type OpenQuestion = {
  view: ConsentView;
  readonly askers: readonly string[];
  readonly asker: Asker;
  readonly kind: string;
  readonly sameKey: string;
  readonly waiters: ((outcome: ConsentOutcome) => void)[];
  readonly timer: NodeJS.Timeout;
  readonly notAfter: number;
  readonly gone: AbortController;
};

/** Two questions of one task about the very same act have the same. */
export const sameKeyOf = ({ taskId, digest }: Pick<Question, 'taskId' | 'digest'>): string =>
  `${taskId}\n${digest}`;

export class OpenQuestions {
  readonly #byId = new Map<string, OpenQuestion>();
  readonly #same = new Map<string, OpenQuestion>();
  readonly #each = new Map<string, number>();

  get count(): number {
    return this.#byId.size;
  }

  /** Oldest first. */
  all(): readonly OpenQuestion[] {
    return [...this.#byId.values()];
  }

  find(id: string): OpenQuestion | undefined {
    return this.#byId.get(id);
  }

  sameAs(question: Pick<Question, 'taskId' | 'digest'>): OpenQuestion | undefined {
    return this.#same.get(sameKeyOf(question));
  }

  countOf({ key }: Asker): number {
    return this.#each.get(key) ?? 0;
  }

  add(question: OpenQuestion): void {
    this.#byId.set(question.view.card.id, question);
    this.#same.set(question.sameKey, question);
    this.#each.set(question.asker.key, this.countOf(question.asker) + 1);
  }

  remove({ view, asker, sameKey }: OpenQuestion): void {
    this.#byId.delete(view.card.id);
    this.#same.delete(sameKey);
    const others = this.countOf(asker) - 1;
    if (others > 0) this.#each.set(asker.key, others);
    else this.#each.delete(asker.key);
  }
}
