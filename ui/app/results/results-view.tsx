// What tasks came to, also before a restart: found by words and by how they ended, opened one at a time.
// INVARIANT: each look into the store is an entry in the log: it is asked when a person asks, never while they type.
import { Search } from 'lucide-react';
import { useCallback, useEffect, useRef, useState, type SubmitEvent } from 'react';
import type { ResultLine } from '#gateway/client/results.ts';
import { TASK_ENDS } from '#gateway/protocol/views/task.ts';
import { Button } from '#ui/app/parts/button.tsx';
import { Chip, FailureText, Untrusted } from '#ui/app/parts/parts.tsx';
import { TASK_STATUS, clock, counted, day, type Word } from '#ui/app/parts/words.ts';
import { gateway } from '#ui/app/state/api.ts';
import { addressOfTask, goTo } from '#ui/app/state/route.ts';
import { useWorld } from '#ui/app/state/store.ts';
import type { Result } from '#policy/language/failure.ts';
import { KeptResult } from './kept-result.tsx';
import { Together } from './together.tsx';
import styles from './results.module.css';

const MOST_LINES = 200;

const wordOf = (status: string): Word => {
  const end = TASK_ENDS.find((known) => known === status);
  return end === undefined ? { text: status, tone: 'plain' } : TASK_STATUS[end];
};

export function ResultsView({ query }: { query: string }) {
  const connected = useWorld((world) => world.connection.state === 'live');
  const [status, setStatus] = useState('');
  const [found, setFound] = useState<Result<readonly ResultLine[]> | null>(null);
  const [openId, setOpenId] = useState<string | null>(null);
  const [chosen, setChosen] = useState<readonly string[]>([]);
  const [said, setSaid] = useState('');
  const heading = useRef<HTMLHeadingElement>(null);

  const looking = useRef<AbortController | null>(null);

  const look = useCallback((): void => {
    looking.current?.abort();
    const gone = new AbortController();
    looking.current = gone;
    void gateway.results({ words: query, status, limit: MOST_LINES }, gone.signal).then((result) => {
      if (!gone.signal.aborted) setFound(result);
    });
  }, [query, status]);
  useEffect(() => {
    if (!connected) return undefined;
    look();
    return () => looking.current?.abort();
  }, [look, connected]);

  const search = (event: SubmitEvent<HTMLFormElement>): void => {
    event.preventDefault();
    const words = new FormData(event.currentTarget).get('words');
    setSaid('');
    const next = typeof words === 'string' ? words.trim() : '';
    if (next === query) look();
    else goTo({ view: 'results', query: next });
  };
  const choose = (id: string, isChosen: boolean): void =>
    setChosen((before) => (isChosen ? [...before, id] : before.filter((one) => one !== id)));
  const onDeleted = (id: string): void => {
    choose(id, false);
    setOpenId(null);
    setSaid('The result is deleted for good.');
    look();
    heading.current?.focus();
  };
  const lines = found?.ok === true ? found.value : [];
  const isNarrowed = query !== '' || status !== '';

  return (
    <div className={styles['view']}>
      <h1 ref={heading} tabIndex={-1}>
        Results
      </h1>
      <search>
        <form className={styles['filter']} onSubmit={search} key={query}>
          <label className={styles['field']}>
            <span>Words of the intent</span>
            <input name="words" type="search" defaultValue={query} maxLength={2000} autoComplete="off" />
          </label>
          <label className={styles['field']}>
            <span>Ended</span>
            <select value={status} onChange={({ target }) => setStatus(target.value)}>
              <option value="">any way</option>
              {TASK_ENDS.map((end) => (
                <option key={end} value={end}>
                  {TASK_STATUS[end].text}
                </option>
              ))}
            </select>
          </label>
          <Button icon={Search} submit>
            Search
          </Button>
        </form>
      </search>
      <p className={styles['count']} role="status">
        {said}{' '}
        {found === null
          ? 'Looking for results…'
          : !found.ok
            ? ''
            : lines.length === MOST_LINES
              ? `The newest ${MOST_LINES} results`
              : counted(lines.length, 'result')}
      </p>
      {found === null || found.ok ? null : (
        <div role="alert">
          <FailureText error={found.error} />
        </div>
      )}
      {found?.ok === true && lines.length === 0 ? (
        <p className={styles['empty']}>
          {isNarrowed
            ? 'No result fits. Take a word away, or let it have ended any way.'
            : 'Nothing is kept yet. What a task comes to stands here when it ends, encrypted, also after a restart.'}
        </p>
      ) : null}
      {chosen.length === 0 ? null : <Together chosen={chosen} onClear={() => setChosen([])} />}
      <ul className={styles['list']} aria-label="Results">
        {lines.map((line) => (
          <Line
            key={line.taskId}
            line={line}
            isOpen={openId === line.taskId}
            onTurn={() => setOpenId(openId === line.taskId ? null : line.taskId)}
            onDeleted={() => onDeleted(line.taskId)}
            isChosen={chosen.includes(line.taskId)}
            onChoose={(isChosen) => choose(line.taskId, isChosen)}
          />
        ))}
      </ul>
    </div>
  );
}

type Given = {
  readonly line: ResultLine;
  readonly isOpen: boolean;
  readonly onTurn: () => void;
  readonly onDeleted: () => void;
  /** To be shown together with others. */
  readonly isChosen: boolean;
  readonly onChoose: (isChosen: boolean) => void;
};

function Line({ line, isOpen, onTurn, onDeleted, isChosen, onChoose }: Given) {
  return (
    <li className={styles['line']} data-open={isOpen}>
      <h2>
        <button type="button" className={styles['head']} aria-expanded={isOpen} onClick={onTurn}>
          <span className={styles['intent']}>
            <Untrusted text={line.intent} limit={300} />
          </span>
          <Chip word={wordOf(line.status)} />
          <time dateTime={line.at} className={styles['when']}>
            {day(line.at)}, {clock(line.at)}
          </time>
          {line.agent === null ? null : (
            <span className={styles['when']}>
              asked by <Untrusted text={line.agent} limit={80} />
            </span>
          )}
        </button>
      </h2>
      <p className={styles['way']}>
        <label className={styles['choose']}>
          <input type="checkbox" checked={isChosen} onChange={({ target }) => onChoose(target.checked)} />
          Choose
          <span className="visually-hidden">
            : <Untrusted text={line.intent} limit={80} />
          </span>
        </label>
        <a href={addressOfTask(line.taskId)}>
          How it came about
          <span className="visually-hidden">
            : <Untrusted text={line.intent} limit={80} />
          </span>
        </a>
      </p>
      {isOpen ? <KeptResult taskId={line.taskId} onDeleted={onDeleted} /> : null}
    </li>
  );
}
