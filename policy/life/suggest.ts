// From a denied or escalated request to the narrowest entry that would allow it. INVARIANT: what is suggested was compiled,
// proved and decided with the entry in its place; what a floor or an invariant forbids is never suggested.
import { compilePolicy } from '#policy/compile.ts';
import type { CompiledPolicy } from '#policy/compile.ts';
import { loadPolicy } from '#policy/load.ts';
import type { PolicyDocument, Unit } from '#policy/document.ts';
import { FACT_NAMES, factSpec } from '#policy/fact-table.ts';
import type { FactName } from '#policy/fact-table.ts';
import type { PolicyFacts } from '#policy/facts.ts';
import type { Failure } from '#policy/failure.ts';
import { holds } from '#policy/condition.ts';
import type { BrowserDecision } from '#policy/vocabulary.ts';
import { compareDecisions } from './compare-decisions.ts';
import type { DecisionChange } from './compare-decisions.ts';
import type { LoggedGate } from './logged-gate.ts';

export type Suggestion = {
  readonly facts: PolicyFacts;
  readonly decision: BrowserDecision;
  readonly times: number;
  readonly places: readonly string[];
  readonly found:
    | {
        /** Where it goes: into a layer below (inside a delegation, so it cannot reach further), or into the lowest document. */
        readonly place: 'lower-layer' | 'rule';
        /** Id of the document that it extends, or that it goes into. */
        readonly document: string;
        /** YAML, one entry of `rules`. */
        readonly rule: string;
        /** Entries of that document that need this box as an `except`. */
        readonly excepts: readonly string[];
        readonly loosened: bigint;
        readonly changes: readonly DecisionChange[];
      }
    /** What stands against it: floors, invariants, tests, or entries of upper layers. */
    | { readonly place: 'none'; readonly forbiddenBy: readonly string[] };
};

type Pins = ReadonlySet<FactName>;
type Tried = { readonly policy: CompiledPolicy | null; readonly failures: readonly Failure[] };

const PLACES = 5;

export type SuggestOptions = { readonly today: string; readonly limit: number };

/** One suggestion for each distinct request that the policy does not allow; the most frequent first. */
export function suggestFor(
  policy: CompiledPolicy,
  gates: Iterable<LoggedGate>,
  { today, limit }: SuggestOptions,
): { readonly suggestions: readonly Suggestion[]; readonly leftOut: number } {
  const wanted = new Map<string, { facts: PolicyFacts; times: number; places: string[] }>();
  for (const { facts, place } of gates) {
    const key = JSON.stringify(FACT_NAMES.filter(isPinned).map((name) => facts[name]));
    const known = wanted.get(key) ?? { facts, times: 0, places: [] };
    wanted.set(key, known);
    known.times += 1;
    if (known.places.length < PLACES) known.places.push(place);
  }
  const open = [...wanted.values()]
    .map((one) => ({ ...one, decision: policy.decide(one.facts).decision }))
    .filter(({ decision }) => decision !== 'ALLOW')
    .sort((a, b) => b.times - a.times);
  return {
    suggestions: open.slice(0, limit).map((one) => ({ ...one, found: find(policy, one.facts, today) })),
    leftOut: Math.max(0, open.length - limit),
  };
}

function find(policy: CompiledPolicy, facts: PolicyFacts, today: string): Suggestion['found'] {
  const all: Pins = new Set(FACT_NAMES.filter((name) => isPinned(name) && isNamed(name, facts)));
  const ways = [
    (pins: Pins) => asLowerLayer(policy, facts, pins, today),
    (pins: Pins) => asRule(policy, facts, pins, [], today),
  ];
  const masking = maskingRules(policy, facts);
  if (masking.length > 0) ways.push((pins) => asRule(policy, facts, pins, masking, today));
  const against = new Set<string>();
  for (const [index, way] of ways.entries()) {
    const tried = way(all);
    for (const one of obstacles(tried, facts)) against.add(one);
    if (!allows(tried, facts)) continue;
    const pins = narrow(policy, way, all, tried.policy);
    const final = way(pins).policy ?? tried.policy;
    const compared = compareDecisions(policy, final);
    if (!compared.proven) continue;
    return {
      place: index === 0 ? 'lower-layer' : 'rule',
      document: policy.id,
      rule: ruleText(facts, pins),
      excepts: index === 2 ? masking.map(({ ref }) => ref) : [],
      loosened: compared.loosened,
      changes: compared.changes,
    };
  }
  return { place: 'none', forbiddenBy: [...against].sort() };
}

/** Leaves out every fact that the rule loosens nothing more without: what is left is what holds it narrow. */
function narrow(policy: CompiledPolicy, way: (pins: Pins) => Tried, all: Pins, first: CompiledPolicy): Pins {
  const loosenedBy = (one: CompiledPolicy): bigint | null => {
    const compared = compareDecisions(policy, one);
    return compared.proven ? compared.loosened : null;
  };
  const least = loosenedBy(first);
  let pins = all;
  for (const name of all) {
    if (name === 'capability' || name === 'host') continue;
    const fewer: Pins = new Set([...pins].filter((one) => one !== name));
    const tried = way(fewer).policy;
    if (tried !== null && least !== null && loosenedBy(tried) === least) pins = fewer;
  }
  return pins;
}

const allows = (tried: Tried, facts: PolicyFacts): tried is Tried & { policy: CompiledPolicy } =>
  tried.policy?.decide(facts).decision === 'ALLOW';

function obstacles(tried: Tried, facts: PolicyFacts): readonly string[] {
  if (tried.policy === null)
    return tried.failures.map(({ message, details }) =>
      typeof details?.['invariant'] === 'string'
        ? `invariants.${details['invariant']}`
        : typeof details?.['floor'] === 'string'
          ? details['floor']
          : message,
    );
  const { decision, because } = tried.policy.decide(facts);
  return decision === 'ALLOW' ? [] : because.map(({ entry }) => entry);
}

/** Counters are no way to tell requests apart: a rule for the third download of a day helps nobody. */
/** Counters, paths and names of elements differ from act to act of one kind. */
const isPinned = (name: FactName): boolean =>
  factSpec(name).kind !== 'integer' && name !== 'path' && name !== 'elementName';

/** No host, folder or endpoint is no value that a rule could name. */
const isNamed = (name: FactName, facts: PolicyFacts): boolean => facts[name] !== '';

function asLowerLayer(policy: CompiledPolicy, facts: PolicyFacts, pins: Pins, today: string): Tried {
  const layer = documentOf(policy.id, facts, pins);
  return layer === null ? NONE : compiled([...documentsOf(policy), layer], today);
}

function asRule(
  policy: CompiledPolicy,
  facts: PolicyFacts,
  pins: Pins,
  masking: readonly Unit[],
  today: string,
): Tried {
  const documents = documentsOf(policy);
  const lowest = documents.at(-1);
  const rule = documentOf(policy.id, facts, pins)?.rules[0];
  if (lowest === undefined || rule === undefined) return NONE;
  const rules = lowest.rules.map((one): Unit =>
    masking.includes(one)
      ? { ...one, scope: { op: 'and', parts: [one.scope, { op: 'not', part: rule.scope }] } }
      : one,
  );
  const changed: PolicyDocument = { ...lowest, rules: [...rules, { ...rule, layer: lowest.id }] };
  return compiled([...documents.slice(0, -1), changed], today);
}

const NONE: Tried = { policy: null, failures: [] };

function compiled(documents: readonly PolicyDocument[], today: string): Tried {
  const result = compilePolicy(documents, { today });
  return result.ok ? { policy: result.value, failures: [] } : { policy: null, failures: result.error };
}

/** Rules of the lowest document that speak here and are more severe than ALLOW. */
function maskingRules(policy: CompiledPolicy, facts: PolicyFacts): readonly Unit[] {
  const rules = policy.stack.layers.at(-1)?.rules ?? [];
  return rules.filter((rule) => (rule.cells[0]?.severity ?? 0) > 0 && holds(rule.scope, facts));
}

const documentsOf = (policy: CompiledPolicy): readonly PolicyDocument[] =>
  policy.stack.layers.map(({ document }) => document);

function documentOf(parent: string, facts: PolicyFacts, pins: Pins): PolicyDocument | null {
  const text = `policy: 1\nid: ${JSON.stringify(suggestionId(facts))}\nextends: { id: ${JSON.stringify(parent)} }\nrules:\n${ruleText(facts, pins)}`;
  const loaded = loadPolicy(text, { file: 'suggestion' });
  return loaded.ok ? loaded.value : null;
}

const suggestionId = ({ capability, host }: PolicyFacts): string =>
  `allow-${`${capability}-${host}`.toLowerCase().replaceAll(/[^a-z0-9]+/gu, '-')}`
    .slice(0, 60)
    .replace(/-+$/u, '');

/** One entry of `rules`, as YAML. */
export function ruleText(facts: PolicyFacts, pins: ReadonlySet<FactName>): string {
  const when = FACT_NAMES.filter((name) => pins.has(name)).map(
    (name) => `      ${name}: ${String(facts[name])}\n`,
  );
  return `  - id: ${suggestionId(facts)}\n    decision: ALLOW\n    when:\n${when.join('')}`;
}
