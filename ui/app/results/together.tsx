// Several kept results as one: the rows of all in one table, or drawn as one applet. INVARIANT: each is read when the person asks, so that the
// log has a look at each; what has no rows is named and left out.
import { FileCode, Layers, X } from 'lucide-react';
import { useEffect, useState } from 'react';
import type { Joined } from '#gateway/client/kept-result.ts';
import type { Failure, Result } from '#policy/language/failure.ts';
import { AppletOpener } from '#ui/app/applet/applet-opener.tsx';
import { ResultTable } from '#ui/app/feed/result/result-table.tsx';
import { Button } from '#ui/app/parts/button.tsx';
import { FailureText } from '#ui/app/parts/parts.tsx';
import { saveFile } from '#ui/app/parts/save-file.ts';
import { counted } from '#ui/app/parts/words.ts';
import { gateway } from '#ui/app/state/api.ts';
import styles from './results.module.css';

type Given = { readonly chosen: readonly string[]; readonly onClear: () => void };

export function Together({ chosen, onClear }: Given) {
  const [shown, setShown] = useState<readonly string[] | null>(null);
  return (
    <section className={styles['together']} aria-labelledby="chosen-results">
      <h2 id="chosen-results">Chosen results</h2>
      <div className={styles['acts']}>
        <p role="status">{counted(chosen.length, 'result')} chosen</p>
        <Button
          icon={Layers}
          look="primary"
          disabled={chosen.length < 2}
          onClick={() => setShown([...chosen])}
        >
          Show together
        </Button>
        <Button icon={X} look="quiet" onClick={onClear}>
          Choose none
        </Button>
      </div>
      {chosen.length < 2 ? <p className={styles['when']}>Choose at least two.</p> : null}
      {shown === null || chosen.length < 2 ? null : <JoinedRows key={shown.join(' ')} tasks={shown} />}
    </section>
  );
}

/** `tasks`: at least two; the same list as long as they are the same. */
function JoinedRows({ tasks }: { readonly tasks: readonly string[] }) {
  const [joined, setJoined] = useState<Result<Joined> | null>(null);
  const [failed, setFailed] = useState<Failure | null>(null);
  const [also] = useState(() => tasks.slice(1));
  useEffect(() => {
    const gone = new AbortController();
    void gateway.joinedResults(tasks, gone.signal).then((result) => {
      if (!gone.signal.aborted) setJoined(result);
    });
    return () => gone.abort();
  }, [tasks]);
  const save = async (): Promise<void> => {
    const left = await gateway.exportApplet(tasks);
    setFailed(left.ok ? null : left.error);
    if (left.ok) saveFile('results-together.html', 'text/html', left.value.html);
  };
  const error = joined?.ok === false ? joined.error : failed;
  return (
    <div className={styles['body']}>
      {joined === null ? <p>Reading the results…</p> : null}
      {joined?.ok === true ? (
        <>
          <ResultTable
            table={joined.value.table}
            by={null}
            applet={
              <AppletOpener taskId={tasks[0] ?? ''} also={also} title={joined.value.intent} of="KEPT" />
            }
          />
          <div className={styles['acts']}>
            <Button icon={FileCode} onClick={() => void save()}>
              Save as applet
            </Button>
          </div>
        </>
      ) : null}
      {error === null ? null : (
        <div role="alert">
          <FailureText error={error} />
        </div>
      )}
    </div>
  );
}
