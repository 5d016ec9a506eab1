// Finds rules and delegations that grant what floors take away: they never have an effect there, but their readers believe so.
// They are checked for every value that the entry names. INVARIANT: a value is reported exactly when requests with it can be made in
// the entry's scope and each of them meets a severer floor; no order of entries, hosts or values matters.
import { inIntervals } from '#policy/collections/intervals.ts';
import { leaf } from '#policy/engine/space/node.ts';
import type { Diagram } from '#policy/engine/space/diagram.ts';
import type { NodeId } from '#policy/engine/space/node.ts';
import type { Entry } from '#policy/engine/documents/document.ts';
import { DENY } from '#policy/engine/documents/document.ts';
import type { ValueSet } from '#policy/engine/documents/condition.ts';
import { FACT_NAMES } from '#policy/language/fact-table.ts';
import type { PolicyFacts } from '#policy/language/facts.ts';
import type { Failure } from '#policy/language/failure.ts';
import { failure } from '#policy/language/failure.ts';
import { Feasible, requestIn } from './feasible.ts';
import { FloorsByHost } from '#policy/engine/tables/floors-by-host.ts';
import type { Test } from '#policy/engine/space/class-test.ts';
import { cellAt } from '#policy/engine/deciding/interpret.ts';
import { PairMemo } from '#policy/collections/pair-memo.ts';
import { MAX_FAILURES } from '#policy/engine/values/problems.ts';
import type { Records } from '#policy/engine/layers/records.ts';
import { factsOfValues, parseRequest } from '#policy/requests/request.ts';
import { ScopeDiagrams } from '#policy/engine/space/scope-diagram.ts';
import { HOST_INDEX, factIndex } from '#policy/engine/space/space.ts';
import type { Space } from '#policy/engine/space/space.ts';
import type { Layer } from '#policy/engine/layers/stack.ts';
import { hostScope } from '#policy/engine/tables/tables.ts';
import { atOnce } from '#policy/collections/turns.ts';
import type { Turns } from '#policy/collections/turns.ts';
import type { CompiledEntry } from '#policy/engine/tables/tables.ts';

/** The entries of a layer that are looked at, the floors that they are held against, and how those are called. */
export type GrantsAndFloors = {
  readonly layer: Pick<Layer, 'rules' | 'delegate'>;
  readonly floors: readonly Entry[];
  readonly whose: string;
};

type Compiled = {
  readonly compiled: ReadonlyMap<Entry, CompiledEntry>;
  readonly space: Space;
  readonly records: Records;
  readonly diagram: Diagram;
};

/** One value that an entry names: a class of its fact, or an interval of them. `null` for `text`: whatever it names. */
type Named = {
  readonly text: string | null;
  readonly fact: number;
  readonly from: number;
  readonly to: number;
  /** Where not all between them are meant: the intervals that are, sorted and flat. */
  readonly parts?: readonly number[];
  /** What the value of a finding's request is to be; `null`: any of the classes. */
  readonly value: string | boolean | number | null;
};
const ANYTHING: Named = { text: null, fact: -1, from: 0, to: 0, value: null };

export const grantsInFloors = (held: GrantsAndFloors, parts: Compiled): readonly Failure[] =>
  atOnce(grantsInTurns(held, parts));

export function* grantsInTurns(held: GrantsAndFloors, parts: Compiled): Turns<readonly Failure[]> {
  const { layer, floors } = held;
  const grants = [...layer.rules, ...layer.delegate].filter(
    (entry) => (entry.cells[0]?.severity ?? DENY) < DENY,
  );
  if (grants.length === 0 || floors.length === 0) return [];
  const check = new GrantCheck(held, parts);
  const failures: Failure[] = [];
  for (const [number, entry] of grants.entries()) {
    failures.push(...(yield* check.of(entry)));
    if (number % GRANTS_PER_TURN === 0) yield;
    // Nobody reads five thousand.
    if (failures.length > MAX_FAILURES) break;
  }
  return failures;
}

/** Whether each request of an entry that lists the set has the one value of it. */
const isOneValue = (set: ValueSet): boolean =>
  set.kind === 'members' ? set.members.length === 1 : set.kind === 'hosts' && set.patterns.length === 1;

const HOSTS_PER_TURN = 256;
/** Grants looked at in one turn, where each takes a hundredth of a millisecond. */
const GRANTS_PER_TURN = 2;

/** What a grant comes to at a request: outside its scope or no request at all, forbidden, given. */
const [FORBIDDEN, GIVEN] = [1, 2];

/** Hosts at which the same floors hold and the same requests can be made. */
type Ground = { readonly host: number; readonly floor: NodeId; readonly feasible: NodeId };

class GrantCheck {
  readonly #held: GrantsAndFloors;
  readonly #parts: Compiled;
  readonly #floors: FloorsByHost;
  readonly #feasible: Feasible;
  readonly #scopes: ScopeDiagrams;
  readonly #told: readonly ((scope: NodeId, floor: NodeId) => NodeId)[];
  readonly #possible: (told: NodeId, feasible: NodeId) => NodeId;
  readonly #answers = new Map<string, boolean>();
  readonly #leading = new PairMemo();
  #grounds: readonly Ground[] | null = null;

  constructor(held: GrantsAndFloors, parts: Compiled) {
    this.#held = held;
    this.#parts = parts;
    const { space, records, diagram, compiled } = parts;
    const floors = held.floors.flatMap((entry) => compiled.get(entry) ?? []);
    this.#floors = new FloorsByHost(floors, space, records, diagram);
    this.#feasible = new Feasible(space, diagram);
    this.#scopes = new ScopeDiagrams(space, diagram);
    this.#told = [0, 1].map((severity) =>
      diagram.combine(
        (scope, floor) => (scope === 0 ? 0 : floor > severity ? FORBIDDEN : GIVEN),
        (scope) => (scope === leaf(0) ? scope : null),
      ),
    );
    this.#possible = diagram.combine(
      (told, feasible) => (feasible === 0 ? 0 : told),
      (told, feasible) => (told === leaf(0) || feasible === leaf(1) ? told : null),
    );
  }

  *of(entry: Entry): Turns<readonly Failure[]> {
    if (!hostScope(this.#parts.compiled.get(entry)?.scope ?? false).mentions) yield* this.#gather();
    const given = this.#some(entry, ANYTHING, GIVEN);
    if (!given && !this.#some(entry, ANYTHING, FORBIDDEN)) return [];
    // What names one value of a fact is given as a whole where anything of it is.
    const listed = given ? entry.listed.filter((set) => !isOneValue(set)) : entry.listed;
    const inFloors: Named[] = [];
    for (const one of this.#namedBy(listed)) {
      if (inFloors.length > MAX_FAILURES) break;
      if (!this.#some(entry, one, GIVEN) && this.#some(entry, one, FORBIDDEN)) inFloors.push(one);
      yield;
    }
    // Where nothing is given at all, no value is given: those are named that a floor forbids whatever is beside them.
    const own = given ? inFloors : inFloors.filter((one) => this.#isForbidden(entry, one));
    const told = given || own.length > 0 ? own : [ANYTHING];
    return told.flatMap((one) => this.#failure(entry, one) ?? []);
  }

  #namedBy(listed: readonly ValueSet[]): readonly Named[] {
    const { space } = this.#parts;
    return listed.flatMap((set): readonly Named[] => {
      const fact = factIndex(set.fact);
      const at = (index: number) => ({ fact, from: index, to: index + 1 });
      switch (set.kind) {
        case 'members':
          if (set.derived === true) return [];
          return set.members.map((one) => ({
            ...at(space.classOf(fact, one)),
            text: String(one),
            value: one,
          }));
        case 'ranges':
          return set.ranges.map(([one]) => ({
            ...at(space.classOf(fact, one)),
            text: String(one),
            value: one,
          }));
        case 'hosts':
        case 'paths':
          return set.patterns.flatMap((one) => {
            const folding = set.kind === 'paths' ? (set.folding ?? null) : null;
            const intervals = space.intervalsOf(set.fact, one, folding);
            const [from, to] = [intervals[0]?.[0] ?? 0, intervals.at(-1)?.[1] ?? 0];
            const parts = intervals.length > 1 ? { parts: intervals.flat() } : {};
            return { fact, from, to, ...parts, text: typeof one === 'string' ? one : one.text, value: null };
          });
        case 'networks':
          return set.networks.flatMap((one) => {
            const intervals = space.intervalsOfNetwork(one);
            const [from, to] = [intervals[0]?.[0] ?? 0, intervals.at(-1)?.[1] ?? 0];
            const parts = intervals.length > 1 ? { parts: intervals.flat() } : {};
            return { fact, from, to, ...parts, text: one, value: null };
          });
        case 'keyed':
        case 'words':
          // The list has a name, and holds as a whole.
          return [];
      }
    });
  }

  /** Whether some request of a value is forbidden, or given. */
  #some(entry: Entry, named: Named, wanted: number): boolean {
    // Of fifty thousand hosts each is asked for: no more than a look-up where what holds there has been met.
    if (named.fact === HOST_INDEX && named.to === named.from + 1) {
      const scope = this.#parts.compiled.get(entry)?.scope ?? false;
      this.#parts.space.step(1);
      return this.#leads(this.#nodeAt(entry, scope, this.#groundAt(named.from)), named, wanted);
    }
    for (const { node } of this.#nodesOf(entry, named)) if (this.#leads(node, named, wanted)) return true;
    return false;
  }

  #leads(node: NodeId, named: Named, wanted: number): boolean {
    if (node === leaf(0)) return false;
    const { fact, from, to } = named;
    if (fact > HOST_INDEX) {
      const key = `${node} ${wanted} ${fact} ${from} ${to} ${named.parts?.join() ?? ''}`;
      const known = this.#answers.get(key) ?? this.#find(node, named, wanted) !== null;
      this.#answers.set(key, known);
      return known;
    }
    const known = this.#leading.get(node, wanted);
    if (known !== undefined) return known === 1;
    const found = this.#find(node, named, wanted) !== null;
    this.#leading.set(node, wanted, found ? 1 : 0);
    return found;
  }

  #find(node: NodeId, { fact, from, to, parts = [from, to] }: Named, wanted: number) {
    return this.#parts.diagram.find(
      node,
      (one, index) => one === HOST_INDEX || one !== fact || inIntervals(parts, index),
      (value) => value === wanted,
    );
  }

  /** What an entry comes to, each function once, at the hosts of a value. */
  *#nodesOf(entry: Entry, named: Named): Iterable<{ readonly node: NodeId; readonly host: number }> {
    const scope = this.#parts.compiled.get(entry)?.scope ?? false;
    const seen = new Set<NodeId>();
    for (const ground of this.#groundsOf(scope, named)) {
      const node = this.#nodeAt(entry, scope, ground);
      if (seen.has(node)) continue;
      seen.add(node);
      yield { node, host: ground.host };
    }
  }

  #nodeAt(entry: Entry, scope: Test, { host, floor, feasible }: Ground): NodeId {
    const left = this.#parts.space.tests.assume(scope, HOST_INDEX, host);
    const told = this.#told[entry.cells[0]?.severity ?? DENY];
    return this.#possible(told?.(this.#scopes.of(left), floor) ?? leaf(0), feasible);
  }

  /** The hosts of a scope and a value; one of those that are alike where the scope does not look at hosts. */
  *#groundsOf(scope: Test, named: Named): Iterable<Ground> {
    const { space } = this.#parts;
    const { mentions, within } = hostScope(scope);
    const [first, end] = named.fact === HOST_INDEX ? [named.from, named.to] : [0, space.hosts.count];
    if (!mentions && named.fact !== HOST_INDEX) {
      yield* this.#everyGround();
      return;
    }
    const intervals = within ?? [0, space.hosts.count];
    for (let at = 0; at < intervals.length; at += 2)
      for (
        let host = Math.max(first, intervals[at] ?? 0);
        host < Math.min(end, intervals[at + 1] ?? 0);
        host++
      ) {
        space.step(1);
        yield this.#groundAt(host);
      }
  }

  #groundAt(host: number): Ground {
    return { host, floor: this.#floors.at(host), feasible: this.#feasible.at(host) };
  }

  /** One host of those that are alike. */
  #everyGround(): readonly Ground[] {
    return this.#grounds ?? atOnce(this.#gather());
  }

  *#gather(): Turns<readonly Ground[]> {
    if (this.#grounds !== null) return this.#grounds;
    const grounds = new Map<string, Ground>();
    this.#parts.space.step(this.#parts.space.hosts.count);
    for (let host = 0; host < this.#parts.space.hosts.count; host++) {
      const ground = this.#groundAt(host);
      const key = `${ground.floor} ${ground.feasible}`;
      if (!grounds.has(key)) grounds.set(key, ground);
      if (host % HOSTS_PER_TURN === 0) yield;
    }
    return (this.#grounds = [...grounds.values()]);
  }

  /** Whether floors forbid a value by itself, whatever else a request is. */
  #isForbidden(entry: Entry, named: Named): boolean {
    const severity = entry.cells[0]?.severity ?? DENY;
    const told = this.#told[severity];
    for (const ground of named.fact === HOST_INDEX ? this.#groundsOf(true, named) : this.#everyGround()) {
      const node = this.#possible(told?.(leaf(1), ground.floor) ?? leaf(0), ground.feasible);
      if (this.#leads(node, named, GIVEN)) return false;
    }
    return true;
  }

  #failure(entry: Entry, named: Named): Failure | null {
    const witness = this.#witness(entry, named);
    if (witness === null) return null;
    const severity = entry.cells[0]?.severity ?? DENY;
    const [floor] = this.#held.floors
      .flatMap((one) => ({ ref: one.ref, severity: cellAt(one, witness)?.severity ?? 0 }))
      .filter((one) => one.severity > severity)
      .toSorted((a, b) => b.severity - a.severity || (a.ref < b.ref ? -1 : 1));
    const name = floor === undefined ? this.#held.whose : `\`${floor.ref}\``;
    const { text } = named;
    const what = text === null ? 'what' : `\`${text}\`, which`;
    return failure('policy.grant-in-floor', `\`${entry.ref}\` grants ${what} ${name} forbids`, {
      span: entry.span,
      help: `remove ${text === null ? 'the entry' : `\`${text}\` from the entry`}; a floor cannot be relaxed`,
      details: {
        entry: entry.ref,
        member: text ?? entry.id,
        floor: floor?.ref ?? null,
        witness: { ...witness },
      },
    });
  }

  /** A request of the value in the scope, which is forbidden; `null` where a value of its class can be asked and it cannot. */
  #witness(entry: Entry, named: Named): PolicyFacts | null {
    const { space } = this.#parts;
    for (const { node, host } of this.#nodesOf(entry, named)) {
      const found = this.#find(node, named, FORBIDDEN);
      if (found === null) continue;
      found.classes[HOST_INDEX] = host;
      if (named.fact > HOST_INDEX) {
        const at = found.classes[named.fact] ?? -1;
        if (!inIntervals(named.parts ?? [named.from, named.to], at)) found.classes[named.fact] = named.from;
      }
      const facts = requestIn(found, space);
      const name = FACT_NAMES[named.fact];
      if (facts === null || name === undefined || named.value === null || facts[name] === named.value) {
        if (facts !== null) return facts;
        continue;
      }
      const values = { ...facts, [name]: named.value };
      const exact = parseRequest(values).ok ? factsOfValues(values) : null;
      if (exact?.ok === true) return exact.value;
    }
    return null;
  }
}
