// What the check says, worst first, each with the way to its line.
import { lineOfRule } from './rule-ids.ts';
import { addressOf, type PolicyLine } from '#ui/app/state/route.ts';
import type { PolicyFileView } from '#gateway/protocol/views/policy.ts';
import type { Finding } from '#policy/tools/lint/model/finding.ts';
import { Chip, Untrusted } from '#ui/app/parts/parts.tsx';
import styles from './policy-editor.module.css';
import { counted, type Word } from '#ui/app/parts/words.ts';

const LEVEL: Readonly<Record<Finding['level'], Word>> = {
  error: { text: 'error', tone: 'bad' },
  warning: { text: 'warning', tone: 'warn' },
  note: { text: 'note', tone: 'plain' },
};
const RANK = { error: 0, warning: 1, note: 2 } as const;
const MAX_FINDINGS_SHOWN = 50;

export function PolicyFindings(props: {
  readonly findings: readonly Finding[];
  readonly own: string;
  readonly onGo: (line: number, column: number) => void;
}) {
  const sorted = props.findings.toSorted((a, b) => RANK[a.level] - RANK[b.level]);
  return (
    <details className={styles['panel']} open={sorted.some(({ level }) => level === 'error')}>
      <summary>
        <h3>Findings</h3> {counted(sorted.length, 'finding')}
      </summary>
      <ul className={styles['findings']}>
        {sorted.slice(0, MAX_FINDINGS_SHOWN).map((finding, index) => (
          <li key={index}>
            <Chip word={LEVEL[finding.level]} />{' '}
            {finding.span.file === props.own ? (
              <button
                type="button"
                className={styles['go']}
                onClick={() => props.onGo(finding.span.line, finding.span.column)}
              >
                line {finding.span.line}
              </button>
            ) : (
              <span>
                <Untrusted text={`${finding.span.file}:${finding.span.line}`} />
              </span>
            )}{' '}
            <Untrusted text={finding.message} limit={400} />
            {finding.help === undefined ? null : (
              <span className={styles['help']}>
                <Untrusted text={finding.help} limit={400} />
              </span>
            )}
          </li>
        ))}
      </ul>
      {sorted.length > MAX_FINDINGS_SHOWN ? (
        <p>{counted(sorted.length - MAX_FINDINGS_SHOWN, 'more finding')}</p>
      ) : null}
    </details>
  );
}

/** What an address points at and is not there. INVARIANT: nothing else is shown as if it were it. */
type NotThereGiven = {
  readonly files: readonly PolicyFileView[];
  /** As it stands in the editor; `null`: it cannot be read. */
  readonly textOf: (file: PolicyFileView) => string | null;
  readonly rule: string | null;
  readonly at: PolicyLine | null;
};

export function NotThere(given: NotThereGiven) {
  const words = missing(given);
  if (words === null) return null;
  return (
    <div role="status" className={styles['hint']}>
      <p>{words}</p>
      <p>
        What was in force before is under <a href={addressOf({ view: 'policy', tab: 'history' })}>History</a>;
        what decided an act stands in its entry of the{' '}
        <a href={addressOf({ view: 'audit', query: '' })}>audit log</a>.
      </p>
    </div>
  );
}

function missing({ files, textOf, rule, at }: NotThereGiven) {
  if (at !== null) {
    const file = files.find(({ name }) => name === at.file);
    if (file === undefined)
      return (
        <>
          The policy in force has no document <Untrusted text={`“${at.file}”`} limit={200} />: it was renamed,
          or is no part of it any more. Its documents are below.
        </>
      );
    const lines = textOf(file)?.split('\n').length ?? 0;
    return at.line <= lines ? null : (
      <>
        <Untrusted text={`“${at.file}”`} limit={200} /> has {lines} lines now: there is no line {at.line}.
      </>
    );
  }
  if (rule === null || files.some((file) => lineOfRule(textOf(file) ?? '', rule) !== null)) return null;
  return (
    <>
      No document of the policy has an entry <Untrusted text={`“${rule}”`} limit={200} />: it was renamed, or
      taken out.
    </>
  );
}
