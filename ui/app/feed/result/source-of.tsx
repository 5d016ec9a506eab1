// Where something was read: the page as it was seen there, at the step of the task that led to it, and the address beside it.
import type { StepView } from '#gateway/protocol/views/task.ts';
import { addressOfQuote } from '#ui/app/state/route.ts';
import { SourceLink } from '#ui/app/parts/parts.tsx';

type Given = {
  readonly url: string;
  /** The words that were read there. */
  readonly quote: string;
  readonly taskId: string;
  readonly steps: readonly Pick<StepView, 'step' | 'page'>[];
};

export function SourceOf({ url, quote, taskId, steps }: Given) {
  const step = steps.findLast(({ page }) => page === url)?.step ?? null;
  return (
    <>
      read at{' '}
      <a href={addressOfQuote(taskId, step, quote)}>
        {step === null ? 'the page as it was seen' : `step ${step}`}
      </a>
      , on <SourceLink url={url} />
    </>
  );
}
