// A task's looks at its page: a look is kept while nothing changes there; the task is led back from pages where it may not be, and over
// errors that pass. INVARIANT: a look is used again only for the very same document, word for word; a remedy for an error is an act like
// any other, and never sends again what was sent.
import type { GhostTab } from '#executors/contract/tab.ts';
import type { ActOutcome } from '#executors/contract/outcome.ts';
import type { PageSnapshot } from '#executors/contract/snapshot.ts';
import { failure } from '#policy/language/failure.ts';
import type { Result } from '#policy/language/failure.ts';
import type { TaskContext } from '#gateway/boundary/task/context.ts';
import type { Interruption } from '#gateway/tasks/life/interruption.ts';
import type { Lane } from '#gateway/tasks/life/lane.ts';
import type { Progress } from './progress.ts';
import type { Recovery } from './recovery.ts';
import { isPassing } from './structured-error.ts';
import { isBlocked } from './refusal-for-navigator.ts';
import type { Worker } from '#gateway/tasks/life/worker.ts';

/** Specification, section 07: how long a look may be used again. It ends with its task. */
const KEPT_MS = 60_000;
/** How often a task goes back from a page that was blocked. */
const MAX_RETURNS = 3;
/** How long is waited before an answer that may pass is asked for again, in milliseconds; its number is the tries. */
const PAUSES = [500, 2_000] as const;

export type SightParts = {
  readonly worker: Worker;
  readonly tab: GhostTab;
  readonly context: TaskContext;
  readonly lane: Lane;
  readonly progress: Progress;
  readonly recovery: Recovery;
  readonly interruption: Interruption;
};

export class Sight {
  readonly #parts: SightParts;
  #returns = 0;
  /** Addresses that answered with an error, and how often they were asked again. */
  readonly #asked = new Map<string, number>();
  #last: PageSnapshot | null = null;
  #picture: { readonly generation: number; readonly jpegBase64: string } | null = null;

  constructor(parts: SightParts) {
    this.#parts = parts;
  }

  async look(): Promise<Result<PageSnapshot>> {
    const { interruption, context, worker, progress, lane } = this.#parts;
    if (interruption.aborted) return { ok: false, error: interruption.failure };
    if (context.state.stopped !== null) return { ok: false, error: context.state.stopped };
    const kept = await this.#kept();
    if (kept !== null) {
      lane.setTab('PERCEIVING');
      progress.saw(kept, 'reused');
      return { ok: true, value: kept };
    }
    let looked = await this.#once();
    // A page that led itself to where it may not go: back to what stood there, which is an act like any other.
    if (isBlocked(looked) && this.#returns < MAX_RETURNS) {
      this.#returns += 1;
      const back = await worker.begin({ type: 'BACK' });
      if (back.result.ok) looked = await this.#once();
    }
    looked = await this.#pastErrors(looked);
    if (!looked.ok) return looked;
    if (looked.value.kind !== 'SNAPSHOT')
      return { ok: false, error: failure('boundary.internal', 'a snapshot gave something else') };
    const { snapshot } = looked.value;
    this.#last = snapshot;
    progress.saw(snapshot);
    lane.setPage(snapshot.document.url);
    return { ok: true, value: snapshot };
  }

  /** The viewport as JPEG in base64, `null` where there is none; the same one while nothing changes. */
  async picture(): Promise<string | null> {
    const kept = await this.#kept();
    if (kept !== null && this.#picture?.generation === kept.generation) return this.#picture.jpegBase64;
    const jpegBase64 = await this.#parts.worker.viewport();
    const generation = kept?.generation;
    this.#picture = jpegBase64 === null || generation === undefined ? null : { generation, jpegBase64 };
    return jpegBase64;
  }

  /** The last look, where it holds to the letter. */
  async #kept(): Promise<PageSnapshot | null> {
    const last = this.#last;
    if (last === null || (last.blocked ?? null) !== null) return null;
    const now = await this.#parts.tab.staleness();
    const holds =
      now !== null &&
      now.generation === last.generation &&
      now.mutations === 0 &&
      !now.stale &&
      now.ageMs <= KEPT_MS;
    return holds ? last : null;
  }

  async #once(): Promise<Result<ActOutcome>> {
    const looked = await this.#parts.worker.look({ type: 'SNAPSHOT' });
    // A page that waits for a person's answer answers to nothing; the second look waits with it.
    return !looked.ok && looked.error.code === 'act.timed-out'
      ? this.#parts.worker.look({ type: 'SNAPSHOT' })
      : looked;
  }

  /** An answer that may be another one in a while is asked for again, before any navigator is told. */
  async #pastErrors(first: Result<ActOutcome>): Promise<Result<ActOutcome>> {
    const { worker, recovery, interruption } = this.#parts;
    let looked = first;
    while (looked.ok && looked.value.kind === 'SNAPSHOT' && !interruption.aborted && !recovery.hasSent) {
      const { document, status } = looked.value.snapshot;
      const tries = this.#asked.get(document.url) ?? 0;
      const pause = PAUSES[tries];
      if (!isPassing(status) || pause === undefined) break;
      this.#asked.set(document.url, tries + 1);
      const waited = await worker.mend({ type: 'WAIT', milliseconds: pause });
      if (!waited.result.ok) break;
      const again = await worker.mend({ type: 'RELOAD' });
      if (!again.result.ok) break;
      looked = await this.#once();
    }
    return looked;
  }
}
