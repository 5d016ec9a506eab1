// The audit log: integrity first, then one filter, then the rows. There is no way to edit or delete anything here.
import { useEffect, useRef, useState } from 'react';
import { AuditFilter } from './audit-filter.tsx';
import { useAuditPages } from '#ui/app/state/audit-pages.ts';
import { AuditTable } from './audit-table.tsx';
import styles from './audit-view.module.css';
import { Button } from '#ui/app/parts/button.tsx';
import { countLine } from './count-line.ts';
import { IntegrityLine } from './integrity-line.tsx';
import { FailureText } from '#ui/app/parts/parts.tsx';
import { goTo } from '#ui/app/state/route.ts';
import { useWorld } from '#ui/app/state/store.ts';
import { number } from '#ui/app/parts/words.ts';

/** Each reading of the log is an entry in it: what is typed is asked for when it stands still, or at Enter. */
const TYPING_MS = 600;

export function AuditView({ query }: { query: string }) {
  const connected = useWorld((world) => world.connection.state === 'live');
  const head = useWorld((world) => world.auditHead);
  const reads = useWorld((world) => world.auditReads);
  const [draft, setDraft] = useState({ query, text: query });
  const typing = useRef<number | undefined>(undefined);
  const list = useAuditPages(query.trim(), connected);
  const newest = list.rows[0]?.seq ?? 0;
  const fresh =
    !list.loading && query === '' ? head - newest - reads.filter((seq) => seq > newest).length : 0;

  // The field follows the address (back, forward, a link), and the address follows what is typed.
  const text = draft.query === query ? draft.text : query;
  const ask = (next: string): void => {
    window.clearTimeout(typing.current);
    setDraft({ query, text: next });
    goTo({ view: 'audit', query: next }, true);
  };
  const onType = (next: string): void => {
    setDraft({ query, text: next });
    window.clearTimeout(typing.current);
    typing.current = window.setTimeout(() => ask(next), TYPING_MS);
  };
  useEffect(() => () => window.clearTimeout(typing.current), []);

  return (
    <div className={styles['view']}>
      <h1>Audit log</h1>
      <IntegrityLine />
      <AuditFilter text={text} onType={onType} onAsk={ask} />
      <div className={styles['count']}>
        <p role="status">
          {list.loading && list.rows.length === 0 ? 'Reading the log…' : null}
          {list.error === null && !(list.loading && list.rows.length === 0) ? countLine(list, query) : null}
        </p>
        {fresh > 0 ? <Button onClick={list.reload}>Show {number(fresh)} newer</Button> : null}
      </div>
      {list.error === null ? null : (
        <div role="alert">
          <FailureText error={list.error} />
        </div>
      )}
      {!list.loading && list.error === null && list.total === 0 ? (
        <p className={styles['empty']}>
          {query === ''
            ? 'Nothing is logged yet. Each decision, question and act stands here before it happens.'
            : 'No entry matches. Take a word away, or look whether a value is spelt as the log spells it.'}
        </p>
      ) : list.rows.length === 0 ? null : (
        <AuditTable
          rows={list.rows}
          total={Math.max(list.total, list.rows.length)}
          hasMore={list.hasMore}
          onEnd={list.more}
        />
      )}
    </div>
  );
}
