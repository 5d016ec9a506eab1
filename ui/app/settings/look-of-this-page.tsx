// Light or dark, and notices, for this browser alone: it is kept here and changes nothing of the gateway.
import { useState } from 'react';
import { keepLook, keptLook, LOOKS } from '#ui/app/state/look.ts';
import { NoticesOfThisPage } from './notices-of-this-page.tsx';
import styles from './settings-view.module.css';

export function LookOfThisPage() {
  const [look, setLook] = useState(keptLook);
  return (
    <section aria-label="This page" className={styles['group']}>
      <h2>This page</h2>
      <div className={styles['row']}>
        <div className={styles['words']}>
          <label htmlFor="look">Light or dark</label>
          <p>For this browser. Questions follow the system.</p>
        </div>
        <div className={styles['value']}>
          <select
            id="look"
            value={look}
            onChange={(event) => {
              const next = LOOKS.find((one) => one === event.target.value) ?? 'system';
              keepLook(next);
              setLook(next);
            }}
          >
            {LOOKS.map((one) => (
              <option key={one} value={one}>
                {one === 'system' ? 'as the system' : one}
              </option>
            ))}
          </select>
        </div>
      </div>
      <NoticesOfThisPage />
    </section>
  );
}
