// What a site keeps in the browser.
import { z } from 'zod';
import { ACTS, READS, REMOVES, row } from '#gateway/protocol/commands/row/contract.ts';
import { ok, tab } from '#gateway/protocol/commands/row/params.ts';

const key = z.string().min(1).max(4096).describe('key');
const type = {
  type: z
    .exactOptional(z.enum(['local', 'session', 'indexed-db', 'cache', 'service-worker']))
    .describe('which storage; default local'),
  origin: z.exactOptional(z.string().max(8192)).describe('whose; default: the page’s'),
};
const changed = z.object({ ok, message: z.string() });

export const STORAGE = {
  'storage get': row({
    name: 'storage get',
    category: 'storage',
    title: 'read one value that the site keeps',
    params: z.strictObject({ key, ...type, ...tab }),
    positional: ['key'],
    acts: ['STORAGE_READ'],
    hints: READS,
    examples: ['storage get theme', 'storage get step --type session'],
    answer: z.object({ ok, key: z.string(), value: z.string().nullable() }),
  }),
  'storage set': row({
    name: 'storage set',
    category: 'storage',
    title: 'write one value',
    params: z.strictObject({
      key,
      value: z
        .string()
        .max(1024 * 1024)
        .describe('value'),
      ...type,
      ...tab,
    }),
    positional: ['key', 'value'],
    acts: ['STORAGE_WRITE'],
    hints: ACTS,
    examples: ['storage set theme dark'],
    answer: changed,
  }),
  'storage keys': row({
    name: 'storage keys',
    category: 'storage',
    title: 'list the keys',
    params: z.strictObject({ ...type, ...tab }),
    acts: ['STORAGE_READ'],
    hints: READS,
    examples: ['storage keys'],
    answer: z.object({ ok, keys: z.array(z.string()) }),
  }),
  'storage dump': row({
    name: 'storage dump',
    category: 'storage',
    title: 'read everything of a storage',
    params: z.strictObject({ ...type, ...tab }),
    acts: ['STORAGE_READ'],
    hints: READS,
    examples: ['storage dump --type session'],
    answer: z.object({ ok, entries: z.record(z.string(), z.string()), complete: z.boolean() }),
  }),
  'storage remove': row({
    name: 'storage remove',
    category: 'storage',
    title: 'remove one value',
    params: z.strictObject({ key, ...type, ...tab }),
    positional: ['key'],
    acts: ['STORAGE_CLEAR'],
    hints: REMOVES,
    examples: ['storage remove theme'],
    answer: changed,
  }),
  'storage clear': row({
    name: 'storage clear',
    category: 'storage',
    title: 'remove everything of a storage',
    params: z.strictObject({ ...type, ...tab }),
    acts: ['STORAGE_CLEAR'],
    hints: REMOVES,
    examples: ['storage clear --type session'],
    answer: changed,
  }),
};
