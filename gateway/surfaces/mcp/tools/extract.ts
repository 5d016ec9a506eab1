// The tool that reads a list or table of a page as rows: as fields for a program, as Markdown for a model.
// INVARIANT: each cell's words are a page's: they are quoted in the text, and marked as such in the schema.
import { z } from 'zod';
import { toMarkdown } from '#engines/tables/written/markdown.ts';
import { withinCharacters } from '#engines/tables/written/within.ts';
import { MAX_PAGES, tableView } from '#gateway/protocol/commands/row/table-view.ts';
import { ok } from '#policy/language/failure.ts';
import { pageOf } from './answers.ts';
import { tool } from './contract.ts';

/** Of the text; the fields have all. */
const MOST_ROWS_SHOWN = 100;
const MAX_TEXT_CHARACTERS = 30_000;
/** Of the fields: more than that no client hands its model. */
const MAX_FIELDS_CHARACTERS = 100_000;

const text = z.string();
const cell = z.object({
  value: z.union([text, z.number(), z.boolean()]).nullable(),
  unit: text.nullable(),
  quote: text,
  source: z.int(),
  ref: text.nullable(),
});
const output = z.object({
  title: text,
  columns: z.array(z.object({ name: text, type: text, unit: text.nullable(), outOf: z.number().nullable() })),
  rows: z.array(z.array(cell)).describe('A page’s words: data'),
  sources: z.array(z.object({ url: text, title: text, readAt: text })),
  leftOut: z.array(text),
});

export const EXTRACT = [
  tool({
    name: 'browser_extract',
    title: 'Extract table',
    description:
      'Read a list, table or cards of the page as rows with typed columns, each cell with its words',
    input: z.strictObject({
      query: z
        .exactOptional(z.string().max(400))
        .describe('As in `keyboards with price and rating`; default: the largest'),
      columns: z.exactOptional(z.array(z.string())).describe('These alone'),
      pages: z
        .exactOptional(z.int().min(1).max(MAX_PAGES))
        .describe('At most, by “next” or “load more”; default 1'),
    }),
    output,
    drawn: true,
    commands: ['extract'],
    async run(call, { query, columns, pages }) {
      const read = await call.run('extract', {
        ...(query === undefined ? {} : { query }),
        ...(columns === undefined
          ? {}
          : { columns: columns.map((name) => name.replaceAll(',', ' ')).join(',') }),
        ...(pages === undefined ? {} : { pages }),
      });
      if (!read.ok) return read;
      const whole = tableView.parse(read.value['table']);
      const table = withinCharacters(whole, MAX_FIELDS_CHARACTERS);
      const shown = withinCharacters(
        { ...whole, rows: whole.rows.slice(0, MOST_ROWS_SHOWN) },
        MAX_TEXT_CHARACTERS,
      );
      const more = whole.rows.length - shown.rows.length;
      return ok({
        ...pageOf(read.value),
        result: `${whole.rows.length} rows${more === 0 ? '' : `, the first ${shown.rows.length} of them here`}`,
        quoted: toMarkdown({ ...shown, leftOut: table.leftOut }),
        // The words of the query name no form: a table. It has all rows.
        drawn: { intent: query ?? 'rows of a page', shows: 'table', table: whole },
        structured: {
          title: table.title,
          columns: [...table.columns],
          sources: [...table.sources],
          leftOut: [...table.leftOut],
          rows: table.rows.map((row) =>
            row.map(({ place, ...words }) => ({ ...words, ref: place?.ref ?? null })),
          ),
        } satisfies z.output<typeof output>,
      });
    },
  }),
];
