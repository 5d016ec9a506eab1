// What is known of a script while it is followed: names, functions and how they are called, the things that it makes. INVARIANT: it only grows.
import type { AnyNode } from 'acorn';
import { Heap, thing } from './heap.ts';
import type { Thing, Value } from './heap.ts';
import { isGlobal } from './names.ts';
import { isFunctionNode } from './scope.ts';
import type { Binding, FunctionNode, Scope } from './scope.ts';

type Called = { readonly params: Value[]; readonly spread: Value; readonly back: Value; isCalled: boolean };

export class State {
  readonly heap = new Heap();
  readonly nothing: Value = new Set([this.heap.primitive]);
  readonly #data: Value;
  readonly #bindings = new Map<Binding, Value>();
  readonly #calls = new Map<FunctionNode, Called>();
  /** By the script itself, or by the page: its faults are things of a page. */
  readonly thrown: Value = new Set([this.heap.primitive, this.heap.host]);
  readonly #made = new Map<AnyNode, Map<string, Thing>>();

  constructor(isDataKnown: boolean) {
    // Where nothing declares it, an element of that name would be it.
    this.#data = new Set([isDataKnown ? this.heap.data : this.heap.unknown]);
  }

  /** Any function may be called with these. */
  runAny(args: readonly Value[]): void {
    for (const fn of this.#calls.keys()) this.run(new Set([this.make(fn, 'function', '')]), args);
  }

  /** Whatever is called by a way that is not known here is handed anything. Says whether there is such a function. */
  callTheRest(): boolean {
    const rest = [...this.#calls.values()].filter(({ isCalled }) => !isCalled);
    for (const called of rest) {
      called.isCalled = true;
      this.heap.add(called.spread, [this.heap.unknown]);
    }
    return rest.length > 0;
  }

  named(name: string, scope: Scope): Value {
    const binding = scope.find(name);
    if (binding === null && name === 'DATA') return this.#data;
    if (binding === null)
      return new Set([
        name === 'undefined' || name === 'NaN' || name === 'Infinity'
          ? this.heap.primitive
          : isGlobal(name)
            ? this.heap.intrinsic
            : this.heap.unknown,
      ]);
    const value = this.#binding(binding);
    if (binding.kind !== 'var') return value;
    // `var x` in a function with a parameter `x` begins as that.
    let all = value;
    for (let at: Scope | null = scope; at !== null; at = at.parent) {
      const other = at.names.get(name);
      if (other?.kind === 'parameter') all = this.heap.union(all, this.#binding(other));
    }
    return all;
  }

  /** Bound in the script, or DATA: what is left is a global. */
  isOwn(name: string, scope: Scope): boolean {
    return scope.find(name) !== null || name === 'DATA';
  }

  #binding(binding: Binding): Value {
    const value = this.#bindings.get(binding) ?? new Set(this.nothing);
    this.#bindings.set(binding, value);
    return value;
  }

  bind(name: string, scope: Scope, value: Value): void {
    const binding = scope.find(name);
    if (binding !== null) this.heap.add(this.#binding(binding), value);
  }

  called(fn: FunctionNode): Called {
    const called = this.#calls.get(fn) ?? {
      params: fn.params.map(() => new Set<Thing>()),
      spread: new Set<Thing>(),
      back: new Set<Thing>(),
      isCalled: false,
    };
    this.#calls.set(fn, called);
    return called;
  }

  /** A function of this script among `fns` is run with these. */
  run(fns: Value, args: readonly Value[], spread: Iterable<Thing> = []): Value {
    const back: Value = new Set();
    for (const { fn } of fns) {
      this.heap.count();
      if (fn === null) continue;
      const called = this.called(fn);
      called.isCalled = true;
      args.forEach((one, at) => {
        const param = (called.params[at] ??= new Set());
        this.heap.add(param, one);
      });
      this.heap.add(called.spread, spread);
      for (const one of called.back) {
        this.heap.count();
        back.add(one);
      }
    }
    return back;
  }

  make(node: AnyNode, kind: Thing['kind'], part: string): Thing {
    const parts = this.#made.get(node) ?? new Map<string, Thing>();
    this.#made.set(node, parts);
    const made = parts.get(part) ?? thing(kind, isFunctionNode(node) && part === '' ? node : null);
    parts.set(part, made);
    return made;
  }
}
