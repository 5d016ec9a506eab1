// What a script calls, constructs and defines. INVARIANT: what is called is a function of this script, a listed method or a listed global;
// whatever else a value may be, it is never run.
import type { AnyNode, CallExpression } from 'acorn';
import { checkArguments } from './arguments.ts';
import type { Check } from './contract.ts';
import { isFunctionBinding, isOwnFunction } from './flow/kinds.ts';
import { noteNamed } from './definitions.ts';
import { keyOf, nameOf } from './flow/members.ts';
import { checkMember } from './members.ts';
import { CALLABLE, CONSTRUCTIBLE, METHODS, RESERVED_KEYS, staticsOf } from './flow/names.ts';
import type { Scope } from './flow/scope.ts';

export function checkCall(check: Check, node: CallExpression & AnyNode, scope: Scope): void {
  const { callee } = node;
  if (callee.type === 'Identifier') {
    const binding = scope.find(callee.name);
    if (binding === null && !CALLABLE.has(callee.name))
      check.refuse(
        'code.global',
        callee,
        `\`${callee.name}()\` is not permitted`,
        'an applet has its DATA, its document and the language, nothing else',
      );
    if (binding !== null && !isFunctionBinding(binding))
      check.refuse(
        'code.unknown-call',
        callee,
        `\`${callee.name}\` is not known to be a function of this script`,
        'call a function that is declared and never assigned to',
      );
  } else if (callee.type === 'MemberExpression') {
    checkMember(check, callee, scope, 'call');
    const name = nameOf(callee);
    const isStatic =
      callee.object.type === 'Identifier' &&
      scope.find(callee.object.name) === null &&
      callee.object.name !== 'DATA';
    if (name !== null && !isStatic) {
      if (!METHODS.has(name)) check.called.set(name, callee);
      checkHeld(check, callee, name);
    }
  } else if (callee.type === 'FunctionExpression' || callee.type === 'ArrowFunctionExpression')
    check.walk(callee, scope);
  else
    check.refuse(
      'code.unknown-call',
      callee,
      'what is called here is not known to be a function of this script',
      'call a named function',
    );
  checkArguments(check, node, scope, (code, at, message, help) => check.refuse(code, at, message, help));
  for (const one of node.arguments) check.walk(one, scope);
}

/** What was stored there by other ways than a plain name, and what calls its own: a chart has methods that nothing here lists. */
function checkHeld(check: Check, callee: AnyNode & { type: 'MemberExpression' }, name: string): void {
  if (callee.object.type === 'Super') return;
  const { heap } = check.flow;
  const reached = heap.reach(check.flow.valueOf(callee.object));
  const isForeign =
    !METHODS.has(name) && [...reached].some(({ kind }) => kind === 'unknown' || kind === 'host');
  const named = [...reached, heap.unknown].flatMap((one) => [...(one.fields.get(name) ?? [])]);
  const wild = [...reached, heap.unknown].flatMap((one) => [...one.wild]);
  // Under a plain name that holds functions alone, what is the language's is a conversion: `String`.
  const isConversion = check.defined.get(name) === true;
  const isLoose =
    named.some(({ kind }) => kind === 'unknown' || (kind === 'intrinsic' && !isConversion)) ||
    wild.some(({ kind }) => kind === 'unknown' || kind === 'intrinsic');
  if (isForeign || isLoose)
    check.refuse(
      'code.unknown-call',
      callee,
      `\`.${name}\` may be something else here, and is not known to be a function of this script`,
      'call a named function',
    );
}

export function checkConstruct(check: Check, node: AnyNode & { type: 'NewExpression' }, scope: Scope): void {
  const { callee } = node;
  const isPlain =
    callee.type === 'Identifier' && scope.find(callee.name) === null && CONSTRUCTIBLE.has(callee.name);
  const isIntl =
    callee.type === 'MemberExpression' &&
    !callee.computed &&
    callee.object.type === 'Identifier' &&
    callee.object.name === 'Intl' &&
    scope.find('Intl') === null &&
    callee.property.type === 'Identifier' &&
    staticsOf('Intl').has(callee.property.name);
  if (!isPlain && !isIntl)
    check.refuse(
      'code.construct',
      callee,
      'only Map, Set, Date, Chart and the formats of Intl are constructed',
      'use a literal',
    );
  node.arguments.forEach((one) => check.walk(one, scope));
}

export function checkProperty(check: Check, node: AnyNode & { type: 'Property' }, scope: Scope): void {
  if (node.kind !== 'init')
    check.refuse('code.getter', node, 'getters and setters are not permitted', 'use a plain value');
  const name = keyOf(node);
  if (name === null) return check.refuse('code.computed', node, 'a key is named at run time', 'use a Map');
  if (RESERVED_KEYS.has(name))
    check.refuse('code.member', node, `a key \`${name}\` is not permitted`, 'use another name');
  noteNamed(check, name, node.value, scope);
  if (METHODS.has(name) && !isOwnFunction(node.value, scope) && !isPlainValue(node.value))
    check.refuse(
      'code.unknown-call',
      node,
      `\`${name}\` is a method’s name, and its value is not known to be a function of this script`,
      'use another name',
    );
  check.walk(node.value, scope);
}

/** A value that is no function, whatever it is called by. */
const isPlainValue = (node: AnyNode): boolean =>
  node.type === 'Literal' ||
  node.type === 'TemplateLiteral' ||
  node.type === 'ArrayExpression' ||
  node.type === 'ObjectExpression' ||
  node.type === 'UnaryExpression';
