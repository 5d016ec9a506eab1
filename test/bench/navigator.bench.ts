// What a step costs: the offline navigator's thinking apart from acting, beside playwright-core making the same moves blind; the demo
// tasks by way of Gemini's prompts against the recorded server; and how soon a task that is cancelled in mid-thought has ended.
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { Page } from 'playwright-core';
import type { Navigator } from '#engines/navigator/contract.ts';
import { createOfflineNavigator } from '#engines/navigator/offline/navigator.ts';
import { startDemoWorld, type DemoWorld } from '#gateway/client/demo/demo-world.ts';
import { openGateway, type Gateway, type TaskResult } from '#gateway/main.ts';
import type { Recording } from '#gateway/protocol/recording.ts';
import { launchTestBrowser } from '#test/fixtures/chromium.ts';
import { DEMO_TASKS } from '#test/fixtures/demo-tasks.ts';
import { GEMINI_KEY, GeminiServer } from '#test/fixtures/gemini-server.ts';
import { prompted } from '#test/fixtures/prompted.ts';
import { need } from '#test/fixtures/tab.ts';
import { median, type Bench, type BenchRow } from './report.ts';
import { createGeminiNavigator } from '#test/fixtures/models.ts';

/** Tasks that are timed against playwright-core: some steps each, and nothing left behind. */
const TIMED = DEMO_TASKS.filter(({ fresh }) => fresh !== true).slice(0, 8);
const CANCELLED = 5;

export const bench: Bench = async () => {
  const world = need(await startDemoWorld());
  const server = await GeminiServer.start();
  try {
    return {
      rows: [
        ...(await offlineRows(world)),
        ...(await geminiRows(world, server)),
        ...(await cancelRows(world, server)),
      ],
    };
  } finally {
    await server[Symbol.asyncDispose]();
    await world.close();
  }
};

async function within<T>(
  world: DemoWorld,
  navigator: Navigator,
  work: (gateway: Gateway) => Promise<T>,
): Promise<T> {
  const directory = mkdtempSync(join(tmpdir(), 'ghost-bench-navigator-'));
  const gateway = await openGateway({
    dataDir: directory,
    world,
    navigator,
    // What a page starts by itself a person would not let it.
    consent: ({ startedBy }) => Promise.resolve(startedBy === 'PAGE' ? 'DENY' : 'ALLOW_ONCE'),
  });
  await gateway.warmUp();
  try {
    return await work(gateway);
  } finally {
    await gateway.close();
    rmSync(directory, { recursive: true, force: true });
  }
}

const start = (task: (typeof DEMO_TASKS)[number]) =>
  task.start === undefined ? {} : { startUrl: task.start };

async function offlineRows(world: DemoWorld): Promise<BenchRow[]> {
  const thinking: number[] = [];
  const offline = createOfflineNavigator();
  const timed: Navigator = {
    id: offline.id,
    async next(observation, memory, signal) {
      const from = performance.now();
      const proposal = await offline.next(observation, memory, signal);
      thinking.push(performance.now() - from);
      return proposal;
    },
  };
  const moves: number[] = [];
  const blind: number[] = [];
  const browser = await launchTestBrowser({
    viewport: { width: 1280, height: 900 },
    args: [
      `--host-resolver-rules=${Object.entries(world.hostMap)
        .map(([host, { address, port }]) => `MAP ${host} ${address}:${port}`)
        .join(', ')}`,
    ],
  });
  try {
    const page = await browser.context.newPage();
    await within(world, timed, async (gateway) => {
      for (const task of TIMED) {
        const before = performance.now();
        const running = gateway.run(task.intent, start(task));
        let first: number | null = null;
        for await (const event of running) if (event.type === 'task.step') first ??= performance.now();
        const recording = gateway.tasks.find(running.taskId)?.recording() ?? null;
        const acted = recording?.steps.filter(({ element }) => element !== null).length ?? 0;
        if (recording === null || acted === 0) continue;
        // From where it begins on: the start of a tab is the pool's bench.
        moves.push((performance.now() - (first ?? before)) / acted);
        blind.push((await alone(page, recording)) / acted);
      }
    });
  } finally {
    await browser.close();
  }
  const sorted = thinking.toSorted((a, b) => a - b);
  return [
    { name: 'offline: planning alone', value: 1000 / median(thinking), unit: 'steps/s' },
    { name: 'offline: a step’s thinking, median', value: median(thinking), unit: 'ms' },
    {
      name: 'offline: a step’s thinking, p95',
      value: sorted[Math.floor(sorted.length * 0.95)] ?? 0,
      unit: 'ms',
    },
    { name: 'offline: a step, look to look', value: median(moves), unit: 'ms' },
    { name: 'playwright-core: the same step, blind', value: median(blind), unit: 'ms' },
    { name: 'a step ÷ the same blind', value: median(moves) / median(blind), unit: '×' },
  ];
}

/** The same moves by somebody who neither looks nor decides. Milliseconds without the first page. */
async function alone(page: Page, { steps }: Recording): Promise<number> {
  await page.goto(steps[0]?.url ?? 'about:blank');
  const from = performance.now();
  for (const { element, proposal } of steps) {
    if (element === null) continue;
    const found = page.locator(`role=${element.role}[name=${JSON.stringify(element.name)}]`).nth(element.nth);
    const text = proposal.text ?? '';
    if (proposal.action === 'CLICK') await found.click();
    else if (element.role === 'combobox') await found.selectOption(text);
    else if (proposal.action === 'TYPE') {
      await found.fill(text.replace(/\n$/u, ''));
      if (text.endsWith('\n')) await found.press('Enter');
    }
    await page.waitForLoadState('load');
  }
  return performance.now() - from;
}

async function geminiRows(world: DemoWorld, server: GeminiServer): Promise<BenchRow[]> {
  const results: TaskResult[] = [];
  let done = 0;
  await within(world, prompted(server), async (gateway) => {
    for (const task of DEMO_TASKS) {
      const result = await gateway.run(task.intent, start(task)).result;
      results.push(result);
      if (result.status === 'DONE' && task.answer.test(result.answer ?? '')) done += 1;
      else process.stderr.write(`not done: ${task.intent}: ${result.error?.message ?? result.answer}\n`);
    }
  });
  const tokens = results.map(({ usage }) =>
    usage.reduce((sum, { inputTokens, outputTokens }) => sum + inputTokens + outputTokens, 0),
  );
  const cost = results.map(({ usage }) => usage.reduce((sum, { costUsd }) => sum + (costUsd ?? 0), 0));
  const calls = (tier: 1 | 2): number =>
    results
      .flatMap(({ usage }) => usage)
      .reduce((sum, one) => sum + (one.tier === tier ? one.requests : 0), 0);
  const most = Math.max(...results.map((result) => result.tokens?.most ?? 0));
  const looks = results.reduce((sum, { looks: { reused } }) => sum + reused, 0);
  return [
    { name: `gemini: demo tasks done, of ${DEMO_TASKS.length}`, value: done, unit: 'tasks' },
    {
      name: 'gemini: calls resolved in tier 1',
      value: (100 * calls(1)) / (calls(1) + calls(2)),
      unit: '%',
      target: '≥ 80',
    },
    { name: 'gemini: tokens a task, median', value: median(tokens), unit: 'tokens' },
    { name: 'gemini: cost a task, median', value: 100 * median(cost), unit: 'US cents' },
    { name: 'gemini: the largest call', value: most, unit: 'tokens', target: '≤ 16,000' },
    { name: 'looks at pages that were spared', value: looks, unit: '' },
  ];
}

async function cancelRows(world: DemoWorld, server: GeminiServer): Promise<BenchRow[]> {
  const times: number[] = [];
  const gemini = createGeminiNavigator({ apiKey: GEMINI_KEY, baseUrl: server.url });
  server.forget();
  server.replyBy(() => ({ hangs: true }));
  await within(world, gemini, async (gateway) => {
    for (let at = 0; at < CANCELLED; at += 1) {
      const asked = server.received.length;
      const running = gateway.run('how much is the Wool Desk Mat in the shop?');
      while (server.received.length === asked) await new Promise((resolve) => setImmediate(resolve));
      const from = performance.now();
      gateway.tasks.find(running.taskId)?.cancel();
      await running.result;
      times.push(performance.now() - from);
    }
  });
  return [
    {
      name: 'cancelled in mid-thought: nothing runs any more after',
      value: Math.max(...times),
      unit: 'ms',
      target: '< 1000',
    },
    { name: 'requests to the model given up', value: server.abandoned, unit: `of ${CANCELLED}` },
  ];
}
