// What the listed methods and globals give back, and what they hand to the functions that they are given. INVARIANT: never less than the
// browser does: a new name in `METHODS` needs a look here, because one without a branch gives back a text or a number, or what its host would.
import type { Heap, Thing, Value } from './heap.ts';
import { METHODS } from './names.ts';

const words = (list: string): ReadonlySet<string> => new Set(list.trim().split(/\s+/u));

const ONE_OF = words('at find findLast pop shift get');
const ITSELF = words('sort reverse fill copyWithin set add');
const SOME_OF = words('filter slice splice toSpliced toReversed toSorted with concat flat values keys');
const KEEPS = words('push unshift fill splice toSpliced with concat set add');
const LISTS_OF_TEXT = words('split match matchAll exec formatToParts resolvedOptions');
/** What the constructor `Object` and iterators have under names of methods. */
const OF_CONSTRUCTORS = words('entries keys values concat');

export type Given = {
  readonly heap: Heap;
  /** A thing that this call makes, the same at each round. */
  readonly make: (kind: Thing['kind'], part: string) => Thing;
  readonly args: readonly Value[];
  /** Runs what functions are among `fns`. */
  readonly run: (fns: Value, ...args: readonly Value[]) => Value;
  /** Runs them with as many arguments as they take, each of which may be any of `each`. */
  readonly runAll: (fns: Value, each: Value) => Value;
  /** Runs whatever function there is: what is called may be any. */
  readonly runAny: (...args: readonly Value[]) => void;
};

/** A list that holds `held`. */
function listOf({ heap, make }: Given, part: string, held: Iterable<Thing>): Value {
  const list = make('array', part);
  heap.add(list.elements, held);
  return new Set([list]);
}

export function callMethod(name: string, of: Value, given: Given): Value {
  const { heap, args } = given;
  const all = heap.union(...args);
  const held = heap.elements(of);
  const nothing: Value = new Set([heap.primitive]);
  const kinds = new Set([...heap.reach(of)].map(({ kind }) => kind));
  const result: Value = new Set([heap.primitive]);
  // Functions of the script itself that stand there under this name.
  for (const one of given.run(heap.read(of, name), ...args)) result.add(one);
  if (kinds.has('host')) result.add(heap.host);
  if (kinds.has('unknown')) {
    result.add(heap.unknown);
    given.runAny(...args);
  }
  const back = runCallback(name, of, held, given);
  const add = (some: Iterable<Thing>): void => {
    for (const one of some) result.add(one);
  };
  if (KEEPS.has(name)) heap.writeElement(of, heap.union(all, name === 'concat' ? heap.elements(all) : []));
  if (!METHODS.has(name)) {
    if (kinds.has('host')) add([heap.unknown]);
  } else if (ONE_OF.has(name)) add(heap.elements(of));
  else if (ITSELF.has(name)) add(of);
  else if (SOME_OF.has(name)) add(listOf(given, name, name === 'flat' ? deep(heap, of) : heap.elements(of)));
  else if (name === 'entries')
    add(listOf(given, name, listOf(given, 'pair', heap.union(heap.elements(of), nothing))));
  else if (LISTS_OF_TEXT.has(name)) add([heap.data]);
  else if (name === 'map') add(listOf(given, name, back));
  else if (name === 'flatMap') add(listOf(given, name, heap.union(back, heap.elements(back))));
  else if (name === 'reduce' || name === 'reduceRight') add(heap.union(back, held, args[1] ?? nothing));
  if (kinds.has('intrinsic') && OF_CONSTRUCTORS.has(name)) {
    const list = given.make('array', 'of-constructor');
    heap.add(list.elements, heap.union([list], all, heap.own(all)));
    add([list]);
  }
  return result;
}

/** What lies in lists within lists. */
function deep(heap: Heap, of: Value): Value {
  let found = heap.elements(of);
  for (let before = -1; before !== found.size;) {
    before = found.size;
    found = heap.union(found, heap.elements(found));
  }
  return found;
}

function runCallback(name: string, of: Value, held: Value, given: Given): Value {
  const { heap, args, run } = given;
  const nothing: Value = new Set([heap.primitive]);
  const [fns = new Set(), second = nothing] = args;
  switch (name) {
    case 'addEventListener':
    case 'removeEventListener':
      return run(second, new Set([heap.host]));
    case 'reduce':
    case 'reduceRight': {
      const before = run(fns);
      return run(fns, heap.union(before, second, held), held, nothing, of);
    }
    case 'sort':
    case 'toSorted':
      return run(fns, held, held);
    case 'replace':
    case 'replaceAll':
      // What matched, each group, where, in what, and the groups that have a name.
      return given.runAll(second, heap.union(nothing, [heap.data]));
    case 'map':
    case 'forEach':
    case 'filter':
    case 'find':
    case 'findIndex':
    case 'findLast':
    case 'findLastIndex':
    case 'some':
    case 'every':
    case 'flatMap': {
      const isMap = [...heap.reach(of)].some(({ kind }) => kind === 'map' || kind === 'unknown');
      return run(fns, held, isMap ? held : nothing, of);
    }
    default:
      return new Set();
  }
}

/** `Array.from(x)`, `document.querySelector(…)`: a global's own. */
export function callStatic(global: string, name: string, given: Given): Value {
  const { heap, args, run } = given;
  const nothing: Value = new Set([heap.primitive]);
  const [first = nothing, second = new Set<Thing>()] = args;
  switch (`${global}.${name}`) {
    case 'Array.from': {
      const held = heap.iterated(first);
      return listOf(given, name, heap.union(held, run(second, held, nothing)));
    }
    case 'Array.of':
      return listOf(given, name, heap.union(...args));
    case 'Object.keys':
      return listOf(given, name, nothing);
    case 'Object.values':
      return listOf(given, name, heap.own(first));
    case 'Object.entries':
      return listOf(given, name, listOf(given, 'pair', heap.union(heap.own(first), nothing)));
    case 'Object.groupBy': {
      const held = heap.iterated(first);
      run(second, held, nothing);
      const groups = given.make('object', name);
      heap.add(groups.wild, listOf(given, 'group', held));
      return new Set([groups]);
    }
    case 'Object.freeze':
      return first;
    case 'JSON.parse': {
      const before = run(second);
      const back = run(
        second,
        nothing,
        heap.union(nothing, [heap.data], before),
        heap.union(nothing, [heap.data]),
      );
      heap.add(heap.data.elements, back);
      heap.add(heap.data.wild, back);
      return heap.union(nothing, [heap.data], back);
    }
    case 'JSON.stringify':
      run(second, nothing, heap.deep(heap.union(first, run(second))));
      return nothing;
    default:
      // A format is made without `new`, too.
      if (global === 'Intl') return new Set([given.make('object', name)]);
      return global === 'document' ? new Set([heap.host, heap.primitive]) : nothing;
  }
}

export function construct(name: string, given: Given): Value {
  const { heap, args } = given;
  const [first = new Set<Thing>()] = args;
  if (name === 'Map' || name === 'Set') {
    const map = given.make('map', name);
    const held = heap.iterated(first);
    heap.add(map.elements, heap.union(held, heap.elements(held)));
    return new Set([map]);
  }
  if (name === 'Date' || name === 'Intl') return new Set([given.make('object', name)]);
  // A chart calls what its options hold, with what it likes.
  const anything: Value = new Set([heap.unknown]);
  let held = heap.deep(heap.union(anything, ...args));
  // What they give back holds functions in turn.
  for (let before = -1; before !== held.size;) {
    before = held.size;
    held = heap.deep(heap.union(held, given.runAll(held, anything)));
  }
  return anything;
}
