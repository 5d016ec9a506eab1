// A question as the boundary asks it, and the forms that its end can take.
import type { Failure } from '#policy/language/failure.ts';
import type { ConsentAnswer, ConsentCard, ConsentView, LeftOut } from '#gateway/protocol/views/consent.ts';
import type { Principal } from '#gateway/boundary/task/principal.ts';
import type { Approvers } from './approvers.ts';
import type { Proof } from './authentication.ts';
import type { Asker, Held, Patience } from './refusal-memory.ts';

/** A question without what the broker adds (identity, times, count). */
export type Question = Omit<ConsentCard, 'id' | 'createdAt' | 'expiresAt' | 'count' | 'before'> & {
  /** By whom and for what a refusal is remembered; default: by all who ask, for this very act. */
  readonly asker?: Asker;
  readonly kind?: string;
  /** Ids of whoever wants the act: the navigator or client that asks, and the client that started the task. */
  readonly askers: readonly string[];
  readonly timeoutSeconds: number;
};

export type ConsentOutcome =
  | {
      readonly state: 'GRANTED';
      readonly consentId: string;
      readonly scope: 'ONCE' | 'TASK_SITE';
      /** Of a plan: what the answer is not for. */
      readonly leftOut?: LeftOut;
      /** The name in the policy by which they may. */
      readonly approver?: string;
      readonly by: string;
      readonly proof: Proof;
    }
  | {
      readonly state: 'REFUSED' | 'TIMED_OUT' | 'NOBODY' | 'VOID';
      readonly consentId: string;
      readonly by: string | null;
      /** `null` where nobody answered. */
      readonly proof: Proof | null;
      readonly stopTask: boolean;
      /** What the person says to whoever asked. It allows nothing. */
      readonly says?: string;
    }
  /** Nobody was asked: it was refused before, or there are too many questions. */
  | {
      readonly state: 'NOT_ASKED';
      readonly consentId: string;
      readonly by: null;
      readonly proof: null;
      readonly stopTask: false;
      readonly held: Held;
    }
  /** Nobody was asked: whoever may answer is nobody here. */
  | {
      readonly state: 'NO_APPROVER';
      readonly consentId: string;
      readonly by: null;
      readonly proof: null;
      readonly stopTask: false;
      readonly error: Failure;
    };

/** Answers at once, without a person's own channel: the library's callback, the terminal prompt. Of a plan it may leave something out. */
export type ConsentCallback = (
  card: ConsentCard,
  signal: AbortSignal,
) => Promise<ConsentAnswer | { readonly answer: ConsentAnswer; readonly leftOut?: LeftOut }>;

export type Misplaced = {
  readonly card: ConsentCard;
  readonly by: Principal;
  readonly proof: Proof;
  readonly error: Failure;
};

export type BrokerOptions = {
  readonly callback?: { readonly answer: ConsentCallback; readonly principal: Principal };
  /** Milliseconds since 1970, for what a person reads. */
  readonly now?: () => number;
  /** The time of a permission: an answer that allows counts until its question's end by this. */
  readonly permission?: () => number;
  readonly patience?: Patience;
  /** Milliseconds that only grow. */
  readonly monotonic?: () => number;
  readonly onChange?: (event: 'opened' | 'closed', view: ConsentView) => void;
  /** Default: whoever runs the gateway, and no role. */
  readonly approvers?: Approvers;
  /** An allowing answer of somebody who may not give it. The question stays open. */
  readonly onMisplaced?: (misplaced: Misplaced) => void;
};
