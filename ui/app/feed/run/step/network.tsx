// What went out at one step, a row each: who began it, how, where, what became of it, and by which rule; and what became of the connections.
// INVARIANT: told as the log tells it; what a page wrote into an address is text.
import { useState } from 'react';
import type { RequestSource, RequestsView, RequestView } from '#gateway/protocol/requests.ts';
import { Button } from '#ui/app/parts/button.tsx';
import { Chip, Untrusted } from '#ui/app/parts/parts.tsx';
import { BOUNDARY, clock, counted, number, shortReason } from '#ui/app/parts/words.ts';
import { addressOf } from '#ui/app/state/route.ts';
import { isTold, requestsAt, requestsOfNoStep, type StepAct } from './steps.ts';
import styles from './step.module.css';

const SOURCES: Readonly<Record<RequestSource, string>> = {
  PAGE: 'page',
  OTHER: 'page or browser itself',
  AGENT: 'agent',
  YOU: 'you',
};
/** What is drawn at first: a long task has a thousand. */
const ROWS_AT_FIRST = 100;
const ROWS_MORE = 200;

type Given = {
  readonly id: string;
  readonly view: RequestsView;
  readonly acts: readonly StepAct[];
  readonly step: number;
  /** The task went on since it was read. */
  readonly isBehind: boolean;
  readonly onReload: () => void;
};

export function Network({ id, view, acts, step, isBehind, onReload }: Given) {
  const [wantsAll, setWantsAll] = useState(false);
  const [source, setSource] = useState<RequestSource | null>(null);
  const [shown, setShown] = useState(ROWS_AT_FIRST);
  const all = wantsAll || !isTold(acts, step);
  const rows = (all ? view.requests : requestsAt(view, acts, step)).filter(
    (one) => source === null || one.source === source,
  );
  const sources = [...new Set(view.requests.map((one) => one.source))];
  const left = rows.length - shown;
  const unplaced = all ? 0 : requestsOfNoStep(view, acts);
  return (
    <>
      <div className={styles['bar']}>
        <Button look="quiet" aria-pressed={all} onClick={() => setWantsAll(!wantsAll)}>
          Whole task
        </Button>
        {sources.length < 2
          ? null
          : sources.map((one) => (
              <Button
                key={one}
                look="quiet"
                aria-pressed={source === one}
                onClick={() => setSource(source === one ? null : one)}
              >
                By {SOURCES[one]}
              </Button>
            ))}
        <Button look="quiet" onClick={onReload}>
          Read the log again
        </Button>
      </div>
      <p className={styles['hint']} role="status">
        {rows.length === 0
          ? `The log has no request ${all ? 'of this task' : 'of this step'}${source === null ? '' : ` by ${SOURCES[source]}`}.`
          : `${counted(rows.length, 'entry', 'entries')}${all ? ' of the whole task' : ', until the next act in any tab of the task'}, oldest first.`}
        {!wantsAll && all && view.requests.length > 0
          ? ' Which are of this step is not in the log as it was read.'
          : ''}
        {unplaced === 0
          ? ''
          : ` ${counted(unplaced, 'entry', 'entries')} of the task ${unplaced === 1 ? 'is' : 'are'} of no step that the log tells.`}
        {isBehind && view.until !== null
          ? ` Read up to ${clock(view.until)}; the task has gone on since.`
          : ''}
        {isBehind && view.until === null ? ' The task has gone on since it was read.' : ''}
        {view.complete ? null : (
          <>
            {' '}
            The oldest entries of this task were too many to be read here:{' '}
            <a href={addressOf({ view: 'audit', query: `task:${id}` })}>all in the log</a>
          </>
        )}
      </p>
      <ol>
        {rows.slice(0, shown).map((one) => (
          <li key={one.seq} className={styles['request']}>
            <Request request={one} />
          </li>
        ))}
      </ol>
      {left <= 0 ? null : (
        <Button look="quiet" onClick={() => setShown(shown + ROWS_MORE)}>
          Show {counted(Math.min(left, ROWS_MORE), 'more entry', 'more entries')}
        </Button>
      )}
      <Ended view={view} />
    </>
  );
}

function Request({ request }: { request: RequestView }) {
  const { at, source, method, site, what, count, repeats, word, why, seq } = request;
  return (
    <>
      <time dateTime={at}>{clock(at)}</time>
      <span>
        <span className="visually-hidden">by </span>
        {SOURCES[source]}
      </span>
      <span>
        {method === null ? (
          <>
            <span aria-hidden="true">–</span>
            <span className="visually-hidden">method not told</span>
          </>
        ) : (
          <Untrusted text={method} limit={20} />
        )}
      </span>
      <span className={styles['site']}>
        {repeats === 'OTHERS' ? 'sites not told apart' : <Untrusted text={site} limit={200} />}
        <span className={styles['small']}>
          {repeats === 'OTHERS' ? (
            `and ${counted(count, 'other')} of the same verdict`
          ) : (
            <>
              <Untrusted text={what} limit={200} />
              {repeats === 'SAME' ? `, ${counted(count, 'more time')}` : ''}
            </>
          )}
        </span>
      </span>
      <span className={styles['verdict']}>
        <Chip word={BOUNDARY[word]} />
        {why === '' ? null : (
          <span className={styles['small']}>
            <Untrusted text={shortReason(why)} limit={160} />
          </span>
        )}
      </span>
      <a className={styles['entry']} href={addressOf({ view: 'audit', query: `seq:${seq}` })}>
        entry {number(seq)}
      </a>
    </>
  );
}

function Ended({ view: { ended, rest, unnamed } }: { view: RequestsView }) {
  if (ended.length === 0) return null;
  return (
    <details className={styles['ended']}>
      <summary>What became of the connections of the whole task, by server</summary>
      <ul>
        {ended.map(({ site, connections, failed, up, down }) => (
          <li key={site}>
            <Untrusted text={site} limit={200} />: {counted(connections, 'connection')}
            {failed === 0 ? '' : `, ${number(failed)} cut short`}, {number(up)} bytes sent, {number(down)}{' '}
            bytes received
          </li>
        ))}
        {rest === null ? null : (
          <li>
            {counted(rest.servers, 'further server')}: {counted(rest.connections, 'connection')}
            {rest.failed === 0 ? '' : `, ${number(rest.failed)} cut short`}, {number(rest.up)} bytes sent,{' '}
            {number(rest.down)} bytes received
          </li>
        )}
        {unnamed === 0 ? null : (
          <li>The log counts more servers than it names: {number(unnamed)}, entry by entry.</li>
        )}
      </ul>
    </details>
  );
}
