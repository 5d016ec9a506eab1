// The acts of a task, in order. Decision, consent and outcome are told apart; the agent's reasons stand as a quotation.
import { ChevronRight } from 'lucide-react';
import { useId, useState } from 'react';
import type { StepView } from '#gateway/protocol/views/task.ts';
import { Chip, Untrusted } from '#ui/app/parts/parts.tsx';
import styles from './step-list.module.css';
import {
  BOUNDARY,
  clock,
  confidenceWord,
  CONSENT,
  counted,
  OUTCOME,
  thoughtInWords,
  VERDICT,
} from '#ui/app/parts/words.ts';

/** Open while the task runs, closed once its result is there, unless the person chose otherwise. */
export function StepList({ steps, running }: { steps: readonly StepView[]; running: boolean }) {
  const [chosen, setChosen] = useState<boolean | null>(null);
  const open = chosen ?? running;
  const list = useId();
  if (steps.length === 0) return <p className={styles['none']}>no acts yet</p>;
  return (
    <div className={styles['steps']} data-open={open}>
      <button
        type="button"
        className={styles['toggle']}
        aria-expanded={open}
        aria-controls={list}
        onClick={() => setChosen(!open)}
      >
        <ChevronRight size={16} aria-hidden="true" />
        {counted(steps.length, 'act')}
      </button>
      <ol id={list} className={styles['list']} hidden={!open}>
        {steps.map((step, index) => (
          <Step key={`${step.step}-${index}`} step={step} />
        ))}
      </ol>
    </div>
  );
}

/** Escalated, and nobody was asked. */
const isStopped = ({ decision, consent, outcome }: StepView): boolean =>
  decision === 'ESCALATE' && consent === null && outcome === 'REFUSED';

function Step({ step }: { step: StepView }) {
  const thought = thoughtInWords(step);
  return (
    <li className={styles['step']}>
      <time dateTime={step.at}>{clock(step.at)}</time>
      <div>
        <p className={styles['text']}>
          <Untrusted text={step.text} limit={300} />
        </p>
        <p className={styles['verdicts']}>
          <span className="visually-hidden">decision: </span>
          <Chip word={isStopped(step) ? BOUNDARY.stopped : VERDICT[step.decision]} />
          {step.consent === null ? null : <span>→ {CONSENT[step.consent]}</span>}
          {step.decision === 'ESCALATE' && step.consent === null && step.outcome === 'DONE' ? (
            <span>→ covered by an earlier answer</span>
          ) : null}
          <span className="visually-hidden">, outcome: </span>
          <Chip word={OUTCOME[step.outcome]} />
        </p>
        {step.reasoning === null || step.reasoning === '' ? null : (
          <figure className={styles['says']}>
            <figcaption>
              The agent says (not verified)
              {step.confidence === null ? '' : `, ${confidenceWord(step.confidence)} confidence`}
            </figcaption>
            <blockquote>
              <Untrusted text={step.reasoning} lines limit={500} />
            </blockquote>
          </figure>
        )}
        {thought === null ? null : <p className={styles['thought']}>{thought}</p>}
      </div>
    </li>
  );
}
