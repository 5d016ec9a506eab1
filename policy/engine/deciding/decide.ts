// From facts to a frozen decision by array look-ups. INVARIANT: never throws; whatever is not a member, a canonical host
// or a number in range is a DENY before any rule.
import { NO_LEAF, decideTables, nextNode } from './decide-tables.ts';
import type { DecideTables, FlatTable } from './decide-tables.ts';
import type { PolicyDecision, PolicyFacts } from '#policy/language/facts.ts';
import { FACTS } from '#policy/language/fact-table.ts';
import type { FactName } from '#policy/language/fact-table.ts';
import { canonicalHost } from '#policy/requests/host.ts';
import { recordOf } from '#policy/engine/tables/levels.ts';
import { countOf, indexOf } from './member-index.ts';
import { readerOf } from './open-reader.ts';
import type { OpenReader } from './open-reader.ts';
import type { Records } from '#policy/engine/layers/records.ts';
import type { Slices } from '#policy/engine/tables/slices.ts';
import { CAPABILITY_INDEX, DAY, DIMENSIONS, factIndex } from '#policy/engine/space/space.ts';
import type { Space } from '#policy/engine/space/space.ts';
import { STEADY_FACTS, SteadyFacts } from './steady-facts.ts';
import type { RecordTable } from '#policy/engine/space/record-table.ts';
import type { Turns } from '#policy/collections/turns.ts';
import type { Obligation } from '#policy/language/vocabulary.ts';

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
const VALUE = factIndex('value');
const ACTS = factIndex('acts');
const STEADY: ReadonlySet<number> = new Set(STEADY_FACTS.map(factIndex));

/** Hosts seen lately; forgotten all at once when there are more. */
const MAX_HOSTS = 8192;
/** Decisions kept: each in one of four places beside each other, the latest first. */
const CACHE_PLACES = 1 << 12;
const CACHE_WAYS = 4;
const CACHE_SHIFT_BITS = 32 - 12;
const NO_CODES = new Float64Array(0);

/** What a decider looks up, whatever the day. */
export const deciderTables = (parts: {
  readonly space: Space;
  readonly slices: Slices;
  readonly floors: readonly RecordTable[];
}): Turns<DecideTables> => decideTables({ ...parts, steady: STEADY });

export class Decider {
  readonly #records: Records;
  readonly #space: Space;
  readonly #slices: Slices;
  readonly #tables: DecideTables;
  readonly #steady: SteadyFacts;
  readonly #path: OpenReader;
  readonly #elementName: OpenReader;
  readonly #value: OpenReader;
  readonly #malformed: PolicyDecision;
  readonly #columns = new Map<unknown, number>();
  readonly #raw = new Int32Array(DIMENSIONS);
  /** What the number of a value adds to the code of its request. */
  readonly #codeOfCapability: Float64Array;
  readonly #codeOfExecutor: Float64Array;
  readonly #codeOfOrigin: Float64Array;
  readonly #codeOfAction: Float64Array;
  readonly #codeOfElementRole: Float64Array;
  readonly #codeOfActs: Float64Array;
  readonly #pathCode: number;
  readonly #nameCode: number;
  readonly #valueCode: number;
  /** Of the neutral values of what `#codeOfAct` is of. */
  readonly #codeOfNoElement: number;
  /** What was decided, by the code of a request's classes; `NaN` in an empty place. */
  readonly #codes = new Float64Array(CACHE_PLACES).fill(Number.NaN);
  readonly #answers: (PolicyDecision | undefined)[] = Array.from({ length: CACHE_PLACES }, () => undefined);
  #busy = false;

  constructor(
    parts: { space: Space; records: Records; slices: Slices; tables: DecideTables },
    malformed: PolicyDecision,
    today: string,
  ) {
    this.#space = parts.space;
    this.#raw[DAY] = parts.space.days.classOf(today);
    this.#records = parts.records;
    this.#slices = parts.slices;
    const { tables } = parts;
    this.#tables = tables;
    this.#steady = new SteadyFacts(tables, parts.space, this.#raw);
    this.#path = readerOf('path', parts.space);
    this.#elementName = readerOf('elementName', parts.space);
    this.#value = readerOf('value', parts.space);
    this.#malformed = malformed;
    const codesOf = (fact: FactName): Float64Array => tables.codeOf[factIndex(fact)] ?? NO_CODES;
    this.#codeOfCapability = codesOf('capability');
    this.#codeOfExecutor = codesOf('executor');
    this.#codeOfOrigin = codesOf('origin');
    this.#codeOfAction = codesOf('action');
    this.#codeOfElementRole = codesOf('elementRole');
    this.#codeOfActs = codesOf('acts');
    // Of a text the number is that of its class.
    this.#pathCode = codesOf('path')[1] ?? 0;
    this.#nameCode = codesOf('elementName')[1] ?? 0;
    this.#valueCode = codesOf('value')[1] ?? 0;
    const { action, elementRole, path, elementName, value, acts } = FACTS;
    this.#codeOfNoElement = this.#codeOfAct(
      action.neutral,
      elementRole.neutral,
      path.neutral,
      elementName.neutral,
      value.neutral,
      acts.neutral,
    );
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
    // Each is read once: what is looked at is what is kept.
    const column = this.column(facts.host);
    const capability = capabilityOf(facts.capability);
    const executor = executorOf(facts.executor);
    const origin = originOf(facts.origin);
    const { action, elementRole, path, elementName, value, acts } = facts;
    // What a page loads names no element: six constants are then compared, and nothing is looked up.
    const isOfNoElement =
      action === 'NONE' &&
      elementRole === 'NONE' &&
      path === '/' &&
      elementName === '' &&
      value === '' &&
      acts === 0;
    const act = isOfNoElement
      ? this.#codeOfNoElement
      : this.#codeOfAct(action, elementRole, path, elementName, value, acts);
    const steady = this.#steady.of(facts);
    // A negative number in any place makes the union negative: some value is none of its fact.
    if ((column | capability | executor | origin | steady) < 0 || act < 0) return this.#malformed;
    const code =
      (this.#codeOfCapability[capability] ?? 0) +
      (this.#codeOfExecutor[executor] ?? 0) +
      (this.#codeOfOrigin[origin] ?? 0) +
      act +
      column * this.#tables.columnCode +
      steady * this.#tables.steadyCode;
    const place = placeOf(code);
    for (let at = place; at < place + CACHE_WAYS; at++)
      if (this.#codes[at] === code) return this.#answers[at] ?? this.#malformed;

    const raw = this.#raw;
    raw[CAPABILITY_INDEX] = capability;
    raw[EXECUTOR] = executor;
    raw[ORIGIN] = origin;
    if (isOfNoElement) this.#codeOfAct(action, elementRole, path, elementName, value, acts);
    const decision = this.#walk(column, capability);
    // Beyond, different classes could have one code.
    if (code <= Number.MAX_SAFE_INTEGER) this.#keep(place, code, decision);
    return decision;
  }

  /** What these facts add to the code, `-1` where one is malformed; their numbers stand in `#raw` then. */
  #codeOfAct(
    action: unknown,
    elementRole: unknown,
    path: unknown,
    elementName: unknown,
    value: unknown,
    acts: unknown,
  ): number {
    const ofAction = actionOf(action);
    const ofRole = elementRoleOf(elementRole);
    const ofPath = this.#path.of(path);
    const ofName = this.#elementName.of(elementName);
    const ofValue = this.#value.of(value);
    const ofActs = countOf(acts, FACTS.acts.max);
    if ((ofAction | ofRole | ofPath | ofName | ofValue | ofActs) < 0) return -1;
    const raw = this.#raw;
    raw[ACTION] = ofAction;
    raw[ELEMENT_ROLE] = ofRole;
    raw[PATH] = ofPath;
    raw[ELEMENT_NAME] = ofName;
    raw[VALUE] = ofValue;
    raw[ACTS] = ofActs;
    return (
      (this.#codeOfAction[ofAction] ?? 0) +
      (this.#codeOfElementRole[ofRole] ?? 0) +
      ofPath * this.#pathCode +
      ofName * this.#nameCode +
      ofValue * this.#valueCode +
      (this.#codeOfActs[ofActs] ?? 0)
    );
  }

  #keep(place: number, code: number, decision: PolicyDecision): void {
    for (let at = place + CACHE_WAYS - 1; at > place; at--) {
      this.#codes[at] = this.#codes[at - 1] ?? Number.NaN;
      this.#answers[at] = this.#answers[at - 1];
    }
    this.#codes[place] = code;
    this.#answers[place] = decision;
  }

  #walk(column: number, capability: number): PolicyDecision {
    const { placeOf, height, floors } = this.#tables;
    const raw = this.#raw;
    let node = this.#slices.at[column * height + (placeOf[capability] ?? 0)] ?? NO_LEAF;
    while (node >= 0) node = nextNode(this.#tables, node, raw);
    if (node === NO_LEAF) return this.#malformed;
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

/** The first of the places of a code. */
function placeOf(code: number): number {
  const mixed = Math.imul(code | 0, 0x9e3779b1) ^ Math.imul((code * 2 ** -32) | 0, 0xc2b2ae35);
  return (Math.imul(mixed ^ (mixed >>> 15), 0x85ebca6b) >>> CACHE_SHIFT_BITS) & -CACHE_WAYS;
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
