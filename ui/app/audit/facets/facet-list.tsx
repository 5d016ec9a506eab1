// What the entries that match have in common, with counts: one press narrows the query to a value, another one widens it again.
import type { AuditFacets, FacetKey } from '#gateway/protocol/views/audit.ts';
import { BOUNDARY_WORDS, type BoundaryWord } from '#gateway/protocol/boundary-word.ts';
import { FACET_KEYS } from '#gateway/protocol/views/audit.ts';
import { Untrusted } from '#ui/app/parts/parts.tsx';
import { BOUNDARY, number } from '#ui/app/parts/words.ts';
import { useWorld } from '#ui/app/state/store.ts';
import styles from './facet-list.module.css';
import { hasWord, toggled, wordOf } from './query-text.ts';

const NAMES: Readonly<Record<FacetKey, string>> = {
  is: 'What became of it',
  who: 'Who',
  why: 'Rule',
  where: 'Site',
  type: 'Kind of entry',
  task: 'Task',
};

type Props = {
  readonly facets: AuditFacets;
  readonly query: string;
  readonly onAsk: (query: string) => void;
};

export function FacetList({ facets, query, onAsk }: Props) {
  return (
    <div className={styles['facets']}>
      {FACET_KEYS.map((key) => (
        <Facet key={key} name={key} values={facets.values[key]} query={query} onAsk={onAsk} />
      ))}
    </div>
  );
}

type FacetProps = {
  readonly name: FacetKey;
  readonly values: AuditFacets['values'][FacetKey];
  readonly query: string;
  readonly onAsk: (query: string) => void;
};

function Facet({ name, values, query, onAsk }: FacetProps) {
  const most = Math.max(1, ...values.map(({ count }) => count));
  if (values.length === 0) return null;
  return (
    <section role="group" aria-label={NAMES[name]}>
      <h2 className={styles['name']} aria-hidden="true">
        {NAMES[name]}
      </h2>
      <ul>
        {values.map(({ value, count }) => (
          <li key={value}>
            <button
              type="button"
              className={styles['value']}
              aria-pressed={hasWord(query, wordOf(name, value))}
              onClick={() => onAsk(toggled(query, name, value))}
            >
              <span className={styles['text']}>
                <ValueText name={name} value={value} />
              </span>
              <span className={styles['count']}>{number(count)}</span>
              <span
                className={styles['share']}
                style={{ width: `${(count / most) * 100}%` }}
                aria-hidden="true"
              />
            </button>
          </li>
        ))}
      </ul>
    </section>
  );
}

const isBoundaryWord = (value: string): value is BoundaryWord =>
  BOUNDARY_WORDS.some((word) => word === value);

function ValueText({ name, value }: { name: FacetKey; value: string }) {
  const intent = useWorld((world) =>
    name === 'task' ? (world.tasks.find(({ id }) => id === value)?.intent ?? null) : null,
  );
  if (name === 'is' && isBoundaryWord(value)) return <>{BOUNDARY[value].text}</>;
  return <Untrusted text={intent ?? value} limit={80} />;
}
