// What an applet of the first grade is: data, checked by a schema, and drawn by our own runtime. INVARIANT: no code, no markup and no style
// is in it; a column is named by its number.
import { z } from 'zod';
import { COLUMN_TYPES } from '#engines/tables/table.ts';

export const FORMS = ['table', 'line', 'bar', 'pie', 'cards', 'timeline', 'scatter'] as const;
export type Form = (typeof FORMS)[number];

const column = z.strictObject({
  name: z.string(),
  type: z.enum(COLUMN_TYPES),
  unit: z.string().nullable(),
  outOf: z.number().nullable(),
});
const at = z.number().int().min(0);
/** Value, the words it rests on, their source, and the cell's own unit: as short as it can be, since there are many. */
const cell = z.tuple([
  z.union([z.string(), z.number(), z.boolean(), z.null()]),
  z.string(),
  at,
  z.string().nullable(),
]);

const px = z.number().int();
/** A page as it was seen: a JPEG in base64. */
const picture = z.strictObject({ jpeg: z.base64(), width: px.positive(), height: px.positive() });
/** Row, column, picture, and where the cell's words stand on it: x, y, width, height. */
const seen = z.tuple([at, at, at, px, px, px.positive(), px.positive()]);

export const view = z
  .strictObject({
    grade: z.literal('catalogue/1'),
    title: z.string(),
    form: z.enum(FORMS),
    columns: z.array(column),
    rows: z.array(z.array(cell)),
    sources: z.array(z.strictObject({ url: z.string(), title: z.string(), readAt: z.string() })),
    notes: z.array(z.string()),
    /** Which column names a row, which lies along the axis, which are measured. */
    label: at.nullable(),
    along: at.nullable(),
    measured: z.array(at),
    pictures: z.array(picture).default([]),
    seen: z.array(seen).default([]),
  })
  .refine(
    ({ columns, rows, label, along, measured, pictures, seen: places }) =>
      rows.every((row) => row.length === columns.length) &&
      places.every(
        ([row, column, of]) => row < rows.length && column < columns.length && of < pictures.length,
      ) &&
      [label, along, ...measured].every((one) => one === null || one < columns.length),
    'a row has as many cells as there are columns, and each number names one',
  );

export type View = z.infer<typeof view>;
export type ViewCell = View['rows'][number][number];
