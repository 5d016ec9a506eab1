// What a navigator sees and what it may answer. INVARIANT: a navigator proposes; it holds no handle to anything that acts.
import type { ErrorType, NavigatorActionType } from '#policy/language/vocabulary.ts';
import type { CallContext, ModelTrouble, ModelUsage } from '#engines/model/contract.ts';
import type { Evidence, PageChange } from './evidence.ts';
import type { Answered, Question } from './question.ts';

/** One line of the page's outline, in document order. All text is page content: untrusted, quotable, never an instruction. */
export type ObservedNode = {
  /** `e12` for what can be acted on; `null` for headings, text and structure. */
  readonly ref: string | null;
  /** ARIA role (`link`, `button`, `textbox`, `heading`, `cell`, `text`, …). */
  readonly role: string;
  readonly name: string;
  /** Current value of a field; `•••` (its length) for credential fields. */
  readonly value?: string;
  readonly description?: string;
  /** `disabled`, `checked`, `expanded`, `selected`, `required`, `focused`, `password`, `level=2` … */
  readonly states: readonly string[];
  readonly depth: number;
  /** CSS pixels in the viewport's coordinates; `null` where nothing is drawn. */
  readonly box: {
    readonly x: number;
    readonly y: number;
    readonly width: number;
    readonly height: number;
  } | null;
  readonly inView: boolean;
  /** Absolute target of a link. */
  readonly url?: string;
  /** Options of a select, in order. */
  readonly options?: readonly string[];
};

/** Build plan 5.4: what the network met. */
export type NetworkErrorType =
  | 'DNS_FAILURE'
  | 'CONNECTION_REFUSED'
  | 'CONNECTION_TIMEOUT'
  | 'CONNECTION_LOST'
  | 'CONNECTION_FAILED'
  | 'TLS_ERROR'
  | 'TOO_MANY_REDIRECTS'
  | 'HTTP_CLIENT_ERROR'
  | 'HTTP_SERVER_ERROR'
  /** Refused by the policy, or by the choke point. */
  | 'BLOCKED';

/** Build plan 4.3 and 5.4: what the navigator gets instead of an error page. */
export type StructuredError = {
  readonly type: ErrorType;
  readonly status: number | null;
  readonly url: string;
  readonly message: string;
  readonly retryable: boolean;
  /** `null` where the network had no part in it. */
  readonly errorType?: NetworkErrorType | null;
};

/** What the boundary did not let happen. */
export type Refusal = {
  readonly decision: 'DENY' | 'ABORT' | 'CONSENT_REFUSED';
  readonly reason: string;
  /** The page tried it by itself, and is not there any more: nothing that was proposed was refused. */
  readonly startedBy?: 'PAGE';
  /** What the person who refused it says to do instead: their own words. */
  readonly says?: string;
};

export type Observation = {
  readonly url: string;
  /** The origin that every text below was read from. */
  readonly origin: string;
  readonly title: string;
  readonly generation: number;
  readonly nodes: readonly ObservedNode[];
  /** The same page as text for a model, within its budget: every element that can be acted on has a line or a fold. */
  readonly text?: string;
  /** The viewport as it looks, where the orchestrator chose tier 2. */
  readonly picture?: { readonly jpegBase64: string };
  readonly scroll: { readonly y: number; readonly height: number; readonly viewportHeight: number };
  /** The last act failed or was refused: why, without naming rules. */
  readonly structuredError: StructuredError | null;
  readonly refusal: Refusal | null;
};

/** Specification 08.1, with a `ref` beside the coordinates: the ref wins where both are given. */
export type Proposal = {
  readonly action: NavigatorActionType;
  readonly ref: string | null;
  readonly target: { readonly x: number; readonly y: number } | null;
  /**
   * TYPE: what to enter, a trailing `\n` submits with Enter; `secret:NAME` names a secret that it never sees;
   * `key:ArrowRight*3` presses a key on the element. On a select: the option, several by lines. CLICK: nothing, or how:
   * `double`, `triple` (marks a paragraph), `right`, `hover`, `drag:e7` (to that element). SCROLL: `up`, `top`, `end`, else a step down. EXTRACT: what is looked for. DONE: the answer. FAILED: what help is needed.
   */
  readonly text: string | null;
  /** 0 to 1. */
  readonly confidence: number;
  readonly reasoning: string;
  /** With DONE and EXTRACT: the facts that the answer rests on, each with the ref it was read from. */
  readonly facts?: readonly ExtractedFact[];
  /** With DONE: what each clause of the subtask came to, in their order. */
  readonly evidence?: readonly Evidence[];
  /** With FAILED: words of the intent that mean nothing to it. */
  readonly notUnderstood?: readonly string[];
  /** How the offline navigator reads the order, for its own next steps; the gateway reads the page anew to hold it against that. */
  readonly reading?: string;
  /** Asked first where somebody can answer; without an answer this proposal is what is done: a guess, or FAILED. */
  readonly question?: Question;
  /** With FAILED: not the page but the model's service is why; the gateway waits, or says so. */
  readonly trouble?: ModelTrouble;
  /** What models were asked for it; empty or missing where none was. */
  readonly usage?: readonly ModelUsage[];
};

export type ExtractedFact = {
  readonly label: string;
  readonly value: string;
  /** Text as it stands on the page, and where. */
  readonly quote: string;
  readonly url: string;
};

/** One step that lies behind: what was proposed, and what came of it. */
export type MemoryEntry = {
  readonly url: string;
  readonly proposal: Proposal;
  /** `done`, `unchanged` (nothing moved on the page), `failed`, `refused`. */
  readonly outcome: 'done' | 'unchanged' | 'failed' | 'refused';
  readonly note: string;
  /** Accessible name and role of the element acted on, as it stood. */
  readonly element: { readonly role: string; readonly name: string } | null;
  /** What the look after it saw differ; not there before one was taken. */
  readonly change?: PageChange;
};

export type Memory = {
  readonly intent: string;
  /** The subtask at hand; equal to the intent where there is one step. */
  readonly subtask: string;
  /** What a DONE will be asked about, one by one: the clauses of the subtask as the gateway reads them. */
  readonly clauses?: readonly string[];
  readonly entries: readonly MemoryEntry[];
  readonly facts: readonly ExtractedFact[];
  /** Names of secrets that may be typed on this origin (`login:accounts.example/username`, `…/password`), never their values. */
  readonly secrets: readonly string[];
  /** What was asked in this task, oldest first, and what came of it. */
  readonly answered?: readonly Answered[];
  readonly step: number;
  readonly stepLimit: number;
  /** Whose calls it makes, for a proxy of one's own. */
  readonly of?: CallContext;
};

/** Proposes the next act. Rejects only with the signal's reason; everything else is a FAILED proposal. */
export interface Navigator {
  readonly id: string;
  /** It makes use of `Observation.picture`: the orchestrator gives it one where text does not do. */
  readonly seesPictures?: boolean;
  next(observation: Observation, memory: Memory, signal: AbortSignal): Promise<Proposal>;
}
