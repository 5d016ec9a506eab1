// Several kept results as one brief: rows of all, currencies apart, the same thing said, what has no rows named.
import { expect, test } from 'vitest';
import { chooseTable } from '#engines/tables/choose.ts';
import { joinedOf } from '#gateway/extraction/joined.ts';
import type { KeptResult } from '#gateway/vault/results/contract.ts';
import { pageOf, READ_AT, tableGrid } from '#test/engines/tables/grids.ts';

const kept = (taskId: string, site: string | null, price = ''): KeptResult => {
  const table =
    site === null
      ? undefined
      : chooseTable(
          pageOf(
            [
              tableGrid([
                ['Name', 'Price'],
                ['Quiet keyboard K380', price],
                [`Own keyboard of ${site}`, price],
              ]),
            ],
            { url: `https://${site}.test/list` },
          ),
          {},
          READ_AT,
        );
  return {
    taskId,
    at: READ_AT,
    status: 'DONE',
    intent: `keyboards of ${taskId}`,
    agent: null,
    result: { answer: null, ...(table === undefined ? {} : { table }) },
    sources: [],
  };
};

test('rows of all are in one table, and each keeps its currency, its words and its page', () => {
  const joined = joinedOf([kept('t-1', 'shop', '€10.00'), kept('t-2', 'market', '$12.00')]);
  if (!joined.ok) throw new Error(joined.error.message);
  const { columns, rows, sources } = joined.value.table;
  expect(columns.map(({ name, type, unit }) => [name, type, unit])).toEqual([
    ['Name', 'text', null],
    ['Price', 'money', null],
  ]);
  expect(rows.map(([, price]) => [price?.value, price?.unit, price?.quote])).toEqual([
    [10, 'EUR', '€10.00'],
    [10, 'EUR', '€10.00'],
    [12, '$', '$12.00'],
    [12, '$', '$12.00'],
  ]);
  expect(rows.map(([name]) => sources[name?.source ?? -1]?.url)).toEqual([
    'https://shop.test/list',
    'https://shop.test/list',
    'https://market.test/list',
    'https://market.test/list',
  ]);
  expect(joined.value.intent).toBe('keyboards of t-1; keyboards of t-2');
});

test('what stands on several of the sites is said to be the same thing', () => {
  const joined = joinedOf([kept('t-1', 'shop', '€10.00'), kept('t-2', 'market', '$12.00')]);
  expect(joined.ok && joined.value.table.leftOut.join('\n')).toContain('the same thing');
});

test('a result without rows is named, and results without any are no brief', () => {
  const joined = joinedOf([kept('t-1', 'shop', '€10.00'), kept('t-2', null)]);
  expect(joined.ok && joined.value.table.leftOut).toContain('result `t-2` (“keyboards of t-2”) has no rows');
  expect(joinedOf([kept('t-2', null)])).toMatchObject({ ok: false, error: { code: 'act.no-table' } });
});
