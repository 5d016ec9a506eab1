// The parts of a task's plan, what each came to, and where the policy will have to ask. A plan of one part needs no list.
// INVARIANT: words of a planning model are told as such, and "done" never claims more than was seen on the page.
import type { PlanView, SubtaskView } from '#gateway/protocol/views/task.ts';
import { Chip, Untrusted, useNow } from '#ui/app/parts/parts.tsx';
import { plainWords } from '#ui/app/state/words/plain-words.ts';
import styles from './plan-list.module.css';
import { duration, sideBySide, SUBTASK_STATUS, verifiedInWords } from '#ui/app/parts/words.ts';

export function PlanList({ plan, running }: { plan: PlanView; running: boolean }) {
  const { subtasks, by, note } = plan;
  const now = useNow(running);
  if (subtasks.length < 2) return null;
  const done = subtasks.filter(({ status }) => status === 'COMPLETE').length;
  const byModel = by !== 'offline' && by !== 'replay';
  return (
    <section className={styles['plan']} aria-label="Plan">
      <h3 className={styles['title']}>
        Plan: {done} of {subtasks.length} parts done
        {byModel ? <span className={styles['by']}> · split by {by} (not verified)</span> : null}
        {note === null ? null : <span className={styles['by']}> · split offline: {note}</span>}
      </h3>
      <ol className={styles['list']}>
        {subtasks.map((subtask) => (
          <Part key={subtask.id} subtask={subtask} beside={sideBySide(subtask, subtasks)} now={now} />
        ))}
      </ol>
    </section>
  );
}

function Part({ subtask, beside, now }: { subtask: SubtaskView; beside: boolean; now: number }) {
  const { status, intent, attempts, startedAt, endedAt, url, error, commits } = subtask;
  const verified = verifiedInWords(subtask);
  const took =
    startedAt === null
      ? null
      : duration((endedAt === null ? now : Date.parse(endedAt)) - Date.parse(startedAt));
  return (
    <li className={styles['part']} data-status={status}>
      <p className={styles['words']}>
        <Untrusted text={intent} limit={300} />
      </p>
      <p className={styles['state']}>
        <Chip word={SUBTASK_STATUS[status]} />
        {verified === null ? null : <span>{verified}</span>}
        {attempts > 1 ? <span>attempt {attempts}</span> : null}
        {beside ? <span>side by side</span> : null}
        {commits ? (
          <span className={styles['commits']}>cannot be taken back: the policy decides before</span>
        ) : null}
        {took === null ? null : <span className={styles['took']}>{took}</span>}
      </p>
      {url === null ? null : (
        <p className={styles['url']}>
          <Untrusted text={url} limit={160} />
        </p>
      )}
      {error === null ? null : (
        <p className={styles['error']}>
          <Untrusted text={plainWords(error.message)} limit={300} />
        </p>
      )}
    </li>
  );
}
