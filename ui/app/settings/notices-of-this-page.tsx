// Whether this browser tells a person that something waits for them while the page is out of sight.
import { useState } from 'react';
import { setTelling, telling, type Telling } from '#ui/app/frame/outside/notices.ts';
import styles from './settings-view.module.css';

const WORDS: Readonly<Record<Telling, string>> = {
  ON: 'For this browser, while this page is not in front. A notice opens a question and never answers it.',
  OFF: 'For this browser. Your browser asks you whether this page may.',
  REFUSED:
    'This browser does not let this page notify you. Change that beside its address, then come back here.',
  UNSUPPORTED: 'This browser has no notifications.',
};

export function NoticesOfThisPage() {
  const [state, setState] = useState(telling);
  return (
    <div className={styles['row']}>
      <div className={styles['words']}>
        <label htmlFor="notices">Tell me when something waits for me</label>
        <p>{WORDS[state]}</p>
      </div>
      <div className={styles['value']}>
        <input
          id="notices"
          type="checkbox"
          checked={state === 'ON'}
          disabled={state === 'REFUSED' || state === 'UNSUPPORTED'}
          onChange={(event) => void setTelling(event.target.checked).then(setState)}
        />
      </div>
    </div>
  );
}
