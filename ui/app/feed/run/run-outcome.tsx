// How a task ended: its whole result while the gateway holds it, else what the vault kept of it, else what the log says.
import { ResultCard } from '#ui/app/feed/result/result-card.tsx';
import { ResultTable } from '#ui/app/feed/result/result-table.tsx';
import { AppletOpener } from '#ui/app/applet/applet-opener.tsx';
import { FailureText } from '#ui/app/parts/parts.tsx';
import { KeptWords } from '#ui/app/results/kept-words.tsx';
import type { KeptView } from '#ui/app/state/api.ts';
import { addressOf } from '#ui/app/state/route.ts';
import type { LoggedRun } from './logged-acts.ts';
import type { Run } from './use-run.ts';
import styles from './run.module.css';

export function RunOutcome({ run: { task, kept }, logged }: { run: Run; logged: LoggedRun }) {
  if (task !== null)
    return task.result === null ? null : (
      <>
        <ResultCard
          taskId={task.id}
          result={task.result}
          steps={task.steps}
          agents={task.agent !== undefined}
          pagesStopped={task.stopped.some(({ who }) => who === 'page')}
        />
        <p className={styles['hint']}>
          <ToResult id={task.id} />
        </p>
      </>
    );
  if (kept?.ok === true) return <Kept kept={kept.value} />;
  return (
    <div className={styles['outcome']}>
      {kept === null || kept.error.code === 'result.unknown' ? (
        <p>
          Its result is not kept: it was deleted, or too old.
          {logged.ended === null ? ' The log has no end of it: the gateway ended before it did.' : ''}
        </p>
      ) : (
        <FailureText error={kept.error} />
      )}
    </div>
  );
}

const ToResult = ({ id }: { id: string }) => (
  <a href={addressOf({ view: 'result', id })}>This result in Results</a>
);

function Kept({ kept: { taskId, intent, result } }: { kept: KeptView }) {
  const { table } = result;
  return (
    <div className={styles['outcome']} role="group" aria-label="Result">
      <KeptWords taskId={taskId} result={result} />
      {table === undefined ? null : (
        <ResultTable
          table={table}
          by={{ taskId, steps: [] }}
          applet={<AppletOpener taskId={taskId} title={intent} of="KEPT" />}
        />
      )}
      <p className={styles['hint']}>
        What was seen of each part is kept in the log only. <ToResult id={taskId} />
      </p>
    </div>
  );
}
