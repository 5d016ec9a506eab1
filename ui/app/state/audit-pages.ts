// The audit list's rows, fetched page by page behind one query. INVARIANT: rows shown never move by themselves; what is new
// waits until the person asks for it.
import { useCallback, useEffect, useRef, useState } from 'react';
import type { AuditRow } from '#gateway/protocol/views/audit.ts';
import type { Failure } from '#policy/language/failure.ts';
import { gateway } from './api.ts';

const ROWS_PER_PAGE = 200;

type Pages = {
  /** The query that these rows answer; `null` before the first answer. */
  readonly query: string | null;
  readonly rows: readonly AuditRow[];
  readonly total: number;
  readonly error: Failure | null;
};

export type AuditList = Omit<Pages, 'query'> & {
  /** Rows of the query before stay until the new ones are there: nothing flickers while one types. */
  readonly loading: boolean;
  /** Asks for the next page, if there is one and none is on its way. */
  readonly more: () => void;
  readonly reload: () => void;
};

export function useAuditPages(query: string, connected: boolean): AuditList {
  const [pages, setPages] = useState<Pages>({ query: null, rows: [], total: 0, error: null });
  const fetching = useRef<AbortController | null>(null);

  const fetchAfter = useCallback(
    (held: readonly AuditRow[]): void => {
      fetching.current?.abort();
      const gone = new AbortController();
      fetching.current = gone;
      const before = held.at(-1)?.seq;
      const asked = { q: query, limit: ROWS_PER_PAGE, ...(before === undefined ? {} : { before }) };
      void gateway.audit(asked, gone.signal).then((page) => {
        if (gone.signal.aborted) return;
        fetching.current = null;
        setPages((now) =>
          page.ok
            ? { query, rows: [...held, ...page.value.rows], total: page.value.total, error: null }
            : // A list that was asked for under another query is no answer to this one.
              { rows: held, total: held.length === 0 ? 0 : now.total, query, error: page.error },
        );
      });
    },
    [query],
  );

  useEffect(() => {
    if (!connected) return undefined;
    fetchAfter([]);
    return () => {
      fetching.current?.abort();
      fetching.current = null;
    };
  }, [fetchAfter, connected]);

  const more = useCallback(() => {
    const idle = pages.query === query && pages.error === null && fetching.current === null;
    if (idle && pages.rows.length < pages.total) fetchAfter(pages.rows);
  }, [fetchAfter, pages, query]);

  return {
    rows: pages.rows,
    total: pages.total,
    error: pages.query === query ? pages.error : null,
    loading: pages.query !== query,
    more,
    reload: () => fetchAfter([]),
  };
}
