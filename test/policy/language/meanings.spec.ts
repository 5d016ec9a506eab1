// Every word of the policy language has a meaning, and the schema carries it to editors.
import { expect, test } from 'vitest';
import { DOCUMENT_FACTS } from '#policy/language/fact-table.ts';
import { KEY_MEANINGS, factMeaning } from '#policy/language/meanings.ts';
import { policySchema } from '#policy/engine/reading/schema.ts';

/** Names of properties, wherever they stand, and what is said of them. */
function properties(
  node: unknown,
  found: Map<string, string | null> = new Map(),
): Map<string, string | null> {
  if (typeof node !== 'object' || node === null) return found;
  for (const [key, value] of Object.entries(node)) {
    if (key === 'properties' && typeof value === 'object' && value !== null && !('+' in node))
      for (const [name, schema] of Object.entries(value)) {
        const said: unknown =
          typeof schema === 'object' && schema !== null && 'description' in schema
            ? schema.description
            : null;
        found.set(name, typeof said === 'string' ? said : (found.get(name) ?? null));
      }
    properties(value, found);
  }
  return found;
}

/** Of these the schema has no keys of its own: operators of JSON Logic, and whatever a request may be given as. */
const { logic: _, request: __, ...definitions } = Object(policySchema()['$defs']);

test('every key and every fact of a document says what it means', () => {
  const found = properties({ ...policySchema(), $defs: definitions });
  expect(found.size).toBeGreaterThan(70);
  const silent = [...found]
    .filter(([name, said]) => said === null && name !== '$schema')
    .map(([name]) => name);
  expect(silent).toEqual([]);
  for (const fact of DOCUMENT_FACTS) expect(found.get(fact), fact).toBe(factMeaning(fact));
});

test('nothing is explained that is not in the language', () => {
  const found = properties(policySchema());
  expect(Object.keys(KEY_MEANINGS).filter((key) => !found.has(key))).toEqual([]);
});
