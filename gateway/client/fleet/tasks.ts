// The rows of tasks that several gateways share. INVARIANT: who has a task is the node and the attempt in its row, and nothing of
// another attempt is written; a task is begun again only as long as no act of it may have changed anything.
import { z } from 'zod';
import { fleetTask } from './contract.ts';
import type { FleetEnd, FleetTask, Submission } from './contract.ts';
import type { Rows } from './database/database.ts';
import { QUEUE, QUEUE_SCHEMA } from './queue.ts';

/** Lost so often, it is what ends its nodes. */
const MOST_LOSSES = 8;

/** One attempt at a task by one node. */
export type Holding = { readonly taskId: string; readonly attempt: number; readonly node: string };

/** `RUN`: it is this node's now. `ENDED`: there is nothing to do. */
export type Begun = { readonly what: 'RUN'; readonly task: FleetTask } | { readonly what: 'ENDED' };

const COLUMNS = `id, intent, start_url, approve, priority, submitted_by, submitted_at, begin_before, state, attempt, losses, node,
  begun_at, effect_at, effect_what, cancel_at, ended_at, status, result, error`;
const OURS = `id = $1 and attempt = $2 and node = $3 and state = 'RUNNING'`;
const values = ({ taskId, attempt, node }: Holding): readonly unknown[] => [taskId, attempt, node];

export async function submit(rows: Rows, id: string, job: string, asked: Submission): Promise<void> {
  await rows.run(
    `insert into ghost.tasks (id, job, intent, start_url, approve, priority, submitted_by, begin_before)
     values ($1, $2, $3, $4, $5, $6, $7, now() + make_interval(secs => $8))`,
    [
      id,
      job,
      asText(asked.intent),
      asked.startUrl ?? null,
      asked.approve ?? 'ask',
      asked.priority ?? 0,
      asked.by,
      asked.beginWithinSeconds ?? null,
    ],
  );
}

/** Takes it for this attempt where nothing of it has happened yet that would have to be weighed, in one statement. `null`: `begin` finds out. */
export async function beginQueued(rows: Rows, holding: Holding): Promise<FleetTask | null> {
  const [task] = await rows.all(
    fleetTask,
    `update ghost.tasks set state = 'RUNNING', attempt = $2, node = $3, begun_at = now()
     where id = $1 and state = 'QUEUED' and attempt < $2 and effect_at is null and cancel_at is null
       and losses <= ${MOST_LOSSES} and (attempt >= 0 or begin_before is null or begin_before >= now())
     returning ${COLUMNS}`,
    values(holding),
  );
  return task ?? null;
}

/** Takes it for this attempt; what may have had an effect in an earlier one, or is too late, ends here. */
export async function begin(rows: Rows, holding: Holding): Promise<Begun> {
  const [task] = await rows.all(
    fleetTask.extend({ late: z.boolean() }),
    `select ${COLUMNS}, coalesce(begin_before < now(), false) as late from ghost.tasks where id = $1 for update`,
    [holding.taskId],
  );
  // A later attempt has it: this job was given to somebody else meanwhile.
  if (task === undefined || task.state === 'ENDED' || task.attempt >= holding.attempt)
    return { what: 'ENDED' };
  // It was given to somebody who neither ended it nor gave it back.
  const losses = task.losses + (task.state === 'RUNNING' ? 1 : 0);
  await rows.run(
    `update ghost.tasks set state = 'RUNNING', attempt = $2, node = $3, begun_at = now(), losses = $4 where id = $1`,
    [...values(holding), losses],
  );
  const ended = endOf({ ...task, losses }, task.late);
  if (ended === null) return { what: 'RUN', task };
  await end(rows, holding, ended.status, null, ended.error);
  return { what: 'ENDED' };
}

/** How a task ends instead of being begun; `null`: it is begun. */
function endOf(
  task: FleetTask,
  isLate: boolean,
): { readonly status: FleetEnd; readonly error: unknown } | null {
  if (task.effect_at !== null) return { status: 'INTERRUPTED', error: interrupted(task) };
  if (task.cancel_at !== null) return { status: 'CANCELLED', error: null };
  if (task.losses > MOST_LOSSES) return { status: 'FAILED', error: givenUp(task) };
  return isLate && task.attempt < 0 ? { status: 'FAILED', error: TOO_LATE } : null;
}

const TOO_LATE = {
  code: 'fleet.too-late',
  message: 'no node had a place for the task in time',
  help: 'start more nodes, or give it longer with `--within`',
};
const givenUp = ({ losses }: FleetTask) => ({
  code: 'fleet.given-up',
  message: losses === 0 ? 'the queue lost the task' : `the task was lost with its node ${losses} times`,
  help: 'see what ends the nodes: `ghost fleet nodes`, and their logs; then hand it in again',
});

/** What is told of a task whose node was lost after an act that may have changed something. */
export const interrupted = ({ effect_what, effect_at, node }: FleetTask) => ({
  code: 'fleet.interrupted',
  message: `the task’s node was lost after “${effect_what ?? 'an act'}”, which may have changed something`,
  help: 'look at the site before you start it again: nothing was done a second time',
  details: { what: effect_what, at: effect_at, node },
});

/** Notes an act that may change something. `false`: the task is another attempt's, or ended. */
export async function noteEffect(rows: Rows, holding: Holding, what: string): Promise<boolean> {
  const changed = await rows.run(
    `update ghost.tasks set effect_at = coalesce(effect_at, now()), effect_what = $4 where ${OURS}`,
    [...values(holding), asText(what)],
  );
  return changed === 1;
}

/** `false`: it was not this attempt's to end. */
export async function end(
  rows: Rows,
  holding: Holding,
  status: FleetEnd,
  result: unknown,
  error: unknown,
): Promise<boolean> {
  const changed = await rows.run(
    `update ghost.tasks set state = 'ENDED', status = $4, result = $5, error = $6, ended_at = now() where ${OURS}`,
    [...values(holding), status, asJson(result), asJson(error)],
  );
  return changed === 1;
}

/**
 * A node stops in the middle: what somebody cancelled ends so, what may have changed something is in doubt, and the rest is anybody's.
 * `LOST`: it was not ours any more.
 */
export async function breakOff(
  rows: Rows,
  holding: Holding,
  result: unknown,
): Promise<'GIVEN_BACK' | 'ENDED' | 'LOST'> {
  const [task] = await rows.all(
    fleetTask,
    `select ${COLUMNS} from ghost.tasks where ${OURS} for update`,
    values(holding),
  );
  if (task === undefined) return 'LOST';
  if (task.cancel_at === null && task.effect_at === null) {
    await rows.run(`update ghost.tasks set state = 'QUEUED', node = null where ${OURS}`, values(holding));
    return 'GIVEN_BACK';
  }
  if (task.cancel_at !== null) await end(rows, holding, 'CANCELLED', result, null);
  else await end(rows, holding, 'INTERRUPTED', result, interrupted(task));
  return 'ENDED';
}

/** Ends what nobody begins any more: too late for it, or the queue has no job for it. Gives how many. */
export async function sweep(rows: Rows): Promise<number> {
  const late = await rows.run(
    `update ghost.tasks set state = 'ENDED', status = 'FAILED', error = $1, ended_at = now()
     where state = 'QUEUED' and attempt < 0 and begin_before < now()`,
    [asJson(TOO_LATE)],
  );
  const lost = await rows.all(
    z.object({ id: z.string() }),
    `select t.id from ghost.tasks t left join ${QUEUE_SCHEMA}.job j on j.id = t.job and j.name = '${QUEUE}'
     where t.state <> 'ENDED' and t.submitted_at < now() - interval '1 minute'
       and (j.id is null or j.state in ('completed', 'cancelled', 'failed')) limit 100`,
  );
  for (const { id } of lost) {
    // oxlint-disable-next-line no-await-in-loop -- one after the other, within one transaction
    await endGivenUp(rows, id);
  }
  return late + lost.length;
}

/** What the queue gave up: it was begun too often, or nobody could begin it. */
export async function endGivenUp(rows: Rows, taskId: string): Promise<void> {
  const [task] = await rows.all(
    fleetTask,
    `select ${COLUMNS} from ghost.tasks where id = $1 and state <> 'ENDED' for update`,
    [taskId],
  );
  if (task === undefined) return;
  const { status, error } = endOf(task, false) ?? { status: 'FAILED', error: givenUp(task) };
  await rows.run(
    `update ghost.tasks set state = 'ENDED', status = $2, error = $3, ended_at = now() where id = $1`,
    [taskId, status, asJson(error)],
  );
}

/** Whoever has it is to stop; what nobody has yet ends at once. */
export async function cancel(rows: Rows, id: string): Promise<FleetTask | null> {
  await rows.run(
    `update ghost.tasks set cancel_at = coalesce(cancel_at, now()),
       status = case when state = 'QUEUED' then 'CANCELLED' end,
       ended_at = case when state = 'QUEUED' then now() end,
       state = case when state = 'QUEUED' then 'ENDED' else state end
     where id = $1 and state <> 'ENDED'`,
    [id],
  );
  return find(rows, id);
}

export async function find(rows: Rows, id: string): Promise<FleetTask | null> {
  const [task] = await rows.all(fleetTask, `select ${COLUMNS} from ghost.tasks where id = $1`, [id]);
  return task ?? null;
}

/** The newest first. */
export const list = (rows: Rows, limit: number): Promise<FleetTask[]> =>
  rows.all(fleetTask, `select ${COLUMNS} from ghost.tasks order by submitted_at desc, id limit $1`, [limit]);

/** Those of a node's that somebody wants to end. */
export async function toCancel(rows: Rows, node: string): Promise<readonly string[]> {
  const found = await rows.all(
    z.object({ id: z.string() }),
    `select id from ghost.tasks where node = $1 and state = 'RUNNING' and cancel_at is not null`,
    [node],
  );
  return found.map(({ id }) => id);
}

/** As `jsonb` takes it: no NUL, no half of a character; pages have both. */
const asJson = (value: unknown): string | null =>
  value === null || value === undefined
    ? null
    : JSON.stringify(value)
        .replaceAll(/(?<!\\)(?<even>(?:\\\\)*)\\u0000/gu, String.raw`$<even>\u2400`)
        .replaceAll(/(?<!\\)(?<even>(?:\\\\)*)\\ud[89a-f][0-9a-f]{2}/giu, String.raw`$<even>\ufffd`);
/** As `text` takes it. */
const asText = (text: string): string => text.toWellFormed().replaceAll('\0', '\u2400');
