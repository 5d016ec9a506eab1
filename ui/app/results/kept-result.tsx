// One kept result: its answer, facts and rows, and what can be done with it. INVARIANT: it is deleted after a second press that says what
// goes, and nothing of a page is more than text here.
import { Dialog } from '@base-ui/react/dialog';
import { FileCode, FileJson, Trash2 } from 'lucide-react';
import { useEffect, useState } from 'react';
import { AppletOpener } from '#ui/app/applet/applet-opener.tsx';
import { ResultTable } from '#ui/app/feed/result/result-table.tsx';
import { Button } from '#ui/app/parts/button.tsx';
import { FailureText, SourceLink, Untrusted } from '#ui/app/parts/parts.tsx';
import { saveFile } from '#ui/app/parts/save-file.ts';
import { gateway, type KeptView } from '#ui/app/state/api.ts';
import type { Failure, Result } from '#policy/language/failure.ts';
import { KeptWords } from './kept-words.tsx';
import styles from './results.module.css';

type Given = {
  readonly taskId: string;
  readonly onDeleted: () => void;
  readonly onRead?: (kept: KeptView) => void;
};

export function KeptResult({ taskId, onDeleted, onRead }: Given) {
  const [kept, setKept] = useState<Result<KeptView> | null>(null);
  const [failed, setFailed] = useState<Failure | null>(null);
  useEffect(() => {
    const gone = new AbortController();
    void gateway.result(taskId, gone.signal).then((result) => {
      if (gone.signal.aborted) return;
      setKept(result);
      if (result.ok) onRead?.(result.value);
    });
    return () => gone.abort();
  }, [taskId, onRead]);

  const saveJson = async (): Promise<void> => {
    const left = await gateway.exportResult(taskId);
    setFailed(left.ok ? null : left.error);
    if (left.ok) saveFile(`${taskId}.json`, 'application/json', `${JSON.stringify(left.value, null, 2)}\n`);
  };
  const saveApplet = async (): Promise<void> => {
    const left = await gateway.exportApplet([taskId]);
    setFailed(left.ok ? null : left.error);
    if (left.ok) saveFile(`${taskId}.html`, 'text/html', left.value.html);
  };
  const remove = async (): Promise<void> => {
    const gone = await gateway.deleteResult(taskId);
    if (gone.ok) onDeleted();
    else setFailed(gone.error);
  };

  if (kept === null) return <p className={styles['body']}>Reading the result…</p>;
  if (!kept.ok)
    return (
      <div className={styles['body']} role="alert">
        <FailureText error={kept.error} />
      </div>
    );
  const { intent, result } = kept.value;
  const { table } = result;
  return (
    <div className={styles['body']}>
      <KeptWords taskId={taskId} result={kept.value.result} />
      <Visited kept={kept.value} />
      {table === undefined ? null : (
        <ResultTable
          table={table}
          by={{ taskId, steps: [] }}
          applet={<AppletOpener taskId={taskId} title={intent} of="KEPT" />}
        />
      )}
      <div className={styles['acts']}>
        <Button icon={FileJson} onClick={() => void saveJson()}>
          Save as JSON
        </Button>
        {table === undefined ? null : (
          <Button icon={FileCode} onClick={() => void saveApplet()}>
            Save as applet
          </Button>
        )}
        <Deleting intent={intent} onSure={() => void remove()} />
      </div>
      {failed === null ? null : (
        <div role="alert">
          <FailureText error={failed} />
        </div>
      )}
    </div>
  );
}

/** Where it was looked, of a result that has neither facts nor rows. */
function Visited({ kept: { result, sources } }: { kept: KeptView }) {
  const { facts = [], table } = result;
  if (table !== undefined || facts.length > 0 || sources.length === 0) return null;
  return (
    <ul className={styles['facts']}>
      {sources.map((source) => (
        <li key={source}>
          visited <SourceLink url={source} />
        </li>
      ))}
    </ul>
  );
}

function Deleting({ intent, onSure }: { intent: string; onSure: () => void }) {
  return (
    <Dialog.Root>
      <Dialog.Trigger render={<Button icon={Trash2} look="quiet" />}>Delete</Dialog.Trigger>
      <Dialog.Portal>
        <Dialog.Backdrop className={styles['backdrop']} />
        <Dialog.Popup className={styles['popup']}>
          <Dialog.Title>Delete this result for good?</Dialog.Title>
          <Dialog.Description>
            <Untrusted text={intent} limit={300} />
            <br />
            Its answer, rows and applets go from the vault. The audit log stays as it is.
          </Dialog.Description>
          <div className={styles['acts']}>
            <Dialog.Close render={<Button />}>Keep it</Dialog.Close>
            <Dialog.Close render={<Button look="danger" icon={Trash2} />} onClick={onSure}>
              Delete for good
            </Dialog.Close>
          </div>
        </Dialog.Popup>
      </Dialog.Portal>
    </Dialog.Root>
  );
}
