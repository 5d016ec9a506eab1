// The rows, drawn only where they are in view. Each answers: when, who, what, where, decision, why, outcome.
// INVARIANT: the keyboard reaches every row: arrows, Page Up and Down, Home and End move, Enter opens the entry beside the list, and
// while one is open the list's keys go from one to the next.
import { useEffect, useRef, useState, type KeyboardEvent } from 'react';
import type { AuditRow } from '#gateway/protocol/views/audit.ts';
import styles from './audit-table.module.css';
import { MAX_ROWS_TO_END } from './count-line.ts';
import type { LogLine } from './folded-acts.ts';
import { actOf } from '#ui/app/parts/lists/shortcuts.ts';
import { useVirtualList } from '#ui/app/parts/lists/virtual-list.ts';
import { Chip, Untrusted } from '#ui/app/parts/parts.tsx';
import { BOUNDARY, clock, day, isBareConnection, shortReason } from '#ui/app/parts/words.ts';

/** Times are those of this machine: its zone stands above them. */
const ZONE =
  new Intl.DateTimeFormat('en-GB', { timeZoneName: 'short' })
    .formatToParts()
    .find(({ type }) => type === 'timeZoneName')?.value ?? '';
const COLUMNS = [`When (${ZONE})`, 'Who', 'What', 'Where', 'Decision', 'Why', 'Outcome'] as const;
const ROW_PX = 46;
const PAGE_ROWS = 12;
/** How many rows before the end the next page is asked for. */
const ROWS_AHEAD = 48;

/** On the way to the end: the largest page that the gateway gives, since each is an entry of the log. */
const ROWS_TO_END = 1_000;

type Props = {
  readonly lines: readonly LogLine[];
  /** Entries that are read so far. */
  readonly read: number;
  readonly hasMore: boolean;
  readonly onEnd: (rows?: number) => void;
  /** The entry that is open beside the list. */
  readonly opened: number | null;
  readonly onOpen: (seq: number) => void;
};

export function AuditTable({ lines, read, hasMore, onEnd, opened, onOpen }: Props) {
  const [active, setActive] = useState(0);
  /** The person asked for the last row, and it is not read yet. */
  const toEnd = useRef(false);
  const current = Math.min(active, Math.max(0, lines.length - 1));
  const { scroller, virtual, moveTo } = useVirtualList({
    count: lines.length,
    estimateSize: () => ROW_PX,
    // A height belongs to its entry: under another filter the same place is another one.
    getItemKey: (index) => lines[index]?.place ?? index,
    overscan: 8,
    current,
  });
  const items = virtual.getVirtualItems();
  const last = virtual.range?.endIndex ?? 0;

  useEffect(() => {
    if (last >= lines.length - ROWS_AHEAD) onEnd();
  }, [last, lines.length, onEnd]);

  const goTo = (next: number): void => {
    setActive(next);
    const line = lines[next];
    if (opened !== null && line !== undefined) onOpen(line.lead.seq);
    moveTo(next);
  };

  useEffect(() => {
    if (!toEnd.current) return;
    if (hasMore && read < MAX_ROWS_TO_END) return onEnd(ROWS_TO_END);
    toEnd.current = false;
    // oxlint-disable-next-line react/set-state-in-effect -- which row is the last is known only once it is read
    goTo(lines.length - 1);
  });

  const onKeyDown = (event: KeyboardEvent): void => {
    const act = actOf('log', event);
    // The entry beside the list is closed by whoever shows it.
    if (act === null || act === 'close') return;
    const steps: Readonly<Record<typeof act, number>> = {
      down: current + 1,
      up: current - 1,
      pageDown: current + PAGE_ROWS,
      pageUp: current - PAGE_ROWS,
      first: 0,
      last: lines.length - 1,
    };
    event.preventDefault();
    // Another key on the way means that it is not wanted any more.
    toEnd.current = act === 'last' && hasMore;
    goTo(Math.max(0, Math.min(lines.length - 1, steps[act])));
  };

  return (
    <div
      className={styles['table']}
      role="table"
      aria-label="Audit log"
      aria-rowcount={hasMore ? -1 : lines.length + 1}
    >
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
            const line = lines[item.index];
            return line === undefined ? null : (
              <div
                role="row"
                key={line.place}
                ref={virtual.measureElement}
                data-index={item.index}
                aria-rowindex={item.index + 2}
                className={styles['row']}
                aria-current={line.entries.some(({ seq }) => seq === opened) ? 'true' : undefined}
                style={{ transform: `translateY(${item.start}px)` }}
              >
                <Cells
                  line={line}
                  focusable={item.index === current}
                  onFocus={() => setActive(item.index)}
                  onOpen={() => onOpen(line.lead.seq)}
                />
              </div>
            );
          })}
        </div>
      </div>
    </div>
  );
}

type CellsProps = {
  readonly line: LogLine;
  readonly focusable: boolean;
  readonly onFocus: () => void;
  readonly onOpen: () => void;
};

/** What shows only as a connection may be the browser's own. */
const whoOf = ({ who, type, what }: AuditRow): string =>
  who === 'page' && type === 'connection' && isBareConnection(what) ? 'page or browser' : who;

function Cells({
  line: { lead, entries, where, word, why, outcome },
  focusable,
  onFocus,
  onOpen,
}: CellsProps) {
  const others = entries.length - 1;
  return (
    <>
      <span role="cell">
        <button
          type="button"
          data-row
          className={styles['open']}
          tabIndex={focusable ? 0 : -1}
          aria-label={`Entry ${lead.seq} at ${clock(lead.at)}, ${day(lead.at)}, open`}
          onFocus={onFocus}
          onClick={onOpen}
        >
          {clock(lead.at)}
        </button>
        <span className={styles['day']}>{day(lead.at)}</span>
      </span>
      <span role="cell">
        <Untrusted text={whoOf(lead)} limit={60} />
      </span>
      <span role="cell" className={styles['what']}>
        <Untrusted text={lead.what} limit={160} />
        <span className={styles['type']}>
          {lead.type}
          {others === 0 ? '' : ` and ${others} more`}
        </span>
      </span>
      <span role="cell" className={styles['where']}>
        <Untrusted text={where} limit={80} />
      </span>
      <span role="cell">{word === null ? <None /> : <Chip word={BOUNDARY[word]} />}</span>
      <span role="cell" className={styles['why']}>
        {why === '' ? <None /> : <Untrusted text={shortReason(why)} limit={120} />}
      </span>
      <span role="cell">
        {outcome === null ? (
          <None />
        ) : (
          <Untrusted text={outcome.toLowerCase().replaceAll('_', ' ')} limit={60} />
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
