// What surrounds a page: what its site keeps, saved sessions, rules for its network, its frames.
import { z } from 'zod';
import { ACTS, READS, REMOVES, SETS, row } from './contract.ts';
import { acted, file, flag, ok, tab } from './params.ts';

const key = z.string().min(1).max(4096).describe('key');
const type = {
  type: z
    .exactOptional(z.enum(['local', 'session', 'indexed-db', 'cache', 'service-worker']))
    .describe('which storage; default local'),
  origin: z.exactOptional(z.string().max(8192)).describe('whose; default: the page’s'),
};
const name = z
  .string()
  .regex(/^[a-z0-9][a-z0-9._-]{0,63}$/iu, 'is letters, digits, dots, hyphens and underscores, 64 at most')
  .describe('name');
const pattern = z.string().min(1).max(500).describe('which addresses, as in `**/*.{png,jpg}`');
const changed = z.object({ ok, message: z.string() });
const kept = z.object({ name: z.string(), origin: z.string(), saved_at: z.string(), expires_at: z.string() });

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
    examples: ['session export shop --output shop.json'],
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

export const FRAME = {
  'frame list': row({
    name: 'frame list',
    category: 'frame',
    title: 'list the frames of the page',
    params: z.strictObject({ ...tab }),
    acts: ['OBSERVE'],
    hints: READS,
    examples: ['frame list'],
    answer: z.object({
      ok,
      frames: z.array(z.object({ name: z.string(), url: z.string(), current: z.boolean() })),
    }),
  }),
  'frame switch': row({
    name: 'frame switch',
    category: 'frame',
    title: 'have the commands that follow look into one frame',
    params: z.strictObject({
      frame: z.string().min(1).max(1024).describe('the ref of its element, or its name'),
      ...tab,
    }),
    positional: ['frame'],
    acts: ['FRAME_SWITCH'],
    hints: SETS,
    examples: ['frame switch payment', 'frame switch e14'],
    answer: acted,
  }),
  'frame main': row({
    name: 'frame main',
    category: 'frame',
    title: 'have the commands that follow look at the whole page again',
    params: z.strictObject({ ...tab }),
    acts: ['FRAME_SWITCH'],
    hints: SETS,
    examples: ['frame main'],
    answer: acted,
  }),
};
