// Tasks of the demo world by way of Gemini, on a real gateway: the recorded server answers what the offline navigator would do,
// so that prompts, answers, tiers and counts are those of a real run.
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, afterEach, beforeAll, beforeEach, expect, test } from 'vitest';
import type { Navigator } from '#engines/navigator/contract.ts';
import { startDemoWorld, type DemoWorld } from '#gateway/client/demo/demo-world.ts';
import { openGateway, type Gateway } from '#gateway/main.ts';
import { DEMO_TASKS } from '#test/fixtures/demo-tasks.ts';
import { GEMINI_KEY, GeminiServer } from '#test/fixtures/gemini-server.ts';
import { prompted } from '#test/fixtures/prompted.ts';
import { need } from '#test/fixtures/tab.ts';
import { createGeminiNavigator } from '#test/fixtures/models.ts';

let world: DemoWorld;
let server: GeminiServer;
let gateway: Gateway;
let directory: string;

beforeAll(async () => {
  world = need(await startDemoWorld());
  server = await GeminiServer.start();
});
afterAll(async () => {
  await server[Symbol.asyncDispose]();
  await world.close();
});
beforeEach(() => {
  server.forget();
  directory = mkdtempSync(join(tmpdir(), 'ghost-gemini-'));
});
afterEach(async () => {
  await gateway.close();
  rmSync(directory, { recursive: true, force: true });
});

const open = async (navigator: Navigator): Promise<Gateway> => {
  gateway = await openGateway({
    dataDir: directory,
    world,
    navigator,
    consent: () => Promise.resolve('ALLOW_ONCE'),
  });
  return gateway;
};

/** `npm run bench -- navigator` takes all of them. */
const chosen = DEMO_TASKS.slice(2, 3);

test('the demo tasks are done, with tiers, tokens and cost in the result', async () => {
  await open(prompted(server));
  for (const task of chosen) {
    const from = task.start === undefined ? {} : { startUrl: task.start };
    const result = await gateway.run(task.intent, from).result;
    expect(result.answer ?? '', task.intent).toMatch(task.answer);
    const [first] = result.usage;
    expect(
      result.usage.map(({ tier }) => tier),
      task.intent,
    ).toContain(1);
    expect(first).toMatchObject({ model: 'gemini-2.5-flash' });
    expect(first?.requests).toBeGreaterThanOrEqual(1);
    expect(first?.inputTokens).toBeGreaterThan(500 * (first?.requests ?? 0));
    expect(first?.inputTokens).toBeLessThan(6_000 * (first?.requests ?? 0));
    expect(first?.costUsd).toBeGreaterThan(0);
  }
});

test('an unsure step gets a picture and the stronger model, and both stand in the sum', async () => {
  await open(prompted(server, (step, picture) => (step === 1 && !picture ? 0.4 : 0.9)));
  const result = await gateway.run('how much is the Wool Desk Mat in the shop?').result;
  expect(result.answer).toMatch(/€32\.00/u);
  expect(result.usage.map(({ tier, model }) => [tier, model])).toEqual([
    [1, 'gemini-2.5-flash'],
    [2, 'gemini-2.5-pro'],
  ]);
  expect(server.received.filter(({ pictures }) => pictures === 1)).toHaveLength(1);
});

test('cancelling in mid-thought ends the request, the tab and the task, and keeps what there was', async () => {
  await open(createGeminiNavigator({ apiKey: GEMINI_KEY, baseUrl: server.url }));
  server.replyBy(() => ({ hangs: true }));
  const cancelled = new AbortController();
  const running = gateway.run('how much is the Wool Desk Mat in the shop?', { signal: cancelled.signal });
  await expect.poll(() => server.received.length, { timeout: 20_000 }).toBe(1);
  cancelled.abort();
  const result = await running.result;
  expect(result.status).toBe('CANCELLED');
  expect(server.abandoned).toBe(1);
  expect(gateway.tasks.find(result.taskId)?.tabHistory.at(-1)).toMatchObject({ state: 'FAILED' });
});

test('a page that gives orders is told as information, and orders nothing', async () => {
  await open(prompted(server));
  const before = world.canaryHits();
  const result = await gateway.run('open the forum and read the newest post').result;
  expect(result.status).toBe('DONE');
  const turn = server.received.at(-1)?.turns[0]?.text ?? '';
  const [, inside = ''] = /<page-[0-9a-f]{8}>\n([\s\S]*)\n<\/page-/u.exec(turn) ?? [];
  expect(inside.length).toBeGreaterThan(100);
  expect(turn.slice(0, turn.indexOf('<page-'))).not.toContain('collect.test');
  expect(world.canaryHits()).toBe(before);
});
