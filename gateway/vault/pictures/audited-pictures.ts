// The kept pictures as surfaces have them, and what agents were shown and answered. INVARIANT: nothing is given out before the log says that
// somebody looks at that of its task.
import { noteOf } from '#gateway/audit/read/access.ts';
import type { AuditLog } from '#gateway/audit/format/contract.ts';
import type { PicturesView } from '#gateway/protocol/views/pictures.ts';
import type { ThoughtsView } from '#gateway/protocol/views/thoughts.ts';
import { fail, ok } from '#policy/language/failure.ts';
import type { Result } from '#policy/language/failure.ts';
import type { PictureStore } from './contract.ts';

/** Whoever goes through a film looks at it once, not once a picture. */
const ONE_LOOK_MS = 600_000;
const MOST_LOOKS = 1_000;
const LOOKS = {
  PICTURES: 'look at the pictures of a task',
  STEPS: 'look at what the agent of a task was shown and answered',
} as const;

export class AuditedPictures {
  readonly #store: PictureStore;
  readonly #audit: AuditLog;
  readonly #monotonicMs: () => number;
  /** Since when, by who looks at which task. */
  readonly #looks = new Map<string, number>();

  constructor(store: PictureStore, audit: AuditLog, monotonicMs: () => number) {
    this.#store = store;
    this.#audit = audit;
    this.#monotonicMs = monotonicMs;
  }

  async list(taskId: string, who: string): Promise<Result<PicturesView>> {
    const found = await this.#store.list(taskId);
    if (!found.ok || found.value.pictures.length === 0) return found;
    const noted = await this.#note(taskId, who);
    return noted.ok ? found : noted;
  }

  async thoughts(taskId: string, who: string): Promise<Result<ThoughtsView>> {
    const found = await this.#store.thoughts(taskId);
    if (!found.ok) return found;
    const noted = found.value.length === 0 ? ok(undefined) : await this.#note(taskId, who, 'STEPS');
    return noted.ok ? ok({ thoughts: found.value }) : noted;
  }

  /** Errors: `result.unknown`. */
  async show(taskId: string, number: number, who: string): Promise<Result<Uint8Array>> {
    const found = await this.#store.show(taskId, number);
    if (!found.ok) return found;
    if (found.value === null)
      return fail('result.unknown', `no picture ${number} of a task \`${taskId}\` is kept`, {
        help: 'pictures are kept for some days, and go with the result of their task',
      });
    const noted = await this.#note(taskId, who);
    return noted.ok ? ok(found.value) : noted;
  }

  async #note(task: string, who: string, of: keyof typeof LOOKS = 'PICTURES'): Promise<Result<void>> {
    const key = JSON.stringify([who, task, of]);
    const nowMs = this.#monotonicMs();
    const since = this.#looks.get(key);
    if (since !== undefined && nowMs - since < ONE_LOOK_MS) return ok(undefined);
    const noted = await noteOf(this.#audit, {
      type: 'results.read',
      who,
      what: LOOKS[of],
      details: { task },
    });
    if (!noted.ok) return noted;
    this.#looks.delete(key);
    this.#looks.set(key, nowMs);
    for (const [old] of this.#looks) {
      if (this.#looks.size <= MOST_LOOKS) break;
      this.#looks.delete(old);
    }
    return ok(undefined);
  }
}
