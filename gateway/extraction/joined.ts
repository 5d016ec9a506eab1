// Several kept results as one brief: their rows by the merge that joins several sites, so that units and currencies stay apart.
// INVARIANT: each row keeps its page and words; what has no rows is named, and nothing of it is guessed.
import { mergeTables } from '#engines/tables/merge.ts';
import type { Table } from '#engines/tables/table.ts';
import type { KeptResult } from '#gateway/vault/result-store.ts';
import { fail, ok } from '#policy/language/failure.ts';
import type { Result } from '#policy/language/failure.ts';
import { partsOf } from './kept-parts.ts';

export type Joined = { readonly taskIds: readonly string[]; readonly intent: string; readonly table: Table };

const MAX_INTENT_CHARACTERS = 80;
const shortened = (intent: string): string =>
  intent.length > MAX_INTENT_CHARACTERS ? `${intent.slice(0, MAX_INTENT_CHARACTERS - 1)}…` : intent;

/** In their order. Errors: `act.no-table` where none has rows, `vault.damaged`. */
export function joinedOf(results: readonly KeptResult[]): Result<Joined> {
  const tables: Table[] = [];
  const without: string[] = [];
  for (const result of results) {
    const parts = partsOf(result);
    if (!parts.ok) return parts;
    const { table } = parts.value;
    if (table === undefined || table.rows.length === 0)
      without.push(`result \`${result.taskId}\` (“${shortened(result.intent)}”) has no rows`);
    else tables.push(table);
  }
  if (tables.length === 0)
    return fail('act.no-table', 'none of these results has rows', {
      help: '`ghost results show` with one id shows its answer and its facts',
    });
  const merged = mergeTables(tables);
  return ok({
    taskIds: results.map(({ taskId }) => taskId),
    intent: results.map(({ intent }) => shortened(intent)).join('; '),
    table: { ...merged, leftOut: [...merged.leftOut, ...without] },
  });
}
