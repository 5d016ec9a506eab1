// Cookies of the page's own host.
import { z } from 'zod';
import { ACTS, READS, REMOVES, row } from '#gateway/protocol/commands/row/contract.ts';
import { ok, tab, url } from '#gateway/protocol/commands/row/params.ts';

export const COOKIES = {
  cookies: row({
    name: 'cookies',
    category: 'cookies',
    title: 'list the cookies that a request would carry',
    params: z.strictObject({
      url: z.exactOptional(url).describe('a request for this; default: the page'),
      ...tab,
    }),
    acts: ['COOKIE_READ'],
    hints: READS,
    examples: ['cookies'],
    answer: z.object({ ok, cookies: z.array(z.object({ name: z.string(), value: z.string() })) }),
  }),
  'set-cookie': row({
    name: 'set-cookie',
    category: 'cookies',
    title: 'set a cookie of the page’s own host',
    params: z.strictObject({
      cookie: z
        .string()
        .max(8192)
        .describe('JSON: name, value, and where wanted path, secure, httpOnly, sameSite, expires'),
      ...tab,
    }),
    positional: ['cookie'],
    acts: ['COOKIE_WRITE'],
    hints: ACTS,
    examples: [`set-cookie '{"name":"lang","value":"en"}'`],
    answer: z.object({ ok, message: z.string() }),
  }),
  'clear-cookies': row({
    name: 'clear-cookies',
    category: 'cookies',
    title: 'remove the cookies of the page’s host, or one of them',
    params: z.strictObject({
      name: z.exactOptional(z.string().max(4096)).describe('that one alone'),
      ...tab,
    }),
    acts: ['COOKIE_CLEAR'],
    hints: REMOVES,
    examples: ['clear-cookies'],
    answer: z.object({ ok, message: z.string() }),
  }),
};
