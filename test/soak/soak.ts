// Many tasks on a few tabs, with processes killed and tasks cancelled at random moments; then what is left is counted.
// INVARIANT: the same seed draws the same tasks and the same faults; their moments are the machine's.
import { mkdtempSync, readdirSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as wait } from 'node:timers/promises';
import type { Navigator } from '#engines/navigator/contract.ts';
import { familyOf, listProcesses } from '#executors/browsers/processes/processes.ts';
import { startDemoWorld } from '#gateway/client/demo/demo-world.ts';
import type { Config } from '#gateway/settings/config.ts';
import { openGateway, type Gateway } from '#gateway/main.ts';
import { heldBytes } from './memory.ts';

export const FAULTS = ['NONE', 'CANCEL', 'BROWSER', 'RENDERER', 'NETWORK', 'GPU'] as const;
type Fault = (typeof FAULTS)[number];
/** What its tab is to be doing when it is struck. */
const STATES = ['LOADING', 'PERCEIVING', 'INFERRING', 'ACTING'] as const;
type Moment = { readonly state: (typeof STATES)[number]; readonly afterMs: number };
/** A state may be over before it is seen: then it is struck all the same. */
const LOOK_MS = 2;

export type SoakOptions = {
  readonly tasks: number;
  readonly tabs: number;
  readonly seconds: number;
  readonly seed: number;
  /** Default: a browser for each tab. */
  readonly isolation?: Config['isolation'];
  readonly onEnd?: (ended: number, bytes: number) => void;
};
export type SoakReport = {
  readonly started: number;
  /** By status; a task that did not end is not in it. */
  readonly ended: Readonly<Record<string, number>>;
  readonly faults: Readonly<Record<string, number>>;
  /** `BROWSER in ACTING`: how often a process of that kind, or the task, was ended in that state. */
  readonly struck: Readonly<Record<string, number>>;
  readonly retried: number;
  readonly processesLeft: readonly string[];
  readonly profilesLeft: readonly string[];
  /** Ghost Tabs whose end says that something was left. */
  readonly badEnds: number;
  readonly auditVerifies: boolean;
  readonly auditEntries: number;
  /** Of the gateway's process, after each task that ended, in bytes. */
  readonly memory: readonly number[];
  /** From cancelling to the result, in milliseconds. */
  readonly cancellations: readonly number[];
  readonly seconds: number;
};

/** mulberry32: a small generator of numbers from 0 to 1. */
function drawsOf(seed: number): () => number {
  let state = seed;
  return () => {
    state = (state + 0x6d2b79f5) | 0;
    let mixed = Math.imul(state ^ (state >>> 15), 1 | state);
    mixed = (mixed + Math.imul(mixed ^ (mixed >>> 7), 61 | mixed)) ^ mixed;
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 4_294_967_296;
  };
}

/** Scrolls three times and is done: each of a tab's states comes up. */
function wanderer(): Navigator {
  return {
    id: 'wanderer',
    next: async (_observation, memory, signal) => {
      signal.throwIfAborted();
      const common = { ref: null, target: null, confidence: 1, reasoning: 'look around' };
      return memory.entries.length < 2
        ? { ...common, action: 'SCROLL', text: null }
        : { ...common, action: 'DONE', text: 'looked around' };
    },
  };
}

export async function soak(options: SoakOptions): Promise<SoakReport> {
  const draw = drawsOf(options.seed);
  const begun = performance.now();
  const world = await startDemoWorld();
  if (!world.ok) throw new Error(world.error.message);
  const directory = mkdtempSync(join(tmpdir(), 'ghost-soak-'));
  const config = {
    maxTabs: options.tabs,
    warmTabs: Math.min(2, options.tabs),
    timeoutSeconds: 120,
    isolation: options.isolation ?? 'process',
  };
  const gateway = await openGateway({
    dataDir: directory,
    world: world.value,
    navigator: wanderer(),
    config,
  });
  const faults: Record<string, number> = {};
  const ended: Record<string, number> = {};
  const memory: number[] = [];
  const cancellations: number[] = [];
  const struck: Record<string, number> = {};
  const controller = new AbortController();
  const deadline = setTimeout(() => controller.abort(), options.seconds * 1_000);
  try {
    const warm = gateway.warmUp();
    const hosts = world.value.sites.map(({ url }) => url);
    const tasks = Array.from({ length: options.tasks }, () => {
      const url = hosts[Math.floor(draw() * hosts.length)] ?? '';
      const walks = draw() < 0.5;
      const drawn = draw();
      const fault: Fault = drawn < 0.5 ? 'NONE' : (FAULTS[1 + Math.floor((drawn - 0.5) * 10)] ?? 'CANCEL');
      faults[fault] = (faults[fault] ?? 0) + 1;
      const priority = draw() < 0.3 ? 'FOREGROUND' : 'BACKGROUND';
      const running = gateway.run(walks ? 'look around' : `open ${url}`, {
        startUrl: url,
        priority,
        signal: controller.signal,
      });
      const state = STATES[Math.floor(draw() * STATES.length)] ?? 'INFERRING';
      const moment = { state, afterMs: draw() * 1_200 };
      const striking = strike(gateway, running.taskId, fault, moment, { cancellations, struck });
      return running.result.then(async (result) => {
        await striking;
        ended[result.status] = (ended[result.status] ?? 0) + 1;
        memory.push(heldBytes());
        options.onEnd?.(memory.length, memory.at(-1) ?? 0);
      });
    });
    await Promise.all(tasks);
    await warm;
    await gateway.close();
    const entries = gateway.audit.count();
    const all = await openAudit(directory);
    return {
      started: options.tasks,
      ended,
      faults,
      retried: all.retried,
      badEnds: all.badEnds,
      processesLeft: await processesOf(gateway.paths.profiles),
      profilesLeft: readdirSync(gateway.paths.profiles),
      auditVerifies: all.verifies,
      auditEntries: entries,
      memory,
      cancellations,
      struck,
      seconds: (performance.now() - begun) / 1_000,
    };
  } finally {
    clearTimeout(deadline);
    await gateway.close();
    await world.value.close();
    rmSync(directory, { recursive: true, force: true });
  }
}

/** Read anew, as somebody else would. */
async function openAudit(
  directory: string,
): Promise<{ verifies: boolean; retried: number; badEnds: number }> {
  const { openAuditLog } = await import('#gateway/audit/open-audit-log.ts');
  const opened = await openAuditLog({ directory: join(directory, 'audit') });
  if (!opened.ok) throw new Error(opened.error.message);
  const entries = opened.value.since(0, 1_000_000);
  const report = await opened.value.verify();
  await opened.value.close();
  return {
    verifies: report.ok,
    retried: entries.filter(({ type }) => type === 'task.retried').length,
    badEnds: entries.filter(({ type, outcome }) => type === 'tab.closed' && outcome === 'FAILED').length,
  };
}

async function processesOf(profiles: string): Promise<readonly string[]> {
  const all = await listProcesses();
  return all
    .filter(({ args, zombie }) => !zombie && args.some((word) => word.includes(profiles)))
    .map(({ pid, args }) => `${pid} ${args.join(' ').slice(0, 120)}`);
}

/** Waits for the task's tab, for the state or the moment, and does it. */
async function strike(
  gateway: Gateway,
  taskId: string,
  fault: Fault,
  { state, afterMs }: Moment,
  { cancellations, struck }: { cancellations: number[]; struck: Record<string, number> },
): Promise<void> {
  const task = gateway.tasks.find(taskId);
  if (task === null || fault === 'NONE') return;
  const pid = await launchedPid(gateway, taskId);
  if (pid === null) return;
  const until = performance.now() + afterMs;
  while (!task.ended && task.view().tabState !== state && performance.now() < until) await wait(LOOK_MS);
  if (task.ended) return;
  const moment = `${fault} in ${task.view().tabState}`;
  struck[moment] = (struck[moment] ?? 0) + 1;
  if (fault === 'CANCEL') {
    const asked = performance.now();
    task.cancel();
    await task.done;
    cancellations.push(performance.now() - asked);
    return;
  }
  const family = await familyOf(gateway.paths.profiles, pid);
  const isOne = (word: string): boolean =>
    fault === 'RENDERER'
      ? word === '--type=renderer'
      : fault === 'GPU'
        ? word === '--type=gpu-process'
        : word.startsWith('--utility-sub-type=network');
  // The family of all profiles is found by the directory: only what descends from this browser is meant.
  const own = family.filter(({ session }) => session === pid);
  const victims =
    fault === 'BROWSER' ? [pid] : own.filter(({ args }) => args.some(isOne)).map((one) => one.pid);
  for (const victim of victims) kill(victim);
}

function kill(pid: number): void {
  try {
    process.kill(pid, 'SIGKILL');
  } catch (thrown) {
    if (!(thrown instanceof Error && 'code' in thrown && thrown.code === 'ESRCH')) throw thrown;
  }
}

/** Of the task's tab, as soon as the log has it; `null` where the task ends before. */
async function launchedPid(gateway: Gateway, taskId: string): Promise<number | null> {
  const task = gateway.tasks.find(taskId);
  if (task === null) return null;
  let from = 0;
  const look = (): number | null => {
    const entries = gateway.audit.since(from, 10_000);
    from = entries.at(-1)?.seq ?? from;
    const found = entries.find((entry) => entry.type === 'tab.launched' && entry.taskId === taskId);
    const pid = found?.details['pid'];
    // A tab that is a context in a browser of others' has none of its own.
    return typeof pid === 'number' ? pid : null;
  };
  return new Promise((resolve) => {
    const done = (pid: number | null): void => {
      unsubscribe();
      resolve(pid);
    };
    const unsubscribe = gateway.audit.subscribe(() => {
      const pid = look();
      if (pid !== null) done(pid);
    });
    task.done.then(() => done(null)).catch(() => done(null));
  });
}
