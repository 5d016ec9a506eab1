// `ghost fleet run|tasks|show|cancel|nodes`: what several gateways share, as lines for a person and as JSON for a program. INVARIANT:
// words of pages and of others reach a terminal with everything invisible made visible.
import { userInfo } from 'node:os';
import { Fleet, fleetAddressOf } from '#gateway/client/fleet/fleet.ts';
import type { FleetNodeView, FleetTask } from '#gateway/client/fleet/fleet.ts';
import { visible } from '#gateway/protocol/visible.ts';
import { failure, isErrorCode } from '#policy/language/failure.ts';
import type { Result } from '#policy/language/failure.ts';
import { failWith, say, sayJson, tell } from '#ui/cli/console/output.ts';
import { EXIT, exitCodeOf } from '#ui/cli/console/exit-codes.ts';
import { untilStopped } from './serve.ts';

export type Flags = { readonly fleet?: string; readonly json?: boolean; readonly dataDir?: string };
type RunFlags = Flags & {
  readonly start?: string;
  readonly approve?: 'ask' | 'deny';
  readonly priority?: number;
  readonly within?: number;
  readonly detach?: boolean;
};

const MOST_CHARACTERS = 2_000;
const DEFAULT_TASKS = 50;
/** Twice as long as a node may be silent before its tasks are given to others. */
export const LOST_SECONDS = 20;
/** Whose process it is; in a container there may be no name for it. */
export function ownName(): string {
  try {
    return userInfo().username;
  } catch {
    return `uid ${process.getuid?.() ?? 'unknown'}`;
  }
}

export const shown = (text: string): string => visible(text, MOST_CHARACTERS);

export function run(
  intent: string,
  { start, approve, priority, within, detach, ...flags }: RunFlags,
): Promise<void> {
  return answer(
    flags,
    async (fleet): Promise<Result<FleetTask>> => {
      const submitted = await fleet.submit([
        {
          intent,
          by: ownName(),
          ...(start === undefined ? {} : { startUrl: start }),
          ...(approve === undefined ? {} : { approve }),
          ...(priority === undefined ? {} : { priority }),
          ...(within === undefined ? {} : { beginWithinSeconds: within }),
        },
      ]);
      if (!submitted.ok) return submitted;
      const [id = ''] = submitted.value;
      if (detach === true) return fleet.task(id);
      tell(`submitted as ${id}; Ctrl+C stops waiting for it, \`ghost fleet cancel ${id}\` ends it`);
      const stop = new AbortController();
      void untilStopped().then(() => stop.abort());
      return fleet.untilEnded(id, stop.signal);
    },
    (task) => {
      if (detach === true) say(task.id);
      else sayTask(task);
    },
  );
}

export function tasks({
  limit = DEFAULT_TASKS,
  ...flags
}: Flags & { readonly limit?: number }): Promise<void> {
  return answer(
    flags,
    (fleet) => fleet.tasks(limit),
    (all) => {
      for (const task of all) say(lineOf(task));
      tell(`${all.length} ${all.length === 1 ? 'task' : 'tasks'}`);
    },
  );
}

export function show(id: string, flags: Flags): Promise<void> {
  return answer(flags, (fleet) => fleet.task(id), sayTask);
}

export function cancel(id: string, flags: Flags): Promise<void> {
  return answer(
    flags,
    (fleet) => fleet.cancel(id),
    ({ state, status, node }) =>
      tell(state === 'ENDED' ? `it has ended: ${status}` : `${shown(node ?? 'its node')} is told to end it`),
  );
}

export function nodes(flags: Flags): Promise<void> {
  return answer(
    flags,
    (fleet) => fleet.nodes(),
    (all) => {
      for (const node of all) say(nodeLine(node));
      tell(`${all.length} ${all.length === 1 ? 'node' : 'nodes'} within the last day`);
    },
  );
}

const lineOf = ({ id, state, status, node, intent, submitted_at }: FleetTask): string =>
  `${shown(id)}  ${(status ?? state).padEnd(15)} ${submitted_at}  ${shown(node ?? '-')}  ${shown(intent)}`;

function nodeLine(node: FleetNodeView): string {
  const { places, running, left_at, silent_seconds } = node;
  const there = silent_seconds > LOST_SECONDS ? `lost, silent for ${Math.round(silent_seconds)} s` : 'there';
  const policy = node.policy ?? 'no policy: it takes nothing';
  const [id, host, version, inForce] = [node.id, node.host, node.version, policy].map(shown);
  return `${id}  ${host}  ${version}  ${running}/${places} tasks  ${inForce}  ${left_at === null ? there : 'left'}`;
}

function sayTask(task: FleetTask): void {
  say(lineOf(task));
  const { effect_what: what, result, error } = task;
  if (what !== null && task.state !== 'ENDED')
    say(`  since “${shown(what)}” it is not begun again if its node is lost`);
  const told = result?.answer ?? null;
  if (told !== null) say(`  ${shown(told)}`);
  if (error !== null) say(`  ${shown(error.code)}: ${shown(error.message)}`);
  if (error?.help !== undefined) say(`  help: ${shown(error.help)}`);
  process.exitCode = exitOf(task);
}

/** As of `ghost run`; a task that was interrupted failed. */
function exitOf({ status, error }: FleetTask): number {
  if (status === null) return EXIT.done;
  if (status === 'INTERRUPTED') return EXIT.failed;
  const known = error !== null && isErrorCode(error.code) ? failure(error.code, error.message) : null;
  return exitCodeOf({ status, error: known });
}

/** Asks the fleet that the flags or the settings name, and says what it answers. */
export async function answer<T>(
  { fleet: given, json = false, dataDir }: Flags,
  ask: (fleet: Fleet) => Promise<Result<T>>,
  tellOf: (value: T) => void,
): Promise<void> {
  const address = fleetAddressOf(given, dataDir);
  if (!address.ok) return failWith(address.error, { json });
  const opened = await Fleet.open(address.value);
  if (!opened.ok) return failWith(opened.error, { json });
  await using fleet = opened.value;
  const answered = await ask(fleet);
  if (!answered.ok) return failWith(answered.error, { json });
  if (json) sayJson(answered.value);
  else tellOf(answered.value);
}
