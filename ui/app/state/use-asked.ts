// Asks the gateway something while it is there, and again when what is given as `turn` is another one. INVARIANT: until then what was
// found stands, with the time and the turn that it was found at; an answer that nobody waits for any more is none.
import { useEffect, useState } from 'react';
import type { Result } from '#policy/language/failure.ts';
import { useWorld } from './store.ts';

/** `at`: RFC 3339. */
type Found<Told, Turn> = { readonly told: Result<Told>; readonly at: string; readonly turn: Turn };

/** `ask`: the same function at each drawing. `null`: not answered yet. */
export function useAsked<Told, Turn>(
  ask: (signal: AbortSignal) => Promise<Result<Told>>,
  turn: Turn,
): Found<Told, Turn> | null {
  const isLive = useWorld((world) => world.connection.state === 'live');
  const [found, setFound] = useState<Found<Told, Turn> | null>(null);
  useEffect(() => {
    if (!isLive) return undefined;
    const gone = new AbortController();
    void ask(gone.signal).then((told) => {
      if (!gone.signal.aborted) setFound({ told, at: new Date().toISOString(), turn });
    });
    return () => gone.abort();
  }, [isLive, ask, turn]);
  return found;
}
