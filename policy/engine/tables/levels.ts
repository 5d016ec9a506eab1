// POLICY.md 6.1 on diagrams: each entry is a small function of the facts, and the layers combine them leaf by leaf, with
// what was combined once remembered. The work grows with the answers that differ, not with the product of all facts.
import { stepsOf, testId } from '#policy/engine/space/class-test.ts';
import type { Test } from '#policy/engine/space/class-test.ts';
import { leaf } from '#policy/engine/space/node.ts';
import type { Diagram } from '#policy/engine/space/diagram.ts';
import type { NodeId } from '#policy/engine/space/node.ts';
import type { Severity, Entry } from '#policy/engine/documents/document.ts';
import { joinAll } from '#policy/collections/join-all.ts';
import { PairMemo } from '#policy/collections/pair-memo.ts';
import type { Records } from '#policy/engine/layers/records.ts';
import { CAPABILITY_INDEX, DIMENSIONS, HOST_INDEX } from '#policy/engine/space/space.ts';
import type { Space } from '#policy/engine/space/space.ts';
import type { CompiledEntry } from './tables.ts';

/** What speaks in one slice: entries with capability and host known. */
export type SliceLayer = {
  readonly rules: readonly CompiledEntry[];
  readonly defaults: readonly CompiledEntry[];
  readonly delegate: readonly CompiledEntry[];
};

export type SliceEntries = {
  readonly layers: readonly SliceLayer[];
  readonly floors: readonly CompiledEntry[];
};

/** The same as diagrams of records. */
export type Said = {
  /** `soft`, `softDefaults`: what of rules and tables only tightens, and what else they say (`Entry.firm`). */
  readonly layers: readonly Readonly<Record<keyof SliceLayer | 'soft' | 'softDefaults', NodeId>>[];
  readonly floors: NodeId;
};

/** What only tightens somewhere. */
const isSoft = ({ scope, firm }: CompiledEntry): boolean => scope !== firm;

/** A leaf of an answer: a record and the envelope's severity. */
export const packAnswer = (record: number, envelope: number): number => record * 4 + envelope;
export const recordOf = (answer: number): number => answer >> 2;
export const envelopeOf = (answer: number): number => answer & 3;

/** Records on the way through the layers; 0 is "nothing yet". `next`: the grant with this layer's delegations. */
type Standing = { readonly base: number; readonly grant: number; readonly next: number };

export class Levels {
  readonly #space: Space;
  readonly #records: Records;
  readonly #diagram: Diagram;
  readonly #standings: Standing[] = [];
  readonly #grantIds = new PairMemo();
  readonly #standingIds = new PairMemo();
  readonly #entries = new Map<string, NodeId>();
  /** What is said by either of two. */
  readonly join: (a: NodeId, b: NodeId) => NodeId;
  readonly #orElse: (a: NodeId, b: NodeId) => NodeId;
  readonly #delegate: (a: NodeId, b: NodeId) => NodeId;
  readonly #own: (a: NodeId, b: NodeId) => NodeId;
  readonly #unless: (a: NodeId, b: NodeId) => NodeId;
  readonly #tighten: (a: NodeId, b: NodeId) => NodeId;
  readonly #floor: (a: NodeId, b: NodeId) => NodeId;
  readonly #finish: (standing: NodeId) => NodeId;

  constructor(space: Space, records: Records, diagram: Diagram) {
    this.#space = space;
    this.#records = records;
    this.#diagram = diagram;
    const nothing = leaf(0);
    this.join = diagram.combine(
      (a, b) => {
        space.step(records.members(a).length + records.members(b).length);
        return records.join(a, b);
      },
      (a, b) => (a === nothing || a === b ? b : b === nothing ? a : null),
    );
    this.#orElse = diagram.combine(
      (a, b) => (a === 0 ? b : a),
      (a, b) => (a === nothing ? b : a < 0 ? a : null),
    );
    this.#unless = diagram.combine(
      (a, b) => (a === 0 ? b : 0),
      (a, b) => (a === nothing || b === nothing ? b : a < 0 ? nothing : null),
    );
    this.#tighten = diagram.combine((standing, tight) => this.#withTight(standing, tight));
    this.#delegate = diagram.combine((standing, voices) => this.#withGrant(standing, voices));
    this.#own = diagram.combine((standing, own) => this.#withOwn(standing, own));
    this.#finish = diagram.mapper(diagram, (id) => {
      const { base, grant } = this.#at(id);
      const severity = records.severity(base);
      return packAnswer(base, grant === 0 ? severity : Math.min(severity, records.severity(grant)));
    });
    this.#floor = diagram.combine((answer, floor) =>
      packAnswer(
        records.join(recordOf(answer), floor),
        Math.max(envelopeOf(answer), records.severity(floor)),
      ),
    );
  }

  /** What entries say in one slice, those of a section together; those left out say nothing. */
  said(entries: SliceEntries, capability: number, host: number, without: readonly Entry[] = []): Said {
    const say = (list: readonly CompiledEntry[], part: 'scope' | 'firm' = 'scope', flat = false): NodeId =>
      joinAll(
        list.map((one) =>
          without.includes(one.entry) ? leaf(0) : this.#entry(one, one[part], capability, host, flat),
        ),
        this.join,
        leaf(0),
      );
    return {
      layers: entries.layers.map((layer) => ({
        rules: say(layer.rules, 'firm'),
        soft: layer.rules.some(isSoft) ? say(layer.rules.filter(isSoft)) : leaf(0),
        defaults: say(layer.defaults, 'firm'),
        softDefaults: layer.defaults.some(isSoft) ? say(layer.defaults.filter(isSoft)) : leaf(0),
        delegate: say(layer.delegate, 'scope', true),
      })),
      floors: say(entries.floors),
    };
  }

  /** What is said by either of two. */
  both(one: Said, other: Said): Said {
    return {
      layers: one.layers.map((layer, index) => {
        const more = other.layers[index] ?? layer;
        return {
          rules: this.join(layer.rules, more.rules),
          soft: this.join(layer.soft, more.soft),
          softDefaults: this.join(layer.softDefaults, more.softDefaults),
          defaults: this.join(layer.defaults, more.defaults),
          delegate: this.join(layer.delegate, more.delegate),
        };
      }),
      floors: this.join(one.floors, other.floors),
    };
  }

  /** The diagram of answers in one slice. */
  answers({ layers, floors }: Said): NodeId {
    let standing = leaf(this.#standing({ base: 0, grant: 0, next: 0 }));
    for (const { rules, soft, defaults, softDefaults, delegate } of layers) {
      standing = this.#delegate(standing, delegate);
      standing = this.#own(standing, rules < 0 && rules !== leaf(0) ? rules : this.#orElse(rules, defaults));
      const tight = this.join(soft, this.#unless(rules, softDefaults));
      if (tight !== leaf(0)) standing = this.#tighten(standing, tight);
    }
    const answer = this.#finish(standing);
    return floors === leaf(0) ? answer : this.#floor(answer, floors);
  }

  /** min(base, grant): what a lower layer reaches, and whether a delegation gives it. */
  #reach({ base, grant }: Standing): { record: number; granted: boolean } {
    const granted = grant !== 0 && this.#records.severity(grant) < this.#records.severity(base);
    return { record: granted ? grant : base, granted };
  }

  /** Adds the delegations of a layer; they give no more than the layer itself can reach. */
  #withGrant(id: number, delegations: number): number {
    const standing = this.#at(id);
    const ceiling = standing.base === 0 ? 0 : this.#records.severity(this.#reach(standing).record);
    let least: Severity | null = standing.grant === 0 ? null : this.#records.severity(standing.grant);
    let voices: readonly number[] = this.#records.members(standing.grant);
    for (const voice of this.#records.members(delegations)) {
      const own = this.#records.voiceSeverity(voice);
      const to = own > ceiling ? own : ceiling;
      if (least === null || to < least) {
        least = to;
        voices = [voice];
      } else if (to === least) voices = [...voices, voice];
    }
    const next = least === null ? 0 : this.#records.intern(least, voices);
    return this.#standing({ ...standing, next });
  }

  /** max(own, min(base, grant)), and the layer's delegations come into force for the layers below. */
  #withOwn(id: number, own: number): number {
    const standing = this.#at(id);
    const { next } = standing;
    if (own === 0) return this.#standing({ base: standing.base, grant: next, next });
    if (standing.base === 0) return this.#standing({ base: own, grant: next, next });
    const { record, granted } = this.#reach(standing);
    const [mine, theirs] = [this.#records.severity(own), this.#records.severity(record)];
    // A delegation is named only where it alone holds.
    const base = mine < theirs ? record : mine > theirs || granted ? own : this.#records.join(own, record);
    return this.#standing({ base, grant: next, next });
  }

  /** What only tightens, after all that may relax. */
  #withTight(id: number, tight: number): number {
    if (tight === 0) return id;
    const standing = this.#at(id);
    const base = standing.base === 0 ? tight : this.#records.join(standing.base, tight);
    return this.#standing({ ...standing, base });
  }

  #at(id: number): Standing {
    return this.#standings[id] ?? { base: 0, grant: 0, next: 0 };
  }

  #standing(standing: Standing): number {
    const grants = this.#grantIds.get(standing.grant, standing.next) ?? this.#grantIds.size;
    this.#grantIds.set(standing.grant, standing.next, grants);
    const known = this.#standingIds.get(standing.base, grants);
    if (known !== undefined) return known;
    this.#standingIds.set(standing.base, grants, this.#standings.length);
    return this.#standings.push(standing) - 1;
  }

  /** What an entry says: a record, 0 outside its scope. `flat`: a set of voices, whatever their severity. */
  #entry(entry: CompiledEntry, scope: Test, capability: number, host: number, flat: boolean): NodeId {
    this.#space.step(1);
    const { tests } = this.#space;
    const test = tests.assume(tests.assume(scope, CAPABILITY_INDEX, capability), HOST_INDEX, host);
    if (test === false) return leaf(0);
    let cell = 0;
    for (const axis of entry.axes)
      if (axis.fact === CAPABILITY_INDEX) cell += (axis.position[capability] ?? 0) * axis.stride;
    return this.#say(entry, test, cell, CAPABILITY_INDEX + 1, flat);
  }

  #say(entry: CompiledEntry, test: Test, cell: number, from: number, flat: boolean): NodeId {
    if (test === false) return leaf(0);
    let fact = Math.min(this.#space.tests.leastFact(test), DIMENSIONS);
    for (const axis of entry.axes) if (axis.fact >= from) fact = Math.min(fact, axis.fact);
    if (fact >= DIMENSIONS) {
      const severity = entry.severities[cell] ?? 2;
      const silent = severity === 0 && (entry.entry.section === 'floors' || entry.entry.section === 'never');
      return leaf(silent ? 0 : this.#records.alone(flat ? 0 : severity, entry.voices[cell] ?? 0));
    }
    const key = `${entry.number},${testId(test)},${cell},${from}`;
    const known = this.#entries.get(key);
    if (known !== undefined) return known;
    const axis = entry.axes.find((one) => one.fact === fact);
    const count = this.#space.counts[fact] ?? 1;
    const steps = stepsOf(test, fact);
    for (const [index, one] of axis?.position.entries() ?? [])
      if (one !== axis?.position[index - 1]) steps.add(index);
    const starts = [...steps].filter((index) => index < count).sort((a, b) => a - b);
    const made = this.#diagram.branch(fact, starts, (index) => {
      const left = this.#space.tests.assume(test, fact, index);
      const at = cell + (axis === undefined ? 0 : (axis.position[index] ?? 0) * axis.stride);
      return this.#say(entry, left, at, fact + 1, flat);
    });
    this.#entries.set(key, made);
    return made;
  }
}
