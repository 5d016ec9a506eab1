// What an entry adds where it speaks: whether it can be met there, changes an answer, is among those that decide, makes milder.
// INVARIANT: all are said of requests that can be made, and are worked out once for places at which the same is said.
import { leaf } from '#policy/engine/space/node.ts';
import type { NodeId } from '#policy/engine/space/node.ts';
import type { PolicyFacts } from '#policy/language/facts.ts';
import { requestIn } from '#policy/engine/compile/feasible.ts';
import { CAPABILITY_INDEX, HOST_INDEX } from '#policy/engine/space/space.ts';
import { isFloor } from './model.ts';
import type { Model, Place } from './model.ts';

const NOTHING = leaf(0);

export class Effects {
  readonly #model: Model;
  readonly #known = new Map<string, NodeId>();
  readonly #differs: (a: NodeId, b: NodeId) => NodeId;
  readonly #milder: (a: NodeId, b: NodeId) => NodeId;
  readonly #max: (a: NodeId, b: NodeId) => NodeId;
  readonly #pack: (a: NodeId, b: NodeId) => NodeId;
  readonly #wins: (packed: NodeId, record: NodeId) => NodeId;

  constructor(model: Model) {
    this.#model = model;
    const { diagram } = model;
    this.#differs = diagram.combine(
      (a, b) => (a === b ? 0 : 1),
      (a, b) => (a === b ? NOTHING : null),
    );
    this.#milder = diagram.combine(
      (from, to) => (to < from ? 1 + from * 4 + to : 0),
      (from, to) => (from === to ? NOTHING : null),
    );
    this.#max = diagram.combine(Math.max);
    this.#pack = diagram.combine((own, floor) => own * 4 + floor);
    this.#wins = diagram.combine((packed, record) => {
      const [own, floor] = [(packed >> 2) - 1, packed & 3];
      if (own < Math.max(floor, record & 3)) return 0;
      return record >= 4 ? 1 : 0;
    });
  }

  /** 1 at the requests of its scope. */
  reached(place: Place): NodeId {
    return this.#once('reached', place, () => place.scope);
  }

  /** 1 where it speaks: a floor that says ALLOW does not. */
  speaks(place: Place): NodeId {
    return this.#once('speaks', place, () => this.#model.voice(place));
  }

  /** 1 where the answer would be another one without it: decision, duties, terms, or what a lower layer could get. */
  changes(place: Place): NodeId {
    return this.#once('changes', place, () =>
      this.#differs(this.#model.answer(place, false), this.#model.answer(place, true)),
    );
  }

  /** 1 where some floor that is in no default table would be milder without it. */
  changesWritten(place: Place): NodeId {
    const held = (leftOut: boolean): NodeId =>
      this.#severities(this.#model.floors(place, leftOut, 'written'));
    return this.#once('written', place, () => this.#differs(held(false), held(true)));
  }

  /** 1 where it is among the entries that decide. */
  wins(place: Place): NodeId {
    const model = this.#model;
    const { entry } = place;
    return this.#once('wins', place, () => {
      const base = model.mapped(model.base(place, false), (answer) => {
        const record = answer >> 2;
        const own = model.records
          .voices(record)
          .some((one) => model.compiled.get(one.entry)?.number === entry.number);
        return (own || isFloor(entry.entry) ? 4 : 0) + model.records.severity(record);
      });
      const floors = this.#severities(model.floors(place, false, 'all'));
      return this.#wins(this.#pack(model.within(model.voice(place), place.scope), floors), base);
    });
  }

  /** Where the decision is milder with it: 1 + 4 × what it would be + what it is. */
  milder(place: Place): NodeId {
    const model = this.#model;
    return this.#once('milder', place, () => {
      const decided = (leftOut: boolean): NodeId =>
        model.mapped(model.answer(place, leftOut), (answer) => model.outcomes.severity(answer >> 2));
      return this.#milder(decided(true), decided(false));
    });
  }

  /** The same as if of all floors only those behind NEVER cells of default tables held. */
  milderByTables(place: Place): NodeId {
    const model = this.#model;
    const key = `tables ${place.key}`;
    const known = this.#known.get(key);
    if (known !== undefined) return known;
    const held = (leftOut: boolean): NodeId => {
      const base = model.mapped(model.base(place, leftOut), (answer) => model.records.severity(answer >> 2));
      return this.#max(base, this.#severities(model.floors(place, leftOut, 'tables')));
    };
    const made = this.#milder(held(true), held(false));
    this.#known.set(key, made);
    return made;
  }

  /** A request of the first place that leads to a value other than 0; `null` proves that there is none. */
  witness(
    places: readonly Place[],
    effect: (place: Place) => NodeId,
    permitted: (fact: number, index: number) => boolean = () => true,
  ): PolicyFacts | null {
    const { diagram, space } = this.#model;
    for (const place of places) {
      const node = effect(place);
      if (node === NOTHING) continue;
      const found = diagram.find(node, permitted, (value) => value > 0);
      if (found === null) continue;
      for (let fact = CAPABILITY_INDEX + 1; fact < found.classes.length; fact++)
        if ((found.classes[fact] ?? -1) < 0)
          found.classes[fact] = firstOf(fact, space.counts[fact] ?? 1, permitted);
      found.classes[HOST_INDEX] = place.host;
      found.classes[CAPABILITY_INDEX] = place.slice.capability;
      const request = requestIn(found, space);
      if (request !== null) return request;
    }
    return null;
  }

  #severities(outcomes: NodeId): NodeId {
    return this.#model.mapped(outcomes, (outcome) => this.#model.outcomes.severity(outcome));
  }

  /** Where requests can be made. */
  #once(what: string, place: Place, make: () => NodeId): NodeId {
    const key = `${what} ${place.key}`;
    const known = this.#known.get(key);
    if (known !== undefined) return known;
    const made = this.#model.within(make(), place.slice.feasible);
    this.#known.set(key, made);
    return made;
  }
}

/** A class of a fact that does not matter: `-1`, any, where all are permitted. */
function firstOf(fact: number, count: number, permitted: (fact: number, index: number) => boolean): number {
  const classes = Array.from({ length: count }, (_, index) => index);
  return classes.every((index) => permitted(fact, index))
    ? -1
    : Math.max(
        0,
        classes.findIndex((index) => permitted(fact, index)),
      );
}
