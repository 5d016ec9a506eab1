// Checks data against the JSON Schemas of this project (`schema.ts`, `testing/test-schema.ts`): all violations, in ajv's words;
// ajv is the oracle in tests. It evaluates nothing, so it runs where a page's policy forbids that.
// INVARIANT: a schema with a keyword or a reference that is not known here is a bug, and throws: no rule is left out unseen.
import type { JsonSchema } from './schema.ts';
import type { Path } from '#policy/engine/values/source-places.ts';

export type Violation = {
  readonly keyword: string;
  readonly path: Path;
  /** The value there. */
  readonly data: unknown;
  /** Of `required` and `additionalProperties`: the key. */
  readonly name: string | null;
  /** Of `enum` and `const`: what would be right. Of `uniqueItems`: what is there twice. */
  readonly allowed: readonly unknown[];
  /** Of `additionalProperties`: the keys that there are. */
  readonly known: readonly string[];
  /** "must be string" */
  readonly message: string;
};

type More = Partial<Pick<Violation, 'name' | 'allowed' | 'known'>>;

const ANNOTATIONS = new Set(['$schema', '$id', '$defs', 'title', 'description', 'enumDescriptions']);

/** `most`: after so many nothing more is looked at. */
export function violationsOf(data: unknown, schema: JsonSchema, most = Infinity): readonly Violation[] {
  const walk = new Walk(schema, most);
  walk.check(data, schema, []);
  return walk.found;
}

class Walk {
  readonly found: Violation[] = [];
  readonly #definitions: JsonSchema;

  readonly #most: number;

  constructor(root: JsonSchema, most: number) {
    this.#most = most;
    this.#definitions = schemaIn(root['$defs'] ?? {});
  }

  /** Whether nothing was found. */
  check(data: unknown, schema: unknown, path: Path): boolean {
    // INVARIANT: that something was found stays; what is cut off is more of it.
    if (schema === true || this.found.length >= this.#most) return true;
    const rules = schemaIn(schema);
    const before = this.found.length;
    const add = (keyword: string, message: string, more: More = {}): void => {
      this.found.push({ keyword, path, data, name: null, allowed: [], known: [], message, ...more });
    };
    const types = stringsIn(rules['type']);
    if (types.length > 0 && !types.some((type) => isOf(type, data)))
      add('type', `must be ${types.join(',')}`);
    if (typeof data === 'number') numberRules(data, rules, add);
    if (typeof data === 'string') textRules(data, rules, add);
    this.#anyRules(data, rules, path, add);
    if (Array.isArray(data)) this.#listRules(data, rules, path, add);
    if (isMapping(data)) this.#mappingRules(data, rules, path, add);
    for (const keyword of Object.keys(rules))
      if (!KEYWORDS.has(keyword) && !ANNOTATIONS.has(keyword)) throw new TypeError(`no rule for ${keyword}`);
    return this.found.length === before;
  }

  #anyRules(data: unknown, rules: JsonSchema, path: Path, add: Add): void {
    const { $ref, if: test, then, else: otherwise } = rules;
    if (typeof $ref === 'string') this.check(data, this.#definition($ref), path);
    if ('const' in rules && rules['const'] !== data)
      add('const', 'must be equal to constant', { allowed: [rules['const']] });
    const members = listIn(rules['enum']);
    if (rules['enum'] !== undefined && !members.includes(data))
      add('enum', 'must be equal to one of the allowed values', { allowed: members });
    if (test === undefined) return;
    const before = this.found.length;
    const holds = this.check(data, test, path);
    this.found.length = before;
    if (!this.check(data, holds ? then : otherwise, path))
      add('if', `must match "${holds ? 'then' : 'else'}" schema`);
  }

  #definition(ref: string): unknown {
    const definition = this.#definitions[ref.replace('#/$defs/', '')];
    if (definition === undefined) throw new TypeError(`no definition for ${ref}`);
    return definition;
  }

  #listRules(data: readonly unknown[], rules: JsonSchema, path: Path, add: Add): void {
    const { maxItems, minItems, uniqueItems, items } = rules;
    if (typeof maxItems === 'number' && data.length > maxItems)
      add('maxItems', `must NOT have more than ${maxItems} items`);
    if (typeof minItems === 'number' && data.length < minItems)
      add('minItems', `must NOT have fewer than ${minItems} items`);
    const twice = uniqueItems === true ? firstRepeated(data) : undefined;
    if (twice !== undefined) add('uniqueItems', 'must NOT have duplicate items', { allowed: [twice] });
    if (items !== undefined)
      for (const [index, item] of data.entries()) this.check(item, items, [...path, index]);
  }

  #mappingRules(data: Mapping, rules: JsonSchema, path: Path, add: Add): void {
    const keys = Object.keys(data);
    const { maxProperties, minProperties, propertyNames, additionalProperties: others } = rules;
    const properties = schemaIn(rules['properties'] ?? {});
    if (typeof maxProperties === 'number' && keys.length > maxProperties)
      add('maxProperties', `must NOT have more than ${maxProperties} properties`);
    if (typeof minProperties === 'number' && keys.length < minProperties)
      add('minProperties', `must NOT have fewer than ${minProperties} properties`);
    for (const name of stringsIn(rules['required']))
      if (!Object.hasOwn(data, name)) add('required', `must have required property '${name}'`, { name });
    if (propertyNames !== undefined)
      for (const name of keys)
        if (!this.check(name, propertyNames, path)) add('propertyNames', 'property name must be valid');
    let known: readonly string[] | undefined;
    for (const name of keys) {
      if (this.found.length >= this.#most) return;
      if (others === undefined || Object.hasOwn(properties, name)) continue;
      if (others === false)
        add('additionalProperties', 'must NOT have additional properties', {
          name,
          known: (known ??= Object.keys(properties)),
        });
      else this.check(data[name], others, [...path, name]);
    }
    for (const [name, rule] of Object.entries(properties))
      if (Object.hasOwn(data, name)) this.check(data[name], rule, [...path, name]);
  }
}

type Add = (keyword: string, message: string, more?: More) => void;
type Mapping = Readonly<Record<string, unknown>>;

const KEYWORDS = new Set(
  (
    'type $ref const enum if then else minimum maximum minLength maxLength pattern items minItems maxItems uniqueItems ' +
    'properties additionalProperties required propertyNames minProperties maxProperties'
  ).split(' '),
);

function numberRules(data: number, { maximum, minimum }: JsonSchema, add: Add): void {
  if (typeof maximum === 'number' && data > maximum) add('maximum', `must be <= ${maximum}`);
  if (typeof minimum === 'number' && data < minimum) add('minimum', `must be >= ${minimum}`);
}

/** Lengths are of code points. */
function textRules(data: string, { maxLength, minLength, pattern }: JsonSchema, add: Add): void {
  const length = [...data].length;
  if (typeof maxLength === 'number' && length > maxLength)
    add('maxLength', `must NOT have more than ${maxLength} characters`);
  if (typeof minLength === 'number' && length < minLength)
    add('minLength', `must NOT have fewer than ${minLength} characters`);
  if (typeof pattern === 'string' && !compiled(pattern).test(data))
    add('pattern', `must match pattern "${pattern}"`);
}

const patterns = new Map<string, RegExp>();

function compiled(pattern: string): RegExp {
  const known = patterns.get(pattern) ?? new RegExp(pattern, 'u');
  patterns.set(pattern, known);
  return known;
}

function isOf(type: string, data: unknown): boolean {
  switch (type) {
    case 'array':
      return Array.isArray(data);
    case 'object':
      return isMapping(data);
    case 'integer':
      return typeof data === 'number' && Number.isInteger(data);
    case 'string':
    case 'boolean':
      return typeof data === type;
    default:
      throw new TypeError(`no type ${type}`);
  }
}

/** The first item that stands before it, too; by value, whatever the order of keys. */
function firstRepeated(data: readonly unknown[]): unknown {
  const seen = new Set<string>();
  return data.find((item) => {
    const form = formOf(item);
    return seen.has(form) || !seen.add(form);
  });
}

const formOf = (item: unknown): string =>
  JSON.stringify(item, (_key, value: unknown) =>
    isMapping(value) ? { '': Object.entries(value).toSorted(([a], [b]) => (a < b ? -1 : 1)) } : value,
  );

const isMapping = (value: unknown): value is Mapping =>
  typeof value === 'object' && value !== null && !Array.isArray(value);

function schemaIn(value: unknown): JsonSchema {
  if (!isMapping(value)) throw new TypeError('a schema is a mapping');
  return value;
}

const listIn = (value: unknown): readonly unknown[] => (Array.isArray(value) ? value : []);
const stringsIn = (value: unknown): readonly string[] =>
  typeof value === 'string' ? [value] : listIn(value).map(String);
