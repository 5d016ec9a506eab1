// The key for Gemini: whether there is one, one call that tries it, the way into the vault, and what a call costs. INVARIANT: what is typed
// goes to the gateway alone, stands in no store, and is never shown again.
import { useEffect, useId, useRef, useState } from 'react';
import type { ModelKeyView, ModelPriceView, ModelTest } from '#gateway/protocol/views/settings.ts';
import type { Failure, Result } from '#policy/language/failure.ts';
import { Button } from '#ui/app/parts/button.tsx';
import { Chip, FailureText, Untrusted } from '#ui/app/parts/parts.tsx';
import type { Word } from '#ui/app/parts/words.ts';
import { gateway } from '#ui/app/state/api.ts';
import { useWorld } from '#ui/app/state/store.ts';
import styles from './settings-view.module.css';

const CAME_TO: Readonly<Record<ModelTest['state'], Word>> = {
  WORKS: { text: 'works', tone: 'good' },
  REFUSED: { text: 'refused', tone: 'bad' },
  OVER_QUOTA: { text: 'over its quota', tone: 'warn' },
  UNREACHABLE: { text: 'not reached', tone: 'bad' },
  NO_ANSWER: { text: 'no answer', tone: 'warn' },
  NOT_SET_UP: { text: 'nothing to try', tone: 'warn' },
};
const WHERE: Readonly<Record<ModelKeyView['key'], string>> = {
  ENVIRONMENT: 'This gateway was started with a key for Gemini. It is never shown here.',
  KEPT: 'A key for Gemini is kept in the vault of this gateway, encrypted. It is never shown here.',
  NONE: 'There is no key for Gemini. Without one, stay with “offline”: nothing leaves this machine.',
  NOT_USED: '',
};

type Doing = 'TESTING' | 'ASKED' | null;
/** A test, or how keeping ended. */
type Came =
  | { readonly of: 'TEST'; readonly test: ModelTest }
  | { readonly of: 'KEPT' | 'TAKEN_OUT' }
  | { readonly of: 'FAILED'; readonly error: Failure };

const SAID = {
  KEPT: 'The key is kept. It is used from now on, by tasks whose navigator is “gemini”.',
  TAKEN_OUT: 'The key is taken out, and is used no more.',
} as const;

/** `chosen`: the navigator that the file of the settings names. */
export function ModelKey({ chosen }: { readonly chosen: unknown }) {
  const [view, readAgain] = useModelKey();
  const [typed, setTyped] = useState('');
  const [doing, setDoing] = useState<Doing>(null);
  const [came, setCame] = useState<Came | null>(null);
  const gone = useGone();
  const id = useId();
  if (view === null) return null;
  if (!view.ok) return <FailureText error={view.error} />;
  const { key, isKept, restart, trouble, models, pricesOf } = view.value;
  const canTry = typed.trim() !== '' || key !== 'NONE';

  const does = async (what: Exclude<Doing, null>, work: () => Promise<Came>): Promise<void> => {
    if (doing !== null) return;
    setDoing(what);
    setCame(null);
    const end = await work();
    if (gone.current) return;
    setDoing(null);
    setCame(end);
    if (end.of !== 'KEPT' && end.of !== 'TAKEN_OUT') return;
    setTyped('');
    readAgain();
  };
  const tries = (): Promise<void> =>
    does('TESTING', async () => {
      const test = await gateway.testModel(typed.trim() === '' ? null : typed.trim());
      return test.ok ? { of: 'TEST', test: test.value } : { of: 'FAILED', error: test.error };
    });
  const keeps = (next: string | null): Promise<void> =>
    does('ASKED', async () => {
      const kept = await gateway.keepModelKey(next);
      if (!kept.ok) return { of: 'FAILED', error: kept.error };
      return { of: next === null ? 'TAKEN_OUT' : 'KEPT' };
    });

  return (
    <div className={styles['row']}>
      <div className={styles['words']}>
        {key === 'NOT_USED' ? <h3>The model</h3> : <label htmlFor={id}>Key for Gemini</label>}
        {key === 'NOT_USED' ? <ReachedElsewhere /> : <p id={`${id}-about`}>{WHERE[key]}</p>}
        {key === 'NONE' && chosen === 'gemini' ? (
          <p>The navigator is “gemini”: no task of it runs until there is a key.</p>
        ) : null}
        {restart ? (
          <p>The settings have changed: this, and a test, are of the model until the gateway starts anew.</p>
        ) : null}
        {trouble === null ? null : <FailureText error={trouble} />}
        <Prices models={models} of={pricesOf} />
      </div>
      <div className={styles['value']}>
        <form
          className={styles['field']}
          onSubmit={(event) => {
            event.preventDefault();
            if (canTry) void tries();
          }}
        >
          {key === 'NOT_USED' ? null : (
            <input
              id={id}
              type="password"
              autoComplete="off"
              spellCheck={false}
              maxLength={1_000}
              value={typed}
              aria-describedby={`${id}-about`}
              placeholder={key === 'NONE' ? 'paste it here' : 'paste another one'}
              onChange={(event) => {
                setTyped(event.target.value);
                setCame(null);
              }}
            />
          )}
          <Button submit aria-disabled={doing !== null || !canTry}>
            Test
          </Button>
          {typed.trim() === '' ? null : (
            <Button look="primary" aria-disabled={doing !== null} onClick={() => void keeps(typed.trim())}>
              Keep it…
            </Button>
          )}
          {isKept && typed === '' ? (
            <Button look="quiet" aria-disabled={doing !== null} onClick={() => void keeps(null)}>
              Take it out…
            </Button>
          ) : null}
        </form>
        {key === 'ENVIRONMENT' && typed.trim() !== '' ? (
          <p className={styles['line']}>
            The key that the gateway is started with goes before one that is kept.
          </p>
        ) : null}
        <div role="status" className={styles['said']}>
          {doing === 'TESTING' ? <p>Calling the model once…</p> : null}
          {doing === 'ASKED' ? <p>Confirm in the question.</p> : null}
          {came?.of === 'TEST' ? <Tested test={came.test} /> : null}
          {came?.of === 'KEPT' || came?.of === 'TAKEN_OUT' ? <p>{SAID[came.of]}</p> : null}
          {came?.of === 'FAILED' ? <FailureText error={came.error} /> : null}
        </div>
      </div>
    </div>
  );
}

function Tested({ test: { state, model, milliseconds, costUsd, failure } }: { readonly test: ModelTest }) {
  return (
    <>
      <p>
        <Chip word={CAME_TO[state]} />{' '}
        {state === 'WORKS' ? (
          <>
            <Untrusted text={model} limit={100} /> answered in {(milliseconds / 1_000).toFixed(1)} s
            {costUsd === null ? '' : `, for $${costUsd.toFixed(6)}`}.
          </>
        ) : null}
      </p>
      {failure === null || state === 'WORKS' ? null : <FailureText error={failure} />}
    </>
  );
}

function Prices({ models, of }: { readonly models: readonly ModelPriceView[]; readonly of: string }) {
  if (models.length === 0) return null;
  return (
    <>
      <ul className={styles['line']} aria-label="Prices">
        {models.map(({ model, price }) => (
          <li key={model}>
            <code>
              <Untrusted text={model} limit={100} />
            </code>
            {price === null
              ? ': its price is not known here'
              : `: $${price.input.toFixed(2)} for a million tokens read, $${price.output.toFixed(2)} written`}
          </li>
        ))}
      </ul>
      <p className={styles['line']}>As published in {of}; what a task has used stands with its result.</p>
    </>
  );
}

/** Where the model is instead, as it holds now. */
function ReachedElsewhere() {
  const access = useWorld((world) => world.status?.access ?? null);
  if (access?.by === 'PROXY')
    return (
      <p>
        Gemini is behind the proxy at <Untrusted text={access.at} limit={200} />: no key is on this machine.
      </p>
    );
  if (access?.by !== 'ENDPOINT')
    return <p>The settings name an endpoint of their own: a key that is given here is not used there.</p>;
  return (
    <p>
      The model is <Untrusted text={access.model} limit={100} /> at <Untrusted text={access.at} limit={200} />
      .
    </p>
  );
}

function useModelKey(): readonly [Result<ModelKeyView> | null, () => void] {
  const live = useWorld((world) => world.connection.state === 'live');
  const [view, setView] = useState<Result<ModelKeyView> | null>(null);
  const [isOld, setOld] = useState(true);
  useEffect(() => {
    if (!live || !isOld) return undefined;
    const left = new AbortController();
    void gateway.modelKey(left.signal).then((read) => {
      if (left.signal.aborted) return;
      setView(read);
      setOld(false);
    });
    return () => left.abort();
  }, [live, isOld]);
  // Another window may have kept one, or taken it out.
  useEffect(
    () =>
      useWorld.subscribe((now, before) => {
        if (now.settingsWritten !== before.settingsWritten) setOld(true);
      }),
    [],
  );
  return [view, () => setOld(true)];
}

/** True from when the page is left: a question may be answered later. */
function useGone(): { readonly current: boolean } {
  const gone = useRef(false);
  useEffect(() => {
    gone.current = false;
    return () => {
      gone.current = true;
    };
  }, []);
  return gone;
}
