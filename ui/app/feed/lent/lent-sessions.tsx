// Says which sites a task is signed in to as the person, until when, and what was not lent. INVARIANT: the badge is there as long as the
// task's tab is, and no longer; afterwards it is a line of what was.
import { KeyRound } from 'lucide-react';
import type { TaskView } from '#gateway/protocol/views/task.ts';
import { lentInWords } from '#ui/signals/lent-words.ts';
import { Untrusted } from '#ui/app/parts/parts.tsx';
import { shortClock } from '#ui/app/parts/words.ts';
import styles from './lent-sessions.module.css';

export function LentSessions({ task }: { task: Pick<TaskView, 'lent'> }) {
  if (task.lent.length === 0) return null;
  return (
    <ul className={styles['list']} aria-label="Sessions lent to this task">
      {task.lent.map((lent) => (
        <li
          key={`${lent.domain} ${lent.source} ${lent.from}`}
          data-lent={lent.state}
          className={styles['lent']}
        >
          {lent.state === 'LENT' ? <KeyRound size={14} aria-hidden="true" /> : null}
          <Untrusted text={lentInWords(lent, shortClock)} limit={300} />
        </li>
      ))}
    </ul>
  );
}

/** In a row of the list: what is lent now. */
export function LentMark({ task }: { task: Pick<TaskView, 'lent'> }) {
  const domains = [...new Set(task.lent.filter(({ state }) => state === 'LENT').map(({ domain }) => domain))];
  if (domains.length === 0) return null;
  return (
    <span className={styles['mark']} data-lent="LENT">
      {' · '}
      <KeyRound size={12} aria-hidden="true" /> signed in as you at{' '}
      <Untrusted text={domains.join(', ')} limit={80} />
    </span>
  );
}
