// What an act is given beyond the page that it happens on: facts before the decision, contents after it.
import type { Result } from '#policy/language/failure.ts';
import type { ActOutcome } from '#executors/contract/outcome.ts';
import type { ConsentCard } from '#gateway/protocol/views.ts';
import type { Enclosed } from '#gateway/boundary/weighing/sendings.ts';

export type Supplement = {
  /** Asked each time, and never kept. */
  readonly eachTime: boolean;
  /** Instead of the tab's, where it shows no site yet. */
  readonly documentUrl: string;
  readonly folder?: string;
  readonly details: ConsentCard['details'];
  readonly evidence: Readonly<Record<string, unknown>>;
  /** What goes along beside the act's own texts. */
  readonly encloses: readonly Enclosed[];
  /** What the executor is handed, as it was seen before the decision. */
  readonly text: string | null;
  /** The same, of what may be read only once the answer is there. */
  readonly fetch: ((signal: AbortSignal) => Promise<Result<string>>) | null;
  /** What of the outcome goes back to whoever asked for it. */
  readonly handOut: (outcome: ActOutcome, signal: AbortSignal) => Promise<Result<ActOutcome>>;
};
