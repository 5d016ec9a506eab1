// One task in the feed: state, where it is, what it does, how far it is, what it asks, its steps and its result.
import { CircleStop, Eye, EyeOff, X } from 'lucide-react';
import { useEffect, useId, useState } from 'react';
import type { TaskView } from '#gateway/protocol/views/task.ts';
import type { Failure } from '#policy/language/failure.ts';
import { gateway } from '#ui/app/state/api.ts';
import { Button } from '#ui/app/parts/button.tsx';
import { ConsentLine } from '#ui/app/consent/consent-line.tsx';
import { Chip, FailureText, Untrusted, useNow } from '#ui/app/parts/parts.tsx';
import { BoundaryLine } from '#ui/app/parts/boundary-line.tsx';
import { LentSessions } from './lent/lent-sessions.tsx';
import { Peek } from './peek.tsx';
import { PlanList } from './plan-list.tsx';
import { opened } from '#ui/app/parts/opened.tsx';
import { StepList } from './step-list.tsx';
import { changeBoard, useBoard } from '#ui/app/state/board.ts';
import { addressOfTask } from '#ui/app/state/route.ts';
import { useWorld } from '#ui/app/state/store.ts';
import styles from './task-card.module.css';
import {
  clock,
  duration,
  INTENT_CLASS,
  isActive,
  listed,
  number,
  queueInWords,
  sites,
  TAB_STATE,
  TASK_STATUS,
} from '#ui/app/parts/words.ts';

/** Not of the first page; fetched while the task runs, so that its end shows it at once, and also where the gateway went away. */
const loadResult = async () => (await import('./result/result-card.tsx')).ResultCard;
const QuestionCard = opened(async () => (await import('./question-card.tsx')).QuestionCard);
const ResultCard = opened(loadResult);
const NextActs = opened(async () => (await import('./result/next-acts.tsx')).NextActs);

export function TaskCard({ task, onDismiss }: { task: TaskView; onDismiss: () => void }) {
  const active = isActive(task.status);
  const title = useId();
  const now = useNow(active);
  const consents = useWorld((world) => world.consents);
  const asked = consents.filter((consent) => consent.card.taskId === task.id);
  const peeking = useBoard(({ peekId }) => peekId === task.id);
  const [stopping, setStopping] = useState(false);
  const [error, setError] = useState<Failure | null>(null);
  const elapsed = (task.endedAt === null ? now : Date.parse(task.endedAt)) - Date.parse(task.startedAt);

  useEffect(() => {
    loadResult().catch(() => undefined);
  }, []);
  const cancel = async (): Promise<void> => {
    if (stopping) return;
    setStopping(true);
    const result = await gateway.cancel(task.id);
    setStopping(false);
    setError(result.ok ? null : result.error);
  };

  return (
    <article className={styles['card']} aria-labelledby={title} data-active={active}>
      <header className={styles['head']}>
        <div className={styles['meta']}>
          <Chip word={TASK_STATUS[task.status]} />
          <span>{INTENT_CLASS[task.intentClass]}</span>
          {task.agent === undefined ? null : <span>an agent’s words, not yours</span>}
          <span>
            started <time dateTime={task.startedAt}>{clock(task.startedAt)}</time>
          </span>
          <span className={styles['elapsed']}>
            <span className="visually-hidden">elapsed </span>
            {duration(elapsed)}
          </span>
        </div>
        <div className={styles['actions']}>
          {active ? (
            <>
              <Button
                icon={peeking ? EyeOff : Eye}
                aria-pressed={peeking}
                onClick={() => changeBoard({ peekId: peeking ? null : task.id })}
              >
                Peek
              </Button>
              <Button icon={CircleStop} look="danger" aria-disabled={stopping} onClick={() => void cancel()}>
                {stopping ? 'Cancelling…' : 'Cancel'}
              </Button>
            </>
          ) : (
            <Button icon={X} look="quiet" data-dismiss onClick={onDismiss}>
              Dismiss
            </Button>
          )}
        </div>
      </header>
      <h2 id={title} className={styles['intent']} tabIndex={-1}>
        <a href={addressOfTask(task.id)}>
          <Untrusted text={task.intent} limit={500} />
        </a>
      </h2>
      {active ? <Progress task={task} /> : null}
      {task.trouble === undefined ? null : (
        <div role="status">
          <p>The model does not answer. What was done stays, and the task goes on once it does.</p>
          <FailureText error={task.trouble} />
        </div>
      )}
      {task.plan === null ? null : <PlanList plan={task.plan} running={active} />}
      {error === null ? null : (
        <div role="alert">
          <FailureText error={error} />
        </div>
      )}
      {asked.map((consent) => (
        <ConsentLine key={consent.card.id} consent={consent} />
      ))}
      {task.questions.map((question) => (
        <QuestionCard key={question.id} question={question} />
      ))}
      {peeking && active ? <Peek task={task} /> : null}
      {task.result === null ? null : (
        <ResultCard
          taskId={task.id}
          result={task.result}
          steps={task.steps}
          agents={task.agent !== undefined}
          pagesStopped={task.stopped.some(({ who }) => who === 'page')}
        />
      )}
      {active ? null : <NextActs task={task} />}
      <footer className={styles['foot']}>
        <StepList steps={task.steps} running={active} />
        <div className={styles['sums']}>
          <Origins task={task} />
          <LentSessions task={task} />
          <BoundaryLine task={task} />
        </div>
      </footer>
    </article>
  );
}

function Progress({ task }: { task: TaskView }) {
  const doing = task.steps.at(-1)?.text;
  const queue = useWorld((world) => world.queue ?? world.status?.queue ?? null);
  if (task.status === 'QUEUED')
    return (
      <div className={styles['progress']}>
        <p className={styles['now']}>
          <strong>waiting for a Ghost Tab</strong>
          {task.queued === null ? null : <span>place {number(task.queued.position)}</span>}
          {queue === null ? null : <span className={styles['last']}>{queueInWords(queue)}</span>}
        </p>
      </div>
    );
  return (
    <div className={styles['progress']}>
      <p className={styles['now']}>
        <strong>{TAB_STATE[task.tabState]}</strong>
        {doing === undefined ? null : (
          <span>
            <span className={styles['last']}>last: </span>
            <Untrusted text={doing} limit={200} />
          </span>
        )}
      </p>
      {task.url === null ? null : (
        <p className={styles['url']}>
          <Untrusted text={task.url} limit={160} />
        </p>
      )}
      <div className={styles['meter']}>
        <progress value={task.step} max={task.stepLimit} aria-label="Steps used" />
        <span>
          step {number(task.step)} of {number(task.stepLimit)} at most
        </span>
      </div>
    </div>
  );
}

/** The origins that the task may read and act on: grown by policy and answers alone. */
function Origins({ task }: { task: TaskView }) {
  const { readable, writable } = task.origins;
  if (readable.length === 0 && writable.length === 0) return null;
  return (
    <p className={styles['origins']}>
      may read: <Untrusted text={listed(sites(readable))} limit={240} /> · act on:{' '}
      <Untrusted text={listed(sites(writable))} limit={240} />
    </p>
  );
}
