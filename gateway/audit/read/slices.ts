// Reads all entries in order, in slices, giving others a turn between them. INVARIANT: a damaged page ends the reading with
// its problem after the last entry that can still be read, never with an exception.
import { setImmediate as turn } from 'node:timers/promises';
import { describe } from '#policy/language/failure.ts';
import { SELECT_ENTRY } from '#gateway/audit/format/entry.ts';
import type { Sqlite } from '#gateway/audit/format/sqlite.ts';

export type Slice = { readonly rows: readonly unknown[]; readonly problem: string | null };

const ROWS_PER_SLICE = 256;
const BREATH_MS = 8;

export async function* slices(database: Sqlite, signal?: AbortSignal): AsyncGenerator<Slice> {
  const read = reader(database);
  let after: number | bigint = -(2n ** 63n);
  let began = performance.now();
  for (;;) {
    signal?.throwIfAborted();
    const slice = read(after);
    if (slice.rows.length > 0 || slice.problem !== null) yield slice;
    if (slice.rows.length < ROWS_PER_SLICE || slice.problem !== null) return;
    after = seqOf(slice.rows.at(-1));
    if (performance.now() - began > BREATH_MS) {
      await turn();
      began = performance.now();
    }
  }
}

function reader(database: Sqlite): (after: number | bigint) => Slice {
  let statement: ReturnType<Sqlite['prepare']> | null = null;
  return (after) => {
    const rows: unknown[] = [];
    try {
      statement ??= database.prepare(`${SELECT_ENTRY} WHERE seq > ? ORDER BY seq LIMIT ${ROWS_PER_SLICE}`);
      for (const row of statement.iterate(after)) rows.push(row);
      return { rows, problem: null };
    } catch (error) {
      return { rows, problem: describe(error) };
    }
  };
}

function seqOf(row: unknown): number {
  return typeof row === 'object' && row !== null && 'seq' in row ? Number(row.seq) : Number.MAX_SAFE_INTEGER;
}
