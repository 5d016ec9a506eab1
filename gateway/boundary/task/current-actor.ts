// Whose act runs now in a task's tab: what comes of it, and was decided with it, is theirs and not the page's.
import type { Initiator } from '#policy/language/vocabulary.ts';
import type { Principal } from './principal.ts';

export type Acting = { readonly by: Principal; readonly initiator: Initiator };

/** While `act` runs, it is `actor`'s. */
export async function actingFor<T>(
  task: { acting: Acting | null },
  { by, initiator }: Acting,
  act: () => Promise<T>,
): Promise<T> {
  task.acting = { by, initiator };
  try {
    return await act();
  } finally {
    task.acting = null;
  }
}
