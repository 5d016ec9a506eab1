// Ghost Tabs that stand ready, that are lost, and that take too much: through a gateway as the library opens it.
import { mkdtempSync, readdirSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeAll, afterAll, beforeEach, expect, test } from 'vitest';
import type { Navigator } from '#engines/navigator/contract.ts';
import { familyOf } from '#executors/launch/processes.ts';
import { openGateway } from '#gateway/main.ts';
import type { Gateway, GatewayOptions } from '#gateway/main.ts';
import { startSite, type Site } from '#test/fixtures/site.ts';
import { DEFAULT_TEXT, edited } from '#test/policy/policies.ts';
import { soak } from '#test/soak/soak.ts';

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

/** Kills what it is told to, then looks on: the first look of a task is the moment. */
function killing(which: (pid: number) => Promise<readonly number[]>, times: number): Navigator {
  let left = times;
  return {
    id: 'killing',
    next: async () => {
      const done = { ref: null, target: null, confidence: 1, reasoning: 'x' } as const;
      if (left > 0) {
        left -= 1;
        const pid = Number(entries('tab.launched').at(-1)?.details['pid']);
        for (const victim of await which(pid)) process.kill(victim, 'SIGKILL');
        return { ...done, action: 'SCROLL', text: null };
      }
      return { ...done, action: 'DONE', text: 'done' };
    },
  };
}
const ofType =
  (word: string) =>
  async (pid: number): Promise<readonly number[]> =>
    (await familyOf(gateway.paths.profiles, pid))
      .filter(({ session, args }) => session === pid && args.some((one) => one.startsWith(word)))
      .map((entry) => entry.pid);

test.each([
  ['browser', async (pid: number) => [pid], 1],
  ['renderer', ofType('--type=renderer'), 1],
  ['network service', ofType('--utility-sub-type=network'), 1],
  ['GPU process', ofType('--type=gpu-process'), 0],
] as const)('a task whose %s is killed ends DONE', async (_name, which, retries) => {
  await open({ navigator: killing(which, 1) });
  const running = gateway.run('look around', { startUrl: SHOP });
  expect(await running.result).toMatchObject({ status: 'DONE', answer: 'done' });
  expect(entries('task.retried')).toHaveLength(retries);
  expect(new Set(launchedFor(running.taskId)).size).toBe(retries + 1);
});

test('a task that loses its tab three times fails, and another one does not notice', async () => {
  const times = 3;
  await open({ navigator: killing(async (pid) => [pid], times) });
  const quiet = await gateway.openTab({ url: SHOP });
  if (!quiet.ok) throw new Error(quiet.error.message);
  const result = await gateway.run('look around', { startUrl: SHOP }).result;
  expect(result).toMatchObject({ status: 'FAILED', error: { code: 'browser.crashed' } });
  expect(entries('task.retried')).toHaveLength(2);
  expect((await quiet.value.snapshot()).ok).toBe(true);
});

test('a page that eats the processor is flagged in the log, and ends its task where the settings say so', async () => {
  const waits: Navigator = {
    id: 'waits',
    next: (_observation, _memory, signal) =>
      new Promise((_resolve, reject) =>
        signal.addEventListener('abort', () => reject(signal.reason), { once: true }),
      ),
  };
  await open({
    navigator: waits,
    config: { budget: { cpuPercent: 5, memoryMb: 8_192, seconds: 1, over: 'kill' } },
  });
  const running = gateway.run('look around', { startUrl: `${SHOP}busy` });
  expect(await running.result).toMatchObject({ status: 'FAILED', error: { code: 'browser.over-budget' } });
  expect(entries('task.retried')).toEqual([]);
  const [flagged] = entries('tab.over-budget');
  expect(flagged).toMatchObject({
    taskId: running.taskId,
    outcome: 'KILLED',
    details: { resources: ['CPU'] },
  });
  expect(gateway.tasks.find(running.taskId)?.view().over).toEqual(['CPU']);
});

test('five tasks on two tabs, with faults drawn at random: all end, and nothing is left', async () => {
  await open();
  const report = await soak({ tasks: 5, tabs: 2, seconds: 90, seed: 3 });
  expect(Object.values(report.ended).reduce((sum, count) => sum + count, 0)).toBe(5);
  expect(report).toMatchObject({ processesLeft: [], profilesLeft: [], badEnds: 0, auditVerifies: true });
  expect(
    Object.keys(report.ended).filter((status) => !['DONE', 'FAILED', 'CANCELLED'].includes(status)),
  ).toEqual([]);
});
