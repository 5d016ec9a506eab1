// What the boundary decided of a task, in the words of log and footer, and what of it was stopped.
// INVARIANT: what was stopped is in view without opening anything; what pages tried by themselves is among it.
import type { StepView, StoppedView, TaskView } from '#gateway/protocol/views/task.ts';
import { Untrusted } from '#ui/app/parts/parts.tsx';
import { addressOf } from '#ui/app/state/route.ts';
import { boundaryInWords, counted, shortReason, whoInWords } from '#ui/app/parts/words.ts';
import styles from './boundary-line.module.css';

/** What it needs of a task, which may be known by the log alone. */
export type Passed = Pick<TaskView, 'id' | 'counts' | 'stopped'> & {
  readonly steps: readonly Pick<StepView, 'outcome'>[];
};

export function BoundaryLine({ task }: { task: Passed }) {
  const failed = task.steps.filter(({ outcome }) => outcome === 'FAILED').length;
  const line = boundaryInWords(task.counts, failed);
  const { stopped } = task;
  if (stopped.length === 0) return <p className={styles['line']}>{line}</p>;
  const told = stopped.reduce((sum, { count }) => sum + count, 0);
  const more = task.counts.stopped - told;
  return (
    <details className={styles['stopped']}>
      <summary className={styles['line']}>
        {line}: <Untrusted text={placesOf(stopped)} limit={120} />
      </summary>
      <ul>
        {stopped.map((one) => (
          <li key={`${one.type} ${one.who} ${one.where} ${one.why} ${one.asked}`}>
            <p>
              {whoInWords(one)} tried to <Untrusted text={one.what} limit={200} />
              {one.count > 1 ? `, ${counted(one.count, 'time')}` : ''}.
            </p>
            <p className={styles['why']}>
              {one.why === '' ? (
                'No page has that in a Ghost Tab.'
              ) : (
                <>
                  Stopped by <Untrusted text={shortReason(one.why)} limit={200} />.{' '}
                  {one.asked ? 'Nobody answered.' : 'Nobody was asked.'}
                </>
              )}
            </p>
          </li>
        ))}
        {more > 0 ? <li>and {more} more</li> : null}
        <li>
          <a href={addressOf({ view: 'audit', query: `is:stopped task:${task.id}` })}>Show them in the log</a>
        </li>
      </ul>
    </details>
  );
}

const placesOf = (stopped: readonly StoppedView[]): string =>
  [...new Set(stopped.map(({ where }) => where).filter((where) => where !== ''))].join(', ');
