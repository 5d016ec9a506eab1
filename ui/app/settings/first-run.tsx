// The first steps: a browser that works, a model or none, and what the policy lets an agent do. INVARIANT: each can be skipped, nothing is
// changed by looking, and all of them stand in the settings as well.
import { useEffect, useState } from 'react';
import type { DoctorCheck } from '#gateway/protocol/views/settings.ts';
import type { Result } from '#policy/language/failure.ts';
import { Button } from '#ui/app/parts/button.tsx';
import { Chip, FailureText, Untrusted } from '#ui/app/parts/parts.tsx';
import type { Word } from '#ui/app/parts/words.ts';
import { ModelKey } from './model-key.tsx';
import { SettingRow } from './setting-row.tsx';
import styles from './settings-view.module.css';
import type { HeldSettings } from './use-settings.ts';
import { gateway } from '#ui/app/state/api.ts';
import { endFirstRun } from '#ui/app/state/kept/first-run.ts';
import { goTo } from '#ui/app/state/route.ts';
import { useWorld } from '#ui/app/state/store.ts';
import { WhatIsLet } from './what-is-let.tsx';

const FOUND: Word = { text: 'found', tone: 'good' };
const WELL: Word = { text: 'well', tone: 'good' };
const LOOK: Word = { text: 'look at this', tone: 'warn' };
const MISSING: Word = { text: 'not usable', tone: 'bad' };
/** What a Ghost Tab needs of this machine. */
const NEEDED = ['browser', 'sandbox'];

export function FirstRun({ settings }: { readonly settings: HeldSettings }) {
  const leave = (): void => {
    endFirstRun();
    goTo({ view: 'tasks', at: null });
  };
  const navigator = settings.view?.settings.find(({ key }) => key === 'navigator.use');
  return (
    <>
      <p className={styles['line']}>
        Three things to know before the first task. Nothing here has to be done, and all of it stands under
        Settings.
      </p>
      <section aria-labelledby="first-browser" className={styles['group']}>
        <h2 id="first-browser">1. The browser</h2>
        <TheBrowser />
      </section>
      <section aria-labelledby="first-model" className={styles['group']}>
        <h2 id="first-model">2. A model, or none</h2>
        <p>
          “offline” needs no key, and nothing leaves this machine: it reads plain orders. “gemini” reads pages
          as a person would, and sends their text to Google: it needs a key.
        </p>
        <ModelKey chosen={navigator?.value} />
        {navigator === undefined ? null : (
          <SettingRow
            setting={navigator}
            isWaiting={settings.waiting !== null}
            onPropose={(key, value) => void settings.propose(key, value)}
          />
        )}
      </section>
      <section aria-labelledby="first-policy" className={styles['group']}>
        <h2 id="first-policy">3. What an agent may do</h2>
        <WhatIsLet />
      </section>
      <div className={styles['checked']}>
        <Button look="primary" onClick={leave}>
          To the tasks
        </Button>
      </div>
    </>
  );
}

function TheBrowser() {
  const live = useWorld((world) => world.connection.state === 'live');
  const [found, setFound] = useState<Result<readonly DoctorCheck[]> | null>(null);
  useEffect(() => {
    if (!live || found !== null) return undefined;
    const gone = new AbortController();
    void gateway.doctor(gone.signal).then((result) => {
      if (!gone.signal.aborted) setFound(result);
    });
    return () => gone.abort();
  }, [live, found]);
  if (found === null) return <p role="status">Looking for a browser…</p>;
  if (!found.ok) return <FailureText error={found.error} />;
  const checks = found.value.filter(({ name }) => NEEDED.includes(name));
  return (
    <>
      {checks.length === 0 ? <p>This gateway does not look for one by itself: see the self-check.</p> : null}
      <ul>
        {checks.map(({ name, state, detail, help }) => (
          <li key={name} className={styles['check']}>
            <span className={styles['name']}>{name}</span>
            <Chip word={wordOf(name, state)} />
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
        ))}
      </ul>
      {checks.every(({ state }) => state === 'ok') ? null : (
        <Button onClick={() => setFound(null)}>Look again</Button>
      )}
    </>
  );
}

function wordOf(name: string, state: DoctorCheck['state']): Word {
  if (state === 'ok') return name === 'browser' ? FOUND : WELL;
  return state === 'warn' ? LOOK : MISSING;
}
