// Layers as diagrams over classes of requests, before anything is proved of them. INVARIANT: whatever budget is spent, the answer is a
// failure of the document that spent it.
import { Budget, BudgetExceeded, WORK_PARTS, Work, WorkExceeded } from '#policy/collections/budget.ts';
import { BUILT_IN_INVARIANTS } from './built-in-invariants.ts';
import { DayClasses } from '#policy/engine/documents/days.ts';
import { Diagram } from '#policy/engine/space/diagram.ts';
import { leaf } from '#policy/engine/space/node.ts';
import type { NodeId } from '#policy/engine/space/node.ts';
import type { Invariant, PolicyDocument, Entry } from '#policy/engine/documents/document.ts';
import { FACT_NAMES } from '#policy/language/fact-table.ts';
import type { Failure, Result } from '#policy/language/failure.ts';
import { err, failure, ok } from '#policy/language/failure.ts';
import { floorTable, packTables } from '#policy/engine/tables/floor-tables.ts';
import { joinAll } from '#policy/collections/join-all.ts';
import { Outcomes } from '#policy/engine/layers/outcomes.ts';
import type { Provable } from './prove.ts';
import { Records } from '#policy/engine/layers/records.ts';
import { buildSlices } from '#policy/engine/tables/slices.ts';
import { envelopeOf, recordOf } from '#policy/engine/tables/levels.ts';
import { CAPABILITY_INDEX, DAY, HOST_INDEX, Space, dimensionName } from '#policy/engine/space/space.ts';
import { stackInTurns, entriesOf } from '#policy/engine/layers/stack.ts';
import type { Stack } from '#policy/engine/layers/stack.ts';
import { compileEntry, hostScope } from '#policy/engine/tables/tables.ts';
import type { CompiledEntry } from '#policy/engine/tables/tables.ts';
import { atOnce, flatMapInTurns } from '#policy/collections/turns.ts';
import type { Turns } from '#policy/collections/turns.ts';
import type { CompiledParts } from './compiled-policy.ts';

export const MAX_CELLS = 10_000_000;

/** Entries compiled, and columns translated, in one turn. */
const [ENTRIES_PER_TURN, COLUMNS_PER_TURN] = [8, 8];

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

/** Layers as diagrams, before anything is proved of them. */
export type Laid = Omit<CompiledParts, 'semanticHash' | 'tables'> & {
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

export function* layOutInTurns(
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
    // A table looks at every class of its facts.
    if (entry.axes.length > 0 || number % ENTRIES_PER_TURN === 0) yield;
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
    const columns = new Int32Array(slices.columns);
    const column = new Int32Array(capabilities);
    for (let index = 0; index < columns.length; index++) {
      for (let one = 0; one < capabilities; one++)
        column[one] = translate(slices.at[index * capabilities + one] ?? 0);
      columns[index] = diagram.make(CAPABILITY_INDEX, column);
      if (index % COLUMNS_PER_TURN === 0) yield;
    }
    yield;
    return diagram.make(
      HOST_INDEX,
      slices.columnOfHost.map((own) => columns[own] ?? 0),
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

/** Whatever is spent, the answer is a failure of the document that spent it. */
export function* withinBudget<T>(
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
