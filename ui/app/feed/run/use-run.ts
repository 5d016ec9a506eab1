// All that is known of one task: what the gateway holds of it, what it kept of its result, and its log entries.
// INVARIANT: reading the log and the vault are entries of the log: each is done once for a page, when it is needed.
import { useCallback, useEffect, useState } from 'react';
import type { AuditRow } from '#gateway/protocol/views/audit.ts';
import type { TaskView } from '#gateway/protocol/views/task.ts';
import type { Failure, Result } from '#policy/language/failure.ts';
import { isActive } from '#ui/app/parts/words.ts';
import { gateway, type KeptView } from '#ui/app/state/api.ts';
import { useWorld } from '#ui/app/state/store.ts';

/** The largest page that the gateway gives, and so many of them at most. */
const MAX_PAGE_ENTRIES = 1_000;
const MAX_PAGES = 20;

export type RunLog = {
  /** Newest first. */
  readonly rows: readonly AuditRow[];
  readonly total: number;
  /** The oldest of them is here; else `rows` are the newest, and there may be none. */
  readonly hasBeginning: boolean;
  /** Why no more of it is here. */
  readonly error: Failure | null;
};

export type Run = {
  /** `null`: the gateway holds it no more, or never did. */
  readonly task: TaskView | null;
  /** `null`: not read. */
  readonly log: RunLog | null;
  /** `null`: it was not asked for, or is not here yet. */
  readonly kept: Result<KeptView> | null;
  /** Nothing is left to be asked. */
  readonly isKnown: boolean;
  readonly readLog: () => void;
};

type Read<T> = { readonly id: string; readonly value: T };
/** `wasOver`: the task had ended when it was asked for; what was read before is read once more then. */
type ReadLog = Read<RunLog> & { readonly wasOver: boolean };

/** `wantsLog`: what is on the screen needs it, whether the task has ended or not. */
export function useRun(id: string, wantsLog: boolean): Run {
  const live = useWorld((world) => world.connection.state === 'live');
  const task = useWorld((world) => world.tasks.find((held) => held.id === id)) ?? null;
  const [log, setLog] = useState<ReadLog | null>(null);
  const [kept, setKept] = useState<Read<Result<KeptView>> | null>(null);
  const isOver = task === null || !isActive(task.status);
  const needsLog = live && (isOver ? log?.id !== id || !log.wasOver : wantsLog && log?.id !== id);
  const needsKept = live && task === null && kept?.id !== id;

  const readLog = useCallback(
    (signal?: AbortSignal): void => {
      void logOf(id, signal).then((value) => {
        if (signal?.aborted !== true) setLog({ id, value, wasOver: isOver });
      });
    },
    [id, isOver],
  );

  useEffect(() => {
    if (!needsLog) return undefined;
    const gone = new AbortController();
    readLog(gone.signal);
    return () => gone.abort();
  }, [needsLog, readLog]);

  useEffect(() => {
    if (!needsKept) return undefined;
    const gone = new AbortController();
    void gateway.result(id, gone.signal).then((found) => {
      if (!gone.signal.aborted) setKept({ id, value: found });
    });
    return () => gone.abort();
  }, [needsKept, id]);

  return {
    task,
    log: log?.id === id ? log.value : null,
    kept: kept?.id === id ? kept.value : null,
    isKnown: task !== null || (live && log?.id === id && kept?.id === id),
    readLog: () => readLog(),
  };
}

/** Page after page, newest first, to the beginning, to a page that cannot be read, or to as many as are read at most. */
async function logOf(id: string, signal?: AbortSignal): Promise<RunLog> {
  const rows: AuditRow[] = [];
  let total = 0;
  for (let pages = 0; pages < MAX_PAGES; pages += 1) {
    const before = rows.at(-1)?.seq;
    const query = { q: `task:${id}`, limit: MAX_PAGE_ENTRIES, ...(before === undefined ? {} : { before }) };
    // oxlint-disable-next-line no-await-in-loop -- each page begins where the one before it ends
    const page = await gateway.audit(query, signal);
    if (signal?.aborted === true) break;
    if (!page.ok) return { rows, total, hasBeginning: false, error: page.error };
    total = Math.max(total, page.value.total);
    rows.push(...page.value.rows);
    if (page.value.rows.length < MAX_PAGE_ENTRIES) return { rows, total, hasBeginning: true, error: null };
  }
  return { rows, total, hasBeginning: rows.length >= total, error: null };
}
