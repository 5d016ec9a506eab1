// The process that keeps browsers between commands.
import { z } from 'zod';
import { READS, REMOVES, SETS, row } from '#gateway/protocol/commands/row/contract.ts';
import { ok } from '#gateway/protocol/commands/row/params.ts';

export const DAEMON = {
  'daemon start': row({
    name: 'daemon start',
    category: 'daemon',
    title: 'start the process that keeps browsers between commands; every command does so by itself',
    params: z.strictObject({}),
    acts: [],
    hints: SETS,
    examples: ['daemon start'],
    answer: z.object({ ok, running: z.boolean(), pid: z.number() }),
  }),
  'daemon stop': row({
    name: 'daemon stop',
    category: 'daemon',
    title: 'end it, with every browser that it keeps',
    params: z.strictObject({}),
    acts: [],
    hints: REMOVES,
    examples: ['daemon stop'],
    answer: z.object({ ok, running: z.boolean() }),
  }),
  'daemon status': row({
    name: 'daemon status',
    category: 'daemon',
    title: 'say whether it runs; starts none',
    params: z.strictObject({}),
    acts: [],
    hints: READS,
    examples: ['daemon status'],
    answer: z.object({ ok, running: z.boolean() }),
  }),
  'daemon health': row({
    name: 'daemon health',
    category: 'daemon',
    title: 'say what it holds: memory, tabs, refs',
    params: z.strictObject({}),
    acts: [],
    hints: READS,
    examples: ['daemon health'],
    answer: z.object({
      ok,
      daemon: z.object({ pid: z.number(), uptime_s: z.number(), memory_mb: z.number() }),
      chrome: z.object({ connected: z.boolean(), tabs: z.number(), cdp_url: z.string().nullable() }),
      refs: z.object({ cached_targets: z.number(), total_refs: z.number() }),
    }),
  }),
};
