// Several kept results as one brief: their rows by the merge that joins several sites, so that units and currencies stay apart.
// INVARIANT: each row keeps its page and words; what has no rows is named, and nothing of it is guessed.
import type { Film } from '#engines/maker/seen.ts';
import { mergeTables } from '#engines/tables/merge.ts';
import type { Table } from '#engines/tables/table.ts';
import type { DrawnForm } from '#gateway/protocol/views/applet.ts';
import type { KeptResult } from '#gateway/vault/results/contract.ts';
import { fail, ok } from '#policy/language/failure.ts';
import type { Result } from '#policy/language/failure.ts';
import { appletDesk } from './applet-desk.ts';
import type { CheckedApplet } from './checked-applet.ts';
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

/** Reads one of them; the log says so. */
export type ReadResult = (taskId: string) => Promise<Result<KeptResult>>;

/** The rows of all as one; each of them is read. Errors: `result.unknown`, `act.no-table`, `vault.*`. */
export async function joinResults(read: ReadResult, taskIds: readonly string[]): Promise<Result<Joined>> {
  const kept: KeptResult[] = [];
  for (const taskId of new Set(taskIds)) {
    const found = await read(taskId);
    if (!found.ok) return found;
    kept.push(found.value);
  }
  return joinedOf(kept);
}

/** One document of the rows of all. Errors: those of `joinResults`, `applet.unknown`, `maker.*`. */
export async function joinedApplet(
  read: ReadResult,
  taskIds: readonly string[],
  form: DrawnForm | null,
  films: readonly Film[] = [],
): Promise<Result<CheckedApplet>> {
  if (form === 'model')
    return fail('applet.unknown', 'no model’s applet is kept of several results', {
      help: 'ask for a form of the catalogue: a table, cards, a chart or a timeline',
    });
  const joined = await joinResults(read, taskIds);
  return joined.ok ? appletDesk.make({ ...joined.value, films }, form) : joined;
}
