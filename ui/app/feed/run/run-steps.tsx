// Every act of a task, a row each: when, what, decision, who allowed it, outcome. The one that an address points at is in view.
import { useEffect, useRef } from 'react';
import { Chip, SourceLink, Untrusted } from '#ui/app/parts/parts.tsx';
import { clock, shortReason } from '#ui/app/parts/words.ts';
import { addressOf } from '#ui/app/state/route.ts';
import type { RunAct } from './run-acts.ts';
import styles from './run.module.css';

type Given = {
  readonly acts: readonly RunAct[];
  readonly at: number | null;
  readonly isLogOnly: boolean;
};

export function RunSteps({ acts, at, isLogOnly }: Given) {
  const list = useRef<HTMLOListElement>(null);
  const isThere = acts.some(({ step }) => step === at);
  useEffect(() => {
    if (at === null || !isThere) return;
    const row = list.current?.querySelector<HTMLElement>(`[data-step="${at}"]`);
    // Whoever goes through the film stays in it.
    if (document.activeElement?.closest('[data-film]') !== null) return;
    row?.scrollIntoView({ block: 'center' });
    row?.focus({ preventScroll: true });
  }, [at, isThere]);
  if (acts.length === 0) return <p className={styles['hint']}>No acts yet.</p>;
  return (
    <section aria-label="Steps">
      {isLogOnly ? (
        <p className={styles['hint']}>
          As the log has them, without the looks at pages; the agent’s own words are not kept there.
        </p>
      ) : null}
      {at !== null && !isThere ? <p className={styles['hint']}>There is no step {at}.</p> : null}
      <ol className={styles['steps']} ref={list}>
        {acts.map((act, index) => (
          <li
            // One step may hold several acts, and their order never changes.
            key={`${act.step}-${act.at}-${index}`}
            className={styles['step']}
            data-step={act.step}
            aria-current={act.step === at ? 'step' : undefined}
            tabIndex={-1}
          >
            <Step act={act} />
          </li>
        ))}
      </ol>
    </section>
  );
}

function Step({ act }: { act: RunAct }) {
  return (
    <>
      <span className={styles['number']}>
        <span className="visually-hidden">step </span>
        {act.step}
      </span>
      <time dateTime={act.at}>{clock(act.at)}</time>
      <span className={styles['what']}>
        <Untrusted text={act.text} limit={300} />
        {act.page === null || act.page === '' || act.text.includes(act.page) ? null : (
          <span className={styles['page']}>
            then on <SourceLink url={act.page} />
          </span>
        )}
      </span>
      <span className={styles['verdict']}>
        <span className="visually-hidden">decision: </span>
        <Chip word={act.decision} />
        {act.answer === null ? null : <Untrusted text={act.answer} limit={80} />}
      </span>
      <span className={styles['verdict']}>
        <span className="visually-hidden">outcome: </span>
        {act.outcome === null ? 'none in the log' : <Chip word={act.outcome} />}
      </span>
      <span className={styles['entry']}>
        {act.seq === null ? null : (
          <a href={addressOf({ view: 'audit', query: `seq:${act.seq}` })}>
            entry {act.seq}
            {act.why === '' ? null : <span className="visually-hidden">, by {shortReason(act.why)}</span>}
          </a>
        )}
      </span>
    </>
  );
}
