// Proof of invariants on the diagrams: a search that either meets a request that breaks the invariant or has seen every
// class of requests in the box. Never sampled, never timed out into a yes.
import type { ValueSet } from '#policy/engine/documents/condition.ts';
import { leaf, leafValue } from '#policy/engine/space/node.ts';
import type { Diagram } from '#policy/engine/space/diagram.ts';
import type { Effort, Found, NodeId } from '#policy/engine/space/node.ts';
import type { Invariant } from '#policy/engine/documents/document.ts';
import { FACTS, FACT_NAMES } from '#policy/language/fact-table.ts';
import type { PolicyFacts } from '#policy/language/facts.ts';
import type { Failure, Span } from '#policy/language/failure.ts';
import { failure } from '#policy/language/failure.ts';
import { requestIn } from './feasible.ts';
import { ownPort } from '#policy/requests/host.ts';
import { cellAt, interpret } from '#policy/engine/deciding/interpret.ts';
import { factsOfValues, parseRequest } from '#policy/requests/request.ts';
import { classPasses } from '#policy/engine/space/class-test.ts';
import type { Test } from '#policy/engine/space/class-test.ts';
import { DAY, FACT_COUNT, NEUTRAL_CLASS, factIndex } from '#policy/engine/space/space.ts';
import type { Space } from '#policy/engine/space/space.ts';
import { stackOn } from '#policy/engine/layers/stack.ts';
import type { Stack } from '#policy/engine/layers/stack.ts';
import { decisionOf } from '#policy/engine/documents/decision-words.ts';

const ORIGIN = factIndex('origin');

/** What is proved on: severity of a leaf in the decision's and in the envelope's diagram. */
export type Provable = {
  readonly stack: Stack;
  readonly space: Space;
  readonly diagram: Diagram;
  readonly decision: NodeId;
  readonly envelope: NodeId;
  readonly decisionSeverity: (leaf: number) => number;
};

/** Every invariant that does not hold, each with a request that shows it. */
export function violations(
  policy: Provable,
  invariants: readonly Invariant[],
  effort: Effort = { cells: 0 },
): readonly Failure[] {
  return invariants.flatMap((one) => violationOf(policy, one, effort));
}

/** Where one invariant does not hold. */
export function violationOf(
  policy: Provable,
  invariant: Invariant,
  effort: Effort = { cells: 0 },
): readonly Failure[] {
  if (invariant.kind === 'requires') {
    const missing = invariant.obligations.filter((one) => !policy.stack.duties.includes(one));
    if (missing.length === 0) return [];
    const message = `the invariant \`${invariant.id}\` does not hold: not every decision carries ${missing.join(', ')}`;
    const help = 'add it to `obligations.always` or `obligations.after`';
    return [
      failure('policy.invariant-violated', message, {
        span: invariant.span,
        help,
        details: { invariant: invariant.id },
      }),
    ];
  }
  const permitted = fromToday(boxOf(invariant.over, policy.space), policy);
  if (isEmpty(permitted, policy.space)) return [];
  const { diagram } = policy;
  const least = policy.space.days.count === 1 ? null : leastOverDays(policy);
  const isBroken = (severity: number): boolean => severity < invariant.severity;
  if (least !== null && least.every((root) => diagram.find(root, permitted, isBroken, effort) === null))
    return [];
  const inPolicy = diagram.find(
    policy.decision,
    permitted,
    (value) => policy.decisionSeverity(value) < invariant.severity,
    effort,
  );
  const found =
    inPolicy ?? diagram.find(policy.envelope, permitted, (value) => value < invariant.severity, effort);
  if (found === null) return [];
  const witness = witnessOf(found, invariant.over, policy.space);
  const at = (shown: PolicyFacts, way: Found): Failure =>
    refutation(
      { ...policy, stack: stackOn(policy.stack, dayOf(way, policy)) },
      invariant,
      shown,
      inPolicy !== null,
    );
  if (parseRequest(witness).ok) return [at(witness, found)];
  // It contradicts itself: one that can be made is shown where there is one.
  const elsewhere = (fact: number, index: number): boolean =>
    permitted(fact, index) && (fact !== ORIGIN || policy.space.witness(fact, index) !== 'SAME_ORIGIN');
  const other =
    inPolicy === null
      ? diagram.find(policy.envelope, elsewhere, (value) => value < invariant.severity, effort)
      : diagram.find(
          policy.decision,
          elsewhere,
          (value) => policy.decisionSeverity(value) < invariant.severity,
          effort,
        );
  const real = other === null ? null : witnessOf(other, invariant.over, policy.space);
  return [real !== null && other !== null && parseRequest(real).ok ? at(real, other) : at(witness, found)];
}

function refutation(
  policy: Provable,
  invariant: Extract<Invariant, { kind: 'at-least' }>,
  witness: PolicyFacts,
  inPolicy: boolean,
): Failure {
  const answer = interpret(policy.stack, witness);
  const got = decisionOf(inPolicy ? answer.severity : answer.envelope);
  const grant = answer.voices.find((voice) => voice.entry.section === 'delegate');
  const entry = inPolicy || grant === undefined ? answer.winners[0]?.entry : grant.entry;
  const span: Span = (entry === undefined ? null : cellAt(entry, witness)?.span) ?? invariant.span;
  const { today } = policy.stack;
  const shown = brief(witness);
  const message = inPolicy
    ? `the invariant \`${invariant.id}\` does not hold: ${shown} is ${got}, not at least ${invariant.decision}`
    : `the invariant \`${invariant.id}\` does not hold below: a lower layer could make ${shown} ${got}`;
  return failure('policy.invariant-violated', message, {
    span,
    help: entry === undefined ? 'add a floor' : `\`${entry.ref}\` decides there; restrict it, or add a floor`,
    details: {
      invariant: invariant.id,
      on: inPolicy ? 'policy' : 'envelope',
      decision: got,
      entry: entry?.ref ?? null,
      witness: { ...witness },
      day: today,
    },
  });
}

const known = new WeakMap<Diagram, Map<string, readonly NodeId[]>>();

/** The least severities of decision and envelope on any day from today on: without days they are a fraction of the size. */
function leastOverDays({
  space,
  stack,
  diagram,
  decision,
  envelope,
  decisionSeverity,
}: Provable): readonly NodeId[] {
  const first = space.days.classOf(stack.today);
  const own = known.get(diagram) ?? new Map<string, readonly NodeId[]>();
  known.set(diagram, own);
  const key = `${decision} ${envelope} ${first}`;
  const done = own.get(key);
  if (done !== undefined) return done;
  const least = (root: NodeId, severity: (leaf: number) => number): NodeId =>
    diagram.overDays(root, (id) => {
      if (id < 0) return leaf(severity(leafValue(id)));
      const runs = diagram.runsOf(id);
      let lowest = severity(leafValue(diagram.childAt(id, first)));
      for (let at = 0; at < runs.length; at += 2)
        if ((runs[at] ?? 0) > first) lowest = Math.min(lowest, severity(leafValue(runs[at + 1] ?? id)));
      return leaf(lowest);
    });
  const made = [least(decision, decisionSeverity), least(envelope, (severity) => severity)];
  own.set(key, made);
  return made;
}

type Permitted = (fact: number, index: number) => boolean;
type OnDays = { readonly space: Space; readonly stack: Stack };

/** The same classes, from today on: what was before holds for nothing. */
export function fromToday(permitted: Permitted, { space, stack }: OnDays): Permitted {
  const first = space.days.classOf(stack.today);
  return first === 0 ? permitted : (fact, index) => (fact === DAY ? index >= first : permitted(fact, index));
}

/** A day of what was found: today, where it holds. */
export function dayOf(found: Found, { space, stack }: OnDays): string {
  const index = found.classes[DAY] ?? -1;
  return index < 0 || index === space.days.classOf(stack.today) ? stack.today : space.days.witness(index);
}

/** Whether a class is in the box. Sets of one fact that stand twice both count. */
export function boxOf(over: readonly ValueSet[], space: Space): (fact: number, index: number) => boolean {
  const tests: (readonly Test[] | undefined)[] = [];
  for (const set of over) {
    const fact = factIndex(set.fact);
    tests[fact] = [...(tests[fact] ?? []), space.testSet(set)];
  }
  return (fact, index) => (tests[fact] ?? []).every((test) => classPasses(test, index));
}

/** Whether no request is in a box: some fact has no class left. A way to a leaf need not ask for that fact. */
function isEmpty(permitted: (fact: number, index: number) => boolean, space: Space): boolean {
  for (let fact = 0; fact < FACT_COUNT; fact++) {
    const count = space.counts[fact] ?? 1;
    let index = 0;
    while (index < count && !permitted(fact, index)) index++;
    if (index === count) return true;
  }
  return false;
}

/** A concrete request of the classes found; facts that do not matter take a value in the box, the neutral one if it is. */
export function witnessOf(found: Found, over: readonly ValueSet[], space: Space): PolicyFacts {
  const permitted = boxOf(over, space);
  const boxed = new Set(over.map((set) => factIndex(set.fact)));
  const request: Record<string, unknown> = {};
  const classes = Int32Array.from(found.classes);
  for (let fact = 0; fact < FACT_COUNT; fact++) {
    const name = FACT_NAMES[fact] ?? 'host';
    let index = found.classes[fact] ?? -1;
    if (index < 0 && permitted(fact, NEUTRAL_CLASS)) index = NEUTRAL_CLASS;
    for (let one = 0; index < 0 && one < (space.counts[fact] ?? 0); one++)
      if (permitted(fact, one)) index = one;
    if (boxed.has(fact)) classes[fact] = index;
    request[name] = space.witness(fact, Math.max(0, index));
  }
  // One that can be made, where the classes hold one.
  const real = requestIn({ classes }, space);
  if (real !== null) return real;
  // Nobody navigates to another origin on the same one: what is said of such requests is said of those on another (feasible.ts).
  const free = (classes[ORIGIN] ?? -1) < 0 && permitted(ORIGIN, space.classOf(ORIGIN, 'CROSS_ORIGIN'));
  if (free && request['capability'] === 'NAVIGATE_CROSS_ORIGIN') request['origin'] = 'CROSS_ORIGIN';
  const parsed = factsOfValues(request);
  if (!parsed.ok) throw new TypeError(`a witness is a request: ${parsed.error.message}`);
  return parsed.value;
}

/** The facts of a request that differ from their neutral values, in words. */
export function brief(facts: PolicyFacts): string {
  const shown = FACT_NAMES.filter(
    (name) =>
      facts[name] !== FACTS[name].neutral && (name !== 'port' || facts.port !== ownPort(facts.scheme)),
  );
  return `\`${shown.map((name) => `${name} ${String(facts[name])}`).join(', ')}\``;
}
