// A question as it is in the feed: one line, and the way to answer it in its own document.
import { Hand } from 'lucide-react';
import type { ConsentView } from '#gateway/protocol/views/consent.ts';
import { Button } from '#ui/app/parts/button.tsx';
import styles from './consent-line.module.css';
import { Untrusted, useNow } from '#ui/app/parts/parts.tsx';
import { answerNow } from '#ui/app/state/store.ts';
import { clock, duration } from '#ui/app/parts/words.ts';

export function ConsentLine({ consent }: { consent: ConsentView }) {
  const now = useNow(true);
  const { card } = consent;
  const site = card.site?.registrableDomain;
  return (
    <div className={styles['line']}>
      <Hand size={18} aria-hidden="true" />
      <p>
        <time dateTime={card.createdAt}>{clock(card.createdAt)}</time> asked:{' '}
        <strong>
          <Untrusted text={card.title} limit={80} />
        </strong>
        {site === undefined ? null : (
          <>
            {' at '}
            <Untrusted text={site} limit={120} />
          </>
        )}
        {card.count > 1 ? ` (${card.count} times)` : ''}
        <span className={styles['waiting']}>waiting {duration(now - Date.parse(card.createdAt))}</span>
      </p>
      <Button onClick={() => answerNow(consent)}>Answer</Button>
    </div>
  );
}
