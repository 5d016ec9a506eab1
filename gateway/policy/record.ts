// Writes what happens to the policy into the audit log: one form for every event of its life.
import type { AuditEntry, AuditLog } from '#gateway/audit/contract.ts';
import type { Result } from '#policy/failure.ts';
import { WORDS } from './words.ts';
import type { PolicyEventType } from './words.ts';

export type PolicyRecord = (
  type: PolicyEventType,
  outcome: string,
  details: Readonly<Record<string, unknown>>,
  who?: string,
) => Promise<Result<AuditEntry>>;

export const recordIn =
  (audit: Pick<AuditLog, 'append'>): PolicyRecord =>
  (type, outcome, details, who = 'gateway') =>
    audit.append({
      type,
      taskId: null,
      requestId: null,
      who,
      what: WORDS[type],
      where: '',
      verdict: null,
      why: '',
      outcome,
      details,
    });
