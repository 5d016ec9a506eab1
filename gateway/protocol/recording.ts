// A run, written down to be replayed against the same pages: proposals and digests of what they were made on.
// INVARIANT: read from a file it is untrusted; a replay puts every act to the policy as the run itself did.
import { z } from 'zod';
import { VERIFICATION_TYPES } from '#engines/planner/contract.ts';
import { STEP_TIERS, TASK_ENDS } from './views/task.ts';
import { NAVIGATOR_ACTION_TYPES } from '#policy/language/vocabulary.ts';
import { fail, ok } from '#policy/language/failure.ts';
import type { Result } from '#policy/language/failure.ts';

/** Of one step. */
export const MOST_RECORDED_FACTS = 200;

const text = z.string().max(20_000);
const fact = z.strictObject({ label: text, value: text, quote: text, url: text });
const step = z.strictObject({
  step: z.number().int().min(1),
  subtask: z.string().max(20),
  /** The subtask, in words. */
  words: text,
  url: text,
  /** Of what the navigator saw. */
  digest: z.string().max(100),
  element: z.strictObject({ role: text, name: text, nth: z.number().int().min(0) }).nullable(),
  tier: z.union(STEP_TIERS.map((tier) => z.literal(tier))),
  proposal: z.strictObject({
    action: z.enum(NAVIGATOR_ACTION_TYPES),
    ref: z.string().max(12).nullable(),
    target: z.strictObject({ x: z.number(), y: z.number() }).nullable(),
    text: text.nullable(),
    confidence: z.number().min(0).max(1),
    reasoning: text,
    facts: z.array(fact).max(MOST_RECORDED_FACTS),
  }),
});
const subtask = z.strictObject({
  id: z.string().max(20),
  intent: z.string().min(1).max(10_000),
  startUrl: text.nullable(),
  verification: z.strictObject({ type: z.enum(VERIFICATION_TYPES), condition: text }),
  group: z.string().max(20).nullable(),
  commits: z.boolean(),
  /** What is read as rows, as the person says it. */
  collects: z.exactOptional(z.strictObject({ query: text })),
});
const recording = z.strictObject({
  version: z.literal(1),
  intent: z.string().min(1).max(10_000),
  /** Where the person said to begin. */
  startUrl: text.nullable(),
  plan: z.array(subtask).min(1).max(50),
  navigator: z.string().max(100),
  recordedAt: z.string().max(40),
  status: z.enum(TASK_ENDS),
  answer: text.nullable(),
  steps: z.array(step).max(2_000),
});

export type Recording = z.infer<typeof recording>;
export type RecordedStep = z.infer<typeof step>;

/** Errors: `task.bad-recording`. */
export function parseRecording(given: unknown): Result<Recording> {
  const parsed = recording.safeParse(given);
  if (parsed.success) return ok(parsed.data);
  const [issue] = parsed.error.issues;
  return fail(
    'task.bad-recording',
    `this is no recording of a run: ${issue?.path.join('.') ?? ''} ${issue?.message ?? ''}`,
    {
      help: 'make one with `ghost run "…" --export FILE`',
    },
  );
}
