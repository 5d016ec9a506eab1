// What an assignment stores, less what stays under the name that the language has it by. INVARIANT: what may stand under another name is left in.
import type { AnyNode } from 'acorn';
import type { Heap, Value } from './heap.ts';
import { ownPart } from './members.ts';

type Known = { readonly heap: Heap; valueOf(node: AnyNode): Value };

/** `o[k] = o[k] || []` stores a list: what else was found stays where it is. */
export function writtenBy(known: Known, node: AnyNode & { type: 'AssignmentExpression' }): Value {
  const right = known.valueOf(node.right);
  const part = ownPart(node);
  if (part === null || !isPlainKey(known, part.key)) return right;
  if (part.from !== null && !isOfScript(known, part.from)) return right;
  const { intrinsic } = known.heap;
  const isFresh = part.fresh !== null && known.valueOf(part.fresh).has(intrinsic);
  return isFresh ? right : known.heap.union([...right].filter((one) => one !== intrinsic));
}

/** Turned into a name it runs nothing of the script, so that it is the same name twice. */
const isPlainKey = (known: Known, key: AnyNode): boolean =>
  [...known.heap.reach(known.valueOf(key))].every(
    ({ kind }) => kind === 'primitive' || kind === 'data' || kind === 'intrinsic',
  );

/** Data and what the script made: not a constructor, whose methods are others. */
const isOfScript = (known: Known, node: AnyNode): boolean =>
  [...known.heap.reach(known.valueOf(node))].every(
    ({ kind }) => kind === 'data' || kind === 'object' || kind === 'array' || kind === 'primitive',
  );
