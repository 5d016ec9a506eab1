// Holds a table that was read against the truth: cells of rows and columns that mean each other. Pure.
import type { Table } from '#engines/tables/table.ts';
import type { Truth, TruthCell } from './generate.ts';

export type Score = {
  /** Cells that say something: read, true, and both. */
  readonly read: number;
  readonly truth: number;
  readonly right: number;
  readonly wordless: number;
};

/** `base`: addresses of the truth are relative to it. */
export function scoreOf(table: Table | null, truth: Truth, base: string): Score {
  const wanted = truth.rows.flat().filter((cell) => cell !== null).length;
  if (table === null) return { read: 0, truth: wanted, right: 0, wordless: 0 };
  const cells = table.rows.flat().filter(({ value }) => value !== null);
  const rows = rowsOf(table, truth);
  const used = new Set<number>();
  let right = 0;
  for (const [column, name] of truth.columns.entries()) {
    const counts = table.columns.map((_, at) =>
      used.has(at) || (truth.types !== undefined && truth.types[column] !== table.columns[at]?.type)
        ? -1
        : rows.filter(([own, theirs]) =>
            same(table, own, at, truth.rows[theirs]?.[column] ?? null, name === 'Link' ? base : ''),
          ).length,
    );
    const best = Math.max(0, ...counts);
    if (best === 0) continue;
    used.add(counts.indexOf(best));
    right += best;
  }
  return {
    read: cells.length,
    truth: wanted,
    right,
    wordless: cells.filter(({ quote }) => quote === '').length,
  };
}

/** Rows that mean each other, by the name; a single row means the other. */
function rowsOf(table: Table, truth: Truth): readonly (readonly [number, number])[] {
  const byName = new Map(truth.rows.map((row, at) => [plain(row[0]?.value), at]));
  return table.rows.flatMap((row, own) => {
    const found = row.map(({ value }) => byName.get(plain(value))).find((at) => at !== undefined);
    return found === undefined ? [] : [[own, found] as const];
  });
}

const plain = (value: unknown): string => String(value).replaceAll(/\s+/gu, ' ').trim();

function same(table: Table, row: number, column: number, truth: TruthCell | null, base: string): boolean {
  const cell = table.rows[row]?.[column];
  if (cell === undefined || cell.value === null || truth === null) return false;
  const unit = cell.unit ?? table.columns[column]?.unit ?? null;
  const value = base === '' ? truth.value : `${base}${String(truth.value)}`;
  return plain(cell.value) === plain(value) && (truth.unit === null || truth.unit === unit);
}
