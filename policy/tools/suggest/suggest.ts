// From requests that were denied or escalated to the narrowest entries that would allow them: one for each kind of request.
// INVARIANT: what is suggested was compiled, proved, tested and decided with the entry in its place; what a floor, an invariant
// or a person said no to is never suggested, and nothing else that the log saw refused is allowed by it.
import type { CompiledPolicy } from '#policy/engine/compile/compiled-policy.ts';
import { holds } from '#policy/engine/documents/condition.ts';
import { diffPolicies } from '#policy/tools/compare/diff.ts';
import type { DiffRow } from '#policy/tools/compare/diff.ts';
import type { Entry } from '#policy/engine/documents/document.ts';
import { FACTS, factsWith } from '#policy/language/fact-table.ts';
import type { FactName } from '#policy/language/fact-table.ts';
import type { PolicyFacts } from '#policy/language/facts.ts';
import { loadPolicy } from '#policy/engine/reading/load.ts';
import { pathUnder } from '#policy/requests/url-parts/paths.ts';
import { factIndex } from '#policy/engine/space/space.ts';
import type { BrowserDecision } from '#policy/language/vocabulary.ts';
import { compareDecisions, loosensWithin } from '#policy/tools/gate/compare-decisions.ts';
import type { DecisionChange } from '#policy/tools/gate/compare-decisions.ts';
import type { LoggedLine } from '#policy/tools/logs/logged-gate.ts';
import type { Possible } from '#policy/tools/logs/replay.ts';
import { groupsOf, holdsValue, isNameable, widened } from './request-box.ts';
import type { Group, RequestBox } from './request-box.ts';
import { documentText, reasonFor, ruleId, ruleText, testName, testsText } from './suggestion-text.ts';
import type { SuggestedTest } from './suggestion-text.ts';
import { Trials, allows, obstacles } from './trials.ts';
import type { Way } from './trials.ts';
import { wantedIn } from './wanted.ts';
import type { Wanted } from './wanted.ts';

export type Suggestion = {
  /** What it is built from, the most frequent first. */
  readonly requests: readonly Wanted[];
  readonly decision: BrowserDecision;
  readonly times: number;
  readonly found:
    | {
        /** Where it goes: into a layer below (inside a delegation, so it cannot reach further), or into the lowest document. */
        readonly place: 'lower-layer' | 'rule';
        /** Id of the document that it extends, or that it goes into. */
        readonly document: string;
        /** YAML, one entry of `rules`. */
        readonly rule: string;
        /** YAML, entries of `tests.cases`: they pass with the rule in place. */
        readonly tests: string;
        /** Entries of that document that need this box as an `except`. */
        readonly excepts: readonly string[];
        /** Its exact effect: by how many requests, by class of capabilities, and as `ghost policy diff` has it. */
        readonly loosened: bigint;
        readonly changes: readonly DecisionChange[];
        readonly rows: readonly DiffRow[];
      }
    /** What stands against it: floors, invariants, tests, entries of upper layers, or a person. */
    | { readonly place: 'none'; readonly forbiddenBy: readonly string[] };
};

type Found = Suggestion['found'];

export type SuggestOptions = {
  readonly today: string;
  readonly limit: number;
  /** What a gate may have been, where the log says less than the policy asks. */
  readonly possible?: Possible;
};

export type Suggestions = {
  readonly suggestions: readonly Suggestion[];
  readonly leftOut: number;
  /** Gates that this policy asks more about than the log says. */
  readonly undecided: number;
};

/** One suggestion for each kind of request that the policy does not allow; what was wanted most often first. */
export function suggestFor(
  policy: CompiledPolicy,
  lines: Iterable<LoggedLine>,
  { today, limit, possible = (gate) => [gate.facts] }: SuggestOptions,
): Suggestions {
  const { wanted, undecided } = wantedIn(policy, lines, possible);
  const groups = groupsOf(wanted)
    .map((group) => ({ group, times: timesOf(group.requests) }))
    .sort((a, b) => b.times - a.times);
  const search = new Search(policy, wanted, today);
  return {
    suggestions: groups.slice(0, limit).flatMap(({ group }) => search.of(group)),
    leftOut: Math.max(0, groups.length - limit),
    undecided,
  };
}

const timesOf = (requests: readonly Wanted[]): number => requests.reduce((sum, one) => sum + one.times, 0);

class Search {
  readonly #policy: CompiledPolicy;
  readonly #wanted: readonly Wanted[];
  readonly #trials: Trials;

  constructor(policy: CompiledPolicy, wanted: readonly Wanted[], today: string) {
    this.#policy = policy;
    this.#wanted = wanted;
    this.#trials = new Trials(policy, today);
  }

  /** Of the whole group where one entry can allow all of it; otherwise of its halves. */
  of(group: Group): readonly Suggestion[] {
    const { requests } = group;
    const [first] = requests;
    if (first === undefined) return [];
    const found = requests.every(isNameable)
      ? first.answer === 'REFUSED'
        ? refused(requests)
        : this.#find(group)
      : UNNAMEABLE;
    const half = requests.length >> 1;
    if (found.place === 'none' && half > 0 && first.answer !== 'REFUSED') {
      const parts = [requests.slice(0, half), requests.slice(half)].flatMap((part) =>
        groupsOf(part).flatMap((one) => this.of(one)),
      );
      // Where no part can be allowed either, the whole says so once.
      if (parts.some((part) => part.found.place !== 'none')) return parts;
    }
    return [{ requests, decision: first.decision, times: timesOf(requests), found }];
  }

  #find(group: Group): Found {
    const ways: Way[] = [
      { place: 'lower-layer', masking: [] },
      { place: 'rule', masking: [] },
    ];
    const masking = this.#masking(group.requests);
    if (masking.length > 0) ways.push({ place: 'rule', masking });
    const against = new Set<string>();
    for (const way of ways) {
      const tried = this.#trials.with(way, [group.box]);
      for (const one of obstacles(tried, group.requests)) against.add(one);
      if (!allows(tried, group.requests)) continue;
      const crossed = this.#crossed(tried.policy, group);
      if (crossed !== null) {
        against.add(crossed);
        continue;
      }
      const found = this.#described(way, group, tried.policy);
      if (found !== null) return found;
    }
    return { place: 'none', forbiddenBy: [...against].sort() };
  }

  /** The widest box that is still nobody else's: patterns for what a person approved many times, no facts that hold nothing back. */
  #described(way: Way, group: Group, plain: CompiledPolicy): Found | null {
    const boxes = [this.#narrowed(way, group.box, plain)];
    const wide = group.requests.every(({ answer }) => answer === 'GRANTED') ? widened(group.box) : null;
    if (wide !== null) boxes.unshift(wide);
    for (const box of [...boxes, group.box]) {
      const tried = this.#trials.with(way, [box]);
      if (!allows(tried, group.requests) || this.#crossed(tried.policy, group) !== null) continue;
      // A pattern must not reach anything else that the log has.
      if (
        box === wide &&
        this.#wanted.some((one) => !group.requests.includes(one) && opens(tried.policy, one))
      )
        continue;
      const found = this.#said(way, box, group, tried.policy);
      if (found !== null) return found;
    }
    return null;
  }

  #said(way: Way, box: RequestBox, { requests }: Group, final: CompiledPolicy): Found | null {
    const compared = compareDecisions(this.#policy, final);
    const diff = diffPolicies(this.#policy, final);
    if (!compared.proven || !diff.ok) return null;
    const rule = this.#ruleText(box, requests);
    const tests = this.#tests(requests, final);
    const { id } = this.#policy;
    const document = loadPolicy(documentText(id, rule, tests), { file: 'suggestion' });
    // The tests are run as they will be written.
    const passes =
      document.ok &&
      document.value.tests.length === tests.length &&
      document.value.tests.every(({ facts, expect }) => final.decide(facts).decision === expect);
    if (!passes) return null;
    return {
      place: way.place,
      document: id,
      rule,
      tests: testsText(tests),
      excepts: way.masking.map(({ ref }) => ref),
      loosened: compared.loosened,
      changes: compared.changes,
      rows: diff.value.rows,
    };
  }

  /** What it is for, what a person refused, and a host that is nobody's. */
  #tests(requests: readonly Wanted[], final: CompiledPolicy): readonly SuggestedTest[] {
    const before = (facts: PolicyFacts): BrowserDecision => this.#policy.decide(facts).decision;
    const [first] = requests;
    if (first === undefined) return [];
    const { capability } = first.facts;
    const allowed = requests.slice(0, MAX_TESTS).map(({ facts, places }): SuggestedTest => ({
      name: testName(facts, 'is allowed', places[0] ?? ''),
      facts: plain(facts),
      expect: 'ALLOW',
    }));
    const kept = this.#wanted
      .filter(({ answer, facts }) => answer === 'REFUSED' && facts.capability === capability)
      .slice(0, MAX_TESTS)
      .map(({ facts, places }) => ({ facts, what: 'was refused by a person', place: places[0] ?? '' }));
    const host = first.facts.host === '' ? [] : [{ ...first.facts, host: 'elsewhere.invalid', path: '/' }];
    const others = [...kept, ...host.map((facts) => ({ facts, what: 'is as before', place: 'no entry' }))];
    const refusals = others
      .map(({ facts, what, place }): SuggestedTest => ({
        name: testName(facts, what, place),
        facts: plain(facts),
        expect: before(plain(facts)),
      }))
      .filter(({ expect }) => expect !== 'ALLOW');
    return [...allowed, ...refusals].filter(({ facts, expect }) => final.decide(facts).decision === expect);
  }

  /**
   * Leaves out every fact that the rule loosens nothing more without: what is left is what holds it narrow. Which ones these
   * may be is seen on one policy that has a rule without each of them; whether all of them can go at once, on another.
   */
  #narrowed(way: Way, box: RequestBox, plainly: CompiledPolicy): RequestBox {
    // One that no entry looks at is never held back by another entry, so it stays.
    const told = [...box.keys()].filter(
      (name) => !KEPT.has(name) && (this.#policy.statistics.classes[name] ?? 1) > 1,
    );
    const without = (names: readonly FactName[]): RequestBox =>
      new Map([...box].filter(([name]) => !names.includes(name)));
    const { policy: relaxed } = this.#trials.with(
      way,
      told.map((name) => without([name])),
    );
    const idle = relaxed === null ? [] : told.filter((name) => !this.#reaches(relaxed, box, name));
    const { policy: final } = this.#trials.with(way, [without(idle)]);
    const least = this.#loosenedBy(plainly);
    return final !== null && least !== null && this.#loosenedBy(final) === least ? without(idle) : box;
  }

  #loosenedBy(final: CompiledPolicy): bigint | null {
    const compared = compareDecisions(this.#policy, final);
    return compared.proven ? compared.loosened : null;
  }

  /** Whether `final` loosens a request that has the box's values in every fact but this one. */
  #reaches(final: CompiledPolicy, box: RequestBox, free: FactName): boolean {
    return loosensWithin(this.#policy, final, (name, value) => {
      const values = box.get(name);
      return values === undefined || (name === free) !== values.some((one) => holdsValue(name, one, value));
    });
  }

  /** What a person refused, or the group has no part in, and would be allowed now. */
  #crossed(final: CompiledPolicy, { requests }: Group): string | null {
    const other = this.#wanted.find(
      (one) => one.answer === 'REFUSED' && !requests.includes(one) && opens(final, one),
    );
    return other === undefined ? null : `a person's refusal (${other.places[0] ?? ''})`;
  }

  /** Rules of the lowest document that speak here and are more severe than ALLOW. */
  #masking(requests: readonly Wanted[]): readonly Entry[] {
    const rules = this.#policy.stack.layers.at(-1)?.rules ?? [];
    return rules.filter(
      (rule) => (rule.cells[0]?.severity ?? 0) > 0 && requests.some(({ facts }) => holds(rule.scope, facts)),
    );
  }

  #ruleText(box: RequestBox, requests: readonly Wanted[]): string {
    const lowest = this.#policy.stack.layers.at(-1);
    const taken = new Set((lowest?.rules ?? []).map(({ id }) => id));
    return ruleText(ruleId(box, taken), box, reasonFor(requests));
  }
}

const MAX_TESTS = 6;
const PATH = factIndex('path');
/** A rule that says neither what nor where is not what was asked for, though it may loosen nothing more. */
const KEPT: ReadonlySet<FactName> = new Set<FactName>(['capability', 'host', 'path']);

const UNNAMEABLE: Found = { place: 'none', forbiddenBy: ['a path with `*`, which no rule can name'] };

const refused = (requests: readonly Wanted[]): Found => ({
  place: 'none',
  forbiddenBy: [`a person's refusal (${requests.flatMap(({ places }) => places)[0] ?? ''})`],
});

/** Whether a request that is not allowed now would be, whatever lay below its path. */
function opens(final: CompiledPolicy, { facts, deeper }: Wanted): boolean {
  const paths = final.space.open(PATH);
  const below =
    paths === null || !deeper
      ? []
      : Array.from({ length: paths.count }, (_, index) => paths.witness(index)).filter((path) =>
          pathUnder(facts.path, path),
        );
  return [facts.path, ...below].some((path) => final.decide({ ...facts, path }).decision === 'ALLOW');
}

/** As the tests have it: names of elements are text of a page, and are not written into a policy. */
const plain = (facts: PolicyFacts): PolicyFacts => ({
  ...facts,
  ...Object.fromEntries(factsWith('suggests', 'PAGE').map((fact) => [fact, FACTS[fact].neutral])),
});
