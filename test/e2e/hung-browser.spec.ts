// A browser that answers nobody is one that crashed: whoever waits is told in seconds, it ends, and a task goes on in another. One that
// is late, busy with its page, or was not listened to, is left alone.
import { mkdtempSync, readdirSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as delay } from 'node:timers/promises';
import { afterAll, afterEach, beforeAll, describe, expect, test } from 'vitest';
import type { Navigator } from '#engines/navigator/contract.ts';
import { createOfflineNavigator } from '#engines/navigator/offline/navigator.ts';
import { stretched } from '#executors/cdp/budget.ts';
import { readProcess } from '#executors/system/process-tree.ts';
import { startDemoWorld } from '#gateway/client/demo/demo-world.ts';
import type { DemoWorld } from '#gateway/client/demo/demo-world.ts';
import { openGateway, type Gateway } from '#gateway/main.ts';
import type { GovernedTab } from '#gateway/tabs/governed-tab.ts';
import type { BrowserAction } from '#policy/acts/actions.ts';
import { need } from '#test/fixtures/tab.ts';

const SHOP = 'http://shop.test/';
const POLL = { timeout: 30_000 };
/** A silence of two seconds, three for an answer, and the browser's end; one act took 33 to 52 seconds before. */
const KNOWN_MS = 15_000;

let world: DemoWorld;
let directory: string;
let gateway: Gateway;
const tabs: GovernedTab[] = [];
const stopped: number[] = [];
/** Before a task's navigator is asked for the first time. */
let first: (() => void) | null = null;

beforeAll(async () => {
  const started = await startDemoWorld();
  if (!started.ok) throw new Error(started.error.message);
  world = started.value;
});
afterAll(() => world.close());

async function start(isolation: 'process' | 'context'): Promise<void> {
  directory = mkdtempSync(join(tmpdir(), 'ghost-hung-'));
  const offline = createOfflineNavigator();
  const navigator: Navigator = {
    ...offline,
    next: (...given) => {
      first?.();
      first = null;
      return offline.next(...given);
    },
  };
  gateway = await openGateway({
    dataDir: directory,
    world,
    navigator,
    consent: () => Promise.resolve('ALLOW_ONCE'),
    config: { isolation, warmTabs: 0 },
  });
}
async function end(): Promise<void> {
  await gateway.close();
  expect(readdirSync(gateway.paths.profiles)).toEqual([]);
  rmSync(directory, { recursive: true, force: true });
}
afterEach(async () => {
  for (const pid of stopped.splice(0)) if (readProcess(pid) !== null) process.kill(pid, 'SIGCONT');
  await Promise.all(tabs.splice(0).map((tab) => tab.close()));
});

const newestPid = (): number =>
  Number(gateway.audit.since(0, 10_000).findLast(({ type }) => type === 'tab.launched')?.details['pid']);
async function open(): Promise<{ tab: GovernedTab; pid: number }> {
  const tab = need(await gateway.openTab({ url: SHOP, namedHosts: ['shop.test'] }));
  tabs.push(tab);
  return { tab, pid: newestPid() };
}
function stop(pid: number): void {
  stopped.push(pid);
  process.kill(pid, 'SIGSTOP');
}

describe('each tab in a browser of its own', () => {
  beforeAll(() => start('process'));
  afterAll(end);

  test.each<BrowserAction>([
    { type: 'WAIT', text: 'never there', milliseconds: 3_000 },
    { type: 'NAVIGATE', url: `${SHOP}product/1` },
    { type: 'SNAPSHOT' },
  ])(
    'one that is stopped is given up within seconds, though it was asked for $type',
    async (action) => {
      const { tab, pid } = await open();
      stop(pid);
      const began = performance.now();
      expect(await tab.act(action)).toMatchObject({ ok: false, error: { code: 'browser.crashed' } });
      expect(performance.now() - began).toBeLessThan(stretched(KNOWN_MS));
      expect(await tab.act({ type: 'SNAPSHOT' })).toMatchObject({ error: { code: 'browser.crashed' } });
      await expect.poll(() => readProcess(pid), POLL).toBeNull();
      const another = await open();
      expect(await another.tab.snapshot()).toMatchObject({ ok: true });
    },
    120_000,
  );

  test('one that goes on in time is waited for', async () => {
    const { tab, pid } = await open();
    stop(pid);
    const looked = tab.snapshot();
    await delay(1_500);
    process.kill(pid, 'SIGCONT');
    expect(await looked).toMatchObject({ ok: true });
  }, 120_000);

  test('one that was not listened to for long is not taken for hung', async () => {
    const { tab } = await open();
    const looked = tab.act({ type: 'WAIT', milliseconds: 12_000 });
    await delay(500);
    Atomics.wait(new Int32Array(new SharedArrayBuffer(4)), 0, 0, 9_000);
    expect(await looked).toMatchObject({ ok: true });
    expect(await tab.snapshot()).toMatchObject({ ok: true });
  }, 120_000);

  test('a task whose browser stops answering goes on in another, and is done', async () => {
    first = () => stop(newestPid());
    const result = await gateway.run(
      'search the shop for a mechanical keyboard and tell me the cheapest price',
    ).result;
    expect(first).toBeNull();
    expect(result).toMatchObject({ status: 'DONE' });
    const launched = gateway.audit
      .since(0, 10_000)
      .filter(({ type, taskId }) => type === 'tab.launched' && taskId === result.taskId);
    expect(launched).toHaveLength(2);
  }, 180_000);
});

describe('all tabs in one browser', () => {
  beforeAll(() => start('context'));
  afterAll(end);

  test('one that is stopped is lost to all of its tabs at once, and the next tab has another', async () => {
    const [{ tab, pid }, other] = [await open(), await open()];
    stop(pid);
    const began = performance.now();
    const all = await Promise.all([tab.snapshot(), other.tab.snapshot()]);
    expect(all).toMatchObject([
      { error: { code: 'browser.crashed' } },
      { error: { code: 'browser.crashed' } },
    ]);
    expect(performance.now() - began).toBeLessThan(stretched(KNOWN_MS));
    const another = await open();
    expect(another.pid).not.toBe(pid);
    expect(await another.tab.snapshot()).toMatchObject({ ok: true });
  }, 120_000);
});
