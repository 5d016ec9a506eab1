// The audit list's rows, fetched page by page behind one query. INVARIANT: rows shown never move by themselves; what is new
// waits until the person asks for it.
import { useCallback, useEffect, useRef, useState } from 'react';
import type { AuditAnswer, AuditRow } from '#gateway/protocol/views/audit.ts';
import type { Failure } from '#policy/language/failure.ts';
import { gateway } from './api.ts';

const ROWS_PER_PAGE = 200;

type Pages = {
  /** The query that these rows answer; `null` before the first answer. */
  readonly query: string | null;
  readonly rows: readonly AuditRow[];
  readonly total: number;
  /** Nobody counted further. */
  readonly atLeast: boolean;
  readonly error: Failure | null;
};

export type AuditList = Omit<Pages, 'query'> & {
  /** Rows of the query before stay until the new ones are there: nothing flickers while one types. */
  readonly loading: boolean;
  /** Asks for the next page, if there is one and none is on its way. */
  readonly more: (rows?: number) => void;
  /** There is a next page, and nothing speaks against asking for it. */
  readonly hasMore: boolean;
  readonly reload: () => void;
};

export function useAuditPages(query: string, connected: boolean): AuditList {
  const [pages, setPages] = useState<Pages>({ query: null, rows: [], total: 0, atLeast: false, error: null });
  const fetching = useRef<AbortController | null>(null);

  const fetchAfter = useCallback(
    (held: readonly AuditRow[], rows: number): void => {
      fetching.current?.abort();
      const gone = new AbortController();
      fetching.current = gone;
      const before = held.at(-1)?.seq;
      const asked = { q: query, limit: rows, ...(before === undefined ? {} : { before }) };
      void gateway.audit(asked, gone.signal).then((page) => {
        if (gone.signal.aborted) return;
        fetching.current = null;
        setPages((now) =>
          page.ok
            ? answered(query, held, page.value, rows)
            : // A list that was asked for under another query is no answer to this one.
              { ...now, rows: held, total: held.length === 0 ? 0 : now.total, query, error: page.error },
        );
      });
    },
    [query],
  );

  useEffect(() => {
    if (!connected) return undefined;
    fetchAfter([], ROWS_PER_PAGE);
    return () => {
      fetching.current?.abort();
      fetching.current = null;
    };
  }, [fetchAfter, connected]);

  const hasMore =
    pages.query === query && pages.error === null && (pages.atLeast || pages.rows.length < pages.total);
  const more = useCallback(
    (rows = ROWS_PER_PAGE) => {
      if (hasMore && fetching.current === null) fetchAfter(pages.rows, rows);
    },
    [fetchAfter, pages, hasMore],
  );

  return {
    rows: pages.rows,
    total: pages.total,
    atLeast: pages.atLeast,
    error: pages.query === query ? pages.error : null,
    loading: pages.query !== query,
    more,
    hasMore,
    reload: () => fetchAfter([], ROWS_PER_PAGE),
  };
}

/** A page that is not full is the last one: then all of them were counted. */
function answered(
  query: string,
  held: readonly AuditRow[],
  { rows, total, atLeast }: AuditAnswer,
  asked: number,
): Pages {
  const all = [...held, ...rows];
  const more = atLeast === true && rows.length === asked;
  const counted = atLeast === true && !more ? all.length : total;
  return { query, rows: all, total: counted, atLeast: more, error: null };
}
