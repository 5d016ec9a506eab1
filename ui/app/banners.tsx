// What a person has to know before anything else: no connection, no key, no policy, no browser.
import { ShieldOff, Unplug, type LucideIcon } from 'lucide-react';
import type { ReactNode } from 'react';
import styles from './banners.module.css';
import { Button } from './button.tsx';
import { reconnectNow } from './connect.ts';
import { Untrusted, useNow } from './parts.tsx';
import { useWorld, type Connection } from './store.ts';

export function Banners() {
  const connection = useWorld((world) => world.connection);
  const status = useWorld((world) => world.status);
  return (
    <div className={styles['banners']}>
      <ConnectionBanner connection={connection} />
      {status !== null && !status.policy.loaded ? (
        <Banner icon={ShieldOff} title="No policy is loaded: every act is denied">
          <Untrusted text={status.policy.error.message} />
          {status.policy.error.help === undefined ? null : (
            <>
              {' – '}
              <Untrusted text={status.policy.error.help} />
            </>
          )}
        </Banner>
      ) : null}
      {status !== null && 'error' in status.browser ? (
        <Banner icon={ShieldOff} title="No browser: tasks cannot run">
          <Untrusted text={status.browser.error.message} />
          {status.browser.error.help === undefined ? null : (
            <>
              {' – '}
              <Untrusted text={status.browser.error.help} />
            </>
          )}
        </Banner>
      ) : null}
    </div>
  );
}

function ConnectionBanner({ connection }: { connection: Connection }) {
  const now = useNow(connection.state === 'lost');
  switch (connection.state) {
    case 'connecting':
    case 'live':
      return null;
    case 'lost': {
      const seconds = Math.max(1, Math.ceil((connection.retryAt - now) / 1000));
      return (
        <Banner icon={Unplug} title="Connection to the gateway lost">
          What you see is how things stood before. Trying again in {seconds} s.{' '}
          <Button onClick={reconnectNow}>Try now</Button>
        </Banner>
      );
    }
    case 'closing':
      return (
        <Banner icon={Unplug} title="The gateway is stopping">
          Its tasks end with it. Start it again with <code>npm start</code>.
        </Banner>
      );
    case 'unauthorized':
      return (
        <Banner icon={Unplug} title="This page has no key to the gateway">
          Each start of the gateway makes a new one. Open the link that it printed, or run{' '}
          <code>npm start</code> again.
        </Banner>
      );
  }
}

function Banner({ icon: Icon, title, children }: { icon: LucideIcon; title: string; children: ReactNode }) {
  return (
    <section className={styles['banner']} role="alert" aria-label={title}>
      <Icon size={20} aria-hidden="true" />
      <p>
        <strong>{title}.</strong> {children}
      </p>
    </section>
  );
}
