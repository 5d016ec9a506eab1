// Names and members that a script reads, writes and takes apart. INVARIANT: of a global only what is listed for it, of anything else only what
// leads nowhere; a member that is named at run time is one of data.
import type { AnyNode, Node } from 'acorn';
import type { Check } from './contract.ts';
import { noteStored } from './definitions.ts';
import { isNumeric } from './flow/kinds.ts';
import { keyOf, nameOf } from './flow/members.ts';
import {
  METHODS,
  STATIC_VALUES,
  VALUES,
  isGlobal,
  mayCallOwn,
  mayRead,
  mayWrite,
  staticsOf,
} from './flow/names.ts';
import type { Scope } from './flow/scope.ts';
import { writtenBy } from './flow/written.ts';

/** What a store takes: an assignment's value, a number, or `null`, what cannot be said. */
export type Stored = (AnyNode & { type: 'AssignmentExpression' }) | 'number' | null;

/** A name that is read. */
export function checkName(check: Check, node: AnyNode & { type: 'Identifier' }, scope: Scope): void {
  if (scope.find(node.name) !== null || VALUES.has(node.name)) return;
  if (isGlobal(node.name))
    return check.refuse(
      'code.global-value',
      node,
      `\`${node.name}\` may be called here, not handed on`,
      'write the call itself',
    );
  check.refuse(
    'code.global',
    node,
    `\`${node.name}\` is not permitted`,
    'an applet has its DATA, its document and the language, nothing else',
  );
}

/** What a value is bound to, and the members that it takes out of one. */
export function checkPattern(check: Check, node: AnyNode, scope: Scope): void {
  // oxlint-disable-next-line typescript/switch-exhaustiveness-check -- every other kind is refused or unknown
  switch (node.type) {
    case 'Identifier':
      return;
    case 'ObjectPattern':
      for (const one of node.properties) {
        if (one.type === 'RestElement') checkPattern(check, one.argument, scope);
        else {
          const name = keyOf(one);
          if (name === null || !mayRead(name)) refuseMember(check, one, name);
          checkPattern(check, one.value, scope);
        }
      }
      return;
    case 'ArrayPattern':
      return node.elements.forEach((one) => one !== null && checkPattern(check, one, scope));
    case 'RestElement':
      return checkPattern(check, node.argument, scope);
    case 'AssignmentPattern':
      checkPattern(check, node.left, scope);
      return check.walk(node.right, scope);
    default:
      return checkTarget(check, node, scope);
  }
}

/** What is assigned to. `value`: by whom, if the whole of it is stored there. */
export function checkTarget(check: Check, node: AnyNode, scope: Scope, value: Stored = null): void {
  if (node.type === 'Identifier') {
    if (scope.find(node.name) === null)
      check.refuse(
        'code.global-write',
        node,
        `\`${node.name}\` is nothing of this script`,
        'declare it with let',
      );
  } else if (node.type === 'MemberExpression') {
    checkMember(check, node, scope, 'write', value);
    noteStored(check, node, value, scope);
  } else checkPattern(check, node, scope);
}

export function checkMember(
  check: Check,
  node: AnyNode & { type: 'MemberExpression' },
  scope: Scope,
  way: 'read' | 'write' | 'call',
  stored: Stored = null,
): void {
  const { object, property } = node;
  const name = nameOf(node);
  if (object.type === 'Identifier' && scope.find(object.name) === null && object.name !== 'DATA') {
    const statics = staticsOf(object.name);
    if (statics.size === 0) return checkName(check, object, scope);
    const isAllowed = name !== null && statics.has(name);
    const isValue = name !== null && STATIC_VALUES.has(name);
    if (!isAllowed || (way === 'call') === isValue || (way === 'write' && name !== 'title'))
      check.refuse(
        'code.member',
        property,
        `\`${object.name}.${name ?? '[…]'}\` is not permitted here`,
        `of \`${object.name}\` an applet has: ${[...statics].join(', ')}`,
      );
    return;
  }
  if (name !== null) {
    const allowed =
      way === 'call'
        ? METHODS.has(name) || mayCallOwn(name)
        : way === 'write'
          ? mayWrite(name) && !METHODS.has(name)
          : mayRead(name);
    if (!allowed) refuseMember(check, property, name);
    else if (way === 'write' && isOfLanguage(check, object)) refuseShared(check, node);
  } else checkComputed(check, node, scope, way, stored);
  check.walk(object, scope);
}

function checkComputed(
  check: Check,
  node: AnyNode & { type: 'MemberExpression' },
  scope: Scope,
  way: 'read' | 'write' | 'call',
  stored: Stored,
): void {
  const { object, property } = node;
  check.walk(property, scope);
  if (way === 'call')
    return check.refuse('code.computed', node, 'what is called is named at run time', 'call it by its name');
  if (isNumeric(property, scope, check)) return;
  const kinds = check.flow.kindsOf(object);
  if (kinds.size === 0 || kinds.has('host') || kinds.has('unknown') || kinds.has('function'))
    return check.refuse(
      'code.computed',
      node,
      'a member is named at run time on something that is not known to be data',
      'name it, or use .at(), an index or a Map',
    );
  if (way === 'write' && isOfLanguage(check, object)) return refuseShared(check, node);
  if (way === 'write' && !mayStore(check, stored, kinds.has('intrinsic')))
    check.refuse(
      'code.computed-store',
      node,
      'a value is stored under a name that is made at run time, and may be a function',
      'make a text or a number of it, `o[k] ??= []`, or use a Map',
    );
}

/** Found by a name that is made at run time, where nothing was stored so: it can be a prototype alone. */
function isOfLanguage({ flow }: Check, object: AnyNode): boolean {
  const kinds = flow.kindsOf(object);
  return kinds.has('intrinsic') && [...kinds].every((kind) => kind === 'intrinsic' || kind === 'primitive');
}

const refuseShared = (check: Check, node: Node): void =>
  check.refuse(
    'code.computed',
    node,
    'what is written to was found by a name that is made at run time, and nothing is stored there',
    'store an object there before: `o[k] ??= {}`',
  );

/** Under a name that a method may have: no function, and nothing of a page where the language’s own things may be written to. */
function mayStore({ flow }: Check, stored: Stored, isShared: boolean): boolean {
  if (stored === 'number') return true;
  if (stored === null) return false;
  const kinds = new Set([...writtenBy(flow, stored)].map(({ kind }) => kind));
  return (
    kinds.size > 0 &&
    !kinds.has('intrinsic') &&
    !kinds.has('unknown') &&
    !kinds.has('function') &&
    !(isShared && kinds.has('host'))
  );
}

function refuseMember(check: Check, node: Node, name: string | null): void {
  const isMethod = name !== null && METHODS.has(name);
  check.refuse(
    'code.member',
    node,
    name === null
      ? 'a member is named at run time'
      : `\`.${name.slice(0, 60)}\` is not permitted${isMethod ? ' but in a call' : ''}`,
    'use members of data, text, elements and events that draw and nothing else',
  );
}
