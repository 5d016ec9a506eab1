// One entry as the gateway gives it, read a moment after the list's keys stand still: each reading is an entry of the log.
import { useEffect, useState } from 'react';
import type { EntryView } from '#gateway/protocol/views/audit.ts';
import type { Result } from '#policy/language/failure.ts';
import { gateway } from '#ui/app/state/api.ts';
import { useWorld } from '#ui/app/state/store.ts';

const STILL_MS = 250;

export function useEntry(seq: number): Result<EntryView> | null {
  const live = useWorld((world) => world.connection.state === 'live');
  const [read, setRead] = useState<{ readonly seq: number; readonly result: Result<EntryView> } | null>(null);
  const known = read?.seq === seq;
  useEffect(() => {
    if (known || !live) return undefined;
    const gone = new AbortController();
    const soon = window.setTimeout(() => {
      void gateway.auditEntry(seq, gone.signal).then((result) => {
        if (!gone.signal.aborted) setRead({ seq, result });
      });
    }, STILL_MS);
    return () => {
      window.clearTimeout(soon);
      gone.abort();
    };
  }, [seq, known, live]);
  return known ? read.result : null;
}
