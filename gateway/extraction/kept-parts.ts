// The parts of a kept result: the one reading of what an earlier program, too, may have written. INVARIANT: what has another shape is a
// failure with a mend, and never an exception.
import { z } from 'zod';
import { tableView } from '#gateway/protocol/commands/row/table-view.ts';
import type { KeptResult } from '#gateway/vault/results/contract.ts';
import { fail, ok } from '#policy/language/failure.ts';
import type { Result } from '#policy/language/failure.ts';

const kept = z.object({
  answer: z.string().nullable().default(null),
  facts: z
    .array(z.object({ label: z.string(), value: z.string(), quote: z.string(), url: z.string() }))
    .default([]),
  table: tableView.optional(),
  shows: z.string().optional(),
  error: z.object({ code: z.string(), message: z.string() }).nullable().default(null),
});
export type KeptParts = z.output<typeof kept>;

/** What is missing in it was too much to be kept. Errors: `vault.damaged`. */
export function partsOf({ taskId, result }: Pick<KeptResult, 'taskId' | 'result'>): Result<KeptParts> {
  const read = kept.safeParse(result);
  return read.success
    ? ok(read.data)
    : fail(
        'vault.damaged',
        `the result of task \`${taskId}\` is kept in a shape that this program cannot read`,
        {
          cause: z.prettifyError(read.error),
          help: `delete it with \`ghost results delete ${taskId}\`, or read it with the program that kept it`,
        },
      );
}
