// Says beneath the field what Enter does with an address: it opens the person's own page, where the boundary does not hold.
import { desktop } from '#ui/app/state/desktop.ts';
import { Untrusted } from '#ui/app/parts/parts.tsx';
import styles from './bar.module.css';

export function WhereItGoes({ url, onGhostTab }: { url: URL; onGhostTab: () => void }) {
  return (
    <p className={styles['where']}>
      Enter opens <Untrusted text={url.host} limit={80} />{' '}
      {desktop() === null
        ? 'in a new tab of this browser, your own: no policy holds there, and nothing of it is in the log.'
        : 'in your own page, beside this: a policy of its own holds there, without the network proxy of a Ghost Tab.'}{' '}
      <button type="button" className={styles['instead']} onClick={onGhostTab}>
        Look at it in a Ghost Tab instead
      </button>
    </p>
  );
}
