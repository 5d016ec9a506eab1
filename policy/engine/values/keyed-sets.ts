// Sets of the facts that are many named things, as `when` writes them: `query: { module: [Accounts] }`, `groups: [contractors]`.
import type { KeyedSet } from '#policy/engine/documents/condition.ts';
import { keyed, keyedStyle } from '#policy/requests/keyed.ts';
import type { KeyedFact } from '#policy/requests/keyed.ts';
import { isNode, stringsOf } from './document-node.ts';
import type { Problems } from './problems.ts';
import type { Path } from './source-places.ts';

/** One set for each name that has to be there with values; of names alone one set, of which any is enough. */
export function keyedSets(
  fact: KeyedFact,
  given: unknown,
  path: Path,
  problems: Problems,
): readonly KeyedSet[] {
  switch (keyedStyle(fact)) {
    case 'names':
      return nameSets(fact, given, path, problems);
    case 'parameters':
      return isNode(given)
        ? Object.entries(given).map(([name, value]) => parameterSet(fact, name, value, path, problems))
        : [];
  }
}

function nameSets(fact: KeyedFact, given: unknown, path: Path, problems: Problems): readonly KeyedSet[] {
  const keys = Array.isArray(given) ? stringsOf(given) : stringsOf([given]);
  for (const [index, key] of keys.entries())
    if (!keyed(fact).isName(key))
      problems.add(
        'policy.bad-text',
        Array.isArray(given) ? [...path, index] : path,
        `\`${key}\` is no name in \`${fact}\``,
        { help: 'leave out commas, spaces at its ends and control characters' },
      );
  return keys.length === 0 ? [] : [{ kind: 'keyed', fact, keys, values: null }];
}

function parameterSet(
  fact: KeyedFact,
  name: string,
  given: unknown,
  path: Path,
  problems: Problems,
): KeyedSet {
  const at = [...path, name];
  const set = { kind: 'keyed', fact, keys: [name] } as const;
  if (!keyed(fact).isName(name))
    problems.add('policy.bad-text', at, `\`${name}\` is a name that servers read in different ways`, {
      help: 'write it as most servers find it, decoded: no `%41`, no `[` without its `]`, no `&`, `=`, `;` or `?`, no spaces at its ends',
      key: true,
    });
  if (given === true) return { ...set, values: null };
  const values = (Array.isArray(given) ? given : [given]).map(String);
  for (const [index, value] of values.entries())
    if (/\p{Cc}/u.test(value) || !value.isWellFormed())
      problems.add(
        'policy.bad-text',
        Array.isArray(given) ? [...at, index] : at,
        `\`${JSON.stringify(value).slice(1, 81)}\` is a value that servers read in different ways`,
        { help: 'leave out control characters; a query that holds one is met by every restriction as it is' },
      );
  return { ...set, values };
}
