// What a person has to know before anything else: no connection, no key, nothing that can be written down, no policy, no browser.
import { HeartPulse, ShieldOff, Unplug, type LucideIcon } from 'lucide-react';
import type { ReactNode } from 'react';
import type { Failure } from '#policy/language/failure.ts';
import styles from './banners.module.css';
import { Button } from '#ui/app/parts/button.tsx';
import { reconnectNow } from '#ui/app/state/connect.ts';
import { Untrusted, useNow } from '#ui/app/parts/parts.tsx';
import { useWorld, type Connection } from '#ui/app/state/store.ts';

export function Banners() {
  const connection = useWorld((world) => world.connection);
  const status = useWorld((world) => world.status);
  return (
    <div className={styles['banners']}>
      <ConnectionBanner connection={connection} />
      {status !== null && !status.policy.loaded ? (
        <Banner icon={ShieldOff} title="No policy is loaded: every act is denied">
          <Mend error={status.policy.error} />
        </Banner>
      ) : null}
      {status?.health.causes.map((cause) => (
        <Banner
          key={cause.code}
          icon={HeartPulse}
          title={cause.state === 'failed' ? 'Nothing can run now' : 'The gateway is slow'}
        >
          <Mend error={cause} /> (<code>{cause.reason ?? cause.code}</code>, since{' '}
          {new Date(cause.since).toLocaleTimeString()}
          {cause.refusedActs === 0 ? '' : `, ${cause.refusedActs} acts refused`})
        </Banner>
      ))}
      {status !== null && 'error' in status.browser ? (
        <Banner icon={ShieldOff} title="No browser: tasks cannot run">
          <Mend error={status.browser.error} />
        </Banner>
      ) : null}
    </div>
  );
}

function ConnectionBanner({ connection }: { connection: Connection }) {
  switch (connection.state) {
    case 'connecting':
    case 'live':
      return null;
    case 'lost':
      return (
        <Banner icon={Unplug} title="Connection to the gateway lost">
          What you see is how things stood before. <Countdown until={connection.retryAt} />{' '}
          <Button onClick={reconnectNow}>Try now</Button>
        </Banner>
      );
    case 'closing':
      return (
        <Banner icon={Unplug} title="The gateway is stopping">
          Its tasks end with it. Start it again with <code>npm start</code>.
        </Banner>
      );
    case 'unauthorized':
      return (
        <Banner icon={Unplug} title="This page has no key to the gateway">
          Each start of the gateway makes a new one, and a link works once. What ran and what was asked before
          has ended with the start that it belonged to. In a terminal, <code>npm run -s ghost -- ui</code>{' '}
          opens this page anew; <code>npm start</code> starts a gateway.
        </Banner>
      );
  }
}

const Mend = ({ error }: { error: Pick<Failure, 'message' | 'help'> }) => (
  <>
    <Untrusted text={error.message} />
    {error.help === undefined ? null : (
      <>
        {' – '}
        <Untrusted text={error.help} />
      </>
    )}
  </>
);

function Countdown({ until }: { until: number }) {
  const now = useNow(true);
  return <>Trying again in {Math.max(1, Math.ceil((until - now) / 1000))} s.</>;
}

function Banner({ icon: Icon, title, children }: { icon: LucideIcon; title: string; children: ReactNode }) {
  return (
    <section className={styles['banner']} aria-label={title}>
      <Icon size={20} aria-hidden="true" />
      <p>
        {/* Only the title is announced: a countdown read out each second would drown everything else. */}
        <strong role="alert">{title}.</strong> {children}
      </p>
    </section>
  );
}
