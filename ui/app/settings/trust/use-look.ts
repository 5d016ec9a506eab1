// Something looked at when the page opens, and again at a press. INVARIANT: what was found stands with the time at which it was found.
import { useEffect, useState } from 'react';
import type { Result } from '#policy/language/failure.ts';
import { useWorld } from '#ui/app/state/store.ts';

type Found<Told> = { readonly told: Result<Told>; readonly at: string; readonly turn: number };

export type Look<Told> = {
  /** `null`: not looked at yet. */
  readonly told: Result<Told> | null;
  /** RFC 3339; `null`: not looked at yet. */
  readonly at: string | null;
  readonly isLooking: boolean;
  readonly again: () => void;
};

/** `ask`: the same function at each drawing. */
export function useLook<Told>(ask: (signal: AbortSignal) => Promise<Result<Told>>): Look<Told> {
  const isLive = useWorld((world) => world.connection.state === 'live');
  const [turn, setTurn] = useState(0);
  const [found, setFound] = useState<Found<Told> | null>(null);
  useEffect(() => {
    if (!isLive) return undefined;
    const gone = new AbortController();
    void ask(gone.signal).then((told) => {
      if (!gone.signal.aborted) setFound({ told, at: new Date().toISOString(), turn });
    });
    return () => gone.abort();
  }, [isLive, ask, turn]);
  return {
    told: found?.told ?? null,
    at: found?.at ?? null,
    isLooking: found?.turn !== turn,
    again: () => setTurn((now) => now + 1),
  };
}
