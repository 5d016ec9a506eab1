// A question to a person, and its card: what is asked, whose words each row is, and what came of it. Plain JSON.
// INVARIANT: secrets never stand in it.
import type { BrowserCapability } from '#policy/language/vocabulary.ts';
import type { DecisionReason } from '#policy/language/facts.ts';
import type { OriginsView } from './task.ts';

export const CONSENT_ANSWERS = ['DENY', 'DENY_TASK', 'ALLOW_ONCE', 'ALLOW_TASK_SITE'] as const;
export type ConsentAnswer = (typeof CONSENT_ANSWERS)[number];

/** What a person says to whoever asked, with a no. */
export const MOST_SAID_CHARACTERS = 500;

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

/** What a plan's answer may cover at a site: going there, pressing and pointing, entering text and sending forms. */
export const PLAN_KINDS = ['GO', 'ACT', 'SEND'] as const;
export type PlanKind = (typeof PLAN_KINDS)[number];

export const PLAN_KIND_WORDS: Readonly<Record<PlanKind, string>> = {
  GO: 'going there',
  ACT: 'clicking, pointing and the like',
  SEND: 'entering text and sending forms',
};

/** What a person leaves out of a plan that they allow. It takes away, and adds nothing. */
export type LeftOut = {
  /** Of the card that it was left out on. */
  readonly digest: string;
  /** Origins. */
  readonly sites: readonly string[];
  readonly kinds: readonly PlanKind[];
};

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
  /** Of a plan: which part of it this row is, by its origin and kind. */
  readonly plans?: { readonly site: string; readonly kind: PlanKind };
};

/** What a person is asked, made by the gateway from the normalised act. Everything but `agentSays` is the gateway's own word. */
export type ConsentCard = {
  readonly id: string;
  /** The request that it stands on, as the log names it; not there where no act of a task is asked about. */
  readonly requestId?: string;
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
  /** It stands for a whole plan: allowing it lets the task go to each of its sites. */
  readonly plan?: true;
  /** Of a plan: which sites and kinds may be left out of what is allowed. */
  readonly leavable?: { readonly sites: readonly string[]; readonly kinds: readonly PlanKind[] };
  /** Of a change of the policy: what is beside it, and not what decides. */
  readonly shadow?: 'BEGINS' | 'ENDS';
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
  /** Of a plan that was allowed: what not. */
  readonly leftOut?: LeftOut;
  /** Of whoever looks at it; not there where that is not known. */
  readonly viewer?: {
    readonly mayAllow: boolean;
    /** Why not, and who could. */
    readonly why: string | null;
  };
};
