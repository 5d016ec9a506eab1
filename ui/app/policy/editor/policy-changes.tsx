// Changes of decisions as a table: the direction in words and as a mark, what, for which requests, and one of them.
import { ArrowDownToLine, ArrowUpFromLine, Equal, type LucideIcon } from 'lucide-react';
import { Untrusted } from '#ui/app/parts/parts.tsx';
import styles from './policy.module.css';

export type ChangeRow = {
  readonly direction: 'LOOSENED' | 'TIGHTENED' | 'CHANGED';
  readonly what: string;
  readonly capabilities: readonly string[];
  readonly where: string;
  readonly classes: string;
  readonly before?: readonly string[];
  readonly after?: readonly string[];
  readonly witness?: Readonly<Record<string, unknown>>;
};

const MARKS: Readonly<Record<ChangeRow['direction'], { readonly icon: LucideIcon; readonly word: string }>> =
  {
    LOOSENED: { icon: ArrowUpFromLine, word: 'loosened' },
    TIGHTENED: { icon: ArrowDownToLine, word: 'tightened' },
    CHANGED: { icon: Equal, word: 'otherwise named' },
  };

export function ChangeTable({ caption, rows }: { caption: string; rows: readonly ChangeRow[] }) {
  if (rows.length === 0) return null;
  return (
    <ul className={styles['changes']} aria-label={caption}>
      {rows.map((row, index) => {
        const { icon: Icon, word } = MARKS[row.direction];
        return (
          <li className={styles['change']} data-direction={row.direction} key={index}>
            <span className={styles['direction']}>
              <Icon size={14} aria-hidden="true" /> {word}
            </span>
            <span className={styles['what']}>{row.what.replaceAll('->', '→')}</span>
            <span className={styles['where']}>
              {row.capabilities.length > 4
                ? `${row.capabilities.slice(0, 4).join(', ')} and ${row.capabilities.length - 4} more`
                : row.capabilities.join(', ')}
              {row.where === '' ? '' : ': '}
              <Untrusted text={row.where} limit={300} />
            </span>
            <span className={styles['count']}>{row.classes}</span>
            {row.before === undefined && row.witness === undefined ? null : (
              <details className={styles['more']}>
                <summary>Decided by, and a request of these</summary>
                <p>
                  <Untrusted text={`${row.before?.join(', ') ?? ''} → ${row.after?.join(', ') ?? ''}`} />
                </p>
                <p>
                  <code>
                    <Untrusted text={JSON.stringify(row.witness)} limit={1000} />
                  </code>
                </p>
              </details>
            )}
          </li>
        );
      })}
    </ul>
  );
}
