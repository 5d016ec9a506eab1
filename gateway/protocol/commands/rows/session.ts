// Saved sessions of a site.
import { z } from 'zod';
import { ACTS, READS, REMOVES, SETS, row } from '#gateway/protocol/commands/row/contract.ts';
import { file, flag, ok, tab } from '#gateway/protocol/commands/row/params.ts';

const name = z
  .string()
  .regex(/^[a-z0-9][a-z0-9._-]{0,63}$/iu, 'is letters, digits, dots, hyphens and underscores, 64 at most')
  .describe('name');
const changed = z.object({ ok, message: z.string() });
const kept = z.object({ name: z.string(), origin: z.string(), saved_at: z.string(), expires_at: z.string() });

export const SESSION = {
  'session save': row({
    name: 'session save',
    category: 'session',
    title: 'keep cookies and storage of the page’s origin, encrypted, for seven days',
    params: z.strictObject({ name, ...tab }),
    positional: ['name'],
    acts: ['SESSION_SAVE'],
    hints: SETS,
    examples: ['session save shop'],
    answer: kept.extend({ ok }),
  }),
  'session load': row({
    name: 'session load',
    category: 'session',
    title: 'bring a saved session into the tab',
    params: z.strictObject({ name, ...tab }),
    positional: ['name'],
    acts: ['SESSION_LOAD'],
    hints: ACTS,
    examples: ['session load shop'],
    answer: changed,
  }),
  'session list': row({
    name: 'session list',
    category: 'session',
    title: 'list the saved sessions, without what they hold',
    params: z.strictObject({}),
    acts: [],
    hints: READS,
    examples: ['session list'],
    answer: z.object({ ok, sessions: z.array(kept) }),
  }),
  'session delete': row({
    name: 'session delete',
    category: 'session',
    title: 'delete a saved session',
    params: z.strictObject({ name }),
    positional: ['name'],
    acts: [],
    hints: REMOVES,
    examples: ['session delete shop'],
    answer: changed,
  }),
  'session export': row({
    name: 'session export',
    category: 'session',
    title: 'write a saved session as JSON, its values redacted unless asked for',
    params: z.strictObject({
      name,
      output: file('write it to this file instead'),
      includeSecrets: flag('with its values'),
    }),
    positional: ['name'],
    acts: [],
    changes: { includeSecrets: ['SESSION_LOAD'] },
    hints: READS,
    examples: [
      'session export shop --output look.json',
      'session export shop --output shop.json --include-secrets',
    ],
    answer: z.object({ ok, name: z.string() }),
  }),
  'session import': row({
    name: 'session import',
    category: 'session',
    title: 'keep a session that was exported with its values',
    params: z.strictObject({
      path: z.string().min(1).max(4096).describe('its file'),
      name: z.exactOptional(name).describe('another name for it'),
    }),
    positional: ['path'],
    acts: [],
    hints: SETS,
    examples: ['session import shop.json --name shop2'],
    answer: kept.extend({ ok }),
  }),
};
