// One query string: the same one that the CLI, the address and the export take. The buttons only write into it.
import { Search } from 'lucide-react';
import { Button } from '#ui/app/parts/button.tsx';
import styles from './audit-filter.module.css';

const QUICK = [
  { label: 'Denied', token: 'verdict:DENY' },
  { label: 'Asked', token: 'verdict:ESCALATE' },
  { label: 'Answers', token: 'type:consent.answered' },
  { label: 'Outcomes', token: 'type:act.outcome' },
  { label: 'Connections', token: 'type:connection' },
] as const;

type Props = { readonly text: string; readonly onChange: (text: string) => void };

export function AuditFilter({ text, onChange }: Props) {
  const tokens = text.split(/\s+/u).filter((token) => token !== '');
  const toggle = (token: string): void => {
    // Two values of one key never match together: the new one takes the old one's place.
    const key = `${token.split(':', 1)[0] ?? ''}:`;
    const rest = tokens.filter((held) => !held.startsWith(key));
    onChange((tokens.includes(token) ? rest : [...rest, token]).join(' '));
  };
  return (
    <search className={styles['filter']}>
      <div className={styles['field']}>
        <Search size={16} aria-hidden="true" />
        <label className="visually-hidden" htmlFor="audit-query">
          Filter the log
        </label>
        <input
          id="audit-query"
          type="text"
          value={text}
          autoComplete="off"
          autoCapitalize="none"
          spellCheck={false}
          placeholder="type:decision verdict:DENY where:shop.test since:2026-01-01 words"
          aria-describedby="audit-query-help"
          onChange={(event) => onChange(event.target.value)}
        />
      </div>
      <div className={styles['quick']} role="group" aria-label="Quick filters">
        {QUICK.map(({ label, token }) => (
          <Button key={token} aria-pressed={tokens.includes(token)} onClick={() => toggle(token)}>
            {label}
          </Button>
        ))}
        {text === '' ? null : (
          <Button look="quiet" onClick={() => onChange('')}>
            Clear
          </Button>
        )}
      </div>
      <p id="audit-query-help" className="visually-hidden">
        Keys: type, verdict, task, where, who, outcome, since, until. Other words are searched for. The same
        string works in ghost audit query.
      </p>
    </search>
  );
}
