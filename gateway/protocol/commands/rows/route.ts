// Rules for a tab's own requests.
import { z } from 'zod';
import { ACTS, READS, REMOVES, SETS, row } from '#gateway/protocol/commands/row/contract.ts';
import { flag, ok, tab } from '#gateway/protocol/commands/row/params.ts';

const pattern = z.string().min(1).max(500).describe('which addresses, as in `**/*.{png,jpg}`');
const changed = z.object({ ok, message: z.string() });
const ruled = z.object({ ok, id: z.string(), kind: z.string(), pattern: z.string() });

export const ROUTE = {
  'route block': row({
    name: 'route block',
    category: 'route',
    title: 'refuse the tab’s requests to an address',
    params: z.strictObject({ pattern, ...tab }),
    positional: ['pattern'],
    acts: ['ROUTE_BLOCK'],
    hints: SETS,
    examples: [`route block '**/*.{png,jpg,gif}'`],
    answer: ruled,
  }),
  'route mock': row({
    name: 'route mock',
    category: 'route',
    title: 'answer the tab’s requests to an address in the server’s place',
    params: z.strictObject({
      pattern,
      body: z
        .string()
        .max(1024 * 1024)
        .describe('of the answer'),
      status: z.exactOptional(z.number().int().min(200).max(599)).describe('of the answer; default 200'),
      contentType: z.exactOptional(z.string().max(200)).describe('default application/json'),
      ...tab,
    }),
    positional: ['pattern'],
    acts: ['ROUTE_MOCK'],
    hints: ACTS,
    examples: [`route mock '**/api/items' --body '{"items":[]}'`],
    answer: ruled,
  }),
  'route capture': row({
    name: 'route capture',
    category: 'route',
    title: 'keep the answers of an address; `route list --bodies` shows them',
    params: z.strictObject({ pattern, ...tab }),
    positional: ['pattern'],
    acts: ['ROUTE_CAPTURE'],
    hints: SETS,
    examples: [`route capture '**/api/**'`],
    answer: ruled,
  }),
  'route list': row({
    name: 'route list',
    category: 'route',
    title: 'list the rules of the tab, and what they caught',
    params: z.strictObject({
      bodies: flag('with the answers that were kept'),
      urlPattern: z.exactOptional(pattern).describe('of answers: those whose address fits'),
      ...tab,
    }),
    acts: ['OBSERVE'],
    hints: READS,
    examples: ['route list', 'route list --bodies'],
    answer: z.object({
      ok,
      rules: z.array(z.object({ id: z.string(), kind: z.string(), pattern: z.string() })),
    }),
  }),
  'route remove': row({
    name: 'route remove',
    category: 'route',
    title: 'remove one rule',
    params: z.strictObject({ ruleId: z.string().min(1).max(100).describe('its id'), ...tab }),
    positional: ['ruleId'],
    acts: ['ROUTE_REMOVE'],
    hints: REMOVES,
    examples: ['route remove r1'],
    answer: changed,
  }),
  'route clear': row({
    name: 'route clear',
    category: 'route',
    title: 'remove all rules of the tab',
    params: z.strictObject({ ...tab }),
    acts: ['ROUTE_REMOVE'],
    hints: REMOVES,
    examples: ['route clear'],
    answer: changed,
  }),
};
