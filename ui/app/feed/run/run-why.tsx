// Why a task did what it did: its plan, the agent's reasons for each act, and the rules that decided it.
// INVARIANT: the agent's words stand as a quotation, never beside the gateway's as if they were the same.
import type { PlanView, SubtaskView } from '#gateway/protocol/views/task.ts';
import { Chip, Untrusted } from '#ui/app/parts/parts.tsx';
import { shortReason, SUBTASK_STATUS, verifiedInWords } from '#ui/app/parts/words.ts';
import { addressOf } from '#ui/app/state/route.ts';
import { plainWords } from '#ui/app/state/words/plain-words.ts';
import type { RunAct } from './run-acts.ts';
import styles from './run.module.css';

type Given = {
  readonly plan: PlanView | null;
  readonly acts: readonly RunAct[];
  readonly isLogOnly: boolean;
};

export function RunWhy({ plan, acts, isLogOnly }: Given) {
  const parts = plan?.subtasks ?? [];
  const others = acts.filter(({ subtask }) => parts.every(({ id }) => id !== subtask));
  return (
    <section aria-label="Why" className={styles['why']}>
      {plan === null ? (
        <p className={styles['hint']}>
          {isLogOnly
            ? 'The plan and the agent’s reasons are not kept over a restart. What decided each act is.'
            : 'There is no plan yet.'}
        </p>
      ) : (
        <p className={styles['hint']}>
          {plan.by === 'offline' || plan.by === 'replay' ? (
            'The task was split into parts by fixed rules, without a model.'
          ) : (
            <>
              The task was split into parts by <Untrusted text={plan.by} limit={80} /> (its words, not
              verified).
            </>
          )}
          {plan.note === null ? null : (
            <>
              {' '}
              <Untrusted text={plan.note} limit={300} />
            </>
          )}
        </p>
      )}
      <ol className={styles['parts']}>
        {parts.map((part) => (
          <li key={part.id}>
            <Part part={part} />
            <Reasons acts={acts.filter(({ subtask }) => subtask === part.id)} />
          </li>
        ))}
      </ol>
      <Reasons acts={others} />
    </section>
  );
}

function Part({ part }: { part: SubtaskView }) {
  const verified = verifiedInWords(part);
  return (
    <>
      <h2 className={styles['part']}>
        <Untrusted text={part.intent} limit={300} />
      </h2>
      <p className={styles['facts']}>
        <Chip word={SUBTASK_STATUS[part.status]} />
        {verified === null ? null : <span>{verified}</span>}
        {part.attempts > 1 ? <span>attempt {part.attempts}</span> : null}
        {part.verification.condition === '' ? null : (
          <span>
            done when: <Untrusted text={part.verification.condition} limit={200} />
          </span>
        )}
      </p>
      {part.error === null ? null : (
        <p className={styles['hint']}>
          <Untrusted text={plainWords(part.error.message)} limit={300} />
        </p>
      )}
    </>
  );
}

function Reasons({ acts }: { acts: readonly RunAct[] }) {
  if (acts.length === 0) return null;
  return (
    <ul className={styles['reasons']}>
      {acts.map((act, index) => (
        <li key={`${act.step}-${index}`}>
          <p>
            <Untrusted text={act.text} limit={300} /> <Chip word={act.decision} />
          </p>
          {act.why === '' ? null : (
            <p className={styles['hint']}>
              decided by <Untrusted text={shortReason(act.why)} limit={300} />
              {act.seq === null ? null : (
                <>
                  , <a href={addressOf({ view: 'audit', query: `seq:${act.seq}` })}>entry {act.seq}</a>
                </>
              )}
            </p>
          )}
          {act.reasoning === null ? null : (
            <figure className={styles['says']}>
              <figcaption>The agent says (not verified)</figcaption>
              <blockquote>
                <Untrusted text={act.reasoning} lines limit={500} />
              </blockquote>
            </figure>
          )}
        </li>
      ))}
    </ul>
  );
}
