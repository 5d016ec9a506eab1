// Where something was read: the step of the task that led there, and the address beside it.
import type { StepView } from '#gateway/protocol/views/task.ts';
import { addressOfTask } from '#ui/app/state/route.ts';
import { SourceLink } from './parts.tsx';

type Given = {
  readonly url: string;
  readonly taskId: string;
  readonly steps: readonly Pick<StepView, 'step' | 'page'>[];
};

export function SourceOf({ url, taskId, steps }: Given) {
  const step = steps.findLast(({ page }) => page === url)?.step ?? null;
  return (
    <>
      read{' '}
      {step === null ? null : (
        <>
          at <a href={addressOfTask(taskId, 'steps', step)}>step {step}</a>,{' '}
        </>
      )}
      on <SourceLink url={url} />
    </>
  );
}
