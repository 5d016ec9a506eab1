// Gateways that share their tasks, as processes: one is killed in the middle of an act, one leaves, the database is restarted.
import type { ChildProcess } from 'node:child_process';
import { once } from 'node:events';
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as wait } from 'node:timers/promises';
import { afterAll, afterEach, beforeAll, expect, test } from 'vitest';
import { Fleet, type FleetTask } from '#gateway/client/fleet/fleet.ts';
import { SILENCE_SECONDS } from '#gateway/client/fleet/queue.ts';
import { readPublicKey, trustKey } from '#gateway/policy/kept/keys.ts';
import { DEFAULT_TEXT } from '#test/fixtures/policy/policies.ts';
import { startPostgres, type Postgres } from '#test/fixtures/postgres.ts';
import { startNodeProcess, startShop } from '#test/fixtures/fleet-shop.ts';
import type { Site } from '#test/fixtures/site.ts';
import { GhostHome } from '#test/fixtures/ghost.ts';
import { need } from '#test/fixtures/tab.ts';

const ADDRESS = '127.0.44.7';
const LONG_MS = 300_000;
const SILENCE_MS = 1_500 * SILENCE_SECONDS;

let postgres: Postgres;
let fleet: Fleet;
let site: Site;
let directory = '';
/** Orders by item: what reached the shop. */
const orders = new Map<string, number>();
let onOrder: () => void = () => undefined;
const nodes: { readonly child: ChildProcess; readonly id: string }[] = [];

beforeAll(async () => {
  directory = mkdtempSync(join(tmpdir(), 'ghost-fleet-'));
  site = await startShop(ADDRESS, (item) => {
    orders.set(item, (orders.get(item) ?? 0) + 1);
    onOrder();
  });
  postgres = await startPostgres();
  fleet = need(await Fleet.open(postgres.address));
}, LONG_MS);
afterEach(() => {
  onOrder = () => undefined;
  for (const { child } of nodes.splice(0)) child.kill('SIGKILL');
});
afterAll(async () => {
  await fleet[Symbol.asyncDispose]();
  await postgres[Symbol.asyncDispose]();
  await site.close();
  rmSync(directory, { recursive: true, force: true });
});

async function startNode(): Promise<(typeof nodes)[number]> {
  const data = mkdtempSync(join(directory, 'node-'));
  const node = await startNodeProcess({ data, postgres, address: ADDRESS, site });
  nodes.push(node);
  return node;
}

function ownPolicyDirectory(dataDir: string): string {
  const own = join(dataDir, 'policy');
  mkdirSync(own, { recursive: true, mode: 0o700 });
  return own;
}

const order = (item: string) => ({
  intent: `open http://shop.test/item?n=${item} and press Place order`,
  by: 'ana',
});
const look = (item: string) => ({ intent: `open http://shop.test/item?n=${item}`, by: 'ana' });
const submitted = async (asked: Parameters<Fleet['submit']>[0]) => need(await fleet.submit(asked));
async function ends(ids: readonly string[]): Promise<readonly FleetTask[]> {
  const signal = AbortSignal.timeout(LONG_MS);
  return Promise.all(ids.map(async (id) => need(await fleet.untilEnded(id, signal))));
}

test(
  'a node that is killed in the middle of an act: the task says so and is not done again; others go on elsewhere',
  async () => {
    const first = await startNode();
    const killed = Promise.withResolvers<void>();
    onOrder = () => {
      onOrder = () => undefined;
      first.child.kill('SIGKILL');
      killed.resolve();
    };
    const ids = await submitted([order('1'), look('2'), order('3'), look('4'), order('5')]);
    await killed.promise;
    await startNode();
    const tasks = await ends(ids);
    const inDoubt = tasks.filter(({ status }) => status === 'INTERRUPTED');
    // Two ran at once; the one whose order had reached the shop is in doubt, and the other one perhaps.
    expect(inDoubt.length).toBeGreaterThan(0);
    for (const { error, effect_what } of inDoubt) {
      expect(error).toMatchObject({ code: 'fleet.interrupted' });
      expect(effect_what).toContain('Place order');
    }
    for (const [at, item] of (['1', '3', '5'] as const).entries()) {
      const { status } = need(await fleet.task(ids[at * 2] ?? ''));
      // Of one in doubt nobody knows; every other order was placed exactly once.
      if (status === 'INTERRUPTED') expect(orders.get(item) ?? 0).toBeLessThanOrEqual(1);
      else
        expect([item, orders.get(item), status]).toEqual([
          item,
          1,
          expect.stringMatching(/DONE|UNCONFIRMED/u),
        ]);
    }
    for (const at of [1, 3]) expect(tasks[at]).toMatchObject({ status: 'DONE' });
  },
  LONG_MS,
);

test(
  'a node that leaves gives back what it did not touch, and is told as gone',
  async () => {
    const first = await startNode();
    const ids = await submitted(Array.from({ length: 6 }, (_, at) => look(`leaves-${at}`)));
    await expect
      .poll(async () => need(await fleet.tasks(6)).some(({ state }) => state === 'RUNNING'), {
        timeout: 60_000,
      })
      .toBe(true);
    first.child.kill('SIGTERM');
    await once(first.child, 'exit');
    expect(need(await fleet.nodes()).find(({ id }) => id === first.id)).toMatchObject({
      left_at: expect.any(String),
    });
    await startNode();
    const tasks = await ends(ids);
    expect(tasks.map(({ status }) => status)).toEqual(ids.map(() => 'DONE'));
    // Those that it had begun were given back, and none of them counts as lost.
    expect(tasks.some(({ attempt }) => attempt > 0)).toBe(true);
    expect(tasks.map(({ losses }) => losses)).toEqual(ids.map(() => 0));
  },
  LONG_MS,
);

test(
  'a restart of the database in the middle of tasks loses none, and does none twice',
  async () => {
    await startNode();
    const items = ['a', 'b', 'c', 'd'];
    const ids = await submitted(items.map(order));
    const arrived = Promise.withResolvers<void>();
    onOrder = () => arrived.resolve();
    await arrived.promise;
    await postgres.kill();
    // Longer than a node may be silent: when it is there again, the queue takes their tasks from them.
    await wait(SILENCE_MS);
    await postgres.start();
    const tasks = await ends(ids);
    for (const [at, item] of items.entries()) {
      const count = orders.get(item) ?? 0;
      expect(count).toBeLessThanOrEqual(1);
      // Nobody cancelled it.
      expect(tasks[at]?.status).toMatch(/DONE|UNCONFIRMED|FAILED|INTERRUPTED/u);
      // One that the database could not be asked about failed, and says so.
      if (tasks[at]?.status === 'DONE' || tasks[at]?.status === 'UNCONFIRMED')
        expect([item, count]).toEqual([item, 1]);
    }
  },
  LONG_MS,
);

test(
  'a person serves a node, hands it a task, and sees what it came to; a password in the arguments is refused',
  async () => {
    using home = new GhostHome();
    const served = await home.serve(['--fleet', postgres.url]);
    const at = ['--fleet', postgres.url];
    const ran = await home.run(['fleet', 'run', 'open shop.test', ...at]);
    expect(ran).toMatchObject({
      code: 0,
      stdout: expect.stringMatching(/^f-\S+ {2}DONE .*open shop\.test/u),
    });
    const id = ran.stdout.split(' ')[0] ?? '';
    expect((await home.run(['fleet', 'show', id, '--json', ...at])).json()).toMatchObject({
      id,
      status: 'DONE',
    });
    expect((await home.run(['fleet', 'nodes', ...at])).stdout).toMatch(
      /0\/\d+ tasks {2}sha256:\S+ {2}there/u,
    );
    expect((await home.run(['fleet', 'tasks', '--limit', '1', ...at])).stdout).toContain(id);
    expect(await home.run(['fleet', 'cancel', 'f-none', ...at])).toMatchObject({
      stderr: expect.stringContaining('task.unknown'),
    });
    expect(
      await home.run(['fleet', 'tasks', '--fleet', 'postgres://ana:secret@db.test/ghost']),
    ).toMatchObject({
      code: 1,
      stderr: expect.stringMatching(/^fleet\.bad-address: a password(?!.*secret)/su),
    });
    expect(await home.run(['fleet', 'tasks'])).toMatchObject({
      stderr: expect.stringContaining('fleet.url'),
    });
    expect(await served.stop()).toBe(0);
  },
  LONG_MS,
);

test(
  'a policy for all: published, seen, gone back on and stopped from the command line',
  async () => {
    using home = new GhostHome();
    const at = ['--fleet', postgres.url];
    const [key, policy] = [join(directory, 'team'), join(directory, 'team.yaml')];
    const ghost = async (...words: string[]) => {
      const done = await home.run(words);
      expect(done, done.stderr).toMatchObject({ code: 0 });
      return done;
    };
    await ghost('policy', 'keygen', '--out', key, '--name', 'team.example/policy');
    writeFileSync(policy, DEFAULT_TEXT);
    for (const revision of ['1', '2']) {
      const words = ['policy', 'sign', policy, '--key', key, '--id', 'team', '--revision', revision];
      await ghost(...words, '--out', `${key}-${revision}.gpb`);
    }
    need(trustKey(ownPolicyDirectory(home.directory), need(readPublicKey(`${key}.pub`))));
    writeFileSync(join(home.directory, 'config.yaml'), 'fleet: { policy: team }\n', { mode: 0o600 });
    const served = await home.serve(at);
    const status = async () => (await ghost('fleet', 'policy', 'status', '--policy', 'team', ...at)).stdout;
    const reason = ['--reason', 'a spec'];
    expect(await status()).toMatch(/nothing was published as .team.*denies every act/su);
    await ghost('fleet', 'policy', 'publish', `${key}-1.gpb`, ...reason, ...at);
    await ghost('fleet', 'policy', 'publish', `${key}-2.gpb`, ...reason, ...at);
    await expect
      .poll(status, { timeout: 60_000 })
      .toMatch(/^team revision 2 for all nodes.*: a spec\nn-\S+ {2}\S+ {2}revision 2$/mu);
    const back = await ghost('fleet', 'policy', 'revert', '--policy', 'team', '--key', key, ...reason, ...at);
    expect(back.stderr).toContain('revision 3, with the documents of revision 1, is for all nodes');
    await expect.poll(status, { timeout: 60_000 }).toMatch(/^n-.*revision 3$/mu);
    const stopped = await ghost('fleet', 'policy', 'stop', '--policy', 'team', ...reason, ...at);
    expect(stopped.stderr).toMatch(/^1 of 1 node deny every act/mu);
    expect(await status()).toMatch(/^stopped at .*denies every act: the fleet was stopped/su);
    const ran = await home.run(['run', 'open shop.test', '--approve', 'deny']);
    expect(ran.code).not.toBe(0);
    expect(ran.stdout + ran.stderr).toContain('the fleet was stopped by');
    await ghost('fleet', 'policy', 'go-on', '--policy', 'team', '--key', key, ...reason, ...at);
    await expect.poll(status, { timeout: 60_000 }).toMatch(/^n-\S+ {2}\S+ {2}revision 3$/mu);
    expect(await served.stop()).toBe(0);
  },
  LONG_MS,
);
