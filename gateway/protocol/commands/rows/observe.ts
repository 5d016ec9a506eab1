// What goes on in a tab beside its page.
import { z } from 'zod';
import { READS, row } from '#gateway/protocol/commands/row/contract.ts';
import { flag, last, ok, tab } from '#gateway/protocol/commands/row/params.ts';

const level = z.enum(['error', 'warn', 'warning', 'info', 'log', 'debug', 'trace', 'all']);

/** One line of the console, as `console` answers it. */
export const consoleMessage = z.object({
  level: z.string(),
  text: z.string(),
  url: z.string(),
  line: z.number().nullable(),
  timestamp: z.number(),
});

/** One request of the page, as `requests` answers it. */
export const pageRequest = z.object({
  url: z.string(),
  method: z.string(),
  status: z.number().nullable(),
  duration_ms: z.number().nullable(),
  resource_type: z.string(),
  timestamp: z.number(),
});

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
      messages: z.array(consoleMessage),
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
      requests: z.array(pageRequest),
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
