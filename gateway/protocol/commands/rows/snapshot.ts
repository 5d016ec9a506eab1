// Reading a page.
import { z } from 'zod';
import { READS, row } from '#gateway/protocol/commands/row/contract.ts';
import { file, flag, ok, page, tab } from '#gateway/protocol/commands/row/params.ts';

export const SNAPSHOT = {
  snapshot: row({
    name: 'snapshot',
    category: 'snapshot',
    title: 'read the page as text, with the refs that acts name',
    params: z.strictObject({
      mode: z
        .exactOptional(z.enum(['outline', 'tree', 'changes']))
        .describe(
          'as an outline (default), as the whole tree in JSON, or what changed since the last snapshot',
        ),
      interactive: flag('what can be acted on alone'),
      compact: flag('without what only lays out; an outline is compact already'),
      maxDepth: z.exactOptional(z.number().int().min(1).max(200)).describe('of the tree'),
      maxChars: z
        .exactOptional(z.number().int().min(400).max(100_000))
        .describe('at most so long; default 8000'),
      expand: z
        .exactOptional(
          z
            .string()
            .regex(
              /^(?:e\d{1,9}|@\d{1,9}(?::\d{1,7})?)$/u,
              'is what a fold says, as in `e12`, `@12` or `@12:380`',
            ),
        )
        .describe('a fold of the last snapshot, by what it says to open'),
      since: z
        .exactOptional(z.number().int().min(1))
        .describe('what changed since the snapshot of this generation'),
      output: file('write it to this file instead'),
      ...tab,
    }),
    acts: ['SNAPSHOT'],
    hints: READS,
    examples: ['snapshot', 'snapshot --interactive --max-chars 4000', 'snapshot --expand e40'],
    answer: z.object({ ok, ...page, generation: z.number() }),
  }),
};
