// The feed: every task of this gateway, newest first, with the questions it waits on. Ended tasks stay until dismissed.
import { useState } from 'react';
import { gateway } from '#ui/app/state/api.ts';
import { Button } from '#ui/app/parts/button.tsx';
import { examplesFor } from './examples.ts';
import { useWorld } from '#ui/app/state/store.ts';
import { TaskCard } from './task-card.tsx';
import styles from './task-feed.module.css';
import { counted } from '#ui/app/parts/words.ts';

export function TaskFeed() {
  const tasks = useWorld((world) => world.tasks);
  const connection = useWorld((world) => world.connection.state);
  const [dismissed, setDismissed] = useState<ReadonlySet<string>>(new Set());
  const shown = tasks.filter((task) => !dismissed.has(task.id));
  const hidden = tasks.length - shown.length;

  return (
    <>
      <h1 className="visually-hidden">Tasks</h1>
      {shown.length === 0 ? <Empty known={connection === 'live'} /> : null}
      <ol className={styles['feed']} aria-label="Tasks, newest first">
        {shown.map((task) => (
          <li key={task.id}>
            <TaskCard task={task} onDismiss={() => setDismissed(new Set([...dismissed, task.id]))} />
          </li>
        ))}
      </ol>
      {hidden > 0 ? (
        <p className={styles['hidden']}>
          <Button look="quiet" onClick={() => setDismissed(new Set())}>
            Show {counted(hidden, 'dismissed task')}
          </Button>
        </p>
      ) : null}
    </>
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
