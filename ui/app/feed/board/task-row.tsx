// One task in the list: how it stands, what it is for, where it is and what it does, for how long, and its page in small.
import {
  CircleCheck,
  CircleDashed,
  CircleHelp,
  CircleX,
  Hand,
  LoaderCircle,
  type LucideIcon,
} from 'lucide-react';
import { memo } from 'react';
import type { TaskView } from '#gateway/protocol/views/task.ts';
import { Untrusted, useNow } from '#ui/app/parts/parts.tsx';
import { duration, isActive, number, TAB_STATE, TASK_STATUS, type Tone } from '#ui/app/parts/words.ts';
import { LentMark } from '#ui/app/feed/lent/lent-sessions.tsx';
import { usePicture } from '#ui/app/feed/peek.tsx';
import { useBoard } from '#ui/app/state/board.ts';
import { plainOfPage } from '#ui/app/state/words/to-the-agent.ts';
import { plainWords } from '#ui/app/state/words/plain-words.ts';
import { addressOf } from '#ui/app/state/route.ts';
import { useWorld } from '#ui/app/state/store.ts';
import { siteOf } from './groups.ts';
import styles from './task-board.module.css';

const ICONS: Readonly<Record<Tone, LucideIcon>> = {
  plain: CircleDashed,
  busy: LoaderCircle,
  good: CircleCheck,
  warn: CircleHelp,
  bad: CircleX,
};

type Given = { readonly task: TaskView; readonly isCursor: boolean; readonly isOpen: boolean };

export const TaskRow = memo(function TaskRow({ task, isCursor, isOpen }: Given) {
  const { text, tone } = TASK_STATUS[task.status];
  const Icon = task.status === 'WAITING' ? Hand : ICONS[tone];
  const site = siteOf(task);
  const isRunning = task.status === 'RUNNING' || task.status === 'WAITING';
  // What is shown large beside it is not asked for twice.
  const isPeeked = useBoard(({ peekId }) => peekId === task.id) && isOpen;
  return (
    <a
      data-row
      className={styles['row']}
      href={addressOf({ view: 'tasks', at: task.id })}
      tabIndex={isCursor ? 0 : -1}
      aria-current={isOpen ? 'true' : undefined}
    >
      <span className={styles['state']} data-tone={tone}>
        <Icon size={18} aria-hidden="true" />
      </span>
      <span className={styles['lines']}>
        <span className={styles['intent']}>
          <Untrusted text={task.intent} limit={200} />
        </span>
        <span className={styles['sub']}>
          {task.status === 'QUEUED' && task.queued !== null ? `place ${number(task.queued.position)}` : text}
          {site === '' ? null : (
            <>
              {' · '}
              <Untrusted text={site} limit={80} />
            </>
          )}
          <LentMark task={task} />
          <Doing task={task} />
        </span>
      </span>
      <Elapsed task={task} />
      {isRunning && !isPeeked ? <Thumbnail taskId={task.id} /> : null}
    </a>
  );
});

function Doing({ task }: { task: TaskView }) {
  const waits = task.trouble === undefined ? null : 'waits for the model';
  const text = isActive(task.status)
    ? (waits ?? task.steps.at(-1)?.text ?? (task.status === 'QUEUED' ? '' : TAB_STATE[task.tabState]))
    : plainOfPage(task.result?.answer ?? '') || plainWords(task.result?.error?.message ?? '');
  return text === '' ? null : (
    <>
      {' · '}
      <Untrusted text={text} limit={160} />
    </>
  );
}

function Elapsed({ task }: { task: TaskView }) {
  const now = useNow(task.endedAt === null);
  const until = task.endedAt === null ? now : Date.parse(task.endedAt);
  return (
    <span className={styles['elapsed']}>
      <span className="visually-hidden">for </span>
      {duration(until - Date.parse(task.startedAt))}
    </span>
  );
}

/** A question is never shown beside the agent's page. */
function Thumbnail({ taskId }: { taskId: string }) {
  const picture = usePicture(taskId);
  const isCovered = useWorld((world) => world.onScreen !== null);
  return (
    <span className={styles['thumbnail']}>
      {isCovered || picture.state !== 'shown' ? null : <img src={picture.url} alt="" />}
    </span>
  );
}
