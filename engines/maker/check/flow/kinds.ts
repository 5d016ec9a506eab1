// What an expression is known to be: a function written here, or a number. INVARIANT: what is not known is none of them.
import type { AnyNode } from 'acorn';
import type { Flow } from './flow.ts';
import { CONVERSIONS } from './names.ts';
import { isFunctionNode } from './scope.ts';
import type { Binding, FunctionNode, Scope } from './scope.ts';

/** Functions that stand as an argument of a method, with that call. */
export type Callbacks = ReadonlyMap<FunctionNode, AnyNode & { type: 'CallExpression' }>;

/** A function of this script, and nothing that could be another one. */
export function isOwnFunction(node: AnyNode, scope: Scope): boolean {
  if (isFunctionNode(node)) return true;
  if (node.type === 'ConditionalExpression')
    return isOwnFunction(node.consequent, scope) && isOwnFunction(node.alternate, scope);
  if (node.type !== 'Identifier') return false;
  const binding = scope.find(node.name);
  return binding === null ? CONVERSIONS.has(node.name) : isFunctionBinding(binding);
}

export function isFunctionBinding(binding: Binding): boolean {
  if (binding.assigned.length > 0 || binding.init === null) return false;
  return (
    binding.kind === 'function' ||
    ((binding.kind === 'const' || binding.kind === 'let') &&
      isFunctionNode(binding.init) &&
      binding.over === null)
  );
}

const NUMERIC = new Set(['-', '*', '/', '%', '**', '|', '&', '^', '<<', '>>', '>>>']);

type Known = {
  readonly callbacks: Callbacks;
  readonly flow: Pick<Flow, 'kindsOf' | 'valueOf' | 'heap' | 'numbers'>;
};

/** A number whatever happens: an index of it names no member. */
export function isNumeric(node: AnyNode, scope: Scope, known: Known): boolean {
  known.flow.heap.count();
  const also = (one: AnyNode): boolean => isNumeric(one, scope, known);
  // oxlint-disable-next-line typescript/switch-exhaustiveness-check -- every other kind is refused or unknown
  switch (node.type) {
    case 'Literal':
      return typeof node.value === 'number';
    case 'UnaryExpression':
      return node.operator === '+' || node.operator === '-' || node.operator === '~';
    case 'UpdateExpression':
      return true;
    case 'BinaryExpression':
      return NUMERIC.has(node.operator) || (node.operator === '+' && also(node.left) && also(node.right));
    case 'ConditionalExpression':
      return also(node.consequent) && also(node.alternate);
    case 'CallExpression': {
      const { callee } = node;
      if (callee.type === 'Identifier')
        return /^(?:Number|parseInt|parseFloat)$/u.test(callee.name) && scope.find(callee.name) === null;
      return (
        callee.type === 'MemberExpression' &&
        callee.object.type === 'Identifier' &&
        callee.object.name === 'Math' &&
        scope.find('Math') === null
      );
    }
    case 'Identifier': {
      const binding = scope.find(node.name);
      // A part of a pattern may be its default.
      if (binding === null || !binding.isWhole) return false;
      if (binding.of !== null && binding.assigned.length === 0) return isIndexOfCallback(binding, known);
      if (binding.kind !== 'const' && binding.kind !== 'let') return false;
      if (binding.init === null || binding.over !== null) return false;
      const { init, assigned } = binding;
      const { numbers } = known.flow;
      const before = numbers.get(binding);
      if (before !== undefined) return before;
      // While it is asked for it is none: what is reckoned from itself alone is not known.
      numbers.set(binding, false);
      const is = also(init) && assigned.every((one) => one !== null && also(one));
      numbers.set(binding, is);
      return is;
    }
    default:
      return false;
  }
}

const GIVES_INDEX = /^(?:map|forEach|filter|find|findIndex|findLast|findLastIndex|some|every|flatMap)$/u;

/** `(row, i) => …` of a list, run by the language's own method alone: a Map would give a key, and whoever else calls it any text. */
function isIndexOfCallback({ of }: Binding, { callbacks, flow }: Known): boolean {
  const call = of === null ? undefined : callbacks.get(of.fn);
  if (of?.at !== 1 || call?.callee.type !== 'MemberExpression' || call.callee.computed) return false;
  const { object, property } = call.callee;
  if (property.type !== 'Identifier' || !GIVES_INDEX.test(property.name) || call.arguments[0] !== of.fn)
    return false;
  // By a name of its own it is called with whatever it likes.
  if (of.fn.type === 'FunctionExpression' && of.fn.id) return false;
  if (![...flow.kindsOf(object)].every((kind) => GIVE_NUMBERS.has(kind))) return false;
  // A prototype that was written may hold another function under the method's name.
  return ![...flow.heap.read(flow.valueOf(object), property.name)].some(({ kind }) =>
    MAY_BE_CALLED.has(kind),
  );
}
const MAY_BE_CALLED: ReadonlySet<string> = new Set(['function', 'intrinsic', 'unknown']);
const GIVE_NUMBERS: ReadonlySet<string> = new Set(['array', 'data', 'host', 'primitive']);
