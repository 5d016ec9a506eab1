// The last requests that were really decided, decided again by the draft.
import type { Failure } from '#policy/language/failure.ts';
import { Button } from '#ui/app/parts/button.tsx';
import { FailureText, Untrusted } from '#ui/app/parts/parts.tsx';
import { ChangeTable } from './policy-changes.tsx';
import type { CheckAnswer } from './policy-check.ts';
import styles from './policy-editor.module.css';
import { counted, number } from '#ui/app/parts/words.ts';

export function PolicyReplay(props: {
  readonly on: boolean;
  readonly onStart: () => void;
  readonly error: Failure | null;
  readonly unread: number;
  readonly unreadWhy: readonly string[];
  readonly replayed: CheckAnswer['replayed'];
}) {
  const { on, onStart, error, unread, unreadWhy, replayed } = props;
  return (
    <section className={styles['panel']} aria-labelledby="policy-replay">
      <h3 id="policy-replay">Replay</h3>
      {on ? null : (
        <p>
          <Button onClick={onStart}>Decide the last 500 requests again</Button>
        </p>
      )}
      {error === null ? null : <FailureText error={error} />}
      <div role="status">
        {replayed === null ? null : (
          <p>
            {number(replayed.gates)} decided again:{' '}
            {replayed.changes.length === 0
              ? 'each as before'
              : `${number(replayed.changes.reduce((sum, { times }) => sum + times, 0))} otherwise`}
            {replayed.open === 0
              ? ''
              : `; ${counted(replayed.open, 'request')} may be decided either way: the log keeps too little of the path`}
            {unread === 0 ? '' : `; ${counted(unread, 'entry', 'entries')} could not be decided again`}.
          </p>
        )}
      </div>
      {replayed === null || unreadWhy.length === 0 ? null : (
        <details>
          <summary>Which, and why</summary>
          <ul className={styles['findings']}>
            {unreadWhy.map((why) => (
              <li key={why}>
                <Untrusted text={why} limit={300} />
              </li>
            ))}
            {unread > unreadWhy.length ? <li>and {number(unread - unreadWhy.length)} before them</li> : null}
          </ul>
        </details>
      )}
      {replayed === null ? null : (
        <ChangeTable
          caption="Requests that would be decided otherwise"
          rows={replayed.changes.map(({ direction, from, to, capability, host, times }) => ({
            direction,
            what: `${from} -> ${to}`,
            capabilities: [capability],
            where: host === '' ? '' : `host ${host}`,
            classes: `${times} times`,
          }))}
        />
      )}
    </section>
  );
}
