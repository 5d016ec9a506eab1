// What the policy's life needs, and what callers ask of it.
import type { AuditLog } from '#gateway/audit/format/contract.ts';
import type { Proof } from '#gateway/boundary/consent/authentication.ts';
import type { PolicyRefusal } from '#gateway/protocol/views/policy.ts';
import type { Result } from '#policy/language/failure.ts';
import type { ProblemOf } from '#policy/engine/compile/unknown-approvers.ts';
import type { PolicyChecking } from '#gateway/policy/checking/checking.ts';
import type { LastInForce } from '#gateway/policy/kept/last-in-force.ts';

/** Who said which files are the policy: the caller of the gateway, the settings, or nobody (the shipped ones). */
export type Named = 'CALLER' | 'SETTINGS' | 'SHIPPED';

/** What the settings say, read again at every reload. */
export type PolicySettings = {
  readonly files: readonly string[];
  readonly shadow: readonly string[];
  /** Semantic hash of a policy that may loosen, or the hash of its source. */
  readonly acknowledged: string | null;
  /** Who said so; default: the settings. */
  readonly named?: Named;
};

export type Warrant = {
  /** `person:terminal`, `gateway` (a file changed). */
  readonly by: string;
  /** A person takes what loosens upon themselves, with this reason. */
  readonly acknowledge: string | null;
  readonly proof?: Proof;
  /** Hash of the source of what they were shown; without it, whatever is read. */
  readonly covers?: string;
};
export type ReloadRequest = Warrant & { readonly trigger: 'asked' | 'file' };

export type PolicyLifeParts = {
  readonly settings: () => Result<PolicySettings>;
  /** `<data>/policy`. */
  readonly directory: string;
  /** Watched beside the policy files. */
  readonly configFile: string;
  readonly audit: Pick<AuditLog, 'append'>;
  /** What was in force when the gateway ended. */
  readonly last: LastInForce;
  readonly now: () => number;
  /** Nothing is written: what holds is only to be shown. */
  readonly looksOnly?: boolean;
  /** Where a reload is checked; default: a thread of its own. */
  readonly checking?: PolicyChecking;
  /** Whether those who hand the policy out confirmed it lately; a failure denies every act. Asked for each. */
  readonly confirmed?: () => Result<void>;
  /** The policy that is decided with is another one, or one of its entries ended; what approvals stand on now. */
  readonly onChange: (standing: string) => void;
  /** A candidate was put beside the policy, or taken away. */
  readonly onCandidate?: () => void;
  /** By the settings: why nobody answers to an approver's name. */
  readonly approverProblem?: ProblemOf;
  readonly onRefused: (refusal: PolicyRefusal) => void;
};
