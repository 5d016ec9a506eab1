// Something looked at when the page opens, and again at a press. INVARIANT: what was found stands with the time at which it was found.
import { useState } from 'react';
import type { Result } from '#policy/language/failure.ts';
import { useAsked } from '#ui/app/state/use-asked.ts';

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
  const [turn, setTurn] = useState(0);
  const found = useAsked(ask, turn);
  return {
    told: found?.told ?? null,
    at: found?.at ?? null,
    isLooking: found?.turn !== turn,
    again: () => setTurn((now) => now + 1),
  };
}
