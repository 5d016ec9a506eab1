// What each clause of a task came to: the person's words, a finding, and where it was found. INVARIANT: a clause that was not seen never
// looks like one that was, whatever the agent says; the finding stands in words, not in colour alone.
import type { ClauseView } from '#gateway/protocol/views/task.ts';
import { PageWords } from '#ui/app/parts/pages/page-words.tsx';
import { Chip, SourceLink, Untrusted } from '#ui/app/parts/parts.tsx';
import { CLAUSE_OUTCOME, counted, webAddress } from '#ui/app/parts/words.ts';
import styles from './evidence-list.module.css';

export function EvidenceList({ evidence }: { evidence: readonly ClauseView[] }) {
  if (evidence.length === 0) return null;
  const seen = evidence.filter(({ outcome }) => outcome === 'SEEN').length;
  return (
    <div role="group" className={styles['evidence']} aria-label="What was seen of it">
      <h3>
        What was seen of it: {seen} of {counted(evidence.length, 'part')}
      </h3>
      <ol className={styles['list']}>
        {evidence.map((clause, at) => (
          // oxlint-disable-next-line react/no-array-index-key -- two clauses may say the same; their order never changes
          <Clause key={at} clause={clause} />
        ))}
      </ol>
    </div>
  );
}

function Clause({ clause: { clause, outcome, said, element, url } }: { clause: ClauseView }) {
  return (
    <li className={styles['clause']} data-outcome={outcome}>
      <p className={styles['words']}>
        <Untrusted text={clause} limit={300} />
      </p>
      <Chip word={CLAUSE_OUTCOME[outcome]} />
      <div className={styles['said']}>
        <PageWords text={said} limit={400} />
      </div>
      <p className={styles['place']}>
        {element === null || element.role === '' ? null : (
          <>
            <Untrusted
              text={element.name === '' ? element.role : `${element.role} “${element.name}”`}
              limit={120}
            />{' '}
          </>
        )}
        {webAddress(url) === null ? null : (
          <>
            at <SourceLink url={url} />
          </>
        )}
      </p>
    </li>
  );
}
