// A policy document after loading: every table, floor, rule and delegation is an `Entry`, checked and placed.
// INVARIANT: whatever stands here is well formed: members exist, tables are total, hosts are canonical.
import type { Condition, ValueSet } from './condition.ts';
import type { EndMark } from './end-mark-found.ts';
import type { Inclusion } from './included.ts';
import type { FactName } from '#policy/language/fact-table.ts';
import type { PolicyFacts } from '#policy/language/facts.ts';
import type { Span } from '#policy/language/failure.ts';
import type { BrowserDecision, BrowserViolationType, Obligation } from '#policy/language/vocabulary.ts';

/** Index into BROWSER_DECISIONS: ALLOW 0, ESCALATE 1, DENY 2, ABORT 3. Everything combines by the greatest. */
export type Severity = 0 | 1 | 2 | 3;
export const ALLOW: Severity = 0;
export const ESCALATE: Severity = 1;
export const DENY: Severity = 2;

export type Cell = {
  readonly severity: Severity;
  readonly violation: BrowserViolationType;
  /** Written as NEVER: DENY, and a floor of the same extent. */
  readonly never: boolean;
  readonly span: Span;
};

/** One axis of a table: which position a value of the fact has. `name` is the fact's, or `display`. */
export type Axis = {
  readonly name: string;
  readonly fact: FactName;
  readonly members: readonly string[];
  readonly positions: ReadonlyMap<string | boolean, number>;
};

/** Of the cells of a table: the position of each on one of its axes, by their indices. */
export function positionsOn(axes: readonly Axis[], axis: number): (cell: number) => number {
  const after = axes.slice(axis + 1).reduce((size, { members }) => size * members.length, 1);
  const own = axes[axis]?.members.length ?? 1;
  return (cell) => Math.floor(cell / after) % own;
}

export type Escalate = {
  readonly approvers?: readonly string[];
  readonly timeout?: number;
  /** Somebody else than whoever asked. */
  readonly fourEyes?: true;
  /** Minutes for which a yes for the task holds; 0: it is for one act. Not there: as long as the task. */
  readonly askOnce?: number;
};

/** `floors.x`, `never.x` (the floor behind a NEVER cell), `defaults.x`, `rules.x`, `delegate.x`. */
export type Section = 'floors' | 'never' | 'defaults' | 'rules' | 'delegate';

/**
 * Anything that speaks: a table (axes and cells) or a box (no axes, one cell), within its scope.
 * At a request within the scope it says the cell there; elsewhere nothing.
 */
export type Entry = {
  readonly section: Section;
  readonly id: string;
  /** `rules.corp-docs` */
  readonly ref: string;
  /** Id of the document. */
  readonly layer: string;
  readonly span: Span;
  readonly reason: string;
  readonly scope: Condition;
  /** Where it may relax what would hold without it; elsewhere in its scope it only tightens. Not there: wherever it speaks. */
  readonly firm?: Condition;
  /** It names no address class, at least in part, so that it opens nothing there but public addresses. */
  readonly publicAlone?: true;
  /** The sets that `when` lists, for messages and for the check of grants. */
  readonly listed: readonly ValueSet[];
  readonly axes: readonly Axis[];
  /** Row-major over the axes. */
  readonly cells: readonly Cell[];
  readonly obligations: readonly Obligation[];
  readonly escalate: Escalate | null;
  /** The entry says that it grants to everybody below a public suffix, and means it. It changes no decision. */
  readonly publicSuffix: boolean;
  /** Last day on which an ALLOW rule holds, `YYYY-MM-DD`. */
  readonly expires: string | null;
};

export type Invariant =
  | {
      readonly kind: 'at-least';
      readonly id: string;
      readonly severity: Severity;
      readonly decision: BrowserDecision;
      readonly over: readonly ValueSet[];
      readonly span: Span;
    }
  | {
      readonly kind: 'requires';
      readonly id: string;
      readonly obligations: readonly Obligation[];
      readonly span: Span;
    };

export type TestCase = {
  readonly name: string;
  readonly facts: PolicyFacts;
  readonly expect: BrowserDecision;
  /** Id or ref of an entry that has to be among the deciding ones. */
  readonly by: string | null;
  readonly span: Span;
};

/** A finding of `ghost policy check` that is meant: it is shown as a note, with the reason. */
export type Acceptance = {
  /** `rules.open-web` */
  readonly entry: string;
  readonly lint: string;
  readonly reason: string;
  readonly span: Span;
};

export type PolicyDocument = {
  readonly file: string;
  readonly id: string;
  readonly revision: number;
  readonly owner: string | null;
  /** What the policy is for, in a sentence. */
  readonly description: string | null;
  readonly extends: { readonly id: string; readonly hash: string | null; readonly span: Span } | null;
  readonly span: Span;
  readonly defaults: readonly Entry[];
  /** Floors as written and those behind NEVER cells. */
  readonly floors: readonly Entry[];
  readonly rules: readonly Entry[];
  readonly delegate: readonly Entry[];
  readonly escalation: Escalate;
  readonly escalationSpan: Span;
  readonly always: readonly Obligation[];
  readonly after: readonly Obligation[];
  readonly invariants: readonly Invariant[];
  readonly tests: readonly TestCase[];
  readonly accepted: readonly Acceptance[];
  /** The files of lists beside it that are a part of it, by what each hashes to. */
  readonly include?: readonly Inclusion[];
  /** What it says of being all there, where it says anything. */
  readonly mark?: EndMark;
  /** `sha256:…` of the raw bytes. */
  readonly sourceHash: string;
};

/** `file:line:column` */
export const placeOf = (span: Span): string => `${span.file}:${span.line}:${span.column}`;
