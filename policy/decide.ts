// From facts to a frozen decision by array look-ups. INVARIANT: never throws; whatever is not a member, a canonical host
// or a number in range is a DENY before any rule.
import type { PolicyDecision, PolicyFacts } from './facts.ts';
import { FACTS } from './fact-table.ts';
import { leafValue } from './diagram.ts';
import { canonicalHost } from './host.ts';
import { memberIndex } from './member-index.ts';
import type { Records } from './records.ts';
import { recordOf } from './levels.ts';
import type { Slices } from './slices.ts';
import { CAPABILITY, FACT_COUNT, factIndex } from './space.ts';
import type { Space } from './space.ts';
import type { RecordTable } from './tables.ts';
import type { Obligation } from './vocabulary.ts';

const capabilityOf = memberIndex(FACTS.capability.members);
const addressOf = memberIndex(FACTS.addressClass.members);
const originOf = memberIndex(FACTS.origin.members);
const storageOf = memberIndex(FACTS.storage.members);
const executorOf = memberIndex(FACTS.executor.members);
const tabActionOf = memberIndex(FACTS.tabAction.members);
const tabPolicyOf = memberIndex(FACTS.tabPolicy.members);
const launchFlagsOf = memberIndex(FACTS.launchFlags.members);
const schemeOf = memberIndex(FACTS.scheme.members);
const initiatorOf = memberIndex(FACTS.initiator.members);
const provenanceOf = memberIndex(FACTS.provenance.members);
const actionOf = memberIndex(FACTS.action.members);
const purposeOf = memberIndex(FACTS.purpose.members);

const I = {
  addressClass: factIndex('addressClass'),
  namedByUser: factIndex('namedByUser'),
  origin: factIndex('origin'),
  storage: factIndex('storage'),
  executor: factIndex('executor'),
  tabAction: factIndex('tabAction'),
  tabPolicy: factIndex('tabPolicy'),
  launchFlags: factIndex('launchFlags'),
  sandbox: factIndex('sandbox'),
  scheme: factIndex('scheme'),
  initiator: factIndex('initiator'),
  provenance: factIndex('provenance'),
  action: factIndex('action'),
  purpose: factIndex('purpose'),
  downloads: factIndex('downloads'),
} as const;

/** No leaf: a node always has a child for every class. */
const NOWHERE = Number.MIN_SAFE_INTEGER;

/** Hosts seen lately; forgotten all at once when there are more. */
const MAX_HOSTS = 8192;

export class Decider {
  readonly #records: Records;
  readonly #space: Space;
  readonly #slices: Slices;
  readonly #floors: readonly RecordTable[];
  readonly #malformed: PolicyDecision;
  readonly #capabilities: number;
  readonly #classOfRaw: readonly Uint16Array[];
  readonly #columns = new Map<unknown, number>();
  readonly #raw = new Int32Array(FACT_COUNT);

  constructor(
    parts: { space: Space; records: Records; slices: Slices; floors: readonly RecordTable[] },
    malformed: PolicyDecision,
  ) {
    this.#space = parts.space;
    this.#records = parts.records;
    this.#slices = parts.slices;
    this.#floors = parts.floors;
    this.#malformed = malformed;
    this.#capabilities = parts.space.counts[CAPABILITY] ?? 1;
    this.#classOfRaw = parts.space.classOfRaw;
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
    const raw = this.#raw;
    const column = this.column(facts.host);
    const capability = capabilityOf(facts.capability);
    // A negative number in any place makes the union negative.
    const valid =
      column |
      capability |
      (raw[I.addressClass] = addressOf(facts.addressClass)) |
      (raw[I.origin] = originOf(facts.origin)) |
      (raw[I.storage] = storageOf(facts.storage)) |
      (raw[I.executor] = executorOf(facts.executor)) |
      (raw[I.tabAction] = tabActionOf(facts.tabAction)) |
      (raw[I.tabPolicy] = tabPolicyOf(facts.tabPolicy)) |
      (raw[I.launchFlags] = launchFlagsOf(facts.launchFlags)) |
      (raw[I.scheme] = schemeOf(facts.scheme)) |
      (raw[I.initiator] = initiatorOf(facts.initiator)) |
      (raw[I.provenance] = provenanceOf(facts.provenance)) |
      (raw[I.action] = actionOf(facts.action)) |
      (raw[I.purpose] = purposeOf(facts.purpose)) |
      (raw[I.namedByUser] = booleanOf(facts.namedByUser)) |
      (raw[I.sandbox] = booleanOf(facts.sandbox)) |
      (raw[I.downloads] = countOf(facts.downloads));
    if (valid < 0) return this.#malformed;
    raw[CAPABILITY] = capability;

    const own = this.#classOfRaw[CAPABILITY]?.[capability] ?? 0;
    let node = this.#slices.at[column * this.#capabilities + own];
    if (node === undefined) return this.#malformed;
    const { answers } = this.#slices;
    while (node >= 0) {
      const fact = answers.factOf(node);
      node = answers.childrenOf(node)[this.#classOfRaw[fact]?.[raw[fact] ?? 0] ?? 0] ?? NOWHERE;
    }
    if (node === NOWHERE) return this.#malformed;
    let record = recordOf(leafValue(node));
    for (const floor of this.#floors) {
      const found = this.#lookUp(floor);
      if (found !== 0) record = this.#records.join(record, found);
    }
    return this.#records.decision(record);
  }

  #lookUp(table: RecordTable): number {
    const { facts, offsets } = table;
    let index = 0;
    for (let axis = 0; axis < facts.length; axis++) {
      const fact = facts[axis] ?? 0;
      index += offsets[axis]?.[this.#classOfRaw[fact]?.[this.#raw[fact] ?? 0] ?? 0] ?? 0;
    }
    return table.cells[index] ?? 0;
  }

  #look(host: unknown): number {
    if (typeof host !== 'string' || (host !== '' && canonicalHost(host) !== host)) return -1;
    const column = this.#slices.columnOfHost[this.#space.hosts.classOf(host)] ?? -1;
    if (this.#columns.size >= MAX_HOSTS) this.#columns.clear();
    this.#columns.set(host, column);
    return column;
  }
}

// These take `unknown`: what a caller hands over need not be what its type says.
const booleanOf = (value: unknown): number => (value === true ? 1 : value === false ? 0 : -1);

function countOf(value: unknown): number {
  const valid =
    typeof value === 'number' && Number.isInteger(value) && value >= 0 && value <= FACTS.downloads.max;
  return valid ? value : -1;
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
