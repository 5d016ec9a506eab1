// What matches, as a file. INVARIANT: the page says what left and where the log says so.
import { Download } from 'lucide-react';
import { useState } from 'react';
import { AUDIT_EXPORT_FORMS, type AuditExport, type AuditExportForm } from '#gateway/protocol/views/audit.ts';
import type { Result } from '#policy/language/failure.ts';
import { Button } from '#ui/app/parts/button.tsx';
import { FailureText } from '#ui/app/parts/parts.tsx';
import { saveFile } from '#ui/app/parts/save-file.ts';
import { counted, number } from '#ui/app/parts/words.ts';
import { gateway } from '#ui/app/state/api.ts';
import { addressOf } from '#ui/app/state/route.ts';
import styles from './audit-view.module.css';

const FORMS: Readonly<Record<AuditExportForm, { readonly name: string; readonly type: string }>> = {
  csv: { name: 'CSV', type: 'text/csv' },
  jsonl: { name: 'JSON lines', type: 'application/jsonl' },
  bundle: { name: 'Signed bundle', type: 'application/json' },
};

export function AuditExports({ query }: { query: string }) {
  const [last, setLast] = useState<Result<AuditExport> | null>(null);
  const [isAsked, setAsked] = useState(false);
  const take = async (form: AuditExportForm): Promise<void> => {
    if (isAsked) return;
    setAsked(true);
    const made = await gateway.exportAudit(query, form);
    setAsked(false);
    setLast(made);
    if (made.ok) saveFile(made.value.name, FORMS[form].type, made.value.text);
  };
  return (
    <div className={styles['exports']} role="group" aria-label="Export what matches">
      {AUDIT_EXPORT_FORMS.map((form) => (
        <Button
          key={form}
          icon={Download}
          look="quiet"
          aria-disabled={isAsked}
          onClick={() => void take(form)}
        >
          {FORMS[form].name}
        </Button>
      ))}
      <p role="status">{last?.ok === true ? <Left made={last.value} /> : null}</p>
      {last?.ok === false ? (
        <div role="alert">
          <FailureText error={last.error} />
        </div>
      ) : null}
    </div>
  );
}

function Left({ made: { entries, complete, oldest, newest, seq, name, form } }: { made: AuditExport }) {
  const range = oldest === null || newest === null ? '' : `, ${number(oldest)} to ${number(newest)}`;
  return (
    <>
      {complete ? '' : 'The newest '}
      {counted(entries, 'entry', 'entries')}
      {range} left as a file;{' '}
      <a href={addressOf({ view: 'audit', query: `seq:${seq}` })}>entry {number(seq)} of the log says so</a>.
      {form === 'bundle' ? (
        <>
          {' '}
          Check it anywhere: <code>ghost audit check {name} --key audit.pub</code>
        </>
      ) : null}
    </>
  );
}
