// The cells of a table that was read: one press on any of them says below the table where its words stand, with the page as it was
// seen. INVARIANT: one tab stop for the whole table; arrows go from cell to cell.
import { useRef, useState, type KeyboardEvent } from 'react';
import type { StepView, TaskResult } from '#gateway/protocol/views/task.ts';
import { actOf, type KeyAct } from '#ui/app/parts/lists/shortcuts.ts';
import { SourceLink, Untrusted } from '#ui/app/parts/parts.tsx';
import { ADDRESSED, plainOfPage, speaksToAgent } from '#ui/app/state/words/to-the-agent.ts';
import { SourceOf } from './source-of.tsx';
import styles from './result-table.module.css';

const MAX_CELL_CHARACTERS = 200;

export type TableView = NonNullable<TaskResult['table']>;
type CellView = TableView['rows'][number][number];

/** The task whose pages were read, where it is one alone; its steps where they are known. */
export type ReadBy = {
  readonly taskId: string;
  readonly steps: readonly Pick<StepView, 'step' | 'page'>[];
};

const MOVES: Readonly<Record<Exclude<KeyAct<'table'>, 'choose'>, readonly [number, number]>> = {
  up: [-1, 0],
  down: [1, 0],
  left: [0, -1],
  right: [0, 1],
};

type Given = {
  readonly rows: TableView['rows'];
  readonly isFigure: (column: number) => boolean;
  readonly chosen: CellView | null;
  readonly onChoose: (cell: CellView) => void;
};

export function ResultCells({ rows, isFigure, chosen, onChoose }: Given) {
  const [stop, setStop] = useState('0:0');
  const body = useRef<HTMLTableSectionElement>(null);
  const known = rows.some((row, at) => row.some((_, column) => stop === `${at}:${column}`));
  const press = (event: KeyboardEvent, row: number, column: number): void => {
    const act = actOf('table', event);
    const cell = rows[row]?.[column];
    if (act === null || (act === 'choose' && cell === undefined)) return;
    if (act !== 'choose') {
      const move = MOVES[act];
      const name = `${row + move[0]}:${column + move[1]}`;
      body.current?.querySelector<HTMLElement>(`[data-cell="${name}"]`)?.focus();
    } else if (cell !== undefined) onChoose(cell);
    event.preventDefault();
  };
  return (
    <tbody ref={body}>
      {rows.map((row, at) => (
        <tr key={at}>
          {row.map((cell, column) => {
            const name = `${at}:${column}`;
            return (
              <td
                key={column}
                data-cell={name}
                className={isFigure(column) ? styles['figure'] : undefined}
                tabIndex={name === (known ? stop : '0:0') ? 0 : -1}
                aria-selected={cell === chosen}
                onFocus={() => setStop(name)}
                onClick={() => onChoose(cell)}
                onKeyDown={(event) => press(event, at, column)}
              >
                {cell.value === null ? (
                  <span className={styles['nothing']}>not said</span>
                ) : (
                  <Untrusted text={plainOfPage(cell.quote)} limit={MAX_CELL_CHARACTERS} />
                )}
              </td>
            );
          })}
        </tr>
      ))}
    </tbody>
  );
}

type SourceGiven = {
  readonly table: TableView;
  readonly chosen: CellView | null;
  readonly by: ReadBy | null;
};

export function CellSource({ table, chosen, by }: SourceGiven) {
  const source = chosen === null ? undefined : table.sources[chosen.source];
  return (
    <p role="status" className={styles['source']}>
      {chosen === null ? 'Press a cell: where its words were read is said here.' : null}
      {chosen === null || source === undefined ? null : chosen.value === null ? (
        <>
          nothing of this is said on <SourceLink url={source.url} />
        </>
      ) : (
        <>
          {speaksToAgent(chosen.quote) ? `${ADDRESSED}: ` : null}“
          <Untrusted text={chosen.quote} limit={MAX_CELL_CHARACTERS} />
          ”,{' '}
          {by === null ? (
            <>
              read at <SourceLink url={source.url} />
            </>
          ) : (
            <SourceOf url={source.url} quote={chosen.quote} {...by} />
          )}
        </>
      )}
    </p>
  );
}
