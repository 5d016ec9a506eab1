// Entries over classes, and tables of records: what the compiler builds and the decider reads.
import type { Severity, Entry } from '#policy/engine/documents/document.ts';
import type { Records } from '#policy/engine/layers/records.ts';
import { classPasses, looksAt, passes, support } from '#policy/engine/space/class-test.ts';
import type { Test } from '#policy/engine/space/class-test.ts';
import { HOST_INDEX, factIndex } from '#policy/engine/space/space.ts';
import type { Space } from '#policy/engine/space/space.ts';

/** One axis of a compiled table: which position a class has. */
export type ClassAxis = { readonly fact: number; readonly position: Uint8Array; readonly stride: number };

export type CompiledEntry = {
  readonly entry: Entry;
  /** Its place in the stack, and that of its layer. */
  readonly number: number;
  readonly layer: number;
  readonly scope: Test;
  /** Where it replaces the defaults; the scope, but for a rule that only tightens in a part of it. */
  readonly firm: Test;
  readonly axes: readonly ClassAxis[];
  readonly severities: readonly Severity[];
  /** Voice of every cell. */
  readonly voices: readonly number[];
};

export function compileEntry(
  entry: Entry,
  place: { readonly number: number; readonly layer: number },
  space: Space,
  records: Records,
): CompiledEntry {
  let stride = entry.cells.length;
  const axes = entry.axes.map((axis): ClassAxis => {
    stride /= axis.members.length;
    const fact = factIndex(axis.fact);
    const position = Uint8Array.from({ length: space.counts[fact] ?? 0 }, (_, one) => {
      const value = space.witness(fact, one);
      return (typeof value === 'number' ? undefined : axis.positions.get(value)) ?? 0;
    });
    return { fact, position, stride };
  });
  const scope = space.testEntry(entry);
  return {
    entry,
    ...place,
    scope,
    firm: entry.firm === undefined ? scope : space.test(entry.firm),
    axes,
    severities: entry.cells.map((cell) => cell.severity),
    voices: entry.cells.map(({ severity, violation }) =>
      records.voice(place.number, { entry, severity, violation }),
    ),
  };
}

/** A floor whose scope may have its host filled in. */
export type Residual = { readonly compiled: CompiledEntry; readonly test: Test };

/** The cell that an entry says at an assignment; `-1` outside its scope. */
export function cellOf({ compiled, test }: Residual, at: Int32Array): number {
  if (test !== true && !passes(test, at)) return -1;
  let cell = 0;
  for (const axis of compiled.axes) cell += (axis.position[at[axis.fact] ?? 0] ?? 0) * axis.stride;
  return cell;
}

/** The facts that a residual looks at. */
export function supportOf(list: readonly Residual[]): Set<number> {
  const facts = new Set<number>();
  for (const { compiled, test } of list) {
    support(test, facts);
    for (const axis of compiled.axes) facts.add(axis.fact);
  }
  return facts;
}

/** Whether an entry's scope mentions hosts, and the intervals that it cannot leave, where it says so outright. */
export function hostScope(scope: Test): {
  readonly mentions: boolean;
  readonly within: readonly number[] | null;
} {
  if (typeof scope === 'boolean' || !looksAt(scope, HOST_INDEX)) return { mentions: false, within: null };
  if (isHosts(scope)) return { mentions: true, within: scope.intervals };
  if (scope.op !== 'and') return { mentions: true, within: null };
  for (const part of scope.parts) if (isHosts(part)) return { mentions: true, within: part.intervals };
  return { mentions: true, within: null };
}

const isHosts = (test: Test): test is Extract<Test, { op: 'within' }> =>
  typeof test !== 'boolean' && test.op === 'within' && test.fact === HOST_INDEX;

/**
 * Local classes of a fact: those that some residual tells apart. Returns the local class of every global one, and one
 * global class for each local.
 */
export function localClasses(
  fact: number,
  list: readonly Residual[],
  space: Space,
): { readonly local: Int32Array; readonly representative: readonly number[] } {
  const count = space.counts[fact] ?? 1;
  space.step(count * (1 + list.length));
  const keys = Array.from({ length: count }, () => '');
  for (const { compiled, test } of list) {
    collectBits(test, fact, keys);
    for (const axis of compiled.axes) {
      if (axis.fact !== fact) continue;
      for (let one = 0; one < count; one++)
        keys[one] += `|${sliceKey(compiled, axis, axis.position[one] ?? 0)}`;
    }
  }
  const seen = new Map<string, number>();
  const representative: number[] = [];
  const local = Int32Array.from(keys, (key, one) => {
    const known = seen.get(key);
    if (known !== undefined) return known;
    seen.set(key, seen.size);
    representative.push(one);
    return seen.size - 1;
  });
  return { local, representative };
}

function collectBits(test: Test, fact: number, keys: string[]): void {
  if (typeof test === 'boolean') return;
  if (test.op === 'bits' || test.op === 'within') {
    if (test.fact !== fact) return;
    for (let index = 0; index < keys.length; index++)
      keys[index] = `${keys[index]}${Number(classPasses(test, index))}`;
  } else if (test.op === 'not') collectBits(test.part, fact, keys);
  else for (const part of test.parts) collectBits(part, fact, keys);
}

/** What a table of floors says at one position of an axis; below ALLOW is silence. */
function sliceKey(compiled: CompiledEntry, axis: ClassAxis, position: number): string {
  const size = axisSize(compiled, axis);
  const heard = compiled.voices.map((voice, cell) => (compiled.severities[cell] === 0 ? -1 : voice));
  return heard.filter((_, cell) => Math.floor(cell / axis.stride) % size === position).join();
}

function axisSize(compiled: CompiledEntry, axis: ClassAxis): number {
  const index = compiled.axes.indexOf(axis);
  return compiled.entry.axes[index]?.members.length ?? 1;
}
