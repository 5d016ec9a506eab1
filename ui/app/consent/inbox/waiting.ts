// What waits for a person as rows, oldest first. INVARIANT: a row stands for questions of one task, one kind and one site, and keeps its
// place while it waits: nothing moves under a pointer.
import type { ConsentView } from '#gateway/protocol/views/consent.ts';
import type { QuestionView } from '#gateway/protocol/views/question.ts';
import type { TaskView } from '#gateway/protocol/views/task.ts';

export type WaitingRow = {
  readonly key: string;
  readonly taskId: string;
  readonly title: string;
  readonly site: string | null;
  /** Of the task: the person's own words, or an agent's. */
  readonly intent: string;
  readonly askedAt: string;
  readonly expiresAt: string;
} & (
  | {
      readonly kind: 'CONSENT';
      /** Oldest first, one at least. */
      readonly consents: readonly [ConsentView, ...ConsentView[]];
      /** How many acts they stand for. */
      readonly count: number;
    }
  /** Asked by the task itself, and answered on its card. */
  | { readonly kind: 'QUESTION'; readonly question: QuestionView }
);

export function waitingRows(
  consents: readonly ConsentView[],
  tasks: readonly TaskView[],
): readonly WaitingRow[] {
  const groups = new Map<string, [ConsentView, ...ConsentView[]]>();
  for (const consent of consents) {
    const { taskId, title, site } = consent.card;
    const key = JSON.stringify([taskId, title, site?.registrableDomain ?? null, consent.card.look]);
    const group = groups.get(key);
    if (group === undefined) groups.set(key, [consent]);
    else group.push(consent);
  }
  const asked = [...groups].map(([key, held]): WaitingRow => {
    const { card } = held[0];
    return {
      kind: 'CONSENT',
      key,
      consents: held,
      count: held.reduce((sum, one) => sum + one.card.count, 0),
      taskId: card.taskId,
      title: card.title,
      site: card.site?.registrableDomain ?? null,
      intent: card.intent,
      askedAt: card.createdAt,
      expiresAt: card.expiresAt,
    };
  });
  const open = tasks.flatMap(({ intent, questions }) =>
    questions
      .filter(({ state }) => state === 'OPEN')
      .map((question): WaitingRow => ({
        kind: 'QUESTION',
        key: `question ${question.id}`,
        question,
        taskId: question.taskId,
        title: question.title,
        site: URL.parse(question.url ?? '')?.host ?? null,
        intent,
        askedAt: question.askedAt,
        expiresAt: question.expiresAt,
      })),
  );
  return [...asked, ...open].toSorted((a, b) => Date.parse(a.askedAt) - Date.parse(b.askedAt));
}
