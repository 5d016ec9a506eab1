// One task's own page: what was asked, how it ended, every act, why, and what the log has. It stays after the end and after a restart.
// INVARIANT: what is not kept is said; what only the log knows is told as the log tells it.
import { CircleStop, Download, Images, RotateCcw } from 'lucide-react';
import { useState } from 'react';
import type { Failure } from '#policy/language/failure.ts';
import { Peek } from '#ui/app/feed/peek.tsx';
import { BoundaryLine, type Passed } from '#ui/app/parts/boundary-line.tsx';
import { Button } from '#ui/app/parts/button.tsx';
import { Chip, FailureText, Untrusted, useNow } from '#ui/app/parts/parts.tsx';
import { saveFile } from '#ui/app/parts/save-file.ts';
import { TabLinks } from '#ui/app/parts/tab-links.tsx';
import { clock, counted, day, duration, isActive, TASK_STATUS } from '#ui/app/parts/words.ts';
import { gateway } from '#ui/app/state/api.ts';
import { runAgain, type Again } from '#ui/app/state/board.ts';
import { RUN_TABS, addressOfTask, goTo, type RunTab } from '#ui/app/state/route.ts';
import { useWorld } from '#ui/app/state/store.ts';
import { Film } from './film/film.tsx';
import { loggedRun, type LoggedRun } from './logged-acts.ts';
import { actsOfLog, actsOfSteps, type RunAct } from './run-acts.ts';
import { MissingBeginning, RunLogRows } from './run-log.tsx';
import { RunOutcome } from './run-outcome.tsx';
import { RunSteps } from './run-steps.tsx';
import { RunWhy } from './run-why.tsx';
import { saveRun } from './saved/save-run.ts';
import { useFilm } from './film/use-film.ts';
import { NetworkTab, ThoughtTab } from './step/step-tab.tsx';
import { useRun, type Run } from './use-run.ts';
import styles from './run.module.css';

const TABS = {
  steps: 'Steps',
  why: 'Why',
  saw: 'Saw',
  network: 'Network',
  agent: 'Agent',
  log: 'Log',
} as const satisfies Record<RunTab, string>;

type Given = {
  readonly id: string;
  readonly tab: RunTab;
  readonly step: number | null;
  /** Words that were read there. */
  readonly quote: string | null;
};

export default function RunView({ id, tab, step, quote }: Given) {
  // Which entries are whose is in the log.
  const run = useRun(id, tab === 'log' || tab === 'network');
  const { task, kept, log } = run;
  const logged = loggedRun(log?.rows ?? []);
  const active = task !== null && isActive(task.status);
  const moved = `${task?.steps.length ?? logged.acts.length} ${active}`;
  const film = useFilm(run.isKnown ? id : null, moved);
  const pictured = new Map(film.view?.acts.map(({ requestId, step: of }) => [requestId, of]));
  const acts =
    task === null
      ? actsOfLog(logged.acts, (requestId) => pictured.get(requestId) ?? null)
      : actsOfSteps(task.steps, logged.acts, film.view?.acts);
  const areNumbered =
    task !== null || logged.acts.some(({ requestId }) => requestId !== null && pictured.has(requestId));
  const toStep = (to: number | null): void => goTo({ view: 'task', id, tab, step: to }, true);
  const intent = task?.intent ?? (kept?.ok === true ? kept.value.intent : logged.intent);

  if (!run.isKnown) return <p role="status">Reading what is known of this task…</p>;
  if (intent === null) return <Nothing id={id} log={log} onReload={run.readLog} />;
  return (
    <article className={styles['run']} aria-labelledby="run-title">
      <p className={styles['back']}>
        <a href="#/tasks">All tasks</a>
      </p>
      <h1 id="run-title" className={styles['title']}>
        <Untrusted text={intent} limit={1_000} />
      </h1>
      <Facts run={run} logged={logged} />
      <Acts run={run} id={id} acts={acts} />
      <h2 className="visually-hidden">What came of it</h2>
      <RunOutcome run={run} logged={logged} />
      <div className={styles['boundary']}>
        <BoundaryLine task={task ?? passedOf(id, logged)} />
      </div>
      <MissingBeginning id={id} log={log} onReload={run.readLog} />
      <Film
        id={id}
        acts={acts}
        film={film}
        isActive={active}
        live={task === null ? null : <Peek task={task} />}
        step={step}
        quote={quote}
        onStep={toStep}
      />
      <TabLinks
        label="Of this task"
        tabs={RUN_TABS.map((name) => ({
          name: TABS[name],
          address: addressOfTask(id, name, stepAt(name, step, acts)),
          isCurrent: name === tab,
        }))}
      />
      {tab === 'steps' ? <RunSteps acts={acts} at={step} isLogOnly={task === null} /> : null}
      {tab === 'why' ? <RunWhy plan={task?.plan ?? null} acts={acts} isLogOnly={task === null} /> : null}
      {tab === 'saw' || tab === 'agent' ? (
        <ThoughtTab
          of={tab === 'saw' ? 'SAW' : 'AGENT'}
          id={id}
          acts={acts}
          areNumbered={areNumbered}
          step={step}
          moved={moved}
          isActive={active}
          onStep={toStep}
        />
      ) : null}
      {tab === 'network' ? (
        <NetworkTab
          id={id}
          acts={acts}
          areNumbered={areNumbered}
          step={step}
          moved={moved}
          isActive={active}
          onStep={toStep}
          onReload={run.readLog}
        />
      ) : null}
      {tab === 'log' ? <RunLogRows id={id} log={log} onReload={run.readLog} /> : null}
    </article>
  );
}

/** The same step, where it is told there. */
function stepAt(tab: RunTab, step: number | null, acts: readonly RunAct[]): number | null {
  if (tab === 'why' || tab === 'log') return null;
  return tab !== 'steps' || acts.some((act) => act.step === step) ? step : null;
}

type NothingGiven = { readonly id: string; readonly log: Run['log']; readonly onReload: () => void };

/** Neither what was asked nor a result is known. That the log could not be read, or has other entries of it, is no proof of none. */
function Nothing({ id, log, onReload }: NothingGiven) {
  const total = log?.total ?? 0;
  const isNone = total === 0 && (log?.error ?? null) === null;
  return (
    <div className={styles['run']}>
      <h1 className={styles['title']}>{isNone ? 'No such task' : 'What was asked is not known'}</h1>
      <p>
        The gateway holds no task <code>{id.slice(0, 100)}</code>
        {isNone
          ? ', keeps no result of it, and the log has no entry of it. '
          : ' and keeps no result of it. '}
        {total === 0
          ? ''
          : `The log has ${counted(total, 'entry', 'entries')} of it, and none that was read says what was asked. `}
        <a href="#/tasks">All tasks</a>
      </p>
      <MissingBeginning id={id} log={log} onReload={onReload} />
    </div>
  );
}

/** How it stands, when it began, how long it took, whose words it is. */
function Facts({ run: { task, kept }, logged }: { run: Run; logged: LoggedRun }) {
  const active = task !== null && isActive(task.status);
  const now = useNow(active);
  const startedAt = task?.startedAt ?? logged.startedAt;
  const endedAt = task?.endedAt ?? logged.ended?.at ?? null;
  const status = task?.status ?? logged.ended?.status ?? null;
  const agent = task?.agent ?? (kept?.ok === true ? kept.value.agent : null);
  const until = endedAt === null ? (active ? now : null) : Date.parse(endedAt);
  return (
    <p className={styles['facts']}>
      <Chip word={status === null ? { text: 'no end in the log', tone: 'warn' } : TASK_STATUS[status]} />
      {startedAt === null ? null : (
        <span>
          started{' '}
          <time dateTime={startedAt}>
            {day(startedAt)}, {clock(startedAt)}
          </time>
        </span>
      )}
      {startedAt === null || until === null ? null : (
        <span>
          {active ? 'runs for' : 'took'} {duration(until - Date.parse(startedAt))}
        </span>
      )}
      {agent === null || agent === undefined ? null : (
        <span>
          asked by <Untrusted text={agent} limit={80} />, not by you
        </span>
      )}
      {task === null ? <span>the gateway no longer holds it: told from the log</span> : null}
    </p>
  );
}

/** Run again, cancel, export. */
function Acts({ run: { task, kept, log }, id, acts }: { run: Run; id: string; acts: readonly RunAct[] }) {
  const [error, setError] = useState<Failure | null>(null);
  const [busy, setBusy] = useState(false);
  const live = useWorld((world) => world.connection.state === 'live');
  const active = task !== null && isActive(task.status);
  // An agent's words are not sent again in the person's name.
  const again = task === null ? own(kept) : task.agent === undefined ? task : null;

  const attempt = async (act: () => Promise<Failure | null>): Promise<void> => {
    if (busy || !live) return;
    setBusy(true);
    setError(await act());
    setBusy(false);
  };
  const cancel = async (): Promise<Failure | null> => {
    const done = await gateway.cancel(id);
    return done.ok ? null : done.error;
  };
  /** The log says that the result leaves. */
  const save = async (): Promise<Failure | null> => {
    const left = await gateway.exportResult(id);
    if (!left.ok) return left.error;
    const whole = { ...left.value, acts, log: log?.rows ?? [] };
    saveFile(`${id}.json`, 'application/json', `${JSON.stringify(whole, null, 2)}\n`);
    return null;
  };

  return (
    <>
      <div className={styles['acts']}>
        {active ? (
          <Button icon={CircleStop} look="danger" aria-disabled={busy} onClick={() => void attempt(cancel)}>
            Cancel
          </Button>
        ) : (
          <>
            {again === null ? null : (
              <Button
                icon={RotateCcw}
                aria-disabled={busy}
                onClick={() => void attempt(() => runAgain(again, 'PAGE'))}
              >
                Run again
              </Button>
            )}
            <Button icon={Download} aria-disabled={busy} onClick={() => void attempt(save)}>
              Export
            </Button>
            <Button icon={Images} aria-disabled={busy} onClick={() => void attempt(() => saveRun(id, acts))}>
              Save with pictures
            </Button>
          </>
        )}
      </div>
      {error === null ? null : (
        <div role="alert">
          <FailureText error={error} />
        </div>
      )}
    </>
  );
}

const own = (kept: Run['kept']): Again | null =>
  kept?.ok === true && kept.value.agent === null ? { intent: kept.value.intent } : null;

/** The boundary's part as the log has it. */
const passedOf = (id: string, { acts, counts, stopped }: LoggedRun): Passed => ({
  id,
  counts,
  stopped,
  steps: acts.map(({ outcome }) => ({ outcome: outcome === 'FAILED' ? 'FAILED' : 'DONE' })),
});
