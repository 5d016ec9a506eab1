// A fleet against bare pg-boss, on one real PostgreSQL in one run: how many tasks go through, how long one waits, what an act that may change
// something costs, and what a node costs as their number grows. Executors are simulated: a task is done as soon as it is begun.
import { randomUUID } from 'node:crypto';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { PgBoss } from 'pg-boss';
import { Database } from '#gateway/client/fleet/database/database.ts';
import { Fleet } from '#gateway/client/fleet/fleet.ts';
import { FleetLease, FleetNode, type NodeGateway } from '#gateway/client/fleet/node.ts';
import { begin, noteEffect } from '#gateway/client/fleet/tasks.ts';
import { SILENCE_SECONDS } from '#gateway/client/fleet/queue.ts';
import { fail, ok } from '#policy/language/failure.ts';
import { setTimeout as wait } from 'node:timers/promises';
import { makeKey } from '#gateway/client/policy/life.ts';
import { decides, signedBundle, startPolicyNode, type PolicyNode } from '#test/fixtures/fleet-policy.ts';
import { DEFAULT_TEXT, edited } from '#test/fixtures/policy/policies.ts';
import { startPostgres, type Postgres } from '#test/fixtures/postgres.ts';
import { need } from '#test/fixtures/tab.ts';
import { median, type BenchRow } from './report.ts';

const TASKS = 1_000;
const PLACES = 8;
const ROUNDS = 3;
const WAITS = 40;
const ACTS = 500;
const IDLE_MS = 10_000;
const FOLLOWERS = 4;
const TIGHTER = String(edited(['SCREENSHOT: [ALLOW, ALLOW]', 'SCREENSHOT: [ESCALATE, ALLOW]']).text);

export async function bench(): Promise<{ rows: BenchRow[] }> {
  await using postgres = await startPostgres();
  return {
    rows: [
      ...(await throughput(postgres)),
      ...(await latency(postgres)),
      ...(await acts(postgres)),
      ...(await nodesAtRest(postgres)),
      ...(await revocation(postgres)),
    ],
  };
}

/** A gateway whose tasks are done as they are begun; `onDone` counts them. */
function simulated(onBegun: () => void): NodeGateway {
  // What the node reads of each is here; what it does not read is not made up.
  return {
    policy: ok({ semanticHash: 'sha256:bench' }),
    status: () => ({ version: 'bench' }),
    tasks: {
      start: () => {
        onBegun();
        return ok({ id: randomUUID(), done: Promise.resolve({ status: 'DONE', answer: null }) });
      },
    },
  } as unknown as NodeGateway;
}

const nodeAt = async (postgres: Postgres, onBegun: () => void, places = PLACES): Promise<FleetNode> =>
  need(
    await FleetNode.join({
      address: postgres.address,
      gateway: simulated(onBegun),
      lease: new FleetLease(),
      follower: null,
      labels: [],
      places,
      onTrouble: (error) => {
        if (error !== null) throw new Error(error.message);
      },
    }),
  );

const INTENT = { intent: 'open shop.test', by: 'bench' };

/** Tasks a second through one node of `PLACES` places, and jobs a second through as many bare workers of the same queue's options. */
async function throughput(postgres: Postgres): Promise<BenchRow[]> {
  const [ours, bare]: [number[], number[]] = [[], []];
  await using fleet = need(await Fleet.open(postgres.address));
  for (let round = 0; round < ROUNDS; round += 1) {
    bare.push(await bareRate(postgres));
    ours.push(await fleetRate(postgres, fleet));
  }
  const ratios = ours.map((rate, at) => rate / (bare[at] ?? Number.NaN));
  return [
    { name: `tasks a second, ${PLACES} places`, value: median(ours), unit: '/s' },
    { name: 'bare pg-boss: jobs a second, as many workers', value: median(bare), unit: '/s' },
    { name: 'tasks a second over bare pg-boss', value: median(ratios), unit: '×', target: '≥ 0.9' },
  ];
}

async function fleetRate(postgres: Postgres, fleet: Fleet): Promise<number> {
  const all = Promise.withResolvers<void>();
  let begun = 0;
  const node = await nodeAt(postgres, () => {
    begun += 1;
    if (begun === TASKS) all.resolve();
  });
  need(await fleet.submit(Array.from({ length: TASKS }, () => INTENT)));
  const from = performance.now();
  await all.promise;
  const seconds = (performance.now() - from) / 1_000;
  await node.leave();
  return TASKS / seconds;
}

/** As of the fleet's own workers. */
const SAME = {
  includeMetadata: true,
  heartbeatRefreshSeconds: 2,
  pollingIntervalSeconds: 2,
  notifyPollingIntervalSeconds: 2,
} as const;

const bareBoss = (postgres: Postgres): PgBoss =>
  new PgBoss({ ...postgres.address.config, schema: 'bare', max: 4, useListenNotify: true, schedule: false });

async function bareRate(postgres: Postgres): Promise<number> {
  const all = Promise.withResolvers<void>();
  let done = 0;
  const boss = bareBoss(postgres);
  await boss.start();
  const queue = `bare-${randomUUID()}`;
  await boss.createQueue(queue, { heartbeatSeconds: SILENCE_SECONDS, notify: true });
  for (let place = 0; place < PLACES; place += 1) {
    let worker: string | null = null;
    worker = await boss.work(queue, SAME, async () => {
      if (worker !== null) boss.notifyWorker(worker);
      done += 1;
      if (done === TASKS) all.resolve();
    });
  }
  await boss.insert(
    queue,
    Array.from({ length: TASKS }, (_, at) => ({ data: { taskId: String(at) } })),
  );
  const from = performance.now();
  await all.promise;
  const seconds = (performance.now() - from) / 1_000;
  await boss.stop({ graceful: true, timeout: 2_000 });
  return TASKS / seconds;
}

/** From the submission to its beginning, where a place is free. */
async function latency(postgres: Postgres): Promise<BenchRow[]> {
  await using fleet = need(await Fleet.open(postgres.address));
  let began = Promise.withResolvers<void>();
  const node = await nodeAt(postgres, () => began.resolve());
  const boss = bareBoss(postgres);
  await boss.start();
  const queue = `bare-${randomUUID()}`;
  await boss.createQueue(queue, { heartbeatSeconds: SILENCE_SECONDS, notify: true });
  for (let place = 0; place < PLACES; place += 1) await boss.work(queue, SAME, async () => began.resolve());
  const [ours, bare]: [number[], number[]] = [[], []];
  for (let at = 0; at < WAITS; at += 1) {
    began = Promise.withResolvers<void>();
    const from = performance.now();
    need(await fleet.submit([INTENT]));
    await began.promise;
    ours.push(performance.now() - from);
    began = Promise.withResolvers<void>();
    const bareFrom = performance.now();
    await boss.send(queue, { taskId: String(at) });
    await began.promise;
    bare.push(performance.now() - bareFrom);
  }
  await boss.stop({ graceful: false });
  await node.leave();
  return [
    { name: 'from submission to beginning, median', value: median(ours), unit: 'ms' },
    { name: 'bare pg-boss: the same, median', value: median(bare), unit: 'ms' },
    { name: 'bare pg-boss over the fleet', value: median(bare) / median(ours), unit: '×', target: '≥ 0.9' },
  ];
}

/** What is noted before an act that may change something; every other act costs nothing of this. */
async function acts(postgres: Postgres): Promise<BenchRow[]> {
  await using fleet = need(await Fleet.open(postgres.address));
  await using database = new Database(postgres.address);
  const [taskId = ''] = need(await fleet.submit([INTENT]));
  const holding = { taskId, attempt: 0, node: 'bench' };
  need(await database.change((rows) => begin(rows, holding)));
  const lease = new FleetLease();
  lease.bind(database, (id) => (id === 'local' ? null : holding));
  const times = async (what: () => Promise<unknown>): Promise<number> => {
    const all: number[] = [];
    for (let at = 0; at < ACTS; at += 1) {
      const from = performance.now();
      await what();
      all.push(performance.now() - from);
    }
    return median(all);
  };
  const noted = await times(() => lease.holds({ taskId: 'fleet', what: 'click' }));
  const local = await times(() => lease.holds({ taskId: 'local', what: 'click' }));
  const bare = await times(() => database.read((rows) => rows.run('select 1')));
  const held = await database.read((rows) => noteEffect(rows, holding, 'click'));
  if (!held.ok || !held.value)
    throw new Error(fail('fleet.lease-lost', 'the bench lost its task').error.message);
  return [
    { name: 'an act that may change something: noted, median', value: noted, unit: 'ms' },
    { name: 'one empty round trip to the database, median', value: bare, unit: 'ms' },
    { name: 'an act of a task that is no fleet’s, median', value: local, unit: 'ms' },
  ];
}

/** Transactions a second for one node that waits for work, and its process's time, as their number grows. */
async function nodesAtRest(postgres: Postgres): Promise<BenchRow[]> {
  const rows: BenchRow[] = [];
  const costs: number[] = [];
  for (const count of [1, 2, 4, 8]) {
    const nodes: FleetNode[] = [];
    for (let at = 0; at < count; at += 1) nodes.push(await nodeAt(postgres, () => undefined, 2));
    await wait(2_000);
    const [before, cpu] = [await commits(postgres), process.cpuUsage()];
    await wait(IDLE_MS);
    const used = process.cpuUsage(cpu);
    const perSecond = ((await commits(postgres)) - before) / (IDLE_MS / 1_000) / count;
    costs.push(perSecond);
    rows.push({ name: `transactions a second and node, ${count} waiting`, value: perSecond, unit: '/s' });
    rows.push({
      name: `its own time a second and node, ${count} waiting`,
      value: (used.user + used.system) / 1_000 / (IDLE_MS / 1_000) / count,
      unit: 'ms',
    });
    await Promise.all(nodes.map((node) => node.leave()));
  }
  const [first = Number.NaN] = costs;
  rows.push({
    name: 'transactions a node, 8 nodes over 1',
    value: (costs.at(-1) ?? Number.NaN) / first,
    unit: '×',
    target: '≤ 1.1',
  });
  return rows;
}

/** From the word of going back to the last of some nodes that decides by what was gone back on. */
async function revocation(postgres: Postgres): Promise<BenchRow[]> {
  const root = mkdtempSync(join(tmpdir(), 'ghost-fleet-bench-'));
  const key = join(root, 'key');
  need(makeKey(key, 'bench.example/policy'));
  await using fleet = need(await Fleet.open(postgres.address));
  const policy = fleet.policy('bench');
  const said = { reason: 'a bench', by: 'bench' };
  const publish = async (text: string, revision: number) =>
    need(await policy.publish(signedBundle(root, { text, revision, key, id: 'bench' }), {}, said));
  const nodes: PolicyNode[] = [];
  try {
    await publish(TIGHTER, 1);
    await publish(DEFAULT_TEXT, 2);
    for (let at = 0; at < FOLLOWERS; at += 1) {
      const data = join(root, `node-${at}`);
      nodes.push(await startPolicyNode(postgres, { data, id: 'bench', publicKey: `${key}.pub` }));
    }
    const until = async (reached: (revision: number | string | undefined) => boolean): Promise<number> => {
      const from = performance.now();
      while (!nodes.map(decides).every(reached)) await wait(1);
      return performance.now() - from;
    };
    const rounds: { readonly denies: number; readonly has: number; readonly ordered: number }[] = [];
    for (let revision = 2; rounds.length < ROUNDS; revision += 2) {
      if (revision > 2) await publish(DEFAULT_TEXT, revision);
      await until((one) => one === revision);
      const from = performance.now();
      const ordering = policy.revert({ key, source: 1, ...said });
      const denies = await until((one) => one !== revision);
      const ordered = await ordering.then(() => performance.now() - from);
      await until((one) => one === revision + 1);
      rounds.push({ denies, ordered, has: performance.now() - from });
    }
    return [
      {
        name: `going back, until the last of ${FOLLOWERS} nodes denies`,
        value: median(rounds.map(({ denies }) => denies)),
        unit: 'ms',
        target: '≤ 2,000',
      },
      {
        name: 'of that, until it is ordered',
        value: median(rounds.map(({ ordered }) => ordered)),
        unit: 'ms',
      },
      {
        name: 'going back, until the last one decides by what was before',
        value: median(rounds.map(({ has }) => has)),
        unit: 'ms',
      },
    ];
  } finally {
    for (const { node, close } of nodes) {
      await node.leave();
      await close();
    }
    rmSync(root, { recursive: true, force: true });
  }
}

async function commits(postgres: Postgres): Promise<number> {
  const [row] = await postgres.sql(
    'select xact_commit from pg_stat_database where datname = current_database()',
  );
  return Number(row?.['xact_commit']);
}
