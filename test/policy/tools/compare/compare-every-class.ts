// The difference of two policies over spaces too large to visit class by class: fact after fact, and classes after which the
// same of every entry and of every row of the difference is left count together. By the entries alone, without diagrams.
// Facts that floors test each for itself are independent once one of the floors speaks: what it leaves nothing to say goes.
import { refine } from '#policy/tools/compare/refinement.ts';
import type { PolicyDiff } from '#policy/tools/compare/diff.ts';
import { MAX_CELLS } from '#policy/engine/compile/layout.ts';
import type { CompiledPolicy } from '#policy/engine/compile/compiled-policy.ts';
import { testId } from '#policy/engine/space/class-test.ts';
import type { Test } from '#policy/engine/space/class-test.ts';
import type { Cell, Entry } from '#policy/engine/documents/document.ts';
import { FACT_NAMES } from '#policy/language/fact-table.ts';
import { interpret } from '#policy/engine/deciding/interpret.ts';
import { factsOfValues } from '#policy/requests/request.ts';
import { FACT_COUNT, factIndex } from '#policy/engine/space/space.ts';
import type { Space } from '#policy/engine/space/space.ts';
import { severityOf } from '#policy/engine/documents/decision-words.ts';
import { BROWSER_CAPABILITIES, ORIGIN_RELATIONS } from '#policy/language/vocabulary.ts';
import { worstViolation } from '#policy/engine/layers/verdict.ts';
import { changesAt, memberOf } from './compare-brute-force.ts';
import type { BruteForce } from './compare-brute-force.ts';

/** What is left of an entry once some facts are known: the axes of its table that are open, and the cells over them. */
type Rest = {
  readonly id: number;
  readonly layer: number;
  readonly entry: Entry;
  readonly test: Test;
  readonly axes: readonly number[];
  readonly cells: readonly Cell[];
  readonly most: number;
};

class Remainders {
  readonly #space: Space;
  readonly #policy: CompiledPolicy;
  readonly #byKey = new Map<string, Rest>();
  readonly #after = new Map<string, Rest | null>();

  constructor(policy: CompiledPolicy, space: Space) {
    this.#policy = policy;
    this.#space = space;
  }

  all(): readonly Rest[] {
    return this.#policy.stack.layers.flatMap((layer, index) =>
      [...layer.floors, ...layer.rules, ...layer.defaults, ...layer.delegate].flatMap((entry) => {
        const axes = entry.axes.map((_, axis) => axis);
        return this.#make(index, entry, this.#space.test(entry.scope), axes, entry.cells) ?? [];
      }),
    );
  }

  /** What is left when a fact has a class; `null` for nothing. */
  after(rest: Rest, fact: number, index: number): Rest | null {
    const key = `${rest.id} ${fact} ${index}`;
    const known = this.#after.get(key);
    if (known !== undefined) return known;
    const made = this.#next(rest, fact, index);
    this.#after.set(key, made);
    return made;
  }

  #next({ layer, entry, test, axes, cells }: Rest, fact: number, index: number): Rest | null {
    const assumed = this.#space.tests.assume(test, fact, index);
    let [left, at] = [axes, cells];
    for (const axis of axes.filter((one) => entry.axes[one]?.fact === FACT_NAMES[fact])) {
      const value = this.#space.witness(fact, index);
      const position = typeof value === 'number' ? undefined : entry.axes[axis]?.positions.get(value);
      if (position === undefined) return null;
      const size = (one: number): number => entry.axes[one]?.members.length ?? 1;
      const inner = left.slice(left.indexOf(axis) + 1).reduce((product, one) => product * size(one), 1);
      at = at.filter((_, cell) => Math.floor(cell / inner) % size(axis) === position);
      left = left.filter((one) => one !== axis);
    }
    return this.#make(layer, entry, assumed, left, at);
  }

  #make(
    layer: number,
    entry: Entry,
    test: Test,
    axes: readonly number[],
    cells: readonly Cell[],
  ): Rest | null {
    const most = Math.max(...cells.map(({ severity }) => severity));
    const floor = entry.section === 'floors' || entry.section === 'never';
    if (test === false || (floor && most === 0)) return null;
    const terms = this.#policy.stack.termsOf.get(entry);
    const key = JSON.stringify([
      layer,
      floor ? 'floors' : entry.section,
      testId(test),
      axes.map((axis) => [entry.axes[axis]?.fact, entry.axes[axis]?.members]),
      cells.map(({ severity, violation }) => [severity, severity > 1 ? violation : null]),
      entry.obligations,
      terms === undefined ? null : [terms.timeout, terms.approvers, terms.askOnce],
    ]);
    const known = this.#byKey.get(key);
    if (known !== undefined) return known;
    const made = { id: this.#byKey.size, layer, entry, test, axes, cells, most };
    this.#byKey.set(key, made);
    return made;
  }
}

const settled = (rest: Rest): boolean => rest.test === true && rest.axes.length === 0;
const isFloor = ({ entry }: Rest): boolean => entry.section === 'floors' || entry.section === 'never';
const surest = (all: readonly Rest[]): number =>
  all.reduce((most, one) => (settled(one) ? Math.max(most, one.most) : most), -1);

/**
 * Whether a floor that speaks leaves another entry nothing to say, however the open facts turn out: it is nowhere severer, of
 * the two violations the floor's is told, and it brings no duty of its own. Of two that say the same, one stays.
 */
function drowns(floor: Rest, other: Rest): boolean {
  if (floor === other) return false;
  const violation = floor.cells[0]?.violation ?? 'CAPABILITY_DENIED';
  const within = (mine: Rest, theirs: Rest): boolean =>
    mine.entry.obligations.every((duty) => theirs.entry.obligations.includes(duty));
  const covers = other.cells.every(
    (cell) =>
      cell.severity < floor.most ||
      (cell.severity === floor.most && worstViolation([violation, cell.violation]) === violation),
  );
  if (!covers || !within(other, floor)) return false;
  const same =
    isFloor(other) && settled(other) && other.cells[0]?.violation === violation && within(floor, other);
  return !same || floor.id < other.id;
}

/** Without what can no longer be heard: of floors, and of the rules of a layer, only the severest decide. */
function audible(all: readonly Rest[]): readonly Rest[] {
  const held = surest(all.filter(isFloor));
  const once = [...new Map(all.map((one) => [one.id, one])).values()];
  const telling = all.filter((one) => isFloor(one) && settled(one) && one.most === held && held > 1);
  const lost = once.filter((one) => telling.some((other) => drowns(other, one)));
  const lower = once.filter((one) => !isFloor(one));
  // Whether a rule speaks matters to the defaults, and a delegation to both: they go together or not at all.
  const noLower = lower.every((one) => lost.includes(one));
  return once
    .filter((one) => {
      if (isFloor(one) ? lost.includes(one) : noLower) return false;
      // ABORT is said by floors alone, and nothing beside it is heard.
      if (isFloor(one) || held === 3) return one.most >= held;
      const rules = once.filter(({ entry, layer }) => entry.section === 'rules' && layer === one.layer);
      if (one.entry.section === 'rules') return one.most >= surest(rules);
      return one.entry.section !== 'defaults' || surest(rules) < 0;
    })
    .toSorted((a, b) => a.id - b.id);
}

type Listed<T> = { readonly id: number; readonly list: readonly T[] };

/** Lists that are the same once, with a number, and what becomes of each when a fact has a class. */
class Lists<T> {
  readonly #byKey = new Map<string, Listed<T>>();
  readonly #after = new Map<string, Listed<T>>();
  readonly #idOf: (one: T) => number;
  readonly #next: (list: readonly T[], fact: number, index: number) => readonly T[];

  constructor(
    idOf: (one: T) => number,
    next: (list: readonly T[], fact: number, index: number) => readonly T[],
  ) {
    this.#idOf = idOf;
    this.#next = next;
  }

  of(list: readonly T[]): Listed<T> {
    const key = list.map(this.#idOf).join();
    const known = this.#byKey.get(key) ?? { id: this.#byKey.size, list };
    this.#byKey.set(key, known);
    return known;
  }

  after(from: Listed<T>, fact: number, index: number): Listed<T> {
    const key = `${from.id} ${fact} ${index}`;
    const known = this.#after.get(key) ?? this.of(this.#next(from.list, fact, index));
    this.#after.set(key, known);
    return known;
  }
}

type State = {
  readonly old: Listed<Rest>;
  readonly new: Listed<Rest>;
  readonly rows: Listed<number>;
  readonly from: State | null;
  readonly index: number;
  classes: number;
  readonly contradicts: Contradicts;
};

export type EveryClass = BruteForce & { readonly classes: number };

/** Every class of the common refinement against the rows: what they miss, say twice or say wrongly. */
export function everyClass(old: CompiledPolicy, renewed: CompiledPolicy, diff: PolicyDiff): EveryClass {
  const { space } = refine(old, renewed, MAX_CELLS);
  const rows = diff.rows.map((row) => ({
    row,
    key: `${row.about} ${row.from} ${row.to}`,
    left: row.classes,
    bits: FACT_NAMES.map((name, fact) =>
      Uint8Array.from({ length: space.counts[fact] ?? 1 }, (_, index) =>
        memberOf(row, name, space.witness(fact, index)) ? 1 : 0,
      ),
    ),
  }));
  const [left, right] = [entriesOf(old, space), entriesOf(renewed, space)];
  const said = new Lists<number>(
    (one) => one,
    (list, fact, index) => list.filter((one) => rows[one]?.bits[fact]?.[index] === 1),
  );
  let level: readonly State[] = [
    {
      old: left.start,
      new: right.start,
      rows: said.of(rows.map((_, index) => index)),
      from: null,
      index: 0,
      classes: 1,
      contradicts: 'NO',
    },
  ];
  for (let fact = 0; fact < FACT_COUNT; fact++) {
    const next = new Map<string, State>();
    for (const from of level)
      for (let index = 0; index < (space.counts[fact] ?? 1); index++) {
        const before = left.lists.after(from.old, fact, index);
        const after = right.lists.after(from.new, fact, index);
        const alive = said.after(from.rows, fact, index);
        const contradicts = contradicting(from.contradicts, fact, index, space);
        const key = `${before.id} ${after.id} ${alive.id} ${contradicts}`;
        const known = next.get(key);
        if (known === undefined)
          next.set(key, {
            old: before,
            new: after,
            rows: alive,
            from,
            index,
            classes: from.classes,
            contradicts,
          });
        else known.classes += from.classes;
      }
    level = [...next.values()];
  }
  const wrong: string[] = [];
  let [differ, classes] = [0, 0];
  for (const state of level) {
    const facts = factsOfValues(valuesOf(state, space));
    if (!facts.ok) throw new Error(facts.error.message);
    for (const policy of [old, renewed])
      if (interpret(policy.stack, facts.value).severity !== severityOf(policy.decide(facts.value).decision))
        wrong.push(`${JSON.stringify(facts.value)} is decided otherwise than interpreted`);
    const expected = changesAt(old, renewed, facts.value).filter((one) => one !== null);
    classes += state.classes;
    if (expected.length > 0) differ += state.classes;
    const here = state.rows.list.flatMap((one) => rows[one] ?? []);
    for (const one of here) one.left -= BigInt(state.classes);
    // Nobody makes it: a row may hold it or not.
    if (state.contradicts === 'YES') {
      if (expected.length > 0) differ -= state.classes;
      continue;
    }
    const keys = here.map(({ key }) => key).toSorted();
    if (keys.join() !== expected.toSorted().join())
      wrong.push(`${JSON.stringify(facts.value)}: said [${keys.join()}], is [${expected.toSorted().join()}]`);
  }
  for (const { row, left: missing } of rows)
    if (missing !== 0n) wrong.push(`${row.about} ${row.from} ${row.to}: ${missing} classes too many`);
  return { differ, wrong, classes };
}

/** A navigation to another origin, and on the same one: known fact by fact, of classes that hold nothing else. */
type Contradicts = 'NO' | 'NAVIGATES' | 'YES';

function contradicting(so: Contradicts, fact: number, index: number, space: Space): Contradicts {
  const isOnly = (members: readonly string[], member: string): boolean =>
    members.filter((one) => space.classOf(fact, one) === index).join() === member;
  if (fact === factIndex('capability'))
    return isOnly(BROWSER_CAPABILITIES, 'NAVIGATE_CROSS_ORIGIN') ? 'NAVIGATES' : 'NO';
  if (fact !== factIndex('origin')) return so;
  return so === 'NAVIGATES' && isOnly(ORIGIN_RELATIONS, 'SAME_ORIGIN') ? 'YES' : 'NO';
}

function entriesOf(
  policy: CompiledPolicy,
  space: Space,
): { readonly lists: Lists<Rest>; readonly start: Listed<Rest> } {
  const remainders = new Remainders(policy, space);
  const lists = new Lists<Rest>(
    ({ id }) => id,
    (list, fact, index) => audible(list.flatMap((one) => remainders.after(one, fact, index) ?? [])),
  );
  return { lists, start: lists.of(remainders.all()) };
}

/** A request of the classes that were counted together: that of the first of them. */
function valuesOf(state: State, space: Space): Readonly<Record<string, unknown>> {
  const values: Record<string, unknown> = {};
  let at = state;
  for (let fact = FACT_COUNT - 1; fact >= 0; fact--) {
    values[FACT_NAMES[fact] ?? 'host'] = space.witness(fact, at.index);
    at = at.from ?? at;
  }
  return values;
}
