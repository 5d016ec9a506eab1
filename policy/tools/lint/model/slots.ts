// What is said where: entries by what is left of them with a host and a capability known. INVARIANT: entries that say the same in
// the same place are one slot, so ten thousand hosts of which the same is said are looked at once.
import { testId } from '#policy/engine/space/class-test.ts';
import type { Test } from '#policy/engine/space/class-test.ts';
import type { NodeId } from '#policy/engine/space/node.ts';
import { leaf } from '#policy/engine/space/node.ts';
import type { Section } from '#policy/engine/documents/document.ts';
import type { Feasible } from '#policy/engine/compile/feasible.ts';
import { JoinTree } from '#policy/collections/join-tree.ts';
import { CAPABILITY_INDEX, HOST_INDEX } from '#policy/engine/space/space.ts';
import type { Space } from '#policy/engine/space/space.ts';
import { hostScope } from '#policy/engine/tables/tables.ts';
import type { CompiledEntry } from '#policy/engine/tables/tables.ts';

/** A layer by its place, and a section of it. */
export type SectionKey = `${number} ${Section}`;

export const sectionKeyOf = ({ layer, entry }: CompiledEntry): SectionKey => `${layer} ${entry.section}`;
/** `compiled.number`: the same for entries that say the same. */
export const slotKeyOf = (compiled: CompiledEntry, left: Test): string =>
  `${compiled.number}:${testId(left)}`;

/** Entries of one place by section, each slot once. */
export class Slots {
  /** The same where the same is said. */
  readonly key: string;
  readonly #slots = new Map<SectionKey, CompiledEntry[]>();
  readonly #index = new Map<string, number>();
  readonly #counts = new Map<string, number>();
  readonly #trees = new Map<string, JoinTree<NodeId>>();

  /** `all`: each with what is left of its scope. */
  constructor(all: readonly CompiledEntry[]) {
    for (const one of all) {
      const key = slotKeyOf(one, one.scope);
      const count = this.#counts.get(key) ?? 0;
      this.#counts.set(key, count + 1);
      if (count > 0) continue;
      const section = this.#slots.get(sectionKeyOf(one)) ?? [];
      this.#slots.set(sectionKeyOf(one), section);
      this.#index.set(key, section.length);
      section.push(one);
    }
    this.key = [...this.#counts]
      .map(([key, count]) => (count > 1 ? `${key}*` : key))
      .sort()
      .join();
  }

  /** How many entries say what a slot says. */
  count(key: string): number {
    return this.#counts.get(key) ?? 0;
  }

  /** Its place in the tree of its section. */
  indexOf(key: string): number {
    return this.#index.get(key) ?? -1;
  }

  /** What a section says, joined. `kind`: one for each way to say it. */
  tree(
    kind: string,
    section: SectionKey,
    said: (slot: CompiledEntry) => NodeId,
    join: (a: NodeId, b: NodeId) => NodeId,
  ): JoinTree<NodeId> {
    const key = `${kind} ${section}`;
    const known = this.#trees.get(key);
    if (known !== undefined) return known;
    const made = new JoinTree((this.#slots.get(section) ?? []).map(said), join, leaf(0));
    this.#trees.set(key, made);
    return made;
  }
}

export class Speakers {
  /** Of every class of hosts the number of those that are alike, and of each of these one. */
  readonly groupOf: Int32Array;
  readonly firstHosts: readonly number[];
  readonly #space: Space;
  readonly #plain: readonly CompiledEntry[];
  /** Of every group what speaks there and not everywhere. */
  readonly #extra: readonly (readonly CompiledEntry[])[];

  constructor(entries: readonly CompiledEntry[], space: Space, feasible: Feasible) {
    this.#space = space;
    this.#plain = entries.filter((entry) => entry.scope !== false && !hostScope(entry.scope).mentions);
    const within = entriesByHost(entries, space);
    const groups = new Map<string, number>();
    const extras: (readonly CompiledEntry[])[] = [];
    const firstHosts: number[] = [];
    this.groupOf = Int32Array.from({ length: space.hosts.count }, (_, host) => {
      space.step(1 + (within[host]?.length ?? 0));
      const own = (within[host] ?? []).flatMap((entry) => left(entry, HOST_INDEX, host, space));
      const key = `${feasible.at(host)} ${own
        .map((entry) => slotKeyOf(entry, entry.scope))
        .sort()
        .join()}`;
      const known = groups.get(key);
      if (known !== undefined) return known;
      groups.set(key, groups.size);
      extras.push(own);
      return firstHosts.push(host) - 1;
    });
    this.firstHosts = firstHosts;
    this.#extra = extras;
  }

  /** What does not speak of hosts. */
  plain(capability: number): Slots {
    return this.#with(this.#plain, capability);
  }

  /** What does, at the hosts of a group. */
  extra(group: number, capability: number): Slots {
    return this.#with(this.#extra[group] ?? [], capability);
  }

  #with(entries: readonly CompiledEntry[], capability: number): Slots {
    this.#space.step(entries.length);
    return new Slots(entries.flatMap((entry) => left(entry, CAPABILITY_INDEX, capability, this.#space)));
  }
}

/** An entry with what is left of it where the class of a fact is known: none where it does not speak there. */
function left(entry: CompiledEntry, fact: number, index: number, space: Space): readonly CompiledEntry[] {
  const [scope, firm] = [entry.scope, entry.firm].map((test) => space.tests.assume(test, fact, index));
  return scope === undefined || firm === undefined || scope === false ? [] : [{ ...entry, scope, firm }];
}

function entriesByHost(
  entries: readonly CompiledEntry[],
  space: Space,
): readonly (CompiledEntry[] | undefined)[] {
  const within: CompiledEntry[][] = [];
  for (const entry of entries) {
    const scope = hostScope(entry.scope);
    if (!scope.mentions) continue;
    for (const host of hostsIn(scope.within ?? [0, space.hosts.count])) {
      space.step(1);
      (within[host] ??= []).push(entry);
    }
  }
  return within;
}

/** The classes in sorted disjoint half-open intervals. */
export function* hostsIn(intervals: readonly number[]): Iterable<number> {
  for (let at = 0; at < intervals.length; at += 2)
    for (let host = intervals[at] ?? 0; host < (intervals[at + 1] ?? 0); host++) yield host;
}
