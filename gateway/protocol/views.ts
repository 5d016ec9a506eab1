// What leaves the gateway: plain JSON, the same in the library, the CLI, the HTTP interface and the UI. Secrets never stand in it.
import type { ModelUsage } from '#engines/navigator/contract.ts';
import type { Effect } from '#engines/navigator/evidence.ts';
import type { Verification } from '#engines/planner/contract.ts';
import type {
  BrowserActionType,
  BrowserCapability,
  BrowserDecision,
  BrowserExecutorType,
  GhostTabState,
  IntentClass,
} from '#policy/language/vocabulary.ts';
import type { BrowserExecutionState, BrowserViolationType } from '#policy/language/vocabulary.ts';
import type { DecisionReason, PolicyFacts } from '#policy/language/facts.ts';
import type { Failure } from '#policy/language/failure.ts';
import type { QuestionView } from './questions.ts';
import type { PathRest } from '#policy/tools/logs/logged-path.ts';

/** Who may propose. */
export const NAVIGATORS = ['offline', 'gemini'] as const;
export type NavigatorName = (typeof NAVIGATORS)[number];

export type TaskStatus =
  | 'QUEUED'
  | 'RUNNING'
  | 'WAITING'
  | 'DONE'
  /** Every act was made, and of some clause no effect can be seen: done as far as can be seen, which is not `DONE`. */
  | 'UNCONFIRMED'
  | 'FAILED'
  | 'DENIED'
  | 'CONSENT_REFUSED'
  | 'CANCELLED';

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
  readonly consent: 'GRANTED' | 'REFUSED' | 'TIMED_OUT' | 'NOBODY' | null;
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

export type Counts = { readonly allowed: number; readonly asked: number; readonly denied: number };

/** Origins (or hosts, where none of theirs was visited yet) whose content a task may read, and those that it may act on. */
export type OriginsView = { readonly readable: readonly string[]; readonly writable: readonly string[] };

export type TaskView = {
  readonly id: string;
  readonly intent: string;
  readonly intentClass: IntentClass;
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
  readonly origins: OriginsView;
  /** Cookies that were brought into the tab, by domain: they end with it. */
  readonly passed: readonly PassedView[];
  /** What it downloaded. */
  readonly files: readonly FileView[];
  /** What its tab has taken too much of for too long. */
  readonly over: readonly ('CPU' | 'MEMORY')[];
  /** What it asked where its navigator did not know, oldest first; the last one may be open. */
  readonly questions: readonly QuestionView[];
  readonly result: TaskResult | null;
};

export type PassedView = { readonly domain: string; readonly source: string; readonly count: number };

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
  readonly sources: readonly string[];
  readonly confidence: number | null;
  /** A line a clause, in their order: what was asked, and what of it was seen. */
  readonly evidence: readonly ClauseView[];
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

export const CONSENT_ANSWERS = ['DENY', 'DENY_TASK', 'ALLOW_ONCE', 'ALLOW_TASK_SITE'] as const;
export type ConsentAnswer = (typeof CONSENT_ANSWERS)[number];

/** What a person is asked, made by the gateway from the normalised act. Everything but `agentSays` is the gateway's own word. */
/** Whose words a row's value is. */
export type CardVoice = 'GATEWAY' | 'PAGE' | 'AGENT' | 'PERSON';

export type CardRowKind =
  | 'ACT'
  | 'ELEMENT'
  | 'ADDRESS'
  | 'FIELD'
  | 'VALUE'
  | 'SCRIPT'
  | 'FILE'
  | 'FINDING'
  | 'COVERS'
  | 'FACT';

/** One row of a card. Made by `gateway/boundary/words/rows.ts` alone: what others wrote is in a field of its own, never in a sentence. */
export type CardRow = {
  readonly kind: CardRowKind;
  /** The gateway's word for it, from its own tables. */
  readonly label: string;
  /** What the page calls it: a field's name. */
  readonly name?: string;
  /** Escaped. Of a SCRIPT: whole, with its line feeds. */
  readonly value: string;
  readonly by: CardVoice;
  readonly masked: boolean;
  /** Of an ADDRESS: host and port, apart. */
  readonly host?: string;
  /** What the gateway adds about it: where it was read, how long it is. */
  readonly note?: string;
  /** Allowing waits until its end was in view. */
  readonly mustRead?: true;
};

export type ConsentCard = {
  readonly id: string;
  readonly taskId: string;
  /** The person's own intent. */
  readonly intent: string;
  /** "Go to another site", "Submit this form", "Enter a password" … */
  readonly title: string;
  /** `chip` routine, `dialog` important, `isolated` the gravest (credentials, money): asks to retype the site. */
  readonly look: 'chip' | 'dialog' | 'isolated';
  /** What an `isolated` question without a site asks to type instead. */
  readonly retype?: string;
  readonly site: SiteView | null;
  /** The site that the act starts from. */
  readonly from: SiteView | null;
  readonly capabilities: readonly BrowserCapability[];
  readonly details: readonly CardRow[];
  /** What the task may read and act on already; not there where no task asks. */
  readonly origins?: OriginsView;
  /** How it was started: by the navigator, or by the page itself. */
  readonly startedBy: 'NAVIGATOR' | 'PAGE' | 'CLIENT' | 'USER';
  readonly because: readonly DecisionReason[];
  readonly policy: {
    readonly id: string;
    readonly revision: number;
    readonly semanticHash: string;
    /** The day since which entries that end are gone; without one, none has ended. */
    readonly asOf?: string | null;
  };
  /** The agent's words: at most 500 characters, escaped, collapsed, not verified. */
  readonly agentSays: string | null;
  readonly createdAt: string;
  readonly expiresAt: string;
  /** Milliseconds for which no answer but a denial is taken after showing. */
  readonly shieldMs: number;
  /** How many identical questions this one stands for. */
  readonly count: number;
  /** Questions of this kind by the same asker before this one. */
  readonly before?: { readonly refused: number; readonly unanswered: number };
  /** Digest of the bound act: what is approved is what runs. */
  readonly digest: string;
  readonly answers: readonly ConsentAnswer[];
  /** Who may answer, as the policy names them (`escalation.approvers`); not there: `user`. */
  readonly approvers?: readonly string[];
  /** Whoever asked may not allow it. */
  readonly fourEyes?: true;
  /** Who that is, by the settings: `security-team: user alice, members of group security`. */
  readonly mayAllow?: readonly string[];
};

export type SiteView = {
  readonly url: string;
  readonly host: string;
  /** Registrable domain, shown in bold; the host itself where there is none (addresses). */
  readonly registrableDomain: string;
  /** `punycode`, `mixed-script`, `ip-address`, `not-https` */
  readonly warnings: readonly string[];
};

export type ConsentView = {
  readonly card: ConsentCard;
  readonly state: 'OPEN' | 'GRANTED' | 'REFUSED' | 'TIMED_OUT' | 'VOID';
  readonly answer: ConsentAnswer | null;
  readonly answeredBy: string | null;
  /** Of whoever looks at it; not there where that is not known. */
  readonly viewer?: {
    readonly mayAllow: boolean;
    /** Why not, and who could. */
    readonly why: string | null;
  };
};

/** A row of the audit list. Verdict and outcome are separate. */
export type AuditRow = {
  readonly seq: number;
  readonly at: string;
  readonly type: string;
  readonly taskId: string | null;
  readonly who: string;
  readonly what: string;
  readonly where: string;
  readonly verdict: BrowserDecision | null;
  /** `rules.named-by-user:31`, consent id … */
  readonly why: string;
  readonly outcome: string | null;
  readonly hash: string;
};

export type AuditVerification = {
  readonly ok: boolean;
  readonly entries: number;
  /** The last entry that a signed checkpoint covers, and when it was signed. */
  readonly checkpoint: { readonly size: number; readonly at: string; readonly rootHash: string } | null;
  readonly firstBad: { readonly seq: number; readonly problem: string } | null;
  readonly publicKey: string;
};

export type GatewayStatus = {
  readonly version: string;
  readonly pid: number;
  readonly startedAt: string;
  readonly queue: QueueView;
  /** Browsers that stand ready for the next task. */
  readonly warm: number;
  readonly policy:
    | {
        readonly loaded: true;
        readonly id: string;
        readonly revision: number;
        readonly semanticHash: string;
        readonly layers: readonly string[];
      }
    | { readonly loaded: false; readonly error: Failure };
  /** The last policy that was refused, where nothing was accepted since. */
  readonly policyRefused: PolicyRefusal | null;
  readonly browser:
    | {
        readonly path: string;
        readonly product: string;
        readonly version: string;
        /** What keeps it in: the proxy in a network namespace of its own, or the proxy alone. */
        readonly network: 'NAMESPACE' | 'PROXY';
        /** Whether each tab has a browser of its own, or a context in one that all of them share. */
        readonly isolation: 'PROCESS' | 'CONTEXT';
      }
    | { readonly error: Failure };
  /** The running browser that tasks are guests in; `null`: each has a browser of its own. */
  readonly attached: ConnectionView | null;
  /** `disk`: room on its file system; `low`: nothing runs until there is more. */
  readonly audit: {
    readonly path: string;
    readonly entries: number;
    readonly disk?: { readonly freeMb: number; readonly leastFreeMb: number; readonly low: boolean };
  };
  /** What is saved encrypted. `key`: where its key lies, `null` before anything was saved or loaded. */
  readonly vault: {
    readonly path: string;
    readonly key: 'ELECTRON_SAFE_STORAGE' | 'OS_KEYRING' | 'KEY_FILE' | null;
  };
  readonly navigator: string;
  readonly sites: readonly {
    readonly name: string;
    readonly url: string;
    readonly about: readonly string[];
  }[];
  readonly demo: boolean;
  /** Base URL of the consent document's own origin, once the gateway serves. */
  readonly consentOrigin: string | null;
};

/** A browser that somebody else started, and that tasks are guests in. */
export type ConnectionView = {
  readonly endpoint: string;
  /** Weaker than a browser of our own: `lacks` says in what. */
  readonly enforcement: 'ATTACHED';
  readonly product: string;
  readonly version: string;
  readonly path: string;
  readonly pid: number;
  readonly executor: BrowserExecutorType;
  /** Flags of it that are not known. */
  readonly findings: readonly string[];
  readonly lacks: readonly string[];
};

export type PolicyRefusal = {
  readonly at: string;
  readonly files: readonly string[];
  readonly failures: readonly Failure[];
};

/** `ghost policy status`. */
export type PolicyLifeView = {
  readonly policy: GatewayStatus['policy'];
  readonly sourceHash: string | null;
  readonly since: string | null;
  readonly files: readonly string[];
  readonly bundles: readonly {
    readonly file: string;
    readonly id: string;
    readonly revision: number;
    readonly keyId: string;
    readonly digest: string;
    readonly notAfter: string;
    readonly reverted: boolean;
  }[];
  /** Who took a loosening change upon themselves, and why. */
  readonly acknowledged: { readonly by: string; readonly reason: string } | null;
  readonly shadow:
    | {
        readonly loaded: true;
        readonly files: readonly string[];
        readonly id: string;
        readonly semanticHash: string;
        readonly layers: readonly string[];
        readonly since: string;
        readonly differences: number;
      }
    | { readonly loaded: false; readonly files: readonly string[]; readonly error: Failure }
    | null;
  readonly refused: PolicyRefusal | null;
  /** `false`: changes of files are not seen by themselves. */
  readonly watching: boolean;
  /** No policy was in force here before this start: there was nothing to compare with. */
  readonly first: boolean;
  /** Places of the policy that name approvers whom the settings give to nobody: `error` where nobody else may answer. */
  readonly approvers?: readonly {
    readonly level: 'error' | 'warning';
    readonly message: string;
    readonly help: string;
    readonly at: string;
  }[];
  /** What changes on its own, the next first: from midnight of the day on, in UTC. */
  readonly endings?: readonly {
    readonly day: string;
    /** `rules.guest`, each with the place where it stands. */
    readonly entries: readonly { readonly entry: string; readonly layer: string; readonly at: string }[];
    /** What is decided otherwise then, in words. */
    readonly says: string;
  }[];
};

/** A policy document in force, for the editor. */
export type PolicyFileView = {
  /** `''`: it lies in a bundle. */
  readonly file: string;
  /** As messages name it. */
  readonly name: string;
  /** What the file holds now. */
  /** `null` where it is no document, or cannot be read. */
  readonly text: string | null;
  /** What is in force of it; `null`: nothing is. */
  readonly inForce: string | null;
  readonly digest: string;
  /** Why it is not written from here; `null`: it is. */
  readonly readOnly: string | null;
};

/** Differences of decisions, counted exactly. */
export type PolicyChanges = {
  readonly loosened: string;
  readonly tightened: string;
  readonly changes: readonly {
    readonly direction: 'LOOSENED' | 'TIGHTENED' | 'CHANGED';
    /** `DENY -> ALLOW`, `ESCALATE without AUDIT`, `DENY -> ALLOW for a lower layer`. */
    readonly what: string;
    readonly capabilities: readonly string[];
    readonly requests: string;
    readonly witness: Readonly<Record<string, unknown>>;
  }[];
};

/** What promoting the candidate would change, and what it would have changed so far. */
export type ShadowComparison = {
  readonly shadow: PolicyLifeView['shadow'];
  /** `null`: no candidate, or the comparison outgrew its budget. */
  readonly exact: PolicyChanges | null;
  /** From the log, for this candidate beside this policy. */
  readonly observed: {
    readonly entries: number;
    readonly enforced: number;
    readonly changes: readonly {
      readonly direction: 'LOOSENED' | 'TIGHTENED';
      readonly from: BrowserDecision;
      readonly to: BrowserDecision;
      readonly capability: string;
      readonly host: string;
      readonly times: number;
      readonly places: readonly string[];
    }[];
  };
};

/** Requests that were really decided, newest last, in the vocabulary's terms: for a replay. */
export type RecentGates = {
  readonly gates: readonly {
    readonly place: string;
    readonly at: string;
    readonly facts: PolicyFacts;
    /** What of the path is not in clear. */
    readonly rest?: PathRest | null;
    readonly decision: BrowserDecision;
  }[];
  /** Lines that another vocabulary wrote, or that hold no facts. */
  readonly unread: number;
};

/** What came of reading the policy again. */
export type PolicyReload = {
  readonly outcome: 'ACTIVATED' | 'UNCHANGED';
  /** Decisions against the policy before; `null` where there was none. */
  readonly loosened: string | null;
  readonly tightened: string | null;
  readonly policy: PolicyLifeView;
};
