// A kept result as what people and other programs read: its parts, and its rows or facts as a file's text.
import type { Cell, Table } from '#engines/tables/table.ts';
import { inFormat } from '#gateway/extraction/formats.ts';
import type { KeptParts } from '#gateway/extraction/kept-parts.ts';
import { fail, ok } from '#policy/language/failure.ts';
import type { Result } from '#policy/language/failure.ts';

export { partsOf } from '#gateway/extraction/kept-parts.ts';
export type { KeptParts } from '#gateway/extraction/kept-parts.ts';

export const EXPORT_FORMATS = ['json', 'csv', 'md'] as const;
export type ExportFormat = (typeof EXPORT_FORMATS)[number];
export const EXPORT_PARTS = ['table', 'facts'] as const;
export type ExportPart = (typeof EXPORT_PARTS)[number];

/** `part`: default the rows, or the facts where there are none. Errors: `act.no-table`. */
export function textOf(parts: KeptParts, format: ExportFormat, part?: ExportPart): Result<string> {
  const wanted = part ?? (parts.table === undefined ? 'facts' : 'table');
  const form = format === 'md' ? 'markdown' : format;
  if (wanted === 'table')
    return parts.table === undefined
      ? fail('act.no-table', 'the task read no rows', { help: 'its facts come with `--part facts`' })
      : ok(inFormat(parts.table, form));
  if (parts.facts.length === 0)
    return fail('act.no-table', 'the task has neither rows nor facts', {
      help: 'its answer is in `ghost results show`',
    });
  if (format === 'json') return ok(`${JSON.stringify(parts.facts, null, 2)}\n`);
  return ok(inFormat(factsAsTable(parts.facts), form));
}

const text = (words: string): Cell => ({ value: words, unit: null, quote: words, source: 0, place: null });
const column = (name: string) => ({ name, type: 'text', unit: null, outOf: null }) as const;

const factsAsTable = (facts: KeptParts['facts']): Table => ({
  title: '',
  columns: ['Fact', 'Value', 'Quotation', 'Page'].map(column),
  rows: facts.map(({ label, value, quote, url }) => [text(label), text(value), text(quote), text(url)]),
  sources: [],
  leftOut: [],
});
