// Who has a task, and what becomes of it: rows and queue of a fleet, against a real PostgreSQL.
import { setTimeout as wait } from 'node:timers/promises';
import { z } from 'zod';
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import type { FleetTask } from '#gateway/client/fleet/contract.ts';
import { Database } from '#gateway/client/fleet/database/database.ts';
import { Fleet } from '#gateway/client/fleet/fleet.ts';
import { migrate } from '#gateway/client/fleet/database/migrate.ts';
import { Queue } from '#gateway/client/fleet/queue.ts';
import {
  begin,
  breakOff,
  cancel,
  end,
  endGivenUp,
  noteEffect,
  sweep,
  type Holding,
} from '#gateway/client/fleet/tasks.ts';
import { startPostgres, type Postgres } from '#test/fixtures/postgres.ts';
import type { Result } from '#policy/language/failure.ts';

let postgres: Postgres;
let database: Database;
let fleet: Fleet;
let id = '';

const must = <T>(result: Result<T>): T => {
  if (!result.ok)
    throw new Error(`${result.error.code}: ${result.error.message} ${result.error.cause ?? ''}`);
  return result.value;
};
const by = (attempt: number, node = `n-${attempt}`): Holding => ({ taskId: id, attempt, node });
const change = async <T>(work: Parameters<typeof database.change<T>>[0]): Promise<T> =>
  must(await database.change(work));
const row = async (): Promise<FleetTask> => must(await fleet.task(id));
const submitted = async (more: object = {}): Promise<string> => {
  const [first = ''] = must(await fleet.submit([{ intent: 'open shop.test', by: 'ana', ...more }]));
  return first;
};

beforeAll(async () => {
  postgres = await startPostgres();
  fleet = must(await Fleet.open(postgres.address));
  database = new Database(postgres.address);
}, 120_000);
afterAll(async () => {
  await fleet[Symbol.asyncDispose]();
  await database[Symbol.asyncDispose]();
  await postgres[Symbol.asyncDispose]();
});
beforeEach(async () => {
  id = await submitted();
});

describe('a task', () => {
  test('is queued until an attempt has it, and ends once, by that one', async () => {
    expect(await row()).toMatchObject({ state: 'QUEUED', attempt: -1, node: null, status: null });
    expect(await change((rows) => begin(rows, by(0)))).toMatchObject({ what: 'RUN', task: { id } });
    expect(await row()).toMatchObject({ state: 'RUNNING', attempt: 0, node: 'n-0' });
    expect(await change((rows) => end(rows, by(0), 'DONE', { answer: 'here' }, null))).toBe(true);
    expect(await change((rows) => end(rows, by(0), 'FAILED', null, null))).toBe(false);
    expect(await row()).toMatchObject({ state: 'ENDED', status: 'DONE', result: { answer: 'here' } });
  });

  test('is begun again where nothing of it may have changed anything', async () => {
    await change((rows) => begin(rows, by(0)));
    expect(await change((rows) => begin(rows, by(1)))).toMatchObject({ what: 'RUN' });
    expect(await row()).toMatchObject({ state: 'RUNNING', attempt: 1, node: 'n-1' });
  });

  test('that was given to another one is no longer the first one’s: neither an act nor an end of it counts', async () => {
    await change((rows) => begin(rows, by(0)));
    await change((rows) => begin(rows, by(1)));
    expect(await change((rows) => noteEffect(rows, by(0), 'click'))).toBe(false);
    expect(await change((rows) => end(rows, by(0), 'DONE', null, null))).toBe(false);
    expect(await change((rows) => begin(rows, by(0)))).toEqual({ what: 'ENDED' });
    expect(await row()).toMatchObject({ attempt: 1, effect_at: null, state: 'RUNNING' });
  });

  test('after an act that may have changed something is never begun again: it ends as interrupted, and says by which act', async () => {
    await change((rows) => begin(rows, by(0)));
    expect(await change((rows) => noteEffect(rows, by(0), 'click button “Buy”'))).toBe(true);
    expect(await change((rows) => begin(rows, by(1)))).toEqual({ what: 'ENDED' });
    expect(await row()).toMatchObject({
      state: 'ENDED',
      status: 'INTERRUPTED',
      error: { code: 'fleet.interrupted', details: { what: 'click button “Buy”', node: 'n-0' } },
    });
    // The node that was believed to be lost comes back.
    expect(await change((rows) => noteEffect(rows, by(0), 'click'))).toBe(false);
    expect(await change((rows) => end(rows, by(0), 'DONE', null, null))).toBe(false);
  });

  test('of which an act and its loss come at once has one of both, whichever is first', async () => {
    const ids = must(
      await fleet.submit(Array.from({ length: 20 }, () => ({ intent: 'open shop.test', by: 'ana' }))),
    );
    const outcomes = await Promise.all(
      ids.map(async (taskId) => {
        const [first, second] = [0, 1].map((attempt) => ({ taskId, attempt, node: `n-${attempt}` }));
        if (first === undefined || second === undefined) throw new Error('two attempts');
        await change((rows) => begin(rows, first));
        const [acts, begun] = await Promise.all([
          change((rows) => noteEffect(rows, first, 'click')),
          change((rows) => begin(rows, second)),
        ]);
        return acts === (begun.what === 'ENDED');
      }),
    );
    expect(outcomes).toEqual(ids.map(() => true));
  });

  test('whose node stops is given back where nothing of it may have changed anything; otherwise it is in doubt', async () => {
    const stop = () => change((rows) => breakOff(rows, by(0), null));
    await change((rows) => begin(rows, by(0)));
    expect(await stop()).toBe('GIVEN_BACK');
    expect(await row()).toMatchObject({ state: 'QUEUED', node: null, losses: 0 });
    expect(await stop()).toBe('LOST');
    await change((rows) => begin(rows, by(1)));
    await change((rows) => noteEffect(rows, by(1), 'click “Buy”'));
    expect(await change((rows) => breakOff(rows, by(1), null))).toBe('ENDED');
    expect(await row()).toMatchObject({
      status: 'INTERRUPTED',
      error: { details: { what: 'click “Buy”', node: 'n-1' } },
    });
    id = await submitted();
    await change((rows) => begin(rows, by(0)));
    await change((rows) => cancel(rows, id));
    expect(await stop()).toBe('ENDED');
    expect(await row()).toMatchObject({ status: 'CANCELLED' });
  });

  test('that was lost with its nodes again and again is begun no more; one that was given back as often is', async () => {
    for (let attempt = 0; attempt <= 8; attempt += 1) {
      // oxlint-disable-next-line no-await-in-loop -- one attempt after the other
      expect(await change((rows) => begin(rows, by(attempt)))).toMatchObject({ what: 'RUN' });
    }
    expect(await change((rows) => begin(rows, by(9)))).toEqual({ what: 'ENDED' });
    expect(await row()).toMatchObject({ status: 'FAILED', error: { code: 'fleet.given-up' }, losses: 9 });
    id = await submitted();
    for (let attempt = 0; attempt <= 20; attempt += 1) {
      // oxlint-disable-next-line no-await-in-loop -- as above
      expect(await change((rows) => begin(rows, by(attempt)))).toMatchObject({ what: 'RUN' });
      // oxlint-disable-next-line no-await-in-loop -- as above
      expect(await change((rows) => breakOff(rows, by(attempt), null))).toBe('GIVEN_BACK');
    }
  });

  test('whose result holds what no database takes is kept without it', async () => {
    await change((rows) => begin(rows, by(0)));
    const odd = 'a\0b \ud800 \\u0000 “é” 😀';
    expect(await change((rows) => noteEffect(rows, by(0), odd))).toBe(true);
    expect(await change((rows) => end(rows, by(0), 'DONE', { answer: odd, rows: { [odd]: 1 } }, null))).toBe(
      true,
    );
    const kept = 'a\u2400b \ufffd \\u0000 “é” 😀';
    expect(await row()).toMatchObject({ effect_what: kept, result: { answer: kept, rows: { [kept]: 1 } } });
  });

  test('that nobody begins in time, or that the queue has no job for, ends without a node that takes it', async () => {
    const late = await submitted({ beginWithinSeconds: 0 });
    await postgres.sql(
      `delete from ghost_queue.job where id = (select job from ghost.tasks where id = '${id}')`,
    );
    await postgres.sql(
      `update ghost.tasks set submitted_at = now() - interval '2 minutes' where id = '${id}'`,
    );
    const other = await submitted();
    await change(sweep);
    expect(await row()).toMatchObject({ status: 'FAILED', error: { code: 'fleet.given-up' } });
    expect(must(await fleet.task(late))).toMatchObject({
      status: 'FAILED',
      error: { code: 'fleet.too-late' },
    });
    expect(must(await fleet.task(other))).toMatchObject({ state: 'QUEUED' });
  });

  test('that nobody has yet ends as soon as somebody wants it; one that runs is told to', async () => {
    expect(await change((rows) => cancel(rows, id))).toMatchObject({ state: 'ENDED', status: 'CANCELLED' });
    expect(await change((rows) => begin(rows, by(0)))).toEqual({ what: 'ENDED' });
    id = await submitted();
    await change((rows) => begin(rows, by(0)));
    expect(await change((rows) => cancel(rows, id))).toMatchObject({ state: 'RUNNING', status: null });
    // Its node is lost before it heard of it.
    expect(await change((rows) => begin(rows, by(1)))).toEqual({ what: 'ENDED' });
    expect(await row()).toMatchObject({ status: 'CANCELLED' });
  });

  test('that nobody began in time is not begun any more', async () => {
    id = await submitted({ beginWithinSeconds: 0 });
    expect(await change((rows) => begin(rows, by(0)))).toEqual({ what: 'ENDED' });
    expect(await row()).toMatchObject({ status: 'FAILED', error: { code: 'fleet.too-late' } });
  });

  test('that the queue gave up ends, and says whether an act of it may have changed something', async () => {
    await change((rows) => begin(rows, by(7)));
    await change((rows) => endGivenUp(rows, id));
    expect(await row()).toMatchObject({ status: 'FAILED', error: { code: 'fleet.given-up' } });
    id = await submitted();
    await change((rows) => begin(rows, by(0)));
    await change((rows) => noteEffect(rows, by(0), 'click'));
    await change((rows) => endGivenUp(rows, id));
    expect(await row()).toMatchObject({ status: 'INTERRUPTED', error: { code: 'fleet.interrupted' } });
  });
});

test('bad intents are refused whole, and nothing of them is queued', async () => {
  const before = must(await fleet.tasks(1_000)).length;
  const asked = ['fine', ' '].map((intent) => ({ intent, by: 'ana' }));
  expect(await fleet.submit(asked)).toMatchObject({ error: { code: 'task.bad-intent' } });
  expect(await fleet.submit([{ intent: 'x'.repeat(1_000_000), by: 'ana' }])).toMatchObject({
    error: { code: 'task.bad-intent' },
  });
  expect(must(await fleet.tasks(1_000))).toHaveLength(before);
  expect(await fleet.task('f-none')).toMatchObject({ error: { code: 'task.unknown' } });
});

test('a worker outlives a restart of the database, and what was submitted meanwhile is an error', async () => {
  const [ran, troubles]: [string[], string[]] = [[], []];
  await using queue = new Queue(postgres.address, (thrown) => troubles.push(thrown.message));
  await queue.begin();
  await queue.work(
    1,
    async ({ taskId }) => void ran.push(taskId),
    async () => undefined,
  );
  await expect.poll(() => ran, { timeout: 60_000 }).toContain(id);
  await postgres.kill();
  expect(await fleet.submit([{ intent: 'open shop.test', by: 'ana' }])).toMatchObject({
    error: { code: 'fleet.unreachable', retryable: true },
  });
  expect(await fleet.tasks(1)).toMatchObject({ error: { code: 'fleet.unreachable' } });
  await postgres.start();
  const later = await submitted();
  await expect.poll(() => ran, { timeout: 60_000 }).toContain(later);
}, 180_000);

test('a connection that is lost within a transaction is an error of that transaction, and ends nobody', async () => {
  const cut = await database.change(async (rows) => {
    const pid = z.object({ pid: z.number() });
    const [own] = await rows.all(pid, 'select pg_backend_pid() as pid');
    await postgres.sql(`select pg_terminate_backend(${own?.pid ?? 0})`);
    // Nothing is asked while it ends.
    await wait(500);
    await rows.run('select 1');
  });
  expect(cut).toMatchObject({ error: { code: 'fleet.unreachable' } });
  expect(must(await database.read((rows) => rows.run('select 1')))).toBe(1);
});

test('tables go back a step and forward again; those of a newer program are left as they are', async () => {
  const own = await startPostgres();
  try {
    expect(must(await migrate(own.address, 'up'))).toEqual(['0001-tasks', '0002-policy']);
    expect(must(await migrate(own.address, 'up'))).toEqual([]);
    expect(must(await migrate(own.address, 'down'))).toEqual(['0002-policy']);
    expect(await own.sql(`select to_regclass('ghost.policies') as policies`)).toEqual([{ policies: null }]);
    expect(must(await migrate(own.address, 'down'))).toEqual(['0001-tasks']);
    expect(await own.sql(`select to_regclass('ghost.tasks') as tasks`)).toEqual([{ tasks: null }]);
    must(await migrate(own.address, 'up'));
    await own.sql(`insert into ghost.migrations (name, run_on) values ('9999-later', now())`);
    expect(await migrate(own.address, 'up')).toMatchObject({ error: { code: 'fleet.other-version' } });
  } finally {
    await own[Symbol.asyncDispose]();
  }
}, 180_000);
