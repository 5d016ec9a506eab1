// Runs commands for workers. INVARIANT: commands of one worker run one after the other; a worker's tabs are its own; what is no
// row of the table is not run.
import { systemClock } from '#executors/system/clock.ts';
import type { ConsentCard } from '#gateway/protocol/views/consent.ts';
import { parseLine } from '#gateway/protocol/commands/argv.ts';
import { commandNamed } from '#gateway/protocol/commands/table.ts';
import { WORKER_ID, WORKER_ID_IN_WORDS } from '#gateway/protocol/rpc.ts';
import { describe, fail } from '#policy/language/failure.ts';
import type { Result } from '#policy/language/failure.ts';
import { Call } from './call/call.ts';
import type { Daemon, Host, WorkerTabs } from './call/call.ts';
import type { Caller, CommandAnswer, Commands } from './call/contract.ts';
import { HANDLERS } from './handlers.ts';
import { Orphans, ORPHAN_MS } from './orphans.ts';
import type { Presence } from './orphans.ts';
import { SettingsFile } from './call/settings.ts';

type Lane = Presence & { last: Promise<unknown> };
type Run = { readonly name: string; readonly params: Readonly<Record<string, unknown>> };

export function createCommands(
  host: Host,
  daemon: Daemon | null = null,
  { orphanMs = ORPHAN_MS, now = systemClock.monotonicMs }: { orphanMs?: number; now?: () => number } = {},
): Commands {
  const lanes = new Map<string, Lane>();
  const settings = new SettingsFile(host.paths.config);
  const laneOf = (id: string): Lane => {
    const found = lanes.get(id) ?? {
      worker: { id, tabs: new Map(), current: null },
      last: Promise.resolve(),
      present: 0,
      since: now(),
    };
    lanes.set(id, found);
    return found;
  };
  const orphans = new Orphans({
    workers: () => lanes.values(),
    subscribe: (listener) => void host.subscribe(listener),
    now,
    orphanMs,
  });
  /** A client or a command is there until what this gives is called, once. */
  const attend = (id: string): (() => void) => {
    const lane = laneOf(id);
    lane.present += 1;
    let there = true;
    return () => {
      if (!there) return;
      there = false;
      lane.present -= 1;
      lane.since = now();
      if (lane.present > 0) return;
      if (lane.worker.tabs.size > 0) orphans.look();
      else if (lanes.get(id) === lane) lanes.delete(id);
    };
  };
  const ownerOf = (tabId: string): string | null => {
    for (const [id, { worker }] of lanes) if (worker.tabs.has(tabId)) return id;
    return host.tabs().some(({ id }) => id === tabId) ? 'another' : null;
  };

  /** In its turn, with the tabs that are still there. */
  function inTurn(
    parsed: Result<Run>,
    caller: Caller,
    signal: AbortSignal,
    input: string | null,
  ): Promise<Result<CommandAnswer>> {
    if (!parsed.ok) return Promise.resolve(parsed);
    if (!WORKER_ID.test(caller.worker)) {
      return Promise.resolve(
        fail('command.bad-params', `\`${caller.worker.slice(0, 100)}\` is no name of a worker`, {
          help: `\`GHOST_WORKER_ID\`: ${WORKER_ID_IN_WORDS}`,
        }),
      );
    }
    const lane = laneOf(caller.worker);
    const leave = attend(caller.worker);
    const turn = lane.last.then(() => execute(lane.worker, parsed.value, caller, signal, input));
    lane.last = turn;
    return turn.finally(leave);
  }

  async function execute(
    worker: WorkerTabs,
    { name, params }: Run,
    caller: Caller,
    signal: AbortSignal,
    input: string | null,
  ): Promise<Result<CommandAnswer>> {
    if (signal.aborted) return aborted(name);
    const open = new Set(host.tabs());
    for (const [id, { tab }] of worker.tabs) if (!open.has(tab)) worker.tabs.delete(id);
    if (worker.current !== null && !worker.tabs.has(worker.current))
      worker.current = [...worker.tabs.keys()].at(-1) ?? null;
    const tasks = new Set<string>();
    const stop = caller.waits === undefined ? () => undefined : told(tasks, caller.waits);
    const call: Call = new Call({
      host,
      worker,
      caller,
      signal,
      settings,
      daemon,
      ownerOf,
      input,
      tasks,
      within: (argv) => {
        const line = parseLine(argv);
        return line.ok
          ? handle(call, { name: line.value.row.name, params: line.value.params })
          : Promise.resolve(line);
      },
    });
    try {
      const done = await handle(call, { name, params });
      if (!done.ok) return signal.aborted ? aborted(name) : done;
      return { ok: true, value: { ...done.value, ...call.news.fields() } };
    } catch (thrown) {
      return fail('boundary.internal', `\`${name}\` ended by an error that nobody expected`, {
        cause: describe(thrown),
      });
    } finally {
      stop();
    }
  }

  const told = (tasks: ReadonlySet<string>, waits: (card: ConsentCard) => void): (() => void) =>
    host.subscribe((event) => {
      if (event.type === 'consent.opened' && tasks.has(event.consent.card.taskId)) waits(event.consent.card);
    });

  return {
    run(name, params, caller, signal) {
      const named = commandNamed(name);
      if (!named.ok) return Promise.resolve(named);
      const { row, sets } = named.value;
      return inTurn(
        { ok: true, value: { name: row.name, params: { ...sets, ...params } } },
        caller,
        signal,
        null,
      );
    },
    runLine(argv, caller, signal, input) {
      const line = parseLine(argv);
      if (!line.ok) return Promise.resolve(line);
      const { row, params } = line.value;
      return inTurn({ ok: true, value: { name: row.name, params } }, caller, signal, input ?? null);
    },
    attend,
    async release(id) {
      const lane = lanes.get(id);
      if (lane === undefined) return;
      await lane.last;
      await Promise.all([...lane.worker.tabs.values()].map(({ tab }) => tab.close()));
      lanes.delete(id);
    },
  };
}

function handle(call: Call, { name, params }: Run): Promise<Result<CommandAnswer>> {
  const found = HANDLERS.get(name);
  return found === undefined
    ? Promise.resolve(fail('boundary.internal', `\`${name}\` stands in the table and nothing does it`))
    : found(call, params);
}

const aborted = (name: string): Result<never> =>
  fail('command.aborted', `\`${name}\` was given up before it was done`, {
    help: 'whoever asked is gone, or ended it',
  });
