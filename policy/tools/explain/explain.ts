// Why a request is decided as it is: for operators, who see all of it. The decision comes from the tables; what spoke and
// lost comes from the interpreter.
import type { WhyNot } from './why-not.ts';
import type { CompiledPolicy } from '#policy/engine/compile/compiled-policy.ts';
import { contains } from '#policy/engine/documents/condition.ts';
import type { DecisionReason, PolicyDecision, PolicyFacts } from '#policy/language/facts.ts';
import type { MissingClass } from '#policy/language/missing-class-hint.ts';
import type { Failure, Result } from '#policy/language/failure.ts';
import { cellAt, interpret } from '#policy/engine/deciding/interpret.ts';
import { parseRequest, parseRequestLine } from '#policy/requests/request.ts';
import { placeOf } from '#policy/engine/documents/document.ts';
import { reasonOf } from '#policy/engine/layers/verdict.ts';
import type { Voice } from '#policy/engine/layers/verdict.ts';
import type { BrowserDecision } from '#policy/language/vocabulary.ts';

export type OutvotedEntry = DecisionReason & {
  /** The entry that it yielded to. */
  readonly by: string;
};

export type Explanation = {
  readonly decision: BrowserDecision;
  readonly violation: PolicyDecision['violation'];
  /** Entries at the winning severity, each with the place of the cell or decision that spoke. */
  readonly because: readonly DecisionReason[];
  /** Entries that spoke and did not decide. */
  readonly outvoted: readonly OutvotedEntry[];
  /** Invariants whose requests include this one: what no edit of the policy could change. */
  readonly invariants: readonly string[];
  readonly obligations: PolicyDecision['obligations'];
  readonly escalation: PolicyDecision['escalation'];
  readonly policy: {
    readonly id: string;
    readonly revision: number;
    readonly semantic: string;
    readonly source: string;
    readonly layers: readonly string[];
  };
  readonly facts: PolicyFacts | null;
  /** Entries that name no address class, where that word is what is between the request and a milder answer. */
  readonly missing?: readonly MissingClass[];
  /** From `whyNot`, for operators alone: near misses would teach an injected agent where the fence ends. */
  readonly almost?: WhyNot['almost'];
  readonly nearestAllow?: WhyNot['nearestAllow'];
  /** Only for a malformed request. */
  readonly error?: Failure;
};

export function explain(policy: CompiledPolicy, facts: PolicyFacts): Explanation {
  const decided = policy.decide(facts);
  const trace = interpret(policy.stack, facts);
  const winning = new Set(decided.because.map((reason) => `${reason.layer} ${reason.entry}`));
  const strongest = decided.because[0]?.entry ?? 'request';
  const missing = policy.missingClass(facts);
  const isWinner = (voice: Voice): boolean => winning.has(`${voice.entry.layer} ${voice.entry.ref}`);
  return {
    decision: decided.decision,
    violation: decided.violation,
    because: decided.because.map((reason) => {
      const voice = trace.voices.find(
        (one) => one.entry.ref === reason.entry && one.entry.layer === reason.layer,
      );
      return voice === undefined ? reason : { ...reason, at: placeAt(voice, facts, reason.at) };
    }),
    outvoted: trace.voices
      .filter((voice) => !isWinner(voice))
      .map((voice) => {
        const reason = reasonOf(voice.entry, voice.severity);
        return { ...reason, at: placeAt(voice, facts, reason.at), by: strongest };
      }),
    invariants: invariantsOver(policy, facts),
    ...(missing.length === 0 ? {} : { missing }),
    obligations: decided.obligations,
    escalation: decided.escalation,
    policy: identityOf(policy),
    facts,
  };
}

/** A request as a value (an object of facts) or as a line of JSON. A malformed one is a DENY that says why. */
export function explainLine(policy: CompiledPolicy, input: unknown): Explanation {
  const parsed: Result<PolicyFacts> =
    typeof input === 'string' ? parseRequestLine(input) : parseRequest(input);
  return parsed.ok ? explain(policy, parsed.value) : explainMalformed(policy, parsed.error);
}

function explainMalformed(policy: CompiledPolicy, error: Failure): Explanation {
  const reason: DecisionReason = {
    entry: 'request',
    decision: 'DENY',
    layer: 'engine',
    at: '',
    reason: `The request is malformed: ${error.message}`,
  };
  return {
    decision: 'DENY',
    violation: 'CAPABILITY_DENIED',
    because: [reason],
    outvoted: [],
    invariants: [],
    obligations: policy.stack.duties,
    escalation: null,
    policy: identityOf(policy),
    facts: null,
    error,
  };
}

function placeAt(voice: Voice, facts: PolicyFacts, otherwise: string): string {
  const cell = voice.entry.axes.length === 0 ? null : cellAt(voice.entry, facts);
  return cell === null ? otherwise : placeOf(cell.span);
}

function invariantsOver(policy: CompiledPolicy, facts: PolicyFacts): readonly string[] {
  const ids = policy.invariants.flatMap((one) =>
    one.kind === 'at-least' && one.over.every((set) => contains(set, facts[set.fact])) ? [one.id] : [],
  );
  return [...new Set(ids)];
}

function identityOf(policy: CompiledPolicy): Explanation['policy'] {
  return {
    id: policy.id,
    revision: policy.revision,
    semantic: policy.semanticHash,
    source: policy.sourceHash,
    layers: policy.layers,
  };
}
