// What is in force, by which files and hashes, and the last reading that was refused, with its place.
import type { ReactNode } from 'react';
import type { PolicyLifeView, PolicyRefusal } from '#gateway/protocol/views/policy.ts';
import type { Failure } from '#policy/language/failure.ts';
import { Chip, Untrusted } from '#ui/app/parts/parts.tsx';
import styles from './editor/policy.module.css';
import { clock, day } from '#ui/app/parts/words.ts';

const when = (at: string): string => `${day(at)}, ${clock(at)}`;

export function PolicyStatus({ life }: { life: PolicyLifeView }) {
  const { policy, refused } = life;
  return (
    <section className={styles['card']} aria-labelledby="policy-in-force">
      <div className={styles['head']}>
        <h2 id="policy-in-force">In force</h2>
        <Chip
          word={
            policy.loaded
              ? { text: 'in force', tone: 'good' }
              : { text: 'none: every act is denied', tone: 'bad' }
          }
        />
        {life.watching ? null : <Chip word={{ text: 'files are not watched', tone: 'warn' }} />}
      </div>
      {policy.loaded ? null : <Problem error={policy.error} />}
      <dl className={styles['facts']}>
        {policy.loaded ? (
          <>
            <Row label="Layers">
              <Untrusted text={policy.layers.join(' › ')} />
            </Row>
            <Row label="Revision">{policy.revision}</Row>
            <Row label="Semantic hash">
              <code>{policy.semanticHash}</code>
            </Row>
          </>
        ) : null}
        {life.sourceHash === null ? null : (
          <Row label="Source hash">
            <code>{life.sourceHash}</code>
          </Row>
        )}
        {life.since === null ? null : <Row label="Since">{when(life.since)}</Row>}
        <Row label="Files">
          {life.files.map((file) => (
            <span className={styles['line']} key={file}>
              <Untrusted text={file} />
            </span>
          ))}
        </Row>
        {life.first ? (
          <Row label="First start">No policy was in force here before, so nothing was compared.</Row>
        ) : null}
        {life.bundles.map((bundle) => (
          <Row label="Bundle" key={bundle.digest}>
            <Untrusted text={`${bundle.id} revision ${bundle.revision}`} />
            {bundle.reverted ? ' (reverted)' : ''}, signed with <Untrusted text={bundle.keyId} />, valid until{' '}
            {when(bundle.notAfter)}
          </Row>
        ))}
        {(life.endings ?? []).map((ending) => (
          <Row label="Ends by itself" key={ending.day}>
            {ending.day}, at midnight UTC: <Untrusted text={ending.says} />
          </Row>
        ))}
        {life.acknowledged === null ? null : (
          <Row label="Loosened by">
            <Untrusted text={`${life.acknowledged.by}: ${life.acknowledged.reason}`} />
          </Row>
        )}
      </dl>
      {refused === null ? null : <Refused refused={refused} kept={policy.loaded} />}
    </section>
  );
}

function Refused({ refused, kept }: { refused: PolicyRefusal; kept: boolean }) {
  return (
    <div className={styles['refused']}>
      <h3>
        Refused {when(refused.at)}
        {kept ? ': the policy before it stays in force' : ''}
      </h3>
      <ul>
        {refused.failures.map((error, index) => (
          <li key={index}>
            <Problem error={error} />
          </li>
        ))}
      </ul>
    </div>
  );
}

function Problem({ error }: { error: Failure }) {
  return (
    <p className={styles['problem']}>
      {error.span === undefined ? null : (
        <code>
          <Untrusted text={`${error.span.file}:${error.span.line}:${error.span.column}`} />{' '}
        </code>
      )}
      <Untrusted text={error.message} limit={600} />
      {error.help === undefined ? null : (
        <span className={styles['help']}>
          <Untrusted text={error.help} limit={600} />
        </span>
      )}
    </p>
  );
}

function Row({ label, children }: { label: string; children: ReactNode }) {
  return (
    <div className={styles['row']}>
      <dt>{label}</dt>
      <dd>{children}</dd>
    </div>
  );
}
