// What holds right now: policy with its hash, browser, navigator, and how often a person was asked.
import type { ReactNode } from 'react';
import styles from './status-footer.module.css';
import { useWorld } from '#ui/app/state/store.ts';
import type { IdentityView } from '#gateway/protocol/views/identity.ts';
import type { Counts } from '#gateway/protocol/views/task.ts';
import { Untrusted } from '#ui/app/parts/parts.tsx';
import { boundaryInWords, duration, median, productName, queueInWords } from '#ui/app/parts/words.ts';

/** `sha256:0123abcd…` → `0123abcd` */
const shortHash = (hash: string): string => hash.replace(/^sha256:/u, '').slice(0, 8);

export function StatusFooter() {
  const status = useWorld((world) => world.status);
  const tasks = useWorld((world) => world.tasks);
  const queue = useWorld((world) => world.queue);
  const answerTimes = useWorld((world) => world.answerTimes);
  const middle = median(answerTimes);
  const all = (of: keyof Counts): number => tasks.reduce((sum, { counts }) => sum + counts[of], 0);
  const failed = tasks.flatMap(({ steps }) => steps).filter(({ outcome }) => outcome === 'FAILED').length;
  if (status === null) return <footer className={styles['footer']}>Waiting for the gateway…</footer>;
  const { policy, browser } = status;
  return (
    <footer className={styles['footer']}>
      <dl className={styles['list']}>
        <Item label="Policy">
          {policy.loaded ? (
            <>
              {policy.id} revision {policy.revision}{' '}
              <code title={policy.semanticHash}>{shortHash(policy.semanticHash)}</code>
            </>
          ) : (
            'none loaded: all denied'
          )}
        </Item>
        <Item label="Browser">
          {'error' in browser ? 'none found' : `${productName(browser.product)} ${browser.version}`}
        </Item>
        {status.attached === null ? null : (
          <Item label="Guest in">
            <span
              title={`Weaker than a browser of its own. A tab there cannot have: ${status.attached.lacks.join('; ')}`}
            >
              {productName(status.attached.product)} at {status.attached.endpoint} (weaker)
            </span>
          </Item>
        )}
        <Item label="Navigator">
          {status.navigator}
          {status.access.by === 'PROXY' ? ' behind a proxy' : ''}
        </Item>
        <SignedInItem identity={status.identity} />
        <Item label="Ghost Tabs">{queueInWords(queue ?? status.queue)}</Item>
        <Item label="Acts">
          {boundaryInWords(
            {
              allowed: all('allowed'),
              youAllowed: all('youAllowed'),
              youRefused: all('youRefused'),
              stopped: all('stopped'),
            },
            failed,
          )}
        </Item>
        {middle === null ? null : <Item label="Time to answer">{duration(middle)} (median)</Item>}
      </dl>
      <p className={styles['end']}>
        {status.demo ? <span className={styles['demo']}>Demo world: local sites only</span> : null}
        <span>version {status.version}</span>
      </p>
    </footer>
  );
}

function SignedInItem({ identity }: { readonly identity: IdentityView }) {
  if (identity.state === 'NONE') return null;
  return (
    <Item label="Signed in">
      {identity.state === 'SIGNED_IN' ? (
        <Untrusted text={identity.person.email ?? identity.person.subject} limit={60} />
      ) : (
        <a href="#/settings">nobody</a>
      )}
    </Item>
  );
}

function Item({ label, children }: { label: string; children: ReactNode }) {
  return (
    <div className={styles['item']}>
      <dt>{label}</dt>
      <dd>{children}</dd>
    </div>
  );
}
