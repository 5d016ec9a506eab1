// What would have been allowed: entries that would speak but for some facts, and the nearest request that is allowed. For
// operators only: near misses would teach an injected agent where the fence ends. Exact, by search in the diagrams.
import { pathsInWords } from '#policy/engine/documents/condition.ts';
import type { Test } from '#policy/engine/space/class-test.ts';
import { stepsOf, testId } from '#policy/engine/space/class-test.ts';
import type { CompiledPolicy } from '#policy/engine/compile/compiled-policy.ts';
import { leafValue } from '#policy/engine/space/node.ts';
import type { NodeId } from '#policy/engine/space/node.ts';
import { lastsOn } from '#policy/engine/documents/days.ts';
import { placeOf } from '#policy/engine/documents/document.ts';
import type { Entry } from '#policy/engine/documents/document.ts';
import { FACT_NAMES } from '#policy/language/fact-table.ts';
import type { FactName } from '#policy/language/fact-table.ts';
import type { PolicyFacts } from '#policy/language/facts.ts';
import { CAPABILITY_INDEX, DAY, HOST_INDEX } from '#policy/engine/space/space.ts';
import type { Space } from '#policy/engine/space/space.ts';
import { decisionOf, severityOf } from '#policy/engine/documents/decision-words.ts';
import type { BrowserDecision } from '#policy/language/vocabulary.ts';
import { regionOf } from '#policy/tools/compare/region.ts';

type Value = string | boolean | number;

/** A rule that is less severe than the decision and would speak if these facts, never the capability, were others. */
export type NearMiss = {
  readonly entry: string;
  readonly decision: BrowserDecision;
  readonly layer: string;
  readonly at: string;
  /** Its last day, where that is past: it would have to be renewed as well. */
  readonly ended?: string;
  readonly needs: readonly Readonly<
    Record<string, { readonly is: Value; readonly oneOf: readonly Value[] }>
  >[];
};

/** The fewest facts to change for an ALLOW of the same capability; hosts only where nothing else does. */
export type NearestAllow = { readonly change: Readonly<Partial<Record<FactName, Value>>> };

export type WhyNot = {
  /** Nearest first. */
  readonly almost: readonly NearMiss[];
  /** `null`: no request with this capability is allowed. */
  readonly nearestAllow: NearestAllow | null;
};

const MAX_ALMOST = 8;
/** A changed fact. Facts are counted first; of equally many, those that leave the host are preferred. */
const CHANGE_PRICE = 1000;
const HOST_CHANGE_PRICE = CHANGE_PRICE + 1;

/** What keeps a request from an ALLOW. Of an ALLOW: nothing. */
export function whyNot(policy: CompiledPolicy, facts: PolicyFacts): WhyNot {
  const severity = severityOf(policy.decide(facts).decision);
  if (severity === 0) return { almost: [], nearestAllow: { change: {} } };
  const own = classesOf(facts, policy);
  const over = (entry: Entry): boolean => !lastsOn(entry.expires, policy.today);
  const lacksOf = (one: { entry: Entry; ways: NearMiss['needs'] }): number =>
    one.ways.length + Number(over(one.entry));
  const near = policy.stack.layers
    .flatMap((layer) => [...layer.rules, ...layer.ended])
    .flatMap((entry) => {
      const decision = entry.cells[0]?.severity ?? 2;
      const ways = decision < severity ? needsOf(entry, facts, own, policy.space) : null;
      return ways === null || lacksOf({ entry, ways }) === 0 ? [] : [{ entry, decision, ways }];
    })
    .toSorted((a, b) => lacksOf(a) - lacksOf(b) || a.decision - b.decision);
  return {
    almost: near.slice(0, MAX_ALMOST).map(({ entry, decision, ways }) => ({
      entry: entry.ref,
      decision: decisionOf(decision),
      layer: entry.layer,
      at: placeOf(entry.span),
      needs: ways,
      ...(over(entry) && entry.expires !== null ? { ended: entry.expires } : {}),
    })),
    nearestAllow: nearestAllow(policy, own),
  };
}

/** The classes of a request, and that of today. */
function classesOf(facts: PolicyFacts, { space, todayClass }: CompiledPolicy): Int32Array {
  const own = FACT_NAMES.map((name, fact) =>
    fact === HOST_INDEX ? space.hosts.classOf(facts.host) : space.classOf(fact, facts[name]),
  );
  return Int32Array.of(...own, todayClass);
}

/** The fewest facts that keep an entry from speaking, and the values that it asks of each; `null` if none would do. */
function needsOf(entry: Entry, facts: PolicyFacts, own: Int32Array, space: Space): NearMiss['needs'] | null {
  const scope = space.test(entry.scope);
  const way = cheapest(scope, own, space);
  if (way === null) return null;
  return [...way.keys()].map((fact) => {
    const name = FACT_NAMES[fact] ?? 'host';
    const others = Array.from(own, (mine, one) => way.get(one) ?? mine);
    const classes = Array.from({ length: space.counts[fact] ?? 1 }, (_, index) => index).filter((index) =>
      holdsAt(scope, others.with(fact, index), space),
    );
    const sets = FACT_NAMES.map((_, one) => (one === fact ? classes : null));
    return { [name]: { is: facts[name], oneOf: listed(entry, name) ?? regionOf(sets, space)[name] ?? [] } };
  });
}

/** The values as the entry lists them, where it has one list of this fact and nothing else on it. */
function listed(entry: Entry, name: FactName): readonly Value[] | null {
  if (entry.scope.op !== 'and' || entry.scope.parts.length !== entry.listed.length) return null;
  const sets = entry.listed.filter((set) => set.fact === name);
  const [set] = sets;
  if (set === undefined || sets.length > 1) return null;
  if (set.kind === 'hosts') return set.patterns.map(({ text }) => text);
  if (set.kind === 'paths') return pathsInWords(set);
  return set.kind === 'members' ? set.members : null;
}

function holdsAt(test: Test, classes: readonly number[], space: Space): boolean {
  return classes.reduce<Test>((left, index, fact) => space.tests.assume(left, fact, index), test) === true;
}

/** The fewest facts to change, with a class for each, so that a test holds. */
function cheapest(test: Test, own: Int32Array, space: Space): ReadonlyMap<number, number> | null {
  const known = new Map<number, Way>();
  const best = (at: Test): Way => {
    if (at === true) return FREE;
    if (at === false) return NO_WAY;
    const done = known.get(testId(at));
    if (done !== undefined) return done;
    const fact = space.tests.leastFact(at);
    const count = space.counts[fact] ?? 1;
    const starts = [...stepsOf(at, fact)].filter((index) => index < count).sort((a, b) => a - b);
    const way = choose(fact, own, starts, (index) => best(space.tests.assume(at, fact, index)));
    known.set(testId(at), way);
    return way;
  };
  return changesOf(best(test));
}

/** The fewest facts to change for an ALLOW, with the same capability. */
function nearestAllow(
  { diagram, decisionNode, outcomes, space }: CompiledPolicy,
  own: Int32Array,
): NearestAllow | null {
  const known = new Map<NodeId, Way>();
  const best = (id: NodeId): Way => {
    if (id < 0) return outcomes.severity(leafValue(id)) === 0 ? FREE : NO_WAY;
    const done = known.get(id);
    if (done !== undefined) return done;
    const fact = diagram.factOf(id);
    const way = choose(fact, own, diagram.startsOf(id), (index) => best(diagram.childAt(id, index)));
    known.set(id, way);
    return way;
  };
  const changes = changesOf(best(decisionNode));
  if (changes === null) return null;
  const change = [...changes].map(([fact, index]) => [
    FACT_NAMES[fact] ?? 'host',
    space.witness(fact, index),
  ]);
  return { change: Object.fromEntries(change) };
}

/** A way to the goal: what it costs, and the changes that it takes, as a list. */
type Way = {
  readonly cost: number;
  readonly change: readonly [number, number] | null;
  readonly next: Way | null;
};
const FREE: Way = { cost: 0, change: null, next: null };
const NO_WAY: Way = { cost: Infinity, change: null, next: null };

/**
 * Keeps a fact as it is, or changes it where that is cheaper; to its neutral value, class 0, first. The capability is kept.
 * `starts`: the classes at which it may lead elsewhere, ascending from 0.
 */
function choose(fact: number, own: Int32Array, starts: Iterable<number>, to: (index: number) => Way): Way {
  const mine = own[fact] ?? 0;
  let way = to(mine);
  // Nobody changes the day.
  if (fact === CAPABILITY_INDEX || fact === DAY) return way;
  const price = fact === HOST_INDEX ? HOST_CHANGE_PRICE : CHANGE_PRICE;
  for (const index of starts) {
    if (index === mine) continue;
    const next = to(index);
    if (next.cost + price < way.cost) way = { cost: next.cost + price, change: [fact, index], next };
  }
  return way;
}

function changesOf(way: Way): ReadonlyMap<number, number> | null {
  if (way.cost === Infinity) return null;
  const changes = new Map<number, number>();
  for (let at: Way | null = way; at !== null; at = at.next) if (at.change !== null) changes.set(...at.change);
  return changes;
}
