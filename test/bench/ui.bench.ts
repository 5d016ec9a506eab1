// What the app costs in a browser: its first page over the line, and the longest task of its thread and the most nodes of its document
// while 300 tasks and 100,000 entries of the log are scrolled down and up again.
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { gzipSync } from 'node:zlib';
import type { Page } from 'playwright-core';
import { startUi, type UiUnderTest } from '#test/fixtures/ui.ts';
import { aResult, aTask, anEntry } from '#test/fixtures/views.ts';
import { buildUi } from '#ui/build.ts';
import type { BenchRow } from './report.ts';

const TASKS = 300;
const ENTRIES = 100_000;
const STEPS = 120;
const STEP_PX = 600;
const SIZE = { width: 1440, height: 900 };
const PATIENT = { timeout: 60_000 };

type Scrolled = { readonly longestMs: number; readonly over: number; readonly nodes: number };

/** In frames: wherever most can be scrolled, down and up again. */
const scrolled = (page: Page): Promise<Scrolled> =>
  page.evaluate(
    ([steps, by]) =>
      new Promise<Scrolled>((resolve) => {
        const heights = [...document.querySelectorAll('*')].map(
          (element) => [element.scrollHeight - element.clientHeight, element] as const,
        );
        const [, scroll] = heights.reduce((most, one) => (one[0] > most[0] ? one : most));
        let longestMs = 0;
        let over = 0;
        let nodes = 0;
        const observer = new PerformanceObserver((list) => {
          for (const { duration } of list.getEntries()) {
            longestMs = Math.max(longestMs, duration);
            if (duration > 100) over += 1;
          }
        });
        observer.observe({ type: 'longtask' });
        let step = 0;
        const next = (): void => {
          nodes = Math.max(nodes, document.querySelectorAll('*').length);
          scroll.scrollBy(0, step < steps / 2 ? by : -by);
          step += 1;
          if (step < steps) requestAnimationFrame(next);
          // What ended last is told after it.
          else setTimeout(() => resolve({ longestMs, over, nodes }), 500);
        };
        requestAnimationFrame(next);
      }),
    [STEPS, STEP_PX] as const,
  );

function firstPageBytes(outDir: string): number {
  const app = join(outDir, 'app');
  const html = readFileSync(join(app, 'index.html'), 'utf8');
  const named = [...html.matchAll(/(?:src|href)="\.\/([^"]+)"/gu)].map(([, path = '']) => path);
  return ['index.html', ...named]
    .map((path) => gzipSync(readFileSync(join(app, path))).length)
    .reduce((sum, bytes) => sum + bytes, 0);
}

async function board(ui: UiUnderTest): Promise<Scrolled> {
  const app = await ui.open((gateway) => {
    gateway.tasks = Array.from({ length: TASKS }, (_, at) =>
      aTask({
        id: `t${at}`,
        intent: `compare the keyboards, try ${at}`,
        ...(at < 6 ? {} : { status: 'DONE', endedAt: '2026-11-27T08:00:00.000Z', result: aResult() }),
      }),
    );
  }, SIZE);
  await app.page
    .getByRole('list', { name: 'Tasks, by how they stand' })
    .getByRole('link')
    .first()
    .waitFor(PATIENT);
  const read = await scrolled(app.page);
  await app.close();
  return read;
}

async function log(ui: UiUnderTest): Promise<Scrolled> {
  const app = await ui.open((gateway) => {
    gateway.audit = Array.from({ length: ENTRIES }, (_, at) => anEntry(ENTRIES - at));
  }, SIZE);
  await app.page.getByRole('link', { name: 'Audit log' }).click(PATIENT);
  await app.page.getByRole('button', { name: /^Entry 100000 / }).waitFor(PATIENT);
  const read = await scrolled(app.page);
  await app.close();
  return read;
}

export async function bench(): Promise<{ readonly rows: readonly BenchRow[] }> {
  const built = await buildUi();
  if (!built.ok) throw new Error(built.error.message);
  const ui = await startUi();
  try {
    const [tasks, entries] = [await board(ui), await log(ui)];
    return {
      rows: [
        {
          name: 'first page, gzipped',
          value: firstPageBytes(built.value.outDir) / 1_000,
          unit: 'kB',
          target: '≤ 150',
        },
        ...rowsOf(`${TASKS} tasks`, tasks),
        ...rowsOf(`${ENTRIES.toLocaleString('en')} entries`, entries),
      ],
    };
  } finally {
    await ui.close();
  }
}

const rowsOf = (what: string, { longestMs, over, nodes }: Scrolled): readonly BenchRow[] => [
  { name: `${what}, scrolled: longest task over 50 ms`, value: longestMs, unit: 'ms', target: '≤ 100' },
  { name: `${what}, scrolled: tasks over 100 ms`, value: over, unit: '', target: '0' },
  { name: `${what}, scrolled: most nodes`, value: nodes, unit: '', target: '< 3,000' },
];
