// The frame of the app: command bar, what runs, the four views, the footer, and the question over all of it.
import { Suspense, lazy, useEffect } from 'react';
import styles from './app.module.css';
import { AuditView } from './audit/audit-view.tsx';
import { Banners } from './frame/banners.tsx';
import { CommandBar } from './frame/command-bar.tsx';
import { ConsentOverlay } from './consent/consent-overlay.tsx';
import { addressOf, useRoute, type Route } from './state/route.ts';
import { OneResult } from './results/one-result.tsx';
import { ResultsView } from './results/results-view.tsx';
import { RunningIndicator } from './frame/running-indicator.tsx';
import { StatusFooter } from './frame/status-footer.tsx';
import { useWorld } from './state/store.ts';
import { TaskFeed } from './feed/task-feed.tsx';
import { isActive } from './parts/words.ts';

/** With its text field and the engine it is as large as the rest: loaded when it is opened. */
const PolicyView = lazy(() => import('./policy/policy-view.tsx'));
/** Nobody needs it for the first page. */
const RunView = lazy(() => import('./feed/run/run-view.tsx'));

const TITLES = {
  tasks: 'Tasks',
  task: 'Task',
  results: 'Results',
  result: 'Result',
  policy: 'Policy',
  audit: 'Audit log',
} as const satisfies Record<Route['view'], string>;

export function App() {
  const route = useRoute();
  const announcement = useWorld((world) => world.announcement);
  const questions = useWorld((world) => world.consents.length);
  const running = useWorld((world) => world.tasks.filter((task) => isActive(task.status)).length);

  useEffect(() => {
    const counts = questions > 0 ? `(${questions} asked) ` : running > 0 ? `(${running}) ` : '';
    document.title = `${counts}${TITLES[route.view]} – Ghost Browser`;
  }, [questions, running, route.view]);

  return (
    <div className={styles['app']}>
      <header className={styles['top']}>
        <div className={styles['bar']}>
          <a className={styles['brand']} href={addressOf({ view: 'tasks' })} aria-label="Ghost Browser">
            <img src={new URL('./ghost.svg', import.meta.url).href} alt="" width="28" height="28" />
          </a>
          <CommandBar />
          <nav className={styles['nav']} aria-label="Views">
            <NavLink to={{ view: 'tasks' }} current={route.view} />
            <NavLink to={{ view: 'results', query: '' }} current={route.view} />
            <NavLink to={{ view: 'policy', tab: 'text' }} current={route.view} />
            <NavLink to={{ view: 'audit', query: '' }} current={route.view} />
          </nav>
        </div>
        <RunningIndicator />
      </header>
      <Banners />
      <main className={route.view === 'tasks' ? styles['main'] : styles['wide']}>
        <Suspense fallback={<p role="status">Opening…</p>}>
          <View route={route} />
        </Suspense>
      </main>
      <StatusFooter />
      <ConsentOverlay />
      <p className="visually-hidden" role="status">
        {announcement}
      </p>
    </div>
  );
}

function View({ route }: { route: Route }) {
  switch (route.view) {
    case 'tasks':
      return <TaskFeed />;
    case 'task':
      return <RunView key={route.id} id={route.id} tab={route.tab} step={route.step} />;
    case 'results':
      return <ResultsView query={route.query} />;
    case 'result':
      return <OneResult key={route.id} id={route.id} />;
    case 'policy':
      return <PolicyView tab={route.tab} />;
    case 'audit':
      return <AuditView query={route.query} />;
  }
}

/** What a view is a part of. */
const PARTS: Partial<Record<Route['view'], Route['view']>> = { task: 'tasks', result: 'results' };

function NavLink({ to, current }: { to: Route; current: Route['view'] }) {
  return (
    <a
      className={styles['navLink']}
      href={addressOf(to)}
      aria-current={to.view === current ? 'page' : to.view === PARTS[current] ? 'true' : undefined}
    >
      {TITLES[to.view]}
    </a>
  );
}
