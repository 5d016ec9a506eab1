// The entries of the log of one task, oldest first, each with the way to it in the log.
import { useState } from 'react';
import { boundaryWordOf } from '#gateway/protocol/boundary-word.ts';
import type { AuditRow } from '#gateway/protocol/views/audit.ts';
import { Button } from '#ui/app/parts/button.tsx';
import { Chip, FailureText, Untrusted } from '#ui/app/parts/parts.tsx';
import { BOUNDARY, clock, counted, number } from '#ui/app/parts/words.ts';
import { addressOf } from '#ui/app/state/route.ts';
import type { RunLog } from './use-run.ts';
import styles from './run.module.css';

/** What is drawn at first: a long task has a thousand. */
const ROWS_AT_FIRST = 100;

type Given = { readonly id: string; readonly log: RunLog | null; readonly onReload: () => void };

export function RunLogRows({ id, log, onReload }: Given) {
  const [shown, setShown] = useState(ROWS_AT_FIRST);
  if (log === null) return <p role="status">Reading the log…</p>;
  // Why it could not be read stands above.
  if (log.rows.length === 0 && log.error !== null) return null;
  const rows = log.rows.toReversed();
  const left = rows.length - shown;
  return (
    <section aria-label="Log">
      <p className={styles['hint']} role="status">
        {rows.length < log.total
          ? `The newest ${number(rows.length)} of ${counted(log.total, 'entry', 'entries')}`
          : counted(rows.length, 'entry', 'entries')}
        , oldest first.{' '}
        <a href={addressOf({ view: 'audit', query: `task:${id}` })}>All of them in the audit log</a>
      </p>
      <Button onClick={onReload}>Read the log again</Button>
      <ol className={styles['steps']}>
        {rows.slice(0, shown).map((row) => (
          <li key={row.seq} className={styles['logRow']}>
            <LogRow row={row} />
          </li>
        ))}
      </ol>
      {left <= 0 ? null : (
        <Button look="quiet" onClick={() => setShown(rows.length)}>
          Show {counted(left, 'more entry', 'more entries')}
        </Button>
      )}
    </section>
  );
}

/** What the page does not tell since the log was not read to its beginning. */
export function MissingBeginning({ id, log, onReload }: Given) {
  if (log === null || log.hasBeginning) return null;
  const read = number(log.rows.length);
  return (
    <div role={log.error === null ? undefined : 'alert'}>
      <p>
        {log.rows.length === 0
          ? 'The log of this task could not be read: what only the log knows is missing here.'
          : `The beginning is missing: the newest ${read} of ${counted(log.total, 'entry', 'entries')} were read.`}{' '}
        <a href={addressOf({ view: 'audit', query: `task:${id}` })}>Its entries in the audit log</a>
      </p>
      {log.error === null ? null : (
        <>
          <FailureText error={log.error} />
          <Button onClick={onReload}>Read it again</Button>
        </>
      )}
    </div>
  );
}

function LogRow({ row }: { row: AuditRow }) {
  const word = boundaryWordOf(row);
  return (
    <>
      <a className={styles['entry']} href={addressOf({ view: 'audit', query: `seq:${row.seq}` })}>
        entry {row.seq}
      </a>
      <time dateTime={row.at}>{clock(row.at)}</time>
      <span className={styles['what']}>
        <Untrusted text={row.what} limit={200} />
        <span className={styles['page']}>
          {row.type} by <Untrusted text={row.who} limit={60} />
          {row.where === '' ? null : (
            <>
              {' '}
              at <Untrusted text={row.where} limit={80} />
            </>
          )}
        </span>
      </span>
      <span className={styles['verdict']}>
        {word === null ? null : <Chip word={BOUNDARY[word]} />}
        {row.outcome === null ? null : (
          <Untrusted text={row.outcome.toLowerCase().replaceAll('_', ' ')} limit={60} />
        )}
      </span>
    </>
  );
}
