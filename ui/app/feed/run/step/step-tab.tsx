// The parts of a task's page that are told step by step: what the agent saw, what went out, what the agent was told and answered.
// INVARIANT: what is not kept is said, and nothing is made up in its place.
import type { Failure } from '#policy/language/failure.ts';
import { FailureText } from '#ui/app/parts/parts.tsx';
import { gateway } from '#ui/app/state/api.ts';
import { Agent } from './agent.tsx';
import { Network } from './network.tsx';
import { Saw } from './saw.tsx';
import { StepFrame } from './step-frame.tsx';
import { chosenStep, numberedBy, stepsOf, thoughtAt, type StepAct } from './steps.ts';
import { useKept } from './use-kept.ts';
import styles from './step.module.css';

type Given = {
  readonly id: string;
  readonly acts: readonly StepAct[];
  /** By their steps; else in their order alone. */
  readonly areNumbered: boolean;
  readonly step: number | null;
  /** Another one whenever the task may have another step. */
  readonly moved: string;
  readonly isActive: boolean;
  readonly onStep: (step: number) => void;
};

type ThoughtGiven = Given & { readonly of: 'SAW' | 'AGENT' };

export function ThoughtTab({ of, ...given }: ThoughtGiven) {
  const { id, moved, isActive, onStep } = given;
  const { view, error } = useKept(id, moved, gateway.thoughts);
  const label = of === 'SAW' ? 'Saw' : 'Agent';
  if (view === null)
    return error === null ? (
      <p role="status">Reading what is kept of its steps…</p>
    ) : (
      <div role="alert">
        <FailureText error={error} />
      </div>
    );
  // After a restart the log has them in their order; their steps are in what is kept.
  const acts = given.areNumbered ? given.acts : numberedBy(given.acts, view.thoughts);
  const steps = stepsOf(acts ?? [], view.thoughts);
  const step = chosenStep(steps, given.step);
  if (view.thoughts.length === 0 || step === null)
    return (
      <section aria-label={label}>
        <p className={styles['hint']}>
          {isActive
            ? 'Nothing is kept of this task: its agent was not asked yet, or what it is shown is not kept here.'
            : 'Nothing is kept of what the agent of this task was shown and answered: no agent was asked, it was too old or deleted, or such is not kept here.'}
        </p>
      </section>
    );
  const thought = thoughtAt(view.thoughts, step);
  return (
    <StepFrame label={label} steps={steps} step={step} acts={acts} onStep={onStep}>
      <OldError error={error} />
      {thought === null ? (
        <p className={styles['hint']}>
          The agent was not asked at this step, or what it was shown is not kept.
        </p>
      ) : of === 'SAW' ? (
        <Saw thought={thought} />
      ) : (
        <Agent id={id} thought={thought} />
      )}
    </StepFrame>
  );
}

/** What is shown was read before. */
function OldError({ error }: { error: Failure | null }) {
  return error === null ? null : (
    <div role="alert">
      <FailureText error={error} />
    </div>
  );
}

/** `onReload`: which entries are whose is read anew, too. */
export function NetworkTab({
  id,
  acts,
  step: wanted,
  moved,
  isActive,
  onStep,
  onReload,
}: Given & { readonly onReload: () => void }) {
  // While it runs the log is read when somebody asks for it: each reading is an entry.
  const { view, error, readAgain, mark } = useKept(id, String(isActive), gateway.requests, moved);
  if (view === null)
    return error === null ? (
      <p role="status">Reading the log…</p>
    ) : (
      <div role="alert">
        <FailureText error={error} />
      </div>
    );
  const steps = stepsOf(acts, []);
  const step = chosenStep(steps, wanted);
  if (step === null)
    return (
      <section aria-label="Network">
        <OldError error={error} />
        <p className={styles['hint']}>
          {isActive ? 'It has not acted yet.' : 'No act of this task is in the log.'}{' '}
          {view.requests.length === 0
            ? 'Nothing went out.'
            : `Of the ${view.requests.length} requests that went out nobody can say which act they came of.`}
        </p>
      </section>
    );
  return (
    <StepFrame label="Network" steps={steps} step={step} acts={acts} onStep={onStep}>
      <OldError error={error} />
      <Network
        id={id}
        view={view}
        acts={acts}
        step={step}
        isBehind={isActive && mark !== moved}
        onReload={() => {
          onReload();
          readAgain();
        }}
      />
    </StepFrame>
  );
}
