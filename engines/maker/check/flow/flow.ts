// Which things each expression of a script may be: assignments, patterns, loops, calls and members are followed until nothing more is found.
// INVARIANT: what an expression may be is never less than what it is when the script runs; in doubt it is anything.
import type { AnyNode, CallExpression, Pattern } from 'acorn';
import { callMethod, callStatic, construct } from './builtins.ts';
import type { Given } from './builtins.ts';
import type { Heap, Thing, Value } from './heap.ts';
import { keyOf, nameOf } from './members.ts';
import { isGlobal, staticsOf } from './names.ts';
import { childrenOf, isFunctionNode } from './scope.ts';
import type { Binding, FunctionNode, Scope, Scopes } from './scope.ts';
import { State } from './state.ts';
import { assign } from './patterns.ts';
import { writtenBy } from './written.ts';

const MOST_ROUNDS = 60;

/** Whether a member's name is a number, as far as is known of the things so far. */
type IsIndex = (property: AnyNode, scope: Scope, flow: Flow) => boolean;

type Options = { readonly isIndex: IsIndex; readonly isDataKnown: boolean };

export class Flow {
  readonly heap: Heap;
  readonly #state: State;
  readonly #scopes: Scopes;
  readonly #isIndex: IsIndex;
  readonly #nothing: Value;
  #values = new Map<AnyNode, Value>();
  /** Which names are numbers, as far as is known in this round. */
  readonly numbers = new Map<Binding, boolean>();

  constructor(program: AnyNode, scopes: Scopes, { isIndex, isDataKnown }: Options) {
    this.#state = new State(isDataKnown);
    this.heap = this.#state.heap;
    this.#nothing = this.#state.nothing;
    this.#scopes = scopes;
    this.#isIndex = isIndex;
    let rounds = 0;
    do
      do {
        if ((rounds += 1) > MOST_ROUNDS) throw new RangeError('the script is too tangled to be followed');
        this.heap.hasChanged = false;
        this.#values = new Map();
        this.numbers.clear();
        this.#visit(program, scopes.top, null);
      } while (this.heap.hasChanged);
    while (this.#state.callTheRest() || this.#keepOnTexts());
    this.numbers.clear();
  }

  /** Says whether it did not yet. */
  #keepOnTexts(): boolean {
    const isNew = !this.heap.keepsOnTexts;
    this.heap.keepsOnTexts = true;
    return isNew;
  }

  /** What an expression may be. */
  valueOf(node: AnyNode): Value {
    return this.#values.get(node) ?? new Set([this.heap.unknown]);
  }

  /** The names of kinds that an expression may be. */
  kindsOf(node: AnyNode): ReadonlySet<Thing['kind']> {
    const kinds = new Set<Thing['kind']>();
    for (const { kind } of this.valueOf(node)) {
      this.heap.count();
      kinds.add(kind);
    }
    return kinds;
  }

  #visit(node: AnyNode, outer: Scope, fn: FunctionNode | null): void {
    const scope = this.#scopes.of.get(node) ?? outer;
    // oxlint-disable-next-line typescript/switch-exhaustiveness-check -- what is no statement of these is looked through
    switch (node.type) {
      case 'FunctionDeclaration':
        if (node.id !== null) this.#state.bind(node.id.name, outer, this.#function(node, scope));
        return;
      case 'VariableDeclarator':
        return this.#assign(node.id, node.init ? this.#eval(node.init, scope, fn) : this.#nothing, scope, fn);
      case 'ReturnStatement':
        if (fn !== null)
          this.heap.add(
            this.#state.called(fn).back,
            node.argument ? this.#eval(node.argument, scope, fn) : this.#nothing,
          );
        return;
      case 'ForInStatement':
      case 'ForOfStatement': {
        const over = this.#eval(node.right, scope, fn);
        const one = node.type === 'ForInStatement' ? this.#nothing : this.heap.iterated(over);
        const target = node.left.type === 'VariableDeclaration' ? node.left.declarations[0]?.id : node.left;
        if (target !== undefined) this.#assign(target, one, scope, fn);
        return this.#visit(node.body, scope, fn);
      }
      case 'ThrowStatement':
        return this.heap.add(this.#state.thrown, this.#eval(node.argument, scope, fn));
      case 'CatchClause':
        if (node.param) this.#assign(node.param, this.#state.thrown, scope, fn);
        return this.#visit(node.body, scope, fn);
      default:
        if (isExpression(node)) this.#eval(node, scope, fn);
        else for (const child of childrenOf(node)) this.#visit(child, scope, fn);
    }
  }

  #eval(node: AnyNode, outer: Scope, fn: FunctionNode | null): Value {
    const known = this.#values.get(node);
    if (known !== undefined) return known;
    const value = this.#reckon(node, this.#scopes.of.get(node) ?? outer, fn);
    this.#values.set(node, value);
    return value;
  }

  #reckon(node: AnyNode, scope: Scope, fn: FunctionNode | null): Value {
    const of = (one: AnyNode): Value => this.#eval(one, scope, fn);
    const { heap } = this;
    if (isFunctionNode(node)) return this.#function(node, scope);
    // oxlint-disable-next-line typescript/switch-exhaustiveness-check -- every other kind may be anything
    switch (node.type) {
      case 'Literal':
        return 'regex' in node && node.regex
          ? new Set([this.#state.make(node, 'object', '')])
          : this.#nothing;
      case 'TemplateLiteral':
        node.expressions.forEach(of);
        return this.#nothing;
      case 'UnaryExpression':
        of(node.argument);
        return this.#nothing;
      case 'UpdateExpression':
        this.#assign(node.argument, this.#nothing, scope, fn);
        of(node.argument);
        return this.#nothing;
      case 'BinaryExpression':
        if (node.left.type !== 'PrivateIdentifier') of(node.left);
        of(node.right);
        return this.#nothing;
      case 'Identifier':
        return this.#state.named(node.name, scope);
      case 'LogicalExpression':
        return heap.union(of(node.left), of(node.right));
      case 'ConditionalExpression':
        of(node.test);
        return heap.union(of(node.consequent), of(node.alternate));
      case 'SequenceExpression':
        return node.expressions.map(of).at(-1) ?? this.#nothing;
      case 'ChainExpression':
        return heap.union(of(node.expression), [heap.primitive]);
      case 'AssignmentExpression': {
        if (node.left.type === 'MemberExpression') of(node.left);
        const right = of(node.right);
        const isLogical = /^(?:\|\||&&|\?\?)=$/u.test(node.operator);
        const value = node.operator === '=' || isLogical ? writtenBy(this, node) : this.#nothing;
        this.#assign(node.left, value, scope, fn);
        return isLogical ? heap.union(of(node.left), right) : node.operator === '=' ? right : value;
      }
      case 'MemberExpression':
        return this.#member(node, scope, fn);
      case 'ArrayExpression': {
        const list = this.#state.make(node, 'array', '');
        for (const one of node.elements)
          if (one !== null)
            heap.add(list.elements, one.type === 'SpreadElement' ? heap.iterated(of(one.argument)) : of(one));
        return new Set([list]);
      }
      case 'ObjectExpression': {
        const made: Value = new Set([this.#state.make(node, 'object', '')]);
        for (const one of node.properties)
          if (one.type === 'SpreadElement') for (const own of made) heap.add(own.like, of(one.argument));
          else {
            const name = keyOf(one);
            if (name === null) {
              of(one.key);
              heap.writeWild(made, of(one.value));
            } else heap.write(made, name, of(one.value));
          }
        return made;
      }
      case 'CallExpression':
        return this.#call(node, scope, fn);
      case 'NewExpression': {
        const given = this.#args(node.arguments, scope, fn);
        const hasSpread = node.arguments.some(({ type }) => type === 'SpreadElement');
        const all = hasSpread ? heap.union(...given) : this.#nothing;
        const args = hasSpread ? given.map(() => all) : given;
        const { callee } = node;
        const name =
          callee.type === 'Identifier' && scope.find(callee.name) === null
            ? callee.name
            : callee.type === 'MemberExpression' && callee.object.type === 'Identifier'
              ? callee.object.name
              : '';
        return construct(name, this.#given(node, args));
      }
      default:
        for (const child of childrenOf(node)) this.#visit(child, scope, fn);
        return new Set([heap.unknown]);
    }
  }

  #member(node: AnyNode & { type: 'MemberExpression' }, scope: Scope, fn: FunctionNode | null): Value {
    const { object, property } = node;
    const { heap } = this;
    if (object.type === 'Identifier' && !this.#state.isOwn(object.name, scope)) {
      if (node.computed) this.#eval(property, scope, fn);
      const name = nameOf(node);
      return new Set([
        object.name !== 'document' ? heap.primitive : name === 'title' ? heap.primitive : heap.host,
      ]);
    }
    const of = object.type === 'Super' ? new Set([heap.unknown]) : this.#eval(object, scope, fn);
    const name = nameOf(node);
    if (name !== null) return heap.read(of, name);
    if (node.computed) this.#eval(property, scope, fn);
    return this.#isIndex(property, scope, this) ? heap.elements(of) : heap.contents(of);
  }

  #assign(pattern: AnyNode, value: Value, scope: Scope, fn: FunctionNode | null): void {
    assign(pattern, value, scope, {
      state: this.#state,
      valueOf: (node) => this.#eval(node, scope, fn),
      isIndex: (property) => this.#isIndex(property, scope, this),
    });
  }

  #function(node: FunctionNode, scope: Scope): Value {
    const known = this.#values.get(node);
    if (known !== undefined) return known;
    const own: Value = new Set([this.#state.make(node, 'function', '')]);
    this.#values.set(node, own);
    const called = this.#state.called(node);
    if (node.type === 'FunctionExpression' && node.id) this.#state.bind(node.id.name, scope, own);
    node.params.forEach((param: Pattern, at) => {
      const given = this.heap.union(this.#nothing, called.spread, called.params[at] ?? []);
      if (param.type === 'RestElement') {
        const rest = this.#state.make(param, 'array', '');
        this.heap.add(rest.elements, called.spread);
        for (const one of called.params.slice(at)) this.heap.add(rest.elements, one);
        this.#assign(param.argument, new Set([rest]), scope, node);
      } else this.#assign(param, given, scope, node);
    });
    if (node.body.type === 'BlockStatement') {
      this.heap.add(called.back, this.#nothing);
      this.#visit(node.body, scope, node);
    } else this.heap.add(called.back, this.#eval(node.body, scope, node));
    return own;
  }

  #args(nodes: CallExpression['arguments'], scope: Scope, fn: FunctionNode | null): readonly Value[] {
    return nodes.map((one) =>
      one.type === 'SpreadElement'
        ? this.heap.iterated(this.#eval(one.argument, scope, fn))
        : this.#eval(one, scope, fn),
    );
  }

  #call(node: CallExpression & AnyNode, scope: Scope, fn: FunctionNode | null): Value {
    const { callee } = node;
    if (callee.type === 'MemberExpression' && callee.object.type !== 'Super')
      if (callee.object.type !== 'Identifier' || this.#state.isOwn(callee.object.name, scope))
        this.#eval(callee.object, scope, fn);
    const args = this.#args(node.arguments, scope, fn);
    const hasSpread = node.arguments.some(({ type }) => type === 'SpreadElement');
    const spread = this.heap.union(...(hasSpread ? args : []));
    const given = this.#given(node, hasSpread ? args.map(() => spread) : args);
    if (callee.type === 'Identifier' && scope.find(callee.name) === null) {
      if (/^(?:setTimeout|setInterval)$/u.test(callee.name))
        this.#state.run(args[0] ?? new Set(), args.slice(2), spread);
      if (callee.name === 'requestAnimationFrame') this.#state.run(args[0] ?? new Set(), [this.#nothing]);
      return isGlobal(callee.name) ? this.#nothing : new Set([this.heap.unknown]);
    }
    if (callee.type === 'MemberExpression') {
      const { object } = callee;
      const name = nameOf(callee);
      if (object.type === 'Identifier' && !this.#state.isOwn(object.name, scope)) {
        if (name === 'addEventListener') this.#state.run(args[1] ?? new Set(), []);
        return staticsOf(object.name).size > 0 && name !== null
          ? callStatic(object.name, name, given)
          : new Set([this.heap.unknown]);
      }
      const of = object.type === 'Super' ? new Set([this.heap.unknown]) : this.#eval(object, scope, fn);
      if (callee.computed) this.#eval(callee.property, scope, fn);
      if (name === null) return new Set([this.heap.unknown]);
      this.#state.run(this.heap.read(of, name), [], spread);
      return callMethod(name, of, given);
    }
    if (callee.type === 'Super') return new Set([this.heap.unknown]);
    const back = this.#state.run(this.#eval(callee, scope, fn), args, spread);
    return this.heap.union(back, [this.heap.primitive]);
  }

  #given(node: AnyNode, args: readonly Value[]): Given {
    return {
      heap: this.heap,
      args,
      make: (kind, part) => this.#state.make(node, kind, part),
      run: (fns, ...handed) => this.#state.run(fns, handed),
      runAll: (fns, each) => this.#state.run(fns, [], each),
      runAny: (...handed) => this.#state.runAny(handed),
    };
  }
}

const isExpression = ({ type }: AnyNode): boolean =>
  type.endsWith('Expression') || type === 'Identifier' || type === 'Literal' || type === 'TemplateLiteral';
