// What many runs come to: a row a kind, how often the navigator's word was wrong, and whether it is as sure as it may be. Pure.
import type { TaskRun } from './run.ts';

/**
 * FALSE_DONE: it said that it was done (not: done as far as can be seen), and the page says that it was not, or the answer is
 * wrong. FALSE_FAILED: it gave up, and the page says that it was done. GAVE_UP: it gave up or was not sure, and did say so.
 */
export const OUTCOMES = ['PASSED', 'FALSE_DONE', 'FALSE_FAILED', 'GAVE_UP'] as const;
export type Outcome = (typeof OUTCOMES)[number];
export type Group = { readonly name: string; readonly outcomes: readonly Outcome[] };

export function outcomeOf({ passed, task, reports, drive }: TaskRun): Outcome {
  if (passed) return 'PASSED';
  if (drive.need === null && drive.clauses.every(({ outcome }) => outcome === 'SEEN')) return 'FALSE_DONE';
  return task.ending === undefined && task.check({ reports, answer: null }) ? 'FALSE_FAILED' : 'GAVE_UP';
}

const percent = (part: number, whole: number): string =>
  whole === 0 ? '–' : `${((part / whole) * 100).toFixed(1)} %`;

/** A row a group and one for all. Shares of false words are of all tasks. */
export function groupTable(groups: readonly Group[]): string {
  const all = { name: 'all', outcomes: groups.flatMap(({ outcomes }) => outcomes) };
  const row = ({ name, outcomes }: Group): string => {
    const count = (wanted: Outcome): number => outcomes.filter((outcome) => outcome === wanted).length;
    const [passed, wrongDone, wrongFailed] = [count('PASSED'), count('FALSE_DONE'), count('FALSE_FAILED')];
    return `${name.padEnd(24)} ${String(passed).padStart(4)} of ${String(outcomes.length).padEnd(4)} ${percent(passed, outcomes.length).padStart(8)} ${String(wrongDone).padStart(11)} ${percent(wrongDone, outcomes.length).padStart(8)} ${String(wrongFailed).padStart(13)} ${percent(wrongFailed, outcomes.length).padStart(8)}`;
  };
  return [
    `${''.padEnd(24)} ${'passed'.padStart(21)} ${'false DONE'.padStart(20)} ${'false FAILED'.padStart(22)}`,
    ...groups.map(row),
    row(all),
  ].join('\n');
}

const SURE = 0.75;
const BANDS = [0, 0.5, SURE, 0.85, 0.92, 1.01] as const;

export const passRate = (runs: readonly TaskRun[]): number =>
  runs.length === 0 ? 0 : runs.filter(({ passed }) => passed).length / runs.length;

export function kindTable(runs: readonly TaskRun[]): string {
  const kinds = [...new Set(runs.map(({ kind }) => kind))];
  const rows = kinds.map((kind) => {
    const own = runs.filter((run) => run.kind === kind);
    const failed = own.filter(({ passed }) => !passed).map(({ seed }) => seed);
    const steps = own.reduce((sum, run) => sum + run.drive.proposals.length, 0) / own.length;
    return `${kind.padEnd(24)} ${String(own.length - failed.length).padStart(3)} of ${String(own.length).padEnd(3)}  ${steps.toFixed(1).padStart(5)} steps${failed.length === 0 ? '' : `   failed: ${failed.join(', ')}`}`;
  });
  const total = runs.filter(({ passed }) => passed).length;
  return `${rows.join('\n')}\n${'all'.padEnd(24)} ${total} of ${runs.length} (${(passRate(runs) * 100).toFixed(1)} %)`;
}

export type Band = {
  readonly from: number;
  readonly to: number;
  readonly steps: number;
  readonly right: number;
};

/** A step is right only if it had an effect and its whole task came out right: the strictest reading. */
export function calibration(runs: readonly TaskRun[]): readonly Band[] {
  const steps = runs.flatMap(({ passed, drive }) =>
    drive.entries.map(({ proposal, outcome }) => ({
      claimed: proposal.confidence,
      right: passed && (outcome === 'done' || proposal.action === 'EXTRACT' || proposal.action === 'WAIT'),
    })),
  );
  return BANDS.slice(0, -1).map((from, i) => {
    const to = BANDS[i + 1] ?? 1;
    const own = steps.filter(({ claimed }) => claimed >= from && claimed < to);
    return { from, to, steps: own.length, right: own.filter(({ right }) => right).length };
  });
}

/** Of the steps claimed at least 0.75, the share that was right. */
export function sureShare(runs: readonly TaskRun[]): number {
  const sure = calibration(runs).filter(({ from }) => from >= SURE);
  const steps = sure.reduce((sum, band) => sum + band.steps, 0);
  return steps === 0 ? 1 : sure.reduce((sum, band) => sum + band.right, 0) / steps;
}

export const calibrationTable = (runs: readonly TaskRun[]): string =>
  [
    'claimed        steps  right',
    ...calibration(runs).map(
      ({ from, to, steps, right }) =>
        `${from.toFixed(2)}–${Math.min(to, 1).toFixed(2)}  ${String(steps).padStart(8)}  ${steps === 0 ? '–' : `${((right / steps) * 100).toFixed(1)} %`}`,
    ),
    `claimed at least ${SURE}: ${(sureShare(runs) * 100).toFixed(1)} % right`,
  ].join('\n');
