// A fleet under faults: three nodes in processes of their own, orders and looks at a shop that counts, and every few seconds a fault of one of five
// kinds. What is checked: every task ends, none is lost, no order is placed twice, each in doubt is told as such, every node's log verifies.
import type { ChildProcess } from 'node:child_process';
import { once } from 'node:events';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as wait } from 'node:timers/promises';
import { auditDirectory, verifyAuditFiles } from '#gateway/client/audit-files.ts';
import { Fleet, type FleetTask } from '#gateway/client/fleet/fleet.ts';
import { SILENCE_SECONDS } from '#gateway/client/fleet/queue.ts';
import { drawsOf } from '#test/chaos/matrix.ts';
import { startPostgres, type Postgres } from '#test/fixtures/postgres.ts';
import { startNodeProcess, startShop } from '#test/fixtures/fleet-shop.ts';
import type { Site } from '#test/fixtures/site.ts';
import { need } from '#test/fixtures/tab.ts';

export const FAULTS = [
  'NODE_KILLED',
  'NODE_LEAVES',
  'NODE_FROZEN',
  'DATABASE_RESTARTED',
  'CONNECTIONS_CUT',
] as const;
export type Fault = (typeof FAULTS)[number];

export type FleetReport = {
  readonly tasks: number;
  readonly ended: Readonly<Record<string, number>>;
  readonly faults: Readonly<Record<string, number>>;
  /** None of these may be. */
  readonly lost: number;
  readonly placedTwice: number;
  /** An end that the shop's count belies. */
  readonly wrong: readonly string[];
  readonly brokenLogs: readonly string[];
  /** Orders of which nobody can say whether they were placed: told as `INTERRUPTED`. */
  readonly inDoubt: number;
  readonly seconds: number;
};

const ADDRESS = '127.0.45.9';
const NODES = 3;
const FROZEN_MS = 1_500 * SILENCE_SECONDS;
const LOOK_MS = 500;

type Running = { readonly data: string; child: ChildProcess };

/** `kinds`: the faults that are drawn from. `everySeconds`: between two of them. */
export async function soakFleet(given: {
  readonly tasks: number;
  readonly seed: number;
  readonly everySeconds: number;
  readonly kinds: readonly Fault[];
  readonly longestSeconds: number;
  readonly onFault: (fault: Fault, ended: number) => void;
}): Promise<FleetReport> {
  const { tasks, seed, everySeconds, kinds, longestSeconds, onFault } = given;
  const from = performance.now();
  const directory = mkdtempSync(join(tmpdir(), 'ghost-fleet-soak-'));
  const orders = new Map<string, number>();
  const site = await startShop(ADDRESS, (item) => orders.set(item, (orders.get(item) ?? 0) + 1));
  await using postgres = await startPostgres();
  await using fleet = need(await Fleet.open(postgres.address));
  const nodes: Running[] = [];
  const draw = drawsOf(seed);
  const faults: Record<string, number> = {};
  try {
    for (let at = 0; at < NODES; at += 1)
      nodes.push(await started({ data: join(directory, `node-${at}`), postgres, site }));
    const items = Array.from({ length: tasks }, (_, at) => ({ item: `${at}`, orders: at % 2 === 0 }));
    const ids = need(
      await fleet.submit(
        items.map(({ item, orders: isOrder }) => ({
          intent: `open http://shop.test/item?n=${item}${isOrder ? ' and press Place order' : ''}`,
          by: 'soak',
        })),
      ),
    );
    const deadline = performance.now() + longestSeconds * 1_000;
    let next = performance.now() + everySeconds * 1_000;
    for (;;) {
      await wait(LOOK_MS);
      const all = await fleet.tasks(tasks);
      const done = all.ok ? all.value.filter(({ state }) => state === 'ENDED').length : 0;
      if (done === tasks || performance.now() > deadline) break;
      if (performance.now() < next) continue;
      const fault = pick(kinds, draw);
      faults[fault] = (faults[fault] ?? 0) + 1;
      onFault(fault, done);
      await strike(fault, { nodes, postgres, site, draw });
      next = performance.now() + everySeconds * 1_000;
    }
    const rows = need(await fleet.tasks(tasks));
    for (const { child } of nodes) await ended(child, 'SIGTERM');
    const byId = new Map(rows.map((row) => [row.id, row]));
    const logs = await Promise.all(
      nodes.map(async ({ data }) => ({ data, report: await verifyAuditFiles(auditDirectory(data)) })),
    );
    return {
      tasks,
      ended: countsOf(rows),
      faults,
      lost: ids.filter((id) => byId.get(id)?.state !== 'ENDED').length,
      placedTwice: [...orders.values()].filter((count) => count > 1).length,
      wrong: items.flatMap(({ item, orders: isOrder }, at) =>
        wrongOf(byId.get(ids[at] ?? ''), isOrder ? (orders.get(item) ?? 0) : null),
      ),
      brokenLogs: logs.flatMap(({ data, report }) =>
        report.ok && report.value.ok ? [] : [`${data}: ${JSON.stringify(report).slice(0, 300)}`],
      ),
      inDoubt: rows.filter(({ status }) => status === 'INTERRUPTED').length,
      seconds: Math.round((performance.now() - from) / 1_000),
    };
  } finally {
    for (const { child } of nodes) child.kill('SIGKILL');
    await site.close();
    rmSync(directory, { recursive: true, force: true });
  }
}

/** What the shop's count says of a task's end, where it says another thing; `placed`: `null` of a look. */
function wrongOf(task: FleetTask | undefined, placed: number | null): readonly string[] {
  if (task === undefined || placed === null) return [];
  const { id, status } = task;
  const isDone = status === 'DONE' || status === 'UNCONFIRMED';
  if (isDone && placed !== 1) return [`${id} is ${status}, and ${placed} orders were placed`];
  // What may have been placed is told as in doubt, and by no other end.
  if (status === 'CANCELLED' && placed > 0) return [`${id} is CANCELLED, and its order was placed`];
  return [];
}

function countsOf(rows: readonly FleetTask[]): Record<string, number> {
  const counts: Record<string, number> = {};
  for (const { status, state, error } of rows) {
    const name = `${status ?? state}${error === null ? '' : ` ${error.code}`}`;
    counts[name] = (counts[name] ?? 0) + 1;
  }
  return counts;
}

async function strike(
  fault: Fault,
  on: {
    readonly nodes: Running[];
    readonly postgres: Postgres;
    readonly site: Site;
    readonly draw: () => number;
  },
): Promise<void> {
  const { nodes, postgres, site, draw } = on;
  const node = pick(nodes, draw);
  const again = async (): Promise<void> => {
    node.child = (await started({ data: node.data, postgres, site })).child;
  };
  switch (fault) {
    case 'NODE_KILLED':
      await ended(node.child, 'SIGKILL');
      return again();
    case 'NODE_LEAVES':
      await ended(node.child, 'SIGTERM');
      return again();
    case 'NODE_FROZEN':
      // For longer than a node may be silent: its tasks are given to others, and then it goes on.
      node.child.kill('SIGSTOP');
      await wait(FROZEN_MS);
      node.child.kill('SIGCONT');
      return;
    case 'DATABASE_RESTARTED':
      await postgres.kill();
      await wait(draw() * FROZEN_MS);
      return postgres.start();
    case 'CONNECTIONS_CUT':
      await postgres.sql(
        'select pg_terminate_backend(pid) from pg_stat_activity where pid <> pg_backend_pid()',
      );
  }
}

function pick<T>(all: readonly T[], draw: () => number): T {
  const one = all[Math.floor(draw() * all.length)];
  if (one === undefined) throw new Error('there is nothing to pick from');
  return one;
}

async function ended(child: ChildProcess, signal: NodeJS.Signals): Promise<void> {
  if (child.exitCode !== null || child.signalCode !== null) return;
  const exit = once(child, 'exit');
  child.kill(signal);
  await exit;
}

async function started(given: {
  readonly data: string;
  readonly postgres: Postgres;
  readonly site: Site;
}): Promise<Running> {
  const { child } = await startNodeProcess({ ...given, address: ADDRESS });
  return { data: given.data, child };
}
