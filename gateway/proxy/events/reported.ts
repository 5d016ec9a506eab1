// What a task's event tells the proxy's log. INVARIANT: ids, words of closed lists and numbers; the person's words only where the settings
// say so, masked; nothing of a page, an address or an answer.
import { MAX_INTENT_CHARACTERS, type ReportedEvent } from '#cloud/wire/events.ts';
import { maskSentence } from '#gateway/audit/mask/mask.ts';
import type { TaskEvent } from '#gateway/protocol/events.ts';
import type { StepTier, StepView } from '#gateway/protocol/views/task.ts';

/** The models by tier, as the settings name them. */
export type ModelNames = { readonly light: string; readonly pictures?: string };

export type Told = Omit<ReportedEvent, 'id'>;

/** `null`: it is told by another one, or is none of the proxy's business. */
export function reportedOf(
  event: TaskEvent,
  { models, withIntents, at }: { models: ModelNames; withIntents: boolean; at: string },
): Told | null {
  const none = { actionType: null, tier: null, confidence: null, model: null, error: null };
  switch (event.type) {
    case 'task.started': {
      const intent = withIntents
        ? { intent: maskSentence(event.task.intent).slice(0, MAX_INTENT_CHARACTERS) }
        : {};
      return { ...none, taskId: event.task.id, at, kind: 'task', status: 'STARTED', ...intent };
    }
    case 'task.step':
      return { ...none, taskId: event.taskId, kind: 'step', ...ofStep(event.step, models) };
    case 'task.trouble':
      return {
        ...none,
        taskId: event.taskId,
        at,
        kind: 'error',
        status: event.trouble === null ? 'OVER' : 'WAITING',
        error: event.trouble?.code ?? null,
      };
    case 'task.ended': {
      const { status, confidence, error, taskId } = event.result;
      return { ...none, taskId, at, kind: 'task', status, confidence, error: error?.code ?? null };
    }
    case 'task.queued':
    case 'task.progress':
    case 'task.subtask':
    case 'task.tokens':
    case 'task.asked':
    case 'task.answered':
      return null;
  }
}

const TIERS = { 1: 1, DOM: 1, 2: 2, 3: 3 } as const satisfies Record<StepTier, number>;

function ofStep({ at, action, tier, tokens, confidence, outcome }: StepView, models: ModelNames) {
  const seen = tier === null ? 0 : TIERS[tier];
  const asked = seen > 1 ? (models.pictures ?? models.light) : models.light;
  return {
    at,
    actionType: action,
    tier: seen,
    confidence,
    model: tokens === null ? null : asked,
    status: outcome,
  } as const;
}
