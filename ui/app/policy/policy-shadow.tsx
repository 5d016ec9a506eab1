// The candidate beside the policy: what it would have done so far, what putting it in force would change, exactly, and the way to do either.
// INVARIANT: it proposes; a person confirms in the consent document, what loosens or lets floors fall by typing.
import { useState } from 'react';
import type { ShadowComparison } from '#gateway/protocol/views/policy.ts';
import { Button } from '#ui/app/parts/button.tsx';
import { gateway } from '#ui/app/state/api.ts';
import { useConfirmed } from '#ui/app/parts/use-confirmed.ts';
import { Chip, FailureText, Untrusted } from '#ui/app/parts/parts.tsx';
import { ChangeTable } from './editor/policy-changes.tsx';
import styles from './editor/policy.module.css';
import { clock, counted, countsInWords, day, differenceInWords, number } from '#ui/app/parts/words.ts';

type Given = { readonly comparison: ShadowComparison; readonly onAgain: () => void };

export function PolicyShadow({ comparison: { shadow, exact, observed }, onAgain }: Given) {
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
          <p className={styles['observed']}>{observedInWords(observed)}</p>
          <p>
            <Button onClick={onAgain}>Count again</Button>
          </p>
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
            Where it stops earlier, what would have come after is not known.
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
      <Next
        isLoaded={shadow.loaded}
        loosens={exact === null || exact.changes.some(({ direction }) => direction === 'LOOSENED')}
      />
    </section>
  );
}

const OBSERVED = {
  stopped: ['DENY', 'ABORT'],
  asked: ['ESCALATE'],
  allowed: ['ALLOW'],
} as const;

/** "So far it would have stopped 3, asked about 2 and allowed 1 that were decided otherwise." */
function observedInWords({ changes }: ShadowComparison['observed']): string {
  const times = (those: readonly string[]): number =>
    changes.reduce((sum, one) => sum + (those.includes(one.to) ? one.times : 0), 0);
  const [stopped, asked, allowed] = [OBSERVED.stopped, OBSERVED.asked, OBSERVED.allowed].map(times);
  const parts = [
    ...(stopped === 0 ? [] : [`stopped ${number(stopped ?? 0)}`]),
    ...(asked === 0 ? [] : [`asked about ${number(asked ?? 0)}`]),
    ...(allowed === 0 ? [] : [`allowed ${number(allowed ?? 0)}`]),
  ];
  return parts.length === 0
    ? 'So far it would have decided nothing otherwise.'
    : `So far it would have ${LIST.format(parts)} that the policy in force decided otherwise.`;
}

const LIST = new Intl.ListFormat('en-GB');

function Next({ isLoaded, loosens }: { readonly isLoaded: boolean; readonly loosens: boolean }) {
  const [reason, setReason] = useState('');
  const { outcome, ask } = useConfirmed();
  const isWaiting = outcome.state === 'waiting';
  const held = isLoaded
    ? reason.trim() === ''
      ? 'Give a reason: it is recorded.'
      : null
    : 'It did not load.';
  const promote = async (): Promise<void> => {
    if (held !== null) return;
    // The card goes with the candidate, and this text with it: what came of it stands above.
    await ask(
      (signal) => gateway.promotePolicy(reason.trim(), signal),
      () => 'It is in force.',
    );
  };
  const end = (): Promise<boolean> =>
    ask(
      (signal) => gateway.shadowPolicy(null, signal),
      () => 'It is ended.',
    );
  return (
    <>
      <h3>Put it in force, or end it</h3>
      <label className={styles['reason']}>
        <span>Reason, for the log</span>
        <input
          type="text"
          value={reason}
          maxLength={300}
          onChange={({ target }) => setReason(target.value)}
        />
      </label>
      <div className={styles['actions']}>
        <Button
          look={held !== null ? 'plain' : loosens ? 'danger' : 'primary'}
          aria-disabled={held !== null || isWaiting}
          aria-describedby="shadow-held"
          onClick={() => void promote()}
        >
          Put it in force…
        </Button>
        <Button aria-disabled={isWaiting} onClick={() => void end()}>
          End the shadow…
        </Button>
        <p id="shadow-held" className={styles['help']}>
          {isWaiting
            ? 'Waiting for the confirmation, in the question that has opened.'
            : (held ??
              (loosens
                ? 'It loosens: you are asked to type what it opens.'
                : 'It loosens nothing: you are asked once more.'))}
        </p>
      </div>
      <div role="status">{outcome.state === 'done' ? <p>{outcome.words}</p> : null}</div>
      {outcome.state === 'failed' ? (
        <div role="alert">
          <FailureText error={outcome.error} />
        </div>
      ) : null}
    </>
  );
}
