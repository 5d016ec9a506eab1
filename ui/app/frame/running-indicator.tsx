// Always there while agents act: how many Ghost Tabs, the verb and site at hand, and a stop that waits for nothing.
import { CircleStop, Ghost } from 'lucide-react';
import { useState } from 'react';
import type { TaskView } from '#gateway/protocol/views/task.ts';
import { gateway } from '#ui/app/state/api.ts';
import { Button } from '#ui/app/parts/button.tsx';
import { Untrusted } from '#ui/app/parts/parts.tsx';
import styles from './running-indicator.module.css';
import { useWorld } from '#ui/app/state/store.ts';
import { counted, isActive, TAB_STATE } from '#ui/app/parts/words.ts';

/** Parts that run side by side have a tab each. */
const tabsOf = ({ plan }: TaskView): number =>
  Math.max(1, plan?.subtasks.filter(({ status }) => status === 'IN_PROGRESS').length ?? 1);

export function RunningIndicator() {
  const tasks = useWorld((world) => world.tasks);
  const connection = useWorld((world) => world.connection.state);
  const [failed, setFailed] = useState(false);
  const active = tasks.filter((task) => isActive(task.status));
  const newest = active.find(({ status }) => status !== 'QUEUED') ?? active[0];
  const waiting = active.filter(({ status }) => status === 'QUEUED');
  const tabs = active.reduce((sum, task) => sum + (waiting.includes(task) ? 0 : tabsOf(task)), 0);
  if (newest === undefined) return null;
  const away = connection === 'lost' || connection === 'closing';

  const stopAll = async (): Promise<void> => {
    if (away) return;
    // One call, so that no task that waits for a tab begins while others are stopped.
    const result = await (active.length === 1 ? gateway.cancel(newest.id) : gateway.cancelAll());
    setFailed(!result.ok);
  };

  return (
    <section className={styles['strip']} aria-label="Running now">
      <div className={styles['inner']}>
        <Ghost size={18} aria-hidden="true" />
        <p className={styles['text']}>
          <strong>
            {away ? 'Not known: ' : ''}
            {counted(tabs, 'Ghost Tab')}
            {waiting.length === 0 ? '' : `, ${counted(waiting.length, 'task')} waiting`}
            {away ? ' when the gateway was last heard' : ''}
          </strong>
          {away ? null : (
            <span className={styles['now']}>
              <Untrusted text={newest.steps.at(-1)?.text ?? TAB_STATE[newest.tabState]} limit={160} />
            </span>
          )}
          {failed ? <span role="alert">not every task could be stopped: try again</span> : null}
        </p>
        <Button icon={CircleStop} look="danger" aria-disabled={away} onClick={() => void stopAll()}>
          {active.length === 1 ? 'Stop' : `Stop all ${active.length}`}
        </Button>
      </div>
    </section>
  );
}
