// One query string: the same one that the CLI, the address and the export take. The buttons only write into it.
import { Search } from 'lucide-react';
import { useMemo, useRef, type ReactNode } from 'react';
import { BOUNDARY_WORDS } from '#gateway/protocol/boundary-word.ts';
import { FACET_KEYS, QUERY_KEYS, type AuditFacets } from '#gateway/protocol/views/audit.ts';
import { Button } from '#ui/app/parts/button.tsx';
import styles from './audit-filter.module.css';
import { wordOf, wordsOf } from './facets/query-text.ts';
import { SAVED_VIEWS } from './saved-views.ts';

type Props = {
  readonly text: string;
  /** Its values are offered while a word is typed. */
  readonly facets: AuditFacets | null;
  /** It may go on. */
  readonly onType: (text: string) => void;
  /** It is whole. */
  readonly onAsk: (text: string) => void;
};

export function AuditFilter({ text, facets, onType, onAsk }: Props) {
  const field = useRef<HTMLInputElement>(null);
  const offers = useMemo(() => offersFor(text, facets), [text, facets]);
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
          list="audit-query-offers"
          autoComplete="off"
          autoCapitalize="none"
          spellCheck={false}
          placeholder="is:stopped where:shop.test since:2026-01-01 words"
          aria-describedby="audit-query-help"
          onChange={(event) => onType(event.target.value)}
          onKeyDown={({ key }) => (key === 'Enter' ? onAsk(text) : undefined)}
        />
        <datalist id="audit-query-offers">
          {offers.map((offer) => (
            <option key={offer} value={offer} />
          ))}
        </datalist>
        {text === '' ? null : (
          <Button look="quiet" onClick={clear}>
            Clear
          </Button>
        )}
      </div>
      <div className={styles['views']} role="group" aria-label="Saved views">
        {SAVED_VIEWS.map(({ name, query }) => (
          <Button
            key={query}
            aria-pressed={text === query}
            onClick={() => onAsk(text === query ? '' : query)}
          >
            {name}
          </Button>
        ))}
      </div>
      <details className={styles['help']}>
        <summary>How to ask</summary>
        <p id="audit-query-help">
          All words must hold. A <code>-</code> before a word leaves out what has it; words without a key are
          searched for. The command line takes the same: <code>ghost audit query</code>.
        </p>
        <dl>
          {Object.entries(QUERY_KEYS).map(([key, help]) => (
            <div key={key}>
              <dt>
                <code>{key}:</code>
              </dt>
              <dd>{codeIn(help)}</dd>
            </div>
          ))}
        </dl>
      </details>
    </search>
  );
}

/** Words between back-ticks are code. */
const codeIn = (text: string): readonly ReactNode[] =>
  text.split('`').map((part, index) => (index % 2 === 0 ? part : <code key={index}>{part}</code>));

/** Whole queries, with the last word carried on: a key, or a value that this key has among what matches. */
function offersFor(text: string, facets: AuditFacets | null): readonly string[] {
  const last = /\s$/u.test(text) ? '' : (wordsOf(text).at(-1) ?? '');
  const before = text.slice(0, text.length - last.length);
  const minus = last.startsWith('-') ? '-' : '';
  const [key = ''] = last.slice(minus.length).split(':', 1);
  if (!last.includes(':')) {
    const keys = Object.keys(QUERY_KEYS).filter((known) => known.startsWith(key.toLowerCase()));
    return keys.map((known) => `${before}${minus}${known}:`);
  }
  const known = FACET_KEYS.find((one) => one === key.toLowerCase());
  if (known === undefined) return [];
  const values = known === 'is' ? BOUNDARY_WORDS : (facets?.values[known].map(({ value }) => value) ?? []);
  return values.map((value) => `${before}${minus}${wordOf(known, value)}`);
}
