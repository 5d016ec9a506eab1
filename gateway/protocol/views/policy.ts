// The policy's life: what is in force, its candidate, its files, and what an edit would change. Plain JSON.
// INVARIANT: secrets never stand in it.
import type { BrowserDecision } from '#policy/language/vocabulary.ts';
import type { PolicyFacts } from '#policy/language/facts.ts';
import type { Failure } from '#policy/language/failure.ts';
import type { PathRest } from '#policy/tools/logs/logged-path.ts';

/** The policy that decides; without one everything is denied. */
export type PolicyInForce =
  | {
      readonly loaded: true;
      readonly id: string;
      readonly revision: number;
      readonly semanticHash: string;
      readonly layers: readonly string[];
    }
  | { readonly loaded: false; readonly error: Failure };

export type PolicyRefusal = {
  readonly at: string;
  readonly files: readonly string[];
  readonly failures: readonly Failure[];
};

/** `ghost policy status`. */
export type PolicyLifeView = {
  readonly policy: PolicyInForce;
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
  /** The files of lists beside it that its text names. */
  readonly lists?: ListsBeside;
  /** Those that what is in force includes. */
  readonly listsInForce?: ListsBeside;
};

/** A file of lists by its name: its text, where the document says its hash; else what it hashes to, or why it cannot be read. */
export type ListBeside =
  | { readonly name: string; readonly text: string }
  | { readonly name: string; readonly hash: string }
  | { readonly name: string; readonly problem: string; readonly help?: string };
export type ListsBeside = readonly ListBeside[];

/** Policies that ship with the project and can be taken as they are. */
export const POLICY_PRESETS = [
  'default',
  'careful',
  'read-only',
  'research',
  'shopping',
  'locked-down',
  'developer',
] as const;
export type PolicyPreset = (typeof POLICY_PRESETS)[number];

/** One of them: its documents, upper layer first, for its tables; whether it can be taken here. */
export type PresetView = {
  readonly name: PolicyPreset;
  /** What it allows, asks about and refuses, in one sentence. */
  readonly says: string;
  readonly texts: readonly { readonly name: string; readonly text: string }[];
  readonly isInForce: boolean;
};

/** A policy that was in force here, as the log says, newest first. */
export type PolicyVersion = {
  /** The entry that brought it into force. */
  readonly seq: number;
  readonly at: string;
  readonly by: string;
  readonly sourceHash: string;
  readonly layers: readonly string[];
  /** Against the one before; `null` where nothing was compared, or nothing proved. */
  readonly loosened: string | null;
  readonly tightened: string | null;
  readonly reason: string | null;
};

/** The documents of such a policy, upper layer first. `null`: they are not at hand any more. */
export type PolicyVersionTexts =
  | readonly { readonly name: string; readonly text: string; readonly lists?: ListsBeside }[]
  | null;

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

/** How far back the log is looked through. */
export const LOG_RANGES = ['24h', '7d'] as const;
export type LogRange = (typeof LOG_RANGES)[number];

/** Requests that were really decided, newest last, in the vocabulary's terms: for a replay. */
export type RecentGates = {
  readonly gates: readonly {
    readonly place: string;
    readonly at: string;
    readonly facts: PolicyFacts;
    /** What of the path is not in clear. */
    readonly rest?: PathRest | null;
    readonly decision: BrowserDecision;
    /** It stands for so many that were decided as it was; not there: for itself alone. */
    readonly times?: number;
    /** As the card of a question about it names it. */
    readonly requestId?: string;
  }[];
  /** Lines that another vocabulary wrote, or that hold no facts. */
  readonly unread: number;
  /** The last fifty of them: which entry, and what it lacks. */
  readonly unreadWhy: readonly string[];
  /** Of a range: it goes further back than what was read. */
  readonly isCut?: boolean;
};

/** What came of reading the policy again. */
export type PolicyReload = {
  readonly outcome: 'ACTIVATED' | 'UNCHANGED';
  /** Decisions against the policy before; `null` where there was none. */
  readonly loosened: string | null;
  readonly tightened: string | null;
  readonly policy: PolicyLifeView;
};
