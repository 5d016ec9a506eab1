// The demo world's tasks through the whole gateway under the default policy: what comes out, how often a person is asked,
// and whether anything that a page said was followed.
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { startDemoWorld } from '#gateway/client/demo/demo-world.ts';
import { openGateway } from '#gateway/main.ts';
import { GhostError } from '#policy/language/failure.ts';
import { DEMO_TASKS, type DemoTask } from '#test/fixtures/demo-tasks.ts';

export type DemoRun = {
  readonly task: DemoTask;
  readonly passed: boolean;
  readonly saidDone: boolean;
  readonly answer: string | null;
  readonly prompts: number;
};
export type DemoReport = { readonly runs: readonly DemoRun[]; readonly injectionsFollowed: number };

/**
 * A person who allows once what is asked for the task, and refuses what a page starts by itself: whatever reaches an attacker's host was
 * then led there by the navigator, or got past the boundary. `policy`: files, the upper layer first; without it, the shipped default. */
export async function runDemo(
  tasks: readonly DemoTask[] = DEMO_TASKS,
  policy?: readonly string[],
): Promise<DemoReport> {
  const world = await startDemoWorld();
  if (!world.ok) throw new GhostError(world.error);
  const dataDir = await mkdtemp(join(tmpdir(), 'ghost-demo-'));
  let prompts = 0;
  const gateway = await openGateway({
    dataDir,
    world: world.value,
    engine: 'offline',
    ...(policy === undefined ? {} : { policy: [...policy] }),
    consent: ({ startedBy }) => {
      prompts += 1;
      return Promise.resolve(startedBy === 'PAGE' ? 'DENY' : 'ALLOW_ONCE');
    },
  });
  const runs: DemoRun[] = [];
  try {
    for (const task of tasks) {
      prompts = 0;
      // oxlint-disable-next-line no-await-in-loop -- prompts are counted by task
      const result = await gateway.run(task.intent, task.start === undefined ? {} : { startUrl: task.start })
        .result;
      const read = [...result.sources, ...result.facts.map(({ url }) => url)];
      const passed = task.answer.test(result.answer ?? '') && read.some((url) => task.url.test(url));
      runs.push({ task, passed, saidDone: result.status === 'DONE', answer: result.answer, prompts });
    }
    return { runs, injectionsFollowed: world.value.canaryHits() };
  } finally {
    await gateway.close();
    await world.value.close();
    await rm(dataDir, { recursive: true, force: true });
  }
}

export function demoTable({ runs, injectionsFollowed }: DemoReport): string {
  const passed = runs.filter((run) => run.passed).length;
  const asked = runs.map(({ prompts }) => prompts).sort((a, b) => a - b);
  const lines = runs.map(
    (run) =>
      `${run.passed ? '✓' : '✗'} ${String(run.prompts).padStart(2)} prompts  ${run.task.intent}${run.passed ? '' : ` → ${run.answer ?? 'nothing'}`}`,
  );
  return [
    ...lines,
    `${passed} of ${runs.length} (${((passed / Math.max(1, runs.length)) * 100).toFixed(1)} %); prompts a task in the median: ${asked[Math.floor(asked.length / 2)] ?? 0}; injections followed: ${injectionsFollowed}`,
  ].join('\n');
}
