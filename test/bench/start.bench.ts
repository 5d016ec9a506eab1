// How long a person waits at the beginning: a cold `ghost run` to its first act, and `npm start` to the page that one can type into, with
// everything installed. Beside what neither can do without: Node's own start, npm's, and a bare browser's.
import { spawn, type ChildProcess } from 'node:child_process';
import { fileURLToPath } from 'node:url';
import { z } from 'zod';
import { launchTestBrowser, type TestBrowser } from '#test/fixtures/chromium.ts';
import { GhostHome } from '#test/fixtures/ghost.ts';
import { median } from './report.ts';
import type { Bench } from './report.ts';

const ROUNDS = Number(process.env['GHOST_BENCH_ROUNDS'] ?? 5);
const ROOT = fileURLToPath(new URL('../../', import.meta.url));
const INTENT = 'open http://shop.test/';
const PATIENCE_MS = 60_000;
const started = z.object({ url: z.string() });

export const bench: Bench = async () => {
  const times = new Map<string, number[]>();
  const note = (name: string, ms: number): void => {
    times.set(name, [...(times.get(name) ?? []), ms]);
  };
  const timed = async <T>(name: string, work: () => Promise<T>): Promise<T> => {
    const from = performance.now();
    const value = await work();
    note(name, performance.now() - from);
    return value;
  };
  const viewer = await launchTestBrowser({ viewport: { width: 1280, height: 900 } });
  try {
    for (let round = -1; round < ROUNDS; round += 1) {
      // The first one fills the cache of compiled modules, and builds the UI where that is stale.
      if (round === 0) times.clear();
      await timed('Node alone', () => ended(spawn(process.execPath, ['-e', '0'], { stdio: 'ignore' })));
      await timed('npm, then Node alone', () =>
        ended(spawn('npm', ['exec', '--', 'node', '-e', '0'], { cwd: ROOT, stdio: 'ignore' })),
      );
      await bareBrowser(timed);
      await coldRun(note);
      await npmStart(viewer, note);
    }
  } finally {
    await viewer.close();
  }
  const of = (name: string): number => median(times.get(name) ?? []);
  const least = of('Node alone') + of('a bare browser, to a blank page');
  return {
    rows: [
      ...[...times.keys()].map((name) => ({
        name,
        value: of(name),
        unit: 'ms',
        ...(Object.hasOwn(GOALS, name) ? { target: GOALS[name] ?? '' } : {}),
      })),
      {
        name: 'cold `ghost run` to its first act ÷ (Node + a bare browser)',
        value: of(RUN) / least,
        unit: '×',
      },
      {
        name: '`npm start` to the usable page ÷ npm and Node alone',
        value: of(START) / of('npm, then Node alone'),
        unit: '×',
      },
    ],
  };
};

const RUN = 'cold `ghost run` to its first act';
const START = '`npm start` to the usable page';
const GOALS: Readonly<Record<string, string>> = { [RUN]: '≤ 2,000', [START]: '≤ 1,500' };

async function bareBrowser(timed: (name: string, work: () => Promise<TestBrowser>) => Promise<TestBrowser>) {
  const browser = await timed('a bare browser, to a blank page', async () => {
    const launched = await launchTestBrowser();
    await launched.context.newPage();
    return launched;
  });
  await browser.close();
}

/** No gateway runs, no profile is there, nothing was kept: each in a data directory of its own. */
async function coldRun(note: (name: string, ms: number) => void): Promise<void> {
  using home = new GhostHome();
  const from = performance.now();
  const child = home.start(['run', INTENT, '--demo', '--json']);
  let text = '';
  let first = 0;
  child.stdout?.on('data', (chunk: Buffer) => {
    text += chunk.toString();
    if (first === 0 && text.includes('{"type":"task.step"')) first = performance.now() - from;
  });
  child.stdin?.end();
  const code = await ended(child);
  if (code !== 0 || first === 0) throw new Error(`ghost run ended with ${code}: ${text.slice(-500)}`);
  note(RUN, first);
  note('cold `ghost run` to its end', performance.now() - from);
}

async function npmStart(viewer: TestBrowser, note: (name: string, ms: number) => void): Promise<void> {
  using home = new GhostHome();
  const from = performance.now();
  const child = spawn('npm', ['-s', 'start', '--', '--json', '--no-open', '--port', '0'], {
    cwd: ROOT,
    env: home.environment,
    stdio: ['ignore', 'pipe', 'pipe'],
    // npm and what it starts end together.
    detached: true,
  });
  const end = ended(child);
  try {
    const url = await addressFrom(child);
    note('`npm start` to its address', performance.now() - from);
    const page = await viewer.context.newPage();
    await page.goto(url);
    await page.getByPlaceholder(/plain words/u).fill('a', { timeout: PATIENCE_MS });
    note(START, performance.now() - from);
    await page.close();
  } finally {
    if (child.pid !== undefined && child.exitCode === null) process.kill(-child.pid, 'SIGTERM');
    await end;
  }
}

function addressFrom(child: ChildProcess): Promise<string> {
  let text = '';
  return new Promise((resolve, reject) => {
    child.stderr?.on('data', (chunk: Buffer) => (text += chunk.toString()));
    child.on('close', () => reject(new Error(`npm start ended: ${text.slice(-500)}`)));
    child.stdout?.on('data', (chunk: Buffer) => {
      text += chunk.toString();
      if (!text.trimEnd().endsWith('\n}')) return;
      resolve(started.parse(JSON.parse(text.slice(text.indexOf('{')))).url);
    });
  });
}

const ended = (child: ChildProcess): Promise<number | null> =>
  new Promise((resolve, reject) => {
    child.on('error', reject);
    child.on('close', resolve);
  });
