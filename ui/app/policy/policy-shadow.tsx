// The candidate beside the policy: what promoting it would change, exactly, and what it would have changed so far.
import type { ShadowComparison } from '#gateway/protocol/views/policy.ts';
import { Chip, FailureText, Untrusted } from '#ui/app/parts/parts.tsx';
import { ChangeTable } from './editor/policy-changes.tsx';
import styles from './editor/policy.module.css';
import { clock, counted, countsInWords, day, differenceInWords } from '#ui/app/parts/words.ts';

export function PolicyShadow({ comparison: { shadow, exact, observed } }: { comparison: ShadowComparison }) {
  if (shadow === null) return null;
  return (
    <section className={styles['card']} aria-labelledby="policy-shadow">
      <div className={styles['head']}>
        <h2 id="policy-shadow">In shadow</h2>
        <Chip
          word={
            shadow.loaded
              ? { text: 'decides beside it', tone: 'busy' }
              : { text: 'did not load', tone: 'bad' }
          }
        />
      </div>
      {shadow.loaded ? (
        <p>
          <Untrusted text={shadow.layers.join(' › ')} /> since {day(shadow.since)}, {clock(shadow.since)}. Of
          its rules only the floors of its first layer are enforced.
        </p>
      ) : (
        <FailureText error={shadow.error} />
      )}
      {!shadow.loaded ? null : (
        <>
          <h3>Exactly</h3>
          {exact === null ? (
            <p>Not proved: the comparison outgrew its budget. Take it that anything may be loosened.</p>
          ) : (
            <>
              <p>With it, {differenceInWords(exact.loosened, exact.tightened)}.</p>
              <details>
                <summary>By kinds of requests</summary>
                <p>Exactly, {countsInWords(exact.loosened, exact.tightened)}.</p>
                <ChangeTable
                  caption="What promoting it would change"
                  rows={exact.changes.map((change) => ({
                    ...change,
                    where: '',
                    classes: BigInt(change.requests).toLocaleString('en'),
                  }))}
                />
              </details>
            </>
          )}
          <h3>Observed</h3>
          <p>
            {counted(observed.entries, 'act')} decided otherwise, {observed.enforced} held by its floors.
          </p>
          <ChangeTable
            caption="What it would have changed so far"
            rows={observed.changes.map(({ direction, from, to, capability, host, times }) => ({
              direction,
              what: `${from} -> ${to}`,
              capabilities: [capability],
              where: host === '' ? '' : `host ${host}`,
              classes: `${times} times`,
            }))}
          />
        </>
      )}
    </section>
  );
}
