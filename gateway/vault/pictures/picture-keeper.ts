// Keeps the pictures of tasks, and what their agents were shown and answered, beside the work. INVARIANT: no task waits for it or fails
// with it; where the vault takes none, none is taken.
import type { PictureNotes } from '#gateway/protocol/views/pictures.ts';
import type { ThoughtView } from '#gateway/protocol/views/thoughts.ts';
import type { Result } from '#policy/language/failure.ts';
import type { KeptPicture, PictureStore } from './contract.ts';

/** Pictures that are held for a disk that does not answer. */
const MOST_WAITING = 40;
/** So long nothing is tried once the vault took none. */
const PAUSE_MS = 60_000;

export type PictureKeeperParts = {
  readonly store: Pick<PictureStore, 'keep' | 'note' | 'think' | 'rethink'>;
  /** The setting: whether any are taken. */
  readonly keep: boolean;
  readonly monotonicMs: () => number;
};

export class PictureKeeper {
  readonly #parts: PictureKeeperParts;
  readonly #waiting = new Set<Promise<void>>();
  #pausedUntilMs: number | null = null;

  constructor(parts: PictureKeeperParts) {
    this.#parts = parts;
  }

  /** Whether one that is taken now would be kept. */
  get wants(): boolean {
    const { keep, monotonicMs } = this.#parts;
    if (!keep || this.#waiting.size >= MOST_WAITING) return false;
    return this.#pausedUntilMs === null || monotonicMs() >= this.#pausedUntilMs;
  }

  keep(taskId: string, picture: KeptPicture, notes: PictureNotes): void {
    if (this.wants) this.#follow(this.#parts.store.keep(taskId, picture, notes));
  }

  note(taskId: string, notes: PictureNotes): void {
    if (this.wants) this.#follow(this.#parts.store.note(taskId, notes));
  }

  think(taskId: string, thought: ThoughtView): void {
    if (this.wants) this.#follow(this.#parts.store.think(taskId, thought));
  }

  /** Kept steps in other words, however much waits: what stands there is not to stay. `false`: it stands there still. */
  async rethink(taskId: string, thoughts: readonly ThoughtView[]): Promise<boolean> {
    if (!this.#parts.keep) return true;
    const work = this.#parts.store.rethink(taskId, thoughts);
    this.#follow(work);
    return work.then(
      ({ ok }) => ok,
      () => false,
    );
  }

  /** Resolves once nothing is under way. */
  async settled(): Promise<void> {
    await Promise.all(this.#waiting);
  }

  #follow(work: Promise<Result<void>>): void {
    const followed = work
      .then(
        ({ ok }) => ok,
        () => false,
      )
      .then((ok) => {
        this.#pausedUntilMs = ok ? null : this.#parts.monotonicMs() + PAUSE_MS;
        this.#waiting.delete(followed);
      });
    this.#waiting.add(followed);
  }
}
