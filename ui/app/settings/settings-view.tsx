// The settings and the self-check. INVARIANT: a change is proposed here and confirmed in the consent document; what holds now is the file
// as it was at the start of the gateway, and the page says so.
import { useEffect, useState } from 'react';
import type { SettingsView as Settings } from '#gateway/protocol/views/settings.ts';
import type { Failure, Result } from '#policy/language/failure.ts';
import { FailureText, Untrusted } from '#ui/app/parts/parts.tsx';
import { gateway } from '#ui/app/state/api.ts';
import { useWorld } from '#ui/app/state/store.ts';
import { LookOfThisPage } from './look-of-this-page.tsx';
import { SelfCheck } from './self-check.tsx';
import { GROUPS, nameOf } from './setting-groups.ts';
import { SettingRow } from './setting-row.tsx';
import { SignedIn } from './signed-in.tsx';
import styles from './settings-view.module.css';

export default function SettingsView() {
  const live = useWorld((world) => world.connection.state === 'live');
  const [read, setRead] = useState<Result<Settings> | null>(null);
  const [waiting, setWaiting] = useState<string | null>(null);
  const [changed, setChanged] = useState<readonly string[]>([]);
  const [error, setError] = useState<Failure | null>(null);
  useEffect(() => {
    if (!live || read !== null) return undefined;
    const gone = new AbortController();
    void gateway.settings(gone.signal).then((result) => {
      if (!gone.signal.aborted) setRead(result);
    });
    return () => gone.abort();
  }, [live, read]);
  const view = read?.ok === true ? read.value : null;

  const propose = async (key: string, value: unknown): Promise<void> => {
    if (view === null || waiting !== null) return;
    setWaiting(key);
    setError(null);
    const written = await gateway.changeSetting({ key, value, base: view.base });
    setWaiting(null);
    setError(written.ok ? null : written.error);
    if (written.ok) setChanged((before) => [...new Set([...before, key])]);
    // What is in the file now, whatever came of it.
    setRead(null);
  };

  return (
    <div className={styles['view']}>
      <h1>Settings</h1>
      <SelfCheck />
      <SignedIn />
      <LookOfThisPage />
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
      {read?.ok === false ? <FailureText error={read.error} /> : null}
      {view === null ? null : (
        <>
          {GROUPS.map(({ name, keys }) => (
            <section key={name} aria-label={name} className={styles['group']}>
              <h2>{name}</h2>
              {name === 'Who proposes the steps' ? <ModelLine hasKey={view.hasGeminiKey} /> : null}
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
            <code>docs/settings.md</code>. Settings of the commands: <code>ghost config list</code>.
          </p>
        </>
      )}
    </div>
  );
}

/** What holds now, and whether there is a key for what could be chosen. */
function ModelLine({ hasKey }: { readonly hasKey: boolean }) {
  const access = useWorld((world) => world.status?.access ?? null);
  if (access?.by === 'PROXY')
    return (
      <p className={styles['line']}>
        Gemini is behind the proxy at <Untrusted text={access.at} limit={200} />: no key is on this machine.
      </p>
    );
  if (access?.by === 'ENDPOINT')
    return (
      <p className={styles['line']}>
        The model is <Untrusted text={access.model} limit={100} /> at{' '}
        <Untrusted text={access.at} limit={200} />.
      </p>
    );
  return (
    <p className={styles['line']}>
      {hasKey
        ? 'This gateway was started with a key for Gemini. It is never shown here.'
        : 'This gateway has no key for Gemini: start it with the key in the variable '}
      {hasKey ? null : <code>GEMINI_API_KEY</code>}
      {hasKey ? '' : '. Without one, choose “offline”: nothing leaves this machine.'}
    </p>
  );
}
