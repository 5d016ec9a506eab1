// What goes on in a tab beside its page, and waiting for it.
import { z } from 'zod';
import { WAIT_STATES } from '#policy/acts/reading-acts.ts';
import { READS, row } from './contract.ts';
import { acted, flag, last, ok, ref, tab, text, timeout } from './params.ts';

const level = z.enum(['error', 'warn', 'warning', 'info', 'log', 'debug', 'trace', 'all']);

export const OBSERVE = {
  console: row({
    name: 'console',
    category: 'observe',
    title: 'show what the page wrote to its console: the last 500 messages of the tab',
    params: z.strictObject({
      level: z.exactOptional(level).describe('of this level alone; default all'),
      last,
      clear: flag('forget them afterwards'),
      ...tab,
    }),
    acts: ['OBSERVE'],
    hints: READS,
    examples: ['console --level error --last 10'],
    answer: z.object({
      ok,
      messages: z.array(
        z.object({
          level: z.string(),
          text: z.string(),
          url: z.string(),
          line: z.number().nullable(),
          timestamp: z.number(),
        }),
      ),
      total: z.number(),
      filtered: z.number(),
    }),
  }),
  errors: row({
    name: 'errors',
    category: 'observe',
    title: 'show the exceptions that no script caught: the last 100 of the tab',
    params: z.strictObject({ last, ...tab }),
    acts: ['OBSERVE'],
    hints: READS,
    examples: ['errors'],
    answer: z.object({
      ok,
      errors: z.array(z.object({ message: z.string(), stack: z.string(), timestamp: z.number() })),
      count: z.number(),
    }),
  }),
  requests: row({
    name: 'requests',
    category: 'observe',
    title: 'show what the page requested: the last 200 of the tab, without bodies',
    params: z.strictObject({
      filter: z.exactOptional(z.enum(['all', 'failed', 'pending', 'api'])).describe('default all'),
      urlPattern: z
        .exactOptional(z.string().min(1).max(500))
        .describe('whose address fits, as in `**/api/*`'),
      last,
      ...tab,
    }),
    acts: ['OBSERVE'],
    hints: READS,
    examples: ['requests --filter failed', `requests --url-pattern '**/api/**'`],
    answer: z.object({
      ok,
      requests: z.array(
        z.object({
          url: z.string(),
          method: z.string(),
          status: z.number().nullable(),
          duration_ms: z.number().nullable(),
          resource_type: z.string(),
          timestamp: z.number(),
        }),
      ),
      summary: z.object({ total: z.number(), failed: z.number(), pending: z.number() }),
    }),
  }),
  observe: row({
    name: 'observe',
    category: 'observe',
    title: 'say how the page does, in one look',
    params: z.strictObject({
      include: z
        .exactOptional(z.array(z.enum(['dom', 'console', 'network', 'performance'])).max(4))
        .describe('by commas; default all'),
      ...tab,
    }),
    acts: ['OBSERVE'],
    hints: READS,
    examples: ['observe', 'observe --include console,network'],
    answer: z.object({
      ok,
      page: z.object({
        title: z.string(),
        url: z.string(),
        viewport: z.object({ width: z.number(), height: z.number() }),
      }),
      snapshot_stale: z.boolean(),
      last_snapshot_age_s: z.number().nullable(),
    }),
  }),
  'page-info': row({
    name: 'page-info',
    category: 'observe',
    title: 'say title and address, and how much the site keeps',
    params: z.strictObject({ brief: flag('title and address alone'), ...tab }),
    acts: ['OBSERVE', 'COOKIE_READ', 'STORAGE_READ'],
    hints: READS,
    examples: ['page-info', 'page-info --brief'],
    answer: z.object({ ok, title: z.string(), url: z.string() }),
  }),
};

const CONDITIONS = ['ms', 'text', 'url', 'js', 'networkIdle', 'navigation', 'ref'] as const;

export const WAIT = {
  wait: row({
    name: 'wait',
    category: 'wait',
    title: 'wait for a text, an address, a script’s condition, a quiet network, a navigation or an element',
    params: z
      .strictObject({
        ms: z.exactOptional(z.number().int().min(0).max(300_000)).describe('so many milliseconds'),
        text: z.exactOptional(text('until this stands on the page').min(1)),
        url: z
          .exactOptional(z.string().min(1).max(8192))
          .describe('until the address fits, as in `**/success**`'),
        js: z.exactOptional(text('until this expression is true').min(1)),
        networkIdle: flag('until the network is quiet'),
        navigation: flag('until the page that is on its way stands there'),
        ref: z.exactOptional(ref),
        state: z
          .exactOptional(z.enum(WAIT_STATES))
          .describe('with --ref: what it waits for; default visible'),
        timeout,
        ...tab,
      })
      .refine(
        (given) => CONDITIONS.filter((one) => given[one] !== undefined && given[one] !== false).length === 1,
        {
          message:
            'needs one of milliseconds, `--text`, `--url`, `--js`, `--network-idle`, `--navigation` and `--ref`',
          path: ['ms'],
        },
      )
      .refine(({ state, ref: of }) => state === undefined || of !== undefined, {
        message: 'goes with `--ref`',
        path: ['state'],
      }),
    positional: ['ms'],
    acts: ['WAIT'],
    changes: { js: ['EVALUATE'] },
    hints: READS,
    examples: [
      'wait --text "Order complete"',
      `wait --url '**/success**' --timeout 30000`,
      `wait --js 'window.dataLoaded === true'`,
      'wait --network-idle',
      'wait --navigation',
      'wait --ref e5 --state hidden',
    ],
    answer: acted,
    forms: ['wait --text', 'wait --url', 'wait --js', 'wait --network-idle', 'wait --navigation'],
  }),
};
