// The answer of policy and person to one act, and the log entry that has to be written first.
import type { Failure, Result } from '#policy/language/failure.ts';
import type { AuditEntry } from '#gateway/audit/format/contract.ts';
import type { KeptGrant } from '#gateway/boundary/grants/kept-grant.ts';
import type { ConsentOutcome } from '#gateway/boundary/consent/contract.ts';
import type { Ruling } from '#policy/engine/deciding/ruling.ts';

export type Verdict = {
  readonly ruling: Ruling;
  readonly consent: ConsentOutcome | null;
  /** `null`: go on, once `recorded` is there and well. */
  readonly error: Failure | null;
  /** What the answer allows beyond the act. */
  readonly kept?: readonly KeptGrant[];
  /** The last entry of this verdict, on disk. Must be awaited before anything is done. */
  readonly recorded: Promise<Result<AuditEntry>>;
};
