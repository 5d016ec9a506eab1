// The way to every view: a rail at the side, a bar below where there is no room. INVARIANT: the inbox is in reach at every size, with
// the number of questions that wait.
import {
  BookCheck,
  Ellipsis,
  Inbox,
  KeyRound,
  ListTodo,
  ScrollText,
  ShieldCheck,
  SlidersHorizontal,
  type LucideIcon,
} from 'lucide-react';
import { useEffect, useState } from 'react';
import { number } from '#ui/app/parts/words.ts';
import { addressOf, type Route } from '#ui/app/state/route.ts';
import { useWorld, waitingFor } from '#ui/app/state/store.ts';
import styles from './rail.module.css';
import { TITLES } from './titles.ts';

type Entry = { readonly to: Route; readonly icon: LucideIcon };

/** What stands in the bar at any size; the others are under *More* where it is narrow. */
const FIRST: readonly Entry[] = [
  { to: { view: 'tasks', at: null }, icon: ListTodo },
  { to: { view: 'inbox' }, icon: Inbox },
  { to: { view: 'results', query: '' }, icon: BookCheck },
  { to: { view: 'audit', query: '' }, icon: ScrollText },
];
const MORE: readonly Entry[] = [
  { to: { view: 'policy', tab: 'text' }, icon: ShieldCheck },
  { to: { view: 'grants' }, icon: KeyRound },
  { to: { view: 'settings' }, icon: SlidersHorizontal },
];

/** What a view is a part of. */
const PARTS: Partial<Record<Route['view'], Route['view']>> = {
  task: 'tasks',
  result: 'results',
  trust: 'settings',
};

export function Rail({ current }: { current: Route['view'] }) {
  const waiting = useWorld(waitingFor);
  const [isOpen, setOpen] = useState(false);

  useEffect(() => {
    if (!isOpen) return undefined;
    const onKey = ({ key }: KeyboardEvent): void => {
      if (key === 'Escape') setOpen(false);
    };
    window.addEventListener('keydown', onKey);
    return () => window.removeEventListener('keydown', onKey);
  }, [isOpen]);

  const entryOf = ({ to, icon }: Entry) => (
    <RailLink
      key={to.view}
      to={to}
      icon={icon}
      current={current}
      count={to.view === 'inbox' ? waiting : 0}
      onGo={() => setOpen(false)}
    />
  );
  return (
    <nav className={styles['rail']} aria-label="Views">
      <ul className={styles['entries']}>{FIRST.map(entryOf)}</ul>
      <button
        type="button"
        className={styles['more']}
        aria-expanded={isOpen}
        aria-controls="more-views"
        data-current={MORE.some(({ to }) => to.view === current)}
        onClick={() => setOpen(!isOpen)}
      >
        <Ellipsis size={20} aria-hidden="true" />
        More
      </button>
      <ul id="more-views" className={styles['others']} data-open={isOpen}>
        {MORE.map(entryOf)}
      </ul>
    </nav>
  );
}

type Given = Entry & { readonly current: Route['view']; readonly count: number; readonly onGo: () => void };

function RailLink({ to, icon: Icon, current, count, onGo }: Given) {
  const isHere = to.view === current;
  return (
    <li>
      <a
        className={styles['link']}
        href={addressOf(to)}
        onClick={onGo}
        aria-current={isHere ? 'page' : to.view === PARTS[current] ? 'true' : undefined}
      >
        <Icon size={20} aria-hidden="true" />
        <span>{TITLES[to.view]}</span>
        {count === 0 ? null : (
          <span className={styles['count']}>
            {number(count)}
            <span className="visually-hidden"> waiting</span>
          </span>
        )}
      </a>
    </li>
  );
}
