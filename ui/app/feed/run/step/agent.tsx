// What the agent was told at one step beside the page, and what it answered. INVARIANT: its words stand as quotations, never beside the
// gateway's as if they were the same.
import type { AnsweredView, ThoughtView, ToldView } from '#gateway/protocol/views/thoughts.ts';
import type { NavigatorActionType } from '#policy/language/vocabulary.ts';
import { PageWords } from '#ui/app/parts/pages/page-words.tsx';
import { Untrusted } from '#ui/app/parts/parts.tsx';
import { counted, number, thoughtInWords } from '#ui/app/parts/words.ts';
import { addressOfTask } from '#ui/app/state/route.ts';
import styles from './step.module.css';

/** The gateway's own words. */
const INSTEAD: Readonly<Partial<Record<NavigatorActionType, string>>> = {
  SCROLL: 'It was not sure enough: the gateway looked further down the page instead.',
  FAILED: 'It was not sure enough on any screen that it was shown: the gateway ended this part instead.',
};

const ANSWERS: Readonly<Record<NavigatorActionType, string>> = {
  CLICK: 'act on an element',
  TYPE: 'enter something',
  SCROLL: 'look further down or up',
  WAIT: 'wait',
  EXTRACT: 'read something',
  DONE: 'say that this part is done',
  FAILED: 'give up on this part',
};

export function Agent({ id, thought }: { id: string; thought: ThoughtView }) {
  return (
    <>
      <h3 className={styles['head']}>It was given</h3>
      <Told told={thought.told} />
      <p className={styles['hint']}>
        <a href={addressOfTask(id, 'saw', thought.step)}>The page as it was shown</a>
      </p>
      <h3 className={styles['head']}>It answered</h3>
      <Said said={thought.said} />
      {thought.said.instead === null ? null : (
        <p>
          {INSTEAD[thought.said.instead] ?? 'The gateway did something else instead: the acts of this step.'}
        </p>
      )}
    </>
  );
}

function Told({ told }: { told: ToldView }) {
  const { words, clauses, secrets, before, facts, stepLimit, error, refused } = told;
  return (
    <dl className={styles['facts']}>
      <dt>Part of the task</dt>
      <dd>
        <Untrusted text={words} limit={500} />
      </dd>
      {clauses.length === 0 ? null : (
        <>
          <dt>Will be asked of each</dt>
          <dd>
            <ul>
              {clauses.map((clause) => (
                <li key={clause}>
                  <Untrusted text={clause} limit={300} />
                </li>
              ))}
            </ul>
          </dd>
        </>
      )}
      <dt>Of before</dt>
      <dd>
        {counted(before, 'step')} and {counted(facts, 'fact')}; {number(stepLimit)} steps at most
      </dd>
      {secrets.length === 0 ? null : (
        <>
          <dt>Secrets by name</dt>
          <dd>
            <Untrusted text={secrets.join(', ')} limit={500} /> (never their values)
          </dd>
        </>
      )}
      {error === null ? null : (
        <>
          <dt>The act before failed</dt>
          <dd>
            <PageWords text={error} limit={500} />
          </dd>
        </>
      )}
      {refused === null ? null : (
        <>
          <dt>{refused.byPage ? 'The page was refused' : 'It was refused'}</dt>
          <dd>
            <PageWords text={refused.reason} limit={500} />
            {refused.says === null ? null : (
              <p>
                Who refused it said:{' '}
                <q>
                  <Untrusted text={refused.says} limit={500} />
                </q>
              </p>
            )}
          </dd>
        </>
      )}
    </dl>
  );
}

function Said({ said }: { said: AnsweredView }) {
  const { action, element, text, reasoning, facts, notUnderstood } = said;
  const read = said.models.reduce((sum, { inputTokens }) => sum + inputTokens, 0);
  const written = said.models.reduce((sum, { outputTokens }) => sum + outputTokens, 0);
  return (
    <figure className={styles['says']}>
      <figcaption>
        <Untrusted text={said.navigator} limit={100} /> (its words, not verified) wants to {ANSWERS[action]}:{' '}
        {thoughtInWords({
          tier: said.tier,
          confidence: said.confidence,
          tokens: said.models.length === 0 ? null : { input: read, output: written },
          thinkingMs: said.milliseconds,
        })}
      </figcaption>
      <dl className={styles['facts']}>
        {element === null ? null : (
          <>
            <dt>Element</dt>
            <dd>
              <Untrusted text={element.role} limit={60} />, the page calls it{' '}
              {element.name === '' ? 'nothing' : <PageWords text={element.name} limit={300} />}
            </dd>
          </>
        )}
        {text === null || text === '' ? null : (
          <>
            <dt>{action === 'DONE' ? 'Answer' : 'Text'}</dt>
            <dd>
              <PageWords text={text} lines />
            </dd>
          </>
        )}
        {reasoning === '' ? null : (
          <>
            <dt>Reason</dt>
            <dd>
              <PageWords text={reasoning} lines />
            </dd>
          </>
        )}
        {notUnderstood.length === 0 ? null : (
          <>
            <dt>Words it does not understand</dt>
            <dd>
              <Untrusted text={notUnderstood.join(' · ')} limit={500} />
            </dd>
          </>
        )}
        {facts.length === 0 ? null : (
          <>
            <dt>Facts</dt>
            <dd>
              <ul>
                {facts.map(({ label, value, quote }, index) => (
                  // Two facts may be alike; their order never changes.
                  // oxlint-disable-next-line react/no-array-index-key -- as said above
                  <li key={index}>
                    <PageWords text={`${label}: ${value}`} limit={400} />
                    {quote === '' || quote === value ? null : (
                      <blockquote>
                        <PageWords text={quote} limit={400} />
                      </blockquote>
                    )}
                  </li>
                ))}
              </ul>
            </dd>
          </>
        )}
      </dl>
    </figure>
  );
}
