// Two thousand tasks and twenty-four hours on a clock that is moved: gateway, boundary, queue, pool and log are the real ones, the
// browsers are not (`stub-launcher.ts`). What the gateway's process holds after the first hundred tasks is held against the end.
import { mkdtempSync, rmSync } from 'node:fs';
import { registerHooks } from 'node:module';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { Navigator } from '#engines/navigator/contract.ts';
import type { Clock } from '#executors/system/clock.ts';
import { heldBytes, median } from './memory.ts';

const STUB = new URL('stub-launcher.ts', import.meta.url).href;

type DayReport = {
  readonly ended: Readonly<Record<string, number>>;
  readonly hours: number;
  readonly auditEntries: number;
  readonly auditVerifies: boolean;
  /** In bytes, after every so many tasks that ended: a look collects the whole heap, and most of a day went into that. */
  readonly memory: readonly number[];
  /** The middle value of the last hundred to that of the hundred after the first hundred. */
  readonly growth: number;
  readonly seconds: number;
};

const AT_ONCE = 12;
const TASKS_A_LOOK = 10;
const LOOKS_A_HUNDRED = 100 / TASKS_A_LOOK;

export async function day(
  tasks: number,
  hours: number,
  onEnd: (ended: number, bytes: number) => void,
): Promise<DayReport> {
  const begun = performance.now();
  registerHooks({
    resolve: (specifier, context, next) =>
      specifier === '#executors/launcher.ts' ? { url: STUB, shortCircuit: true } : next(specifier, context),
  });
  const { openGateway } = await import('#gateway/main.ts');
  let passed = 0;
  const wall = Date.now();
  const clock: Clock = {
    monotonicMs: () => performance.now() + passed,
    wallMs: () => wall + performance.now() - begun + passed,
  };
  const directory = mkdtempSync(join(tmpdir(), 'ghost-day-'));
  const address = { address: '127.0.0.1', port: 9 };
  const gateway = await openGateway({
    dataDir: directory,
    clock,
    navigator: wanderer(),
    world: { hostMap: { 'shop.test': address }, sites: [], secrets: {} },
    config: { maxTabs: 6, warmTabs: 2 },
  });
  const ended: Record<string, number> = {};
  const memory: number[] = [];
  let started = 0;
  let over = 0;
  const work = async (): Promise<void> => {
    while (started < tasks) {
      started += 1;
      const { result } = gateway.run('look around', { startUrl: 'http://shop.test/' });
      const { status } = await result;
      ended[status] = (ended[status] ?? 0) + 1;
      over += 1;
      passed += (hours * 3_600_000) / tasks;
      if (over % TASKS_A_LOOK !== 0) continue;
      memory.push(heldBytes());
      onEnd(over, memory.at(-1) ?? 0);
    }
  };
  try {
    await gateway.warmUp();
    await Promise.all(Array.from({ length: AT_ONCE }, work));
    const { ok } = await gateway.verifyAudit('person:soak');
    const entries = gateway.audit.count();
    return {
      ended,
      hours: passed / 3_600_000,
      auditEntries: entries,
      auditVerifies: ok,
      memory,
      growth:
        median(memory.slice(-LOOKS_A_HUNDRED)) / median(memory.slice(LOOKS_A_HUNDRED, 2 * LOOKS_A_HUNDRED)),
      seconds: (performance.now() - begun) / 1_000,
    };
  } finally {
    await gateway.close();
    rmSync(directory, { recursive: true, force: true });
  }
}

/** Scrolls twice and is done. */
function wanderer(): Navigator {
  return {
    id: 'wanderer',
    next: async (_observation, { entries }) => {
      const common = { ref: null, target: null, confidence: 1, reasoning: 'look around' };
      return entries.length < 2
        ? { ...common, action: 'SCROLL', text: null }
        : { ...common, action: 'DONE', text: 'looked around' };
    },
  };
}
