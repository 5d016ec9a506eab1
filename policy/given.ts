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

/** Hosts whose answers are kept; forgotten all at once when there are more. */
const MAX_HOSTS = 8192;

/** `facts`: what stays the same; its capability, executor and host are not looked at. */
export function deciderGiven(policy: CompiledPolicy, facts: PolicyFacts): GivenDecider {
  const columns = new Map<number, (PolicyDecision | undefined)[]>();
  const columnOfHost = new Map<unknown, (PolicyDecision | undefined)[]>();

  /** The answers at a host; hosts that are alike share them. `null` for what is not a canonical host. */
  function answersAt(host: string): (PolicyDecision | undefined)[] | null {
    const number = policy.columnOf(host);
    if (number < 0) return null;
    const column = columns.get(number) ?? Array.from({ length: CAPABILITIES * EXECUTORS }, () => undefined);
    columns.set(number, column);
    if (columnOfHost.size >= MAX_HOSTS) columnOfHost.clear();
    columnOfHost.set(host, column);
    return column;
  }

  return (capability, executor, host) => {
    const column = columnOfHost.get(host) ?? answersAt(host);
    const row = capabilityOf(capability);
    const place = executorOf(executor);
    // An unknown member is -1, and would stand for a neighbour's cell.
    if (column === null || (row | place) < 0) return policy.decide({ ...facts, capability, executor, host });
    return (column[row * EXECUTORS + place] ??= policy.decide({ ...facts, capability, executor, host }));
  };
}
