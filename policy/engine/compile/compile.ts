// Documents to an effective policy, upper layer first. INVARIANT: what is returned is proved: every invariant holds on the
// policy and on its envelope, every embedded test passes; otherwise nothing is returned.
import { Budget, BudgetExceeded, WORK_PARTS, Work, WorkExceeded } from '#policy/collections/budget.ts';
import { BUILT_IN_INVARIANTS } from './built-in-invariants.ts';
import { DayClasses } from '#policy/engine/documents/days.ts';
import { Decider, deciderTables, malformedDecision } from '#policy/engine/deciding/decide.ts';
import type { DecideTables } from '#policy/engine/deciding/decide-tables.ts';
import { Diagram, leaf } from '#policy/engine/space/diagram.ts';
import { escalatesToNobody } from './escalate-nobody.ts';
import type { NodeId } from '#policy/engine/space/diagram.ts';
import { ALLOW } from '#policy/engine/documents/document.ts';
import type { Invariant, PolicyDocument, Entry } from '#policy/engine/documents/document.ts';
import { patternsIn } from '#policy/engine/reading/public-suffix.ts';
import { FACT_NAMES } from '#policy/language/fact-table.ts';
import type { EffectivePolicy, PolicyDecision, PolicyFacts } from '#policy/language/facts.ts';
import type { Failure, Result } from '#policy/language/failure.ts';
import { err, failure, ok } from '#policy/language/failure.ts';
import { floorTable, packTables } from '#policy/engine/tables/floor-tables.ts';
import { grantsInTurns } from './grants.ts';
import { semanticHashInTurns, semanticHashOf, sourceHashOf } from './hashes.ts';
import { joinAll } from '#policy/collections/join-all.ts';
import { Lookalikes } from '#policy/requests/lookalikes.ts';
import { missingClass } from '#policy/engine/deciding/missing-class.ts';
import type { MissingClass } from '#policy/language/missing-class-hint.ts';
import { Outcomes } from '#policy/engine/layers/outcomes.ts';
import { brief, violationOf } from './prove.ts';
import type { Provable } from './prove.ts';
import { Records } from '#policy/engine/layers/records.ts';
import { buildSlices } from '#policy/engine/tables/slices.ts';
import type { Slices } from '#policy/engine/tables/slices.ts';
import { envelopeOf, recordOf } from '#policy/engine/tables/levels.ts';
import { CAPABILITY_INDEX, DAY, HOST_INDEX, Space, dimensionName } from '#policy/engine/space/space.ts';
import { MAX_FAILURES, andMore } from '#policy/engine/reading/problems.ts';
import { stackInTurns, stackOn, entriesOf } from '#policy/engine/layers/stack.ts';
import type { Stack } from '#policy/engine/layers/stack.ts';
import { compileEntry, hostScope } from '#policy/engine/tables/tables.ts';
import type { CompiledEntry } from '#policy/engine/tables/tables.ts';
import type { RecordTable } from '#policy/engine/space/record-table.ts';
import { loosenedByTime } from './time-tightens.ts';
import { atOnce, flatMapInTurns } from '#policy/collections/turns.ts';
import type { Turns } from '#policy/collections/turns.ts';

export const MAX_CELLS = 10_000_000;
const MAX_LAYERS = 8;

export type CompileOptions = {
  /** The day on which the policy is to hold, `YYYY-MM-DD`. */
  readonly today: string;
  /** Cells and diagram slots that may be made before the answer is `policy.unproven`. */
  readonly cellBudget?: number;
  /** What may be done for all layers together before the answer is `policy.too-large`: a fresh budget where it is left out. */
  readonly work?: Work;
  /** `false`: of what was in force on another day; its tests are kept, and need not pass on this one. Default: they have to. */
  readonly testsPass?: boolean;
};

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
  readonly #decider: Decider;
  readonly #parts: Parts;
  readonly #documents: readonly PolicyDocument[];
  #hashFromToday: string | null = null;
  #allowed: Lookalikes | null = null;

  constructor(parts: Parts, documents: readonly PolicyDocument[]) {
    this.#parts = parts;
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
      : new CompiledPolicy({ ...this.#parts, stack: stackOn(this.stack, day) }, this.#documents);
  }

  /** The semantic hash of what is left: equal where nothing from today on is decided otherwise. */
  get hashFromToday(): string {
    const first = this.todayClass;
    if (first === 0) return this.semanticHash;
    return (this.#hashFromToday ??= semanticHashOf({
      ...this.#parts,
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

type Parts = {
  readonly stack: Stack;
  readonly space: Space;
  readonly records: Records;
  readonly slices: Slices;
  readonly floors: readonly RecordTable[];
  readonly diagram: Diagram;
  readonly decisionNode: NodeId;
  readonly envelopeNode: NodeId;
  readonly outcomes: Outcomes;
  readonly invariants: readonly Invariant[];
  readonly semanticHash: string;
  readonly statistics: CompileStatistics;
  /** The same on every day. */
  readonly tables: DecideTables;
};

/**
 * Compiles layers, upper first. Each prefix is compiled and proved as well: a parent's tests hold of the parent, and a
 * child's `extends.hash` names the parent as compiled. `upper`: the first layers, where they are compiled already.
 */
export function compilePolicy(
  documents: readonly PolicyDocument[],
  options: CompileOptions,
  upper: CompiledPolicy | null = null,
): Result<CompiledPolicy, Failure[]> {
  return atOnce(compileInTurns(documents, options, upper));
}

/** `compilePolicy` in turns of counted work, for whoever has something else to do in between. */
export function* compileInTurns(
  documents: readonly PolicyDocument[],
  options: CompileOptions,
  upper: CompiledPolicy | null = null,
): Turns<Result<CompiledPolicy, Failure[]>> {
  if (documents.length === 0)
    return err([failure('policy.not-loaded', 'there is no policy document', { help: 'load one first' })]);
  const counted = { ...options, work: options.work ?? new Work() };
  let effective = upper;
  for (const [index, document] of documents.entries()) {
    if (index < (upper?.layers.length ?? 0)) continue;
    const parent = checkParent(document, index === 0 ? null : effective, index);
    if (parent !== null) return err([parent]);
    const compiled = yield* compilePrefix(documents.slice(0, index + 1), counted);
    if (!compiled.ok) return compiled;
    effective = compiled.value;
  }
  return effective === null ? err([]) : ok(effective);
}

function checkParent(document: PolicyDocument, parent: CompiledPolicy | null, index: number): Failure | null {
  const span = document.extends?.span ?? document.span;
  const bad = (message: string, help: string): Failure =>
    failure('policy.bad-parent', message, { span, help });
  if (index >= MAX_LAYERS) return bad(`a policy has at most ${MAX_LAYERS} layers`, 'merge some of them');
  if (parent === null)
    return document.extends === null
      ? null
      : bad(
          `\`${document.id}\` extends \`${document.extends.id}\`, which is not loaded`,
          'load the parent first',
        );
  if (document.extends === null)
    return bad(
      `\`${document.id}\` stands below \`${parent.id}\` and does not extend it`,
      `add \`extends: { id: ${parent.id} }\``,
    );
  if (document.extends.id !== parent.id)
    return bad(
      `\`${document.id}\` extends \`${document.extends.id}\`, not \`${parent.id}\``,
      'load the layers in order',
    );
  if (document.extends.hash !== null && document.extends.hash !== parent.semanticHash)
    return bad(
      `the parent \`${parent.id}\` is not the one that was signed off`,
      `its hash is now ${parent.semanticHash}`,
    );
  return null;
}

function* compilePrefix(
  documents: readonly PolicyDocument[],
  options: CompileOptions,
): Turns<Result<CompiledPolicy, Failure[]>> {
  const work = options.work ?? new Work();
  return yield* withinBudget(documents.at(-1), function* () {
    const laid = yield* layOutInTurns(documents, { ...options, work });
    if (!laid.ok) return laid;
    work.begin('proof');
    const refused = yield* refusals(laid.value);
    if (refused.length > 0) return err(capped(refused));
    work.begin('tables');
    const semanticHash = yield* semanticHashInTurns(laid.value);
    const parts = { ...laid.value, semanticHash, tables: yield* deciderTables(laid.value) };
    const policy = new CompiledPolicy(parts, documents);
    yield;
    work.begin('tests');
    const failures = options.testsPass === false ? [] : yield* failedTests(policy, documents.at(-1), work);
    if (failures.length > 0) return err(capped(failures));
    policy.space.release();
    return ok(policy);
  });
}

/** Nobody reads five thousand. */
const capped = (failures: Failure[]): Failure[] =>
  failures.length <= MAX_FAILURES
    ? failures
    : [...failures.slice(0, MAX_FAILURES), andMore(failures.slice(0, MAX_FAILURES))];

/** Whatever is spent, the answer is a failure of the document that spent it. */
function* withinBudget<T>(
  document: PolicyDocument | undefined,
  make: () => Turns<Result<T, Failure[]>>,
): Turns<Result<T, Failure[]>> {
  try {
    return yield* make();
  } catch (thrown) {
    if (!(thrown instanceof BudgetExceeded)) throw thrown;
    return err([overBudget(thrown, document)]);
  }
}

/** Layers as diagrams, before anything is proved of them. */
export type Laid = Omit<Parts, 'semanticHash' | 'tables'> & {
  readonly compiled: ReadonlyMap<Entry, CompiledEntry>;
};

/**
 * The diagrams of layers, whether or not their invariants hold: what `verify` proves on when the compiler refuses.
 * `claims`: further sets of requests that the classes are to tell apart.
 */
export function layOut(
  documents: readonly PolicyDocument[],
  options: CompileOptions,
  claims: readonly Invariant[] = [],
): Result<Laid, Failure[]> {
  return atOnce(layOutInTurns(documents, options, claims));
}

function* layOutInTurns(
  documents: readonly PolicyDocument[],
  options: CompileOptions,
  claims: readonly Invariant[] = [],
): Turns<Result<Laid, Failure[]>> {
  const stack = yield* stackInTurns(documents, options.today);
  if (!stack.ok) return stack;
  yield;
  const { cellBudget = MAX_CELLS, work = new Work() } = options;
  return yield* withinBudget(documents.at(-1), function* () {
    return ok(yield* build(stack.value, cellBudget, claims, work));
  });
}

/** `policy.too-large` where the work was too much, `policy.unproven` where the space was. */
export function overBudget(thrown: BudgetExceeded, document: PolicyDocument | undefined): Failure {
  const span = document === undefined ? {} : { span: document.span };
  if (thrown instanceof WorkExceeded) {
    const { part, limit } = thrown;
    const steps = limit.toLocaleString('en');
    return failure(
      'policy.too-large',
      `the policy takes more than ${steps} steps; its ${part} took the most`,
      {
        help: WORK_PARTS[part],
        details: { part },
        ...span,
      },
    );
  }
  const fact = dimensionName(thrown.fact);
  return failure(
    'policy.unproven',
    `the policy has too many classes of requests to prove; \`${fact}\` grew them`,
    {
      help:
        thrown.fact === DAY
          ? 'let entries end on fewer dates'
          : `test \`${fact}\` in fewer rules, or name fewer of its values`,
      details: { fact },
      ...span,
    },
  );
}

/** Those of the documents, and those built in that no document states again. */
export function invariantsOf(stated: readonly Invariant[]): readonly Invariant[] {
  const own = new Map(stated.map((one) => [JSON.stringify({ ...one, span: null }), one]));
  const builtIn = BUILT_IN_INVARIANTS.filter(
    (one) => ![...own.values()].some((stated) => saysAsMuch(stated, one)),
  );
  return [...own.values(), ...builtIn];
}

/** Whether an invariant of a document says what another says, or more, of the same requests. */
function saysAsMuch(stated: Invariant, other: Invariant): boolean {
  return (
    stated.kind === 'at-least' &&
    other.kind === 'at-least' &&
    stated.severity >= other.severity &&
    JSON.stringify(stated.over) === JSON.stringify(other.over)
  );
}

function* build(stack: Stack, cellBudget: number, claims: readonly Invariant[], work: Work): Turns<Laid> {
  work.begin('classes');
  const invariants = invariantsOf(stack.invariants);
  const entries = [...stack.entries, ...stack.layers.flatMap((layer) => layer.ended)];
  const days = new DayClasses(entries.flatMap((entry) => entry.expires ?? []));
  const told = [...invariants, ...claims];
  const space = yield* Space.inTurns(entries, told, work, days);
  yield;
  const records = new Records(stack);
  const layerOf = new Map(
    stack.layers.flatMap((layer, index) =>
      [...entriesOf(layer), ...layer.ended].map((entry) => [entry, index]),
    ),
  );
  const compiled = new Map<Entry, CompiledEntry>();
  for (const [number, entry] of entries.entries()) {
    compiled.set(entry, compileEntry(entry, { number, layer: layerOf.get(entry) ?? 0 }, space, records));
    yield;
  }
  const floors = stack.layers.flatMap((layer) =>
    layer.floors.flatMap((entry: Entry) => compiled.get(entry) ?? []),
  );
  work.begin('floors');
  const byHost = new Set(floors.filter((entry) => hostScope(entry.scope).mentions));
  const flat = yield* flatMapInTurns(
    floors.filter((entry) => !byHost.has(entry) && entry.scope !== false),
    (entry) => [floorTable({ compiled: entry, test: entry.scope }, space, records)],
  );
  const budget = new Budget(cellBudget);
  const answers = new Diagram(space, budget);
  work.begin('rules');
  const slices = yield* buildSlices(stack, compiled, [...byHost], space, records, answers);

  const outcomes = new Outcomes(stack, records);
  const diagram = new Diagram(space, budget);
  const join = diagram.combine(outcomes.join);
  const max = diagram.combine(Math.max);
  const capabilities = space.counts[CAPABILITY_INDEX] ?? 1;
  const whole = function* (value: (answer: number) => number): Turns<NodeId> {
    const translate = diagram.mapper(answers, value);
    const columns: NodeId[] = [];
    for (let column = 0; column < slices.columns; column++) {
      const at = slices.at.slice(column * capabilities, (column + 1) * capabilities);
      columns.push(diagram.make(CAPABILITY_INDEX, at.map(translate)));
      yield;
    }
    return diagram.make(
      HOST_INDEX,
      slices.columnOfHost.map((column) => columns[column] ?? 0),
    );
  };
  work.begin('floors');
  yield;
  const floorDecision = joinAll(
    flat.map((table) => diagram.fromTable(table, (cell) => outcomes.ofRecord(table.cells[cell] ?? 0))),
    join,
    leaf(outcomes.ofRecord(0)),
  );
  yield;
  const floorEnvelope = joinAll(
    flat.map((table) => diagram.fromTable(table, (cell) => table.envelope[cell] ?? 0)),
    max,
    leaf(0),
  );
  const decisionNode = join(yield* whole((answer) => outcomes.ofRecord(recordOf(answer))), floorDecision);
  yield;
  const envelopeNode = max(yield* whole(envelopeOf), floorEnvelope);
  yield;

  return {
    stack,
    space,
    records,
    slices,
    floors: packTables(flat, space, records),
    diagram,
    decisionNode,
    envelopeNode,
    outcomes,
    invariants,
    compiled,
    statistics: {
      cells: budget.total + flat.reduce((sum, table) => sum + table.cells.length, 0),
      records: records.size,
      nodes: diagram.size,
      classes: Object.fromEntries(FACT_NAMES.map((fact, index) => [fact, space.counts[index] ?? 1])),
    },
  };
}

export function provableOf(laid: Omit<Laid, 'compiled'>): Provable {
  const { stack, space, diagram, outcomes } = laid;
  return {
    stack,
    space,
    diagram,
    decision: laid.decisionNode,
    envelope: laid.envelopeNode,
    decisionSeverity: (leaf) => outcomes.severity(leaf),
  };
}

/** Invariants that do not hold, questions to nobody, and grants of the lowest layer that its floors take away. */
function* refusals(laid: Laid): Turns<Failure[]> {
  const { stack, compiled, space, records, diagram } = laid;
  const lowest = stack.layers.at(-1);
  const provable = provableOf(laid);
  const violated = yield* flatMapInTurns(laid.invariants, (one) => violationOf(provable, one));
  const toNobody = escalatesToNobody(laid);
  yield;
  const loosened = loosenedByTime(laid);
  yield;
  return [
    ...violated,
    ...toNobody,
    ...loosened,
    ...(lowest === undefined
      ? []
      : yield* grantsInTurns(
          { layer: lowest, floors: lowest.floors, whose: 'the floors of this layer' },
          { compiled, space, records, diagram },
        )),
  ];
}

function failedTests(
  policy: CompiledPolicy,
  document: PolicyDocument | undefined,
  work: Work,
): Turns<Failure[]> {
  return flatMapInTurns(document?.tests ?? [], (one): readonly Failure[] => {
    work.step(policy.floors.length);
    const answer = policy.decide(one.facts);
    const entries = answer.because.map((reason) => reason.entry);
    const by = one.by;
    if (answer.decision !== one.expect) {
      const message = `the test \`${one.name}\` expects ${one.expect} and gets ${answer.decision}`;
      const help = `${brief(one.facts)} is decided by ${entries.join(', ')}`;
      return [failure('policy.test-failed', message, { span: one.span, help })];
    }
    if (by === null || entries.some((entry) => entry === by || entry.slice(entry.indexOf('.') + 1) === by))
      return [];
    const message = `the test \`${one.name}\` is not decided by \`${by}\``;
    return [
      failure('policy.test-failed', message, {
        span: one.span,
        help: `it is decided by ${entries.join(', ')}`,
      }),
    ];
  });
}
