// Which entries of one policy are heard at a severity somewhere in a box of the common classes. INVARIANT: where that is the
// decision throughout the box, they are those that decide in it. Slices and tables of floors are asked one by one: what they
// are together would be worked out for nothing.
import { leaf } from '#policy/engine/space/node.ts';
import type { NodeId } from '#policy/engine/space/node.ts';
import type { Severity } from '#policy/engine/documents/document.ts';
import { recordOf } from '#policy/engine/tables/levels.ts';
import { CAPABILITY_INDEX, DAY, HOST_INDEX } from '#policy/engine/space/space.ts';
import type { RecordTable } from '#policy/engine/space/record-table.ts';
import { valuesIn } from './boxes.ts';
import type { ClassSet } from './merge-boxes.ts';
import type { Side } from './refinement.ts';

export class Deciders {
  readonly #side: Side;
  readonly #ofRecord = new Map<number, readonly string[]>();
  /** Of a table of floors and the classes of its facts: the records met. */
  readonly #met = new Map<string, ReadonlySet<number>>();

  constructor(side: Side) {
    this.#side = side;
  }

  in(sets: readonly ClassSet[], severity: Severity): readonly string[] {
    const { policy, own } = this.#side;
    const classes = sets.map((set, fact): ClassSet => {
      const mine = own?.[fact];
      return set === null || mine === undefined ? set : [...new Set(set.map((index) => mine[index] ?? 0))];
    });
    // Days that are past are classes of its own alone.
    classes[DAY] ??= own === null ? null : [...new Set(own[DAY])];
    const found = new Set<string>();
    const hear = (records: ReadonlySet<number>): void => {
      for (const record of records)
        if (policy.records.severity(record) === severity)
          for (const ref of this.#refsOf(record)) found.add(ref);
    };
    hear(this.#inSlices(classes));
    for (const [index, table] of policy.floors.entries()) {
      const key = `${index} ${table.facts.map((fact) => classes[fact]?.join()).join(' ')}`;
      const met = this.#met.get(key) ?? inTable(table, classes);
      this.#met.set(key, met);
      hear(met);
    }
    return [...found].sort();
  }

  #refsOf(record: number): readonly string[] {
    const known = this.#ofRecord.get(record);
    if (known !== undefined) return known;
    const refs = this.#side.policy.records.voices(record).map(({ entry }) => entry.ref);
    this.#ofRecord.set(record, refs);
    return refs;
  }

  #inSlices(classes: readonly ClassSet[]): ReadonlySet<number> {
    const { slices, space } = this.#side.policy;
    const all = (fact: number): readonly number[] =>
      classes[fact] ?? Array.from({ length: space.counts[fact] ?? 1 }, (_, index) => index);
    const capabilities = space.counts[CAPABILITY_INDEX] ?? 1;
    const roots = new Set<NodeId>();
    for (const column of new Set(all(HOST_INDEX).map((host) => slices.columnOfHost[host] ?? 0)))
      for (const capability of all(CAPABILITY_INDEX))
        roots.add(slices.at[column * capabilities + capability] ?? leaf(0));
    const records = new Set<number>();
    for (const root of roots)
      for (const answer of valuesIn(slices.answers, root, classes)) records.add(recordOf(answer));
    return records;
  }
}

function inTable(table: RecordTable, classes: readonly ClassSet[]): ReadonlySet<number> {
  let bases: readonly number[] = [0];
  for (const [axis, fact] of table.facts.entries()) {
    const offsets = table.offsets[axis] ?? new Int32Array(0);
    const steps = [...new Set(classes[fact]?.map((index) => offsets[index] ?? 0) ?? offsets)];
    bases = bases.flatMap((base) => steps.map((step) => base + step));
  }
  return new Set(bases.map((cell) => table.cells[cell] ?? 0));
}
