// A row of the audit list, and what a verification found. Plain JSON.
// INVARIANT: secrets never stand in it.
import type { BrowserDecision } from '#policy/language/vocabulary.ts';

/** A row of the audit list. Verdict and outcome are separate. */
export type AuditRow = {
  readonly seq: number;
  readonly at: string;
  readonly type: string;
  readonly taskId: string | null;
  /** Of the act that it is about: decision, question, answer, authorisation and outcome have one. */
  readonly requestId: string | null;
  readonly who: string;
  readonly what: string;
  readonly where: string;
  readonly verdict: BrowserDecision | null;
  /** `rules.named-by-user:31`, consent id … */
  readonly why: string;
  readonly outcome: string | null;
  readonly hash: string;
};

/** The newest rows that match, and how many do. */
export type AuditAnswer = {
  readonly rows: readonly AuditRow[];
  readonly total: number;
  /** Nobody counted further: there may be more than `total`. */
  readonly atLeast?: true;
};

export type AuditVerification = {
  readonly ok: boolean;
  readonly entries: number;
  /** The last entry that a signed checkpoint covers, and when it was signed. */
  readonly checkpoint: { readonly size: number; readonly at: string; readonly rootHash: string } | null;
  readonly firstBad: { readonly seq: number; readonly problem: string } | null;
  readonly publicKey: string;
};
