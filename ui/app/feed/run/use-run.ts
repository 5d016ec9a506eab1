// All that is known of one task: what the gateway holds of it, what it kept of its result, and its log entries.
// INVARIANT: reading the log and the vault are entries of the log: each is done once for a page, when it is needed.
import { useCallback, useEffect, useState } from 'react';
import type { AuditRow } from '#gateway/protocol/views/audit.ts';
import type { TaskView } from '#gateway/protocol/views/task.ts';
import type { Failure, Result } from '#policy/language/failure.ts';
import { isActive } from '#ui/app/parts/words.ts';
import { gateway, type KeptView } from '#ui/app/state/api.ts';
import { useWorld } from '#ui/app/state/store.ts';

/** The largest page that the gateway gives. */
const MAX_RUN_ENTRIES = 1_000;

export type RunLog = {
  /** Newest first. */
  readonly rows: readonly AuditRow[];
  readonly total: number;
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
      void gateway.audit({ q: `task:${id}`, limit: MAX_RUN_ENTRIES }, signal).then((page) => {
        if (signal?.aborted === true) return;
        const value = page.ok
          ? { rows: page.value.rows, total: page.value.total, error: null }
          : { rows: [], total: 0, error: page.error };
        setLog({ id, value, wasOver: isOver });
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
