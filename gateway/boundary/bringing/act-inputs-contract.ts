// The inputs of an act beyond its page: facts before the decision, contents after it.
import type { Result } from '#policy/language/failure.ts';
import type { ActOutcome } from '#executors/contract/outcome.ts';
import type { ConsentCard } from '#gateway/protocol/views/consent.ts';
import type { FileKind } from './upload.ts';
import type { Enclosed } from '#gateway/boundary/weighing/sendings.ts';

export type ActInputs = {
  /** Whether consent is asked for each time, and never remembered. */
  readonly eachTime: boolean;
  /** Instead of the tab's, where it shows no site yet. */
  readonly documentUrl: string;
  readonly folder?: string;
  /** What its files are; those that are alike once. */
  readonly files?: readonly FileKind[];
  readonly details: ConsentCard['details'];
  readonly evidence: Readonly<Record<string, unknown>>;
  /** Contents that are sent in addition to the act's own texts. */
  readonly encloses: readonly Enclosed[];
  /** What the executor is handed, as it was seen before the decision. */
  readonly text: string | null;
  /** The same, of what may be read only once the answer is there. */
  readonly fetch: ((signal: AbortSignal) => Promise<Result<string>>) | null;
  /** Turns the outcome into what the caller gets back. */
  readonly handOut: (outcome: ActOutcome, signal: AbortSignal) => Promise<Result<ActOutcome>>;
};
