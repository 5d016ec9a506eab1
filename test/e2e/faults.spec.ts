// What goes wrong while a task runs: the caller gets a typed error, the log its entry, and no process and no profile is left.
import { execFileSync } from 'node:child_process';
import { mkdtempSync, readdirSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import type { Navigator } from '#engines/navigator/contract.ts';
import { createOfflineNavigator } from '#engines/navigator/offline/navigator.ts';
import { startDemoWorld } from '#gateway/client/demo/demo-world.ts';
import type { DemoWorld } from '#gateway/client/demo/demo-world.ts';
import { openGateway } from '#gateway/main.ts';
import type { Gateway, GatewayOptions } from '#gateway/main.ts';
import type { GovernedTab } from '#gateway/tabs/governed-tab.ts';
import { need } from '#test/fixtures/tab.ts';

const POLL = { timeout: 30_000 };
const STEPS = 6;
const SHOP = 'http://shop.test/';
let world: DemoWorld;

beforeAll(async () => {
  const started = await startDemoWorld();
  if (!started.ok) throw new Error(started.error.message);
  world = started.value;
});
afterAll(() => world.close());

/** Looks, and never decides: a model that does not answer. */
const silent: Navigator = {
  id: 'silent',
  next: (_observation, _memory, signal) =>
    new Promise((_resolve, reject) =>
      signal.addEventListener('abort', () => reject(signal.reason), { once: true }),
    ),
};

/** One gateway for all tests of a block; what it leaves is looked at when it is closed. */
class Opened implements AsyncDisposable {
  readonly #directory: string;
  readonly gateway: Gateway;

  private constructor(directory: string, gateway: Gateway) {
    this.#directory = directory;
    this.gateway = gateway;
  }

  static async open(options: GatewayOptions): Promise<Opened> {
    const directory = mkdtempSync(join(tmpdir(), 'ghost-faults-'));
    return new Opened(directory, await openGateway({ dataDir: directory, world, ...options }));
  }

  /** Processes whose command line names this gateway's profiles, of one tab's browser or of all. */
  processes(): readonly string[] {
    const all = execFileSync('ps', ['-eo', 'pid=,args='], { encoding: 'utf8' }).split('\n');
    return all.filter((line) => line.includes(`--user-data-dir=${this.gateway.paths.profiles}`));
  }

  entries(type: string): ReturnType<Gateway['audit']['since']> {
    return this.gateway.audit.since(0, 10_000).filter((entry) => entry.type === type);
  }

  /** Of the browser that was launched last. */
  get newestPid(): number {
    return Number(this.entries('tab.launched').at(-1)?.details['pid']);
  }

  async untilThinking(taskId: string): Promise<void> {
    await expect.poll(() => this.gateway.tasks.find(taskId)?.view().tabState, POLL).toBe('INFERRING');
  }

  async [Symbol.asyncDispose](): Promise<void> {
    await this.gateway.close();
    expect(readdirSync(this.gateway.paths.profiles)).toEqual([]);
    expect(this.processes()).toEqual([]);
    rmSync(this.#directory, { recursive: true, force: true });
  }
}

describe('each tab in a browser of its own', () => {
  let opened: Opened;
  let gateway: Gateway;
  beforeAll(async () => {
    opened = await Opened.open({ navigator: silent });
    ({ gateway } = opened);
  });
  afterAll(() => opened[Symbol.asyncDispose]());

  test('a cancelled task ends, its browser with it, and says CANCELLED', async () => {
    const running = gateway.run('look around', { startUrl: SHOP });
    await opened.untilThinking(running.taskId);
    expect(opened.processes().length).toBeGreaterThan(0);
    expect(gateway.tasks.find(running.taskId)?.cancel()).toBe(true);
    const result = await running.result;
    expect(result).toMatchObject({
      status: 'CANCELLED',
      error: { code: 'task.cancelled' },
      execution: { final_state: 'COMPLETED' },
    });
    expect(opened.processes()).toEqual([]);
    expect(gateway.tasks.find(running.taskId)?.cancel()).toBe(false);
    // The profile and its entry follow the answer.
    await expect.poll(() => readdirSync(gateway.paths.profiles), POLL).toEqual([]);
    await expect.poll(() => opened.entries('tab.closed'), POLL).toMatchObject([{ outcome: 'DONE' }]);
  });

  test('a browser that is killed in mid-step ends its task with a typed error, and another tab goes on until its own dies', async () => {
    const tab = need(await gateway.openTab({ url: SHOP }));
    const other = opened.newestPid;
    const running = gateway.run('look around', { startUrl: SHOP });
    await opened.untilThinking(running.taskId);
    process.kill(opened.newestPid, 'SIGKILL');
    gateway.tasks.find(running.taskId)?.cancel();
    expect(['CANCELLED', 'FAILED']).toContain((await running.result).status);
    expect((await tab.snapshot()).ok).toBe(true);
    const closed = opened.entries('tab.closed').length;
    process.kill(other, 'SIGKILL');
    const state = async (): Promise<string> => {
      const seen = await tab.snapshot();
      return seen.ok ? 'alive' : seen.error.code;
    };
    await expect.poll(state, POLL).toBe('browser.crashed');
    await expect.poll(() => opened.entries('tab.closed').length, POLL).toBeGreaterThan(closed);
    await tab.close();
  });
});

describe('all tabs in one browser', () => {
  let opened: Opened;
  let gateway: Gateway;
  /** It keeps the browser from ending with each test. */
  let tab: GovernedTab;
  let navigator: Navigator = silent;
  /** Somebody is there to say no. */
  let answers = true;
  beforeAll(async () => {
    const asked: Navigator = { id: 'asked', next: (...given) => navigator.next(...given) };
    opened = await Opened.open({
      navigator: asked,
      config: { isolation: 'context', maxTabs: 2, stepLimit: STEPS },
      consent: (_card, signal) =>
        answers
          ? Promise.resolve('DENY')
          : new Promise((_resolve, reject) =>
              signal.addEventListener('abort', () => reject(signal.reason), { once: true }),
            ),
    });
    ({ gateway } = opened);
    tab = need(await gateway.openTab({ url: SHOP }));
  });
  afterAll(async () => {
    await tab.close();
    await opened[Symbol.asyncDispose]();
  });

  test('a task that is cancelled ends, and the browser and its other tab live on', async () => {
    navigator = silent;
    const running = gateway.run('look around', { startUrl: SHOP });
    await opened.untilThinking(running.taskId);
    gateway.tasks.find(running.taskId)?.cancel();
    expect((await running.result).status).toBe('CANCELLED');
    expect((await tab.snapshot()).ok).toBe(true);
    // What is left is the browser's own directory and the other tab's.
    await expect.poll(() => readdirSync(gateway.paths.profiles), POLL).toHaveLength(2);
  });

  test('a task that waits for an answer can be cancelled, and its question is void', async () => {
    navigator = createOfflineNavigator();
    answers = false;
    const running = gateway.run('check the status of my latest order');
    await expect.poll(() => gateway.consents.list().length, POLL).toBe(1);
    expect(gateway.tasks.find(running.taskId)?.view().status).toBe('WAITING');
    gateway.tasks.find(running.taskId)?.cancel();
    expect((await running.result).status).toBe('CANCELLED');
    expect(gateway.consents.list()).toEqual([]);
    answers = true;
  });

  test('a navigator that throws, or answers prose, fails its task and nothing else', async () => {
    const answers: readonly unknown[] = ['Sure! I clicked it.', { action: 'CLICK' }, null];
    let at = 0;
    navigator = { id: 'prose', next: async () => answers[at] } as unknown as Navigator;
    for (at = 0; at < answers.length; at += 1) {
      const result = await gateway.run('look around', { startUrl: SHOP }).result;
      expect(result).toMatchObject({ status: 'FAILED', error: { code: 'navigator.bad-proposal' } });
    }
  });

  test('a navigator that goes in circles is stopped at the step limit', async () => {
    const again = { action: 'SCROLL', ref: null, target: null, confidence: 0.5, reasoning: 'again' } as const;
    navigator = {
      id: 'circles',
      next: async (_observation, { step }) => ({ ...again, text: step % 2 === 0 ? 'up' : 'down' }),
    };
    const result = await gateway.run('look around', { startUrl: SHOP }).result;
    expect(result).toMatchObject({ status: 'FAILED', steps: STEPS, error: { code: 'task.step-limit' } });
  });

  test('a page that is not there gives a structured error, and no hang', async () => {
    const missing = await gateway.run(`open ${SHOP}no-such-page`).result;
    expect(missing).toMatchObject({ status: 'FAILED', error: { code: 'act.navigation-failed' } });
    const nowhere = await gateway.run('open http://nowhere.test/').result;
    expect(nowhere.status).not.toBe('DONE');
  });

  test('forbidden schemes are refused wherever they come from', async () => {
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
    const running = [SHOP, 'http://encyclopedia.test/', 'http://forum.test/'].map((url) =>
      gateway.run(`open ${url}`),
    );
    const queued = gateway.tasks
      .list()
      .flatMap(({ queued: place }) => (place === null ? [] : [place.position]));
    expect(queued.toSorted((a, b) => a - b)).toEqual([1, 2]);
    const results = await Promise.all(running.map(({ result }) => result));
    expect(results.map(({ status }) => status)).toEqual(['DONE', 'DONE', 'DONE']);
  });
});
