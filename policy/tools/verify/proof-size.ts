// How much a proof speaks of: classes of requests, and entries of documents.
import type { ValueSet } from '#policy/engine/documents/condition.ts';
import type { PolicyDocument } from '#policy/engine/documents/document.ts';
import { FACT_NAMES } from '#policy/language/fact-table.ts';
import { boxOf } from '#policy/engine/compile/prove.ts';
import type { Space } from '#policy/engine/space/space.ts';

/** Tables, floors, rules and delegations. */
export const entriesIn = ({ floors, rules, defaults, delegate }: PolicyDocument): number =>
  floors.length + rules.length + defaults.length + delegate.length;

/** Classes of requests in a box. */
export function classesIn(over: readonly ValueSet[], space: Space): bigint {
  const permitted = boxOf(over, space);
  return FACT_NAMES.reduce((size, _, fact) => {
    let count = 0;
    for (let index = 0; index < (space.counts[fact] ?? 1); index++) if (permitted(fact, index)) count += 1;
    return size * BigInt(count);
  }, 1n);
}
