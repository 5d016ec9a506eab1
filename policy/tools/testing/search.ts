// A search over every class of requests that two compiled policies tell apart: it meets a request that is looked for, or has
// seen that there is none. Exact, by the product of the two diagrams; never sampled.
import type { CompiledPolicy } from '#policy/engine/compile/compiled-policy.ts';
import { contains } from '#policy/engine/documents/condition.ts';
import type { ValueSet } from '#policy/engine/documents/condition.ts';
import { leaf } from '#policy/engine/space/node.ts';
import type { NodeId } from '#policy/engine/space/node.ts';
import { FACT_NAMES } from '#policy/language/fact-table.ts';
import type { FactName } from '#policy/language/fact-table.ts';
import type { PolicyFacts } from '#policy/language/facts.ts';
import { commonClasses, findPair as searchPair } from '#policy/engine/compile/product-walk.ts';
import { factsOfValues } from '#policy/requests/request.ts';
import { NEUTRAL_CLASS } from '#policy/engine/space/space.ts';
import type { Space } from '#policy/engine/space/space.ts';

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
  const common = commonClasses(left.policy, right.policy, region.sets);
  const { space } = common;
  const permitted = FACT_NAMES.map((_, fact) => permittedClasses(fact, space, region));
  const found = searchPair(common, [left.root, right.root], (fact) => permitted[fact] ?? [], wanted);
  if (found === null) return null;
  const values = FACT_NAMES.map((name, fact) => {
    const index = found.classes[fact] ?? -1;
    return [name, space.witness(fact, index < 0 ? (permitted[fact]?.[0] ?? 0) : index)] as const;
  });
  const parsed = factsOfValues(Object.fromEntries(values));
  if (!parsed.ok) throw new TypeError(`a witness is a request: ${parsed.error.message}`);
  return parsed.value;
}

/** The classes of a fact in the region, the one of the neutral value first: a witness then reads like an ordinary request. */
function permittedClasses(fact: number, space: Space, { permits }: Region): readonly number[] {
  const name = FACT_NAMES[fact] ?? 'host';
  return Array.from({ length: space.counts[fact] ?? 1 }, (_, index) => index)
    .filter((index) => permits(name, space.witness(fact, index)))
    .toSorted((a, b) => Number(b === NEUTRAL_CLASS) - Number(a === NEUTRAL_CLASS));
}

/** Whether a box of facts holds any request at all. */
export function isEmpty(policy: CompiledPolicy, box: readonly ValueSet[]): boolean {
  const { space } = commonClasses(policy, policy, box);
  return FACT_NAMES.some((_, fact) => permittedClasses(fact, space, within(box)).length === 0);
}
