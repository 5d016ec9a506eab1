// Who is signed in with the model proxy: the person, the way in, and the way out. INVARIANT: it shows what the gateway says; signing in
// happens at the issuer, in a window of its own, and no token comes here.
import { useState } from 'react';
import type { IdentityView, OpenSignIn, SignInWay } from '#gateway/protocol/views/identity.ts';
import type { Failure, Result } from '#policy/language/failure.ts';
import { Button } from '#ui/app/parts/button.tsx';
import { FailureText, Untrusted } from '#ui/app/parts/parts.tsx';
import { gateway } from '#ui/app/state/api.ts';
import { identityIs, useWorld } from '#ui/app/state/store.ts';
import styles from './settings-view.module.css';

export function SignedIn() {
  const identity = useWorld((world) => world.status?.identity ?? null);
  const [busy, setBusy] = useState(false);
  const [error, setError] = useState<Failure | null>(null);
  if (identity === null || identity.state === 'NONE') return null;
  const does = async (work: Promise<Result<IdentityView>>): Promise<void> => {
    setBusy(true);
    setError(null);
    const done = await work;
    setBusy(false);
    if (done.ok) identityIs(done.value);
    else setError(done.error);
  };
  return (
    <section aria-label="Signed in" className={styles['group']}>
      <h2>Signed in</h2>
      <Person
        identity={identity}
        isBusy={busy}
        onBegin={(way) => void does(gateway.signIn(way))}
        onCancel={() => void does(gateway.cancelSignIn())}
        onEnd={() => void does(gateway.signOut())}
      />
      {error === null ? null : (
        <div role="alert">
          <FailureText error={error} />
        </div>
      )}
      <p className={styles['line']}>
        The model is behind a proxy that asks <Untrusted text={identity.issuer} limit={200} /> who you are.
        The same at a terminal: <code>ghost login</code>, <code>ghost whoami</code>, <code>ghost logout</code>
        .
      </p>
    </section>
  );
}

type Acts = {
  readonly isBusy: boolean;
  readonly onBegin: (way: SignInWay) => void;
  readonly onCancel: () => void;
  readonly onEnd: () => void;
};

function Person({ identity, isBusy, onBegin, onCancel, onEnd }: Acts & { readonly identity: IdentityView }) {
  switch (identity.state) {
    case 'NONE':
      return null;
    case 'SIGNED_OUT':
      return (
        <>
          <p role="status">Nobody is signed in: tasks that need the model cannot run.</p>
          {identity.why === null ? null : <FailureText error={identity.why} />}
          <div className={styles['field']}>
            <Button look="primary" aria-disabled={isBusy} onClick={() => !isBusy && onBegin('BROWSER')}>
              Sign in
            </Button>
            <Button aria-disabled={isBusy} onClick={() => !isBusy && onBegin('DEVICE')}>
              Sign in with a code
            </Button>
          </div>
        </>
      );
    case 'OPEN':
      return (
        <>
          <Way open={identity.open} />
          <div className={styles['field']}>
            <Button aria-disabled={isBusy} onClick={() => !isBusy && onCancel()}>
              Give up
            </Button>
          </div>
        </>
      );
    case 'SIGNED_IN':
      return (
        <>
          <p role="status">
            <Untrusted text={identity.person.email ?? identity.person.subject} limit={320} />
            {identity.person.kept === 'MEMORY' ? ', until this gateway ends: no vault takes it' : ''}
          </p>
          <div className={styles['field']}>
            <Button aria-disabled={isBusy} onClick={() => !isBusy && onEnd()}>
              Sign out
            </Button>
          </div>
        </>
      );
  }
}

function Way({ open }: { readonly open: OpenSignIn }) {
  const address = open.way === 'BROWSER' ? open.url : (open.wholeUrl ?? open.url);
  return (
    <>
      <p role="status">
        {open.way === 'BROWSER' ? (
          'Go on at the issuer. This page shows it once you are signed in.'
        ) : (
          <>
            Open <Untrusted text={open.url} limit={400} /> in a browser anywhere and enter the code{' '}
            <code>{open.code}</code>. This page shows it once you are signed in.
          </>
        )}
      </p>
      <p>
        <a href={address} target="_blank" rel="noopener noreferrer">
          Open the issuer’s page
          <span className="visually-hidden"> (opens in a new tab)</span>
        </a>
      </p>
    </>
  );
}
