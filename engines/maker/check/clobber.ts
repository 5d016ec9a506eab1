// Whether a script may give an element the name `DATA`, which the window would then have for it. INVARIANT: a name that is made at run time
// may be it, unless it begins with other letters.
import type { AnyNode } from 'acorn';
import { nameOf } from './flow/members.ts';
import { childrenOf } from './flow/scope.ts';

const NAMES = new Set(['id', 'name']);

export function mayNameData(node: AnyNode): boolean {
  if (node.type === 'AssignmentExpression' && node.left.type === 'MemberExpression') {
    const isNaming = nameOf(node.left) === 'id' && !(node.operator === '=' && isOther(node.right));
    if (isNaming) return true;
  } else if (node.type === 'AssignmentExpression' && node.left.type !== 'Identifier') {
    if (holdsName(node.left)) return true;
  } else if (node.type === 'ForOfStatement' || node.type === 'ForInStatement') {
    if (holdsName(node.left)) return true;
  } else if (node.type === 'CallExpression' && node.callee.type === 'MemberExpression') {
    const [first, second] = node.arguments;
    if (nameOf(node.callee) === 'setAttribute' && NAMES.has(textOf(first) ?? 'id') && !isOther(second))
      return true;
  }
  return childrenOf(node).some(mayNameData);
}

const holdsName = (node: AnyNode): boolean =>
  (node.type === 'MemberExpression' && nameOf(node) === 'id') || childrenOf(node).some(holdsName);

const textOf = (node: AnyNode | undefined): string | null =>
  node?.type === 'Literal' && typeof node.value === 'string' ? node.value : null;

/** A text that is not `DATA`: its beginning is written there. */
function isOther(node: AnyNode | undefined): boolean {
  if (node?.type === 'BinaryExpression' && node.operator === '+' && node.left.type !== 'PrivateIdentifier')
    return begins(node.left);
  return node?.type === 'Literal' ? node.value !== 'DATA' : node !== undefined && begins(node);
}

function begins(node: AnyNode): boolean {
  if (node.type === 'BinaryExpression' && node.operator === '+' && node.left.type !== 'PrivateIdentifier')
    return begins(node.left);
  const head = node.type === 'TemplateLiteral' ? (node.quasis[0]?.value.cooked ?? '') : (textOf(node) ?? '');
  return head !== '' && !'DATA'.startsWith(head);
}
