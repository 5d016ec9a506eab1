// The frame of the app: command bar, what runs, the two views, the footer, and the question over all of it.
import { useEffect } from 'react';
import styles from './app.module.css';
import { AuditView } from './audit-view.tsx';
import { Banners } from './banners.tsx';
import { CommandBar } from './command-bar.tsx';
import { ConsentOverlay } from './consent-overlay.tsx';
import { addressOf, useRoute } from './route.ts';
import { RunningIndicator } from './running-indicator.tsx';
import { StatusFooter } from './status-footer.tsx';
import { useWorld } from './store.ts';
import { TaskFeed } from './task-feed.tsx';
import { isActive } from './words.ts';

export function App() {
  const route = useRoute();
  const announcement = useWorld((world) => world.announcement);
  const questions = useWorld((world) => world.consents.length);
  const running = useWorld((world) => world.tasks.filter((task) => isActive(task.status)).length);

  useEffect(() => {
    const counts = questions > 0 ? `(${questions} asked) ` : running > 0 ? `(${running}) ` : '';
    document.title = `${counts}${route.view === 'audit' ? 'Audit log' : 'Tasks'} – Ghost Browser`;
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
            <NavLink view="tasks" current={route.view} label="Tasks" />
            <NavLink view="audit" current={route.view} label="Audit log" />
          </nav>
        </div>
        <RunningIndicator />
      </header>
      <Banners />
      <main className={route.view === 'audit' ? styles['wide'] : styles['main']}>
        {route.view === 'audit' ? <AuditView query={route.query} /> : <TaskFeed />}
      </main>
      <StatusFooter />
      <ConsentOverlay />
      <p className="visually-hidden" role="status">
        {announcement}
      </p>
    </div>
  );
}

function NavLink({ view, current, label }: { view: 'tasks' | 'audit'; current: string; label: string }) {
  const href = view === 'audit' ? addressOf({ view, query: '' }) : addressOf({ view });
  return (
    <a className={styles['navLink']} href={href} aria-current={view === current ? 'page' : undefined}>
      {label}
    </a>
  );
}
