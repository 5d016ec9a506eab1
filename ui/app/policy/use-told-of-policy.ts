// What the gateway tells of its policy, asked again when another one comes into force; until then, what was known.
import type { Result } from '#policy/language/failure.ts';
import { useWorld } from '#ui/app/state/store.ts';
import { useAsked } from '#ui/app/state/use-asked.ts';

/** `ask`: the same function at each drawing. `null`: not answered yet. */
export function useToldOfPolicy<Told>(
  ask: (signal: AbortSignal) => Promise<Result<Told>>,
): Result<Told> | null {
  const inForce = useWorld((world) => world.status?.policy);
  return useAsked(ask, inForce)?.told ?? null;
}
