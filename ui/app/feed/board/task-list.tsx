// The list of the board, drawn only where it is in view. INVARIANT: one stop of the Tab key reaches it, the arrows and j and k move in it,
// and a key of one letter does something only while the keyboard is in it, to the task that has the focus, wherever the list moved it.
import { ArrowUpToLine, X } from 'lucide-react';
import { useEffect, useRef, useState, type KeyboardEvent } from 'react';
import type { ResultLine } from '#gateway/client/results.ts';
import type { TaskView } from '#gateway/protocol/views/task.ts';
import { Button } from '#ui/app/parts/button.tsx';
import { actOf, type KeyAct } from '#ui/app/parts/lists/shortcuts.ts';
import { useVirtualList } from '#ui/app/parts/lists/virtual-list.ts';
import { Untrusted } from '#ui/app/parts/parts.tsx';
import { clock, day, number, TASK_STATUS } from '#ui/app/parts/words.ts';
import { ROW_PX, useLook } from '#ui/app/state/look.ts';
import { addressOf } from '#ui/app/state/route.ts';
import { TASK_ENDS } from '#gateway/protocol/views/task.ts';
import { GROUPS, type BoardRow } from './groups.ts';
import { TaskRow } from './task-row.tsx';
import styles from './task-board.module.css';

const HEAD_PX = 34;

const MOVES = ['down', 'up', 'first', 'last'] as const;
type Move = (typeof MOVES)[number];

export type TaskKeys = Readonly<Record<Exclude<KeyAct<'tasks'>, Move>, (task: TaskView) => void>>;

type Given = {
  readonly rows: readonly BoardRow[];
  readonly openId: string | null;
  /** What a letter does to the task that the keyboard is on. */
  readonly keys: TaskKeys;
  readonly onFirst: (task: TaskView) => void;
  readonly onCancel: (task: TaskView) => void;
};

export function TaskList({ rows, openId, keys, onFirst, onCancel }: Given) {
  /** The row that the keyboard is on, and where it was: when it leaves, the one in its place is next. */
  const [cursor, setCursor] = useState<{ readonly key: string | null; readonly index: number }>({
    key: null,
    index: 1,
  });
  const isInside = useRef(false);
  const held = rows.findIndex(({ key }) => key === cursor.key);
  const here = held === -1 ? nearestRow(rows, cursor.index) : held;
  const density = useLook((look) => look.density);
  const { scroller, virtual, focus, moveTo } = useVirtualList({
    count: rows.length,
    estimateSize: (index) => (rows[index]?.kind === 'HEAD' ? HEAD_PX : ROW_PX[density]),
    getItemKey: (index) => rows[index]?.key ?? index,
    overscan: 6,
    current: here,
  });
  const setTo = (index: number): void => setCursor({ key: rows[index]?.key ?? null, index });

  const goTo = (wanted: number, step: 1 | -1): void => {
    const next = nearestRow(rows, wanted, step);
    setTo(next);
    moveTo(next);
  };
  // The row under the keyboard has left: it goes on with the one in its place.
  useEffect(() => {
    if (isInside.current && document.activeElement === document.body) focus(here);
  });

  const onKeyDown = (event: KeyboardEvent): void => {
    const act = actOf('tasks', event);
    if (act === null) return;
    const ways: Readonly<Record<Move, readonly [number, 1 | -1]>> = {
      down: [here + 1, 1],
      up: [here - 1, -1],
      first: [0, 1],
      last: [rows.length - 1, -1],
    };
    const row = rows[placeOf(event.target) ?? here];
    if (isMove(act)) goTo(...ways[act]);
    else if (!event.repeat && row?.kind === 'TASK') keys[act](row.task);
    else return;
    event.preventDefault();
  };

  return (
    <div
      ref={scroller}
      className={styles['scroller']}
      onFocus={() => (isInside.current = true)}
      onBlur={({ relatedTarget }) => {
        if (relatedTarget !== null) isInside.current = false;
      }}
    >
      {/* oxlint-disable-next-line jsx-a11y/no-noninteractive-element-interactions -- keys bubble from the rows' own links */}
      <ol
        className={styles['list']}
        aria-label="Tasks, by how they stand"
        style={{ height: virtual.getTotalSize() }}
        onKeyDown={onKeyDown}
      >
        {virtual.getVirtualItems().map(({ index, start, size }) => {
          const row = rows[index];
          return row === undefined ? null : (
            <li
              key={row.key}
              data-index={index}
              className={styles['item']}
              style={{ transform: `translateY(${start}px)`, height: size }}
              onFocus={() => setTo(index)}
            >
              {row.kind === 'HEAD' ? (
                <h2 className={styles['group']}>
                  {GROUPS[row.group]} <span>{number(row.count)}</span>
                </h2>
              ) : row.kind === 'EARLIER' ? (
                <KeptRow line={row.line} isCursor={index === here} />
              ) : (
                <>
                  <TaskRow task={row.task} isCursor={index === here} isOpen={row.task.id === openId} />
                  {row.task.status === 'QUEUED' ? (
                    <span className={styles['acts']}>
                      <Button
                        look="quiet"
                        icon={ArrowUpToLine}
                        tabIndex={index === here ? 0 : -1}
                        aria-label={`First: ${row.task.intent}`}
                        onClick={() => onFirst(row.task)}
                      >
                        First
                      </Button>
                      <Button
                        look="quiet"
                        icon={X}
                        tabIndex={index === here ? 0 : -1}
                        aria-label={`Cancel: ${row.task.intent}`}
                        onClick={() => onCancel(row.task)}
                      />
                    </span>
                  ) : null}
                </>
              )}
            </li>
          );
        })}
      </ol>
    </div>
  );
}

const isMove = (act: KeyAct<'tasks'>): act is Move => MOVES.some((move) => move === act);

function KeptRow({ line, isCursor }: { line: ResultLine; isCursor: boolean }) {
  const end = TASK_ENDS.find((known) => known === line.status);
  return (
    <a
      data-row
      className={styles['row']}
      href={addressOf({ view: 'result', id: line.taskId })}
      tabIndex={isCursor ? 0 : -1}
    >
      <span className={styles['lines']}>
        <span className={styles['intent']}>
          <Untrusted text={line.intent} limit={200} />
        </span>
        <span className={styles['sub']}>
          {end === undefined ? line.status : TASK_STATUS[end].text} · {day(line.at)}, {clock(line.at)}
        </span>
      </span>
    </a>
  );
}

/** The row at this place or, where a heading or nothing is, the next one on the way, or back. */
function nearestRow(rows: readonly BoardRow[], wanted: number, step: 1 | -1 = 1): number {
  const last = rows.length - 1;
  const from = Math.max(0, Math.min(last, wanted));
  for (let at = from; at >= 0 && at <= last; at += step) if (rows[at]?.kind !== 'HEAD') return at;
  for (let at = from; at >= 0 && at <= last; at -= step) if (rows[at]?.kind !== 'HEAD') return at;
  return from;
}

const placeOf = (target: EventTarget): number | null => {
  const item = target instanceof Element ? target.closest<HTMLElement>('[data-index]') : null;
  return item === null ? null : Number(item.dataset['index']);
};
