// Attributes what an act triggers, and was decided with it (a download, a navigation), to its caller instead of to the page.
import type { Initiator } from '#policy/language/vocabulary.ts';
import type { Principal } from './principal.ts';

export type CurrentActor = { readonly by: Principal; readonly initiator: Initiator };

/** Runs `act`; until it ends, its consequences are attributed to the given actor. */
export async function runAs<T>(
  task: { acting: CurrentActor | null },
  { by, initiator }: CurrentActor,
  act: () => Promise<T>,
): Promise<T> {
  task.acting = { by, initiator };
  try {
    return await act();
  } finally {
    task.acting = null;
  }
}
