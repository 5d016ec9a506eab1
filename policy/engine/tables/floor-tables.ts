// Floors that do not speak of hosts: each a small table over its own facts, and a few packed ones for the decider.
// Floors combine with everything else by the severest, so they never multiply the base.
import type { Records } from '#policy/engine/layers/records.ts';
import { FACT_COUNT, HOST_INDEX } from '#policy/engine/space/space.ts';
import type { Space } from '#policy/engine/space/space.ts';
import { cellOf, localClasses, supportOf } from './tables.ts';
import type { Residual } from './tables.ts';
import type { RecordTable } from '#policy/engine/space/record-table.ts';

const MAX_PACKED_CELLS = 1024;
/** How many of the latest tables another one is tried with. */
const MAX_TABLES_TRIED = 16;

/** The table of one floor, its host filled in where it speaks of hosts. */
export function floorTable(floor: Residual, space: Space, records: Records): RecordTable {
  const facts = [...supportOf([floor])]
    .filter((fact) => fact !== HOST_INDEX)
    .sort((a, b) => a - b)
    .map((fact) => ({ fact, ...localClasses(fact, [floor], space) }))
    .filter(({ representative }) => representative.length > 1);
  const size = facts.reduce((product, { representative }) => product * representative.length, 1);
  space.step(size * (1 + facts.length));
  const cells = new Int32Array(size);
  const envelope = new Uint8Array(size);
  const at = new Int32Array(FACT_COUNT);
  for (let index = 0; index < size; index++) {
    let rest = index;
    for (const one of facts.toReversed()) {
      at[one.fact] = one.representative[rest % one.representative.length] ?? 0;
      rest = Math.floor(rest / one.representative.length);
    }
    const cell = cellOf(floor, at);
    const severity = cell < 0 ? 0 : (floor.compiled.severities[cell] ?? 0);
    envelope[index] = severity;
    cells[index] = severity === 0 ? 0 : records.intern(severity, [floor.compiled.voices[cell] ?? 0]);
  }
  let stride = size;
  const offsets = facts.map(({ local, representative }) => {
    stride /= representative.length;
    return local.map((one) => one * stride);
  });
  return { facts: facts.map(({ fact }) => fact), offsets, cells, envelope };
}

/** Joins small tables as long as the product stays small: fewer look-ups a decision, the same answers. */
export function packTables(
  tables: readonly RecordTable[],
  space: Space,
  records: Records,
): readonly RecordTable[] {
  const packed: RecordTable[] = [];
  for (const table of tables.toSorted((a, b) => a.cells.length - b.cells.length)) {
    // Sorted by size: where the latest ones have no room, those before them have none either, or little.
    const index = packed.findIndex(
      (one, at) =>
        at >= packed.length - MAX_TABLES_TRIED && productSize(one, table, space) <= MAX_PACKED_CELLS,
    );
    const host = packed[index];
    if (host === undefined) packed.push(table);
    else packed[index] = product(host, table, space, records);
  }
  return packed;
}

type JointFact = {
  readonly fact: number;
  readonly local: Int32Array;
  readonly pairs: readonly (readonly [number, number])[];
};

function jointFacts(a: RecordTable, b: RecordTable, space: Space): readonly JointFact[] {
  return [...new Set([...a.facts, ...b.facts])]
    .sort((x, y) => x - y)
    .map((fact) => {
      space.step(space.counts[fact] ?? 1);
      const [left, right] = [a.offsets[a.facts.indexOf(fact)], b.offsets[b.facts.indexOf(fact)]];
      const seen = new Map<string, number>();
      const pairs: [number, number][] = [];
      const local = Int32Array.from({ length: space.counts[fact] ?? 1 }, (_, one) => {
        const pair: [number, number] = [left?.[one] ?? 0, right?.[one] ?? 0];
        const known = seen.get(pair.join());
        if (known !== undefined) return known;
        seen.set(pair.join(), seen.size);
        pairs.push(pair);
        return seen.size - 1;
      });
      return { fact, local, pairs };
    });
}

function productSize(a: RecordTable, b: RecordTable, space: Space): number {
  return jointFacts(a, b, space).reduce((size, { pairs }) => size * pairs.length, 1);
}

function product(a: RecordTable, b: RecordTable, space: Space, records: Records): RecordTable {
  const facts = jointFacts(a, b, space);
  const size = facts.reduce((all, { pairs }) => all * pairs.length, 1);
  space.step(size);
  const cells = new Int32Array(size);
  const envelope = new Uint8Array(size);
  for (let index = 0; index < size; index++) {
    let rest = index;
    let [left, right] = [0, 0];
    for (const one of facts.toReversed()) {
      const pair = one.pairs[rest % one.pairs.length];
      left += pair?.[0] ?? 0;
      right += pair?.[1] ?? 0;
      rest = Math.floor(rest / one.pairs.length);
    }
    const [mine, theirs] = [a.cells[left] ?? 0, b.cells[right] ?? 0];
    space.step(records.members(mine).length + records.members(theirs).length);
    cells[index] = records.join(mine, theirs);
    envelope[index] = Math.max(a.envelope[left] ?? 0, b.envelope[right] ?? 0);
  }
  let stride = size;
  const offsets = facts.map(({ local, pairs }) => {
    stride /= pairs.length;
    return local.map((one) => one * stride);
  });
  return { facts: facts.map(({ fact }) => fact), offsets, cells, envelope };
}
