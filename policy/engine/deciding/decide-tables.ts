// The compiled policy laid out flat for deciding: nodes and floors in typed arrays, indexed by the raw number of a value,
// and the code that is the same for requests which no entry tells apart.
import type { Diagram } from '#policy/engine/space/diagram.ts';
import type { Slices } from '#policy/engine/tables/slices.ts';
import { CAPABILITY_INDEX, DAY, DIMENSIONS, FACT_COUNT, HOST_INDEX } from '#policy/engine/space/space.ts';
import type { Space } from '#policy/engine/space/space.ts';
import type { RecordTable } from '#policy/engine/space/record-table.ts';
import { flatMapInTurns } from '#policy/collections/turns.ts';
import type { Turns } from '#policy/collections/turns.ts';

/** `cells[Σ offset[start[axis] + raw[fact[axis]]]]` */
export type FlatTable = {
  readonly fact: Uint8Array;
  readonly start: Int32Array;
  readonly offset: Int32Array;
  readonly cells: Int32Array;
};

/**
 * `child[first[node] + raw[fact[node]]]` is the next node; below 0, a leaf. Of a fact that is text, `first` is where the
 * node's runs begin, `class, next` in turn.
 */
type Nodes = {
  readonly fact: Uint8Array;
  readonly first: Int32Array;
  readonly child: Int32Array;
  readonly byRuns: Uint8Array;
};

/** No leaf. Every valid request leads to one; what would not is malformed. */
export const NO_LEAF = -0x80000000;

export type DecideTables = Nodes & {
  readonly floors: readonly FlatTable[];
  /** Number of a capability → place in a column of slices, and the height of a column. */
  readonly placeOf: Uint16Array;
  readonly height: number;
  /**
   * `Σ codeOf[fact][raw]` over the steady facts numbers the classes of their values; the sum over the others with
   * `column * columnCode` and the steady ones' own number `* steadyCode` those of a request. Beyond 2^53 different classes
   * may have one code.
   */
  readonly codeOf: readonly Float64Array[];
  readonly columnCode: number;
  /** Without end where the steady facts have more classes than can be numbered. */
  readonly steadyCode: number;
};

export function* decideTables(parts: {
  readonly space: Space;
  readonly slices: Slices;
  readonly floors: readonly RecordTable[];
  /** The facts that are numbered together, apart from the others. */
  readonly steady: ReadonlySet<number>;
}): Turns<DecideTables> {
  const { space, slices, floors, steady } = parts;
  return {
    ...(yield* flattenNodes(slices.answers, space)),
    ...codes(space, slices.columns, steady),
    floors: yield* flatMapInTurns(floors, (table) => [flattenTable(table, space)]),
    placeOf: space.classOfRaw[CAPABILITY_INDEX] ?? new Uint16Array(0),
    height: space.counts[CAPABILITY_INDEX] ?? 1,
  };
}

function codes(
  space: Space,
  columns: number,
  steady: ReadonlySet<number>,
): Pick<DecideTables, 'codeOf' | 'columnCode' | 'steadyCode'> {
  let [together, apart] = [1, 1];
  const codeOf = Array.from({ length: FACT_COUNT }, (_, fact) => {
    if (fact === HOST_INDEX) return new Float64Array(0);
    const factor = steady.has(fact) ? together : apart;
    if (steady.has(fact)) together *= space.counts[fact] ?? 1;
    else apart *= space.counts[fact] ?? 1;
    return Float64Array.from(space.classOfRaw[fact] ?? [], (one) => one * factor);
  });
  const steadyCode = together <= Number.MAX_SAFE_INTEGER ? apart * columns : Infinity;
  return { codeOf, columnCode: apart, steadyCode };
}

/** Nodes laid flat in one turn. */
const NODES_PER_TURN = 256;

function* flattenNodes(diagram: Diagram, space: Space): Turns<Nodes> {
  const fact = new Uint8Array(diagram.size);
  const first = new Int32Array(diagram.size + 1);
  const child: number[] = [];
  for (let node = 0; node < diagram.size; node++) {
    if (node % NODES_PER_TURN === 0) yield;
    fact[node] = diagram.factOf(node);
    first[node] = child.length;
    // A text has as many classes as patterns that speak of it, the days as many as there are dates, and a node few steps.
    if (isByRuns(fact[node] ?? 0, space)) for (const one of diagram.runsOf(node)) child.push(one);
    else {
      space.step(space.classOfRaw[fact[node] ?? 0]?.length ?? 0);
      for (const own of space.classOfRaw[fact[node] ?? 0] ?? []) child.push(diagram.childAt(node, own));
    }
  }
  first[diagram.size] = child.length;
  yield;
  const byRuns = Uint8Array.from({ length: DIMENSIONS }, (_, one) => Number(isByRuns(one, space)));
  return { fact, first, child: Int32Array.from(child), byRuns };
}

const isByRuns = (fact: number, space: Space): boolean => fact === DAY || space.open(fact) !== null;

/** Where a node leads for a value of its fact, by the value's number. */
export function nextNode({ fact, first, child, byRuns }: Nodes, node: number, raw: Int32Array): number {
  const own = fact[node] ?? 0;
  const value = raw[own] ?? 0;
  const start = first[node] ?? 0;
  if (byRuns[own] === 0) return child[start + value] ?? NO_LEAF;
  let [low, high] = [0, ((first[node + 1] ?? 0) - start) >> 1];
  // The last run that begins at the class or before it.
  while (high - low > 1) {
    const middle = (low + high) >> 1;
    if ((child[start + 2 * middle] ?? 0) <= value) low = middle;
    else high = middle;
  }
  return child[start + 2 * low + 1] ?? NO_LEAF;
}

function flattenTable(table: RecordTable, space: Space): FlatTable {
  const start = new Int32Array(table.facts.length);
  const offset: number[] = [];
  for (const [axis, fact] of table.facts.entries()) {
    start[axis] = offset.length;
    space.step(space.classOfRaw[fact]?.length ?? 0);
    for (const one of space.classOfRaw[fact] ?? []) offset.push(table.offsets[axis]?.[one] ?? 0);
  }
  return { fact: Uint8Array.from(table.facts), start, offset: Int32Array.from(offset), cells: table.cells };
}
