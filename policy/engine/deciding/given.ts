// Partial evaluation: a decider for callers in which all facts but capability, executor and host stay the same. The
// answers are those of `decide`, each asked for once and then kept in a grid.
import { FACTS } from '#policy/language/fact-table.ts';
import type { PolicyDecision, PolicyFacts } from '#policy/language/facts.ts';
import { memberIndex } from './member-index.ts';
import type { BrowserCapability, BrowserExecutorType } from '#policy/language/vocabulary.ts';

export type GivenDecider = (
  capability: BrowserCapability,
  executor: BrowserExecutorType,
  host: string,
) => PolicyDecision;

/** What it asks of a compiled policy. */
type Sliced = {
  readonly columns: number;
  columnOf(host: string): number;
  sliceAt(column: number, capability: number): number;
  decide(facts: PolicyFacts): PolicyDecision;
};

const capabilityOf = memberIndex(FACTS.capability.members, null);
const executorOf = memberIndex(FACTS.executor.members, null);
const EXECUTORS = FACTS.executor.members.length;
const CAPABILITIES = FACTS.capability.members.length;

/** Hosts whose answers are kept; forgotten all at once when there are more. */
const MAX_HOSTS = 8192;
/** A row that nobody has asked for. */
const UNKNOWN_ROW = -1;

/** `facts`: what stays the same; its capability, executor and host are not looked at. */
export function deciderGiven(policy: Sliced, facts: PolicyFacts): GivenDecider {
  const { columns } = policy;
  /** By capability and column where its row begins: what is asked most often lies close together. Hosts whose answers are the same share the row. */
  const rows = new Int32Array(columns * CAPABILITIES).fill(UNKNOWN_ROW);
  const rowOfSlice = new Map<number, number>();
  /** A row after the other, by executor. */
  const answers: (PolicyDecision | undefined)[] = [];
  const columnOfHost = new Map<unknown, number>();

  /** The column of a host, `-1` for what is not a canonical host. */
  function columnAt(host: string): number {
    const column = policy.columnOf(host);
    if (column < 0) return -1;
    if (rows[column] === UNKNOWN_ROW)
      for (let capability = 0; capability < CAPABILITIES; capability++)
        rows[capability * columns + column] = rowOf(capability, policy.sliceAt(column, capability));
    if (columnOfHost.size >= MAX_HOSTS) columnOfHost.clear();
    columnOfHost.set(host, column);
    return column;
  }

  function rowOf(capability: number, slice: number): number {
    const key = slice * CAPABILITIES + capability;
    const known = rowOfSlice.get(key);
    if (known !== undefined) return known;
    const made = answers.length;
    for (let executor = 0; executor < EXECUTORS; executor++) answers.push(undefined);
    rowOfSlice.set(key, made);
    return made;
  }

  return (capability, executor, host) => {
    const column = columnOfHost.get(host) ?? columnAt(host);
    const row = capabilityOf(capability);
    const place = executorOf(executor);
    // An unknown member is -1, and would stand for a neighbour's cell.
    if ((column | row | place) < 0) return policy.decide({ ...facts, capability, executor, host });
    return (answers[(rows[row * columns + column] ?? 0) + place] ??= policy.decide({
      ...facts,
      capability,
      executor,
      host,
    }));
  };
}
