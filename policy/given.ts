// Partial evaluation: a decider for callers in which all facts but capability, executor and host stay the same. The
// answers are those of `decide`, each asked for once and then kept in a grid.
import type { CompiledPolicy } from './compile.ts';
import { FACTS } from './fact-table.ts';
import type { PolicyDecision, PolicyFacts } from './facts.ts';
import { memberIndex } from './member-index.ts';
import type { BrowserCapability, BrowserExecutorType } from './vocabulary.ts';

export type GivenDecider = (
  capability: BrowserCapability,
  executor: BrowserExecutorType,
  host: string,
) => PolicyDecision;

const capabilityOf = memberIndex(FACTS.capability.members, null);
const executorOf = memberIndex(FACTS.executor.members, null);
const EXECUTORS = FACTS.executor.members.length;
const CAPABILITIES = FACTS.capability.members.length;

/** `facts`: what stays the same; its capability, executor and host are not looked at. */
export function deciderGiven(policy: CompiledPolicy, facts: PolicyFacts): GivenDecider {
  const grid: (PolicyDecision | undefined)[] = Array.from(
    { length: policy.columns * CAPABILITIES * EXECUTORS },
    () => undefined,
  );
  return (capability, executor, host) => {
    const column = policy.columnOf(host);
    const row = capabilityOf(capability);
    const place = executorOf(executor);
    // An unknown member is -1, and would stand for a neighbour's cell.
    if ((column | row | place) < 0) return policy.decide({ ...facts, capability, executor, host });
    const cell = (column * CAPABILITIES + row) * EXECUTORS + place;
    return (grid[cell] ??= policy.decide({ ...facts, capability, executor, host }));
  };
}
