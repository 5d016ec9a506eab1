// The rows, drawn only where they are in view. Each answers: when, who, what, where, verdict, why, outcome.
// INVARIANT: the keyboard reaches every row: arrows, Page Up and Down, Home and End move, Enter opens the whole entry.
import { useVirtualizer } from '@tanstack/react-virtual';
import { useEffect, useRef, useState, type KeyboardEvent } from 'react';
import type { AuditRow } from '#gateway/protocol/views/audit.ts';
import { AuditEntryDialog } from './audit-entry.tsx';
import styles from './audit-table.module.css';
import { Chip, Untrusted } from '#ui/app/parts/parts.tsx';
import { clock, shortReason, VERDICT } from '#ui/app/parts/words.ts';

const COLUMNS = ['When', 'Who', 'What', 'Where', 'Verdict', 'Why', 'Outcome'] as const;
const ROW_PX = 46;
const PAGE_ROWS = 12;
/** How many rows before the end the next page is asked for. */
const ROWS_AHEAD = 40;

type Props = { readonly rows: readonly AuditRow[]; readonly total: number; readonly onEnd: () => void };

export function AuditTable({ rows, total, onEnd }: Props) {
  const scroller = useRef<HTMLDivElement>(null);
  const [active, setActive] = useState(0);
  const [opened, setOpened] = useState<AuditRow | null>(null);
  // oxlint-disable-next-line react/incompatible-library -- this project does not use the React Compiler
  const virtual = useVirtualizer({
    count: rows.length,
    getScrollElement: () => scroller.current,
    estimateSize: () => ROW_PX,
    overscan: 8,
  });
  const items = virtual.getVirtualItems();
  const last = items.at(-1)?.index ?? 0;
  const current = Math.min(active, Math.max(0, rows.length - 1));

  useEffect(() => {
    if (last >= rows.length - ROWS_AHEAD) onEnd();
  }, [last, rows.length, onEnd]);

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
    const next = Math.max(0, Math.min(rows.length - 1, wanted));
    setActive(next);
    virtual.scrollToIndex(next);
    // The row may be drawn only after scrolling.
    requestAnimationFrame(() =>
      scroller.current
        ?.querySelector<HTMLElement>(`[data-index="${next}"] button`)
        ?.focus({ preventScroll: true }),
    );
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

function Cells({ row, focusable, onFocus, onOpen }: CellsProps) {
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
        <Untrusted text={row.who} limit={60} />
      </span>
      <span role="cell" className={styles['what']}>
        <Untrusted text={row.what} limit={160} />
        <span className={styles['type']}>{row.type}</span>
      </span>
      <span role="cell" className={styles['where']}>
        <Untrusted text={row.where} limit={80} />
      </span>
      <span role="cell">{row.verdict === null ? <None /> : <Chip word={VERDICT[row.verdict]} />}</span>
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
