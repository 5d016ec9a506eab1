// A table in the form that a caller wants, and the names of columns as a caller writes them. Pure.
import { toCsv } from '#engines/tables/written/csv.ts';
import { toMarkdown } from '#engines/tables/written/markdown.ts';
import type { Table } from '#engines/tables/table.ts';
import type { TABLE_FORMATS } from '#gateway/protocol/commands/row/table-view.ts';

export function inFormat(table: Table, format: (typeof TABLE_FORMATS)[number]): string {
  switch (format) {
    case 'json':
      return `${JSON.stringify(table, null, 2)}\n`;
    case 'csv':
      return toCsv(table);
    case 'markdown':
      return toMarkdown(table);
  }
}

export const namesIn = (columns: string): readonly string[] =>
  columns
    .split(',')
    .map((name) => name.trim())
    .filter((name) => name !== '');
