// What of the gateway's events a person is told outside of the window.
// INVARIANT: it holds the gateway's words and the person's own, never a page's, a model's or an agent's.
import type { GatewayEvent } from '#gateway/protocol/events.ts';
import type { TaskResult } from '#gateway/protocol/views/task.ts';

export type Happening =
  | { readonly kind: 'ASKED'; readonly id: string; readonly title: string; readonly site: string | null }
  | { readonly kind: 'TASK_ASKS'; readonly id: string; readonly taskId: string }
  /** A question is closed, of either kind. */
  | { readonly kind: 'ANSWERED'; readonly id: string }
  | {
      readonly kind: 'TASK_ENDED';
      readonly taskId: string;
      readonly status: TaskResult['status'];
      readonly durationMs: number;
      /** `null`: they are an agent's. */
      readonly intent: string | null;
    };

export function happeningOf(event: GatewayEvent): Happening | null {
  if (event.type === 'consent.opened') {
    const { id, title, site } = event.consent.card;
    return { kind: 'ASKED', id, title, site: site?.registrableDomain ?? null };
  }
  if (event.type === 'consent.closed') return { kind: 'ANSWERED', id: event.consent.card.id };
  if (event.type === 'task.asked') return { kind: 'TASK_ASKS', id: event.question.id, taskId: event.taskId };
  if (event.type === 'task.answered') return { kind: 'ANSWERED', id: event.question.id };
  if (event.type !== 'task.ended') return null;
  const { task, result } = event;
  return {
    kind: 'TASK_ENDED',
    taskId: task.id,
    status: result.status,
    durationMs: result.durationMs,
    intent: task.agent === undefined ? task.intent : null,
  };
}
