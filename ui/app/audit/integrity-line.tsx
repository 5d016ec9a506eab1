// Whether the log is whole: shown, not asserted. INVARIANT: it says "verified" only of what a verification of this page covered,
// and a break names the first bad entry and what is still to be trusted.
import { ShieldAlert, ShieldCheck, ShieldQuestionMark } from 'lucide-react';
import { Button } from '#ui/app/parts/button.tsx';
import styles from './integrity-line.module.css';
import { FailureText } from '#ui/app/parts/parts.tsx';
import { clock, day, number, shortClock } from '#ui/app/parts/words.ts';
import { useVerification, verifyNow } from './verification.ts';

type Verified = NonNullable<ReturnType<typeof useVerification.getState>['verified']>;

export function IntegrityLine() {
  const { verified, error, isRunning } = useVerification();
  const broken = verified?.result.ok === false;
  const Icon = verified === null ? ShieldQuestionMark : broken ? ShieldAlert : ShieldCheck;
  return (
    <section
      className={styles['line']}
      aria-label="Integrity of the log"
      data-state={verified === null ? 'unknown' : broken ? 'broken' : 'whole'}
    >
      <Icon size={20} aria-hidden="true" />
      <div className={styles['text']} role={broken ? 'alert' : 'status'}>
        {isRunning ? <p>Verifying every entry…</p> : null}
        {!isRunning && verified === null ? <p>Not verified on this page yet.</p> : null}
        {!isRunning && verified !== null ? <Finding verified={verified} /> : null}
        {error === null ? null : <FailureText error={error} />}
      </div>
      <Button aria-disabled={isRunning} onClick={() => void verifyNow()}>
        Verify now
      </Button>
    </section>
  );
}

function Finding({ verified: { at, result } }: { verified: Verified }) {
  const { checkpoint, firstBad, entries } = result;
  if (!result.ok) {
    const bad = firstBad?.seq ?? 0;
    return (
      <>
        <p>
          <strong>
            {firstBad === null
              ? 'The log is broken.'
              : `Broken at entry ${number(bad)}: ${firstBad.problem}.`}
          </strong>
        </p>
        <p>
          {bad > 1
            ? `Entries 1 to ${number(bad - 1)} are still trustworthy; from entry ${number(bad)} on, nothing is.`
            : 'No entry can be trusted.'}{' '}
          Checked at {clock(at)}.
        </p>
      </>
    );
  }
  const uncovered = entries - (checkpoint?.size ?? 0);
  return (
    <>
      <p>
        <strong>Verified to entry {number(entries)}</strong>
        {checkpoint === null
          ? ', no checkpoint signed yet'
          : `, checkpoint signed ${shortClock(checkpoint.at)}`}
      </p>
      <p className={styles['fine']}>
        Checked at {clock(at)}, {day(at)}.
        {uncovered > 0 && checkpoint !== null
          ? ` The last ${number(uncovered)} wait for the next checkpoint.`
          : ''}
        {checkpoint === null ? '' : ' Root '}
        {checkpoint === null ? null : (
          <code>{checkpoint.rootHash.replace(/^sha256:/u, '').slice(0, 16)}</code>
        )}
      </p>
    </>
  );
}
