// Events of tasks, which a gateway sends in batches: each becomes an entry of the log. INVARIANT: what is no event of the wire's form makes
// the whole batch none; a person's words are written where the settings say so, redacted, and else dropped.
import { z } from 'zod';
import { redacted } from '../log/redact.ts';
import { isWithin, jsonOf } from '../system/json.ts';
import { listOf } from '../system/list-of.ts';
import { EVENT_KINDS, MAX_EVENTS, MAX_INTENT_CHARACTERS } from '../wire/events.ts';
import type { EventBatch, ReportedEvent } from '../wire/events.ts';
import { passed, refused, type Outcome } from '../wire/refusal.ts';

/** Of a batch, more than its events come to: eleven values and itself each. */
const BATCH = { nodes: 10_000, depth: 4 } as const;
const word = z.string().regex(/^[A-Za-z][\w.-]{0,63}$/u, 'is a word');
const id = z.string().regex(/^[\w.:-]{1,80}$/u, 'is an id');

const event = z.strictObject({
  id,
  taskId: id,
  at: z.iso.datetime(),
  kind: z.enum(EVENT_KINDS),
  actionType: word.nullable(),
  tier: z.literal([0, 1, 2, 3]).nullable(),
  confidence: z.number().min(0).max(1).nullable(),
  model: z
    .string()
    .regex(/^[\w.:/-]{1,100}$/u, 'is a model’s name')
    .nullable(),
  status: word,
  error: word.nullable(),
  intent: z.string().max(MAX_INTENT_CHARACTERS).exactOptional(),
}) satisfies z.ZodType<ReportedEvent>;
const batch = z.strictObject({
  events: listOf(event, MAX_EVENTS),
  lost: z.number().int().min(1).max(1_000_000_000).exactOptional(),
}) satisfies z.ZodType<EventBatch>;

/** Refusals: `BODY_NOT_JSON`, `FIELD_NOT_ALLOWED`. */
export function parseEvents(text: string): Outcome<EventBatch> {
  if (!isWithin(text, BATCH)) return refused('FIELD_NOT_ALLOWED', `a batch has at most ${MAX_EVENTS} events`);
  const raw = jsonOf(text);
  if (raw === undefined) return refused('BODY_NOT_JSON', 'the body is no JSON');
  const { success, data, error } = batch.safeParse(raw);
  if (success) return passed(data);
  const where = error.issues[0]?.path.map(String).join('.') || 'the body';
  return refused('FIELD_NOT_ALLOWED', `\`${where.slice(0, 100)}\` is not as an event’s must be`);
}

const DAY_MS = 86_400_000;
/** What is further away is no time of an event, but a clock that is wrong. */
const MOST_PAST_DAYS = 30;
const MOST_FUTURE_MS = 3_600_000;
/** An entry is a while on its way to the log. */
const ON_ITS_WAY_MS = DAY_MS / 2;

/**
 * Its entry's time: the event's own, so that the same one sent twice is one entry. `undefined`: when it arrived.
 * INVARIANT: no entry is older than the log keeps one: the log refuses it.
 */
export function timeOf({ at }: ReportedEvent, nowMs: number, retentionDays: number): number | undefined {
  const mostPastMs = Math.min(MOST_PAST_DAYS, retentionDays) * DAY_MS - ON_ITS_WAY_MS;
  const atMs = Date.parse(at);
  return atMs >= nowMs - mostPastMs && atMs <= nowMs + MOST_FUTURE_MS ? atMs : undefined;
}

/** Its fields in the log, by the names of a call's. */
export const fieldsOf = (
  event: ReportedEvent,
  withIntent: boolean,
): Readonly<Record<string, string | number | null>> => ({
  task_id: event.taskId,
  event_time: event.at,
  model_used: event.model,
  action_type: event.actionType,
  tier_used: event.tier,
  confidence: event.confidence,
  status: event.status,
  error: event.error,
  ...(withIntent && event.intent !== undefined ? { intent: redacted(event.intent) } : {}),
});
