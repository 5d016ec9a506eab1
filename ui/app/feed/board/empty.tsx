// What stands where there is no task: what can be said, and in the demo world a few things to say.
import { gateway } from '#ui/app/state/api.ts';
import { useWorld } from '#ui/app/state/store.ts';
import { examplesFor } from './examples.ts';
import { FirstTime } from './first-time.tsx';
import styles from './empty.module.css';

export function Empty({ known }: { known: boolean }) {
  const status = useWorld((world) => world.status);
  const examples = examplesFor(status);
  return (
    <section className={styles['empty']} aria-labelledby="empty-title">
      <img src={new URL('../../ghost.svg', import.meta.url).href} alt="" width="56" height="56" />
      <h2 id="empty-title">{known ? 'What should be done?' : 'Reaching the gateway…'}</h2>
      <p>
        Say it in plain words in the field above. An agent does it in an isolated Ghost Tab; your policy
        decides every act, and what it will not decide alone, you are asked.
      </p>
      {/* The demo world is there to be tried at once. */}
      {status !== null && !status.demo ? <FirstTime /> : null}
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
