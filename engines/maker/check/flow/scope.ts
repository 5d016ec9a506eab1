// Which declaration a name of a script means. INVARIANT: a name counts as the script's own only where the language binds it there: in doubt it
// is free, and a free name has to stand in the list of globals.
import type {
  AnonymousFunctionDeclaration,
  AnyNode,
  ArrowFunctionExpression,
  FunctionDeclaration,
  FunctionExpression,
  Node,
  Pattern,
} from 'acorn';

export type FunctionNode =
  | FunctionDeclaration
  | AnonymousFunctionDeclaration
  | FunctionExpression
  | ArrowFunctionExpression;

export type Binding = {
  readonly kind: 'parameter' | 'const' | 'let' | 'var' | 'function' | 'catch';
  /** What it is declared with; `null`: nothing, or a part of something. */
  readonly init: AnyNode | null;
  /** What is assigned later, `null` for what cannot be said. */
  readonly assigned: (AnyNode | null)[];
  /** Of a parameter: its function and its number; of the variable of a `for … of` what it runs over. */
  readonly of: { readonly fn: FunctionNode; readonly at: number } | null;
  readonly over: AnyNode | null;
  /** It is bound to the whole of it, not to a part that a pattern takes out. */
  readonly isWhole: boolean;
};

export class Scope {
  readonly names = new Map<string, Binding>();
  readonly parent: Scope | null;
  readonly isFunction: boolean;
  constructor(parent: Scope | null, isFunction: boolean) {
    this.parent = parent;
    this.isFunction = isFunction;
  }

  find(name: string): Binding | null {
    return this.names.get(name) ?? this.parent?.find(name) ?? null;
  }

  /** A name that is declared twice is no longer one thing. */
  declare(name: string, binding: Binding): void {
    const before = this.names.get(name);
    if (before === undefined) this.names.set(name, binding);
    else before.assigned.push(null);
  }
}

export type Scopes = { readonly top: Scope; readonly of: ReadonlyMap<Node, Scope> };

const isNode = (value: unknown): value is AnyNode =>
  typeof value === 'object' && value !== null && 'type' in value && typeof value.type === 'string';

export function childrenOf(node: AnyNode): readonly AnyNode[] {
  const found: AnyNode[] = [];
  for (const value of Object.values(node)) {
    if (Array.isArray(value)) found.push(...value.filter(isNode));
    else if (isNode(value)) found.push(value);
  }
  return found;
}

/** The names that a pattern binds. */
export function namesIn(pattern: Pattern): readonly string[] {
  switch (pattern.type) {
    case 'Identifier':
      return [pattern.name];
    case 'ObjectPattern':
      return pattern.properties.flatMap((one) =>
        namesIn(one.type === 'RestElement' ? one.argument : one.value),
      );
    case 'ArrayPattern':
      return pattern.elements.flatMap((one) => (one === null ? [] : namesIn(one)));
    case 'RestElement':
      return namesIn(pattern.argument);
    case 'AssignmentPattern':
      return namesIn(pattern.left);
    case 'MemberExpression':
      return [];
  }
}

export const isFunctionNode = (node: AnyNode): node is FunctionNode =>
  node.type === 'FunctionDeclaration' ||
  node.type === 'FunctionExpression' ||
  node.type === 'ArrowFunctionExpression';

/** Every scope of a script. `onGlobalVar`: a `var` of the top, which would be a property of the window. */
export function scopesOf(program: AnyNode, onGlobalVar: (node: Node, name: string) => void): Scopes {
  const of = new Map<Node, Scope>();
  const top = new Scope(null, true);
  const none = { of: null, over: null, isWhole: true } as const;

  const build = (node: AnyNode, scope: Scope): void => {
    if (isFunctionNode(node)) return buildFunction(node, scope);
    if (node.type === 'SwitchStatement') return buildSwitch(node, scope);
    const own = opensScope(node) ? new Scope(scope, false) : scope;
    if (own !== scope) of.set(node, own);
    if (node.type === 'CatchClause' && node.param !== null && node.param !== undefined)
      for (const name of namesIn(node.param))
        own.declare(name, { kind: 'catch', init: null, assigned: [], ...none });
    if (node.type === 'VariableDeclaration') declareAll(node, own, null);
    if (node.type === 'ForOfStatement' && node.left.type === 'VariableDeclaration')
      declareAll(node.left, own, node.right);
    for (const child of childrenOf(node)) {
      if (node.type === 'ForOfStatement' && child === node.left && child.type === 'VariableDeclaration')
        childrenOf(child).forEach((one) => build(one, own));
      else build(child, own);
    }
  };

  /** What it turns on stands outside of what its cases declare, which is one scope for all of them. */
  const buildSwitch = (node: AnyNode & { type: 'SwitchStatement' }, scope: Scope): void => {
    build(node.discriminant, scope);
    const cases = new Scope(scope, false);
    for (const one of node.cases) {
      of.set(one, cases);
      childrenOf(one).forEach((child) => build(child, cases));
    }
  };

  const buildFunction = (node: FunctionNode, scope: Scope): void => {
    let outer = scope;
    if (node.type === 'FunctionDeclaration' && node.id !== null)
      scope.declare(node.id.name, { kind: 'function', init: node, assigned: [], ...none });
    if (node.type === 'FunctionExpression' && node.id !== null && node.id !== undefined) {
      outer = new Scope(scope, false);
      outer.declare(node.id.name, { kind: 'function', init: node, assigned: [], ...none });
    }
    // Parameters and body are two scopes: a default value does not see what the body declares.
    const parameters = new Scope(outer, true);
    of.set(node, parameters);
    node.params.forEach((param, at) => {
      const plain = param.type === 'Identifier';
      for (const name of namesIn(param))
        parameters.declare(name, {
          kind: 'parameter',
          init: null,
          assigned: [],
          of:
            plain || param.type === 'ObjectPattern' || param.type === 'ArrayPattern'
              ? { fn: node, at }
              : null,
          over: null,
          isWhole: plain,
        });
      build(param, parameters);
    });
    if (node.body.type === 'BlockStatement') {
      const body = new Scope(parameters, true);
      of.set(node.body, body);
      node.body.body.forEach((one) => build(one, body));
    } else build(node.body, parameters);
  };

  const declareAll = (
    node: AnyNode & { type: 'VariableDeclaration' },
    scope: Scope,
    over: AnyNode | null,
  ): void => {
    for (const { id, init } of node.declarations)
      for (const name of namesIn(id)) {
        const { kind } = node;
        if (kind !== 'var' && kind !== 'let' && kind !== 'const') continue;
        const at = kind === 'var' ? functionOf(scope) : scope;
        if (kind === 'var' && at === top) onGlobalVar(node, name);
        at.declare(name, {
          kind,
          init: init ?? null,
          assigned: [],
          of: null,
          over: over ?? null,
          isWhole: id.type === 'Identifier',
        });
      }
  };

  for (const child of childrenOf(program)) build(child, top);
  noteAssignments(program, top, of);
  return { top, of };
}

const functionOf = (scope: Scope): Scope =>
  scope.isFunction || scope.parent === null ? scope : functionOf(scope.parent);

const opensScope = (node: AnyNode): boolean =>
  node.type === 'BlockStatement' ||
  node.type === 'ForStatement' ||
  node.type === 'ForInStatement' ||
  node.type === 'ForOfStatement' ||
  node.type === 'CatchClause';

/** A name takes what is assigned to it, wherever that stands. */
function noteAssignments(node: AnyNode, scope: Scope, of: ReadonlyMap<Node, Scope>): void {
  const own = of.get(node) ?? scope;
  const note = (names: readonly string[], value: AnyNode | null): void => {
    for (const name of names) own.find(name)?.assigned.push(value);
  };
  if (node.type === 'AssignmentExpression') {
    const isWhole = node.left.type === 'Identifier';
    const isPlain = node.operator === '=';
    const isReckoned = /^(?:-|\*|\/|%|\||&|\^|<<|>>|>>>|\*\*)=$/u.test(node.operator);
    if (!isReckoned)
      note(namesIn(node.left), isWhole && (isPlain || node.operator === '+=') ? node.right : null);
  }
  if (
    (node.type === 'ForInStatement' || node.type === 'ForOfStatement') &&
    node.left.type !== 'VariableDeclaration'
  )
    note(namesIn(node.left), null);
  for (const child of childrenOf(node)) noteAssignments(child, own, of);
}
