// The effective policy on one day, as the compiler makes it. INVARIANT: it decides by tables that were proved; on another day it is
// the same policy, proved for every day from that of compiling on.
import { Decider, malformedDecision } from '#policy/engine/deciding/decide.ts';
import type { DecideTables } from '#policy/engine/deciding/decide-tables.ts';
import type { Diagram } from '#policy/engine/space/diagram.ts';
import type { NodeId } from '#policy/engine/space/node.ts';
import { ALLOW } from '#policy/engine/documents/document.ts';
import type { Invariant, PolicyDocument } from '#policy/engine/documents/document.ts';
import { patternsIn } from '#policy/engine/documents/public-suffix.ts';
import type { EffectivePolicy, HiddenFact, PolicyDecision, PolicyFacts } from '#policy/language/facts.ts';
import { semanticHashOf, sourceHashOf } from './hashes.ts';
import { Lookalikes } from '#policy/requests/lookalikes.ts';
import { missingClass } from '#policy/engine/deciding/missing-class.ts';
import type { MissingClass } from '#policy/language/missing-class-hint.ts';
import type { Outcomes } from '#policy/engine/layers/outcomes.ts';
import type { Records } from '#policy/engine/layers/records.ts';
import type { Slices } from '#policy/engine/tables/slices.ts';
import type { Space } from '#policy/engine/space/space.ts';
import { CAPABILITY_INDEX, factIndex } from '#policy/engine/space/space.ts';
import { stackOn } from '#policy/engine/layers/stack.ts';
import type { Stack } from '#policy/engine/layers/stack.ts';
import type { RecordTable } from '#policy/engine/space/record-table.ts';

export type CompileStatistics = {
  readonly cells: number;
  readonly records: number;
  readonly nodes: number;
  /** Classes of every fact that some entry tells apart. */
  readonly classes: Readonly<Record<string, number>>;
};

/** The effective policy on one day, with what explain, matrix and proofs need: they see every day. */
export class CompiledPolicy implements EffectivePolicy {
  readonly id: string;
  readonly revision: number;
  readonly semanticHash: string;
  readonly sourceHash: string;
  readonly layers: readonly string[];
  readonly stack: Stack;
  readonly space: Space;
  readonly records: Records;
  readonly slices: Slices;
  readonly floors: readonly RecordTable[];
  readonly diagram: Diagram;
  /** Leaves: outcomes. */
  readonly decisionNode: NodeId;
  /** Leaves: severities. */
  readonly envelopeNode: NodeId;
  readonly outcomes: Outcomes;
  readonly invariants: readonly Invariant[];
  readonly statistics: CompileStatistics;
  /** The same on every day. */
  readonly tables: DecideTables;
  readonly #decider: Decider;
  readonly #documents: readonly PolicyDocument[];
  #hashFromToday: string | null = null;
  #allowed: Lookalikes | null = null;

  constructor(parts: CompiledParts, documents: readonly PolicyDocument[]) {
    this.#documents = documents;
    const lowest = documents.at(-1);
    this.id = lowest?.id ?? '';
    this.revision = lowest?.revision ?? 0;
    this.semanticHash = parts.semanticHash;
    this.sourceHash = sourceHashOf(documents);
    this.layers = documents.map((document) => `${document.id}@${document.revision}`);
    this.stack = parts.stack;
    this.space = parts.space;
    this.records = parts.records;
    this.slices = parts.slices;
    this.floors = parts.floors;
    this.diagram = parts.diagram;
    this.decisionNode = parts.decisionNode;
    this.envelopeNode = parts.envelopeNode;
    this.outcomes = parts.outcomes;
    this.invariants = parts.invariants;
    this.statistics = parts.statistics;
    this.tables = parts.tables;
    this.#decider = new Decider(parts, malformedDecision(parts.stack.duties), parts.stack.today);
  }

  /** `YYYY-MM-DD` */
  get today(): string {
    return this.stack.today;
  }

  get asOf(): string | null {
    return this.space.days.firstOf(this.todayClass);
  }

  /** The class of days that today is in. */
  get todayClass(): number {
    return this.space.days.classOf(this.today);
  }

  /** The same policy on another day. Nothing has to be proved again: it was for every day from that of compiling on. */
  on(day: string): CompiledPolicy {
    return day === this.today
      ? this
      : new CompiledPolicy({ ...this, stack: stackOn(this.stack, day) }, this.#documents);
  }

  /** The semantic hash of what is left: equal where nothing from today on is decided otherwise. */
  get hashFromToday(): string {
    const first = this.todayClass;
    if (first === 0) return this.semanticHash;
    return (this.#hashFromToday ??= semanticHashOf({
      diagram: this.diagram,
      outcomes: this.outcomes,
      decisionNode: this.diagram.fromDay(this.decisionNode, first),
      envelopeNode: this.diagram.fromDay(this.envelopeNode, first),
    }));
  }

  decide(facts: PolicyFacts): PolicyDecision {
    return this.#decider.decide(facts);
  }

  prefixOf(path: string): string {
    return this.space.prefixOf(path);
  }

  keptOf(fact: HiddenFact, text: string): string {
    const index = factIndex(fact);
    return String(this.space.witness(index, this.space.classOf(index, text)));
  }

  textsOf(fact: HiddenFact): readonly string[] {
    const index = factIndex(fact);
    return Array.from({ length: this.space.counts[index] ?? 0 }, (_, one) =>
      String(this.space.witness(index, one)),
    );
  }

  missingClass(facts: PolicyFacts): readonly MissingClass[] {
    return missingClass(this, facts);
  }

  looksLike(host: string): string | null {
    const allowed = this.stack.layers
      .flatMap(({ rules }) => rules)
      .filter(({ cells }) => cells[0]?.severity === ALLOW);
    this.#allowed ??= new Lookalikes(
      allowed.flatMap(({ scope }) => patternsIn(scope, true).map((one) => one.host)),
    );
    return this.#allowed.has(host) ? null : (this.#allowed.of(host)?.host ?? null);
  }

  /** How many classes of hosts decide differently. */
  get columns(): number {
    return this.slices.columns;
  }

  /** The class of a canonical host by what it decides, `-1` for anything else. */
  columnOf(host: string): number {
    return this.#decider.column(host);
  }

  /** What is decided in a column with a capability, both by number: equal numbers decide alike. */
  sliceAt(column: number, capability: number): NodeId {
    const { slices, space } = this;
    const own = space.classOfRaw[CAPABILITY_INDEX]?.[capability] ?? 0;
    return slices.at[column * (space.counts[CAPABILITY_INDEX] ?? 1) + own] ?? 0;
  }
}

/** What the compiler makes of layers, and proves: the policy without its documents and its day's decider. */
export type CompiledParts = Pick<
  CompiledPolicy,
  | 'stack'
  | 'space'
  | 'records'
  | 'slices'
  | 'floors'
  | 'diagram'
  | 'decisionNode'
  | 'envelopeNode'
  | 'outcomes'
  | 'invariants'
  | 'semanticHash'
  | 'statistics'
  | 'tables'
>;
