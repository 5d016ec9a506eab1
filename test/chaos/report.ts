// The matrix as a table: a row a fault, a column a phase; below it each red cell with what was seen, and how to run it again.
import { CHECKS } from './cell.ts';
import type { Report } from './cell.ts';
import { FAULTS, notApplicable, PHASES } from './matrix.ts';
import type { Cell, FaultName, PhaseName } from './matrix.ts';

export type Outcome = Report | { readonly cell: Cell; readonly broken: string };

export const isGreen = (outcome: Outcome): boolean =>
  'verdicts' in outcome && CHECKS.every((check) => outcome.verdicts[check] === null);

/** The letters of the checks that failed; `ok`, `n/a`, or `-` where it was not run. */
function wordOf(outcome: Outcome | undefined, cell: Cell): string {
  if (notApplicable(cell.phase, cell.fault) !== null) return 'n/a';
  if (outcome === undefined) return '-';
  if ('broken' in outcome) return 'RED:broken';
  const red = CHECKS.filter((check) => outcome.verdicts[check] !== null);
  return red.length === 0 ? 'ok' : `RED:${red.join('+')}`;
}

export function tableOf(outcomes: readonly Outcome[]): string {
  const find = (phase: PhaseName, fault: FaultName): Outcome | undefined =>
    outcomes.find(({ cell }) => cell.phase === phase && cell.fault === fault);
  const rows = FAULTS.map((fault) => [
    fault,
    ...PHASES.map((phase) => wordOf(find(phase, fault), { phase, fault })),
  ]);
  return [['fault', ...PHASES], PHASES.map(() => '---').concat('---'), ...rows]
    .map((row) => `| ${row.join(' | ')} |`)
    .join('\n');
}

export function redLines(outcomes: readonly Outcome[], seed: number): readonly string[] {
  return outcomes
    .filter((outcome) => !isGreen(outcome))
    .flatMap((outcome) => {
      const { phase, fault } = outcome.cell;
      const again = `  again: npm run -s chaos -- --seed ${seed} --phase ${phase} --fault ${fault}`;
      const why =
        'broken' in outcome
          ? [`  broken: ${outcome.broken}`]
          : [
              ...CHECKS.flatMap((check) =>
                outcome.verdicts[check] === null ? [] : [`  ${check}: ${outcome.verdicts[check]}`],
              ),
              `  the acts: ${outcome.ends.join(', ')}`,
            ];
      return [`${phase} × ${fault}, seed ${seed}`, ...why, again];
    });
}

/** Why cells are not in the table, each reason once. */
export function reasonLines(): readonly string[] {
  const reasons = PHASES.flatMap((phase) => FAULTS.flatMap((fault) => notApplicable(phase, fault) ?? []));
  return [...new Set(reasons)].map((reason) => `n/a: ${reason}`);
}
