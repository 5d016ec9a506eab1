// A JSON schema in the strict form that grammar-driven servers want: every property is required. INVARIANT: what it lets through fits the
// schema that it was made from, but for a `null` where a property may be missing.

type Json = string | number | boolean | null | readonly Json[] | { readonly [name: string]: Json };
type Node = { readonly [name: string]: Json };

const isNode = (value: Json | undefined): value is Node =>
  typeof value === 'object' && value !== null && !Array.isArray(value);

export function strictly(schema: object): object {
  const given: Json = JSON.parse(JSON.stringify(schema));
  return isNode(given) ? strict(given) : {};
}

function strict(node: Node): Node {
  const { properties, items, required, ...rest } = node;
  const made: Record<string, Json> = { ...rest };
  if (isNode(items)) made['items'] = strict(items);
  if (!isNode(properties)) return made;
  const must = new Set(Array.isArray(required) ? required : []);
  made['properties'] = Object.fromEntries(
    Object.entries(properties).map(([name, value]) => {
      const inner = isNode(value) ? strict(value) : {};
      return [name, must.has(name) ? inner : orNull(inner)];
    }),
  );
  made['required'] = Object.keys(properties);
  made['additionalProperties'] = false;
  return made;
}

function orNull(node: Node): Node {
  const { type } = node;
  const types: readonly Json[] = typeof type === 'string' ? [type] : Array.isArray(type) ? type : [];
  if (types.includes('null')) return node;
  if ('enum' in node || types.length === 0) return { anyOf: [node, { type: 'null' }] };
  return { ...node, type: [...types, 'null'] };
}
