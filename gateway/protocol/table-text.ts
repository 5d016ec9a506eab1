// A table as text for another program, in the form that is wanted. Pure.
import { toCsv } from '#engines/tables/written/csv.ts';
import { toMarkdown } from '#engines/tables/written/markdown.ts';
import type { Table } from '#engines/tables/table.ts';
import type { TABLE_FORMATS } from './commands/row/table-view.ts';

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
