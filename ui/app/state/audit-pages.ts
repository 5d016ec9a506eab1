// The audit list's rows, fetched page by page behind one query. INVARIANT: rows shown never move by themselves; what is new
// waits until the person asks for it.
import { useCallback, useEffect, useRef, useState } from 'react';
import type { AuditAnswer, AuditFacets, AuditRow } from '#gateway/protocol/views/audit.ts';
import type { Failure } from '#policy/language/failure.ts';
import { gateway } from './api.ts';
import { useWorld } from './store.ts';

const ROWS_PER_PAGE = 200;

type Pages = {
  /** The query that these rows answer; `null` before the first answer. */
  readonly query: string | null;
  readonly rows: readonly AuditRow[];
  readonly total: number;
  /** Nobody counted further. */
  readonly atLeast: boolean;
  readonly error: Failure | null;
  /** Of all that match, not of these rows alone; `null` before the first answer. */
  readonly facets: AuditFacets | null;
  /** The last entry that there was when the first of them were read. */
  readonly readAt: number;
};

const NONE: Pages = { query: null, rows: [], total: 0, atLeast: false, error: null, facets: null, readAt: 0 };

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
  const [pages, setPages] = useState(NONE);
  const fetching = useRef<AbortController | null>(null);

  const fetchAfter = useCallback(
    (held: readonly AuditRow[], rows: number): void => {
      fetching.current?.abort();
      const gone = new AbortController();
      fetching.current = gone;
      const before = held.at(-1)?.seq;
      const head = useWorld.getState().auditHead;
      // What they have in common is counted once, with the first of them.
      const asked = {
        q: query,
        limit: rows,
        ...(before === undefined ? { facets: true as const } : { before }),
      };
      void gateway.audit(asked, gone.signal).then((page) => {
        if (gone.signal.aborted) return;
        fetching.current = null;
        setPages((now) =>
          page.ok
            ? answered(
                { ...now, query, rows: held },
                page.value,
                rows,
                before === undefined ? head : now.readAt,
              )
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
    facets: pages.facets,
    readAt: pages.readAt,
    loading: pages.query !== query,
    more,
    hasMore,
    reload: () => fetchAfter([], ROWS_PER_PAGE),
  };
}

/** A page that is not full is the last one: then all of them were counted. */
function answered(
  held: Pages,
  { rows, total, atLeast, facets = held.facets ?? undefined }: AuditAnswer,
  asked: number,
  head: number,
): Pages {
  const all = [...held.rows, ...rows];
  const more = atLeast === true && rows.length === asked;
  const counted = more ? Math.max(total, facets?.entries ?? 0) : all.length;
  return {
    query: held.query,
    rows: all,
    total: atLeast === true ? counted : total,
    atLeast: more,
    error: null,
    facets: facets ?? null,
    readAt: Math.max(head, all[0]?.seq ?? 0),
  };
}
