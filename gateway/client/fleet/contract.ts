// What gateways that share their tasks say of them: a task, a node. Times as ISO 8601, by the database's clock.
import { z } from 'zod';
import { TASK_ENDS } from '#gateway/protocol/views/task.ts';

/** `INTERRUPTED`: its node was lost after an act that may have changed something; nobody does it again. */
export const FLEET_ENDS = [...TASK_ENDS, 'INTERRUPTED'] as const;
export type FleetEnd = (typeof FLEET_ENDS)[number];

const time = z.date().transform((date) => date.toISOString());

/** As it stands in the database. `result` is a `TaskResult`, with whatever of pages is in it. */
export const fleetTask = z.object({
  id: z.string(),
  intent: z.string(),
  start_url: z.string().nullable(),
  approve: z.enum(['ask', 'deny']),
  priority: z.number(),
  submitted_by: z.string(),
  submitted_at: time,
  begin_before: time.nullable(),
  state: z.enum(['QUEUED', 'RUNNING', 'ENDED']),
  attempt: z.number(),
  losses: z.number(),
  node: z.string().nullable(),
  begun_at: time.nullable(),
  effect_at: time.nullable(),
  effect_what: z.string().nullable(),
  cancel_at: time.nullable(),
  ended_at: time.nullable(),
  status: z.enum(FLEET_ENDS).nullable(),
  result: z.looseObject({ answer: z.string().nullable() }).nullable(),
  error: z.looseObject({ code: z.string(), message: z.string(), help: z.string().optional() }).nullable(),
});
export type FleetTask = z.output<typeof fleetTask>;

export const fleetNode = z.object({
  id: z.string(),
  host: z.string(),
  version: z.string(),
  places: z.number(),
  running: z.number(),
  policy: z.string().nullable(),
  started_at: time,
  seen_at: time,
  left_at: time.nullable(),
  labels: z.array(z.string()),
  /** The id of the policy that it shares with others; `null`: it has its own. */
  followed: z.string().nullable(),
  revision: z.coerce.number().nullable(),
  /** Why it denies every act. */
  denies: z.string().nullable(),
  /** Why it does not have the revision that it is to have. */
  refused: z.string().nullable(),
  /** What it decides with in shadow, and how many decisions were other ones. */
  beside_revision: z.coerce.number().nullable(),
  beside_differences: z.coerce.number().nullable(),
  /** By the database's clock. */
  silent_seconds: z.number(),
});
export type FleetNodeView = z.output<typeof fleetNode>;

/** What one asks for. */
export type Submission = {
  readonly intent: string;
  readonly startUrl?: string;
  /** Default `ask`: questions wait at the node that has the task. */
  readonly approve?: 'ask' | 'deny';
  /** Higher goes first; default 0. */
  readonly priority?: number;
  /** Not begun within so long, it is not begun any more. */
  readonly beginWithinSeconds?: number;
  readonly by: string;
};
