// What names and members take, by assignments, declarations, parameters and loops. INVARIANT: a part of a pattern takes its default too.
import type { AnyNode } from 'acorn';
import type { Value } from './heap.ts';
import { keyOf, nameOf } from './members.ts';
import type { Scope } from './scope.ts';
import type { State } from './state.ts';

type Known = {
  readonly state: State;
  readonly valueOf: (node: AnyNode) => Value;
  readonly isIndex: (property: AnyNode) => boolean;
};

export function assign(pattern: AnyNode, value: Value, scope: Scope, known: Known): void {
  const { heap } = known.state;
  // oxlint-disable-next-line typescript/switch-exhaustiveness-check -- nothing else is assigned to
  switch (pattern.type) {
    case 'Identifier':
      return known.state.bind(pattern.name, scope, value);
    case 'AssignmentPattern':
      return assign(pattern.left, heap.union(value, known.valueOf(pattern.right)), scope, known);
    case 'ArrayPattern': {
      const held = heap.iterated(value);
      for (const one of pattern.elements)
        if (one?.type === 'RestElement') {
          const rest = known.state.make(one, 'array', '');
          heap.add(rest.elements, held);
          assign(one.argument, new Set([rest]), scope, known);
        } else if (one !== null) assign(one, held, scope, known);
      return;
    }
    case 'ObjectPattern':
      for (const one of pattern.properties)
        if (one.type === 'RestElement') {
          const rest = known.state.make(one, 'object', '');
          heap.add(rest.like, value);
          assign(one.argument, new Set([rest]), scope, known);
        } else {
          const name = keyOf(one);
          if (name === null) known.valueOf(one.key);
          assign(one.value, name === null ? heap.contents(value) : heap.read(value, name), scope, known);
        }
      return;
    case 'MemberExpression': {
      const { object, property } = pattern;
      if (object.type === 'Identifier' && !known.state.isOwn(object.name, scope)) return;
      const of = object.type === 'Super' ? new Set([heap.unknown]) : known.valueOf(object);
      const name = nameOf(pattern);
      if (name !== null) return heap.write(of, name, value);
      known.valueOf(property);
      return known.isIndex(property) ? heap.writeElement(of, value) : heap.writeWild(of, value);
    }
    default:
      return;
  }
}
