// The pictures of tasks in the vault, and what their agents were shown and answered. INVARIANT: what comes here has its secrets black already:
// nothing is hidden later.
import type { PictureNotes, PictureView, PicturesView } from '#gateway/protocol/views/pictures.ts';
import type { ThoughtView } from '#gateway/protocol/views/thoughts.ts';
import type { Result } from '#policy/language/failure.ts';

export type KeptPicture = PictureView & { readonly jpeg: Uint8Array };

/** Errors of all: `vault.*`. Nothing is made where nothing was kept yet. */
export interface PictureStore {
  /** The next one of a task, with what is known by now of all of them. */
  keep(taskId: string, picture: KeptPicture, notes: PictureNotes): Promise<Result<void>>;
  /** What is known of those that are there. */
  note(taskId: string, notes: PictureNotes): Promise<Result<void>>;
  /** None where there are none, or none any more. */
  list(taskId: string): Promise<Result<PicturesView>>;
  /** `null`: it is not there, or not any more. */
  show(taskId: string, number: number): Promise<Result<Uint8Array | null>>;
  /** A step of its agent; one with the same number takes its place. */
  think(taskId: string, thought: ThoughtView): Promise<Result<void>>;
  /** Steps that were kept, in other words: those that are still there. */
  rethink(taskId: string, thoughts: readonly ThoughtView[]): Promise<Result<void>>;
  /** In their order; none where there are none, or none any more. */
  thoughts(taskId: string): Promise<Result<readonly ThoughtView[]>>;
}
