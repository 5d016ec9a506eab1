// The base of the policy (rules, default tables, delegations, and floors that speak of hosts), cut by capability and host
// class: within a slice few entries are left, and few facts matter. Slices that say the same are one.
import type { Severity } from './document.ts';
import type { Records } from './records.ts';
import { CAPABILITY, FACT_COUNT, HOST, inIntervals } from './space.ts';
import type { Space, Test } from './space.ts';
import type { Layer, Stack } from './stack.ts';
import { cellOf, hostScope, localClasses, residual, supportOf } from './tables.ts';
import type { CompiledUnit, RecordTable, Residual } from './tables.ts';

export type Slices = {
  readonly tables: readonly RecordTable[];
  /** `at[column * capabilities + capability]`: index into `tables`. */
  readonly at: Int32Array;
  readonly columnOfHost: Int32Array;
  readonly columns: number;
};

/** Counts cells; past the budget it throws this, with the fact that grew the space. */
export class BudgetExceeded extends Error {
  readonly fact: number;
  readonly cells: number;
  constructor(fact: number, cells: number) {
    super('the request space is larger than the budget');
    this.fact = fact;
    this.cells = cells;
  }
}

export type Budget = { left: number };

type LayerUnits = {
  readonly rules: readonly CompiledUnit[];
  readonly defaults: readonly CompiledUnit[];
  readonly delegate: readonly CompiledUnit[];
};

export function buildSlices(
  stack: Stack,
  units: ReadonlyMap<Layer['floors'][number], CompiledUnit>,
  hostFloors: readonly CompiledUnit[],
  space: Space,
  records: Records,
  budget: Budget,
): Slices {
  const compiled = (list: Layer['floors']): readonly CompiledUnit[] =>
    list.flatMap((unit) => units.get(unit) ?? []);
  const layers = stack.layers.map((layer): LayerUnits => ({
    rules: compiled(layer.rules),
    defaults: compiled(layer.defaults),
    delegate: compiled(layer.delegate),
  }));
  const all = [
    ...hostFloors,
    ...layers.flatMap((layer) => [...layer.rules, ...layer.defaults, ...layer.delegate]),
  ];
  const numberOf = new Map(all.map((unit, index) => [unit, index]));
  const { loose, within } = byHost(all, space.hosts.count);
  const capabilities = space.counts[CAPABILITY] ?? 1;
  const hosts = space.hosts.count;

  const tables: RecordTable[] = [];
  const grid = new Int32Array(hosts * capabilities);
  for (let capability = 0; capability < capabilities; capability++) {
    const known = new Map<string, number>();
    for (let host = 0; host < hosts; host++) {
      const key = [...(within[host] ?? []), ...loose]
        .filter((unit) => residual(unit, capability, host) !== null)
        .map((unit) => `${numberOf.get(unit)}${hostBits(unit.scope, host)}`)
        .join();
      let table = known.get(key);
      if (table === undefined) {
        table = tables.push(buildSlice(layers, hostFloors, capability, host, space, records, budget)) - 1;
        known.set(key, table);
      }
      grid[host * capabilities + capability] = table;
    }
  }
  return { tables, ...columnsOf(grid, hosts, capabilities) };
}

/** Hosts whose slices are the same share a column. */
function columnsOf(grid: Int32Array, hosts: number, capabilities: number): Omit<Slices, 'tables'> {
  const known = new Map<string, number>();
  const at: number[] = [];
  const columnOfHost = Int32Array.from({ length: hosts }, (_, host) => {
    const column = grid.subarray(host * capabilities, (host + 1) * capabilities);
    const key = column.join();
    const found = known.get(key);
    if (found !== undefined) return found;
    known.set(key, known.size);
    at.push(...column);
    return known.size - 1;
  });
  return { at: Int32Array.from(at), columnOfHost, columns: known.size };
}

/** Which units can speak at a host class, and those for which one cannot tell from the outside. */
function byHost(
  all: readonly CompiledUnit[],
  hosts: number,
): { loose: readonly CompiledUnit[]; within: readonly (readonly CompiledUnit[] | undefined)[] } {
  const loose: CompiledUnit[] = [];
  const within: CompiledUnit[][] = [];
  for (const unit of all) {
    const scope = hostScope(unit.scope);
    if (!scope.mentions) continue;
    if (scope.within === null) loose.push(unit);
    else
      for (let index = 0; index < scope.within.length; index += 2)
        for (
          let host = scope.within[index] ?? 0;
          host < Math.min(hosts, scope.within[index + 1] ?? 0);
          host++
        )
          (within[host] ??= []).push(unit);
  }
  return { loose, within };
}

function hostBits(test: Test, host: number): string {
  if (typeof test === 'boolean' || test.op === 'bits') return '';
  if (test.op === 'hosts') return inIntervals(test.intervals, host) ? '+' : '-';
  if (test.op === 'not') return hostBits(test.part, host);
  return test.parts.map((part) => hostBits(part, host)).join('');
}

type SliceLayer = {
  readonly rules: readonly Residual[];
  readonly defaults: readonly Residual[];
  readonly delegate: readonly Residual[];
};

function buildSlice(
  layers: readonly LayerUnits[],
  hostFloors: readonly CompiledUnit[],
  capability: number,
  host: number,
  space: Space,
  records: Records,
  budget: Budget,
): RecordTable {
  const left = (list: readonly CompiledUnit[]): readonly Residual[] =>
    list.flatMap((unit) => residual(unit, capability, host) ?? []);
  const reduced = layers.map((layer): SliceLayer => {
    const rules = left(layer.rules);
    // A rule that always matches here silences the default tables of its layer.
    const silent = rules.some((rule) => rule.test === true);
    return { rules, defaults: silent ? [] : left(layer.defaults), delegate: left(layer.delegate) };
  });
  const floors = left(hostFloors);
  const list = [
    ...floors,
    ...reduced.flatMap((layer) => [...layer.rules, ...layer.defaults, ...layer.delegate]),
  ];
  const facts = [...supportOf(list)]
    .filter((fact) => fact !== CAPABILITY && fact !== HOST)
    .sort((a, b) => a - b)
    .map((fact) => ({ fact, ...localClasses(fact, list, capability, space) }))
    .filter(({ representative }) => representative.length > 1);
  const size = facts.reduce((product, { representative }) => product * representative.length, 1);
  budget.left -= size;
  if (budget.left < 0) {
    const widest = facts.reduce(
      (a, b) => (b.representative.length > a.representative.length ? b : a),
      facts[0] ?? { fact: HOST, representative: [] },
    );
    const byHosts = space.hosts.count > widest.representative.length && size < 1000;
    throw new BudgetExceeded(byHosts ? HOST : widest.fact, size);
  }

  const at = new Int32Array(FACT_COUNT);
  at[CAPABILITY] = capability;
  at[HOST] = host;
  const cells = new Int32Array(size);
  const envelope = new Uint8Array(size);
  for (let cell = 0; cell < size; cell++) {
    let rest = cell;
    for (let index = facts.length - 1; index >= 0; index--) {
      const one = facts[index];
      if (one === undefined) continue;
      at[one.fact] = one.representative[rest % one.representative.length] ?? 0;
      rest = Math.floor(rest / one.representative.length);
    }
    const answer = evaluate(reduced, floors, at, records);
    cells[cell] = answer.record;
    envelope[cell] = answer.envelope;
  }
  let stride = size;
  const offsets = facts.map(({ local, representative }) => {
    stride /= representative.length;
    return local.map((one) => one * stride);
  });
  return { facts: facts.map(({ fact }) => fact), offsets, cells, envelope };
}

const NO_GRANT = 4;

/** POLICY.md 6.1 at one cell. */
function evaluate(
  layers: readonly SliceLayer[],
  floors: readonly Residual[],
  at: Int32Array,
  records: Records,
): { record: number; envelope: Severity } {
  let base: number = -1;
  let baseVoices: readonly number[] = [];
  let grant: number = NO_GRANT;
  let grantVoices: readonly number[] = [];
  for (const layer of layers) {
    const granted = grant < base;
    const reach = granted ? grant : base;
    const reachVoices = granted ? grantVoices : baseVoices;
    const own = loudest(layer.rules, at) ?? loudest(layer.defaults, at);
    if (own !== null) {
      if (own.severity > reach) baseVoices = own.voices;
      else if (own.severity < reach) baseVoices = reachVoices;
      else baseVoices = granted ? own.voices : [...own.voices, ...reachVoices];
      base = Math.max(own.severity, reach);
    }
    for (const one of layer.delegate) {
      const cell = cellOf(one, at);
      if (cell < 0) continue;
      const to = Math.max(one.compiled.severities[cell] ?? 0, reach);
      const voice = one.compiled.voices[cell] ?? 0;
      if (to < grant) grantVoices = [voice];
      else if (to === grant) grantVoices = [...grantVoices, voice];
      grant = Math.min(grant, to);
    }
  }
  let record = records.intern(severityAt(base), baseVoices);
  let envelope = severityAt(Math.min(base, grant));
  for (const one of floors) {
    const cell = cellOf(one, at);
    const severity = cell < 0 ? 0 : (one.compiled.severities[cell] ?? 0);
    if (severity === 0) continue;
    record = records.join(record, records.intern(severity, [one.compiled.voices[cell] ?? 0]));
    if (severity > envelope) envelope = severity;
  }
  return { record, envelope };
}

function loudest(list: readonly Residual[], at: Int32Array): { severity: number; voices: number[] } | null {
  let severity = -1;
  let voices: number[] = [];
  for (const one of list) {
    const cell = cellOf(one, at);
    if (cell < 0) continue;
    const own = one.compiled.severities[cell] ?? 0;
    const voice = one.compiled.voices[cell] ?? 0;
    if (own > severity) {
      severity = own;
      voices = [voice];
    } else if (own === severity) voices.push(voice);
  }
  return severity < 0 ? null : { severity, voices };
}

function severityAt(value: number): Severity {
  switch (value) {
    case 0:
    case 1:
    case 2:
    case 3:
      return value;
    default:
      // Nothing spoke: a table that is total cannot come here. Closed, all the same.
      return 2;
  }
}
