// What the gateway says of the policy, read again whenever it tells of a change.
import { useEffect, useRef, useState } from 'react';
import type {
  PolicyFileView,
  PolicyLifeView,
  RecentGates,
  ShadowComparison,
} from '#gateway/protocol/views/policy.ts';
import type { Failure } from '#policy/language/failure.ts';
import { gateway } from '#ui/app/state/api.ts';
import { useWorld } from '#ui/app/state/store.ts';

export type PolicyKnown = {
  readonly life: PolicyLifeView | null;
  readonly files: readonly PolicyFileView[];
  readonly shadow: ShadowComparison | null;
  readonly error: Failure | null;
  /** Reads it all again. */
  readonly again: () => void;
};

const NOTHING_KNOWN = { life: null, files: [], shadow: null, error: null } as const;

export function usePolicy(): PolicyKnown {
  const live = useWorld((world) => world.connection.state === 'live');
  const [known, setKnown] = useState<Omit<PolicyKnown, 'again'>>(NOTHING_KNOWN);
  const reading = useRef<() => void>(() => undefined);
  useEffect(() => {
    if (!live) return undefined;
    let gone = new AbortController();
    const read = async (): Promise<void> => {
      gone.abort();
      gone = new AbortController();
      const { signal } = gone;
      const [life, files, shadow] = await Promise.all([
        gateway.policy(signal),
        gateway.policyFiles(signal),
        gateway.policyShadow(signal),
      ]);
      if (signal.aborted) return;
      const failed = [life, files, shadow].find((one) => !one.ok);
      setKnown((held) => ({
        life: life.ok ? life.value : held.life,
        files: files.ok ? files.value : held.files,
        shadow: shadow.ok ? shadow.value : held.shadow,
        error: failed === undefined || failed.ok ? null : failed.error,
      }));
    };
    reading.current = () => void read();
    void read();
    const leave = useWorld.subscribe(({ status: now }, { status: before }) => {
      if (now?.policy !== before?.policy || now?.policyRefused !== before?.policyRefused) void read();
    });
    return () => {
      leave();
      gone.abort();
    };
  }, [live]);
  return { ...known, again: () => reading.current() };
}

/** The last requests that were decided, once somebody asks for them: reading them is itself logged. */
export function useRecentGates(wanted: boolean): { gates: RecentGates | null; error: Failure | null } {
  const [state, setState] = useState<{ gates: RecentGates | null; error: Failure | null }>({
    gates: null,
    error: null,
  });
  useEffect(() => {
    if (!wanted) return undefined;
    const gone = new AbortController();
    void gateway.policyRecent(gone.signal).then((read) => {
      if (!gone.signal.aborted)
        setState(read.ok ? { gates: read.value, error: null } : { gates: null, error: read.error });
    });
    return () => gone.abort();
  }, [wanted]);
  return state;
}
