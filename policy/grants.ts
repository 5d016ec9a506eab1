// A rule or delegation that gives what a floor of its own layer takes away is an error: it would never have an effect, and
// whoever reads it would believe that it has. Checked for every value that the entry names.
import { leaf } from './diagram.ts';
import type { Diagram, NodeId } from './diagram.ts';
import type { Unit } from './document.ts';
import { DENY } from './document.ts';
import type { Failure } from './failure.ts';
import { failure } from './failure.ts';
import { floorTable } from './floor-tables.ts';
import { cellAt } from './interpret.ts';
import { joinAll } from './join-all.ts';
import { boxOf, witnessOf } from './prove.ts';
import type { Records } from './records.ts';
import { FACT_COUNT, HOST, factIndex } from './space.ts';
import type { Space } from './space.ts';
import type { Layer } from './stack.ts';
import { testId } from './class-test.ts';
import { hostScope } from './tables.ts';
import type { CompiledUnit, Residual } from './tables.ts';

export function grantsInFloors(
  layer: Layer,
  compiled: ReadonlyMap<Unit, CompiledUnit>,
  space: Space,
  records: Records,
  diagram: Diagram,
): readonly Failure[] {
  const max = diagram.combine(Math.max);
  const floors = layer.floors.flatMap((unit) => compiled.get(unit) ?? []);
  const known = new Map<string, NodeId>();
  const ofHost = new Map<number, NodeId>();
  const everywhere = floors.filter((floor) => !hostScope(floor.scope).mentions);
  const byHost = floors.filter((floor) => hostScope(floor.scope).mentions);
  const reached = new Map<string, boolean>();
  let plain: NodeId | null = null;

  const join = (list: readonly Residual[], from: NodeId): NodeId =>
    joinAll([from, ...list.map(severityOf)], max, leaf(0));

  function severityOf(one: Residual): NodeId {
    const table = floorTable(one, space, records);
    return diagram.fromTable(table, (cell) => table.envelope[cell] ?? 0);
  }

  /** The severity that the layer's floors have at a host class, as a function of all other facts. */
  function floorsAt(host: number): NodeId {
    const node = ofHost.get(host) ?? joinedAt(host);
    ofHost.set(host, node);
    return node;
  }

  function joinedAt(host: number): NodeId {
    plain ??= join(
      everywhere.map((compiled) => ({ compiled, test: compiled.scope })),
      leaf(0),
    );
    space.step(byHost.length);
    const left = byHost.flatMap((compiled) => {
      const test = space.tests.assume(compiled.scope, HOST, host);
      return test === false ? [] : [{ compiled, test }];
    });
    const key = left.map((one) => one.compiled.number).join();
    const done = known.get(key);
    if (done !== undefined) return done;
    const node = join(left, plain);
    known.set(key, node);
    return node;
  }

  return [...layer.rules, ...layer.delegate].flatMap((unit): readonly Failure[] => {
    const severity = unit.cells[0]?.severity ?? DENY;
    if (severity >= DENY) return [];
    const hosts = unit.listed.flatMap((set) => (set.kind === 'hosts' ? set.patterns : []));
    const classes = hosts.length === 0 ? [0] : hosts.map((pattern) => space.hosts.ownClass(pattern));
    const others = unit.listed.filter((set) => set.kind !== 'hosts');
    const box = boxOf(others, space);
    const boxKey = `${severity} ${others.map((set) => testId(space.testSet(set)) + ' ' + set.fact).join()}`;
    const reaches = (host: number, only: readonly [number, number] | null): boolean => {
      const floor = floorsAt(host);
      // Two thousand rules for one capability ask the same question.
      const key = `${floor} ${boxKey} ${only?.join() ?? ''}`;
      const answer =
        reached.get(key) ??
        diagram.find(
          floor,
          (fact, index) => box(fact, index) && (only === null || fact !== only[0] || index === only[1]),
          (value) => value <= severity,
        ) !== null;
      reached.set(key, answer);
      return answer;
    };

    const failures: Failure[] = [];
    for (const set of others) {
      if (set.kind !== 'members' || set.derived === true) continue;
      const fact = factIndex(set.fact);
      for (const member of set.members) {
        const only = [fact, space.classOf(fact, member)] as const;
        if (classes.some((host) => reaches(host, only))) continue;
        failures.push(inFloor(unit, String(member), classes[0] ?? 0, only));
      }
    }
    for (const [index, host] of classes.entries())
      if (failures.length === 0 && !reaches(host, null))
        failures.push(inFloor(unit, hosts[index]?.text ?? unit.id, host, null));
    return failures;
  });

  function inFloor(unit: Unit, what: string, host: number, only: readonly [number, number] | null): Failure {
    const classes = new Int32Array(FACT_COUNT).fill(-1);
    classes[HOST] = host;
    if (only !== null) classes[only[0]] = only[1];
    const facts = witnessOf(
      { value: 0, classes },
      unit.listed.filter((set) => set.kind !== 'hosts'),
      space,
    );
    const floor = layer.floors.find(
      (one) => (cellAt(one, facts)?.severity ?? 0) > (unit.cells[0]?.severity ?? 0),
    );
    const name = floor === undefined ? 'the floors of this layer' : `\`${floor.ref}\``;
    return failure('policy.grant-in-floor', `\`${unit.ref}\` grants \`${what}\`, which ${name} forbids`, {
      span: unit.span,
      help: `remove \`${what}\` from the entry; a floor cannot be relaxed`,
      details: { entry: unit.ref, member: what, floor: floor?.ref ?? null },
    });
  }
}
