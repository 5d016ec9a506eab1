// What went out at one step, a row each: who began it, how, where, what became of it, and by which rule; and what became of the connections.
// INVARIANT: told as the log tells it; what a page wrote into an address is text.
import { useState } from 'react';
import type { EndedView, RequestSource, RequestsView, RequestView } from '#gateway/protocol/requests.ts';
import { Button } from '#ui/app/parts/button.tsx';
import { Chip, Untrusted } from '#ui/app/parts/parts.tsx';
import { BOUNDARY, clock, counted, number, shortReason } from '#ui/app/parts/words.ts';
import { addressOf } from '#ui/app/state/route.ts';
import { isTold, requestsAt, type StepAct } from './steps.ts';
import styles from './step.module.css';

const SOURCES: Readonly<Record<RequestSource, string>> = {
  PAGE: 'page',
  OTHER: 'page or browser itself',
  AGENT: 'agent',
  YOU: 'you',
};
/** What is drawn at first: a long task has a thousand. */
const ROWS_AT_FIRST = 100;

type Given = {
  readonly view: RequestsView;
  readonly acts: readonly StepAct[];
  readonly step: number;
  readonly onReload: () => void;
};

export function Network({ view, acts, step, onReload }: Given) {
  const [wantsAll, setWantsAll] = useState(false);
  const [source, setSource] = useState<RequestSource | null>(null);
  const [shown, setShown] = useState(ROWS_AT_FIRST);
  const all = wantsAll || !isTold(acts, step);
  const rows = (all ? view.requests : requestsAt(view, acts, step)).filter(
    (one) => source === null || one.source === source,
  );
  const sources = [...new Set(view.requests.map((one) => one.source))];
  const left = rows.length - shown;
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
          : `${counted(rows.length, 'entry', 'entries')}${all ? ' of the whole task' : ', until the next step'}, oldest first.`}
        {!wantsAll && all && view.requests.length > 0 ? ' Which are of this step is not in the log.' : ''}
        {view.complete ? '' : ' The oldest entries of this task were too many to be read here.'}
      </p>
      <ol>
        {rows.slice(0, shown).map((one) => (
          <li key={one.seq} className={styles['request']}>
            <Request request={one} />
          </li>
        ))}
      </ol>
      {left <= 0 ? null : (
        <Button look="quiet" onClick={() => setShown(rows.length)}>
          Show {counted(left, 'more entry', 'more entries')}
        </Button>
      )}
      <Ended ended={view.ended} />
    </>
  );
}

function Request({ request }: { request: RequestView }) {
  const { at, source, method, site, what, count, word, why, seq } = request;
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
        <Untrusted text={site} limit={200} />
        <span className={styles['small']}>
          <Untrusted text={what} limit={200} />
          {count > 1 ? `, ${counted(count, 'time')}` : ''}
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

function Ended({ ended }: { ended: readonly EndedView[] }) {
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
      </ul>
    </details>
  );
}
