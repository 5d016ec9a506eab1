// Asks whether what a part of a task came to may be told. INVARIANT: what may not be told leaves progress and recording as if it had
// never been read.
import type { Subtask } from '#engines/planner/contract.ts';
import { fail } from '#policy/language/failure.ts';
import type { Failure } from '#policy/language/failure.ts';
import type { Recorder } from '#gateway/tasks/life/recorder.ts';
import type { Progress } from '#gateway/tasks/loop/progress.ts';
import type { StepsParts } from '#gateway/tasks/loop/steps.ts';
import { stringsIn } from '#gateway/tasks/loop/strings-in.ts';

type Reader = Pick<StepsParts, 'worker' | 'tab'>;

export class Teller {
  readonly #progress: Progress;
  readonly #recorder: Recorder;

  constructor(progress: Progress, recorder: Recorder) {
    this.#progress = progress;
    this.#recorder = recorder;
  }

  /** `null`: it may be told. */
  async tell(
    { worker, tab }: Reader,
    subtask: Subtask | null,
    words: readonly string[] = [],
  ): Promise<Failure | null> {
    const { said, read, sources } = this.#progress.untold;
    if (said.length + read.length + words.length === 0) return null;
    const here = tab.document().url;
    const told = await worker
      .tell({ said: [...said, ...words], read, sources: [here, ...sources] })
      .catch((thrown: unknown) =>
        fail('boundary.internal', 'whether this may be told could not be decided', { cause: thrown }),
      );
    if (told.ok) return null;
    this.forget(subtask);
    return told.error;
  }

  forget(subtask: Subtask | null): void {
    this.#progress.backToMark();
    if (subtask !== null) this.#recorder.restart(subtask.id);
  }

  /** How a part that failed ends: with its failure, or with what refused that and what the part had read. */
  async endOf(reader: Reader | null, subtask: Subtask, failed: Failure): Promise<Failure> {
    const words = OUR_OWN.test(failed.code) ? [] : stringsIn(failed);
    const untold = reader === null ? null : await this.tell(reader, subtask, words);
    return untold !== null && words.length > 0 ? untold : failed;
  }
}

/** Ends that hold no word of a page or of a navigator. */
const OUR_OWN =
  /^(?:browser|audit|authorization|boundary|consent|policy|config)\.|^task\.(?:cancelled|step-limit|timed-out)$/u;
