// What protects the person now, how each line is checked without this app, and how often they are asked. INVARIANT: nothing stands here that
// was not measured or told; a rule that asks too often leads to a draft that refuses, and nothing is loosened by itself.
import type { PolicyLifeView } from '#gateway/protocol/views/policy.ts';
import type { DoctorCheck } from '#gateway/protocol/views/settings.ts';
import { IntegrityLine } from '#ui/app/audit/integrity-line.tsx';
import { Button } from '#ui/app/parts/button.tsx';
import { Chip, FailureText, Untrusted } from '#ui/app/parts/parts.tsx';
import { clock, type Word } from '#ui/app/parts/words.ts';
import { useToldOfPolicy } from '#ui/app/policy/use-told-of-policy.ts';
import { gateway } from '#ui/app/state/api.ts';
import { useWorld } from '#ui/app/state/store.ts';
import { Asked } from './asked.tsx';
import styles from './trust.module.css';
import { useLook } from './use-look.ts';
import { whatHolds, type Held } from './what-holds.ts';

const STATES: Readonly<Record<NonNullable<Held['state']>, Word>> = {
  ok: { text: 'holds', tone: 'good' },
  warn: { text: 'look at this', tone: 'warn' },
  bad: { text: 'does not hold', tone: 'bad' },
  looking: { text: 'being looked at', tone: 'busy' },
};

export default function TrustView() {
  return (
    <div className={styles['view']}>
      <h1>Trust</h1>
      <section aria-labelledby="trust-now" className={styles['group']}>
        <h2 id="trust-now">What holds on this machine now</h2>
        <Now />
      </section>
      <IntegrityLine />
      <section aria-labelledby="trust-asked" className={styles['group']}>
        <h2 id="trust-asked">How often you were asked in the last 7 days</h2>
        <Asked />
      </section>
    </div>
  );
}

function Now() {
  const status = useWorld((world) => world.status);
  const { told: found, at, isLooking, again } = useLook<readonly DoctorCheck[]>(gateway.doctor);
  const life = useToldOfPolicy<PolicyLifeView>(gateway.policy);
  if (status === null) return <p role="status">Waiting for the gateway…</p>;
  const lines = whatHolds({
    status,
    checks: found === null ? null : found.ok ? found.value : [],
    life: life?.ok === true ? life.value : null,
    origin: location.origin,
    isLinux: navigator.userAgent.includes('Linux'),
  });
  return (
    <>
      <div className={styles['looked']}>
        <p role="status" className={styles['fine']}>
          {at === null || isLooking
            ? 'Looking at this machine…'
            : `Looked at ${clock(at)}. Each line is what the gateway found, with a command that shows it without this app.`}
        </p>
        <Button aria-disabled={isLooking} onClick={() => (isLooking ? undefined : again())}>
          Look again
        </Button>
      </div>
      {[found, life].map((told, index) =>
        told?.ok === false ? <FailureText key={index} error={told.error} /> : null,
      )}
      <ul>
        {lines.map((line) => (
          <Line key={line.name} line={line} />
        ))}
      </ul>
    </>
  );
}

function Line({ line: { name, state, says, check } }: { line: Held }) {
  return (
    <li className={styles['line']}>
      <h3>{name}</h3>
      <div>{state === null ? null : <Chip word={STATES[state]} />}</div>
      <div className={styles['says']}>
        {says.map((sentence) => (
          <p key={sentence}>
            <Untrusted text={sentence} limit={800} />
          </p>
        ))}
        {check === null ? null : (
          <p className={styles['fine']}>
            Check it yourself: <code>{check}</code>
          </p>
        )}
      </div>
    </li>
  );
}
