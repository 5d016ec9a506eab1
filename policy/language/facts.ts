// What the policy is asked about: one total record of facts. There is no "missing" fact, only a declared neutral value.
import type { MissingClass } from './missing-class-hint.ts';
import type { FACTS, FactName, FactWith } from './fact-table.ts';
import type { BrowserDecision, BrowserViolationType, Obligation } from './vocabulary.ts';

type ValueOf<S> = S extends { readonly members: readonly (infer Member)[] }
  ? Member
  : S extends { readonly kind: 'boolean' }
    ? boolean
    : S extends { readonly kind: 'integer' }
      ? number
      : string;

/** The facts of one request, all of them. `display` is derived from `executor` and never supplied. */
export type PolicyFacts = { readonly [Fact in FactName]: ValueOf<(typeof FACTS)[Fact]> };

/** Why a decision fell as it did: the entry (`floors.executor`, `rules.corp-docs`, `defaults.capability`) and where it stands. */
export type DecisionReason = {
  readonly entry: string;
  readonly decision: BrowserDecision;
  readonly layer: string;
  /** `file:line:column` */
  readonly at: string;
  readonly reason: string;
};

/** Texts of which a log holds what the policy looks at. The path has a rule of its own. */
export type HiddenFact = FactWith<'logged', 'KEPT'>;

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
    /** Minutes for which a yes for the task holds; 0: it is for one act. Not there: as long as the task. */
    readonly askOnce?: number;
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
  /** Of a text that may say more than the policy looks at, another one that it takes for the same; `null` where none is known. */
  keptOf?(fact: HiddenFact, text: string): string | null;
  /** One text of each kind that the policy tells apart, the neutral one among them. */
  textsOf?(fact: HiddenFact): readonly string[];
  /** Entries that lack the address class of this request, where the word would make the decision milder. */
  missingClass?(facts: PolicyFacts): readonly MissingClass[];
  /** A host that the policy allows, and that this other one may be taken for; `null` where there is none. */
  looksLike?(host: string): string | null;
}
