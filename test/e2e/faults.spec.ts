// What goes wrong while a task runs: the caller gets a typed error, the log its entry, and no process and no profile is left.
import { execFileSync } from 'node:child_process';
import { mkdtempSync, readdirSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, afterEach, beforeAll, beforeEach, expect, test } from 'vitest';
import type { Navigator } from '#engines/navigator/contract.ts';
import { startDemoWorld } from '#gateway/demo/demo-world.ts';
import type { DemoWorld } from '#gateway/demo/demo-world.ts';
import { openGateway } from '#gateway/main.ts';
import type { Gateway, GatewayOptions } from '#gateway/main.ts';

let world: DemoWorld;
let directory: string;
let gateway: Gateway;

beforeAll(async () => {
  const started = await startDemoWorld();
  if (!started.ok) throw new Error(started.error.message);
  world = started.value;
});
afterAll(() => world.close());
beforeEach(() => {
  directory = mkdtempSync(join(tmpdir(), 'ghost-faults-'));
});
afterEach(async () => {
  await gateway.close();
  expect(readdirSync(gateway.paths.profiles)).toEqual([]);
  expect(processes()).toEqual([]);
  rmSync(directory, { recursive: true, force: true });
});

/** Processes whose command line names this gateway's profiles. */
function processes(): readonly string[] {
  const all = execFileSync('ps', ['-eo', 'pid=,args='], { encoding: 'utf8' }).split('\n');
  return all.filter((line) => line.includes(`--user-data-dir=${gateway.paths.profiles}`));
}

const open = async (options: GatewayOptions = {}): Promise<void> => {
  gateway = await openGateway({ dataDir: directory, world, ...options });
};
const entries = (type: string): number =>
  gateway.audit.since(0, 10_000).filter((entry) => entry.type === type).length;

/** Looks, and never decides: a model that does not answer. */
const silent: Navigator = {
  id: 'silent',
  next: (_observation, _memory, signal) =>
    new Promise((_resolve, reject) =>
      signal.addEventListener('abort', () => reject(signal.reason), { once: true }),
    ),
};

async function untilThinking(taskId: string): Promise<void> {
  await expect.poll(() => gateway.tasks.find(taskId)?.view().tabState, { timeout: 30_000 }).toBe('INFERRING');
}

test('a cancelled task ends, its browser with it, and says CANCELLED', async () => {
  await open({ navigator: silent });
  const running = gateway.run('look around', { startUrl: 'http://shop.test/' });
  await untilThinking(running.taskId);
  expect(processes().length).toBeGreaterThan(0);
  expect(gateway.tasks.find(running.taskId)?.cancel()).toBe(true);
  const result = await running.result;
  expect(result).toMatchObject({
    status: 'CANCELLED',
    error: { code: 'task.cancelled' },
    execution: { final_state: 'COMPLETED' },
  });
  expect(processes()).toEqual([]);
  expect(gateway.tasks.find(running.taskId)?.cancel()).toBe(false);
});

test('a task that waits for an answer can be cancelled, and its question is void', async () => {
  await open({
    consent: (_card, signal) =>
      new Promise((_resolve, reject) =>
        signal.addEventListener('abort', () => reject(signal.reason), { once: true }),
      ),
  });
  const running = gateway.run('check the status of my latest order');
  await expect.poll(() => gateway.consents.list().length, { timeout: 30_000 }).toBe(1);
  expect(gateway.tasks.find(running.taskId)?.view().status).toBe('WAITING');
  gateway.tasks.find(running.taskId)?.cancel();
  expect((await running.result).status).toBe('CANCELLED');
  expect(gateway.consents.list()).toEqual([]);
});

test('a browser that is killed in mid-step ends its task with a typed error, and other tasks go on', async () => {
  await open({ navigator: silent });
  const running = gateway.run('look around', { startUrl: 'http://shop.test/' });
  await untilThinking(running.taskId);
  const launched = gateway.audit.since(0, 1000).find(({ type }) => type === 'tab.launched');
  process.kill(Number(launched?.details['pid']), 'SIGKILL');
  gateway.tasks.find(running.taskId)?.cancel();
  const result = await running.result;
  expect(['CANCELLED', 'FAILED']).toContain(result.status);
  await gateway.close();
  await open();
  expect((await gateway.run('open http://shop.test/').result).status).toBe('DONE');
});

test('a browser that dies between two acts fails the next one with browser.crashed', async () => {
  await open();
  const opened = await gateway.openTab({ url: 'http://shop.test/' });
  if (!opened.ok) throw new Error(opened.error.message);
  await using tab = opened.value;
  const launched = gateway.audit.since(0, 1000).find(({ type }) => type === 'tab.launched');
  process.kill(Number(launched?.details['pid']), 'SIGKILL');
  await expect
    .poll(async () => {
      const seen = await tab.snapshot();
      return seen.ok ? 'alive' : seen.error.code;
    })
    .toBe('browser.crashed');
  await expect.poll(() => entries('tab.closed')).toBeGreaterThan(0);
});

test('a navigator that throws, or answers prose, fails its task and nothing else', async () => {
  const answers: readonly unknown[] = ['Sure! I clicked it.', { action: 'CLICK' }, null];
  let at = 0;
  const prose = { id: 'prose', next: async () => answers[at] } as unknown as Navigator;
  await open({ navigator: prose });
  for (at = 0; at < answers.length; at += 1) {
    const result = await gateway.run('look around', { startUrl: 'http://shop.test/' }).result;
    expect(result).toMatchObject({ status: 'FAILED', error: { code: 'navigator.bad-proposal' } });
  }
});

test('a navigator that goes in circles is stopped at the step limit', async () => {
  const scrolling: Navigator = {
    id: 'circles',
    next: async (_observation, { step }) => ({
      action: 'SCROLL',
      ref: null,
      target: null,
      text: step % 2 === 0 ? 'up' : 'down',
      confidence: 0.5,
      reasoning: 'again',
    }),
  };
  await open({ navigator: scrolling, config: { stepLimit: 4 } });
  const result = await gateway.run('look around', { startUrl: 'http://shop.test/' }).result;
  expect(result).toMatchObject({ status: 'FAILED', steps: 4, error: { code: 'task.step-limit' } });
});

test('a page that is not there gives a structured error, and no hang', async () => {
  await open();
  const missing = await gateway.run('open http://shop.test/no-such-page').result;
  expect(missing).toMatchObject({ status: 'FAILED', error: { code: 'act.navigation-failed' } });
  const nowhere = await gateway.run('open http://nowhere.test/').result;
  expect(nowhere.status).not.toBe('DONE');
});

test('forbidden schemes are refused wherever they come from', async () => {
  await open();
  const opened = await gateway.openTab({ url: 'http://shop.test/' });
  if (!opened.ok) throw new Error(opened.error.message);
  await using tab = opened.value;
  for (const url of [
    'javascript:alert(1)',
    'data:text/html,x',
    'file:///etc/passwd',
    'chrome://version',
    'view-source:http://shop.test/',
    'blob:http://shop.test/1',
    'ftp://shop.test/',
    'mailto:a@b.c',
    'not a url',
  ]) {
    const went = await tab.act({ type: 'NAVIGATE', url });
    expect(went.ok, url).toBe(false);
  }
});

test('tasks beyond the tab limit wait their turn, and all of them end', async () => {
  await open({ config: { maxTabs: 1 } });
  const running = ['http://shop.test/', 'http://encyclopedia.test/', 'http://forum.test/'].map((url) =>
    gateway.run(`open ${url}`),
  );
  expect(gateway.tasks.list().filter(({ status }) => status === 'QUEUED').length).toBeGreaterThan(0);
  const results = await Promise.all(running.map(({ result }) => result));
  expect(results.map(({ status }) => status)).toEqual(['DONE', 'DONE', 'DONE']);
});
