// Tools that Playwright's server does not have: what the policy says, what was recorded, what runs. They touch no browser.
import { z } from 'zod';
import { ok } from '#policy/language/failure.ts';
import { tool } from './contract.ts';
import { oneLine } from './format.ts';
import { pageOf } from './answers.ts';

const MOST_ENTRIES = 50;
const words = z.object({ text: z.string() });

export const OURS = [
  tool({
    name: 'ghost_text',
    title: 'Read text',
    description: 'Read the visible text of the page, or of an element',
    input: z.strictObject({
      target: z
        .exactOptional(z.string().regex(/^[ef]\d{1,9}$/u, 'is a ref, as in `e12`'))
        .describe('Ref; default: the page'),
    }),
    commands: ['text'],
    async run(call, { target }) {
      const read = await call.run('text', target === undefined ? {} : { ref: target });
      return read.ok ? ok({ ...pageOf(read.value), quoted: words.parse(read.value).text }) : read;
    },
  }),
  tool({
    name: 'ghost_status',
    title: 'Status',
    description: 'Say what runs: gateway, browser, policy in force, tabs',
    input: z.strictObject({}),
    commands: ['status'],
    async run(call) {
      const read = await call.run('status', {});
      return read.ok ? ok({ result: JSON.stringify(read.value, null, 2) }) : read;
    },
  }),
  tool({
    name: 'ghost_policy_explain',
    title: 'Explain policy',
    description:
      'Say what the policy decides on a request, and by which entries: facts by name, as in {"capability": "EXECUTE_JAVASCRIPT", "host": "example.com"}. Asks nobody and does nothing',
    input: z.strictObject({ request: z.record(z.string().max(100), z.json()).describe('Facts by name') }),
    commands: [],
    run(call, { request }) {
      const found = call.backend.explain(request);
      if (!found.ok) return Promise.resolve(found);
      const { decision, violation, because } = found.value;
      const lines = [
        `${decision}${violation === null ? '' : ` (${violation})`}`,
        ...because.map(
          ({ entry, at, reason }) =>
            `- because ${entry}${at === '' ? '' : ` (${at})`}${reason === '' ? '' : `: ${oneLine(reason)}`}`,
        ),
      ];
      return Promise.resolve(ok({ result: lines.join('\n') }));
    },
  }),
  tool({
    name: 'ghost_audit_query',
    title: 'Query audit log',
    description:
      'Find entries of the audit log, the newest first, as in `type:decision verdict:DENY where:shop.test`',
    input: z.strictObject({
      query: z.string().max(1_000).describe('Words; empty for all'),
      limit: z.exactOptional(z.number().int().min(1).max(MOST_ENTRIES)).describe('Default 20'),
    }),
    commands: [],
    async run(call, { query, limit = 20 }) {
      const found = await call.backend.audit(query, limit);
      if (!found.ok) return found;
      const { rows, total, atLeast } = found.value;
      const lines = rows.map(({ seq, at, type, who, what, where, verdict, outcome }) =>
        [`#${seq}`, at, type, who, what, where, verdict, outcome]
          .filter((one) => one !== null && one !== '')
          .join('  '),
      );
      return ok({
        result: `${rows.length} of ${total}${atLeast === true ? ' or more' : ''} entries`,
        // What was done may be named in a page's words.
        ...(lines.length === 0 ? {} : { quoted: lines.map((line) => oneLine(line, 1_000)).join('\n') }),
      });
    },
  }),
];
