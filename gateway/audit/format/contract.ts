// The audit log's entries and interface. INVARIANT: `append` resolves only when the entry is on disk.
import type { Failure, Result } from '#policy/language/failure.ts';
import type { BrowserDecision } from '#policy/language/vocabulary.ts';
import type { AuditAnswer, AuditVerification, ProvenEntries } from '#gateway/protocol/views/audit.ts';
import type { HealthCause } from '#gateway/protocol/views/health.ts';

export const AUDIT_EVENT_TYPES = [
  'gateway.started',
  'gateway.halted',
  'gateway.stopped',
  'policy.loaded',
  'policy.refused',
  'policy.reverted',
  'policy.shadow',
  'policy.edited',
  'policy.trusted',
  'policy.untrusted',
  'policy.held',
  'settings.edited',
  'model.tried',
  'task.started',
  'task.retried',
  'task.asked',
  'task.answered',
  'task.told',
  'task.ended',
  'decision',
  'consent.asked',
  'consent.answered',
  'consent.enrolled',
  'consent.misplaced',
  'grant.revoked',
  'identity.signed-in',
  'identity.signed-out',
  'authorization.issued',
  'authorization.refused',
  'act.outcome',
  'session.ended',
  'foreground.opened',
  'desktop.refused',
  'page.act',
  'origins.grown',
  'connection',
  'connection.ended',
  'attach.connected',
  'attach.disconnected',
  'tab.launched',
  'tab.over-budget',
  'tab.closed',
  'audit.read',
  'audit.exported',
  'audit.verified',
  'audit.resumed',
  'audit.upgraded',
  'data.backed-up',
  'data.restored',
  'results.read',
  'results.exported',
  'results.deleted',
  'applet.made',
] as const;
export type AuditEventType = (typeof AUDIT_EVENT_TYPES)[number];

/** What the caller gives. Values of secrets never come here: the boundary masks them first, `append` masks what still looks like one. */
export type AuditEvent = {
  readonly type: AuditEventType;
  readonly taskId: string | null;
  readonly requestId: string | null;
  /** `navigator:offline`, `page`, `person:ui`, `client:cli`, `gateway`. */
  readonly who: string;
  /** Verb and object in words. */
  readonly what: string;
  /** Origin or host, `''` where there is none. */
  readonly where: string;
  readonly verdict: BrowserDecision | null;
  /** Deciding entry and place, or consent id. */
  readonly why: string;
  readonly outcome: string | null;
  /** Plain JSON: facts, digests, policy hash, findings. */
  readonly details: Readonly<Record<string, unknown>>;
};

export type AuditEntry = AuditEvent & {
  /** From 1, without gaps. */
  readonly seq: number;
  /** RFC 3339, UTC, milliseconds. */
  readonly at: string;
  /** `sha256:…` of the entry before (of the empty string for the first). */
  readonly previous: string;
  /** `sha256:…` over the canonical JSON of everything above. */
  readonly hash: string;
};

/** A parsed query string: `type:decision verdict:DENY task:T1 where:shop.test since:2026-01-01 text "free words"`. */
export type AuditQuery = {
  readonly text: string;
  readonly limit?: number;
  readonly beforeSeq?: number;
  /** Also what all that match have in common. */
  readonly facets?: true;
};

export interface AuditLog {
  readonly path: string;
  readonly publicKey: string;
  /** Group-committed: many callers share one sync. Errors: `audit.write-failed`; after one, every append fails until the log is well. */
  append(event: AuditEvent): Promise<Result<AuditEntry>>;
  /** What is wrong with it; `null`: nothing. It mends itself, and `audit.resumed` says what it lacks. */
  trouble(): HealthCause | null;
  /** Entries that are not on disk yet. */
  unwritten(): number;
  /** Why no act may begin now; `null`: it may. One that may not is counted. */
  refuseAct(): Failure | null;
  /** Called when its trouble changes. Returns the unsubscribe function. */
  onTrouble(listener: () => void): () => void;
  count(): number;
  /** All that match are counted, here and now: it holds up the process, so at a start and in a process of its own alone. */
  query(query: AuditQuery): Result<AuditAnswer>;
  /**
   * The same rows, on a thread; counts so far as it is worth while. `who` has a share of its places. Errors: those of `query`,
   * `audit.too-many-queries`, `audit.query-late`.
   */
  search(query: AuditQuery, signal?: AbortSignal, who?: string): Promise<Result<AuditAnswer>>;
  entry(seq: number): AuditEntry | null;
  /** Entries held against the last signed root, on the same thread. Errors: those of `search`. */
  prove(seqs: readonly number[], signal?: AbortSignal, who?: string): Promise<Result<ProvenEntries>>;
  /** Entries after `seq`, in order. */
  since(seq: number, limit: number): readonly AuditEntry[];
  verify(): Promise<AuditVerification>;
  /** Called after each commit with the last seq, and those that only tell of a reading of the log. Returns the unsubscribe function. */
  subscribe(listener: (seq: number, reads: readonly number[]) => void): () => void;
  close(): Promise<void>;
}
