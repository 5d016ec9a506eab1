// What a person can do next where a task came to nothing: say it otherwise, name a site, see the last page, run it again.
// INVARIANT: an agent's words are never put where they would be the person's; a task that runs again asks again.
import { Globe, PencilLine, RotateCcw } from 'lucide-react';
import { useState } from 'react';
import type { TaskView } from '#gateway/protocol/views/task.ts';
import type { Failure } from '#policy/language/failure.ts';
import { Button } from '#ui/app/parts/button.tsx';
import { FailureText, SourceLink } from '#ui/app/parts/parts.tsx';
import { runAgain } from '#ui/app/state/board.ts';
import { addressOfTask } from '#ui/app/state/route.ts';
import { draft, useWorld } from '#ui/app/state/store.ts';
import styles from './next-acts.module.css';

export function NextActs({ task }: { task: TaskView }) {
  const { id, intent, status, url, result, agent, lent } = task;
  const isLive = useWorld((world) => world.connection.state === 'live');
  const [busy, setBusy] = useState(false);
  const [error, setError] = useState<Failure | null>(null);
  if (result === null || status === 'DONE') return null;
  const last = status === 'FAILED' || status === 'UNCONFIRMED' ? url : null;
  if (agent !== undefined && last === null) return null;
  const again = async (): Promise<void> => {
    if (busy || !isLive) return;
    setBusy(true);
    setError(await runAgain(task));
    setBusy(false);
  };
  // With the words in the field, its list says which sites there are.
  const isLost = result.error?.code === 'task.no-start';
  // Who has not been understood has that button beside the words.
  const isUnderstood = (result.notUnderstood ?? []).length === 0;
  return (
    <div role="group" aria-label="What next" className={styles['next']}>
      {agent === undefined ? (
        <div className={styles['buttons']}>
          {isUnderstood ? (
            <Button icon={isLost ? Globe : PencilLine} onClick={() => draft(intent, isLost)}>
              {isLost ? 'Name a site' : 'Say it otherwise'}
            </Button>
          ) : null}
          <Button icon={RotateCcw} aria-disabled={busy || !isLive} onClick={() => void again()}>
            {status === 'CONSENT_REFUSED'
              ? 'Run again, and be asked again'
              : lent.length > 0
                ? 'Run again, without your sign-ins'
                : 'Run again'}
          </Button>
        </div>
      ) : null}
      {error === null ? null : (
        <div role="alert">
          <FailureText error={error} />
        </div>
      )}
      {last === null ? null : (
        <p className={styles['last']}>
          The last page it was on: <SourceLink url={last} /> (
          <a href={addressOfTask(id)}>See the last page</a> as a picture)
        </p>
      )}
    </div>
  );
}
