// Reads the rows that a subtask is for, once its page is there. INVARIANT: each look and each press on the way is an act by the boundary.
import { onlyAbout } from '#engines/tables/about.ts';
import type { Table } from '#engines/tables/table.ts';
import type { CallContext, ModelUsage } from '#engines/model/contract.ts';
import type { Collection } from '#engines/planner/contract.ts';
import type { TableReader } from '#engines/reader/reader.ts';
import type { PageGrids } from '#engines/tables/grid.ts';
import type { ProposedTable } from '#engines/tables/standing.ts';
import { ok, type Result } from '#policy/language/failure.ts';
import { extractTable } from '#gateway/extraction/extract.ts';
import type { Worker } from '#gateway/tasks/life/worker.ts';

/** Of one list: what a person would leaf through. What is behind them is said in `leftOut`. */
const PAGES_OF_A_LIST = 5;

/** `ask`: a model that reads what we cannot. */
export type Asking = {
  readonly reader: TableReader;
  readonly of: CallContext;
  readonly spent: (usage: readonly ModelUsage[]) => void;
  readonly signal: AbortSignal;
};

/** Rejects only with the signal's reason. Errors: `act.no-table`, and those of the acts. */
export async function collectRows(
  worker: Pick<Worker, 'read'>,
  { query }: Collection,
  ask: Asking | null,
): Promise<Result<Table>> {
  const read = await extractTable((action) => worker.read(action), {
    query,
    pages: PAGES_OF_A_LIST,
    ...(ask === null ? {} : { propose: (page) => proposedBy(ask, page, query) }),
  });
  return read.ok ? ok(onlyAbout(read.value, query)) : read;
}

async function proposedBy(
  { reader, of, spent, signal }: Asking,
  page: PageGrids,
  query: string,
): Promise<ProposedTable | string> {
  const { read, usage } = await reader.read(page, query, signal, of);
  spent(usage);
  return read.ok ? read.value : `${reader.model} was asked to read the page: ${read.error.message}`;
}

/** The answer in words: how much was read, and where. */
export const rowsInWords = ({ rows, sources }: Table): string => {
  const hosts = [...new Set(sources.map(({ url }) => URL.parse(url)?.host ?? url))];
  return `${rows.length} ${rows.length === 1 ? 'row' : 'rows'} from ${hosts.join(' and ')}`;
};
