// A table read from pages as it leaves the gateway. INVARIANT: it is a table of engines/tables/table.ts, no more and no less.
import { z } from 'zod';

/** What one extraction presses for at most. */
export const MAX_PAGES = 50;
export const TABLE_FORMATS = ['json', 'csv', 'markdown'] as const;

const box = z.object({ x: z.number(), y: z.number(), width: z.number(), height: z.number() });
const cell = z.object({
  value: z.union([z.string(), z.number(), z.boolean()]).nullable(),
  unit: z.string().nullable(),
  quote: z.string(),
  source: z.number().int(),
  place: z.object({ ref: z.string().nullable(), box: box.nullable() }).nullable(),
});

export const tableView = z.object({
  title: z.string(),
  columns: z.array(
    z.object({
      name: z.string(),
      type: z.enum(['text', 'money', 'number', 'rating', 'date', 'link', 'boolean']),
      unit: z.string().nullable(),
      outOf: z.number().nullable(),
    }),
  ),
  rows: z.array(z.array(cell)),
  sources: z.array(z.object({ url: z.string(), title: z.string(), readAt: z.string() })),
  leftOut: z.array(z.string()),
});
