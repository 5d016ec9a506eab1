// One query string: the same one that the CLI, the address and the export take. The buttons only write into it.
import { Search } from 'lucide-react';
import { useRef } from 'react';
import { Button } from '#ui/app/parts/button.tsx';
import styles from './audit-filter.module.css';

const QUICK = [
  { label: 'Stopped', token: 'is:stopped' },
  { label: 'You allowed', token: 'is:you-allowed' },
  { label: 'You refused', token: 'is:you-refused' },
  { label: 'Asked', token: 'type:consent.asked' },
  { label: 'Answers', token: 'type:consent.answered' },
  { label: 'Outcomes', token: 'type:act.outcome' },
  { label: 'Connections', token: 'type:connection' },
  { label: 'Without reads of the log', token: '-type:audit.read' },
] as const;

type Props = {
  readonly text: string;
  /** It may go on. */
  readonly onType: (text: string) => void;
  /** It is whole. */
  readonly onAsk: (text: string) => void;
};

export function AuditFilter({ text, onType, onAsk }: Props) {
  const field = useRef<HTMLInputElement>(null);
  const tokens = text.split(/\s+/u).filter((token) => token !== '');
  const toggle = (token: string): void => {
    // Two values of one key never match together: the new one takes the old one's place.
    const key = `${token.split(':', 1)[0] ?? ''}:`;
    const rest = tokens.filter((held) => !held.startsWith(key));
    onAsk((tokens.includes(token) ? rest : [...rest, token]).join(' '));
  };
  // Its button leaves with it: the keyboard goes on in the field.
  const clear = (): void => {
    onAsk('');
    field.current?.focus();
  };
  return (
    <search className={styles['filter']}>
      <div className={styles['field']}>
        <Search size={16} aria-hidden="true" />
        <label className="visually-hidden" htmlFor="audit-query">
          Filter the log
        </label>
        <input
          ref={field}
          id="audit-query"
          type="text"
          value={text}
          autoComplete="off"
          autoCapitalize="none"
          spellCheck={false}
          placeholder="is:stopped where:shop.test since:2026-01-01 words"
          aria-describedby="audit-query-help"
          onChange={(event) => onType(event.target.value)}
          onKeyDown={({ key }) => (key === 'Enter' ? onAsk(text) : undefined)}
        />
      </div>
      <div className={styles['quick']} role="group" aria-label="Quick filters">
        {QUICK.map(({ label, token }) => (
          <Button key={token} aria-pressed={tokens.includes(token)} onClick={() => toggle(token)}>
            {label}
          </Button>
        ))}
        {text === '' ? null : (
          <Button look="quiet" onClick={clear}>
            Clear
          </Button>
        )}
      </div>
      <p id="audit-query-help" className={styles['help']}>
        Keys: <code>is</code> (allowed, you-allowed, you-refused, stopped, failed), <code>type</code>,{' '}
        <code>verdict</code>, <code>task</code>, <code>request</code>, <code>who</code>, <code>what</code>,{' '}
        <code>where</code>, <code>why</code>, <code>outcome</code>, <code>since</code>, <code>until</code>,{' '}
        <code>seq</code>. A <code>-</code> before a word leaves out what has it; <code>none</code> is an empty
        field; other words are searched for. The command line takes the same.
      </p>
    </search>
  );
}
