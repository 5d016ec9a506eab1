// The clauses of a task that its navigator does not understand, part by part. INVARIANT: one goes where a person said more of it, or where
// its own part was read whole and done; the same words in another part stay.
import type { Answered } from '#engines/navigator/question.ts';

export type UnknownClause = { readonly subtask: string; readonly words: string };

export class UnknownClauses {
  readonly #answered: () => readonly Answered[];
  #clauses: readonly UnknownClause[] = [];

  constructor(answered: () => readonly Answered[]) {
    this.#answered = answered;
  }

  set(clauses: readonly UnknownClause[]): void {
    this.#clauses = clauses;
  }

  /** That nobody has said more of, each once. */
  get words(): readonly string[] {
    return this.beside('', []);
  }

  /** What is left where these of one part are understood. */
  beside(part: string, understood: readonly string[]): readonly string[] {
    const left = this.#clauses.filter(
      ({ subtask, words }) =>
        !(subtask === part && understood.includes(words)) &&
        !this.#answered().some(
          ({ clause, answer }) => clause === words && ['ELEMENT', 'TEXT'].includes(answer.kind),
        ),
    );
    return [...new Set(left.map(({ words }) => words))];
  }

  understood(part: string, clauses: readonly string[]): void {
    this.#clauses = this.#clauses.filter(
      ({ subtask, words }) => !(subtask === part && clauses.includes(words)),
    );
  }
}
