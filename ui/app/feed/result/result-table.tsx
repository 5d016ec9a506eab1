// The rows that a task read, sortable. INVARIANT: each cell shows the page's own words and says where they stand; what was left out
// is said.
import { ArrowDown, ArrowUp, Table2 } from 'lucide-react';
import { useState, type ReactNode } from 'react';
import { Button } from '#ui/app/parts/button.tsx';
import { SourceLink, Untrusted } from '#ui/app/parts/parts.tsx';
import { counted } from '#ui/app/parts/words.ts';
import { CopyRows } from './copy-rows.tsx';
import { CellSource, ResultCells, type ReadBy, type TableView } from './result-cells.tsx';
import styles from './result-table.module.css';

const ROWS_AT_FIRST = 12;

type Sort = { readonly column: number; readonly isDescending: boolean };

type Given = {
  readonly table: TableView;
  readonly applet: ReactNode;
  /** `null` where several tasks read the rows: then a cell leads to its address alone. */
  readonly by: ReadBy | null;
};

export function ResultTable({ table, applet, by }: Given) {
  const [sort, setSort] = useState<Sort | null>(null);
  const [chosen, setChosen] = useState<TableView['rows'][number][number] | null>(null);
  const [shown, setShown] = useState(ROWS_AT_FIRST);
  const rows = sort === null ? table.rows : sorted(table, sort);
  const left = rows.length - shown;
  return (
    <div>
      <h3 className={styles['title']}>
        <Table2 size={16} aria-hidden="true" />
        {counted(table.rows.length, 'row')} in the pages’ own words
      </h3>
      <div className={styles['scroller']} role="region" aria-label="Rows that were read" tabIndex={0}>
        <table role="grid" className={styles['table']}>
          <thead>
            <tr>
              {table.columns.map(({ name, unit }, at) => (
                <th
                  key={name}
                  scope="col"
                  aria-sort={sortWord(sort, at)}
                  className={isFigure(table, at) ? styles['figure'] : undefined}
                >
                  <button type="button" className={styles['sort']} onClick={() => setSort(next(sort, at))}>
                    <Untrusted text={name} limit={80} />
                    {unit === null ? null : (
                      <span className={styles['unit']}>
                        <Untrusted text={unit} limit={20} />
                      </span>
                    )}
                    {sort?.column !== at ? null : sort.isDescending ? (
                      <ArrowDown size={14} aria-hidden="true" />
                    ) : (
                      <ArrowUp size={14} aria-hidden="true" />
                    )}
                  </button>
                </th>
              ))}
            </tr>
          </thead>
          <ResultCells
            rows={rows.slice(0, shown)}
            isFigure={(at) => isFigure(table, at)}
            chosen={chosen}
            onChoose={setChosen}
          />
        </table>
      </div>
      <CellSource table={table} chosen={chosen} by={by} />
      {left <= 0 ? null : (
        <Button look="quiet" onClick={() => setShown(rows.length)}>
          Show {counted(left, 'more row')}
        </Button>
      )}
      {by === null ? null : <CopyRows taskId={by.taskId} table={{ ...table, rows }} />}
      {applet}
      <ul className={styles['notes']}>
        {table.sources.map(({ url, readAt }) => (
          <li key={`${url}${readAt}`}>
            read at <SourceLink url={url} />
          </li>
        ))}
        {table.leftOut.map((said) => (
          <li key={said}>
            <Untrusted text={said} limit={300} />
          </li>
        ))}
      </ul>
    </div>
  );
}

const isFigure = ({ columns }: TableView, at: number): boolean =>
  ['money', 'number', 'rating'].includes(columns[at]?.type ?? '');

const sortWord = (sort: Sort | null, at: number): 'ascending' | 'descending' | 'none' =>
  sort?.column !== at ? 'none' : sort.isDescending ? 'descending' : 'ascending';

/** Up, down, and as it was read. */
const next = (sort: Sort | null, column: number): Sort | null =>
  sort?.column !== column
    ? { column, isDescending: false }
    : sort.isDescending
      ? null
      : { column, isDescending: true };

/** Amounts of several units stand apart, each unit in itself in order; what a page does not say comes last. */
function sorted(table: TableView, { column, isDescending }: Sort): TableView['rows'] {
  const sign = isDescending ? -1 : 1;
  return table.rows.toSorted((a, b) => {
    const [one, other] = [a[column], b[column]];
    if (one === undefined || other === undefined) return 0;
    if (one.value === null || other.value === null)
      return Number(one.value === null) - Number(other.value === null);
    const units = (one.unit ?? '').localeCompare(other.unit ?? '');
    if (units !== 0) return units;
    return typeof one.value === 'number' && typeof other.value === 'number'
      ? sign * (one.value - other.value)
      : sign * String(one.value).localeCompare(String(other.value), undefined, { numeric: true });
  });
}
