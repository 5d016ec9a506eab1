// How members are named: as they are written, or at run time, and which stores leave a thing under the name that it was found by.
import type { AnyNode } from 'acorn';

/** A key as it is written; `null`: it is made at run time. */
export function keyOf({ computed, key }: { computed: boolean; key: AnyNode }): string | null {
  if (!computed && key.type === 'Identifier') return key.name;
  return key.type === 'Literal' && (typeof key.value === 'string' || typeof key.value === 'number')
    ? String(key.value)
    : null;
}

/** `o.name`, `o['name']`; `null`: it is made at run time, or a number. */
export function nameOf({ computed, property }: AnyNode & { type: 'MemberExpression' }): string | null {
  if (!computed) return property.type === 'Identifier' ? property.name : '#';
  if (property.type === 'TemplateLiteral' && property.expressions.length === 0)
    return property.quasis[0]?.value.cooked ?? null;
  return property.type === 'Literal' && typeof property.value === 'string' ? property.value : null;
}

type OwnPart = {
  readonly key: AnyNode;
  /** Where it was found, if not in what it is stored in. */
  readonly from: AnyNode | null;
  /** What is stored where nothing was found. */
  readonly fresh: AnyNode | null;
};

/** `o[k] = o[k] || fresh`, `o[k] = p[k]`: what was found under a name is stored under it. `null`: it is no such store. */
export function ownPart(node: AnyNode & { type: 'AssignmentExpression' }): OwnPart | null {
  const { left, operator, right } = node;
  if (left.type !== 'MemberExpression' || !left.computed || operator !== '=') return null;
  const isOr = right.type === 'LogicalExpression' && right.operator !== '&&';
  const found = isOr ? right.left : right;
  if (found.type !== 'MemberExpression' || !found.computed) return null;
  if (left.object.type === 'Super' || found.object.type === 'Super') return null;
  const [key, object] = [pure(left.property), pure(left.object)];
  const [other, from] = [pure(found.property), pure(found.object)];
  if (key === null || object === null || from === null || key !== other) return null;
  return {
    key: left.property,
    from: object === from ? null : found.object,
    fresh: isOr ? right.right : null,
  };
}

/** An expression without calls and assignments, so that it is the same when it is said again at once. */
function pure(node: AnyNode): string | null {
  // oxlint-disable-next-line typescript/switch-exhaustiveness-check -- everything else may change
  switch (node.type) {
    case 'Identifier':
      return node.name;
    case 'Literal':
      return JSON.stringify(node.raw ?? null);
    case 'MemberExpression': {
      const object = node.object.type === 'Super' ? null : pure(node.object);
      const property = node.property.type === 'PrivateIdentifier' ? null : pure(node.property);
      if (object === null || property === null) return null;
      return node.computed ? `${object}[${property}]` : `${object}.${property}`;
    }
    default:
      return null;
  }
}
