// The closed union of what the gateway tells its listeners: over the library's iterator, server-sent events and `--json`.
import type { Failure } from '#policy/language/failure.ts';
import type { QuestionView } from './views/question.ts';
import type { ConsentView } from './views/consent.ts';
import type { IdentityView } from './views/identity.ts';
import type { HealthView } from './views/health.ts';
import type { GatewayStatus } from './views/status.ts';
import type { PolicyRefusal } from './views/policy.ts';
import type { QueueView, StepView, SubtaskView, TaskResult, TaskView } from './views/task.ts';

export type TaskEvent =
  | { readonly type: 'task.started'; readonly task: TaskView }
  /** Its place among those that wait for a tab; told when it changes, twice a second at most. */
  | { readonly type: 'task.queued'; readonly taskId: string; readonly place: number; readonly of: number }
  | { readonly type: 'task.progress'; readonly task: TaskView }
  | { readonly type: 'task.step'; readonly taskId: string; readonly step: StepView }
  /** A part of the plan begins, is done, or failed. */
  | {
      readonly type: 'task.subtask';
      readonly taskId: string;
      readonly subtask: SubtaskView;
      /** From 0. */
      readonly index: number;
      readonly total: number;
    }
  /** One call told a model more than the bound. */
  | {
      readonly type: 'task.tokens';
      readonly taskId: string;
      readonly step: number;
      readonly inputTokens: number;
      readonly bound: number;
    }
  /** Its model's service does not answer, and it waits for that; `null`: it goes on. */
  | { readonly type: 'task.trouble'; readonly taskId: string; readonly trouble: Failure | null }
  /** A person is asked which element is meant, or what to enter; and it is over: answered, too late, or the task ended. */
  | { readonly type: 'task.asked'; readonly taskId: string; readonly question: QuestionView }
  | { readonly type: 'task.answered'; readonly taskId: string; readonly question: QuestionView }
  | { readonly type: 'task.ended'; readonly task: TaskView; readonly result: TaskResult };

export type GatewayEvent =
  | TaskEvent
  /** Twice a second at most. */
  | { readonly type: 'queue.changed'; readonly queue: QueueView }
  | { readonly type: 'consent.opened'; readonly consent: ConsentView }
  | { readonly type: 'consent.closed'; readonly consent: ConsentView }
  /** Up to `seq`; `reads` are those of them that only say that somebody read the log. */
  | { readonly type: 'audit.appended'; readonly seq: number; readonly reads: readonly number[] }
  /** `of`: what is in force is as it was, and the candidate beside it is another one. */
  | {
      readonly type: 'policy.changed';
      readonly policy: GatewayStatus['policy'];
      readonly of?: 'CANDIDATE';
    }
  | { readonly type: 'policy.refused'; readonly refused: PolicyRefusal }
  /** Settings, or the key of a model, were written from an app: what is shown of them is to be read again. */
  | { readonly type: 'settings.changed' }
  | { readonly type: 'health.changed'; readonly health: HealthView }
  /** Somebody signed in with the proxy, or out, or is about to. */
  | { readonly type: 'identity.changed'; readonly identity: IdentityView }
  | { readonly type: 'gateway.closing' };

export const GATEWAY_EVENT_TYPES = [
  'task.started',
  'task.queued',
  'task.progress',
  'task.step',
  'task.subtask',
  'task.tokens',
  'task.trouble',
  'task.asked',
  'task.answered',
  'task.ended',
  'queue.changed',
  'consent.opened',
  'consent.closed',
  'audit.appended',
  'policy.changed',
  'policy.refused',
  'settings.changed',
  'health.changed',
  'identity.changed',
  'gateway.closing',
] as const satisfies readonly GatewayEvent['type'][];
