// The policy cut by host and capability, with any unit left out: what a lint compares. INVARIANT: exact. Nodes of one
// diagram, so equal answers are the same number.
import { testId } from '../class-test.ts';
import type { Test } from '../class-test.ts';
import { Budget } from '../budget.ts';
import type { Work } from '../budget.ts';
import { Diagram, leaf } from '../diagram.ts';
import type { NodeId } from '../diagram.ts';
import type { Invariant, Unit } from '../document.ts';
import { joinAll } from '../join-all.ts';
import { Levels, envelopeOf, recordOf } from '../levels.ts';
import { Outcomes } from '../outcomes.ts';
import { Records } from '../records.ts';
import { CAPABILITY, HOST, Space } from '../space.ts';
import { unitsOf } from '../stack.ts';
import type { Stack } from '../stack.ts';
import { compileUnit, hostScope } from '../tables.ts';
import type { CompiledUnit } from '../tables.ts';

/** Hosts at which the same entries say the same. */
export type HostGroup = {
  readonly first: number;
  readonly hosts: readonly number[];
  readonly units: readonly Unit[];
};

/** Host group and capability class. */
export type Slice = { readonly group: HostGroup; readonly capability: number };

/** Leaves of an answer here: the outcome and the envelope's severity. */
export class Model {
  readonly stack: Stack;
  readonly space: Space;
  readonly records: Records;
  readonly diagram: Diagram;
  readonly compiled: ReadonlyMap<Unit, CompiledUnit>;
  readonly groups: readonly HostGroup[];
  readonly outcomes: Outcomes;
  readonly #levels: Levels;
  readonly #voices: Levels;
  readonly #answers: Diagram;
  readonly #translate: (id: NodeId) => NodeId;
  readonly #known = new Map<string, NodeId>();
  readonly #groupOf = new Map<HostGroup, number>();

  constructor(stack: Stack, invariants: readonly Invariant[], cellBudget: number, work: Work) {
    this.stack = stack;
    this.space = new Space(stack.units, invariants, work);
    this.records = new Records(stack);
    const layerOf = new Map(
      stack.layers.flatMap((layer, index) => unitsOf(layer).map((unit) => [unit, index] as const)),
    );
    this.compiled = new Map(
      stack.units.map((unit, number) => [
        unit,
        compileUnit(unit, { number, layer: layerOf.get(unit) ?? 0 }, this.space, this.records),
      ]),
    );
    const budget = new Budget(cellBudget);
    this.#answers = new Diagram(this.space, budget);
    this.diagram = new Diagram(this.space, budget);
    this.outcomes = new Outcomes(stack, this.records);
    this.#levels = new Levels(this.space, this.records, this.#answers);
    this.#voices = new Levels(this.space, this.records, this.#answers);
    this.#translate = this.diagram.mapper(
      this.#answers,
      (id) => this.outcomes.ofRecord(recordOf(id)) * 4 + envelopeOf(id),
    );
    this.groups = this.#group();
    for (const [index, group] of this.groups.entries()) this.#groupOf.set(group, index);
  }

  get capabilities(): number {
    return this.space.counts[CAPABILITY] ?? 1;
  }

  /** Where a unit may speak. */
  slicesOf(unit: Unit): readonly Slice[] {
    const scope = this.compiled.get(unit)?.scope ?? false;
    this.space.step(this.groups.length);
    return this.groups.flatMap((group) => {
      const here = this.space.tests.assume(scope, HOST, group.first);
      if (here === false) return [];
      return Array.from({ length: this.capabilities }, (_, capability) => ({ group, capability })).filter(
        ({ capability }) => this.space.tests.assume(here, CAPABILITY, capability) !== false,
      );
    });
  }

  /** What is left of a unit's scope in a slice. */
  residual(unit: Unit, { group, capability }: Slice): Test {
    const { tests } = this.space;
    const scope = this.compiled.get(unit)?.scope ?? false;
    return tests.assume(tests.assume(scope, HOST, group.first), CAPABILITY, capability);
  }

  /** The answer in a slice without some units; floors that speak of no fact of the base are in it like all others. */
  answer(slice: Slice, without: readonly Unit[] = []): NodeId {
    return this.#remember('a', slice, without, () => {
      const floors = this.#speaking(slice, (unit) => isFloor(unit));
      return this.#withFloors(this.#translate(this.base(slice, without)), floors, slice, without);
    });
  }

  /** Records and envelope in a slice, before the floors. */
  base(slice: Slice, without: readonly Unit[] = []): NodeId {
    return this.#remember('b', slice, without, () => {
      const speaking = this.#speaking(slice, (unit) => !isFloor(unit));
      const layers = this.stack.layers.map((_, index) => {
        const here = speaking.filter((one) => one.layer === index);
        const of = (section: Unit['section']): readonly CompiledUnit[] =>
          here.filter((one) => one.unit.section === section);
        return { rules: of('rules'), defaults: of('defaults'), delegate: of('delegate') };
      });
      const said = this.#levels.said({ layers, floors: [] }, slice.capability, slice.group.first, without);
      return this.#levels.answers(said);
    });
  }

  /** The severest of some floors in a slice, as a diagram of severities. */
  severityOfFloors(slice: Slice, without: readonly Unit[] = []): NodeId {
    return this.#remember('f', slice, without, () =>
      this.#floorsOnly(
        this.#speaking(slice, (unit) => isFloor(unit)),
        { slice, without },
        (record) => this.records.severity(record),
        Math.max,
      ),
    );
  }

  /** Where a unit speaks in a slice: 1 + severity, and 0 elsewhere. */
  voice(unit: Unit, slice: Slice): NodeId {
    const compiled = this.compiled.get(unit);
    if (compiled === undefined) return leaf(0);
    return this.#remember(`v${compiled.number}`, slice, [], () =>
      this.mapBase(this.#alone(compiled, slice), (record) =>
        record === 0 ? 0 : 1 + this.records.severity(record),
      ),
    );
  }

  /** A base answer with other leaves, over the diagram of this model. */
  mapBase(node: NodeId, value: (record: number) => number): NodeId {
    return this.diagram.mapped(this.#answers, node, (id) => value(recordOf(id)));
  }

  severityOf(answer: number): number {
    return this.outcomes.severity(answer >> 2);
  }

  #withFloors(base: NodeId, floors: readonly CompiledUnit[], slice: Slice, without: readonly Unit[]): NodeId {
    if (floors.length === 0) return base;
    const joined = this.#floorsOnly(
      floors,
      { slice, without },
      (record) => this.outcomes.ofRecord(record),
      this.outcomes.join,
    );
    return this.#joinAnswer(base, joined);
  }

  #floorsOnly(
    floors: readonly CompiledUnit[],
    { slice, without }: { readonly slice: Slice; readonly without: readonly Unit[] },
    value: (record: number) => number,
    join: (a: number, b: number) => number,
  ): NodeId {
    const none = leaf(value(0));
    const said = floors.map((floor) =>
      without.includes(floor.unit) ? none : this.mapBase(this.#alone(floor, slice), value),
    );
    return joinAll(said, this.#combiner(join), none);
  }

  /** What one unit says by itself. Apart from the layers: a delegation says its severity here, and nothing there. */
  #alone(unit: CompiledUnit, { group, capability }: Slice): NodeId {
    const layers = [{ rules: [unit], defaults: [], delegate: [] }];
    return this.#voices.answers(this.#voices.said({ layers, floors: [] }, capability, group.first));
  }

  readonly #combiners = new Map<(a: number, b: number) => number, (a: NodeId, b: NodeId) => NodeId>();
  #combiner(join: (a: number, b: number) => number): (a: NodeId, b: NodeId) => NodeId {
    const known = this.#combiners.get(join);
    if (known !== undefined) return known;
    const made = this.diagram.combine(join);
    this.#combiners.set(join, made);
    return made;
  }

  readonly #joinLeaf = (answer: number, floor: number): number => {
    const envelope = Math.max(answer & 3, this.outcomes.severity(floor));
    return this.outcomes.join(answer >> 2, floor) * 4 + envelope;
  };
  #joinAnswer(base: NodeId, floors: NodeId): NodeId {
    return this.#combiner(this.#joinLeaf)(base, floors);
  }

  #speaking(slice: Slice, wanted: (unit: Unit) => boolean): readonly CompiledUnit[] {
    this.space.step(slice.group.units.length);
    return slice.group.units.flatMap((unit) => {
      if (!wanted(unit) || this.residual(unit, slice) === false) return [];
      return this.compiled.get(unit) ?? [];
    });
  }

  #remember(kind: string, slice: Slice, without: readonly Unit[], make: () => NodeId): NodeId {
    const left = without.map((unit) => this.compiled.get(unit)?.number ?? -1).join();
    const key = `${kind} ${this.#groupOf.get(slice.group)} ${slice.capability} ${left}`;
    const known = this.#known.get(key);
    if (known !== undefined) return known;
    const made = make();
    this.#known.set(key, made);
    return made;
  }

  #group(): readonly HostGroup[] {
    const hosts = this.space.hosts.count;
    const plain: Unit[] = [];
    const within: Unit[][] = [];
    for (const unit of this.stack.units) {
      const scope = hostScope(this.compiled.get(unit)?.scope ?? false);
      if (!scope.mentions) {
        if (this.compiled.get(unit)?.scope !== false) plain.push(unit);
        continue;
      }
      const intervals = scope.within ?? [0, hosts];
      for (let index = 0; index < intervals.length; index += 2) {
        this.space.step(Math.min(hosts, intervals[index + 1] ?? 0) - (intervals[index] ?? 0));
        for (let host = intervals[index] ?? 0; host < Math.min(hosts, intervals[index + 1] ?? 0); host++)
          (within[host] ??= []).push(unit);
      }
    }
    const groups = new Map<string, { first: number; hosts: number[]; units: readonly Unit[] }>();
    for (let host = 0; host < hosts; host++) {
      const here = (within[host] ?? []).flatMap((unit) => {
        const compiled = this.compiled.get(unit);
        const test = this.space.tests.assume(compiled?.scope ?? false, HOST, host);
        return compiled === undefined || test === false
          ? []
          : [{ unit, key: `${compiled.number}:${testId(test)}` }];
      });
      const key = here.map((one) => one.key).join();
      const known = groups.get(key);
      if (known === undefined)
        groups.set(key, { first: host, hosts: [host], units: [...plain, ...here.map((one) => one.unit)] });
      else known.hosts.push(host);
    }
    return [...groups.values()];
  }
}

export const isFloor = (unit: Unit): boolean => unit.section === 'floors' || unit.section === 'never';
