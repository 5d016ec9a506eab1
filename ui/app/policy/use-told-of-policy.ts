// What the gateway tells of its policy, asked again when another one comes into force; until then, what was known.
import { useEffect, useState } from 'react';
import type { Result } from '#policy/language/failure.ts';
import { useWorld } from '#ui/app/state/store.ts';

/** `ask`: the same function at each drawing. `null`: not answered yet. */
export function useToldOfPolicy<Told>(
  ask: (signal: AbortSignal) => Promise<Result<Told>>,
): Result<Told> | null {
  const isLive = useWorld((world) => world.connection.state === 'live');
  const [told, setTold] = useState<Result<Told> | null>(null);
  useEffect(() => {
    if (!isLive) return undefined;
    let gone = new AbortController();
    const read = async (): Promise<void> => {
      gone.abort();
      gone = new AbortController();
      const { signal } = gone;
      const answer = await ask(signal);
      if (!signal.aborted) setTold(answer);
    };
    void read();
    const leave = useWorld.subscribe(({ status: now }, { status: before }) => {
      if (now?.policy !== before?.policy) void read();
    });
    return () => {
      leave();
      gone.abort();
    };
  }, [isLive, ask]);
  return told;
}
