// What agents of tasks were shown and answered, as statements for the vault: beside the pictures, for as many days, and gone with them.
// INVARIANT: every text in it passed the mask of the audit log; what is too old is given to nobody.
import { z } from 'zod';
import { maskSentence } from '#gateway/audit/mask/mask.ts';
import { textsIn } from '#gateway/audit/mask/texts-in.ts';
import { STEP_TIERS } from '#gateway/protocol/views/task.ts';
import type { ThoughtView } from '#gateway/protocol/views/thoughts.ts';
import type { Row, Statement } from '#gateway/vault/cipher.ts';
import { THOUGHT } from '#gateway/vault/results/contract.ts';
import { NAVIGATOR_ACTION_TYPES } from '#policy/language/vocabulary.ts';

/** Of what pictures may take: text is small. */
const SHARE_OF_BYTES = 10;
/** Of one task. */
export const MOST_THOUGHTS = 500;

const text = z.string();
const count = z.number();
const thought = z.object({
  number: count,
  step: count,
  at: text,
  saw: z.object({
    url: text,
    title: text,
    text,
    elements: count,
    scroll: z.object({ y: count, height: count, viewportHeight: count }),
    pictured: z.boolean(),
  }),
  told: z.object({
    subtask: text,
    words: text,
    clauses: z.array(text),
    secrets: z.array(text),
    before: count,
    facts: count,
    stepLimit: count,
    error: text.nullable(),
    refused: z.object({ reason: text, byPage: z.boolean(), says: text.nullable() }).nullable(),
  }),
  said: z.object({
    navigator: text,
    action: z.enum(NAVIGATOR_ACTION_TYPES),
    instead: z.enum(NAVIGATOR_ACTION_TYPES).nullable(),
    element: z.object({ role: text, name: text }).nullable(),
    text: text.nullable(),
    reasoning: text,
    confidence: count,
    tier: z.union(STEP_TIERS.map((tier) => z.literal(tier))),
    milliseconds: count,
    facts: z.array(z.object({ label: text, value: text, quote: text })),
    notUnderstood: z.array(text),
    models: z.array(z.object({ model: text, inputTokens: count, outputTokens: count })),
  }),
  acts: z.array(text),
});

/** In the order of their numbers, as texts are ordered. */
const nameOf = (taskId: string, number: number): string => `${taskId} ${String(number).padStart(6, '0')}`;

export const keepThought = (taskId: string, given: ThoughtView, now: number): Statement => [
  'INSERT OR REPLACE INTO kept (kind, name, saved_at, used_at, expires_at, about, body) VALUES (?, ?, ?, ?, NULL, ?, ?)',
  [THOUGHT, nameOf(taskId, given.number), now, now, taskId, JSON.stringify(masked(given))],
];

/** What is there of before, in its own words of now: it is no newer, and one that is gone stays gone. */
export const rewriteThought = (taskId: string, given: ThoughtView): Statement => [
  'UPDATE kept SET body = ? WHERE kind = ? AND name = ?',
  [JSON.stringify(masked(given)), THOUGHT, nameOf(taskId, given.number)],
];

export const thoughtsOf = (taskId: string, oldest: number): Statement => [
  'SELECT body FROM kept WHERE kind = ? AND about = ? AND saved_at > ? ORDER BY name LIMIT ?',
  [THOUGHT, taskId, oldest, MOST_THOUGHTS],
];

/** One that another version wrote in another shape is left out. */
export function thoughtIn({ body }: Row): readonly ThoughtView[] {
  try {
    const read = thought.safeParse(JSON.parse(String(body)));
    return read.success ? [read.data] : [];
  } catch {
    return [];
  }
}

export const sweepThoughts = (oldest: number, mostBytes: number): readonly Statement[] => [
  ['DELETE FROM kept WHERE kind = ? AND saved_at <= ?', [THOUGHT, oldest]],
  [
    'DELETE FROM kept WHERE kind = ? AND name IN (SELECT name FROM (SELECT name, SUM(octet_length(body)) OVER' +
      ' (ORDER BY used_at DESC, name DESC) AS total FROM kept WHERE kind = ?) WHERE total > ?)',
    [THOUGHT, THOUGHT, Math.floor(mostBytes / SHARE_OF_BYTES)],
  ],
];

/** Each text by itself; ids, of acts too, are ours. */
const masked = ({ saw, told, said, ...ours }: ThoughtView): Readonly<Record<string, unknown>> => ({
  ...ours,
  saw: textsMasked(saw),
  told: textsMasked(told),
  said: namesSecret(told, said) ? { ...textsMasked(said), text: said.text } : textsMasked(said),
});

/** It says which secret, and no value. */
const namesSecret = ({ secrets }: ThoughtView['told'], { text: entered }: ThoughtView['said']): boolean =>
  entered?.startsWith('secret:') === true && secrets.includes(entered.slice('secret:'.length).trim());

const textsMasked = <T>(value: T): T => textsIn(value, maskSentence);
