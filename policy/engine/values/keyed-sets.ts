// Sets of the facts that are many named things, as `when` writes them: `query: { module: [Accounts] }`, `groups: [contractors]`.
import type { KeyedSet } from '#policy/engine/documents/condition.ts';
import type { KeyedFact } from '#policy/requests/keyed.ts';
import { canonicalPlain } from '#policy/requests/names.ts';
import { isNode, stringsOf } from './document-node.ts';
import type { Problems } from './problems.ts';
import type { Path } from './source-places.ts';

/** One set for each name that has to be there; for groups one set, of which any is enough. */
export function keyedSets(
  fact: KeyedFact,
  given: unknown,
  path: Path,
  problems: Problems,
): readonly KeyedSet[] {
  if (fact === 'groups') {
    const keys = Array.isArray(given) ? stringsOf(given) : stringsOf([given]);
    for (const [index, key] of keys.entries())
      if (key.includes(',') || canonicalPlain(key) !== key)
        problems.add(
          'policy.bad-text',
          Array.isArray(given) ? [...path, index] : path,
          `\`${key}\` is no name of a group`,
          {
            help: 'leave out commas, spaces at its ends and control characters',
          },
        );
    return keys.length === 0 ? [] : [{ kind: 'keyed', fact, keys, values: null }];
  }
  if (!isNode(given)) return [];
  return Object.entries(given).map(([key, value]): KeyedSet => {
    if (value === true) return { kind: 'keyed', fact, keys: [key], values: null };
    const values: readonly unknown[] = Array.isArray(value) ? value : [value];
    return { kind: 'keyed', fact, keys: [key], values: values.map(String) };
  });
}
