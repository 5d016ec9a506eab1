// Ghost Tabs that stand ready, that are lost, and that take too much: through a gateway as the library opens it.
import { execFileSync } from 'node:child_process';
import { mkdtempSync, readdirSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import type { Navigator } from '#engines/navigator/contract.ts';
import { familyOf } from '#executors/browsers/processes/processes.ts';
import { openGateway } from '#gateway/main.ts';
import type { Gateway, GatewayOptions } from '#gateway/main.ts';
import { startSite, type Site } from '#test/fixtures/site.ts';
import { DEFAULT_TEXT, edited } from '#test/fixtures/policy/policies.ts';
import { soak } from '#test/soak/soak.ts';
import { drawn } from '#test/fixtures/how-much.ts';

const SHOP = 'http://shop.test/';
const ADDRESS = '127.0.0.63';
const POLL = { timeout: 60_000 };
const ASKS_FIRST = String(edited(['HEADLESS_CHROMIUM: ALLOW', 'HEADLESS_CHROMIUM: ESCALATE']).text);

let site: Site;
let directory: string;
let gateway: Gateway;

beforeAll(async () => {
  site = await startSite(
    {
      '/': `<title>Shop</title><link rel="icon" href="data:,"><h1>Shop</h1>
        <script>document.title = 'cookies: ' + document.cookie; document.cookie = 'seen=1; max-age=999';</script>`,
      '/busy':
        '<title>Busy</title><h1>Busy</h1><script>const spin = () => { const end = performance.now() + 80; while (performance.now() < end); setTimeout(spin, 5); }; spin();</script>',
      '/eats':
        '<title>Eats</title><h1>Eats</h1><script>kept = []; const more = () => { if (kept.push(new Uint8Array(20e6).fill(1)) < 20) setTimeout(more, 20); }; more();</script>',
      '/alerts':
        '<title>Alerts</title><h1>Alerts</h1><script>setTimeout(() => { for (;;) alert("again"); });</script>',
      '/stay':
        '<title>Stay</title><h1>Stay</h1><button onclick="addEventListener(`beforeunload`, (event) => { event.preventDefault(); event.returnValue = `no`; })">Trap</button>',
    },
    ADDRESS,
  );
});
afterAll(() => site.close());
beforeEach(() => {
  directory = mkdtempSync(join(tmpdir(), 'ghost-pool-'));
});
afterEach(async () => {
  await gateway.close();
  expect(readdirSync(gateway.paths.profiles)).toEqual([]);
  rmSync(directory, { recursive: true, force: true });
});

const open = async (options: GatewayOptions = {}): Promise<void> => {
  gateway = await openGateway({
    dataDir: directory,
    world: { hostMap: { 'shop.test': { address: ADDRESS, port: site.port } }, sites: [], secrets: {} },
    ...options,
  });
};
const entries = (type: string): ReturnType<Gateway['audit']['since']> =>
  gateway.audit.since(0, 10_000).filter((entry) => entry.type === type);
const launchedFor = (taskId: string): readonly number[] =>
  entries('tab.launched')
    .filter((entry) => entry.taskId === taskId)
    .map(({ details }) => Number(details['pid']));
const warmPids = (): readonly number[] => launchedFor('pool');

test('a task takes a browser that stands ready, decided anew; another one follows, and nothing passes from task to task', async () => {
  await open({ config: { warmTabs: 1, maxTabs: 3 } });
  await gateway.warmUp();
  expect(gateway.status()).toMatchObject({ warm: 1, queue: { running: 0, limit: 3 } });
  const first = gateway.run(`open ${SHOP}`);
  expect(await first.result).toMatchObject({ status: 'DONE' });
  expect(launchedFor(first.taskId)).toEqual(warmPids().slice(0, 1));
  const decided = gateway.audit
    .since(0, 10_000)
    .filter((entry) => entry.taskId === first.taskId && entry.what.startsWith('start CHROMIUM'));
  expect(decided.map(({ type }) => type)).toEqual(['decision', 'authorization.issued', 'tab.launched']);
  await expect.poll(() => gateway.status().warm, POLL).toBe(1);
  const second = gateway.run(`open ${SHOP}`);
  const result = await second.result;
  expect(launchedFor(second.taskId)).toEqual(warmPids().slice(1, 2));
  expect(new Set(warmPids()).size).toBe(warmPids().length);
  expect(result.status).toBe('DONE');
  expect(result.answer).not.toContain('seen=1');
  // One that dies while it waits is put away, and another one takes its place.
  await expect.poll(() => [warmPids().length, gateway.status().warm], POLL).toEqual([3, 1]);
  process.kill(warmPids().at(-1) ?? 0, 'SIGKILL');
  await expect.poll(() => [warmPids().length, gateway.status().warm], POLL).toEqual([4, 1]);
});

test('a policy that asks before a launch ends what stood ready, and nothing is started ahead of an answer', async () => {
  const file = join(directory, 'policy.yaml');
  writeFileSync(file, DEFAULT_TEXT);
  await open({ policy: [file], config: { warmTabs: 1 } });
  await gateway.warmUp();
  expect(gateway.status().warm).toBe(1);
  writeFileSync(file, ASKS_FIRST);
  const reload = { by: 'person:terminal', trigger: 'asked', acknowledge: null } as const;
  const reloaded = await gateway.policyLife.reload(reload);
  expect(reloaded.ok ? '' : reloaded.error).toBe('');
  await expect.poll(() => entries('tab.closed').length, POLL).toBe(1);
  expect(entries('tab.closed')).toMatchObject([{ taskId: 'pool', outcome: 'DONE', details: { warm: true } }]);
  expect(gateway.status().warm).toBe(0);
  expect((await gateway.run(`open ${SHOP}`).result).status).not.toBe('DONE');
  expect(entries('tab.launched')).toHaveLength(1);
});

test('a gateway that closes gives up tabs that are opening, and opens none any more', async () => {
  await open({ config: { maxTabs: 1 } });
  // One starts its browser, the other waits for a place.
  const opening = [gateway.openTab({ url: SHOP }), gateway.openTab({ url: SHOP })];
  await expect.poll(() => entries('authorization.issued').length, POLL).toBe(1);
  await gateway.close();
  for (const opened of opening) expect((await opened).ok).toBe(false);
  expect(await gateway.openTab()).toMatchObject({ ok: false, error: { code: 'gateway.closed' } });
});

/** Kills what it is told to, then looks on: the first look of a task is the moment. */
class Killing implements Navigator {
  readonly id = 'killing';
  which: (pid: number) => Promise<readonly number[]> = async () => [];
  left = 0;

  async next(): ReturnType<Navigator['next']> {
    const done = { ref: null, target: null, confidence: 1, reasoning: 'x' } as const;
    if (this.left === 0) return { ...done, action: 'DONE', text: 'done' };
    this.left -= 1;
    const pid = Number(entries('tab.launched').at(-1)?.details['pid']);
    for (const victim of await this.which(pid)) process.kill(victim, 'SIGKILL');
    return { ...done, action: 'SCROLL', text: null };
  }

  /** What the next task loses at its first looks. */
  aim(which: Killing['which'], times = 1): void {
    this.which = which;
    this.left = times;
  }
}
const ofType =
  (word: string, except: ReadonlySet<number> = new Set()) =>
  async (pid: number): Promise<readonly number[]> =>
    (await familyOf(null, pid))
      .filter((entry) => entry.args.some((one) => one.startsWith(word)) && !except.has(entry.pid))
      .map((entry) => entry.pid);
const isOf = (taskId: string, type: string): number =>
  entries(type).filter((entry) => entry.taskId === taskId).length;

test('with a browser for each tab, a task whose browser or network service is killed comes to its end on another one', async () => {
  const navigator = new Killing();
  await open({ navigator });
  for (const which of [async (pid: number) => [pid], ofType('--utility-sub-type=network')]) {
    navigator.aim(which);
    const running = gateway.run('look around', { startUrl: SHOP });
    expect(await running.result).toMatchObject({ status: 'UNCONFIRMED', answer: 'done' });
    expect(isOf(running.taskId, 'task.retried')).toBe(1);
    expect(new Set(launchedFor(running.taskId)).size).toBe(2);
  }
});

describe('with one browser for all tabs', () => {
  test('what is killed is lost for those whose it was; they go on in a fresh context, or in a fresh browser', async () => {
    const navigator = new Killing();
    await open({ navigator, config: { isolation: 'context' } });
    const quiet = await gateway.openTab({ url: SHOP });
    if (!quiet.ok) throw new Error(quiet.error.message);
    const [pid = 0] = entries('tab.launched').map(({ details }) => Number(details['pid']));
    const others = new Set(await ofType('--type=renderer')(pid));
    const lives = async (): Promise<boolean> => (await quiet.value.snapshot()).ok;
    for (const [which, times, retries, status] of [
      [ofType('--type=gpu-process'), 1, 0, 'UNCONFIRMED'],
      [ofType('--type=renderer', others), 1, 1, 'UNCONFIRMED'],
      // A task that loses its tab three times fails, and another one does not notice.
      [ofType('--type=renderer', others), 3, 2, 'FAILED'],
    ] as const) {
      navigator.aim(which, times);
      const running = gateway.run('look around', { startUrl: SHOP });
      expect((await running.result).status).toBe(status);
      expect(isOf(running.taskId, 'task.retried')).toBe(retries);
      expect(new Set(launchedFor(running.taskId))).toEqual(new Set([pid]));
      expect(await lives()).toBe(true);
    }
    navigator.aim(async (browser) => [browser]);
    const running = gateway.run('look around', { startUrl: SHOP });
    // Its navigator only says so.
    expect((await running.result).status).toBe('UNCONFIRMED');
    expect(launchedFor(running.taskId)[0]).toBe(pid);
    expect(launchedFor(running.taskId)[1]).not.toBe(pid);
    expect(await quiet.value.snapshot()).toMatchObject({ ok: false, error: { code: 'browser.crashed' } });
    await quiet.value.close();
  });

  test('alerts without an end and a page that does not want to be left hold nobody', async () => {
    // A task's time is its own, queue and start included: a slow machine needs some of it for the start.
    const config = { isolation: 'context', timeoutSeconds: 15 } as const;
    await open({ config, consent: async () => 'ALLOW_TASK_SITE' });
    const opened = await gateway.openTab({ url: `${SHOP}stay` });
    if (!opened.ok) throw new Error(opened.error.message);
    const tab = opened.value;
    const seen = await tab.snapshot();
    const trap =
      seen.ok && seen.value.kind === 'SNAPSHOT'
        ? seen.value.snapshot.nodes.find(({ role }) => role === 'button')?.ref
        : null;
    expect((await tab.act({ type: 'CLICK', ref: trap ?? '' })).ok).toBe(true);
    const left = await tab.act({ type: 'NAVIGATE', url: SHOP });
    expect(left.ok ? '' : left.error).toBe('');
    expect(tab.view().url).toBe(SHOP);
    const alerts = await gateway.run('look around', { startUrl: `${SHOP}alerts` }).result;
    expect(['DONE', 'FAILED']).toContain(alerts.status);
    expect((await tab.snapshot()).ok).toBe(true);
    await tab.close();
  });

  const waits: Navigator = {
    id: 'waits',
    next: (_observation, _memory, signal) =>
      new Promise((_resolve, reject) =>
        signal.addEventListener('abort', () => reject(signal.reason), { once: true }),
      ),
  };
  test.each([
    ['the processor', 'CPU', 'busy', { cpuPercent: 5, memoryMb: 8_192 }],
    ['memory', 'MEMORY', 'eats', { cpuPercent: 10_000, memoryMb: 200 }],
  ] as const)(
    'a page that eats %s is flagged in the log, and ends its task where the settings say so',
    async (_name, resource, path, limits) => {
      const budget = { ...limits, seconds: 1, over: 'kill' } as const;
      await open({ navigator: waits, config: { isolation: 'context', budget } });
      const running = gateway.run('look around', { startUrl: `${SHOP}${path}` });
      expect(await running.result).toMatchObject({
        status: 'FAILED',
        error: { code: 'browser.over-budget' },
      });
      expect(entries('task.retried')).toEqual([]);
      const [flagged] = entries('tab.over-budget');
      expect(flagged).toMatchObject({
        taskId: running.taskId,
        outcome: 'KILLED',
        details: { resources: [resource] },
      });
      expect(gateway.tasks.find(running.taskId)?.view().over).toEqual([resource]);
    },
  );
});

function mounted(directory: string): boolean {
  try {
    execFileSync('mount', ['-t', 'tmpfs', '-o', 'size=24k,mode=0711', 'tmpfs', directory], {
      stdio: 'ignore',
    });
    return true;
  } catch {
    return false;
  }
}

test('a full disk: nothing stands ready, a task says what is missing, and the next one finds room again', async (context) => {
  await open({ config: { warmTabs: 1, isolation: 'context' } });
  const { profiles } = gateway.paths;
  if (!mounted(profiles)) return context.skip();
  try {
    await gateway.warmUp();
    expect(gateway.status().warm).toBe(0);
    const result = await gateway.run(`open ${SHOP}`).result;
    expect(result).toMatchObject({ status: 'FAILED', error: { code: 'browser.launch-failed' } });
    expect(JSON.stringify(result.error)).toContain('ENOSPC');
    expect(readdirSync(profiles)).toEqual([]);
  } finally {
    execFileSync('umount', [profiles]);
  }
  expect((await gateway.run(`open ${SHOP}`).result).status).toBe('DONE');
});

test.each([
  ['a browser for each tab', 'process', drawn({ quick: 2, long: 3 })],
  ['one browser for all', 'context', drawn({ quick: 4, long: 8 })],
] as const)(
  'more tasks than tabs, with %s and faults drawn at random: all end, and nothing is left',
  async (_name, isolation, tasks) => {
    await open();
    const report = await soak({ tasks, tabs: 2, seconds: 90, seed: 3, isolation });
    expect(Object.values(report.ended).reduce((sum, count) => sum + count, 0)).toBe(tasks);
    expect(report).toMatchObject({ processesLeft: [], profilesLeft: [], badEnds: 0, auditVerifies: true });
    expect(
      Object.keys(report.ended).filter(
        (status) => !['DONE', 'UNCONFIRMED', 'FAILED', 'CANCELLED'].includes(status),
      ),
    ).toEqual([]);
  },
);
