// What the check says, worst first, each with the way to its line.
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
