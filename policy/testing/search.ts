// A search over every class of requests that two compiled policies tell apart: it meets a request that is looked for, or has
// seen that there is none. Exact, by the product of the two diagrams; never sampled.
import type { CompiledPolicy } from '../compile.ts';
import { contains, setsOf } from '../condition.ts';
import type { ValueSet } from '../condition.ts';
import { leaf, leafValue } from '../diagram.ts';
import type { NodeId } from '../diagram.ts';
import { FACTS, FACT_NAMES } from '../fact-table.ts';
import type { FactName } from '../fact-table.ts';
import type { PolicyFacts } from '../facts.ts';
import { HostClasses } from '../host-classes.ts';
import type { HostPattern } from '../host.ts';
import { factsOfValues } from '../request.ts';
import { FACT_COUNT, HOST } from '../space.ts';

type Value = string | boolean | number;
/** A function of requests: a diagram of a compiled policy. */
export type Side = { readonly policy: CompiledPolicy; readonly root: NodeId };
export const decisions = (policy: CompiledPolicy): Side => ({ policy, root: policy.decisionNode });
export const envelope = (policy: CompiledPolicy): Side => ({ policy, root: policy.envelopeNode });

/** Which requests are looked at: a value of a fact at a time. `sets`: whatever that looks at. */
export type Region = {
  readonly permits: (fact: FactName, value: Value) => boolean;
  readonly sets: readonly ValueSet[];
};

export const within = (sets: readonly ValueSet[]): Region => ({
  sets,
  permits: (fact, value) => sets.every((set) => set.fact !== fact || contains(set, value)),
});

/** The requests outside every box, as regions that together are all of them: outside each by one of its facts. */
export function outside(boxes: readonly (readonly ValueSet[])[]): readonly Region[] {
  const sets = boxes.flat();
  const regions = boxes.reduce<readonly Region['permits'][]>(
    (all, box) => {
      const facts = [...new Set(box.map((set): FactName => set.fact))];
      const ways = facts.map((fact): Region['permits'] => (name, value) => {
        return name !== fact || !box.every((set) => set.fact !== fact || contains(set, value));
      });
      return all.flatMap((before) =>
        ways.map(
          (way): Region['permits'] =>
            (name, value) =>
              before(name, value) && way(name, value),
        ),
      );
    },
    [() => true],
  );
  return regions.map((permits) => ({ permits, sets }));
}

/** A request in the region with a wanted leaf; `null` proves that there is none. */
export function findRequest(
  side: Side,
  region: Region,
  wanted: (leaf: number) => boolean,
): PolicyFacts | null {
  return findPair(side, { policy: side.policy, root: leaf(0) }, region, (value) => wanted(value));
}

/** A request in the region at whose leaves the two differ in the way that is looked for. */
export function findPair(
  left: Side,
  right: Side,
  region: Region,
  wanted: (left: number, right: number) => boolean,
): PolicyFacts | null {
  const known = new Map<number, readonly Cell[]>();
  const cells = (fact: number): readonly Cell[] => {
    const done = known.get(fact) ?? cellsOf(fact, left.policy, right.policy, region);
    known.set(fact, done);
    return done;
  };
  for (let fact = 0; fact < FACT_COUNT; fact++) if (cells(fact).length === 0) return null;
  const dead = new Set<string>();
  const chosen = new Map<number, Value>();
  const [one, other] = [left.policy.diagram, right.policy.diagram];
  const visit = (a: NodeId, b: NodeId): boolean => {
    if (a < 0 && b < 0) return wanted(leafValue(a), leafValue(b));
    const key = `${a},${b}`;
    if (dead.has(key)) return false;
    const fact = Math.min(one.factOf(a), other.factOf(b));
    const [mine, theirs] = [
      one.factOf(a) === fact ? one.childrenOf(a) : null,
      other.factOf(b) === fact ? other.childrenOf(b) : null,
    ];
    for (const cell of cells(fact)) {
      chosen.set(fact, cell.value);
      if (visit(mine?.[cell.left] ?? a, theirs?.[cell.right] ?? b)) return true;
    }
    chosen.delete(fact);
    dead.add(key);
    return false;
  };
  if (!visit(left.root, right.root)) return null;
  const values = FACT_NAMES.map((name, fact) => [name, chosen.get(fact) ?? cells(fact)[0]?.value] as const);
  const parsed = factsOfValues(Object.fromEntries(values));
  if (!parsed.ok) throw new TypeError(`a witness is a request: ${parsed.error.message}`);
  return parsed.value;
}

/** Whether a box of facts holds any request at all. */
export function isEmpty(policy: CompiledPolicy, box: readonly ValueSet[]): boolean {
  return FACT_NAMES.some((_, fact) => cellsOf(fact, policy, policy, within(box)).length === 0);
}

/** Values that are alike to both policies, by one that speaks for them. */
type Cell = { readonly value: Value; readonly left: number; readonly right: number };

function cellsOf(fact: number, left: CompiledPolicy, right: CompiledPolicy, region: Region): readonly Cell[] {
  const name = FACT_NAMES[fact] ?? 'host';
  const found = new Map<string, Cell>();
  const add = (value: Value, cell: Cell): void => {
    const key = `${cell.left},${cell.right}`;
    if (region.permits(name, value) && (!found.has(key) || value === FACTS[name].neutral))
      found.set(key, cell);
  };
  if (fact === HOST) {
    const hosts = new HostClasses([...patternsOf(left), ...patternsOf(right), ...hostsIn(region.sets)]);
    for (let index = 0; index < hosts.count; index++) {
      const value = index === 0 ? '' : hosts.witness(index);
      add(value, { value, left: left.space.hosts.classOf(value), right: right.space.hosts.classOf(value) });
    }
  } else {
    for (const [position, value] of left.space.raw(fact).entries())
      add(value, {
        value,
        left: left.space.classOfRaw[fact]?.[position] ?? 0,
        right: right.space.classOfRaw[fact]?.[position] ?? 0,
      });
  }
  // The neutral value first: a witness then reads like an ordinary request.
  return [...found.values()].sort(
    (a, b) => Number(b.value === FACTS[name].neutral) - Number(a.value === FACTS[name].neutral),
  );
}

const hostsIn = (sets: readonly ValueSet[]): readonly HostPattern[] =>
  sets.flatMap((set) => (set.kind === 'hosts' ? set.patterns : []));

const patternsOf = (policy: CompiledPolicy): readonly HostPattern[] =>
  hostsIn([
    ...policy.stack.units.flatMap((unit) => setsOf(unit.scope)),
    ...policy.invariants.flatMap((one) => (one.kind === 'at-least' ? one.over : [])),
  ]);
