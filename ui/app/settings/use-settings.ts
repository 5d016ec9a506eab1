// The settings as the gateway tells them, and a change that is proposed. INVARIANT: one change waits for its answer at a time, and what
// came of it is read from the file again.
import { useEffect, useState } from 'react';
import type { SettingsView } from '#gateway/protocol/views/settings.ts';
import type { Failure, Result } from '#policy/language/failure.ts';
import { gateway } from '#ui/app/state/api.ts';
import { useWorld } from '#ui/app/state/store.ts';

export type HeldSettings = {
  /** `null`: not read yet, or not to be read. */
  readonly view: SettingsView | null;
  readonly unread: Failure | null;
  /** The key whose change is being confirmed. */
  readonly waiting: string | null;
  /** Keys that were written since the page was opened. */
  readonly changed: readonly string[];
  readonly error: Failure | null;
  readonly propose: (key: string, value: unknown) => Promise<void>;
};

export function useSettings(): HeldSettings {
  const live = useWorld((world) => world.connection.state === 'live');
  const [read, setRead] = useState<Result<SettingsView> | null>(null);
  const [waiting, setWaiting] = useState<string | null>(null);
  const [changed, setChanged] = useState<readonly string[]>([]);
  const [error, setError] = useState<Failure | null>(null);
  useEffect(() => {
    if (!live || read !== null) return undefined;
    const gone = new AbortController();
    void gateway.settings(gone.signal).then((result) => {
      if (!gone.signal.aborted) setRead(result);
    });
    return () => gone.abort();
  }, [live, read]);
  // Another window may have written it. What is typed here stays: the rows are not taken away for it.
  useEffect(() => {
    let last = new AbortController();
    const leave = useWorld.subscribe((now, before) => {
      if (now.settingsWritten === before.settingsWritten) return;
      // An answer to an earlier question that comes late is no news.
      last.abort();
      const { signal } = (last = new AbortController());
      void gateway.settings(signal).then((result) => {
        if (!signal.aborted && result.ok) setRead(result);
      });
    });
    return () => {
      leave();
      last.abort();
    };
  }, []);
  const view = read?.ok === true ? read.value : null;

  const propose = async (key: string, value: unknown): Promise<void> => {
    if (view === null || waiting !== null) return;
    setWaiting(key);
    setError(null);
    const written = await gateway.changeSetting({ key, value, base: view.base });
    setWaiting(null);
    setError(written.ok ? null : written.error);
    if (written.ok) setChanged((before) => [...new Set([...before, key])]);
    // What is in the file now, whatever came of it.
    setRead(null);
  };
  return { view, unread: read?.ok === false ? read.error : null, waiting, changed, error, propose };
}
