// The policy cut by host and capability, and what any entry adds to it: what the lints compare. INVARIANT: exact. Slices in which
// the same is said are one, whatever the entries are called; nodes are of one diagram, so equal answers are the same number.
import { Budget } from '#policy/collections/budget.ts';
import type { Work } from '#policy/collections/budget.ts';
import { Diagram } from '#policy/engine/space/diagram.ts';
import { leaf } from '#policy/engine/space/node.ts';
import type { NodeId } from '#policy/engine/space/node.ts';
import type { Invariant, Entry } from '#policy/engine/documents/document.ts';
import { Feasible } from '#policy/engine/compile/feasible.ts';
import { joinAll } from '#policy/collections/join-all.ts';
import { Levels, envelopeOf, recordOf } from '#policy/engine/tables/levels.ts';
import { Outcomes } from '#policy/engine/layers/outcomes.ts';
import { Records } from '#policy/engine/layers/records.ts';
import { ScopeDiagrams } from '#policy/engine/space/scope-diagram.ts';
import { CAPABILITY_INDEX, HOST_INDEX, Space } from '#policy/engine/space/space.ts';
import { entriesOf } from '#policy/engine/layers/stack.ts';
import type { Stack } from '#policy/engine/layers/stack.ts';
import { compileEntry, hostScope } from '#policy/engine/tables/tables.ts';
import type { CompiledEntry } from '#policy/engine/tables/tables.ts';
import { Speakers, hostsIn, sectionKeyOf, slotKeyOf } from './slots.ts';
import type { SectionKey, Slots } from './slots.ts';

/** What is said with a capability at hosts that are alike. */
export type Slice = {
  readonly id: number;
  readonly capability: number;
  /** 1 where a request can be made. */
  readonly feasible: NodeId;
  /** What is said at every host, and here besides. */
  readonly speakers: readonly [Slots, Slots];
};

/** An entry in a slice, with a host at which it speaks so. */
export type Place = {
  readonly slice: Slice;
  readonly host: number;
  /** The entry with what is left of its scope. */
  readonly entry: CompiledEntry;
  /** That scope: 1 in it, 0 elsewhere. */
  readonly scope: NodeId;
  /** The same for places at which the same is said. */
  readonly key: string;
};

/** Which floors: all, those alone that stand in the default tables as NEVER, or the others. */
export type Floors = 'all' | 'tables' | 'written';

/** Leaves of an answer here: the outcome and the envelope's severity. */
export class Model {
  readonly stack: Stack;
  readonly space: Space;
  readonly records: Records;
  readonly diagram: Diagram;
  readonly compiled: ReadonlyMap<Entry, CompiledEntry>;
  readonly outcomes: Outcomes;
  readonly feasible: Feasible;
  /** A function where another is not 0, and 0 elsewhere. */
  readonly within: (id: NodeId, within: NodeId) => NodeId;
  readonly #levels: Levels;
  readonly #scopes: ScopeDiagrams;
  readonly #speakers: Speakers;
  readonly #plain: Slots[] = [];
  readonly #slices = new Map<string, Slice>();
  /** Of every group of hosts, by capability. */
  readonly #ofGroup: (readonly Slice[] | undefined)[] = [];
  readonly #nevers: ReadonlyMap<string, CompiledEntry>;
  readonly #answerOf: (id: NodeId) => NodeId;
  readonly #joinAnswer: (base: NodeId, floors: NodeId) => NodeId;
  readonly #joinOutcome: (a: NodeId, b: NodeId) => NodeId;
  readonly #outcomeOf: (id: NodeId) => NodeId;

  constructor(stack: Stack, invariants: readonly Invariant[], cellBudget: number, work: Work) {
    this.stack = stack;
    this.space = new Space(stack.entries, invariants, work);
    this.records = new Records(stack);
    this.diagram = new Diagram(this.space, new Budget(cellBudget));
    this.outcomes = new Outcomes(stack, this.records);
    // INVARIANT: outcome 0 is "nothing is said": what a restricted function is where it is not looked at.
    this.outcomes.ofRecord(0);
    this.compiled = this.#compiled();
    const entries = stack.entries.flatMap((entry) => this.compiled.get(entry) ?? []);
    this.#nevers = new Map(
      entries.flatMap((one) =>
        one.entry.section === 'never' ? [[`${one.layer} ${one.entry.id}`, one]] : [],
      ),
    );
    this.#levels = new Levels(this.space, this.records, this.diagram);
    this.#scopes = new ScopeDiagrams(this.space, this.diagram);
    this.feasible = new Feasible(this.space, this.diagram);
    this.#speakers = new Speakers(entries, this.space, this.feasible);
    this.within = this.diagram.restriction();
    this.#answerOf = this.diagram.mapper(
      this.diagram,
      (id) => this.outcomes.ofRecord(recordOf(id)) * 4 + envelopeOf(id),
    );
    this.#outcomeOf = this.diagram.mapper(this.diagram, (record) => this.outcomes.ofRecord(record));
    this.#joinOutcome = this.diagram.combine(this.outcomes.join);
    this.#joinAnswer = this.diagram.combine((answer, floor) => {
      const envelope = Math.max(answer & 3, this.outcomes.severity(floor));
      return this.outcomes.join(answer >> 2, floor) * 4 + envelope;
    });
  }

  /** `number`: the same for entries of a section that say the same where they speak. */
  #compiled(): ReadonlyMap<Entry, CompiledEntry> {
    const { stack } = this;
    const numbers = new Map<string, number>();
    return new Map(
      stack.layers.flatMap((at, layer) =>
        entriesOf(at).map((entry, index) => {
          const { section, axes, cells, obligations } = entry;
          // What is firm of one entry is not of another, whatever is left of their scopes.
          const says =
            axes.length > 0 || entry.firm !== undefined
              ? index
              : [cells[0]?.severity, cells[0]?.violation, obligations];
          const terms = stack.termsOf.get(entry);
          const { approvers, timeout, fourEyes, askOnce } = terms ?? {};
          const content = JSON.stringify([layer, section, says, approvers, timeout, fourEyes, askOnce]);
          const number = numbers.get(content) ?? numbers.size;
          numbers.set(content, number);
          return [entry, compileEntry(entry, { number, layer }, this.space, this.records)] as const;
        }),
      ),
    );
  }

  get capabilities(): number {
    return this.space.counts[CAPABILITY_INDEX] ?? 1;
  }

  /** Where an entry speaks: of places at which the same is said the first. */
  placesOf(entry: Entry): readonly Place[] {
    const places = new Map<string, Place>();
    for (const place of this.everyPlaceOf(entry)) if (!places.has(place.key)) places.set(place.key, place);
    return [...places.values()];
  }

  /** The same at every host that it speaks of. */
  *everyPlaceOf(entry: Entry): Iterable<Place> {
    const compiled = this.compiled.get(entry);
    if (compiled === undefined) return;
    const { tests } = this.space;
    for (const host of this.hostsOf(entry)) {
      this.space.step(1);
      const here = tests.assume(compiled.scope, HOST_INDEX, host);
      if (here === false) continue;
      for (let capability = 0; capability < this.capabilities; capability++) {
        const left = tests.assume(here, CAPABILITY_INDEX, capability);
        if (left === false) continue;
        const slice = this.#sliceAt(host, capability);
        const key = `${slice.id} ${slotKeyOf(compiled, left)}`;
        const firm = tests.assume(
          tests.assume(compiled.firm, HOST_INDEX, host),
          CAPABILITY_INDEX,
          capability,
        );
        yield { slice, host, entry: { ...compiled, scope: left, firm }, scope: this.#scopes.of(left), key };
      }
    }
  }

  /** Hosts of which an entry speaks; of those that are alike one where it does not look at them. */
  hostsOf(entry: Entry): Iterable<number> {
    const { mentions, within } = hostScope(this.compiled.get(entry)?.scope ?? false);
    return mentions ? hostsIn(within ?? [0, this.space.hosts.count]) : this.#speakers.firstHosts;
  }

  /** Of every class of hosts the first one at which the same is said. */
  likeOf(host: number): number {
    return this.#speakers.firstHosts[this.#speakers.groupOf[host] ?? 0] ?? host;
  }

  #sliceAt(host: number, capability: number): Slice {
    const group = this.#speakers.groupOf[host] ?? 0;
    const known = (this.#ofGroup[group] ??= Array.from({ length: this.capabilities }, (_, one) =>
      this.#slice(host, group, one),
    ));
    const slice = known[capability];
    if (slice === undefined) throw new RangeError(`no slice of capability ${capability}`);
    return slice;
  }

  #slice(host: number, group: number, capability: number): Slice {
    const extra = this.#speakers.extra(group, capability);
    const requests = this.feasible.at(host);
    const feasible =
      this.diagram.factOf(requests) === CAPABILITY_INDEX
        ? this.diagram.childAt(requests, capability)
        : requests;
    const key = `${capability} ${feasible} ${extra.key}`;
    const known = this.#slices.get(key);
    if (known !== undefined) return known;
    const plain = (this.#plain[capability] ??= this.#speakers.plain(capability));
    const made: Slice = { id: this.#slices.size, capability, feasible, speakers: [plain, extra] };
    this.#slices.set(key, made);
    return made;
  }

  /** The answer in the scope of a place, with its entry or without it; 0 elsewhere. */
  answer(place: Place, leftOut: boolean): NodeId {
    return this.#joinAnswer(this.#answerOf(this.base(place, leftOut)), this.floors(place, leftOut, 'all'));
  }

  /** Records and envelope in the scope of a place, before the floors; 0 elsewhere. */
  base(place: Place, leftOut: boolean): NodeId {
    const said = (layer: number, section: 'rules' | 'defaults' | 'delegate', way: Way = section): NodeId =>
      joinAll(
        this.#parts(place, `${layer} ${section}`, leftOut, way, (slot) =>
          this.#said(slot, way, place.slice.capability),
        ),
        this.#levels.join,
        leaf(0),
      );
    const layers = this.stack.layers.map((_, layer) => ({
      rules: said(layer, 'rules'),
      soft: said(layer, 'rules', 'soft'),
      defaults: said(layer, 'defaults'),
      softDefaults: said(layer, 'defaults', 'softDefaults'),
      delegate: said(layer, 'delegate'),
    }));
    return this.#levels.answers({ layers, floors: leaf(0) });
  }

  /** What floors say in the scope of a place, as outcomes; 0 elsewhere. */
  floors(place: Place, leftOut: boolean, which: Floors): NodeId {
    const { capability } = place.slice;
    const said = (slot: CompiledEntry): NodeId =>
      which === 'all' || this.#isOfTable(slot.entry) === (which === 'tables')
        ? this.#outcomeOf(this.#said(slot, 'rules', capability))
        : leaf(0);
    const keys = this.stack.layers.flatMap((_, layer): readonly SectionKey[] => [
      `${layer} floors`,
      `${layer} never`,
    ]);
    const parts = keys.flatMap((key) => this.#parts(place, key, leftOut, which, said));
    return joinAll(parts, this.#joinOutcome, leaf(0));
  }

  /** Where an entry speaks at a place: 1 + severity, and 0 elsewhere. A floor that says ALLOW is silent. */
  voice({ entry, slice }: Place): NodeId {
    const [firm, soft] = [
      this.#said(entry, 'rules', slice.capability),
      this.#said(entry, 'soft', slice.capability),
    ];
    return this.mapped(this.#levels.join(firm, soft), (record) =>
      record === 0 ? 0 : 1 + this.records.severity(record),
    );
  }

  mapped(node: NodeId, value: (leaf: number) => number): NodeId {
    return this.diagram.mapped(this.diagram, node, value);
  }

  /** Functions that together are what a section says in the scope of a place. */
  #parts(
    { slice, entry, scope }: Place,
    section: SectionKey,
    leftOut: boolean,
    kind: string,
    said: (slot: CompiledEntry) => NodeId,
  ): readonly NodeId[] {
    const floors = section.endsWith(' floors') || section.endsWith(' never');
    const join = floors ? this.#joinOutcome : this.#levels.join;
    const out = leftOut ? this.#slotIn(section, entry) : null;
    const several = out !== null && slice.speakers.reduce((sum, one) => sum + one.count(out), 0) > 1;
    return slice.speakers.flatMap((slots) => {
      const tree = slots.tree(kind, section, said, join);
      const index = out === null || several ? -1 : slots.indexOf(out);
      const parts = index < 0 ? [tree.root] : tree.without(index);
      return parts.map((part) => this.within(part, scope));
    });
  }

  /** What goes with an entry in a section: itself, and of a table the floor behind its NEVER cells. */
  #slotIn(section: SectionKey, entry: CompiledEntry): string | null {
    if (sectionKeyOf(entry) === section) return slotKeyOf(entry, entry.scope);
    if (entry.axes.length === 0 || section !== `${entry.layer} never`) return null;
    const never = this.#nevers.get(`${entry.layer} ${entry.entry.id}`);
    return never === undefined ? null : slotKeyOf(never, entry.scope);
  }

  /** What one entry says by itself: a record, 0 outside its scope. */
  #said(slot: CompiledEntry, way: Way, capability: number): NodeId {
    const flat = way === 'delegate';
    const layer = { rules: flat ? [] : [slot], defaults: [], delegate: flat ? [slot] : [] };
    const [said] = this.#levels.said({ layers: [layer], floors: [] }, capability, 0).layers;
    return (
      (flat ? said?.delegate : way === 'soft' || way === 'softDefaults' ? said?.soft : said?.rules) ?? leaf(0)
    );
  }

  /** Whether a floor is the one behind the NEVER cells of a default table. */
  #isOfTable(floor: Entry): boolean {
    return (
      floor.section === 'never' &&
      this.stack.layers.some((layer) =>
        layer.defaults.some((entry) => entry.id === floor.id && entry.layer === floor.layer),
      )
    );
  }
}

/** `soft`: where they only tighten. */
type Way = 'rules' | 'soft' | 'defaults' | 'softDefaults' | 'delegate';

export const isFloor = (entry: Entry): boolean => entry.section === 'floors' || entry.section === 'never';
