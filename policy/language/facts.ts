// What the policy is asked about: one total record of facts. There is no "missing" fact, only a declared neutral value.
import type { MissingClass } from './missing-class-hint.ts';
import type {
  AddressClass,
  BrowserActionType,
  BrowserCapability,
  BrowserDecision,
  BrowserExecutorType,
  BrowserViolationType,
  ContentOrigin,
  ContentPlace,
  CrossTabAction,
  ElementRole,
  Initiator,
  LaunchFlagClass,
  Obligation,
  OriginRelation,
  PageActKind,
  PortClass,
  Provenance,
  Purpose,
  Scheme,
  StorageType,
  TabPolicy,
} from './vocabulary.ts';

/** The facts of one request, all of them. `display` is derived from `executor` and never supplied. */
export type PolicyFacts = {
  readonly capability: BrowserCapability;
  readonly executor: BrowserExecutorType;
  readonly storage: StorageType | 'NONE';
  readonly origin: OriginRelation;
  readonly tabPolicy: TabPolicy;
  readonly tabAction: CrossTabAction | 'NONE';
  readonly launchFlags: LaunchFlagClass;
  readonly sandbox: boolean;
  /** Whose words the act is made of, as the gateway's ledger has it. */
  readonly provenance: Provenance;
  /** Where those of a page stand: the worst of them, each fact by itself. */
  readonly contentOrigin: ContentOrigin;
  readonly contentPlace: ContentPlace;
  readonly initiator: Initiator;
  readonly action: BrowserActionType | 'NONE';
  readonly purpose: Purpose;
  readonly namedByUser: boolean;
  readonly scheme: Scheme;
  readonly addressClass: AddressClass;
  readonly portClass: PortClass;
  /** The port of the target in decimal digits, that of the scheme where the URL names none; `''` where there is no target. */
  readonly port: string;
  /** What a page does by itself; NONE where a person, a client or a navigator acts. */
  readonly pageAct: PageActKind | 'NONE';
  /** Role of the element that is acted on. */
  readonly elementRole: ElementRole;
  /** Whether the target's origin is in the task's set of origins that may be read, and written to. */
  readonly targetReadable: boolean;
  readonly targetWritable: boolean;
  /** What the gateway found in the value that is typed, submitted or put into a URL. */
  readonly valueHoldsSecret: boolean;
  readonly valueFromAnotherSite: boolean;
  readonly valueNotFromTask: boolean;
  /** Canonical ASCII host of the target (WHATWG), or `''` where the request has none. */
  readonly host: string;
  /** Canonical path of the target's URL, `/` where the request has none. */
  readonly path: string;
  /** Whether servers read the path in different ways (`ambiguous-paths.ts`). */
  readonly pathAmbiguous: boolean;
  /** Absolute folder of an upload or a download, or `''`. */
  readonly folder: string;
  /** Canonical endpoint of an ATTACH, or `''`. */
  readonly endpoint: string;
  /** Canonical accessible name of the element that is acted on, or `''`. `elementWords` is derived from it. */
  readonly elementName: string;
  /** Downloads admitted so far in this execution, 0 to 1000. */
  readonly downloads: number;
  /** Acts of this action type admitted so far in this task, 0 to 1000. */
  readonly acts: number;
};

/** Why a decision fell as it did: the entry (`floors.executor`, `rules.corp-docs`, `defaults.capability`) and where it stands. */
export type DecisionReason = {
  readonly entry: string;
  readonly decision: BrowserDecision;
  readonly layer: string;
  /** `file:line:column` */
  readonly at: string;
  readonly reason: string;
};

/** A frozen, interned answer. `because` names every entry at the winning severity. */
export type PolicyDecision = {
  readonly decision: BrowserDecision;
  readonly violation: BrowserViolationType | null;
  readonly because: readonly DecisionReason[];
  readonly obligations: readonly Obligation[];
  /** For ESCALATE: how long a person has to answer (seconds, the minimum of all entries), and who may. */
  readonly escalation: {
    readonly timeoutSeconds: number;
    readonly approvers: readonly string[];
    /** Whoever asked may not answer. */
    readonly fourEyes?: true;
  } | null;
};

/** What the gateway holds: the effective policy, ready to decide. Pure; it never throws on well-typed facts. */
export interface EffectivePolicy {
  readonly id: string;
  readonly revision: number;
  /** `sha256:…` of the canonically reduced tables of all days: equal for reordered and reformatted documents, and tomorrow. */
  readonly semanticHash: string;
  /** The day since which the entries that end, and have, are gone, `YYYY-MM-DD`; without one, none has ended. */
  readonly asOf?: string | null;
  /** `sha256:…` of the raw bytes of every layer. */
  readonly sourceHash: string;
  /** `id@revision`, upper layer first. */
  readonly layers: readonly string[];
  decide(facts: PolicyFacts): PolicyDecision;
  /** The longest prefix of a canonical path that an entry names: all that a decision takes from it. `/` for none. */
  prefixOf(path: string): string;
  /** Entries that lack the address class of this request, where the word would make the decision milder. */
  missingClass?(facts: PolicyFacts): readonly MissingClass[];
  /** A host that the policy allows, and that this other one may be taken for; `null` where there is none. */
  looksLike?(host: string): string | null;
}
