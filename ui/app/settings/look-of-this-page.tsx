// Light or dark, how close rows stand, keys and notices, for this browser alone: it is kept here and changes nothing of the gateway.
import { useState } from 'react';
import { Button } from '#ui/app/parts/button.tsx';
import {
  DENSITIES,
  keepDensity,
  keepKeyList,
  keepLook,
  keptLook,
  LOOKS,
  showKeys,
  useLook,
} from '#ui/app/state/look.ts';
import { NoticesOfThisPage } from './notices-of-this-page.tsx';
import styles from './settings-view.module.css';

export function LookOfThisPage() {
  const [look, setLook] = useState(keptLook);
  const { density, isKeyListOn } = useLook();
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
      <div className={styles['row']}>
        <div className={styles['words']}>
          <label htmlFor="density">Rows of lists</label>
          <p>For this browser. Compact shows more of them at once.</p>
        </div>
        <div className={styles['value']}>
          <select
            id="density"
            value={density}
            onChange={(event) =>
              keepDensity(DENSITIES.find((one) => one === event.target.value) ?? 'comfortable')
            }
          >
            {DENSITIES.map((one) => (
              <option key={one} value={one}>
                {one}
              </option>
            ))}
          </select>
        </div>
      </div>
      <div className={styles['row']}>
        <div className={styles['words']}>
          <label htmlFor="key-list">
            <kbd>?</kbd> shows all keys
          </label>
          <p>For this browser, wherever nothing is typed.</p>
        </div>
        <div className={styles['value']}>
          <input
            id="key-list"
            type="checkbox"
            checked={isKeyListOn}
            onChange={(event) => keepKeyList(event.target.checked)}
          />
          <Button onClick={() => showKeys(true)}>Show all keys</Button>
        </div>
      </div>
      <NoticesOfThisPage />
    </section>
  );
}
