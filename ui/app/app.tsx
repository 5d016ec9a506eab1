// The frame of the app: command bar, what runs, the rail, one view, the footer, and the question over all of it.
import { useEffect } from 'react';
import styles from './frame/frame.module.css';
import { Banners } from './frame/banners.tsx';
import { CommandBar } from './frame/command/command-bar.tsx';
import { opened } from './parts/opened.tsx';
import { Rail } from './frame/rail.tsx';
import { TITLES } from './frame/titles.ts';
import { useKeyList } from './state/look.ts';
import { addressOf, useRoute, type Route } from './state/route.ts';
import { RunningIndicator } from './frame/running-indicator.tsx';
import { StatusFooter } from './frame/status-footer.tsx';
import { useSignals } from './frame/outside/signals.ts';
import { useWorld } from './state/store.ts';
import { TaskBoard } from './feed/board/task-board.tsx';

/** Nobody needs these for the first page: each is loaded when it is opened. */
const PolicyView = opened(async () => (await import('./policy/policy-view.tsx')).default);
const RunView = opened(async () => (await import('./feed/run/run-view.tsx')).default);
const loadInbox = async () => (await import('./consent/inbox/inbox-view.tsx')).default;
const InboxView = opened(loadInbox);
const loadQuestion = async () => (await import('./consent/consent-overlay.tsx')).default;
const ConsentOverlay = opened(loadQuestion);
const GrantsView = opened(async () => (await import('./consent/grants/grants-view.tsx')).default);
const AuditView = opened(async () => (await import('./audit/audit-view.tsx')).default);
const KeyList = opened(async () => (await import('./frame/keys/key-list.tsx')).default);
const SettingsView = opened(async () => (await import('./settings/settings-view.tsx')).default);
const TrustView = opened(async () => (await import('./settings/trust/trust-view.tsx')).default);
const ResultsView = opened(async () => (await import('./results/results-view.tsx')).ResultsView);
const OneResult = opened(async () => (await import('./results/one-result.tsx')).OneResult);

export function App() {
  const route = useRoute();
  const said = useWorld((world) => world.said);
  const persons = useWorld((world) => world.persons);
  const showsKeys = useKeyList((list) => list.isOpen);
  useSignals(TITLES[route.view]);

  // What waits for a person is in reach also where the gateway goes away: it is fetched while nobody waits for it.
  const isLive = useWorld((world) => world.connection.state === 'live');
  const isAsked = useWorld((world) => world.onScreen !== null);
  useEffect(() => {
    if (isLive) for (const load of [loadQuestion, loadInbox]) load().catch(() => undefined);
  }, [isLive]);

  return (
    <div className={styles['app']}>
      <header className={styles['top']}>
        <div className={styles['bar']}>
          <a
            className={styles['brand']}
            href={addressOf({ view: 'tasks', at: null })}
            aria-label="Ghost Browser"
          >
            <img src={new URL('./ghost.svg', import.meta.url).href} alt="" width="28" height="28" />
          </a>
          {/* What stands in a field of the person before goes with them. */}
          <CommandBar key={persons} />
        </div>
        <RunningIndicator />
      </header>
      <Rail current={route.view} />
      <div className={styles['body']}>
        <Banners />
        <main className={styles['main']}>
          <View key={persons} route={route} />
        </main>
        <StatusFooter />
      </div>
      {showsKeys ? <KeyList /> : null}
      {isAsked ? <ConsentOverlay /> : null}
      {/* Each thing is a line of its own: several at once are heard one after the other. */}
      <div className="visually-hidden" role="log" aria-live="polite" aria-label="What happened">
        {said.map(({ id, text }) => (
          <p key={id}>{text}</p>
        ))}
      </div>
    </div>
  );
}

function View({ route }: { route: Route }) {
  switch (route.view) {
    case 'tasks':
      return <TaskBoard at={route.at} />;
    case 'task':
      return (
        <RunView key={route.id} id={route.id} tab={route.tab} step={route.step} quote={route.quote ?? null} />
      );
    case 'inbox':
      return <InboxView />;
    case 'grants':
      return <GrantsView />;
    case 'results':
      return <ResultsView query={route.query} />;
    case 'result':
      return <OneResult key={route.id} id={route.id} />;
    case 'policy':
      return (
        <PolicyView
          tab={route.tab}
          rule={route.rule ?? null}
          from={route.from ?? null}
          asked={route.asked ?? null}
          at={route.at ?? null}
        />
      );
    case 'audit':
      return <AuditView query={route.query} seq={route.seq ?? null} />;
    case 'trust':
      return <TrustView />;
    case 'settings':
      return <SettingsView isStart={route.start === true} />;
  }
}
