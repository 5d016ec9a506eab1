// A policy with entries added to it, to see what they would do: in a layer below, or in the lowest document itself.
// INVARIANT: it is compiled and proved as a policy that comes into force is, its tests among it; nothing is taken for granted.
import { compilePolicy } from '#policy/engine/compile/compile.ts';
import type { CompiledPolicy } from '#policy/engine/compile/compiled-policy.ts';
import type { Condition } from '#policy/engine/documents/condition.ts';
import type { PolicyDocument, Entry } from '#policy/engine/documents/document.ts';
import type { Failure } from '#policy/language/failure.ts';
import { loadPolicy } from '#policy/engine/reading/load.ts';
import type { RequestBox } from './request-box.ts';
import { documentText, ruleText } from './suggestion-text.ts';
import type { Wanted } from './wanted.ts';

type Tried = { readonly policy: CompiledPolicy | null; readonly failures: readonly Failure[] };

export type Way = {
  readonly place: 'lower-layer' | 'rule';
  /** Rules of the lowest document that get the boxes as an `except`. */
  readonly masking: readonly Entry[];
};

export class Trials {
  readonly #policy: CompiledPolicy;
  readonly #today: string;
  readonly #tried = new Map<string, Tried>();

  constructor(policy: CompiledPolicy, today: string) {
    this.#policy = policy;
    this.#today = today;
  }

  /** The policy with an entry for each of these boxes, in that place. */
  with(way: Way, boxes: readonly RequestBox[]): Tried {
    const key = JSON.stringify([way.place, way.masking.length, boxes.map((box) => [...box])]);
    const known = this.#tried.get(key) ?? this.#compiled(way, boxes);
    this.#tried.set(key, known);
    return known;
  }

  #compiled({ place, masking }: Way, boxes: readonly RequestBox[]): Tried {
    const documents = this.#policy.stack.layers.map(({ document }) => document);
    const rules = boxes.map((box, index) => ruleText(`suggested-${index}`, box, 'suggested'));
    const loaded = loadPolicy(documentText(this.#policy.id, rules.join(''), []), { file: 'suggestion' });
    const lowest = documents.at(-1);
    if (!loaded.ok || lowest === undefined || loaded.value.rules.length === 0)
      return { policy: null, failures: [] };
    if (place === 'lower-layer') return compiled([...documents, loaded.value], this.#today);
    const made = loaded.value.rules;
    const excepted = (one: Entry): Entry => ({
      ...one,
      scope: {
        op: 'and',
        parts: [one.scope, ...made.map(({ scope }): Condition => ({ op: 'not', part: scope }))],
      },
    });
    const own = lowest.rules.map((one) => (masking.includes(one) ? excepted(one) : one));
    const changed: PolicyDocument = {
      ...lowest,
      rules: [...own, ...made.map((rule) => ({ ...rule, layer: lowest.id }))],
    };
    return compiled([...documents.slice(0, -1), changed], this.#today);
  }
}

export const allows = (
  tried: Tried,
  requests: readonly Wanted[],
): tried is Tried & { policy: CompiledPolicy } => {
  const { policy } = tried;
  return policy !== null && requests.every(({ facts }) => policy.decide(facts).decision === 'ALLOW');
};

export function obstacles(tried: Tried, requests: readonly Wanted[]): readonly string[] {
  const { policy, failures } = tried;
  if (policy === null)
    return failures.map(({ message, details }) =>
      typeof details?.['invariant'] === 'string'
        ? `invariants.${details['invariant']}`
        : typeof details?.['floor'] === 'string'
          ? details['floor']
          : message,
    );
  return requests.flatMap(({ facts }) => {
    const { decision, because } = policy.decide(facts);
    return decision === 'ALLOW' ? [] : because.map(({ entry }) => entry);
  });
}

function compiled(documents: readonly PolicyDocument[], today: string): Tried {
  const result = compilePolicy(documents, { today });
  return result.ok ? { policy: result.value, failures: [] } : { policy: null, failures: result.error };
}
