// The board: every task of this gateway by how it stands, and beside the list the card of one. Ended tasks stay until they are dismissed.
// INVARIANT: the card that is open stays open until the person opens another or dismisses it: nothing changes under a pointer.
import { LayoutGrid, List, Undo2 } from 'lucide-react';
import { useEffect, useRef, useState, type SubmitEvent } from 'react';
import type { TaskView } from '#gateway/protocol/views/task.ts';
import type { Failure, Result } from '#policy/language/failure.ts';
import { opened } from '#ui/app/parts/opened.tsx';
import { Button } from '#ui/app/parts/button.tsx';
import { FailureText, Untrusted } from '#ui/app/parts/parts.tsx';
import { counted, isActive } from '#ui/app/parts/words.ts';
import { gateway } from '#ui/app/state/api.ts';
import { askEarlier, changeBoard, runAgain, useBoard } from '#ui/app/state/board.ts';
import { useLook } from '#ui/app/state/look.ts';
import { addressOf, addressOfTask, goTo } from '#ui/app/state/route.ts';
import { setDismissed, useWorld } from '#ui/app/state/store.ts';
import { TaskCard } from '#ui/app/feed/task-card.tsx';
import { Empty } from './empty.tsx';
import { boardRows } from './groups.ts';
import { TaskList, type TaskKeys } from './task-list.tsx';
import styles from './task-board.module.css';

const Wall = opened(async () => (await import('./wall.tsx')).default);
const RESTORE = 'dismissed';

export function TaskBoard({ at }: { at: string | null }) {
  const tasks = useWorld((world) => world.tasks);
  const connection = useWorld((world) => world.connection.state);
  const dismissed = useWorld((world) => world.dismissed);
  const board = useBoard();
  const [error, setError] = useState<Failure | null>(null);
  const held = tasks.filter(({ id }) => !dismissed.includes(id));
  const earlier = board.earlier?.ok === true ? board.earlier.value : [];
  const rows = boardRows(held, earlier, board.filter);
  const listed = rows.flatMap((row) => (row.kind === 'TASK' ? [row.task] : []));
  const open = held.find(({ id }) => id === at) ?? held.find(({ id }) => id === board.openId) ?? listed[0];
  const isAway = at !== null && at !== board.startedId && held.every(({ id }) => id !== at);
  const place = useRef<HTMLDivElement>(null);
  /** Where the keyboard goes on from when what it was on has left. */
  const goOn = useRef<string | null>(null);

  useEffect(() => {
    if (open !== undefined && open.id !== board.openId) changeBoard({ openId: open.id });
  }, [open, board.openId]);
  useEffect(() => {
    if (goOn.current === null) return;
    const next = place.current?.querySelector(`[data-place="${CSS.escape(goOn.current)}"]`);
    goOn.current = null;
    const button = next?.querySelector<HTMLElement>('[data-dismiss], [data-restore]');
    (button ?? next?.querySelector<HTMLElement>('h2'))?.focus();
  });

  const told = async (call: Promise<Result<unknown>>): Promise<void> => {
    const done = await call;
    setError(done.ok ? null : done.error);
  };
  const dismiss = ({ id, intent }: TaskView): void => {
    const index = listed.findIndex((task) => task.id === id);
    const next = (listed[index + 1] ?? listed[index - 1])?.id ?? null;
    setDismissed([...dismissed, id]);
    changeBoard({ lastDismissed: { id, intent }, ...(open?.id === id ? { openId: next } : {}) });
    if (at === id) goTo({ view: 'tasks', at: null }, true);
  };
  const dismissCard = (task: TaskView): void => {
    const index = listed.findIndex(({ id }) => id === task.id);
    goOn.current = (listed[index + 1] ?? listed[index - 1])?.id ?? RESTORE;
    dismiss(task);
  };
  const undo = (): void => {
    const { lastDismissed: last } = board;
    if (last === null) return;
    setDismissed(dismissed.filter((id) => id !== last.id));
    changeBoard({ lastDismissed: null, openId: last.id });
  };
  const undoByButton = (): void => {
    goOn.current = board.lastDismissed?.id ?? null;
    undo();
  };
  const showAll = (): void => {
    goOn.current = tasks.find(({ id }) => dismissed.includes(id))?.id ?? null;
    changeBoard({ lastDismissed: null, openId: goOn.current });
    setDismissed([]);
  };
  const cancel = (task: TaskView): void => {
    if (isActive(task.status)) void told(gateway.cancel(task.id));
  };
  const again = async (task: TaskView): Promise<void> => setError(await runAgain(task));
  const density = useLook((look) => look.density);
  const keys: TaskKeys = {
    cancel,
    dismiss: (task) => (isActive(task.status) ? undefined : dismiss(task)),
    undo,
    peek: ({ id }) => {
      changeBoard({ peekId: board.peekId === id ? null : id });
      goTo({ view: 'tasks', at: id });
    },
    // An agent's words are not sent again in the person's name.
    again: (task) => (isActive(task.status) || task.agent !== undefined ? undefined : void again(task)),
    filter: () => document.querySelector<HTMLElement>('#task-filter')?.focus(),
  };
  const hidden = tasks.length - held.length;

  return (
    <div ref={place} className={styles['board']}>
      <h1 className="visually-hidden">Tasks</h1>
      {held.length === 0 && connection !== 'unauthorized' ? <Empty known={connection === 'live'} /> : null}
      {held.length === 0 && earlier.length === 0 ? null : (
        <Tools isWall={board.isWall} filter={board.filter} />
      )}
      {error === null ? null : (
        <div role="alert">
          <FailureText error={error} />
        </div>
      )}
      {isAway && connection === 'live' ? (
        <p className={styles['note']}>
          That task is not in this list. <a href={addressOfTask(at)}>What is known of it</a>
        </p>
      ) : null}
      <p className={styles['note']} role="status" data-place={board.lastDismissed?.id}>
        {board.lastDismissed === null ? null : (
          <>
            Dismissed: <Untrusted text={board.lastDismissed.intent} limit={80} />{' '}
            <Button look="quiet" icon={Undo2} onClick={undoByButton}>
              Undo
            </Button>
          </>
        )}
      </p>
      {board.isWall ? (
        <Wall />
      ) : (
        <div className={styles['panes']}>
          {rows.length === 0 ? null : (
            <TaskList
              key={density}
              rows={rows}
              openId={open?.id ?? null}
              keys={keys}
              onFirst={({ id }) => void told(gateway.first(id))}
              onCancel={cancel}
            />
          )}
          {rows.length === 0 && held.length > 0 ? <p role="status">No task fits the filter.</p> : null}
          {open === undefined ? null : (
            <div className={styles['detail']} data-place={open.id}>
              <TaskCard key={open.id} task={open} onDismiss={() => dismissCard(open)} />
            </div>
          )}
        </div>
      )}
      <p className={styles['foot']} data-place={RESTORE}>
        {connection === 'live' ? (
          <span>
            Of an earlier start,{' '}
            <a href={addressOf({ view: 'audit', query: 'type:task.ended' })}>how they ended</a> is in the log.
          </span>
        ) : null}
        {connection === 'live' && board.earlier === null ? (
          <Button look="quiet" onClick={() => void askEarlier('')}>
            Show earlier tasks
          </Button>
        ) : null}
        {board.earlier?.ok === true && earlier.length === 0 ? 'No result of an earlier task is kept.' : null}
        {hidden > 0 ? (
          <Button look="quiet" data-restore onClick={showAll}>
            Show {counted(hidden, 'dismissed task')}
          </Button>
        ) : null}
      </p>
      {board.earlier === null || board.earlier.ok ? null : (
        <div role="alert">
          <FailureText error={board.earlier.error} />
        </div>
      )}
    </div>
  );
}

/** Filter and wall. What is typed narrows what is here at once; Enter asks the store of results, too. */
function Tools({ isWall, filter }: { isWall: boolean; filter: string }) {
  const submit = (event: SubmitEvent): void => {
    event.preventDefault();
    const words = filter.split(/\s/u).filter((word) => !/^-|^(?:is|where):/u.test(word));
    void askEarlier(words.join(' '));
  };
  return (
    <div className={styles['tools']}>
      <search className={styles['search']}>
        <form onSubmit={submit}>
          <label htmlFor="task-filter" className="visually-hidden">
            Filter the tasks
          </label>
          <input
            id="task-filter"
            type="search"
            value={filter}
            maxLength={500}
            autoComplete="off"
            spellCheck={false}
            placeholder="Filter: words, is:running, where:shop.test"
            aria-describedby="task-filter-help"
            onChange={({ target }) => changeBoard({ filter: target.value })}
          />
          <span id="task-filter-help" className="visually-hidden">
            Enter looks for results of earlier tasks, too. A word with - before it leaves out what has it.
          </span>
        </form>
      </search>
      <Button
        icon={isWall ? List : LayoutGrid}
        aria-pressed={isWall}
        onClick={() => changeBoard({ isWall: !isWall })}
      >
        Wall
      </Button>
      <p className={styles['keys']}>
        In the list: <kbd>j</kbd> <kbd>k</kbd> go, <kbd>Enter</kbd> opens, <kbd>c</kbd> cancels, <kbd>x</kbd>{' '}
        dismisses, <kbd>u</kbd> undoes, <kbd>r</kbd> runs again, <kbd>p</kbd> peeks, <kbd>/</kbd> filters.
      </p>
    </div>
  );
}
