// How often a person was asked in the last days, by rule, from the log. INVARIANT: what is left out is said, of a part no ratio is told,
// and a rule that asks too often leads to a draft only where one can be made of it.
import type { AuditAnswer } from '#gateway/protocol/views/audit.ts';
import type { RecentGates } from '#gateway/protocol/views/policy.ts';
import type { Result } from '#policy/language/failure.ts';
import { FailureText, Untrusted } from '#ui/app/parts/parts.tsx';
import { counted, duration, median, number } from '#ui/app/parts/words.ts';
import { useRecentGates } from '#ui/app/policy/editor/use-policy.ts';
import { gateway } from '#ui/app/state/api.ts';
import { addressOf } from '#ui/app/state/route.ts';
import {
  askedFigures,
  AT_ONCE_MS,
  MOST_AN_HOUR,
  type AskedFigures,
  type RuleFigures,
} from './asked-figures.ts';
import styles from './trust.module.css';
import { useLook } from './use-look.ts';

/** As many as one answer of the log holds. */
const MOST_ROWS = 1000;
const QUESTIONS = 'type:consent since:7d';

type Log = { readonly figures: AskedFigures; readonly isPart: boolean };

const readLog = async (signal: AbortSignal): Promise<Result<Log>> => {
  const read = await gateway.audit({ q: QUESTIONS, limit: MOST_ROWS }, signal);
  if (!read.ok) return read;
  const { rows, total }: AuditAnswer = read.value;
  return { ok: true, value: { figures: askedFigures(rows), isPart: total > rows.length } };
};

export function Asked() {
  const { told: log } = useLook<Log>(readLog);
  const rules = log?.ok === true ? log.value.figures.rules : [];
  // Reading them is an entry of the log too: only where a draft may come of it.
  const recent = useRecentGates(rules.some(({ mostAnHour }) => mostAnHour > MOST_AN_HOUR));
  if (log === null) return <p role="status">Reading the log…</p>;
  if (!log.ok)
    return (
      <div role="alert">
        <FailureText error={log.error} />
      </div>
    );
  const { figures, isPart } = log.value;
  const { answered, atOnce } = figures;
  return (
    <>
      <p role="status">
        {askedInWords(figures, isPart)}{' '}
        {answered === 0
          ? 'Nobody answered one yet.'
          : `${number(atOnce)} of ${counted(answered, 'answer')} came within a second: ${Math.round((100 * atOnce) / answered)} %.`}
      </p>
      {isPart ? (
        <p>Only the newest {number(MOST_ROWS)} entries of questions and answers are counted.</p>
      ) : null}
      <LeftOut figures={figures} />
      {atOnce * 2 > answered && answered >= MOST_AN_HOUR ? (
        <p className={styles['warn']}>
          Most answers came before the question can have been read. Rules that ask less often are read more
          closely.
        </p>
      ) : null}
      {recent.error === null ? null : <FailureText error={recent.error} />}
      {rules.length === 0 ? null : <Rules rules={rules} recent={recent.gates} />}
      <p className={styles['fine']}>
        Each reading of the log for this is itself an entry of it. Check it yourself:{' '}
        <code>ghost audit query &apos;{QUESTIONS}&apos;</code>, or{' '}
        <a href={addressOf({ view: 'audit', query: QUESTIONS })}>these entries in the log</a>.
      </p>
    </>
  );
}

function askedInWords({ asked, askers }: AskedFigures, isPart: boolean): string {
  const questions = counted(asked, 'question');
  if (asked === 0 || isPart) return `${questions}.`;
  const from = askers === 1 ? '1 task or tab of an agent' : `${number(askers)} tasks and tabs of agents`;
  return `${questions} from ${from}: ${(asked / askers).toFixed(1)} for each that asked.`;
}

function LeftOut({ figures: { notPut, ofChanges } }: { figures: AskedFigures }) {
  const left = [
    ...(notPut === 0 ? [] : [`${number(notPut)} that no person was asked or answered`]),
    ...(ofChanges === 0 ? [] : [`${number(ofChanges)} about changes of the policy or the settings`]),
  ];
  return left.length === 0 ? null : <p className={styles['fine']}>Left out: {left.join(', and ')}.</p>;
}

type Drawn = { readonly rules: readonly RuleFigures[]; readonly recent: RecentGates | null };

function Rules({ rules, recent }: Drawn) {
  return (
    <div className={styles['scroller']} role="region" aria-label="By rule" tabIndex={0}>
      <table className={styles['table']}>
        <thead>
          <tr>
            <th scope="col">Rule</th>
            <th scope="col">asked</th>
            <th scope="col">allowed</th>
            <th scope="col">refused</th>
            <th scope="col">no answer</th>
            <th scope="col">time to answer</th>
          </tr>
        </thead>
        <tbody>
          {rules.map((rule) => (
            <Rule key={rule.rule} rule={rule} from={draftFrom(rule, recent)} />
          ))}
        </tbody>
      </table>
    </div>
  );
}

/** The newest of its requests of which the editor can make a rule: it is in reach, and it has a site. */
const draftFrom = ({ requestIds }: RuleFigures, recent: RecentGates | null): string | undefined =>
  requestIds.find(
    (id) =>
      recent?.gates.findLast(({ requestId, decision }) => requestId === id && decision === 'ESCALATE')?.facts
        .host,
  );

function Rule({
  rule: { rule, asked, allowed, refused, noAnswer, answerMs, mostAnHour },
  from,
}: {
  rule: RuleFigures;
  from: string | undefined;
}) {
  const middle = median(answerMs);
  return (
    <tr>
      <th scope="row">
        <Untrusted text={rule} limit={200} />
        {mostAnHour > MOST_AN_HOUR ? (
          <p className={styles['warn']}>
            It asked {number(mostAnHour)} times within an hour.{' '}
            {from === undefined ? null : (
              <a href={addressOf({ view: 'policy', tab: 'text', from })}>
                Draft a rule that refuses this kind
              </a>
            )}
          </p>
        ) : null}
      </th>
      <td>{number(asked)}</td>
      <td>{number(allowed)}</td>
      <td>{number(refused)}</td>
      <td>{number(noAnswer)}</td>
      <td>{middle === null ? '–' : middle < AT_ONCE_MS ? 'under 1 s' : duration(middle)}</td>
    </tr>
  );
}
