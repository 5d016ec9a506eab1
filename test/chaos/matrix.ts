// The matrix as data: the phases of a task, what is done to it, and which of the two make no sense together, with the reason.
// INVARIANT: a cell is run or has its reason here; none is left out silently.

export const PHASES = [
  'launch',
  'look',
  'decide',
  'ask',
  'act',
  'download',
  'vault',
  'reload',
  'shutdown',
] as const;
export type PhaseName = (typeof PHASES)[number];

export const FAULTS = [
  'kill-gateway',
  'stop-gateway',
  'kill-browser',
  'stop-browser',
  'kill-renderer',
  'stop-renderer',
  'kill-helper',
  'stop-helper',
  'kill-client',
  'stop-client',
  'enospc',
  'eio',
  'emfile',
  'erofs',
  'clock-forward',
  'clock-back',
  'slow-sync',
  'dead-dns',
  'dead-upstream',
] as const;
export type FaultName = (typeof FAULTS)[number];

/** Where the neighbour sits that must not be disturbed: what strikes a whole gateway may only leave the other gateways alone. */
export type Neighbour = 'SAME_GATEWAY' | 'OTHER_GATEWAY';

const WHOLE: ReadonlySet<FaultName> = new Set([
  'kill-gateway',
  'stop-gateway',
  'enospc',
  'eio',
  'emfile',
  'erofs',
  'slow-sync',
]);

export const neighbourOf = (phase: PhaseName, fault: FaultName): Neighbour =>
  WHOLE.has(fault) || phase === 'shutdown' ? 'OTHER_GATEWAY' : 'SAME_GATEWAY';

/** Phases in which something is fetched. */
const FETCHING: ReadonlySet<PhaseName> = new Set(['launch', 'act', 'download']);

/** Why the cell makes no sense; `null`: it is run. */
export function notApplicable(phase: PhaseName, fault: FaultName): string | null {
  const isHelper = fault === 'kill-helper' || fault === 'stop-helper';
  if (isHelper && phase !== 'launch')
    return 'a namespace helper ends as soon as its browser is in the namespace';
  if (fault === 'dead-dns' && !FETCHING.has(phase)) return 'no name is looked up in this phase';
  if (fault === 'dead-upstream' && !FETCHING.has(phase)) return 'no connection is made in this phase';
  return null;
}

export type Cell = { readonly phase: PhaseName; readonly fault: FaultName };

export const cellsOf = (phases: readonly PhaseName[], faults: readonly FaultName[]): readonly Cell[] =>
  phases.flatMap((phase) => faults.map((fault) => ({ phase, fault })));

/** mulberry32: numbers from 0 to 1, the same for the same seed. */
export function drawsOf(seed: number): () => number {
  let state = seed;
  return () => {
    state = (state + 0x6d2b79f5) | 0;
    let mixed = Math.imul(state ^ (state >>> 15), 1 | state);
    mixed = (mixed + Math.imul(mixed ^ (mixed >>> 7), 61 | mixed)) ^ mixed;
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 4_294_967_296;
  };
}

/** A cell's own draws: the same seed strikes at the same moment, whichever other cells run. */
export const drawsOfCell = (seed: number, { phase, fault }: Cell): (() => number) =>
  drawsOf(seed * 1_000 + PHASES.indexOf(phase) * 100 + FAULTS.indexOf(fault));
