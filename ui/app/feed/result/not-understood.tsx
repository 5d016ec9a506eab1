// Which words of an intent nobody understood, what was done all the same, and a way to say it otherwise.
// INVARIANT: what was not understood never looks done; the words come into the field to be changed, and nothing is started by that;
// an agent's words are never put where they would be the person's.
import { CircleHelp, PencilLine } from 'lucide-react';
import { Button } from '#ui/app/parts/button.tsx';
import { Untrusted } from '#ui/app/parts/parts.tsx';
import { counted } from '#ui/app/parts/words.ts';
import { draft } from '#ui/app/state/store.ts';
import type { StepView, TaskResult } from '#gateway/protocol/views/task.ts';
import styles from './not-understood.module.css';

const MOST_STEPS = 5;

type Given = { readonly result: TaskResult; readonly steps: readonly StepView[]; readonly agents: boolean };

export function NotUnderstood({ result: { notUnderstood = [], intent }, steps, agents }: Given) {
  if (notUnderstood.length === 0) return null;
  const done = steps.filter(({ outcome }) => outcome === 'DONE');
  return (
    <div className={styles['card']} role="group" aria-label="Not understood">
      <h3>
        <CircleHelp size={16} aria-hidden="true" />
        Not understood, and not carried out
      </h3>
      <ul className={styles['clauses']}>
        {notUnderstood.map((clause, at) => (
          // oxlint-disable-next-line react/no-array-index-key -- two clauses may say the same; their order never changes
          <li key={at}>
            <q>
              <Untrusted text={clause} limit={300} />
            </q>
          </li>
        ))}
      </ul>
      {done.length === 0 ? (
        <p>Nothing else was done.</p>
      ) : (
        <>
          <p>Done beside it:</p>
          <ol className={styles['done']}>
            {done.slice(0, MOST_STEPS).map(({ step, at, text }) => (
              <li key={`${step}${at}${text}`}>
                <Untrusted text={text} limit={200} />
              </li>
            ))}
          </ol>
          {done.length > MOST_STEPS ? (
            <p>and {counted(done.length - MOST_STEPS, 'step')} more, below</p>
          ) : null}
        </>
      )}
      {agents ? null : (
        <Button icon={PencilLine} onClick={() => draft(intent)}>
          Say it otherwise
        </Button>
      )}
    </div>
  );
}
