// What some floors hold at each class of hosts: their severity as a function of all other facts. INVARIANT: equal functions are
// equal nodes, so a host's floors are told by what is left of them there, never by which of them speak.
import { testId } from '#policy/engine/space/class-test.ts';
import { leaf } from '#policy/engine/space/node.ts';
import type { Diagram } from '#policy/engine/space/diagram.ts';
import type { NodeId } from '#policy/engine/space/node.ts';
import { floorTable } from './floor-tables.ts';
import { joinAll } from '#policy/collections/join-all.ts';
import type { Records } from '#policy/engine/layers/records.ts';
import { HOST_INDEX } from '#policy/engine/space/space.ts';
import type { Space } from '#policy/engine/space/space.ts';
import { hostScope } from './tables.ts';
import type { CompiledEntry, Residual } from './tables.ts';

export class FloorsByHost {
  readonly #space: Space;
  readonly #records: Records;
  readonly #diagram: Diagram;
  readonly #max: (a: NodeId, b: NodeId) => NodeId;
  readonly #everywhere: readonly CompiledEntry[];
  /** For every host class the floors that may speak there and not everywhere. */
  readonly #within: CompiledEntry[][] = [];
  readonly #ofTest = new Map<string, NodeId>();
  readonly #joined = new Map<string, NodeId>();
  readonly #ofHost: (NodeId | undefined)[] = [];
  #plain: NodeId | undefined;

  constructor(floors: readonly CompiledEntry[], space: Space, records: Records, diagram: Diagram) {
    this.#space = space;
    this.#records = records;
    this.#diagram = diagram;
    this.#max = diagram.combine(Math.max, (a, b) =>
      a === b || b === leaf(0) ? a : a === leaf(0) ? b : null,
    );
    this.#everywhere = floors.filter((floor) => !hostScope(floor.scope).mentions);
    const hosts = space.hosts.count;
    for (const floor of floors) {
      const { mentions, within } = hostScope(floor.scope);
      if (!mentions) continue;
      const intervals = within ?? [0, hosts];
      for (let at = 0; at < intervals.length; at += 2) {
        const [from, to] = [intervals[at] ?? 0, Math.min(hosts, intervals[at + 1] ?? 0)];
        space.step(to - from);
        for (let host = from; host < to; host++) (this.#within[host] ??= []).push(floor);
      }
    }
  }

  at(host: number): NodeId {
    const known = this.#ofHost[host];
    if (known !== undefined) return known;
    const own = this.#within[host] ?? [];
    this.#space.step(1 + own.length);
    const nodes = new Set<NodeId>();
    for (const compiled of own) {
      const test = this.#space.tests.assume(compiled.scope, HOST_INDEX, host);
      if (test !== false) nodes.add(this.#severityOf({ compiled, test }));
    }
    const list = [...nodes].sort((a, b) => a - b);
    const key = list.join();
    const made = this.#joined.get(key) ?? joinAll([this.#common(), ...list], this.#max, leaf(0));
    this.#joined.set(key, made);
    this.#ofHost[host] = made;
    return made;
  }

  #common(): NodeId {
    return (this.#plain ??= joinAll(
      this.#everywhere.map((compiled) => this.#severityOf({ compiled, test: compiled.scope })),
      this.#max,
      leaf(0),
    ));
  }

  #severityOf(floor: Residual): NodeId {
    const { compiled, test } = floor;
    // Two thousand floors for as many hosts say one thing.
    const says = compiled.axes.length === 0 ? `=${compiled.severities[0]}` : compiled.number;
    const key = `${says} ${testId(test)}`;
    const known = this.#ofTest.get(key);
    if (known !== undefined) return known;
    const table = floorTable(floor, this.#space, this.#records);
    const made = this.#diagram.fromTable(table, (cell) => table.envelope[cell] ?? 0);
    this.#ofTest.set(key, made);
    return made;
  }
}
