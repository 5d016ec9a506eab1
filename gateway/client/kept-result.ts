// Kept results as what people and other programs read: the parts of one, its rows or facts as a file's text, the rows of several as one.
import type { Cell, Table } from '#engines/tables/table.ts';
import { toAligned } from '#engines/tables/written/aligned.ts';
import { inFormat } from '#gateway/protocol/table-text.ts';
import { joinedApplet as drawJoined, joinResults as joined } from '#gateway/extraction/joined.ts';
import type { Joined } from '#gateway/extraction/joined.ts';
import type { KeptParts } from '#gateway/extraction/kept-parts.ts';
import type { AppletFile, DrawnForm } from '#gateway/protocol/views/applet.ts';
import { fail, ok } from '#policy/language/failure.ts';
import type { Result } from '#policy/language/failure.ts';
import type { ResultsClient } from './contract.ts';

export { partsOf } from '#gateway/extraction/kept-parts.ts';
export type { Joined } from '#gateway/extraction/joined.ts';
export type { KeptParts } from '#gateway/extraction/kept-parts.ts';

/** Of several results the rows of all as one; each of them is in the log, as read, or as leaving in a form. Errors: `result.unknown`, `act.no-table`. */
export const joinResults = (
  results: Pick<ResultsClient, 'show' | 'export'>,
  taskIds: readonly string[],
  form?: string,
): Promise<Result<Joined>> =>
  joined((taskId) => (form === undefined ? results.show(taskId) : results.export(taskId, form)), taskIds);

/** One document for a file, of the rows of all. Errors: those of `joinResults`, `maker.*`. */
export async function joinedApplet(
  results: Pick<ResultsClient, 'export'>,
  taskIds: readonly string[],
  form: DrawnForm | null,
): Promise<Result<AppletFile>> {
  const made = await drawJoined((taskId) => results.export(taskId, 'html'), taskIds, form);
  if (!made.ok) return made;
  const { fileOf } = await import('#gateway/extraction/handed-over.ts');
  return ok(fileOf(made.value));
}

/** What is written of a result. */
type Written = { readonly facts: KeptParts['facts']; readonly table?: Table | undefined };

export const rowsAlone = (table: Table): Written => ({ facts: [], table });

export const EXPORT_FORMATS = ['json', 'csv', 'md'] as const;
export type ExportFormat = (typeof EXPORT_FORMATS)[number];
export const EXPORT_PARTS = ['table', 'facts'] as const;
export type ExportPart = (typeof EXPORT_PARTS)[number];

/** `part`: default the rows, or the facts where there are none. Errors: `act.no-table`. */
export function textOf(parts: Written, format: ExportFormat, part?: ExportPart): Result<string> {
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

/** Rows as lines: under each other for a person at a terminal, else as Markdown. */
export const rowLines = (table: Table, isTerminal: boolean): readonly string[] =>
  (isTerminal ? toAligned(table) : inFormat(table, 'markdown')).trimEnd().split('\n');

const text = (words: string): Cell => ({ value: words, unit: null, quote: words, source: 0, place: null });
const column = (name: string) => ({ name, type: 'text', unit: null, outOf: null }) as const;

const factsAsTable = (facts: KeptParts['facts']): Table => ({
  title: '',
  columns: ['Fact', 'Value', 'Quotation', 'Page'].map(column),
  rows: facts.map(({ label, value, quote, url }) => [text(label), text(value), text(quote), text(url)]),
  sources: [],
  leftOut: [],
});
