// Events of tasks, which a gateway sends in batches: each becomes an entry of the log. INVARIANT: ids, words and numbers alone: no intent
// and no page.
import { z } from 'zod';
import { isWithin, jsonOf } from '../system/json.ts';
import { listOf } from '../system/list-of.ts';
import { passed, refused, type Outcome } from '../wire/refusal.ts';

const MAX_EVENTS = 500;
/** Each event is at most some 450 bytes. */
export const MAX_EVENTS_BYTES = 250_000;
/** An event's eight fields and itself, twice over. */
const BATCH = { nodes: 10_000, depth: 4 } as const;
const word = z.string().regex(/^[A-Za-z][\w.-]{0,63}$/u, 'is a word');

const event = z.strictObject({
  taskId: z.string().regex(/^[\w.:-]{1,80}$/u, 'is an id'),
  /** When it happened, by the gateway's clock. */
  at: z.iso.datetime(),
  kind: z.enum(['task', 'step', 'error']),
  actionType: word.nullable(),
  tier: z.union([z.literal(0), z.literal(1), z.literal(2)]).nullable(),
  confidence: z.number().min(0).max(1).nullable(),
  model: word.nullable(),
  status: word,
});
const batch = z.strictObject({ events: listOf(event, MAX_EVENTS) });

export type TaskEvent = z.infer<typeof event>;

/** Refusals: `BODY_NOT_JSON`, `FIELD_NOT_ALLOWED`. */
export function parseEvents(text: string): Outcome<readonly TaskEvent[]> {
  if (!isWithin(text, BATCH)) return refused('FIELD_NOT_ALLOWED', `a batch has at most ${MAX_EVENTS} events`);
  const raw = jsonOf(text);
  if (raw === undefined) return refused('BODY_NOT_JSON', 'the body is no JSON');
  const { success, data, error } = batch.safeParse(raw);
  if (success) return passed(data.events);
  const where = error.issues[0]?.path.map(String).join('.') || 'the body';
  return refused('FIELD_NOT_ALLOWED', `\`${where.slice(0, 100)}\` is not as an event’s must be`);
}

/** Its fields in the log, by the names of a call's. */
export const fieldsOf = (event: TaskEvent): Readonly<Record<string, string | number | null>> => ({
  task_id: event.taskId,
  event_time: event.at,
  model_used: event.model,
  action_type: event.actionType,
  tier_used: event.tier,
  confidence: event.confidence,
  status: event.status,
});
