// What protects the person now, how each line is checked without this app, and how often they are asked. INVARIANT: nothing stands here that
// was not measured; a rule that asks too often leads to a narrower one as a draft, and nothing is loosened by itself.
import { useEffect, useState } from 'react';
import type { AuditAnswer } from '#gateway/protocol/views/audit.ts';
import type { PolicyLifeView } from '#gateway/protocol/views/policy.ts';
import type { DoctorCheck } from '#gateway/protocol/views/settings.ts';
import type { Failure, Result } from '#policy/language/failure.ts';
import { IntegrityLine } from '#ui/app/audit/integrity-line.tsx';
import { Chip, FailureText, Untrusted } from '#ui/app/parts/parts.tsx';
import { counted, duration, median, number, type Word } from '#ui/app/parts/words.ts';
import { useToldOfPolicy } from '#ui/app/policy/use-told-of-policy.ts';
import { gateway } from '#ui/app/state/api.ts';
import { addressOf } from '#ui/app/state/route.ts';
import { useWorld } from '#ui/app/state/store.ts';
import {
  askedFigures,
  AT_ONCE_MS,
  MOST_AN_HOUR,
  type AskedFigures,
  type RuleFigures,
} from './asked-figures.ts';
import styles from './trust.module.css';
import { whatHolds, type Held } from './what-holds.ts';

const STATES: Readonly<Record<DoctorCheck['state'], Word>> = {
  ok: { text: 'holds', tone: 'good' },
  warn: { text: 'look at this', tone: 'warn' },
  bad: { text: 'does not hold', tone: 'bad' },
};
const SINCE = 'since:7d';
/** As many as one answer of the log holds. */
const MOST_ROWS = 1000;
const QUESTIONS = `type:consent ${SINCE}`;

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

function useOnce<Told>(ask: (signal: AbortSignal) => Promise<Result<Told>>): Result<Told> | null {
  const isLive = useWorld((world) => world.connection.state === 'live');
  const [told, setTold] = useState<Result<Told> | null>(null);
  useEffect(() => {
    if (!isLive) return undefined;
    const gone = new AbortController();
    void ask(gone.signal).then((answer) => {
      if (!gone.signal.aborted) setTold(answer);
    });
    return () => gone.abort();
  }, [isLive, ask]);
  return told;
}

function Now() {
  const status = useWorld((world) => world.status);
  const found = useOnce<readonly DoctorCheck[]>(gateway.doctor);
  const life = useToldOfPolicy<PolicyLifeView>(gateway.policy);
  if (status === null) return <p role="status">Waiting for the gateway…</p>;
  const lines = whatHolds({
    status,
    checks: found?.ok === true ? found.value : [],
    life: life?.ok === true ? life.value : null,
    origin: location.origin,
  });
  return (
    <>
      <p role="status" className={styles['fine']}>
        {found === null
          ? 'Looking at this machine…'
          : 'Each line is what the gateway found, with a command that shows it without this app.'}
      </p>
      {[found, life].map((told, at) =>
        told?.ok === false ? <FailureText key={at} error={told.error} /> : null,
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
            <Untrusted text={sentence} limit={400} />
          </p>
        ))}
        <p className={styles['fine']}>
          Check it yourself: <code>{check}</code>
        </p>
      </div>
    </li>
  );
}

type Log = { readonly figures: AskedFigures; readonly tasks: number; readonly isPart: boolean };

const readLog = async (signal: AbortSignal): Promise<Result<Log>> => {
  const [questions, tasks] = await Promise.all([
    gateway.audit({ q: QUESTIONS, limit: MOST_ROWS }, signal),
    gateway.audit({ q: `type:task.started ${SINCE}`, limit: 1 }, signal),
  ]);
  if (!questions.ok) return questions;
  if (!tasks.ok) return tasks;
  const { rows, total }: AuditAnswer = questions.value;
  return {
    ok: true,
    value: { figures: askedFigures(rows), tasks: tasks.value.total, isPart: total > rows.length },
  };
};

function Asked() {
  const log = useOnce<Log>(readLog);
  if (log === null) return <p role="status">Reading the log…</p>;
  if (!log.ok) return <Failed error={log.error} />;
  const { figures, tasks, isPart } = log.value;
  const { asked, answered, atOnce, rules } = figures;
  return (
    <>
      <p role="status">
        {counted(asked, 'question')} in {counted(tasks, 'task')}
        {tasks === 0 ? '' : `: ${(asked / tasks).toFixed(1)} a task`}.{' '}
        {answered === 0
          ? 'Nobody answered one yet.'
          : `${number(atOnce)} of ${counted(answered, 'answer')} came within a second: ${Math.round((100 * atOnce) / answered)} %.`}
      </p>
      {isPart ? (
        <p>Only the newest {number(MOST_ROWS)} entries of questions and answers are counted.</p>
      ) : null}
      {atOnce * 2 > answered && answered >= MOST_AN_HOUR ? (
        <p className={styles['warn']}>
          Most answers came before the question can have been read. Rules that ask less often are read more
          closely.
        </p>
      ) : null}
      {rules.length === 0 ? null : (
        <div className={styles['scroller']} role="region" aria-label="By rule" tabIndex={0}>
          <table className={styles['table']}>
            <thead>
              <tr>
                <th scope="col">Rule</th>
                <th scope="col">asked</th>
                <th scope="col">allowed</th>
                <th scope="col">refused</th>
                <th scope="col">time to answer</th>
              </tr>
            </thead>
            <tbody>
              {rules.map((rule) => (
                <Rule key={rule.rule} rule={rule} />
              ))}
            </tbody>
          </table>
        </div>
      )}
      <p className={styles['fine']}>
        Reading the log for this is an entry of it. Check it yourself:{' '}
        <code>ghost audit query &apos;{QUESTIONS}&apos;</code>, or{' '}
        <a href={addressOf({ view: 'audit', query: QUESTIONS })}>these entries in the log</a>.
      </p>
    </>
  );
}

function Rule({
  rule: { rule, asked, allowed, refused, answerMs, mostAnHour, requestId },
}: {
  rule: RuleFigures;
}) {
  const middle = median(answerMs);
  return (
    <tr>
      <th scope="row">
        <Untrusted text={rule} limit={200} />
        {mostAnHour > MOST_AN_HOUR ? (
          <p className={styles['warn']}>
            It asked {number(mostAnHour)} times within an hour.{' '}
            {requestId === null ? null : (
              <a href={addressOf({ view: 'policy', tab: 'text', from: requestId })}>
                Draft a narrower rule from the newest
              </a>
            )}
          </p>
        ) : null}
      </th>
      <td>{number(asked)}</td>
      <td>{number(allowed)}</td>
      <td>{number(refused)}</td>
      <td>{middle === null ? '–' : middle < AT_ONCE_MS ? 'under 1 s' : duration(middle)}</td>
    </tr>
  );
}

const Failed = ({ error }: { error: Failure }) => (
  <div role="alert">
    <FailureText error={error} />
  </div>
);
