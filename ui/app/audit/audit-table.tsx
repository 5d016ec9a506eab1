// The rows, drawn only where they are in view. Each answers: when, who, what, where, verdict, why, outcome.
// INVARIANT: the keyboard reaches every row: arrows, Page Up and Down, Home and End move, Enter opens the whole entry.
import { useVirtualizer } from '@tanstack/react-virtual';
import { useEffect, useRef, useState, type KeyboardEvent } from 'react';
import type { AuditRow } from '#gateway/protocol/views/audit.ts';
import { AuditEntryDialog } from './audit-entry.tsx';
import styles from './audit-table.module.css';
import { MAX_ROWS_TO_END } from './count-line.ts';
import { Chip, Untrusted } from '#ui/app/parts/parts.tsx';
import { boundaryWordOf } from '#gateway/protocol/boundary-word.ts';
import { BOUNDARY, clock, isBareConnection, shortReason } from '#ui/app/parts/words.ts';

const COLUMNS = ['When', 'Who', 'What', 'Where', 'Decision', 'Why', 'Outcome'] as const;
const ROW_PX = 46;
const PAGE_ROWS = 12;
/** How many rows before the end the next page is asked for. */
const ROWS_AHEAD = 40;

/** On the way to the end: the largest page that the gateway gives, since each is an entry of the log. */
const ROWS_TO_END = 1_000;

type Props = {
  readonly rows: readonly AuditRow[];
  readonly total: number;
  readonly hasMore: boolean;
  readonly onEnd: (rows?: number) => void;
};

export function AuditTable({ rows, total, hasMore, onEnd }: Props) {
  const scroller = useRef<HTMLDivElement>(null);
  const [active, setActive] = useState(0);
  const [opened, setOpened] = useState<AuditRow | null>(null);
  /** The person asked for the last row, and it is not read yet. */
  const toEnd = useRef(false);
  // oxlint-disable-next-line react/incompatible-library -- this project does not use the React Compiler
  const virtual = useVirtualizer({
    count: rows.length,
    getScrollElement: () => scroller.current,
    estimateSize: () => ROW_PX,
    // A height belongs to its entry: under another filter the same place is another one.
    getItemKey: (index) => rows[index]?.seq ?? index,
    overscan: 8,
  });
  const items = virtual.getVirtualItems();
  const last = items.at(-1)?.index ?? 0;
  const current = Math.min(active, Math.max(0, rows.length - 1));

  useEffect(() => {
    if (last >= rows.length - ROWS_AHEAD) onEnd();
  }, [last, rows.length, onEnd]);

  const goTo = (next: number): void => {
    setActive(next);
    virtual.scrollToIndex(next);
    // The row may be drawn only after scrolling.
    requestAnimationFrame(() =>
      scroller.current
        ?.querySelector<HTMLElement>(`[data-index="${next}"] button`)
        ?.focus({ preventScroll: true }),
    );
  };

  useEffect(() => {
    if (!toEnd.current) return;
    if (hasMore && rows.length < MAX_ROWS_TO_END) return onEnd(ROWS_TO_END);
    toEnd.current = false;
    goTo(rows.length - 1);
  });

  const onKeyDown = (event: KeyboardEvent): void => {
    const steps: Readonly<Record<string, number>> = {
      ArrowDown: current + 1,
      ArrowUp: current - 1,
      PageDown: current + PAGE_ROWS,
      PageUp: current - PAGE_ROWS,
      Home: 0,
      End: rows.length - 1,
    };
    const wanted = steps[event.key];
    if (wanted === undefined) return;
    event.preventDefault();
    // Another key on the way means that it is not wanted any more.
    toEnd.current = event.key === 'End' && hasMore;
    goTo(Math.max(0, Math.min(rows.length - 1, wanted)));
  };

  return (
    <div className={styles['table']} role="table" aria-label="Audit log" aria-rowcount={total + 1}>
      <div role="rowgroup" className={styles['headGroup']}>
        <div role="row" className={styles['head']} aria-rowindex={1}>
          {COLUMNS.map((name) => (
            <span role="columnheader" key={name}>
              {name}
            </span>
          ))}
        </div>
      </div>
      {/* oxlint-disable-next-line jsx-a11y/no-noninteractive-element-interactions -- keys bubble from the rows' own buttons */}
      <div className={styles['scroller']} ref={scroller} role="rowgroup" onKeyDown={onKeyDown}>
        <div role="presentation" style={{ height: virtual.getTotalSize(), position: 'relative' }}>
          {items.map((item) => {
            const row = rows[item.index];
            return row === undefined ? null : (
              <div
                role="row"
                key={row.seq}
                ref={virtual.measureElement}
                data-index={item.index}
                aria-rowindex={item.index + 2}
                className={styles['row']}
                style={{ transform: `translateY(${item.start}px)` }}
              >
                <Cells
                  row={row}
                  focusable={item.index === current}
                  onFocus={() => setActive(item.index)}
                  onOpen={() => setOpened(row)}
                />
              </div>
            );
          })}
        </div>
      </div>
      <AuditEntryDialog row={opened} onClose={() => setOpened(null)} />
    </div>
  );
}

type CellsProps = {
  readonly row: AuditRow;
  readonly focusable: boolean;
  readonly onFocus: () => void;
  readonly onOpen: () => void;
};

/** What shows only as a connection may be the browser's own. */
const whoOf = ({ who, type, what }: AuditRow): string =>
  who === 'page' && type === 'connection' && isBareConnection(what) ? 'page or browser' : who;

function Cells({ row, focusable, onFocus, onOpen }: CellsProps) {
  const word = boundaryWordOf(row);
  return (
    <>
      <span role="cell">
        <button
          type="button"
          className={styles['open']}
          tabIndex={focusable ? 0 : -1}
          aria-label={`Entry ${row.seq} at ${clock(row.at)}, open`}
          onFocus={onFocus}
          onClick={onOpen}
        >
          {clock(row.at)}
        </button>
      </span>
      <span role="cell">
        <Untrusted text={whoOf(row)} limit={60} />
      </span>
      <span role="cell" className={styles['what']}>
        <Untrusted text={row.what} limit={160} />
        <span className={styles['type']}>{row.type}</span>
      </span>
      <span role="cell" className={styles['where']}>
        <Untrusted text={row.where} limit={80} />
      </span>
      <span role="cell">{word === null ? <None /> : <Chip word={BOUNDARY[word]} />}</span>
      <span role="cell" className={styles['why']}>
        {row.why === '' ? <None /> : <Untrusted text={shortReason(row.why)} limit={120} />}
      </span>
      <span role="cell">
        {row.outcome === null ? (
          <None />
        ) : (
          <Untrusted text={row.outcome.toLowerCase().replaceAll('_', ' ')} limit={60} />
        )}
      </span>
    </>
  );
}

const None = () => (
  <span className={styles['none']}>
    <span aria-hidden="true">–</span>
    <span className="visually-hidden">none</span>
  </span>
);
