// The requests of the last hours or days, decided again by what a person is writing: how many would be decided otherwise, and which.
// INVARIANT: the log is read when somebody asks for it, since that is an entry of its own; what cannot be told again is counted, not guessed.
import { useEffect, useMemo, useState } from 'react';
import {
  LOG_RANGES,
  type LogRange,
  type PolicyFileView,
  type RecentGates,
} from '#gateway/protocol/views/policy.ts';
import type { Result } from '#policy/language/failure.ts';
import { Button } from '#ui/app/parts/button.tsx';
import { Chip, FailureText, Untrusted } from '#ui/app/parts/parts.tsx';
import { counted, number, VERDICT } from '#ui/app/parts/words.ts';
import { CAPABILITY } from '#ui/app/policy/editor/capability-words.ts';
import { Choice } from '#ui/app/policy/editor/choice.tsx';
import type { AgainAnswer, AgainQuestion, NamedText } from '#ui/app/policy/editor/policy-check.ts';
import { usePolicyCheck } from '#ui/app/policy/editor/use-policy-check.ts';
import { gateway } from '#ui/app/state/api.ts';
import { addressOf } from '#ui/app/state/route.ts';
import { DraftChoice } from './draft-choice.tsx';
import { useDraftTexts } from './use-look.ts';
import styles from './policy-tabs.module.css';

const RANGE: Readonly<Record<LogRange, string>> = { '24h': 'the last 24 hours', '7d': 'the last 7 days' };
const MAX_GROUPS_SHOWN = 100;

export function RangeAgain({ files }: { readonly files: readonly PolicyFileView[] }) {
  const draft = useDraftTexts(files);
  return (
    <section className={styles['tab']} aria-labelledby="policy-range">
      <h2 id="policy-range">What your draft would have decided</h2>
      <DraftChoice files={files} className={styles['field']} />
      {draft === null ? (
        <p className={styles['hint']}>
          There is no draft. <a href={addressOf({ view: 'policy', tab: 'text' })}>Change the text</a>, then
          see here which requests of the last days it would have decided otherwise.
        </p>
      ) : (
        <Range draft={draft} />
      )}
    </section>
  );
}

type Read = { readonly range: LogRange; readonly gates: Result<RecentGates> };

function Range({ draft }: { readonly draft: readonly NamedText[] }) {
  const [range, setRange] = useState<LogRange>('24h');
  const [wanted, setWanted] = useState<LogRange | null>(null);
  const [read, setRead] = useState<Read | null>(null);
  useEffect(() => {
    if (wanted === null) return undefined;
    const gone = new AbortController();
    void gateway.policyRange(wanted, gone.signal).then((gates) => {
      if (gone.signal.aborted) return;
      setRead({ range: wanted, gates });
      setWanted(null);
    });
    return () => gone.abort();
  }, [wanted]);
  const gates = read?.gates.ok === true ? read.gates.value : null;
  const question = useMemo(
    (): AgainQuestion | null => (gates === null ? null : { draft, again: gates.gates }),
    [draft, gates],
  );
  const { answer, error, stale } = usePolicyCheck(question);
  return (
    <>
      <div className={styles['inline']}>
        <Choice
          label="Requests of"
          of={LOG_RANGES}
          words={RANGE}
          value={range}
          onChange={(one) => setRange(one ?? range)}
          className={styles['field']}
        />
        <Button aria-disabled={wanted !== null} onClick={() => setWanted(range)}>
          Decide them again
        </Button>
      </div>
      {read?.gates.ok === false ? (
        <div role="alert">
          <FailureText error={read.gates.error} />
        </div>
      ) : null}
      {error === null || gates === null ? null : (
        <div role="alert">
          <FailureText error={error} />
        </div>
      )}
      <div role="status">
        {wanted !== null ? <p>Reading the log…</p> : null}
        {wanted === null && gates !== null && stale ? <p>Deciding them again…</p> : null}
        {wanted !== null || read === null || gates === null || stale || answer === null ? null : (
          <Summary range={read.range} gates={gates} answer={answer} />
        )}
      </div>
      {wanted !== null || gates === null || stale || answer === null ? null : (
        <Changes changes={answer.changes} />
      )}
    </>
  );
}

type SummaryGiven = {
  readonly range: LogRange;
  readonly gates: RecentGates;
  readonly answer: AgainAnswer;
};

function Summary({ range, gates: { unread, isCut = false }, answer }: SummaryGiven) {
  const requests = `${isCut ? 'the newest ' : ''}${counted(answer.gates, 'request')} of ${RANGE[range]}`;
  const changed = answer.changes.reduce((sum, { times }) => sum + times, 0);
  return (
    <>
      <p className={styles['answer']}>
        {answer.gates === 0
          ? `No request of ${RANGE[range]} can be decided again.`
          : changed === 0
            ? `${isCut ? 'All of ' : 'All '}${requests} would be decided as they were.`
            : `${number(changed)} of ${requests} would be decided otherwise.`}
      </p>
      {answer.open === 0 ? null : (
        <p className={styles['hint']}>
          {counted(answer.open, 'request')} more may be decided either way: the log keeps too little of them.
        </p>
      )}
      {unread === 0 ? null : (
        <p className={styles['hint']}>
          {counted(unread, 'entry', 'entries')} of that time could not be decided again.
        </p>
      )}
      {isCut ? (
        <p className={styles['hint']}>These are the newest ones; there are more than are decided at once.</p>
      ) : null}
    </>
  );
}

const WORDS: Readonly<Record<string, string>> = CAPABILITY;

function Changes({ changes }: { readonly changes: AgainAnswer['changes'] }) {
  if (changes.length === 0) return null;
  return (
    <>
      <ul className={styles['changes']} aria-label="Requests that would be decided otherwise">
        {changes
          .slice(0, MAX_GROUPS_SHOWN)
          .map(({ from, to, direction, capability, host, times, places }) => (
            <li key={`${from}${to}${capability}${host}`}>
              <span className={styles['what']}>
                {WORDS[capability] ?? capability.toLowerCase().replaceAll('_', ' ')}
                {host === '' ? null : (
                  <>
                    {' '}
                    at <Untrusted text={host} limit={100} />
                  </>
                )}
                , {counted(times, 'time')}
              </span>
              <span className={styles['turn']}>
                <Chip word={VERDICT[from]} />
                <span aria-hidden="true">→</span>
                <span className="visually-hidden">until now, then</span>
                <Chip word={VERDICT[to]} />
              </span>
              <span className={styles['entries']}>
                {direction === 'LOOSENED' ? 'loosened' : 'tightened'}:{' '}
                {places.map((place) => (
                  <Entry key={place} place={place} />
                ))}
                {times > places.length ? `and ${number(times - places.length)} more` : null}
              </span>
            </li>
          ))}
      </ul>
      {changes.length > MAX_GROUPS_SHOWN ? (
        <p className={styles['hint']}>{counted(changes.length - MAX_GROUPS_SHOWN, 'more kind')} of request</p>
      ) : null}
    </>
  );
}

/** `entry 17` as the way to it. */
function Entry({ place }: { readonly place: string }) {
  const seq = /^entry ([1-9]\d{0,14})$/u.exec(place)?.[1];
  return seq === undefined ? (
    <span>{place}</span>
  ) : (
    <a className={styles['entry']} href={addressOf({ view: 'audit', query: '', seq: Number(seq) })}>
      {place}
    </a>
  );
}
