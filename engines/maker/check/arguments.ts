// What a call is handed: functions of this script where code is taken, words of closed lists where a name is. INVARIANT: an element, an
// attribute, a selector or an event that is named at run time is refused.
import type { AnyNode, CallExpression, Node } from 'acorn';
import { BODY_ELEMENTS, BUTTON_TYPES, INPUT_TYPES, maySet } from './elements.ts';
import { isOwnFunction } from './flow/kinds.ts';
import { EVENTS, TAKE_CODE, TIMERS } from './flow/names.ts';
import type { Scope } from './flow/scope.ts';

import type { Check } from './contract.ts';
import { nameOf } from './flow/members.ts';

type Refuse = (code: string, node: Node, message: string, help: string) => void;

export function checkArguments(
  check: Check,
  node: CallExpression & AnyNode,
  scope: Scope,
  refuse: Refuse,
): void {
  const { callee } = node;
  const args = node.arguments;
  if (callee.type === 'Identifier') {
    if (TIMERS.has(callee.name) && scope.find(callee.name) === null)
      ownFunction(args[0], node, scope, refuse);
    return;
  }
  if (callee.type !== 'MemberExpression') return;
  const name = nameOf(callee);
  if (name === null) return;
  if (
    args.some(({ type }) => type === 'SpreadElement') &&
    (MAY_TAKE_CODE.test(name) || TAKE_CODE.has(name) || Object.hasOwn(NAMED, name))
  )
    return refuse('code.arguments', node, `\`${name}\` is given a spread`, 'write its arguments');
  const isDocument =
    callee.object.type === 'Identifier' &&
    callee.object.name === 'document' &&
    scope.find('document') === null;
  if (name === 'addEventListener' || name === 'removeEventListener')
    return listener(node, isDocument, scope, refuse);
  if (name === 'from' || name === 'groupBy') {
    if (args[1] !== undefined) ownFunction(args[1], node, scope, refuse);
  } else if (name === 'sort' || name === 'toSorted') {
    if (args[0] !== undefined) ownFunction(args[0], node, scope, refuse);
  } else if (TAKE_CODE.has(name)) ownFunction(args[0], node, scope, refuse);
  if ((name === 'replace' || name === 'replaceAll') && args.length > 1) {
    const [, second] = args;
    const isText = [...check.flow.kindsOf(second ?? node)].every((kind) => REPLACES.has(kind));
    if (!isText) ownFunction(second, node, scope, refuse);
  }
  if (name === 'parse' || name === 'stringify') {
    const second = args[1];
    const isNull = second?.type === 'Literal' && second.value === null;
    if (second !== undefined && !isNull && second.type !== 'ArrayExpression')
      ownFunction(second, node, scope, refuse);
  }
  const rule = Object.hasOwn(NAMED, name) ? NAMED[name] : undefined;
  if (rule === undefined) return;
  const word = textOf(args[0]);
  const wrong = word === null ? `\`${name}\` is given a name at run time` : rule(word, args);
  if (wrong !== null)
    refuse('code.arguments', args[0] ?? node, wrong, 'write the name as a text, one that an applet may use');
}

const textOf = (node: AnyNode | undefined): string | null => {
  if (node?.type === 'Literal' && typeof node.value === 'string') return node.value;
  return node?.type === 'TemplateLiteral' && node.expressions.length === 0
    ? (node.quasis[0]?.value.cooked ?? null)
    : null;
};

function ownFunction(node: AnyNode | undefined, call: AnyNode, scope: Scope, refuse: Refuse): void {
  if (node === undefined || !isOwnFunction(node, scope))
    refuse(
      'code.unknown-call',
      node ?? call,
      'what is handed over here is not known to be a function of this script',
      'write the function here, or name one that is declared and never assigned to',
    );
}

function listener(node: CallExpression & AnyNode, isDocument: boolean, scope: Scope, refuse: Refuse): void {
  const [event, handler] = node.arguments;
  const name = textOf(event);
  if (isDocument) {
    // Its target is the document itself.
    const plain =
      handler !== undefined &&
      (handler.type === 'ArrowFunctionExpression' || handler.type === 'FunctionExpression') &&
      handler.params.length === 0;
    if (name !== 'DOMContentLoaded' || !plain)
      refuse(
        'code.arguments',
        event ?? node,
        'the document is listened to for `DOMContentLoaded` alone, by a function without parameters',
        'listen to document.body',
      );
    return;
  }
  if (name === null || !EVENTS.has(name))
    refuse(
      'code.arguments',
      event ?? node,
      `the event ${name === null ? 'is named at run time' : `\`${name}\` is not permitted`}`,
      `use one of: ${[...EVENTS].slice(0, 12).join(', ')}, …`,
    );
  ownFunction(handler, node, scope, refuse);
}

const MAY_TAKE_CODE = /^(?:replace|replaceAll|parse|stringify)$/u;
/** Never run by `replace`; a function of the script may be. */
const REPLACES: ReadonlySet<string> = new Set(['primitive', 'data', 'object', 'array', 'map', 'function']);

type Rule = (word: string, args: readonly AnyNode[]) => string | null;

const selector: Rule = (word) =>
  isPlainSelector(word) ? null : `the selector \`${word.slice(0, 60)}\` is not permitted`;
const NAMED: Readonly<Record<string, Rule>> = {
  createElement: (word, args) =>
    args.length > 1
      ? '`createElement` is given options'
      : BODY_ELEMENTS.has(word) && word !== 'img' && word !== 'a'
        ? null
        : `an element \`${word.slice(0, 40)}\` is not made`,
  setAttribute: (word, args) => {
    if (!maySet(word)) return `an attribute \`${word.slice(0, 40)}\` is not set`;
    const value = textOf(args[1]);
    return word !== 'type' || (value !== null && (INPUT_TYPES.has(value) || BUTTON_TYPES.has(value)))
      ? null
      : 'a type is set that is not permitted';
  },
  toggleAttribute: (word) =>
    maySet(word) && word !== 'type' ? null : `an attribute \`${word.slice(0, 40)}\` is not set`,
  getContext: (word) => (word === '2d' ? null : `a drawing \`${word.slice(0, 40)}\` is not made`),
  querySelector: selector,
  querySelectorAll: selector,
  matches: selector,
  closest: selector,
};

const COMPOUND =
  /^(?:[a-z][a-z0-9]*)?(?:[#.][\w-]+|\[(?:data|aria)-[\w-]+(?:[~|^$*]?="[^"\\]*"|[~|^$*]?='[^'\\]*'|[~|^$*]?=[\w-]+)?\]|\[(?:role|type|scope|for)(?:="[^"\\]*"|='[^'\\]*'|=[\w-]+)?\]|:(?:checked|disabled|enabled|hover|focus|focus-visible|first-child|last-child|empty|nth-child\([\dn+ -]+\)|nth-of-type\([\dn+ -]+\)))*$/u;

/** Of elements of the body: each part names an element, an id, a class or an attribute that nothing of the head carries. */
function isPlainSelector(word: string): boolean {
  const parts = word.split(/\s*[\s>+~,]\s*/u).filter((part) => part !== '');
  return (
    parts.length > 0 &&
    parts.every((part) => {
      if (!COMPOUND.test(part) || part.startsWith(':')) return false;
      const element = /^[a-z][a-z0-9]*/u.exec(part)?.[0];
      return element === undefined || BODY_ELEMENTS.has(element) || element === 'body';
    })
  );
}
