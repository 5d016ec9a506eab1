// Many commands at once.
import { z } from 'zod';
import { ACTS, row } from '#gateway/protocol/commands/row/contract.ts';
import { file, ok } from '#gateway/protocol/commands/row/params.ts';

export const BATCH = {
  batch: row({
    name: 'batch',
    category: 'batch',
    title: 'run commands one after the other; stops at the first that fails or is denied, and says which',
    params: z
      .strictObject({
        file: file(
          'JSON: a list of command lines (`["click e12", ["fill", "e5", "two words"]]`); `-` is standard input',
        ),
        lines: z
          .exactOptional(z.array(z.union([z.string(), z.array(z.string())])).max(500))
          .describe('the same, in place of a file'),
        output: file('write the answers to this file instead'),
      })
      .refine(({ file: from, lines }) => (from === undefined) !== (lines === undefined), {
        message: 'needs `--file`',
        path: ['file'],
      }),
    acts: 'BY_LINE',
    hints: ACTS,
    examples: ['batch --file steps.json'],
    answer: z.object({ ok, done: z.number(), total: z.number() }),
  }),
};
