// What a page holds: text, attributes, pictures, files; and a script's value.
import { z } from 'zod';
import { ACTS, READS, READS_ON, row } from '#gateway/protocol/commands/row/contract.ts';
import { MAX_PAGES, TABLE_FORMATS, tableView } from '#gateway/protocol/commands/row/table-view.ts';
import { PICTURE_FORMATS } from '#policy/acts/reading-acts.ts';
import { file, flag, ok, ref, tab, text, url } from '#gateway/protocol/commands/row/params.ts';

const fileView = z.object({ name: z.string(), folder: z.string(), size: z.number(), sha256: z.string() });

export const DATA = {
  text: row({
    name: 'text',
    category: 'data',
    title: 'read the visible text of the page, or of an element',
    params: z.strictObject({
      ref: z.exactOptional(ref),
      from: z
        .exactOptional(z.number().int().min(0))
        .describe('the character from which on it is read: `next` of the answer before'),
      ...tab,
    }),
    positional: ['ref'],
    acts: ['EXTRACT'],
    hints: READS,
    examples: ['text', 'text e12', 'text --from 100000'],
    answer: z.object({ ok, text: z.string(), next: z.number().optional() }),
  }),
  extract: row({
    name: 'extract',
    category: 'data',
    title: 'read a list or table of the page as rows with typed columns, each cell with its words and place',
    params: z.strictObject({
      query: z
        .exactOptional(z.string().min(1).max(400))
        .describe(
          'which, in words: `keyboards with price and rating`; default: the largest of the main content',
        ),
      columns: z.exactOptional(z.string().min(1).max(1_000)).describe('these columns alone, by commas'),
      pages: z
        .exactOptional(z.number().int().min(1).max(MAX_PAGES))
        .describe('so many pages at most, each pressed for as “next” or “load more”; default: 1'),
      format: z.exactOptional(z.enum(TABLE_FORMATS)).describe('default: json'),
      output: file('write it to this file instead'),
      ...tab,
    }),
    acts: ['EXTRACT', 'SNAPSHOT'],
    changes: { pages: ['CLICK'] },
    hints: READS_ON,
    examples: [
      'extract',
      'extract --query "keyboards with price and rating"',
      'extract --columns Name,Price --pages 3 --format csv --output list.csv',
    ],
    // A table as JSON; in another form its text, or the file that it was written to, and what was left out.
    answer: z.object({
      ok,
      table: tableView.optional(),
      text: z.string().optional(),
      path: z.string().optional(),
      leftOut: z.array(z.string()).optional(),
      rows: z.number(),
    }),
    forms: [],
  }),
  attribute: row({
    name: 'attribute',
    aliases: [{ name: 'attr' }],
    category: 'data',
    title: 'read an attribute of an element',
    params: z.strictObject({ ref, name: z.string().min(1).max(200).describe('attribute'), ...tab }),
    positional: ['ref', 'name'],
    acts: ['EXTRACT'],
    hints: READS,
    examples: ['attribute e12 href'],
    answer: z.object({ ok, name: z.string(), value: z.string().nullable() }),
  }),
  evaluate: row({
    name: 'evaluate',
    aliases: [{ name: 'eval' }],
    category: 'data',
    title: 'run a script in the page and give its value',
    params: z
      .strictObject({
        expression: z.exactOptional(text('an expression, or a function')),
        file: file('read it from this file; `-` is standard input'),
        ref: z.exactOptional(ref).describe('element that a function is called with'),
        output: file('write the value to this file instead'),
        ...tab,
      })
      .refine(({ expression, file: from }) => (expression === undefined) !== (from === undefined), {
        message: 'needs an expression or `--file`, and not both',
        path: ['expression'],
      }),
    positional: ['expression'],
    acts: ['EVALUATE'],
    hints: ACTS,
    examples: ['evaluate document.title', 'evaluate --file probe.js'],
    answer: z.object({ ok }),
  }),
  screenshot: row({
    name: 'screenshot',
    category: 'data',
    title: 'take a picture of what is in view, of an element, or of the whole page',
    params: z.strictObject({
      ref: z.exactOptional(ref),
      path: file('write it here; default: a new file in `screenshot-dir` of `config`'),
      fullPage: flag('the whole page'),
      marks: flag('with the refs of what can be acted on written over it'),
      format: z
        .exactOptional(z.enum(PICTURE_FORMATS))
        .describe('default jpeg; a pdf is the whole page, as it would be printed'),
      inline: flag('give it as base64 and write no file'),
      ...tab,
    }),
    acts: ['SCREENSHOT'],
    hints: READS,
    examples: ['screenshot', 'screenshot --full-page --path page.jpg'],
    answer: z.object({ ok, width: z.number(), height: z.number() }),
  }),
  download: row({
    name: 'download',
    category: 'data',
    title: 'bring the file at an address into the folder of the settings',
    params: z.strictObject({ url, ...tab }),
    positional: ['url'],
    acts: ['DOWNLOAD'],
    hints: ACTS,
    examples: ['download https://example.com/report.pdf'],
    answer: z.object({ ok, files: z.array(fileView) }),
    forms: [],
  }),
  downloads: row({
    name: 'downloads',
    category: 'data',
    title: 'list the files that the tab brought',
    params: z.strictObject({ ...tab }),
    acts: [],
    hints: READS,
    examples: ['downloads'],
    answer: z.object({ ok, files: z.array(fileView) }),
    forms: [],
  }),
};
