// The settings and the self-check, and the first steps, which are some of both. INVARIANT: a change is proposed here and confirmed in the
// consent document; what holds now is the file as it was at the start of the gateway, and the page says so.
import { useState } from 'react';
import { Button } from '#ui/app/parts/button.tsx';
import { FailureText, Untrusted } from '#ui/app/parts/parts.tsx';
import { addressOf } from '#ui/app/state/route.ts';
import { FirstRun } from './first-run.tsx';
import { LookOfThisPage } from './look-of-this-page.tsx';
import { ModelKey } from './model-key.tsx';
import { SelfCheck } from './self-check.tsx';
import { GROUPS, nameOf } from './setting-groups.ts';
import { SettingRow } from './setting-row.tsx';
import { SignedIn } from './signed-in.tsx';
import styles from './settings-view.module.css';
import { useSettings, type HeldSettings } from './use-settings.ts';
import { WhatIsLet } from './what-is-let.tsx';

export default function SettingsView({ isStart }: { readonly isStart: boolean }) {
  const settings = useSettings();
  return (
    <div className={styles['view']}>
      <h1>{isStart ? 'First steps' : 'Settings'}</h1>
      {isStart ? (
        <>
          <WhatCame settings={settings} />
          <FirstRun settings={settings} />
        </>
      ) : (
        <>
          <p>
            <a href={addressOf({ view: 'trust' })}>What protects you now, and how often you are asked</a>
          </p>
          <SelfCheck />
          <SignedIn />
          <LookOfThisPage />
          <WhatCame settings={settings} />
          <WhatAnAgentMay />
          <AllOfThem settings={settings} />
        </>
      )}
    </div>
  );
}

/** Asked for, not shown at once: the engine compiles each of them. */
function WhatAnAgentMay() {
  const [isOpen, setOpen] = useState(false);
  return (
    <section aria-labelledby="settings-policy" className={styles['group']}>
      <h2 id="settings-policy">What the policy lets an agent do</h2>
      <div>
        <Button aria-expanded={isOpen} onClick={() => setOpen(!isOpen)}>
          {isOpen ? 'Hide the policies' : 'Show what is in force, and other policies'}
        </Button>
      </div>
      {isOpen ? <WhatIsLet /> : null}
    </section>
  );
}

function WhatCame({ settings: { waiting, changed, error, unread } }: { readonly settings: HeldSettings }) {
  return (
    <>
      <div role="status" className={styles['said']}>
        {waiting === null ? null : <p>Confirm in the question: {nameOf(waiting)}.</p>}
        {changed.length === 0 ? null : (
          <p>Written: {changed.map(nameOf).join(', ')}. It holds from the next start of the gateway on.</p>
        )}
      </div>
      {error === null ? null : (
        <div role="alert">
          <FailureText error={error} />
        </div>
      )}
      {unread === null ? null : <FailureText error={unread} />}
    </>
  );
}

function AllOfThem({ settings: { view, waiting, propose } }: { readonly settings: HeldSettings }) {
  if (view === null) return null;
  return (
    <>
      {GROUPS.map(({ name, keys }) => (
        <section key={name} aria-label={name} className={styles['group']}>
          <h2>{name}</h2>
          {name === 'Who proposes the steps' ? (
            <ModelKey chosen={view.settings.find((one) => one.key === 'navigator.use')?.value} />
          ) : null}
          {keys.map((key) => {
            const setting = view.settings.find((one) => one.key === key);
            return setting === undefined ? null : (
              <SettingRow
                key={key}
                setting={setting}
                isWaiting={waiting !== null}
                onPropose={(changedKey, value) => void propose(changedKey, value)}
              />
            );
          })}
        </section>
      ))}
      <p className={styles['line']}>
        All of it stands in <Untrusted text={view.file} />; comments in it stay. What a key means:{' '}
        <code>docs/settings.md</code>. Settings of the commands: <code>ghost config list</code>.{' '}
        <a href={addressOf({ view: 'settings', start: true })}>The first steps again</a>
      </p>
    </>
  );
}
