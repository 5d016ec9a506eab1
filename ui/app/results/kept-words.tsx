// The words of a kept result: its failure, answer and facts, each fact with its quotation and its page.
import { PageWords } from '#ui/app/parts/pages/page-words.tsx';
import { FailureText, SourceLink } from '#ui/app/parts/parts.tsx';
import { addressOfQuote } from '#ui/app/state/route.ts';
import type { KeptView } from '#ui/app/state/api.ts';
import styles from './results.module.css';

export function KeptWords({ taskId, result }: Pick<KeptView, 'taskId' | 'result'>) {
  const { answer = null, facts = [], error = null } = result;
  return (
    <>
      {error === null ? null : <FailureText error={error} />}
      {answer === null ? null : (
        <div className={styles['answer']}>
          <PageWords text={answer} lines />
        </div>
      )}
      {facts.length === 0 ? null : (
        <ul className={styles['facts']}>
          {facts.map(({ label, value, quote, url }) => (
            <li key={`${label}${value}${url}`}>
              <PageWords text={`${label}: ${value}`} limit={400} />
              {quote === '' ? null : (
                <blockquote>
                  <PageWords text={quote} lines limit={400} />
                </blockquote>
              )}
              read{' '}
              {quote === '' ? null : (
                <>
                  at <a href={addressOfQuote(taskId, null, quote)}>the page as it was seen</a>,{' '}
                </>
              )}
              on <SourceLink url={url} />
            </li>
          ))}
        </ul>
      )}
    </>
  );
}
