// The feed: every task of this gateway, newest first, with the questions it waits on. Ended tasks stay until dismissed.
import { useEffect, useRef } from 'react';
import { gateway } from '#ui/app/state/api.ts';
import { Button } from '#ui/app/parts/button.tsx';
import { examplesFor } from './examples.ts';
import { setDismissed, useWorld } from '#ui/app/state/store.ts';
import { addressOf } from '#ui/app/state/route.ts';
import { TaskCard } from './task-card.tsx';
import styles from './task-feed.module.css';
import { counted } from '#ui/app/parts/words.ts';

const RESTORE = 'dismissed';

export function TaskFeed() {
  const tasks = useWorld((world) => world.tasks);
  const connection = useWorld((world) => world.connection.state);
  const dismissed = useWorld((world) => world.dismissed);
  const shown = tasks.filter((task) => !dismissed.includes(task.id));
  const hidden = tasks.length - shown.length;
  const feed = useRef<HTMLDivElement>(null);
  /** Where the keyboard goes on from when what it was on has left: a task, or what shows the dismissed ones again. */
  const goOn = useRef<string | null>(null);

  useEffect(() => {
    if (goOn.current === null) return;
    const place = feed.current?.querySelector(`[data-place="${CSS.escape(goOn.current)}"]`);
    goOn.current = null;
    const button = place?.querySelector<HTMLElement>('[data-dismiss], [data-restore]');
    (button ?? place?.querySelector<HTMLElement>('h2'))?.focus();
  });

  const putAway = (id: string): void => {
    const at = shown.findIndex((task) => task.id === id);
    goOn.current = (shown[at + 1] ?? shown[at - 1])?.id ?? RESTORE;
    setDismissed([...dismissed, id]);
  };
  const showAll = (): void => {
    goOn.current = tasks.find(({ id }) => dismissed.includes(id))?.id ?? null;
    setDismissed([]);
  };

  return (
    <div ref={feed}>
      <h1 className="visually-hidden">Tasks</h1>
      {shown.length === 0 && connection !== 'unauthorized' ? <Empty known={connection === 'live'} /> : null}
      <ol className={styles['feed']} aria-label="Tasks, newest first">
        {shown.map((task) => (
          <li key={task.id} data-place={task.id}>
            <TaskCard task={task} onDismiss={() => putAway(task.id)} />
          </li>
        ))}
      </ol>
      {connection === 'live' ? (
        <p className={styles['earlier']}>
          Tasks of an earlier start are not in this list:{' '}
          <a href={addressOf({ view: 'results', query: '' })}>what they came to</a> and{' '}
          <a href={addressOf({ view: 'audit', query: 'type:task.ended' })}>how they ended</a> is kept.
        </p>
      ) : null}
      {hidden > 0 ? (
        <p className={styles['hidden']} data-place={RESTORE}>
          <Button look="quiet" data-restore onClick={showAll}>
            Show {counted(hidden, 'dismissed task')}
          </Button>
        </p>
      ) : null}
    </div>
  );
}

function Empty({ known }: { known: boolean }) {
  const status = useWorld((world) => world.status);
  const examples = examplesFor(status);
  return (
    <section className={styles['empty']} aria-labelledby="empty-title">
      <img src={new URL('../ghost.svg', import.meta.url).href} alt="" width="56" height="56" />
      <h2 id="empty-title">{known ? 'What should be done?' : 'Reaching the gateway…'}</h2>
      <p>
        Say it in plain words in the field above. An agent does it in an isolated Ghost Tab; your policy
        decides every act, and what it will not decide alone, you are asked.
      </p>
      {examples.length === 0 ? null : (
        <>
          <h3>Try one in the demo world</h3>
          <ul className={styles['examples']}>
            {examples.map(({ intent, shows }) => (
              <li key={intent}>
                <button type="button" className={styles['example']} onClick={() => void gateway.run(intent)}>
                  <span>{intent}</span>
                  <span className={styles['shows']}>{shows}</span>
                </button>
              </li>
            ))}
          </ul>
        </>
      )}
    </section>
  );
}
