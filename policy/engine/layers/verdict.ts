// From the entries that win to the decision: violation, reasons, obligations, escalation. The one place that words it.
import { otherThanOwn } from '#policy/language/approvers.ts';
import type { Severity, Entry } from '#policy/engine/documents/document.ts';
import { ESCALATE, placeOf } from '#policy/engine/documents/document.ts';
import type { DecisionReason, PolicyDecision } from '#policy/language/facts.ts';
import type { Stack, Terms } from './stack.ts';
import { decisionOf } from '#policy/engine/documents/decision-words.ts';
import { OBLIGATIONS } from '#policy/language/vocabulary.ts';
import type { BrowserViolationType, Obligation } from '#policy/language/vocabulary.ts';

/** An entry and what it says at a request. */
export type Voice = {
  readonly entry: Entry;
  readonly severity: Severity;
  readonly violation: BrowserViolationType;
};

/** Which violation a decision carries when its entries name several: the most telling one. */
const VIOLATION_ORDER: readonly BrowserViolationType[] = [
  'FORBIDDEN_BROWSER_TYPE',
  'UNKNOWN_BROWSER_TYPE',
  'SANDBOX_FLAG_VIOLATION',
  'CREDENTIAL_ACCESS_ATTEMPT',
  'EXTENSION_VIOLATION',
  'CROSS_ORIGIN_VIOLATION',
  'STORAGE_VIOLATION',
  'TAB_POLICY_VIOLATION',
  'NAVIGATION_DENIED',
  'CRASH',
  'TIMEOUT',
  'CAPABILITY_DENIED',
];

export function worstViolation(all: readonly BrowserViolationType[]): BrowserViolationType {
  return VIOLATION_ORDER.find((one) => all.includes(one)) ?? 'CAPABILITY_DENIED';
}

/**
 * All entries that escalate have to be satisfied: the least time to answer and for a yes to hold, and whoever may answer every one of them. Where one of them wants
 * four eyes, that is nobody who asks.
 */
export function joinTerms(all: readonly Terms[]): Terms {
  const [first, ...rest] = all;
  if (first === undefined) return { approvers: [], timeout: 0 };
  const common = first.approvers.filter((one) => rest.every((terms) => terms.approvers.includes(one)));
  const fourEyes = all.some((terms) => terms.fourEyes === true);
  const askOnce = Math.min(...all.map((terms) => terms.askOnce ?? Infinity));
  return {
    approvers: fourEyes ? otherThanOwn(common) : common,
    timeout: Math.min(...all.map((terms) => terms.timeout)),
    ...(fourEyes ? { fourEyes } : {}),
    ...(askOnce === Infinity ? {} : { askOnce }),
  };
}

/** What the winners amount to, without naming them: equal for policies that decide alike. */
export type DecidedTerms = {
  readonly severity: Severity;
  readonly violation: BrowserViolationType | null;
  readonly obligations: readonly Obligation[];
  readonly terms: Terms | null;
};

export function outcomeOf(stack: Stack, severity: Severity, winners: readonly Voice[]): DecidedTerms {
  const duties = new Set([...stack.duties, ...winners.flatMap((voice) => voice.entry.obligations)]);
  const terms = winners.flatMap((voice) => {
    const own = stack.termsOf.get(voice.entry);
    return own === undefined ? [] : [own];
  });
  return {
    severity,
    violation: severity > ESCALATE ? worstViolation(winners.map((voice) => voice.violation)) : null,
    obligations: OBLIGATIONS.filter((one) => duties.has(one)),
    terms: severity === ESCALATE ? joinTerms(terms) : null,
  };
}

/** The frozen decision. `winners` are the entries at the winning severity. */
export function decisionFor(stack: Stack, severity: Severity, winners: readonly Voice[]): PolicyDecision {
  const { violation, obligations, terms } = outcomeOf(stack, severity, winners);
  return Object.freeze({
    decision: decisionOf(severity),
    violation,
    because: Object.freeze(winners.map((voice) => reasonOf(voice.entry, severity))),
    obligations: Object.freeze(obligations),
    escalation:
      terms === null
        ? null
        : Object.freeze({
            timeoutSeconds: terms.timeout,
            approvers: Object.freeze([...terms.approvers]),
            ...(terms.fourEyes === true ? { fourEyes: true as const } : {}),
            ...(terms.askOnce === undefined ? {} : { askOnce: terms.askOnce }),
          }),
  });
}

export function reasonOf(entry: Entry, severity: Severity): DecisionReason {
  return Object.freeze({
    entry: entry.ref,
    decision: decisionOf(severity),
    layer: entry.layer,
    at: placeOf(entry.span),
    reason: entry.reason,
  });
}
