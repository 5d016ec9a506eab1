// Cells side by side on a few gateways, with one more gateway beside them that nothing strikes, within a time.
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { execFileSync } from 'node:child_process';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { describe } from '#policy/language/failure.ts';
import { faultLibrary } from '#test/fixtures/faults/preload.ts';
import { playCell } from './cell.ts';
import { Lane } from './stage/lane.ts';
import { drawsOf, notApplicable } from './matrix.ts';
import type { Cell } from './matrix.ts';
import type { Sample } from './stage/neighbour.ts';
import { isGreen } from './report.ts';
import type { Outcome } from './report.ts';
import { Stage } from './stage/stage.ts';
import { openWorld } from './stage/world.ts';

/** A cell takes so long at most, as a rule: none is begun that would not end. */
const RESERVE_MS = 40_000;

export type PlayOptions = {
  readonly seed: number;
  readonly lanes: number;
  readonly minutes: number;
  readonly onEnd: (outcome: Outcome, done: number, all: number) => void;
};
export type Played = { readonly played: readonly Outcome[]; readonly missed: readonly Cell[] };

/** In the mount namespace of this process: it has another name server afterwards. */
export async function playMatrix(cells: readonly Cell[], options: PlayOptions): Promise<Played> {
  const until = performance.now() + options.minutes * 60_000 - RESERVE_MS;
  const library = faultLibrary();
  if ('missing' in library) throw new Error(library.missing);
  const base = mkdtempSync(join(tmpdir(), 'ghost-chaos-'));
  const resolvConf = join(base, 'resolv.conf');
  writeFileSync(resolvConf, '');
  execFileSync('mount', ['--bind', resolvConf, '/etc/resolv.conf']);
  const world = await openWorld(resolvConf);
  const beside = new Stage(Lane.open(base, library.path), world.part());
  const queue = shuffled(
    cells.filter(({ phase, fault }) => notApplicable(phase, fault) === null),
    drawsOf(options.seed),
  );
  const all = queue.length;
  const played: Outcome[] = [];
  const there: Sample[] = [];
  const lane = async (): Promise<void> => {
    let stage: Stage | null = null;
    const here: Sample[] = [];
    const play = async (cell: Cell): Promise<Outcome> => {
      try {
        stage ??= new Stage(Lane.open(base, library.path), world.part());
        return await playCell(stage, cell, options.seed, beside.neighbour, { here, there });
      } catch (thrown) {
        return { cell, broken: describe(thrown) };
      }
    };
    const leave = async (): Promise<void> => {
      const left = stage;
      stage = null;
      await left?.neighbour.end();
      await left?.lane[Symbol.asyncDispose]();
    };
    while (performance.now() < until) {
      const cell = queue.shift();
      if (cell === undefined) break;
      let outcome = await play(cell);
      // What the fault does to a neighbour it does again; what the machine did, it does not.
      if (isOnlyOthers(outcome) && performance.now() < until) outcome = await play(cell);
      played.push(outcome);
      options.onEnd(outcome, played.length, all);
      // What a red cell left would be the next one's.
      if (!isGreen(outcome)) await leave();
    }
    await leave();
  };
  try {
    await beside.ready();
    await Promise.all(Array.from({ length: Math.min(options.lanes, all) }, lane));
  } finally {
    await beside.neighbour.end();
    await beside.lane[Symbol.asyncDispose]();
    await world.close();
    execFileSync('umount', ['/etc/resolv.conf']);
    rmSync(base, { recursive: true, force: true });
  }
  return { played, missed: queue };
}

const isOnlyOthers = (outcome: Outcome): boolean =>
  'verdicts' in outcome &&
  outcome.verdicts.others !== null &&
  isGreen({ ...outcome, verdicts: { ...outcome.verdicts, others: null } });

/** Fisher and Yates. */
function shuffled<T>(all: readonly T[], draw: () => number): T[] {
  const cards = [...all];
  for (let last = cards.length - 1; last > 0; last -= 1) {
    const at = Math.floor(draw() * (last + 1));
    const [one, other] = [cards[at], cards[last]];
    if (one !== undefined && other !== undefined) [cards[at], cards[last]] = [other, one];
  }
  return cards;
}
