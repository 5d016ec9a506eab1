// Keeps closed questions, for the message to a person who answers too late.
import { fail } from '#policy/language/failure.ts';
import type { Result } from '#policy/language/failure.ts';
import { forgetOldest } from '#policy/collections/forget-oldest.ts';
import type { ConsentView } from '#gateway/protocol/views/consent.ts';

/** The oldest go first. */
const MAX_CLOSED_QUESTIONS = 500;

export class ClosedQuestions {
  readonly #views = new Map<string, ConsentView>();

  keep(view: ConsentView): void {
    this.#views.set(view.card.id, view);
    forgetOldest(this.#views, MAX_CLOSED_QUESTIONS);
  }

  find(id: string): ConsentView | null {
    return this.#views.get(id) ?? null;
  }

  /** Errors: `consent.unknown`, `.timed-out`, `.void`, `.already-answered`. */
  lateAnswer(id: string): Result<ConsentView> {
    const closed = this.#views.get(id);
    if (closed === undefined) {
      return fail('consent.unknown', `there is no question \`${id}\``, { help: 'see `ghost consent list`' });
    }
    switch (closed.state) {
      case 'TIMED_OUT':
        return fail('consent.timed-out', 'this question timed out and was denied', {
          help: 'run the task again',
        });
      case 'VOID':
        return fail('consent.void', 'this question no longer stands: its task ended or the policy changed');
      case 'GRANTED':
      case 'REFUSED':
      case 'OPEN':
        return fail(
          'consent.already-answered',
          `this question was answered before by \`${closed.answeredBy ?? 'nobody'}\``,
        );
    }
  }
}
