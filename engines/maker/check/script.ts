// Reads every script of an applet as a tree and holds it against the allow-list. INVARIANT: a kind of node, a name or a member that is not
// permitted here is refused; no value that is not a function of this script is ever called.
import { parse } from 'acorn';
import type { AnyNode, Node, Program } from 'acorn';
import { describe } from '#policy/language/failure.ts';
import { checkCall, checkConstruct, checkProperty } from './calls.ts';
import { mayNameData } from './clobber.ts';
import type { Check } from './contract.ts';
import { positionOf } from './finding.ts';
import type { Position, Report } from './finding.ts';
import { checkMember, checkName, checkPattern, checkTarget } from './members.ts';
import type { Stored } from './members.ts';
import { PLATFORM_NAMES } from './flow/platform-names.generated.ts';
import { isNumeric } from './flow/kinds.ts';
import { Flow } from './flow/flow.ts';
import { childrenOf, isFunctionNode, scopesOf } from './flow/scope.ts';
import type { FunctionNode, Scope, Scopes } from './flow/scope.ts';

/** Whatever else there is (classes, `this`, `with`, labels, tagged templates, `import()`, `await`, `yield`) is refused by its kind. */
const PERMITTED = new Set(
  `Program ExpressionStatement BlockStatement EmptyStatement ReturnStatement BreakStatement ContinueStatement IfStatement SwitchStatement
  SwitchCase ThrowStatement TryStatement CatchClause WhileStatement DoWhileStatement ForStatement ForInStatement ForOfStatement
  FunctionDeclaration VariableDeclaration VariableDeclarator ArrayExpression ObjectExpression Property FunctionExpression
  ArrowFunctionExpression UnaryExpression UpdateExpression BinaryExpression AssignmentExpression LogicalExpression MemberExpression
  ConditionalExpression CallExpression NewExpression SequenceExpression TemplateLiteral TemplateElement SpreadElement RestElement
  ObjectPattern ArrayPattern AssignmentPattern ChainExpression Identifier Literal`.split(/\s+/u),
);

const MOST_PATTERN_CHARACTERS = 200;

/** `start`: where the text begins in the document. `hasData`: DATA is declared before it. */
export function checkScript(text: string, start: Position, report: Report, hasData = false): void {
  let program: Program;
  try {
    program = parse(text, { ecmaVersion: 'latest', sourceType: 'script' });
  } catch (thrown) {
    const at =
      thrown instanceof SyntaxError && 'pos' in thrown && typeof thrown.pos === 'number' ? thrown.pos : 0;
    report(
      'code.syntax',
      positionOf(text, at, start),
      describe(thrown).split('\n')[0] ?? '',
      'write a script that parses',
    );
    return;
  }
  try {
    checkProgram(program, hasData, (code, node, message, help) =>
      report(code, positionOf(text, node.start, start), message, help),
    );
  } catch (thrown) {
    if (!(thrown instanceof RangeError)) throw thrown;
    report(
      'code.too-deep',
      start,
      'the script is nested too deeply, or too tangled, to be read',
      'write it flatter',
    );
  }
}

function checkProgram(program: AnyNode, hasData: boolean, refuse: Check['refuse']): void {
  const scopes: Scopes = scopesOf(program, (node, name) =>
    refuse('code.global-var', node, `\`var ${name}\` would be a property of the window`, 'use const or let'),
  );
  const callbacks = new Map<FunctionNode, AnyNode & { type: 'CallExpression' }>();
  noteCallbacks(program, callbacks);
  const called = new Map<string, Node>();
  const defined = new Map<string, boolean>();
  const flow = new Flow(program, scopes, {
    isIndex: (property, scope, so) => isNumeric(property, scope, { callbacks, flow: so }),
    isDataKnown: hasData || !mayNameData(program),
  });
  const check: Check = {
    refuse,
    flow,
    walk: (node, scope) => walk(check, scopes, node, scope),
    callbacks,
    called,
    defined,
  };
  check.walk(program, scopes.top);
  for (const [name, node] of called)
    if (defined.get(name) !== true)
      refuse(
        'code.unknown-call',
        node,
        `\`.${name}\` is not known to be a function of this script`,
        'call a named function',
      );
}

/** `+=` and its like make a text or a number. */
const storedBy = (node: AnyNode & { type: 'AssignmentExpression' }): Stored =>
  /^(?:=|\|\|=|&&=|\?\?=)$/u.test(node.operator) ? node : 'number';

function walk(check: Check, scopes: Scopes, node: AnyNode, outer: Scope): void {
  const scope = scopes.of.get(node) ?? outer;
  if (!PERMITTED.has(node.type)) {
    check.refuse(
      'code.syntax-kind',
      node,
      `${KINDS[node.type] ?? node.type} is not permitted`,
      'use functions, const, let, if, for and calls',
    );
    return;
  }
  // oxlint-disable-next-line typescript/switch-exhaustiveness-check -- every other kind is refused or unknown
  switch (node.type) {
    case 'MemberExpression':
      return checkMember(check, node, scope, 'read');
    case 'CallExpression':
      return checkCall(check, node, scope);
    case 'NewExpression':
      return checkConstruct(check, node, scope);
    case 'AssignmentExpression':
      checkTarget(check, node.left, scope, storedBy(node));
      return check.walk(node.right, scope);
    case 'UpdateExpression':
      return checkTarget(check, node.argument, scope, 'number');
    case 'ForInStatement':
    case 'ForOfStatement':
      if (node.type === 'ForOfStatement' && node.await)
        check.refuse('code.syntax-kind', node, '`for await` is not permitted', 'use for … of');
      if (node.left.type === 'VariableDeclaration') check.walk(node.left, scope);
      else checkTarget(check, node.left, scope);
      check.walk(node.right, scope);
      return check.walk(node.body, scope);
    case 'Identifier':
      return checkName(check, node, scope);
    case 'Property':
      return checkProperty(check, node, scope);
    case 'UnaryExpression':
      if (node.operator === 'delete')
        return check.refuse('code.delete', node, '`delete` is not permitted', 'set it to null');
      break;
    case 'BinaryExpression':
      if (node.operator === 'in' || node.operator === 'instanceof')
        return check.refuse(
          'code.operator',
          node,
          `\`${node.operator}\` is not permitted`,
          'use Object.hasOwn or Array.isArray',
        );
      break;
    case 'IfStatement':
      for (const one of [node.consequent, node.alternate])
        if (one?.type === 'FunctionDeclaration')
          check.refuse(
            'code.syntax-kind',
            one,
            'a function stands behind `if` without a block',
            'use a block',
          );
      break;
    case 'BlockStatement':
    case 'SwitchCase':
      // In sloppy code the name is assigned to the window as well: `{ function onmessage() {} }`.
      for (const one of node.type === 'SwitchCase' ? node.consequent : node.body)
        if (one.type !== 'FunctionDeclaration') continue;
        else if (!scope.isFunction && (scope.parent?.find(one.id?.name ?? '') ?? null) !== null)
          check.refuse(
            'code.shadow',
            one,
            `\`${one.id?.name ?? ''}\` would be assigned to outside of its block`,
            'use another name',
          );
        else if (isOutside(scope) && PLATFORM_NAMES.has(one.id?.name ?? ''))
          check.refuse(
            'code.global-var',
            one,
            `\`${one.id?.name ?? ''}\` would be a property of the window`,
            'use another name',
          );
      break;
    case 'BreakStatement':
    case 'ContinueStatement':
      if (node.label) check.refuse('code.label', node, 'labels are not permitted', 'use a function');
      return;
    case 'Literal':
      if (
        'regex' in node &&
        node.regex !== undefined &&
        node.regex !== null &&
        node.regex.pattern.length > MOST_PATTERN_CHARACTERS
      )
        check.refuse('code.pattern', node, 'this pattern is too long', 'use a shorter one');
      return;
    case 'VariableDeclarator':
      checkPattern(check, node.id, scope);
      if (node.init) check.walk(node.init, scope);
      return;
    case 'VariableDeclaration':
      if (node.kind !== 'const' && node.kind !== 'let' && node.kind !== 'var')
        check.refuse('code.syntax-kind', node, `\`${node.kind}\` is not permitted`, 'use const');
      break;
    case 'CatchClause':
      if (node.param) checkPattern(check, node.param, scope);
      return check.walk(node.body, scope);
    default:
      break;
  }
  if (isFunctionNode(node)) {
    if (node.async || node.generator)
      check.refuse(
        'code.syntax-kind',
        node,
        'async functions and generators are not permitted',
        'data is there at once: use a plain function',
      );
    node.params.forEach((one) => checkPattern(check, one, scope));
    return check.walk(node.body, scope);
  }
  for (const child of childrenOf(node)) check.walk(child, scope);
}

/** In no function. */
const isOutside = (scope: Scope): boolean =>
  scope.parent === null || (!scope.isFunction && isOutside(scope.parent));

function noteCallbacks(node: AnyNode, into: Map<FunctionNode, AnyNode & { type: 'CallExpression' }>): void {
  if (node.type === 'CallExpression')
    for (const one of node.arguments) if (isFunctionNode(one)) into.set(one, node);
  for (const child of childrenOf(node)) noteCallbacks(child, into);
}

const KINDS: Readonly<Record<string, string>> = {
  ThisExpression: '`this`',
  ClassDeclaration: 'a class',
  ClassExpression: 'a class',
  WithStatement: '`with`',
  LabeledStatement: 'a label',
  TaggedTemplateExpression: 'a tagged template',
  ImportExpression: '`import()`',
  AwaitExpression: '`await`',
  YieldExpression: '`yield`',
  MetaProperty: '`new.target`',
  DebuggerStatement: '`debugger`',
  Super: '`super`',
};
