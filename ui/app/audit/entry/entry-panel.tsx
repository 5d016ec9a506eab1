// One entry beside the list: who, what, where, when, why and what came of it; its act, its rules as they were then, its text and its
// hashes. Read-only. INVARIANT: where it covers the list the keyboard is on it when it opens.
import { ChevronDown, ChevronUp, X } from 'lucide-react';
import { useEffect, useRef, type ReactNode } from 'react';
import { boundaryWordOf, boundaryWordOfAll, sinceDecided } from '#gateway/protocol/boundary-word.ts';
import type { AuditRow, EntryView, RuleThen } from '#gateway/protocol/views/audit.ts';
import { Button } from '#ui/app/parts/button.tsx';
import { Chip, FailureText, Untrusted } from '#ui/app/parts/parts.tsx';
import { BOUNDARY, clock, day, duration, number, shortReason } from '#ui/app/parts/words.ts';
import { addressOfTask } from '#ui/app/state/route.ts';
import { addressOfAsked } from './asked-again.ts';
import { EntryProof } from './entry-proof.tsx';
import styles from './entry-panel.module.css';
import { useEntry } from './use-entry.ts';

type Props = {
  readonly seq: number;
  /** What the list holds of it already. */
  readonly row: AuditRow | null;
  readonly onOpen: (seq: number) => void;
  readonly onClose: () => void;
};

export function EntryPanel({ seq, row: listed, onOpen, onClose }: Props) {
  const read = useEntry(seq);
  const view = read?.ok === true ? read.value : null;
  const row = view?.row ?? listed;
  const panel = useRef<HTMLElement>(null);
  useEffect(() => {
    // Beside it, the list's keys go on.
    const isAlone = getComputedStyle(panel.current ?? document.body).position === 'fixed';
    if (isAlone || document.activeElement?.closest('[role="row"]') === null) panel.current?.focus();
  }, []);
  return (
    <section ref={panel} className={styles['panel']} aria-label={`Entry ${seq}`} tabIndex={-1}>
      <header className={styles['head']}>
        <h2 className={styles['title']}>Entry {number(seq)}</h2>
        <Neighbour name="Before it in its task" icon={ChevronUp} seq={view?.before ?? null} onOpen={onOpen} />
        <Neighbour name="After it in its task" icon={ChevronDown} seq={view?.after ?? null} onOpen={onOpen} />
        <Button icon={X} look="quiet" onClick={onClose}>
          Close
        </Button>
      </header>
      {row === null ? (
        <p role="status">Reading the entry…</p>
      ) : (
        <Questions row={row} act={view?.act ?? [row]} />
      )}
      {read?.ok === false ? (
        <div role="alert">
          <FailureText error={read.error} />
        </div>
      ) : null}
      {view === null ? null : <Whole view={view} onOpen={onOpen} />}
    </section>
  );
}

type NeighbourProps = {
  readonly name: string;
  readonly icon: typeof ChevronUp;
  readonly seq: number | null;
  readonly onOpen: (seq: number) => void;
};

function Neighbour({ name, icon, seq, onOpen }: NeighbourProps) {
  return (
    <Button
      icon={icon}
      look="quiet"
      aria-label={name}
      aria-disabled={seq === null}
      onClick={() => (seq === null ? undefined : onOpen(seq))}
    />
  );
}

/** The six questions, of the whole act. */
function Questions({ row, act }: { row: AuditRow; act: readonly AuditRow[] }) {
  // A page that changed: it was decided once more.
  const lead = act.findLast(({ type }) => type === 'decision') ?? row;
  const last = sinceDecided(act);
  const answer = last.findLast(({ type }) => type === 'consent.answered');
  const asked = last.findLast(({ type }) => type === 'consent.asked');
  const word = last.some(({ type }) => type === 'authorization.refused')
    ? boundaryWordOfAll(last)
    : (boundaryWordOf(answer ?? row) ?? boundaryWordOf(lead));
  const outcome = last.findLast((one) => one.outcome !== null && one.type !== 'consent.answered')?.outcome;
  return (
    <dl className={styles['fields']}>
      <Field name="Who">
        <Untrusted text={lead.who} />
        {row.taskId === null ? null : (
          <>
            {', '}
            <a href={addressOfTask(row.taskId)}>for this task</a>
          </>
        )}
      </Field>
      <Field name="What">
        <Untrusted text={lead.what} />
      </Field>
      <Field name="Where">{lead.where === '' ? 'nowhere' : <Untrusted text={lead.where} />}</Field>
      <Field name="When">
        {clock(row.at)}, {day(row.at)} <code className={styles['fine']}>{row.at}</code>
      </Field>
      <Field name="Why">
        {word === null ? null : <Chip word={BOUNDARY[word]} />}{' '}
        {lead.why === '' ? null : <Untrusted text={shortReason(lead.why)} />}
        {answer === undefined ? null : (
          <p>
            Answered by <Untrusted text={answer.who} />
            {asked === undefined ? '' : ` after ${duration(Date.parse(answer.at) - Date.parse(asked.at))}`}.
          </p>
        )}
      </Field>
      <Field name="Came of it">
        {outcome === undefined || outcome === null ? (
          'nothing is logged'
        ) : (
          <Untrusted text={outcome.toLowerCase().replaceAll('_', ' ')} />
        )}
      </Field>
    </dl>
  );
}

function Field({ name, children }: { readonly name: string; readonly children: ReactNode }) {
  return (
    <div className={styles['field']}>
      <dt>{name}</dt>
      <dd>{children}</dd>
    </div>
  );
}

function Whole({ view, onOpen }: { view: EntryView; onOpen: (seq: number) => void }) {
  const { row, act, rules, text, previous, details } = view;
  const asked = addressOfAsked(details, row.verdict);
  return (
    <>
      {asked === null ? null : (
        <p>
          <a href={asked}>Ask the policy in force about it</a>
        </p>
      )}
      {rules.map((rule) => (
        <RuleText key={`${rule.name} ${rule.line}`} rule={rule} />
      ))}
      {act.length < 2 ? null : (
        <section aria-label="Entries of this act">
          <h3>Entries of this act</h3>
          <ul className={styles['act']}>
            {act.map((one) => (
              <li key={one.seq}>
                <button
                  type="button"
                  aria-current={one.seq === row.seq ? 'true' : undefined}
                  onClick={() => onOpen(one.seq)}
                >
                  {number(one.seq)} · {clock(one.at)} · {one.type}
                  {one.outcome === null ? '' : ` · ${one.outcome.toLowerCase().replaceAll('_', ' ')}`}
                </button>
              </li>
            ))}
          </ul>
        </section>
      )}
      <EntryProof key={row.seq} seq={row.seq} />
      <details className={styles['text']}>
        <summary>The text that is hashed</summary>
        {/* oxlint-disable-next-line jsx-a11y/no-noninteractive-tabindex -- it scrolls */}
        <pre tabIndex={0}>
          <Untrusted text={pretty(text)} lines />
        </pre>
      </details>
      <dl className={styles['hashes']}>
        <dt>Hash</dt>
        <dd>{row.hash}</dd>
        <dt>Hash of the entry before</dt>
        <dd>{previous}</dd>
      </dl>
    </>
  );
}

/** In lines; what is hashed has none. */
function pretty(text: string): string {
  try {
    return JSON.stringify(JSON.parse(text), null, 2);
  } catch {
    return text;
  }
}

function RuleText({ rule: { name, file, line, lines, from } }: { rule: RuleThen }) {
  return (
    <section aria-label={`Rule ${name}`} className={styles['rule']}>
      <h3>
        {name}, line {line} of {file.split('/').at(-1)}
        {lines === null ? '' : ', as it was then'}
      </h3>
      {lines === null ? (
        <p className={styles['fine']}>This policy’s text is not kept here any more.</p>
      ) : (
        // oxlint-disable-next-line jsx-a11y/no-noninteractive-tabindex -- it scrolls
        <pre tabIndex={0}>
          {lines.map((text, index) => (
            <span key={from + index} className={styles['line']} data-named={from + index === line}>
              <span className={styles['number']}>{from + index}</span>
              {from + index === line ? <mark>{text}</mark> : text}
              {'\n'}
            </span>
          ))}
        </pre>
      )}
    </section>
  );
}
