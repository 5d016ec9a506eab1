// The audit log: integrity first, then one filter, what the entries have in common and when they were, then the rows, and one entry beside
// them. There is no way to edit or delete anything here.
import { ListFilter } from 'lucide-react';
import { useEffect, useMemo, useRef, useState } from 'react';
import { actOf } from '#ui/app/parts/lists/shortcuts.ts';
import { Button } from '#ui/app/parts/button.tsx';
import { FailureText } from '#ui/app/parts/parts.tsx';
import { number } from '#ui/app/parts/words.ts';
import { useAuditPages } from '#ui/app/state/audit-pages.ts';
import { goTo } from '#ui/app/state/route.ts';
import { useWorld } from '#ui/app/state/store.ts';
import { AuditExports } from './audit-export.tsx';
import { AuditFilter } from './audit-filter.tsx';
import { AuditTable } from './audit-table.tsx';
import styles from './audit-view.module.css';
import { countLine } from './count-line.ts';
import { EntryPanel } from './entry/entry-panel.tsx';
import { FacetList } from './facets/facet-list.tsx';
import { TimeBars } from './facets/time-bars.tsx';
import { foldedActs, rawLines } from './folded-acts.ts';
import { IntegrityLine } from './integrity-line.tsx';
import { withoutReads } from './saved-views.ts';

/** Each reading of the log is an entry in it: what is typed is asked for when it stands still, or at Enter. */
const TYPING_MS = 600;
/** While it follows, it reads no more often. */
const TAIL_MS = 2_000;
/** From here on there is room beside the rows. */
const WIDE_PX = 1_000;

export default function AuditView({ query, seq }: { query: string; seq: number | null }) {
  const connected = useWorld((world) => world.connection.state === 'live');
  const [draft, setDraft] = useState({ query, text: query });
  const [isRaw, setRaw] = useState(false);
  const [hasReads, setReads] = useState(false);
  const [isNarrowing, setNarrowing] = useState(() => window.innerWidth >= WIDE_PX);
  const typing = useRef<number | undefined>(undefined);
  const asked = hasReads ? query.trim() : withoutReads(query.trim());
  const list = useAuditPages(asked, connected);
  const { fresh, follows, setFollows } = useTail(list);
  const lines = useMemo(() => (isRaw ? rawLines(list.rows) : foldedActs(list.rows)), [isRaw, list.rows]);

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
  const open = (next: number): void => goTo({ view: 'audit', query, seq: next }, seq !== null);
  const close = (): void => {
    goTo({ view: 'audit', query }, true);
    // The row that it was opened by, where it is still drawn.
    document.querySelector<HTMLElement>('[role="row"] button[tabindex="0"]')?.focus();
  };

  return (
    <div className={styles['view']}>
      <h1>Audit log</h1>
      <IntegrityLine />
      <AuditFilter text={text} facets={list.facets} onType={onType} onAsk={ask} />
      {list.facets === null ? null : <TimeBars times={list.facets.times} query={query} onAsk={ask} />}
      <div className={styles['count']}>
        <p role="status">
          {list.loading && list.rows.length === 0 ? 'Reading the log…' : null}
          {list.error === null && !(list.loading && list.rows.length === 0)
            ? countLine(list, query, lines.length)
            : null}
        </p>
        {fresh > 0 && !follows ? <Button onClick={list.reload}>Show {number(fresh)} newer</Button> : null}
        <div className={styles['switches']}>
          <Button
            icon={ListFilter}
            look="quiet"
            aria-expanded={isNarrowing}
            onClick={() => setNarrowing(!isNarrowing)}
          >
            Narrow down
          </Button>
          <Switch name="Follow what comes" isOn={follows} onTurn={setFollows} />
          <Switch name="Raw entries" isOn={isRaw} onTurn={setRaw} />
          <Switch name="Reads of the log" isOn={hasReads} onTurn={setReads} />
        </div>
      </div>
      <AuditExports key={asked} query={asked} />
      {list.error === null ? null : (
        <div role="alert">
          <FailureText error={list.error} />
        </div>
      )}
      {/* oxlint-disable-next-line jsx-a11y/no-static-element-interactions -- Escape from the list and from the entry beside it */}
      <div
        className={styles['body']}
        data-narrowing={isNarrowing}
        data-open={seq !== null}
        onKeyDown={(event) => (actOf('log', event) === 'close' && seq !== null ? close() : undefined)}
      >
        {isNarrowing && list.facets !== null ? (
          <aside className={styles['facets']} aria-label="Narrow down">
            <FacetList facets={list.facets} query={query} onAsk={ask} />
          </aside>
        ) : null}
        {!list.loading && list.error === null && list.total === 0 ? (
          <p className={styles['empty']}>
            {query === ''
              ? 'Nothing is logged yet. Each decision, question and act stands here before it happens.'
              : 'No entry matches. Take a word away, or look whether a value is spelt as the log spells it.'}
          </p>
        ) : list.rows.length === 0 ? null : (
          <AuditTable
            lines={lines}
            read={list.rows.length}
            hasMore={list.hasMore}
            onEnd={list.more}
            opened={seq}
            onOpen={open}
          />
        )}
        {seq === null ? null : (
          <EntryPanel
            seq={seq}
            row={list.rows.find((one) => one.seq === seq) ?? null}
            onOpen={open}
            onClose={close}
          />
        )}
      </div>
    </div>
  );
}

type SwitchProps = {
  readonly name: string;
  readonly isOn: boolean;
  readonly onTurn: (isOn: boolean) => void;
};

function Switch({ name, isOn, onTurn }: SwitchProps) {
  return (
    <label className={styles['switch']}>
      <input
        type="checkbox"
        role="switch"
        checked={isOn}
        onChange={(event) => onTurn(event.target.checked)}
      />
      {name}
    </label>
  );
}

/** What came since the rows were read, without the readings themselves; while it follows, it reads them by itself. */
function useTail(list: ReturnType<typeof useAuditPages>) {
  const head = useWorld((world) => world.auditHead);
  const reads = useWorld((world) => world.auditReads);
  const [follows, setFollows] = useState(false);
  const { readAt, loading, reload } = list;
  const fresh = loading || head <= readAt ? 0 : head - readAt - reads.filter((seq) => seq > readAt).length;
  useEffect(() => {
    if (!follows || fresh === 0) return undefined;
    const soon = window.setTimeout(reload, TAIL_MS);
    return () => window.clearTimeout(soon);
    // oxlint-disable-next-line react/exhaustive-deps -- `reload` is another function each time
  }, [follows, fresh]);
  return { fresh, follows, setFollows };
}
