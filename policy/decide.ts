// From facts to a frozen decision by array look-ups. INVARIANT: never throws; whatever is not a member, a canonical host
// or a number in range is a DENY before any rule.
import { decideTables } from './decide-tables.ts';
import type { DecideTables, FlatTable } from './decide-tables.ts';
import type { PolicyDecision, PolicyFacts } from './facts.ts';
import { FACTS } from './fact-table.ts';
import { FurtherFacts, booleanOf, countOf } from './further-facts.ts';
import { canonicalHost } from './host.ts';
import { recordOf } from './levels.ts';
import { memberIndex } from './member-index.ts';
import type { Records } from './records.ts';
import type { Slices } from './slices.ts';
import { CAPABILITY, FACT_COUNT, factIndex } from './space.ts';
import type { Space } from './space.ts';
import type { RecordTable } from './tables.ts';
import type { Obligation } from './vocabulary.ts';

const indexOf = (fact: { readonly members: readonly string[]; readonly neutral: string | null }) =>
  memberIndex(fact.members, fact.neutral);
const capabilityOf = indexOf(FACTS.capability);
const addressClassOf = indexOf(FACTS.addressClass);
const originOf = indexOf(FACTS.origin);
const storageOf = indexOf(FACTS.storage);
const executorOf = indexOf(FACTS.executor);
const tabActionOf = indexOf(FACTS.tabAction);
const tabPolicyOf = indexOf(FACTS.tabPolicy);
const launchFlagsOf = indexOf(FACTS.launchFlags);
const schemeOf = indexOf(FACTS.scheme);
const initiatorOf = indexOf(FACTS.initiator);
const provenanceOf = indexOf(FACTS.provenance);
const actionOf = indexOf(FACTS.action);
const purposeOf = indexOf(FACTS.purpose);

const ADDRESS = factIndex('addressClass');
const NAMED = factIndex('namedByUser');
const ORIGIN = factIndex('origin');
const STORAGE = factIndex('storage');
const EXECUTOR = factIndex('executor');
const TAB_ACTION = factIndex('tabAction');
const TAB_POLICY = factIndex('tabPolicy');
const FLAGS = factIndex('launchFlags');
const SANDBOX = factIndex('sandbox');
const SCHEME = factIndex('scheme');
const INITIATOR = factIndex('initiator');
const PROVENANCE = factIndex('provenance');
const ACTION = factIndex('action');
const PURPOSE = factIndex('purpose');
const DOWNLOADS = factIndex('downloads');

/** No leaf. Every valid request leads to one; what would not is malformed. */
const NOWHERE = -0x80000000;

/** Hosts and classes of requests seen lately; forgotten all at once when there are more. */
const MAX_HOSTS = 8192;
const MAX_KNOWN = 1 << 16;

export class Decider {
  readonly #records: Records;
  readonly #space: Space;
  readonly #slices: Slices;
  readonly #tables: DecideTables;
  readonly #further: FurtherFacts;
  readonly #malformed: PolicyDecision;
  readonly #columns = new Map<unknown, number>();
  /** Decision by the code of a request's classes. */
  readonly #known = new Map<number, PolicyDecision>();
  readonly #raw = new Int32Array(FACT_COUNT);

  constructor(
    parts: { space: Space; records: Records; slices: Slices; floors: readonly RecordTable[] },
    malformed: PolicyDecision,
  ) {
    this.#space = parts.space;
    this.#records = parts.records;
    this.#slices = parts.slices;
    this.#tables = decideTables(parts);
    this.#further = new FurtherFacts(this.#tables, parts.space);
    this.#malformed = malformed;
  }

  decide(facts: PolicyFacts): PolicyDecision {
    try {
      return this.#decide(facts);
    } catch {
      // A getter or a proxy that throws is a malformed request like any other.
      return this.#malformed;
    }
  }

  /** Column of a host's slices, `-1` for what is not canonical. */
  column(host: unknown): number {
    return this.#columns.get(host) ?? this.#look(host);
  }

  #decide(facts: PolicyFacts): PolicyDecision {
    const column = this.column(facts.host);
    const capability = capabilityOf(facts.capability);
    const address = addressClassOf(facts.addressClass);
    const named = booleanOf(facts.namedByUser);
    const origin = originOf(facts.origin);
    const storage = storageOf(facts.storage);
    const executor = executorOf(facts.executor);
    const tabAction = tabActionOf(facts.tabAction);
    const tabPolicy = tabPolicyOf(facts.tabPolicy);
    const flags = launchFlagsOf(facts.launchFlags);
    const sandbox = booleanOf(facts.sandbox);
    const scheme = schemeOf(facts.scheme);
    const initiator = initiatorOf(facts.initiator);
    const provenance = provenanceOf(facts.provenance);
    const action = actionOf(facts.action);
    const purpose = purposeOf(facts.purpose);
    const downloads = countOf(facts.downloads, FACTS.downloads.max);
    const raw = this.#raw;
    const further = this.#further.code(facts, raw);
    // A negative number in any place makes the union negative.
    const first = column | capability | address | named | origin | storage | executor | tabAction | tabPolicy;
    const second = flags | sandbox | scheme | initiator | provenance | action | purpose | downloads;
    if ((first | second) < 0 || further < 0) return this.#malformed;

    const { code, start, columnCode } = this.#tables;
    const key =
      column * columnCode +
      (code[(start[CAPABILITY] ?? 0) + capability] ?? 0) +
      (code[(start[ADDRESS] ?? 0) + address] ?? 0) +
      (code[(start[NAMED] ?? 0) + named] ?? 0) +
      (code[(start[ORIGIN] ?? 0) + origin] ?? 0) +
      (code[(start[STORAGE] ?? 0) + storage] ?? 0) +
      (code[(start[EXECUTOR] ?? 0) + executor] ?? 0) +
      (code[(start[TAB_ACTION] ?? 0) + tabAction] ?? 0) +
      (code[(start[TAB_POLICY] ?? 0) + tabPolicy] ?? 0) +
      (code[(start[FLAGS] ?? 0) + flags] ?? 0) +
      (code[(start[SANDBOX] ?? 0) + sandbox] ?? 0) +
      (code[(start[SCHEME] ?? 0) + scheme] ?? 0) +
      (code[(start[INITIATOR] ?? 0) + initiator] ?? 0) +
      (code[(start[PROVENANCE] ?? 0) + provenance] ?? 0) +
      (code[(start[ACTION] ?? 0) + action] ?? 0) +
      (code[(start[PURPOSE] ?? 0) + purpose] ?? 0) +
      (code[(start[DOWNLOADS] ?? 0) + downloads] ?? 0) +
      further;
    const known = this.#known.get(key);
    if (known !== undefined) return known;

    this.#further.read(facts, raw);
    raw[CAPABILITY] = capability;
    raw[ADDRESS] = address;
    raw[NAMED] = named;
    raw[ORIGIN] = origin;
    raw[STORAGE] = storage;
    raw[EXECUTOR] = executor;
    raw[TAB_ACTION] = tabAction;
    raw[TAB_POLICY] = tabPolicy;
    raw[FLAGS] = flags;
    raw[SANDBOX] = sandbox;
    raw[SCHEME] = scheme;
    raw[INITIATOR] = initiator;
    raw[PROVENANCE] = provenance;
    raw[ACTION] = action;
    raw[PURPOSE] = purpose;
    raw[DOWNLOADS] = downloads;
    const decision = this.#walk(column, capability);
    if (this.#tables.exact) {
      if (this.#known.size >= MAX_KNOWN) this.#known.clear();
      this.#known.set(key, decision);
    }
    return decision;
  }

  #walk(column: number, capability: number): PolicyDecision {
    const { fact, first, child, placeOf, height, floors } = this.#tables;
    const raw = this.#raw;
    let node = this.#slices.at[column * height + (placeOf[capability] ?? 0)] ?? NOWHERE;
    while (node >= 0) node = child[(first[node] ?? 0) + (raw[fact[node] ?? 0] ?? 0)] ?? NOWHERE;
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
