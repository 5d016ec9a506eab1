// A planning model's answer, taken apart. INVARIANT: a stranger's text; a start that the person did not name is no start.
import { z } from 'zod';
import { readJson } from '#engines/model/read-json.ts';
import { VERIFICATION_TYPES, type Subtask } from '../contract.ts';

const MAX_SUBTASKS = 12;
const words = z.string().trim().min(1).max(500);

const schema = z.strictObject({
  subtasks: z
    .array(
      z.strictObject({
        intent: words,
        startUrl: z.string().nullable(),
        verification: z.strictObject({
          type: z.enum(VERIFICATION_TYPES),
          condition: z.string().trim().max(200),
        }),
        group: z.string().max(20).nullable(),
        commits: z.boolean(),
      }),
    )
    .min(1)
    .max(MAX_SUBTASKS),
});

export const PLAN_SCHEMA = {
  type: 'object',
  properties: {
    subtasks: {
      type: 'array',
      minItems: 1,
      maxItems: MAX_SUBTASKS,
      items: {
        type: 'object',
        properties: {
          intent: { type: 'string', description: 'one thing to do, in the person’s words' },
          startUrl: { type: ['string', 'null'], description: 'one of STARTS, or null' },
          verification: {
            type: 'object',
            properties: {
              type: { type: 'string', enum: [...VERIFICATION_TYPES] },
              condition: { type: 'string' },
            },
            required: ['type', 'condition'],
            additionalProperties: false,
          },
          group: { type: ['string', 'null'] },
          commits: { type: 'boolean' },
        },
        required: ['intent', 'startUrl', 'verification', 'group', 'commits'],
        additionalProperties: false,
      },
    },
  },
  required: ['subtasks'],
  additionalProperties: false,
} as const;

export type PlanAnswer =
  | { readonly fits: true; readonly subtasks: readonly Subtask[] }
  | { readonly fits: false; readonly fault: string };

const wrong = (fault: string): PlanAnswer => ({ fits: false, fault });

/** `starts`: the addresses that the person named. */
export function readPlan(text: string, starts: readonly string[]): PlanAnswer {
  const read = readJson(schema, text);
  if (!read.fits) return read;
  const { subtasks } = read.data;
  for (const { startUrl, verification, group, commits } of subtasks) {
    if (startUrl !== null && !starts.includes(startUrl))
      return wrong(`\`${startUrl.slice(0, 80)}\` is none of STARTS`);
    if (['URL', 'TEXT'].includes(verification.type) && verification.condition === '')
      return wrong(`a verification of type ${verification.type} needs a condition`);
    if (group !== null && (startUrl === null || commits))
      return wrong('a subtask of a group has a startUrl of its own, and only reads');
  }
  if (subtasks[0]?.startUrl === null && starts.length > 0) return wrong('the first subtask needs a startUrl');
  const groups = subtasks.map(({ group }) => group);
  if (groups.some((group, at) => group !== null && groups.indexOf(group) !== at && groups[at - 1] !== group))
    return wrong('subtasks of one group stand together');
  return { fits: true, subtasks: subtasks.map((subtask, at) => ({ id: `s${at + 1}`, ...subtask })) };
}
