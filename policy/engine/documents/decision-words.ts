// The words for a decision and a violation in a document, and how severe each decision is.
import { BROWSER_DECISIONS, BROWSER_VIOLATION_TYPES } from '#policy/language/vocabulary.ts';
import type { BrowserViolationType } from '#policy/language/vocabulary.ts';
import type { Severity } from './document.ts';

/** `DENY` for a word that is no decision: the schema has reported it. */
export function severityOf(word: string): Severity {
  switch (word) {
    case 'ALLOW':
      return 0;
    case 'ESCALATE':
      return 1;
    case 'ABORT':
      return 3;
    default:
      return 2;
  }
}

export const decisionOf = (severity: Severity): (typeof BROWSER_DECISIONS)[number] =>
  BROWSER_DECISIONS[severity];

export function violationOf(value: unknown): BrowserViolationType {
  return BROWSER_VIOLATION_TYPES.find((one) => one === value) ?? 'CAPABILITY_DENIED';
}
