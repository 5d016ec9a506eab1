// A task as it leaves the gateway: its plan, steps, evidence and result, and the queue that it waits in. Plain JSON.
// INVARIANT: secrets never stand in it.
import type { ModelUsage } from '#engines/model/contract.ts';
import type { Effect } from '#engines/navigator/evidence.ts';
import type { Table } from '#engines/tables/table.ts';
import type { Verification } from '#engines/planner/contract.ts';
import type {
  BrowserActionType,
  BrowserCapability,
  BrowserDecision,
  GhostTabState,
  IntentClass,
} from '#policy/language/vocabulary.ts';
import type { BrowserExecutionState, BrowserViolationType } from '#policy/language/vocabulary.ts';
import type { Failure } from '#policy/language/failure.ts';
import type { QuestionView } from './question.ts';

/** Who may propose. */
export const NAVIGATORS = ['offline', 'gemini', 'openai-compatible'] as const;
export type NavigatorName = (typeof NAVIGATORS)[number];

/** How a task can have ended. */
export const TASK_ENDS = [
  'DONE',
  /** Every act was made, and of some clause no effect can be seen: done as far as can be seen, which is not `DONE`. */
  'UNCONFIRMED',
  'FAILED',
  'DENIED',
  'CONSENT_REFUSED',
  'CANCELLED',
] as const;

export type TaskStatus = 'QUEUED' | 'RUNNING' | 'WAITING' | (typeof TASK_ENDS)[number];

export type Fact = {
  readonly label: string;
  readonly value: string;
  readonly quote: string;
  readonly url: string;
};

/** One act of a task, as the feed shows it. */
export type StepView = {
  readonly step: number;
  readonly at: string;
  readonly action: BrowserActionType;
  /** Verb and object in words that the gateway wrote: "click link “Orders” at account.test". */
  readonly text: string;
  readonly decision: BrowserDecision;
  readonly consent: 'GRANTED' | 'REFUSED' | 'TIMED_OUT' | 'NOBODY' | 'VOID' | 'NOT_ASKED' | null;
  readonly outcome: 'DONE' | 'FAILED' | 'REFUSED' | 'RUNNING';
  /** The navigator's own words: a quotation, not verified. */
  readonly reasoning: string | null;
  readonly confidence: number | null;
  /** The part of the plan that it belongs to. */
  readonly subtask: string | null;
  /** What the page was looked at with for it; `null` for a step that no navigator proposed. */
  readonly tier: StepTier | null;
  /** What models were asked for it; `null` where none was. */
  readonly tokens: { readonly input: number; readonly output: number } | null;
  /** How long the navigator took to propose it; `null` where it did not. */
  readonly thinkingMs: number | null;
  /** Where its tab was once it was made: what was read there afterwards was read at this step. `null`: nowhere yet. */
  readonly page: string | null;
};

/** `1` the page as text, `DOM` the same once its words alone named the element, `2` with a picture, `3` further down the page. */
export const STEP_TIERS = [1, 'DOM', 2, 3] as const;
export type StepTier = (typeof STEP_TIERS)[number];

export type SubtaskStatus = 'PENDING' | 'IN_PROGRESS' | 'COMPLETE' | 'FAILED';

/** One part of a task: what it was to do, and what came of it. */
export type SubtaskView = {
  readonly id: string;
  /** The person's words, or a planning model's. */
  readonly intent: string;
  readonly startUrl: string | null;
  readonly verification: Verification;
  /** Parts of one group run side by side, each in a Ghost Tab of its own. */
  readonly group: string | null;
  /** It ends in something that cannot be taken back. */
  readonly commits: boolean;
  readonly status: SubtaskStatus;
  readonly attempts: number;
  /** Whether its outcome was seen on the page; `null`: nothing to see, or not looked at. */
  readonly verified: boolean | null;
  readonly startedAt: string | null;
  readonly endedAt: string | null;
  /** Where it is, or ended. */
  readonly url: string | null;
  readonly answer: string | null;
  readonly error: Failure | null;
};

export type PlanView = {
  /** The planner. Subtasks by a model are its words, not verified. */
  readonly by: string;
  readonly note: string | null;
  readonly subtasks: readonly SubtaskView[];
  /** Behind it nothing is run again: subtasks that are done. */
  readonly checkpoint: { readonly completed: readonly string[]; readonly attempt: number };
};

/** How much models were told at once; nothing where none was asked. */
export type TokensView = {
  /** Of the largest call, and how many one call may have before it counts as over. */
  readonly most: number;
  readonly bound: number;
  readonly over: number;
};

/** Acts of a task and, of its pages, what the boundary decided. */
export type Counts = {
  /** What went, `youAllowed` among it. */
  readonly allowed: number;
  readonly asked: number;
  /** Acts that did not go, whoever refused them. */
  readonly denied: number;
  readonly youAllowed: number;
  readonly youRefused: number;
  /** What no person refused and did not go: acts, and whatever pages tried by themselves, requests too. */
  readonly stopped: number;
};

/** One kind of what was stopped: as the log has its first entry, and how many there were. */
export type StoppedView = {
  readonly type: string;
  readonly who: string;
  readonly what: string;
  readonly where: string;
  readonly why: string;
  /** Whether a question stood before a person: nobody answered it, or it became void. */
  readonly asked: boolean;
  readonly count: number;
};

/** Origins (or hosts, where none of theirs was visited yet) whose content a task may read, and those that it may act on. */
export type OriginsView = { readonly readable: readonly string[]; readonly writable: readonly string[] };

export type TaskView = {
  readonly id: string;
  readonly intent: string;
  readonly intentClass: IntentClass;
  /** Whose words the intent is, where it is an agent's and not a person's: `client:mcp-…`. */
  readonly agent?: string;
  readonly status: TaskStatus;
  /** Its place among those that wait for a tab; `null` once it has one. */
  readonly queued: QueuedView | null;
  readonly tabState: GhostTabState;
  readonly url: string | null;
  readonly step: number;
  readonly stepLimit: number;
  readonly startedAt: string;
  readonly endedAt: string | null;
  readonly steps: readonly StepView[];
  /** `null` until it is planned. */
  readonly plan: PlanView | null;
  readonly counts: Counts;
  /** What of it was stopped; the first kinds. */
  readonly stopped: readonly StoppedView[];
  readonly origins: OriginsView;
  /** Sites that it is signed in to as the person, by cookies that were brought into its tabs, and those that it asked for in vain. */
  readonly lent: readonly LentView[];
  /** What it downloaded. */
  readonly files: readonly FileView[];
  /** What its tab has taken too much of for too long. */
  readonly over: readonly ('CPU' | 'MEMORY')[];
  /** What it asked where its navigator did not know, oldest first; the last one may be open. */
  readonly questions: readonly QuestionView[];
  /** Its model's service does not answer, and it waits for that; not there where it does. */
  readonly trouble?: Failure;
  readonly result: TaskResult | null;
};

/** How it stands: in a tab of the task's; gone with its tab; or nothing was brought, since it was refused or there was nothing to bring. */
export const LENT_STATES = ['LENT', 'ENDED', 'REFUSED', 'EMPTY'] as const;

/** The session of one registrable domain, lent to a task from one source. Times as ISO 8601. */
export type LentView = {
  readonly domain: string;
  readonly source: string;
  readonly state: (typeof LENT_STATES)[number];
  readonly count: number;
  readonly from: string;
  /** The latest moment at which it ends; `null`: with its tab alone. */
  readonly until: string | null;
  readonly endedAt: string | null;
};

/** A file in its folder. `sha256` in hexadecimal digits; `kind`: what its first bytes say that it is. */
export type FileView = {
  readonly name: string;
  readonly folder: string;
  readonly size: number;
  readonly sha256: string;
  readonly kind: string;
};

/** What a task asked of one model in one tier. */
export type UsageView = ModelUsage;

export const CLAUSE_OUTCOMES = ['SEEN', 'UNSEEN', 'UNCHECKED', 'NOT_DONE'] as const;

/** What one clause of the intent came to, and where the gateway found that. */
export type ClauseView = {
  /** What was asked: the clause's words. */
  readonly clause: string;
  /**
   * `SEEN`: the effect is there. `UNSEEN`: the act was made, and nothing shows an effect. `UNCHECKED`: nobody could say what would show
   * it. `NOT_DONE`: it is seen to be otherwise.
   */
  readonly outcome: (typeof CLAUSE_OUTCOMES)[number];
  readonly effect: Effect;
  readonly element: { readonly role: string; readonly name: string } | null;
  readonly url: string;
  /** As it stands there; a page's words. */
  readonly quote: string;
  /** The same as a sentence of the gateway's. */
  readonly said: string;
};

export type TaskResult = {
  readonly taskId: string;
  readonly intent: string;
  readonly intentClass: IntentClass;
  readonly status: Exclude<TaskStatus, 'QUEUED' | 'RUNNING' | 'WAITING'>;
  readonly answer: string | null;
  readonly facts: readonly Fact[];
  /** The rows that it was for, of all its parts in one; not there where it was for none. */
  readonly table?: Table;
  /** The form that the person named for them, in their own words (`bar chart`); not there where none was named. */
  readonly shows?: string;
  readonly sources: readonly string[];
  readonly confidence: number | null;
  /** A line a clause, in their order: what was asked, and what of it was seen. */
  readonly evidence: readonly ClauseView[];
  /** Clauses that nobody understood, in the person's words; not there where there are none. */
  readonly notUnderstood?: readonly string[];
  readonly steps: number;
  readonly durationMs: number;
  readonly counts: Counts;
  readonly files: readonly FileView[];
  /** What each part came to, also where the task was cancelled or failed; `null` where it never got as far as a plan. */
  readonly plan: PlanView | null;
  /** Empty where no model was asked. */
  readonly usage: readonly UsageView[];
  readonly tokens: TokensView | null;
  /** Looks at pages: taken, and spared since nothing had changed. */
  readonly looks: { readonly taken: number; readonly reused: number };
  readonly error: Failure | null;
  /** Of a recording that was replayed: where pages said something else, and where they were too different to go on. */
  readonly replay?: ReplayView;
  readonly execution: BrowserExecutionResult | null;
};

export type ReplayView = {
  readonly drifted: readonly { readonly step: number; readonly why: string }[];
  readonly departed: { readonly step: number; readonly why: string } | null;
};

/** Tasks and tabs that wait for their turn. Times in milliseconds. */
export type QueueView = {
  readonly running: number;
  /** How many may run at once now: the setting, or less where memory is short. */
  readonly limit: number;
  readonly waiting: number;
  /** How many of those that wait go first. */
  readonly foreground: number;
  readonly oldestWaitMs: number;
  /** Since the gateway started. */
  readonly longestWaitMs: number;
  readonly served: number;
  /** Those that wait, in the order in which their turns come; the first fifty. */
  readonly next: readonly QueuedView[];
};

export type QueuedView = {
  /** Of the task; `null` for a tab of a caller's own and for a further tab of a task that runs. */
  readonly taskId: string | null;
  readonly priority: 'FOREGROUND' | 'BACKGROUND';
  /** 1 for the next one, as things stand: what goes first may come yet. */
  readonly position: number;
  readonly waitedMs: number;
};

/** Phase-38 section 8.3. */
export type BrowserExecutionResult = {
  readonly request_id: string;
  readonly final_state: BrowserExecutionState;
  readonly decision: BrowserDecision;
  readonly screenshot_hash: string;
  readonly dom_hash: string;
  readonly action_results: readonly ActionResult[];
  readonly violations: readonly BrowserViolationType[];
  readonly duration_ms: number;
};
export type ActionResult = {
  readonly action_id: string;
  readonly action_type: BrowserActionType;
  readonly capability_required: BrowserCapability;
  readonly decision: BrowserDecision;
  readonly outcome: 'DONE' | 'FAILED' | 'REFUSED' | 'RUNNING';
};
