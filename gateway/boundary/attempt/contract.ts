// What callers ask the boundary for and what they get back; and the attempt: one request together with the page as it is now.
import type { BrowserAction } from '#policy/acts/actions.ts';
import type { Result } from '#policy/language/failure.ts';
import type { Initiator } from '#policy/language/vocabulary.ts';
import type { Ruling } from '#policy/engine/deciding/ruling.ts';
import type { BoundAct } from '#executors/contract/authorization.ts';
import type { Inspection } from '#executors/contract/inspection.ts';
import type { ActOutcome } from '#executors/contract/outcome.ts';
import type { ActTime, GhostTab } from '#executors/contract/tab.ts';
import type { ActInputs } from '#gateway/boundary/bringing/act-inputs-contract.ts';
import type { ConsentOutcome } from '#gateway/boundary/consent/contract.ts';
import type { NamedOrigins } from '#gateway/boundary/grants/named-origins.ts';
import type { Act } from '#gateway/boundary/steps/journal.ts';
import type { TaskContext } from '#gateway/boundary/task/context.ts';
import type { Principal } from '#gateway/boundary/task/principal.ts';
import type { WeighedAct } from '#gateway/boundary/weighing/weigh-act.ts';

/** Addresses that this act is decided on as named by its user: no other act of the task is, before this one is allowed. */
export type Typed = {
  readonly origins: NamedOrigins;
  /** Called once it is allowed, before it is carried out. */
  readonly allowed: () => void;
};

export type ActionRequest = {
  readonly task: TaskContext;
  readonly by: Principal;
  readonly initiator: Initiator;
  readonly action: BrowserAction;
  /** The caller's own words: shown as a quotation, never interpreted. */
  readonly says: string | null;
  /** What its user typed it with; without it, nothing but what was named before counts as named. */
  readonly typed?: Typed;
  /** `false`: nobody is asked for it; what would have to be asked is refused. Default: whoever may answer is asked. */
  readonly asks?: boolean;
  /** Which of the tab's pages it is on; default: the one in front. */
  readonly page?: string;
  /** Whoever asks is about to ask for a look at what is there then. */
  readonly looksNext?: boolean;
  /** What is left for it and for others of the same course; default: an act's own. */
  readonly time?: ActTime;
};

/** What came of a request. `ruling` is `null` where it did not get as far as a decision. */
export type Performed = {
  readonly requestId: string;
  readonly what: string;
  readonly ruling: Ruling | null;
  readonly consent: ConsentOutcome | null;
  /** Whether the act submits a form by POST. */
  readonly submits: boolean;
  readonly result: Result<ActOutcome>;
};

/** Where an attempt is made, and how long it may take. */
export type Setting = {
  readonly requestId: string;
  readonly tab: GhostTab;
  readonly signal: AbortSignal;
  readonly time: ActTime;
};

/** What an executor is handed: the act as it was seen, and the text that it enters. */
export type Handed = { readonly bound: BoundAct; readonly text: string | null };

/** A request, weighed against the page as it stands. Nothing of it is decided yet. */
export type Attempt = Handed & {
  readonly request: ActionRequest;
  readonly requestId: string;
  readonly inspection: Inspection;
  /** `inspection`, told from the frame that the act lands in. */
  readonly landing: Inspection;
  readonly inputs: ActInputs;
  readonly weighed: WeighedAct;
  /** For the log. */
  readonly act: Act;
};

/** What is answered where nothing was decided. */
export const undecided = (
  requestId: string,
  what: string,
  result: Extract<Result<never>, { readonly ok: false }>,
): Performed => ({ requestId, what, ruling: null, consent: null, submits: false, result });
