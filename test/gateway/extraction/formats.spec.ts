// The table that leaves the gateway is the table that was read: the same fields of the same types, and each form says all of it.
import { expect, expectTypeOf, test } from 'vitest';
import type { z } from 'zod';
import { COLUMN_TYPES, type Table } from '#engines/tables/table.ts';
import { tableView } from '#gateway/protocol/commands/row/table-view.ts';

type Fixed<T> = T extends object ? { readonly [Key in keyof T]: Fixed<T[Key]> } : T;

test('the view has the fields and types of a table, no more and no less', () => {
  expectTypeOf<Fixed<z.output<typeof tableView>>>().toEqualTypeOf<Fixed<Table>>();
  expect(tableView.shape.columns.element.shape.type.options).toEqual([...COLUMN_TYPES]);
});
