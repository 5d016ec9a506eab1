// The acts of a task, in order. Decision, consent and outcome are told apart; the agent's reasons stand as a quotation.
import { ChevronRight } from 'lucide-react';
import { useId, useState } from 'react';
import type { StepView } from '#gateway/protocol/views/task.ts';
import { Chip, Untrusted } from '#ui/app/parts/parts.tsx';
import styles from './step-list.module.css';
import { answerOfStep, boundaryWordOfStep } from '#gateway/protocol/boundary-word.ts';
import { BOUNDARY, clock, confidenceWord, counted, OUTCOME, thoughtInWords } from '#ui/app/parts/words.ts';

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

function Step({ step }: { step: StepView }) {
  const thought = thoughtInWords(step);
  const answer = answerOfStep(step);
  return (
    <li className={styles['step']}>
      <time dateTime={step.at}>{clock(step.at)}</time>
      <div>
        <p className={styles['text']}>
          <Untrusted text={step.text} limit={300} />
        </p>
        <p className={styles['verdicts']}>
          <span className="visually-hidden">decision: </span>
          <Chip word={BOUNDARY[boundaryWordOfStep(step)]} />
          {answer === null ? null : <span>{answer}</span>}
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
