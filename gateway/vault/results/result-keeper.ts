// Keeps what each task came to, beside the work. INVARIANT: no task waits for it or fails with it; that results are not kept is said once,
// and again only after one was.
import { setTimeout } from 'node:timers/promises';
import type { HealthCause } from '#gateway/protocol/views/health.ts';
import type { TaskResult } from '#gateway/protocol/views/task.ts';
import { failure } from '#policy/language/failure.ts';
import type { Failure } from '#policy/language/failure.ts';
import type { HideSecrets, ResultStore } from './contract.ts';

/** Results hold pages' words: so many are held for a disk that does not answer. */
const MOST_WAITING = 50;
/** So long the end of a gateway waits for what is not kept yet. */
const END_MS = 5_000;

export type KeeperParts = {
  readonly store: Pick<ResultStore, 'keep'>;
  /** The setting: whether anything is kept. */
  readonly keep: boolean;
  readonly now: () => number;
  /** It began to fail, or it works again. */
  readonly onChange: () => void;
  readonly endMs?: number;
};

export class ResultKeeper {
  readonly #parts: KeeperParts;
  readonly #waiting = new Set<Promise<void>>();
  #trouble: HealthCause | null = null;

  constructor(parts: KeeperParts) {
    this.#parts = parts;
  }

  /** `null`: what tasks came to is kept, or nobody wants it kept. */
  get trouble(): HealthCause | null {
    return this.#trouble;
  }

  /** `agent`: whose words the intent was, where it was no person's. */
  keep(result: TaskResult, agent: string | null, hide?: HideSecrets): void {
    if (!this.#parts.keep) return;
    if (this.#waiting.size >= MOST_WAITING)
      return this.#tell(
        failure('vault.busy', 'the vault’s disk does not answer', { help: 'look at the disk' }),
      );
    const kept = this.#kept(result, agent, hide).finally(() => this.#waiting.delete(kept));
    this.#waiting.add(kept);
  }

  /** Waits a while for what is under way. */
  async settled(): Promise<void> {
    const late = new AbortController();
    await Promise.race([
      Promise.all(this.#waiting),
      setTimeout(this.#parts.endMs ?? END_MS, undefined, { signal: late.signal }).catch(() => undefined),
    ]);
    late.abort();
  }

  async #kept(result: TaskResult, agent: string | null, hide?: HideSecrets): Promise<void> {
    try {
      const kept = await this.#parts.store.keep(result, agent, hide);
      this.#tell(kept.ok ? null : kept.error);
    } catch (cause) {
      this.#tell(
        failure('boundary.internal', 'a result could not be brought into the form that is kept', { cause }),
      );
    }
  }

  #tell(error: Failure | null): void {
    const had = this.#trouble !== null;
    if (error === null) this.#trouble = null;
    else
      this.#trouble ??= {
        state: 'degraded',
        code: 'results.not-kept',
        reason: null,
        since: new Date(this.#parts.now()).toISOString(),
        message: `results of tasks are not kept: ${error.message}`,
        help: `tasks go on, and their results are given as ever; ${error.help ?? 'look at the vault’s disk'}`,
        refusedActs: 0,
      };
    if (had !== (this.#trouble !== null)) this.#parts.onChange();
  }
}
