// The base of the policy (rules, default tables, delegations, and floors that speak of hosts), cut by host and capability.
// Two thousand rules for as many hosts leave one or two in any slice; hosts without a rule of their own share one.
import { excludes, testId } from '#policy/engine/space/class-test.ts';
import type { Diagram } from '#policy/engine/space/diagram.ts';
import type { Entry } from '#policy/engine/documents/document.ts';
import { Levels } from './levels.ts';
import type { SliceEntries } from './levels.ts';
import { NodeTable } from '#policy/collections/node-table.ts';
import type { Records } from '#policy/engine/layers/records.ts';
import { CAPABILITY_INDEX, HOST_INDEX } from '#policy/engine/space/space.ts';
import type { Space } from '#policy/engine/space/space.ts';
import type { Stack } from '#policy/engine/layers/stack.ts';
import { hostScope } from './tables.ts';
import type { CompiledEntry } from './tables.ts';
import type { Turns } from '#policy/collections/turns.ts';

/** `at[column * capabilities + capability]`: node of the answers' diagram. Hosts that are alike share a column. */
export type Slices = {
  readonly answers: Diagram;
  readonly at: Int32Array;
  readonly columnOfHost: Int32Array;
  readonly columns: number;
};

export function* buildSlices(
  stack: Stack,
  compiled: ReadonlyMap<Entry, CompiledEntry>,
  hostFloors: readonly CompiledEntry[],
  space: Space,
  records: Records,
  answers: Diagram,
): Turns<Slices> {
  const found = (list: readonly Entry[]): readonly CompiledEntry[] =>
    list.flatMap((one) => compiled.get(one) ?? []);
  const all: SliceEntries = {
    floors: hostFloors,
    layers: stack.layers.map((layer) => ({
      rules: found([...layer.rules, ...layer.ended]),
      defaults: found(layer.defaults),
      delegate: found(layer.delegate),
    })),
  };
  yield;
  const capabilities = space.counts[CAPABILITY_INDEX] ?? 1;
  const { plain, within, spoken } = yield* byHost(all, space, capabilities);
  yield;
  const levels = new Levels(space, records, answers);
  const hosts = space.hosts.count;
  const grid = new Int32Array(hosts * capabilities);
  // Counted for all columns at once: counting at each of them would take a tenth of the time.
  space.step(within.reduce((sum, entries) => sum + (entries?.length ?? 0), hosts) * capabilities);
  for (let capability = 0; capability < capabilities; capability++) {
    const speaks = (entry: CompiledEntry): boolean => !excludes(entry.scope, CAPABILITY_INDEX, capability);
    const here = keep(plain, speaks);
    // What does not speak of hosts says the same at each of them.
    const everywhere = levels.said(here, capability, 0);
    // Hosts of which no entry speaks with this capability.
    const other = levels.answers(everywhere);
    let [before, last]: [readonly CompiledEntry[], number] = [NONE, other];
    yield;
    let looked = 0;
    for (let host = 0; host < hosts; host++) {
      // Mostly nobody does: then nothing is made.
      const extra =
        ((spoken[host] ?? 0) & (1 << capability)) === 0 ? NONE : (within[host] ?? NONE).filter(speaks);
      // Where an entry speaks, diagrams may have to be joined.
      looked += extra.length === 0 ? 1 : ROWS_PER_TURN / HOSTS_PER_TURN;
      if (looked >= ROWS_PER_TURN) {
        looked = 0;
        yield;
      }
      if (extra.length === 0) {
        grid[host * capabilities + capability] = other;
        before = NONE;
        continue;
      }
      // Hosts of one list follow each other.
      if (!saysTheSame(before, extra, host, space))
        last = levels.answers(
          levels.both(everywhere, levels.said(sorted(extra, all.layers.length), capability, host)),
        );
      before = extra;
      grid[host * capabilities + capability] = last;
    }
  }
  yield;
  return { answers, ...columnsOf(grid, hosts, capabilities) };
}

/** Whether the same entries speak at a host as at the one before it, with the same left of each. */
function saysTheSame(
  before: readonly CompiledEntry[],
  here: readonly CompiledEntry[],
  host: number,
  { tests }: Space,
): boolean {
  return (
    before.length === here.length &&
    here.every(
      (entry, index) =>
        entry === before[index] &&
        [entry.scope, entry.firm].every(
          (test) =>
            testId(tests.assume(test, HOST_INDEX, host)) === testId(tests.assume(test, HOST_INDEX, host - 1)),
        ),
    )
  );
}

const NONE: readonly CompiledEntry[] = [];
/** Hosts looked at in one turn: where no entry speaks, and where one does. */
const ROWS_PER_TURN = 512;
const HOSTS_PER_TURN = 8;

function keep(entries: SliceEntries, wanted: (entry: CompiledEntry) => boolean): SliceEntries {
  return {
    floors: entries.floors.filter(wanted),
    layers: entries.layers.map((layer) => ({
      rules: layer.rules.filter(wanted),
      defaults: layer.defaults.filter(wanted),
      delegate: layer.delegate.filter(wanted),
    })),
  };
}

/** Entries of hosts by layer and section. */
function sorted(entries: readonly CompiledEntry[], layers: number): SliceEntries {
  const of = (layer: number, section: Entry['section']): readonly CompiledEntry[] =>
    entries.every((one) => one.layer === layer && one.entry.section === section)
      ? entries
      : entries.filter((one) => one.layer === layer && one.entry.section === section);
  return {
    floors: entries.some(isFloor) ? entries.filter(isFloor) : NONE,
    layers: Array.from({ length: layers }, (_, layer) => ({
      rules: of(layer, 'rules'),
      defaults: of(layer, 'defaults'),
      delegate: of(layer, 'delegate'),
    })),
  };
}

const isFloor = ({ entry }: CompiledEntry): boolean =>
  entry.section === 'floors' || entry.section === 'never';

/** The entries that do not speak of hosts, and for every host class those that do and may speak there. */
type ByHost = {
  readonly plain: SliceEntries;
  readonly within: readonly (readonly CompiledEntry[] | undefined)[];
  /** For every host class the capabilities that some of them may speak of, a bit each. */
  readonly spoken: Int32Array;
};

function* byHost(all: SliceEntries, space: Space, capabilities: number): Turns<ByHost> {
  const hosts = space.hosts.count;
  const within: CompiledEntry[][] = [];
  const spoken = new Int32Array(hosts);
  const ofHosts: CompiledEntry[] = [];
  const plain = keep(all, (entry) => {
    const { mentions } = hostScope(entry.scope);
    if (mentions) ofHosts.push(entry);
    return !mentions;
  });
  let looked = 0;
  for (const entry of ofHosts) {
    const intervals = hostScope(entry.scope).within ?? [0, hosts];
    const bits = capabilitiesOf(entry.scope, capabilities);
    for (let index = 0; index < intervals.length; index += 2) {
      const [from, to] = [intervals[index] ?? 0, Math.min(hosts, intervals[index + 1] ?? 0)];
      space.step(to - from);
      looked += to - from;
      for (let host = from; host < to; host++) {
        (within[host] ??= []).push(entry);
        spoken[host] = (spoken[host] ?? 0) | bits;
      }
    }
    if (++looked >= ROWS_PER_TURN) {
      looked = 0;
      yield;
    }
  }
  return { plain, within, spoken };
}

/** The capabilities that a scope may speak of, a bit each: there are fewer of them than bits. */
function capabilitiesOf(scope: CompiledEntry['scope'], capabilities: number): number {
  let bits = 0;
  for (let one = 0; one < capabilities; one++) if (!excludes(scope, CAPABILITY_INDEX, one)) bits |= 1 << one;
  return bits;
}

function columnsOf(
  grid: Int32Array,
  hosts: number,
  capabilities: number,
): { readonly at: Int32Array; readonly columnOfHost: Int32Array; readonly columns: number } {
  // Equal columns are one, as equal nodes are.
  const columns = new NodeTable();
  const columnOfHost = new Int32Array(hosts);
  for (let host = 0; host < hosts; host++)
    columnOfHost[host] = columns.intern(0, grid, host * capabilities, (host + 1) * capabilities);
  return { at: columns.pool.slice(0, columns.size * capabilities), columnOfHost, columns: columns.size };
}
