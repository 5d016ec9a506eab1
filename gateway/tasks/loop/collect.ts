// Reads the rows that a subtask is for, once its page is there. INVARIANT: each look and each press on the way is an act by the boundary.
import { onlyAbout } from '#engines/tables/about.ts';
import type { Table } from '#engines/tables/table.ts';
import type { Collection } from '#engines/planner/contract.ts';
import { ok, type Result } from '#policy/language/failure.ts';
import { extractTable } from '#gateway/extraction/extract.ts';
import type { Worker } from '#gateway/tasks/life/worker.ts';

/** Of one list: what a person would leaf through. What is behind them is said in `leftOut`. */
const PAGES_OF_A_LIST = 5;

/** Errors: `act.no-table`, and those of the acts. */
export async function collectRows(worker: Worker, { query }: Collection): Promise<Result<Table>> {
  const read = await extractTable((action) => worker.read(action), { query, pages: PAGES_OF_A_LIST });
  return read.ok ? ok(onlyAbout(read.value, query)) : read;
}

/** The answer in words: how much was read, and where. */
export const rowsInWords = ({ rows, sources }: Table): string => {
  const hosts = [...new Set(sources.map(({ url }) => URL.parse(url)?.host ?? url))];
  return `${rows.length} ${rows.length === 1 ? 'row' : 'rows'} from ${hosts.join(' and ')}`;
};
