// From an act's gates to one decision: every gate is asked, the severest answer wins, an unknown duty denies.
import type { Gate } from '#policy/acts/gate.ts';
import type { DecisionReason, EffectivePolicy, PolicyDecision, PolicyFacts } from '#policy/language/facts.ts';
import { joinTerms } from '#policy/engine/layers/verdict.ts';
import { missingInWords } from './missing-class.ts';
import { BROWSER_DECISIONS } from '#policy/language/vocabulary.ts';
import { grantBasisOf } from '#policy/requests/grant-basis.ts';
import type {
  BrowserCapability,
  BrowserDecision,
  BrowserViolationType,
  Obligation,
} from '#policy/language/vocabulary.ts';

/** Duties that this gateway and its executors carry out. Any other one makes the decision DENY (POLICY.md 6.4). */
const HONOURED: ReadonlySet<Obligation> = new Set([
  'AUDIT',
  'AUDIT_FULL',
  'CLEAR_STORAGE',
  'DELETE_PROFILE',
  'MASK_VALUE',
  'RECHECK_ON_REDIRECT',
]);

const NONE: ReadonlySet<Obligation> = new Set();

export type Ruling = {
  readonly decision: BrowserDecision;
  readonly violation: BrowserViolationType | null;
  readonly because: readonly DecisionReason[];
  readonly timeoutSeconds: number;
  /** Who may answer, by every entry that asks. */
  readonly approvers: readonly string[];
  /** Not whoever asked. */
  readonly fourEyes?: true;
  /** Minutes for which a yes for the task holds; 0: it is for this act. Not there: as long as the task. */
  readonly askOnce?: number;
  /** Every gate with its own answer; `escalated` are those that a person has to answer for. */
  readonly gates: readonly {
    readonly gate: Gate;
    readonly facts: PolicyFacts;
    /** The words may stand at hosts that `facts` does not name. */
    readonly manyHosts?: true;
    readonly decision: BrowserDecision;
    /** Entries that decided it, each with the place of its cell. */
    readonly because: readonly DecisionReason[];
    readonly obligations: readonly Obligation[];
    /** Who may answer for this gate alone, as one text: an answer covers nothing that others have to answer for. */
    readonly approvers?: string;
  }[];
  /** What a policy would have to say for the address that something led to, in words; not there where nothing would help. */
  readonly mend?: string;
  /** What it stands on: another one as soon as the policy decides otherwise. */
  readonly policyHash: string;
  /** Of the documents: what the log says. */
  readonly semanticHash: string;
  /** Of the bytes that it was compiled from, and its layers, upper first. */
  readonly source: { readonly hash: string; readonly layers: readonly string[] };
};

/** Whether the question is put off until the effect itself starts. Only an ESCALATE can be deferred. */
export const isDeferred = (gate: Gate, decision: BrowserDecision): boolean =>
  gate.deferred === true && decision === 'ESCALATE';

/** Pure: the same policy and facts give the same ruling. */
export function rule(
  policy: EffectivePolicy,
  asked: readonly { gate: Gate; facts: PolicyFacts; manyHosts?: true }[],
  more: ReadonlySet<Obligation> = NONE,
): Ruling {
  const answers = asked.map(({ gate, facts, manyHosts }) => ({
    gate,
    facts,
    many: manyHosts === true ? { manyHosts } : {},
    answer: honour(policy.decide(facts), more),
  }));
  const decision = answers.reduce<BrowserDecision>(
    (worst, { gate, answer }) =>
      isDeferred(gate, answer.decision) ? worst : severest(worst, answer.decision),
    'ALLOW',
  );
  const deciding = answers.filter(
    ({ gate, answer }) => answer.decision === decision && !isDeferred(gate, answer.decision),
  );
  const timeouts = deciding.flatMap(({ answer }) =>
    answer.escalation === null ? [] : [answer.escalation.timeoutSeconds],
  );
  const mend = decision === 'DENY' ? mendOf(policy, deciding) : '';
  return Object.freeze({
    ...(mend === '' ? {} : { mend }),
    decision: answers.length === 0 ? 'DENY' : decision,
    violation: deciding.find(({ answer }) => answer.violation !== null)?.answer.violation ?? null,
    because: uniqueReasons(deciding.flatMap(({ answer }) => answer.because)),
    timeoutSeconds: timeouts.length === 0 ? 120 : Math.min(...timeouts),
    ...approversOf(deciding.map(({ answer }) => answer)),
    gates: answers.map(
      ({ gate, facts, many, answer: { decision: own, because, obligations, escalation } }) => ({
        gate,
        facts,
        ...many,
        decision: own,
        because,
        obligations,
        ...(escalation === null ? {} : { approvers: inOneText(escalation) }),
      }),
    ),
    policyHash: grantBasisOf(policy),
    semanticHash: policy.semanticHash,
    source: { hash: policy.sourceHash, layers: policy.layers },
  });
}

/** Those whom all that ask have in common, and for how long their yes holds; the person who runs the gateway where none asks. Nobody is nobody: it is denied. */
function approversOf(answers: readonly PolicyDecision[]): Pick<Ruling, 'approvers' | 'fourEyes' | 'askOnce'> {
  const terms = answers.flatMap(({ escalation }) =>
    escalation === null ? [] : [{ ...escalation, timeout: escalation.timeoutSeconds }],
  );
  if (terms.length === 0) return { approvers: ['user'] };
  const { timeout: _, ...rest } = joinTerms(terms);
  return rest;
}

const inOneText = ({ approvers, fourEyes }: NonNullable<PolicyDecision['escalation']>): string =>
  `${approvers.toSorted().join(' ')}${fourEyes === true ? ' fourEyes' : ''}`;

/** Of a gate's approvers in one text: whether the person who runs the gateway is one of them. */
export const ownersMay = (approvers: string): boolean => {
  const words = approvers.split(' ');
  return words.includes('user') && !words.includes('fourEyes');
};

/** The word that an entry lacks for the address, where it would help. */
function mendOf(policy: EffectivePolicy, deciding: readonly { readonly facts: PolicyFacts }[]): string {
  for (const { facts } of deciding) {
    const words = missingInWords(policy.missingClass?.(facts) ?? [], facts);
    if (words !== '') return words;
  }
  return '';
}

/** One request's decision, with the duties that this gateway carries out. */
export const decisionOn = (policy: EffectivePolicy, facts: PolicyFacts): BrowserDecision =>
  honour(policy.decide(facts)).decision;

/** The capabilities that a person has to answer for. */
export function escalated(ruling: Ruling): readonly BrowserCapability[] {
  return ruling.gates
    .filter(({ gate, decision }) => decision === 'ESCALATE' && !isDeferred(gate, decision))
    .map(({ gate }) => gate.capability);
}

export function severest(a: BrowserDecision, b: BrowserDecision): BrowserDecision {
  return BROWSER_DECISIONS.indexOf(a) >= BROWSER_DECISIONS.indexOf(b) ? a : b;
}

function honour(answer: PolicyDecision, more: ReadonlySet<Obligation> = NONE): PolicyDecision {
  const unknown = answer.obligations.find((duty) => !HONOURED.has(duty) && !more.has(duty));
  if (unknown === undefined || answer.decision === 'DENY' || answer.decision === 'ABORT') return answer;
  const reason = {
    entry: `obligations.${unknown}`,
    decision: 'DENY',
    layer: 'gateway',
    at: '',
    reason: 'this duty is not carried out here',
  } as const;
  return { ...answer, decision: 'DENY', violation: 'CAPABILITY_DENIED', because: [reason] };
}

function uniqueReasons(reasons: readonly DecisionReason[]): readonly DecisionReason[] {
  return [...new Map(reasons.map((reason) => [`${reason.layer}/${reason.entry}`, reason])).values()];
}
