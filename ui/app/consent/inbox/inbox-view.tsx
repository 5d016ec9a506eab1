// The questions that wait for the person, a row each, oldest first. INVARIANT: Enter opens one in its own document and `d` denies it:
// nothing here allows.
import { Ban } from 'lucide-react';
import { useEffect, useRef, useState, type KeyboardEvent } from 'react';
import type { Failure } from '#policy/language/failure.ts';
import { Button } from '#ui/app/parts/button.tsx';
import { actOf } from '#ui/app/parts/lists/shortcuts.ts';
import { Chip, FailureText, Untrusted, useNow } from '#ui/app/parts/parts.tsx';
import { clock, counted, duration, number, type Word } from '#ui/app/parts/words.ts';
import { gateway } from '#ui/app/state/api.ts';
import { addressOf } from '#ui/app/state/route.ts';
import { answerNow, useWorld } from '#ui/app/state/store.ts';
import styles from './inbox.module.css';
import { waitingRows, type WaitingRow } from './waiting.ts';

const LOOKS = {
  chip: { text: 'routine', tone: 'plain' },
  dialog: { text: 'important', tone: 'warn' },
  isolated: { text: 'grave', tone: 'bad' },
} as const satisfies Record<string, Word>;
const UNCLEAR: Word = { text: 'unclear', tone: 'busy' };

export default function InboxView() {
  const consents = useWorld((world) => world.consents);
  const tasks = useWorld((world) => world.tasks);
  const isLive = useWorld((world) => world.connection.state === 'live');
  const isCovered = useWorld((world) => world.onScreen !== null);
  const [error, setError] = useState<Failure | null>(null);
  const rows = waitingRows(consents, tasks);
  const list = useRef<HTMLUListElement>(null);
  const heading = useRef<HTMLHeadingElement>(null);
  /** Where the keyboard was: when that row leaves, it goes on with the one in its place. */
  const at = useRef<number | null>(null);

  useEffect(() => {
    if (at.current === null || isCovered || document.activeElement !== document.body) return;
    const held = placesIn(list.current);
    (held[Math.min(at.current, held.length - 1)] ?? heading.current)?.focus();
  });

  const deny = async (row: WaitingRow): Promise<void> => {
    if (!isLive || row.kind !== 'CONSENT') return;
    const said = await Promise.all(row.consents.map(({ card }) => gateway.deny(card.id)));
    setError(said.find((one) => !one.ok)?.error ?? null);
  };
  const onKey = (event: KeyboardEvent): void => {
    const act = actOf('inbox', event);
    const held = placesIn(list.current);
    const { target } = event;
    const here = held.findIndex(
      (place) => target instanceof Node && place.closest('li')?.contains(target) === true,
    );
    const row = rows[here];
    if (row === undefined || act === null || (act === 'deny' && event.repeat)) return;
    if (act === 'deny') void deny(row);
    else held[here + (act === 'down' ? 1 : -1)]?.focus();
    event.preventDefault();
  };

  return (
    <div className={styles['inbox']}>
      <h1 ref={heading} tabIndex={-1}>
        Inbox
      </h1>
      {error === null ? null : (
        <div role="alert">
          <FailureText error={error} />
        </div>
      )}
      {rows.length === 0 ? (
        <p className={styles['hint']}>
          {isLive
            ? 'Nothing waits for you. What your policy does not decide alone stands here until you answer it, or its time is over: then it is denied.'
            : 'The gateway cannot be asked right now: what waits there is not known.'}
        </p>
      ) : (
        <p className={styles['hint']}>
          {counted(rows.length, 'row')}, oldest first. <kbd>Enter</kbd> opens one, <kbd>d</kbd> denies it,{' '}
          <kbd>j</kbd> and <kbd>k</kbd> go down and up. What is not answered in time is denied.
        </p>
      )}
      <ul ref={list} className={styles['rows']} aria-label="Waiting for you" onKeyDown={onKey}>
        {rows.map((row, index) => (
          <li key={row.key} className={styles['row']} onFocus={() => (at.current = index)}>
            <Row row={row} />
            {row.kind === 'CONSENT' ? (
              <Button icon={Ban} aria-disabled={!isLive} onClick={() => void deny(row)}>
                Deny{row.consents.length > 1 ? ` all ${number(row.consents.length)}` : ''}
                <span className="visually-hidden">: {row.title}</span>
              </Button>
            ) : null}
          </li>
        ))}
      </ul>
    </div>
  );
}

const placesIn = (list: HTMLElement | null): readonly HTMLElement[] => [
  ...(list?.querySelectorAll<HTMLElement>('[data-row]') ?? []),
];

function Row({ row }: { row: WaitingRow }) {
  const words = <Words row={row} />;
  if (row.kind === 'QUESTION')
    return (
      <a data-row className={styles['open']} href={addressOf({ view: 'tasks', at: row.taskId })}>
        {words}
      </a>
    );
  return (
    <button type="button" data-row className={styles['open']} onClick={() => answerNow(row.consents[0])}>
      {words}
    </button>
  );
}

function Words({ row }: { row: WaitingRow }) {
  const now = useNow(true);
  const [asked, ends] = [Date.parse(row.askedAt), Date.parse(row.expiresAt)];
  const left = Math.max(0, ends - now);
  return (
    <>
      <Chip word={row.kind === 'CONSENT' ? LOOKS[row.consents[0].card.look] : UNCLEAR} />
      <span className={styles['what']}>
        <strong>
          <Untrusted text={row.title} limit={100} />
        </strong>
        {row.site === null ? null : (
          <>
            {' at '}
            <Untrusted text={row.site} limit={100} />
          </>
        )}
        {row.kind === 'CONSENT' && row.count > 1 ? (
          <span className={styles['count']}>{number(row.count)} times</span>
        ) : null}
      </span>
      <span className={styles['intent']}>
        <span className="visually-hidden">for the task </span>
        <Untrusted text={row.intent} limit={160} />
      </span>
      <span className={styles['left']}>
        <span className={styles['bar']} aria-hidden="true">
          <progress value={left} max={Math.max(1, ends - asked)} />
        </span>
        <span className="visually-hidden">asked at {clock(row.askedAt)}, </span>
        {duration(left)} left
      </span>
    </>
  );
}
