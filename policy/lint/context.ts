// What every lint looks at: one document as the lowest layer of its stack, and the exact model of that stack.
import { addressClassesOf } from '../address.ts';
import type { Work } from '../budget.ts';
import type { NodeId } from '../diagram.ts';
import type { PolicyDocument, TestCase } from '../document.ts';
import type { PolicyFacts } from '../facts.ts';
import { witnessOf } from '../prove.ts';
import { HOST, factIndex } from '../space.ts';
import type { Space } from '../space.ts';
import type { CompiledPolicy } from '../compile.ts';
import type { Layer } from '../stack.ts';
import { Model } from './model.ts';
import type { Slice } from './model.ts';

export type Context = {
  readonly document: PolicyDocument;
  /** Its text. */
  readonly text: string;
  /** Its embedded tests, and those that were given beside it. */
  readonly tests: readonly TestCase[];
  readonly documents: readonly PolicyDocument[];
  readonly layer: Layer;
  readonly policy: CompiledPolicy;
  readonly model: Model;
  readonly semanticHash: string;
  readonly today: string;
  readonly cellBudget: number;
  readonly work: Work;
  /** Mends that may still be tried: each compiles the policy. */
  readonly attempts: { left: number };
};

const MAX_ATTEMPTS = 40;
/** Of all attempts together: each reads and compiles the text anew. */
const MAX_ATTEMPTED_CHARACTERS = 1_000_000;

/** `policy`: the compiled `documents`, upper first; the last one is looked at. */
export function contextOf(
  documents: readonly PolicyDocument[],
  policy: CompiledPolicy,
  options: {
    readonly text: string;
    readonly today: string;
    readonly cellBudget: number;
    readonly work: Work;
    readonly beside: readonly TestCase[];
  },
): Context | null {
  const document = documents.at(-1);
  const layer = policy.stack.layers.at(-1);
  if (document === undefined || layer === undefined) return null;
  return {
    document,
    documents,
    layer,
    policy,
    model: new Model(policy.stack, policy.stack.invariants, options.cellBudget, options.work),
    semanticHash: policy.semanticHash,
    attempts: {
      left: Math.min(MAX_ATTEMPTS, Math.floor(MAX_ATTEMPTED_CHARACTERS / Math.max(1, options.text.length))),
    },
    tests: [...document.tests, ...options.beside],
    text: options.text,
    today: options.today,
    cellBudget: options.cellBudget,
    work: options.work,
  };
}

/** The address classes that a host may turn out to have, as numbers of the space: one for an address, more for a name. */
export function addressesOf(host: number, space: Space): readonly number[] {
  const fact = factIndex('addressClass');
  return addressClassesOf(String(space.witness(HOST, host))).map((one) => space.classOf(fact, one));
}

/** A request that can be made, in a slice, that leads to a wanted leaf; `null` proves that there is none. */
export function witnessIn(
  model: Model,
  slice: Slice,
  node: NodeId,
  wanted: (value: number) => boolean,
  permitted: (fact: number, index: number) => boolean = () => true,
): PolicyFacts | null {
  const address = factIndex('addressClass');
  const { space } = model;
  for (const host of slice.group.hosts) {
    const own = addressesOf(host, space);
    const feasible = (fact: number, index: number): boolean =>
      permitted(fact, index) && (fact !== address || own.includes(index));
    const found = model.diagram.find(node, feasible, wanted);
    if (found === null) continue;
    found.classes[HOST] = host;
    found.classes[1] = slice.capability;
    const [likeliest = 0] = own.filter((index) => permitted(address, index));
    if (!own.includes(found.classes[address] ?? -1)) found.classes[address] = likeliest;
    return witnessOf(found, [], space);
  }
  return null;
}
