// One entry, whole: every field of the row in words, and its hash. Read-only.
import { Dialog } from '@base-ui/react/dialog';
import { X } from 'lucide-react';
import type { ReactNode } from 'react';
import type { AuditRow } from '#gateway/protocol/views/audit.ts';
import styles from './audit-entry.module.css';
import { Button } from '#ui/app/parts/button.tsx';
import { Untrusted } from '#ui/app/parts/parts.tsx';
import { addressOfTask } from '#ui/app/state/route.ts';
import { boundaryWordOf } from '#gateway/protocol/boundary-word.ts';
import { BOUNDARY, clock, day, number } from '#ui/app/parts/words.ts';

export function AuditEntryDialog({ row, onClose }: { row: AuditRow | null; onClose: () => void }) {
  const word = row === null ? null : boundaryWordOf(row);
  return (
    <Dialog.Root open={row !== null} onOpenChange={(open) => (open ? undefined : onClose())}>
      <Dialog.Portal>
        <Dialog.Backdrop className={styles['backdrop']} />
        <Dialog.Popup className={styles['popup']}>
          {row === null ? null : (
            <>
              <header className={styles['head']}>
                <Dialog.Title className={styles['title']}>Entry {number(row.seq)}</Dialog.Title>
                <Button icon={X} look="quiet" onClick={onClose}>
                  Close
                </Button>
              </header>
              <dl className={styles['fields']}>
                <Field name="when" value={`${clock(row.at)}, ${day(row.at)} (${row.at})`} />
                <Field name="type" value={row.type} />
                <Field name="who" value={row.who} />
                <Field name="what" value={row.what} />
                <Field name="where" value={row.where} />
                <Field name="decision" value={word === null ? '' : BOUNDARY[word].text} />
                <Field name="why" value={row.why} />
                <Field name="outcome" value={row.outcome ?? ''} />
                <Field name="task" value={row.taskId ?? ''}>
                  {row.taskId === null ? null : <a href={addressOfTask(row.taskId)}>Open this task</a>}
                </Field>
                <Field name="hash" value={row.hash} />
              </dl>
            </>
          )}
        </Dialog.Popup>
      </Dialog.Portal>
    </Dialog.Root>
  );
}

type FieldGiven = { readonly name: string; readonly value: string; readonly children?: ReactNode };

function Field({ name, value, children }: FieldGiven) {
  return (
    <div className={styles['field']}>
      <dt>{name}</dt>
      <dd>
        {value === '' ? 'none' : <Untrusted text={value} />} {children}
      </dd>
    </div>
  );
}
