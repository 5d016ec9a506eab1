// From facts to a frozen decision by array look-ups. INVARIANT: never throws; whatever is not a member, a canonical host
// or a number in range is a DENY before any rule.
import { NOWHERE, decideTables, nextNode } from './decide-tables.ts';
import type { DecideTables, FlatTable } from './decide-tables.ts';
import type { PolicyDecision, PolicyFacts } from './facts.ts';
import { FACTS } from './fact-table.ts';
import { canonicalHost } from './host.ts';
import { recordOf } from './levels.ts';
import { countOf, memberIndex } from './member-index.ts';
import { readerOf } from './open-reader.ts';
import type { OpenReader } from './open-reader.ts';
import type { Records } from './records.ts';
import type { Slices } from './slices.ts';
import { CAPABILITY, FACT_COUNT, factIndex } from './space.ts';
import type { Space } from './space.ts';
import { STEADY_FACTS, SteadyFacts } from './steady-facts.ts';
import type { RecordTable } from './tables.ts';
import type { Obligation } from './vocabulary.ts';

const indexOf = (fact: { readonly members: readonly string[]; readonly neutral: string | null }) =>
  memberIndex(fact.members, fact.neutral);
const capabilityOf = indexOf(FACTS.capability);
const executorOf = indexOf(FACTS.executor);
const originOf = indexOf(FACTS.origin);
const actionOf = indexOf(FACTS.action);
const elementRoleOf = indexOf(FACTS.elementRole);

const EXECUTOR = factIndex('executor');
const ORIGIN = factIndex('origin');
const ACTION = factIndex('action');
const ELEMENT_ROLE = factIndex('elementRole');
const PATH = factIndex('path');
const ELEMENT_NAME = factIndex('elementName');
const ACTS = factIndex('acts');
const STEADY: ReadonlySet<number> = new Set(STEADY_FACTS.map(factIndex));

/** Hosts seen lately; forgotten all at once when there are more. */
const MAX_HOSTS = 8192;
/** Decisions kept: each in one of two places, the later in place of the earlier. */
const PLACES = 1 << 13;
const SHIFT = 32 - 13;
const NO_CODES = new Float64Array(0);

export class Decider {
  readonly #records: Records;
  readonly #space: Space;
  readonly #slices: Slices;
  readonly #tables: DecideTables;
  readonly #steady: SteadyFacts;
  readonly #path: OpenReader;
  readonly #elementName: OpenReader;
  readonly #malformed: PolicyDecision;
  readonly #columns = new Map<unknown, number>();
  readonly #raw = new Int32Array(FACT_COUNT);
  readonly #codeOfCapability: Float64Array;
  readonly #codeOfExecutor: Float64Array;
  readonly #codeOfOrigin: Float64Array;
  readonly #codeOfAction: Float64Array;
  readonly #codeOfRole: Float64Array;
  readonly #codeOfPath: Float64Array;
  readonly #codeOfName: Float64Array;
  readonly #codeOfActs: Float64Array;
  /** What was decided, by the code of a request's classes and the number of its steady ones; that is 0 in an empty place. */
  readonly #codes = new Float64Array(PLACES);
  readonly #numbers = new Int32Array(PLACES);
  readonly #answers: (PolicyDecision | undefined)[] = Array.from({ length: PLACES }, () => undefined);
  #busy = false;

  constructor(
    parts: { space: Space; records: Records; slices: Slices; floors: readonly RecordTable[] },
    malformed: PolicyDecision,
  ) {
    this.#space = parts.space;
    this.#records = parts.records;
    this.#slices = parts.slices;
    const tables = decideTables({ ...parts, steady: STEADY });
    this.#tables = tables;
    this.#steady = new SteadyFacts(tables, parts.space, this.#raw);
    this.#path = readerOf('path', parts.space);
    this.#elementName = readerOf('elementName', parts.space);
    this.#malformed = malformed;
    const codeOf = (fact: number): Float64Array => tables.codeOf[fact] ?? NO_CODES;
    this.#codeOfCapability = codeOf(CAPABILITY);
    this.#codeOfExecutor = codeOf(EXECUTOR);
    this.#codeOfOrigin = codeOf(ORIGIN);
    this.#codeOfAction = codeOf(ACTION);
    this.#codeOfRole = codeOf(ELEMENT_ROLE);
    this.#codeOfPath = codeOf(PATH);
    this.#codeOfName = codeOf(ELEMENT_NAME);
    this.#codeOfActs = codeOf(ACTS);
  }

  decide(facts: PolicyFacts): PolicyDecision {
    // A getter that asks while it is asked would change what is being read.
    if (this.#busy) return this.#malformed;
    this.#busy = true;
    try {
      return this.#decide(facts);
    } catch {
      // A getter or a proxy that throws is a malformed request like any other.
      return this.#malformed;
    } finally {
      this.#busy = false;
    }
  }

  /** Column of a host's slices, `-1` for what is not canonical. */
  column(host: unknown): number {
    return this.#columns.get(host) ?? this.#look(host);
  }

  #decide(facts: PolicyFacts): PolicyDecision {
    const column = this.column(facts.host);
    const capability = capabilityOf(facts.capability);
    const executor = executorOf(facts.executor);
    const origin = originOf(facts.origin);
    const action = actionOf(facts.action);
    const role = elementRoleOf(facts.elementRole);
    const path = this.#path.of(facts.path);
    const name = this.#elementName.of(facts.elementName);
    const acts = countOf(facts.acts, FACTS.acts.max);
    const steady = this.#steady.of(facts);
    // A negative number in any place makes the union negative.
    if ((column | capability | executor | origin | action | role | path | name | acts | steady) < 0)
      return this.#malformed;

    const code =
      column * this.#tables.columnCode +
      (this.#codeOfCapability[capability] ?? 0) +
      (this.#codeOfExecutor[executor] ?? 0) +
      (this.#codeOfOrigin[origin] ?? 0) +
      (this.#codeOfAction[action] ?? 0) +
      (this.#codeOfRole[role] ?? 0) +
      (this.#codeOfPath[path] ?? 0) +
      (this.#codeOfName[name] ?? 0) +
      (this.#codeOfActs[acts] ?? 0);
    const place = Math.imul((code | 0) ^ Math.imul(steady, 0x9e3779b1), 0x85ebca6b) >>> SHIFT;
    if (this.#numbers[place] === steady && this.#codes[place] === code)
      return this.#answers[place] ?? this.#malformed;
    const other = place ^ 1;
    if (this.#numbers[other] === steady && this.#codes[other] === code)
      return this.#answers[other] ?? this.#malformed;

    const raw = this.#raw;
    raw[CAPABILITY] = capability;
    raw[EXECUTOR] = executor;
    raw[ORIGIN] = origin;
    raw[ACTION] = action;
    raw[ELEMENT_ROLE] = role;
    raw[PATH] = path;
    raw[ELEMENT_NAME] = name;
    raw[ACTS] = acts;
    const decision = this.#walk(column, capability);
    if (this.#tables.exact) this.#keep(place, code, steady, decision);
    return decision;
  }

  #keep(place: number, code: number, steady: number, decision: PolicyDecision): void {
    const other = place ^ 1;
    this.#codes[other] = this.#codes[place] ?? 0;
    this.#numbers[other] = this.#numbers[place] ?? 0;
    this.#answers[other] = this.#answers[place];
    this.#codes[place] = code;
    this.#numbers[place] = steady;
    this.#answers[place] = decision;
  }

  #walk(column: number, capability: number): PolicyDecision {
    const { placeOf, height, floors } = this.#tables;
    const raw = this.#raw;
    let node = this.#slices.at[column * height + (placeOf[capability] ?? 0)] ?? NOWHERE;
    while (node >= 0) node = nextNode(this.#tables, node, raw);
    if (node === NOWHERE) return this.#malformed;
    const record = floors.reduce(
      (sum, table) => this.#records.join(sum, lookUp(table, raw)),
      recordOf(-1 - node),
    );
    return this.#records.decision(record);
  }

  #look(host: unknown): number {
    if (typeof host !== 'string' || (host !== '' && canonicalHost(host) !== host)) return -1;
    const column = this.#slices.columnOfHost[this.#space.hosts.classOf(host)] ?? -1;
    if (this.#columns.size >= MAX_HOSTS) this.#columns.clear();
    this.#columns.set(host, column);
    return column;
  }
}

function lookUp(table: FlatTable, raw: Int32Array): number {
  const { fact, start, offset, cells } = table;
  let cell = 0;
  for (let axis = 0; axis < fact.length; axis++)
    cell += offset[(start[axis] ?? 0) + (raw[fact[axis] ?? 0] ?? 0)] ?? 0;
  return cells[cell] ?? 0;
}

/** The answer to a request that is not one. */
export function malformedDecision(obligations: readonly Obligation[]): PolicyDecision {
  return Object.freeze({
    decision: 'DENY',
    violation: 'CAPABILITY_DENIED',
    because: Object.freeze([
      Object.freeze({
        entry: 'request',
        decision: 'DENY',
        layer: 'engine',
        at: '',
        reason: 'The request is malformed: a fact is missing or is not in the vocabulary.',
      } as const),
    ]),
    obligations: Object.freeze([...obligations]),
    escalation: null,
  });
}
