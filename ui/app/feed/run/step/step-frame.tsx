// Around what is told of one step: which step it is, the way to the others, and what the task did at it.
import { ChevronLeft, ChevronRight } from 'lucide-react';
import type { ReactNode } from 'react';
import { Button } from '#ui/app/parts/button.tsx';
import { Chip, Untrusted } from '#ui/app/parts/parts.tsx';
import { useWorld } from '#ui/app/state/store.ts';
import type { StepAct } from './steps.ts';
import styles from './step.module.css';

type Given = {
  readonly label: string;
  readonly steps: readonly number[];
  readonly step: number;
  /** `null`: which are of which step is not known. */
  readonly acts: readonly StepAct[] | null;
  readonly onStep: (step: number) => void;
  readonly children: ReactNode;
};

export function StepFrame({ label, steps, step, acts, onStep, children }: Given) {
  const covered = useWorld((world) => world.onScreen !== null);
  const at = steps.indexOf(step);
  const own = acts?.filter((act) => act.step === step) ?? [];
  const go = (to: number): void => {
    const wanted = steps[to];
    if (wanted !== undefined) onStep(wanted);
  };
  return (
    <section aria-label={label} className={styles['step']}>
      <div className={styles['bar']} role="toolbar" aria-label="Steps">
        <Button icon={ChevronLeft} aria-disabled={at <= 0} onClick={() => go(at - 1)}>
          Step before
        </Button>
        <span role="status" className={styles['count']}>
          step {step}, {at + 1} of {steps.length}
        </span>
        <Button icon={ChevronRight} aria-disabled={at >= steps.length - 1} onClick={() => go(at + 1)}>
          Next step
        </Button>
      </div>
      {own.length === 0 ? (
        <p className={styles['hint']}>
          {acts === null ? 'Which acts came of this step is not in the log.' : 'No act came of this step.'}
        </p>
      ) : (
        <ul className={styles['acts']}>
          {own.map((act, index) => (
            // One step may hold several acts, and their order never changes.
            // oxlint-disable-next-line react/no-array-index-key -- as said above
            <li key={index}>
              <Untrusted text={act.text} limit={300} /> <Chip word={act.decision} />
            </li>
          ))}
        </ul>
      )}
      {covered ? <p className={styles['hint']}>Put away while a question is open.</p> : children}
    </section>
  );
}
