// What `ghost doctor` finds of this machine and installation, each with its mend. INVARIANT: a check that did not run is never shown as
// passed.
import { useCallback, useEffect, useState } from 'react';
import type { DoctorCheck } from '#gateway/protocol/views/settings.ts';
import type { Result } from '#policy/language/failure.ts';
import { Button } from '#ui/app/parts/button.tsx';
import { Chip, FailureText, Untrusted } from '#ui/app/parts/parts.tsx';
import { counted, type Word } from '#ui/app/parts/words.ts';
import { gateway } from '#ui/app/state/api.ts';
import { useWorld } from '#ui/app/state/store.ts';
import styles from './settings-view.module.css';

const STATES: Readonly<Record<DoctorCheck['state'], Word>> = {
  ok: { text: 'well', tone: 'good' },
  warn: { text: 'look at this', tone: 'warn' },
  bad: { text: 'mend this', tone: 'bad' },
};
const ORDER = ['bad', 'warn', 'ok'] as const;

export function SelfCheck() {
  const live = useWorld((world) => world.connection.state === 'live');
  const [found, setFound] = useState<Result<readonly DoctorCheck[]> | null>(null);
  const look = useCallback((signal: AbortSignal): void => {
    void gateway.doctor(signal).then((result) => {
      if (!signal.aborted) setFound(result);
    });
  }, []);
  useEffect(() => {
    if (!live || found !== null) return undefined;
    const gone = new AbortController();
    look(gone.signal);
    return () => gone.abort();
  }, [live, found, look]);
  const checks = found?.ok === true ? found.value : [];
  const wrong = checks.filter(({ state }) => state !== 'ok').length;
  return (
    <section aria-label="Self-check" className={styles['group']}>
      <h2>Self-check</h2>
      <div className={styles['checked']}>
        <p role="status">
          {found === null
            ? 'Looking at this machine…'
            : wrong === 0
              ? `${counted(checks.length, 'check')}, all well`
              : `${counted(wrong, 'thing')} to look at, of ${counted(checks.length, 'check')}`}
        </p>
        <Button aria-disabled={found === null} onClick={() => setFound(null)}>
          Check again
        </Button>
      </div>
      {found?.ok === false ? <FailureText error={found.error} /> : null}
      <ul>
        {ORDER.flatMap((state) => checks.filter((check) => check.state === state)).map(
          ({ name, state, detail, help }, index) => (
            <li key={`${name} ${index}`} className={styles['check']}>
              <span className={styles['name']}>{name}</span>
              <Chip word={STATES[state]} />
              <div>
                <p>
                  <Untrusted text={detail} limit={400} />
                </p>
                {help === null ? null : (
                  <p className={styles['mend']}>
                    <Untrusted text={help} limit={600} />
                  </p>
                )}
              </div>
            </li>
          ),
        )}
      </ul>
      <p className={styles['line']}>
        The same at a terminal: <code>ghost doctor</code>
      </p>
    </section>
  );
}
