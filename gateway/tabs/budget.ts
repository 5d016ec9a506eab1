// Watches how much CPU and memory a Ghost Tab takes, and when it has exceeded its budget for too long (specification, section 05).
// INVARIANT: one stretch of excess raises one flag; a tab that came back below its budget starts over.
import type { GhostTab, TabUsage } from '#executors/contract/tab.ts';
import type { AuditLog } from '#gateway/audit/format/contract.ts';

export type BudgetSettings = {
  /** Of one core. */
  readonly cpuPercent: number;
  readonly memoryMb: number;
  /** How long it may be over. */
  readonly seconds: number;
  readonly over: 'flag' | 'kill';
};
export type Resource = 'CPU' | 'MEMORY';

/** How often a tab is looked at. */
const SAMPLE_MS = 2_000;
const MEBIBYTE_BYTES = 1024 * 1024;

export class Budget {
  readonly #settings: BudgetSettings;
  readonly #since = new Map<Resource, { readonly at: number; told: boolean }>();

  constructor(settings: BudgetSettings) {
    this.#settings = settings;
  }

  /** What has been over for longer than it may, told once. `at` in milliseconds. */
  sample(at: number, usage: TabUsage): readonly Resource[] {
    const { cpuPercent, memoryMb, seconds } = this.#settings;
    const over: Record<Resource, boolean> = {
      CPU: usage.cpuPercent > cpuPercent,
      MEMORY: usage.memoryBytes > memoryMb * MEBIBYTE_BYTES,
    };
    return (['CPU', 'MEMORY'] as const).filter((resource) => {
      if (!over[resource]) {
        this.#since.delete(resource);
        return false;
      }
      const since = this.#since.get(resource) ?? { at, told: false };
      this.#since.set(resource, since);
      if (since.told || at - since.at < seconds * 1_000) return false;
      since.told = true;
      return true;
    });
  }
}

/** Looks at a tab until the returned function is called, logs each excess, and tells whoever holds the tab. */
export function watchBudget(
  parts: { readonly audit: AuditLog; readonly budget: BudgetSettings },
  taskId: string,
  tab: GhostTab,
  onOver: (resources: readonly Resource[]) => void,
): () => void {
  const budget = new Budget(parts.budget);
  let looking = false;
  const look = async (): Promise<void> => {
    const usage = await tab.usage();
    const over = usage === null ? [] : budget.sample(performance.now(), usage);
    if (usage === null || over.length === 0) return;
    await parts.audit.append({
      type: 'tab.over-budget',
      taskId,
      requestId: null,
      who: 'gateway',
      what: `note that the Ghost Tab takes more than its budget of ${over.join(' and ')}`,
      where: '',
      verdict: null,
      why: '',
      outcome: parts.budget.over === 'kill' ? 'KILLED' : 'FLAGGED',
      details: {
        resources: over,
        cpuPercent: Math.round(usage.cpuPercent),
        memoryMb: Math.round(usage.memoryBytes / MEBIBYTE_BYTES),
        processes: usage.processes,
        budget: parts.budget,
      },
    });
    onOver(over);
  };
  const timer = setInterval(() => {
    if (looking) return;
    looking = true;
    look()
      .catch(() => undefined) // a tab that cannot be read is gone, and its holder hears of that otherwise
      .finally(() => (looking = false));
  }, SAMPLE_MS);
  timer.unref();
  return () => clearInterval(timer);
}
