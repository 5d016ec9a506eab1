// `npm run soak [-- tasks seconds seed]`: 200 tasks on six tabs within five minutes, by default. Fails where something is left.
import { soak } from './soak.ts';

const [tasks = 200, seconds = 300, seed = 1] = process.argv.slice(2).map(Number);
/** Memory is looked at from here on, and may grow by a tenth. */
const SETTLED = 50;

const report = await soak({
  tasks,
  tabs: 6,
  seconds,
  seed,
  onEnd: (ended, bytes) => {
    if (ended % 10 === 0)
      process.stderr.write(`${ended} of ${tasks} ended, ${(bytes / 1e6).toFixed(1)} MB held\n`);
  },
});
const total = Object.values(report.ended).reduce((sum, count) => sum + count, 0);
const early = median(report.memory.slice(SETTLED, SETTLED + 20));
const late = median(report.memory.slice(-20));
const growth = report.memory.length > SETTLED + 40 ? late / early : Number.NaN;
const { memory: _memory, cancellations, ...rest } = report;
const cancelled = cancellations.toSorted((a, b) => a - b);
process.stdout.write(
  `${JSON.stringify({ ...rest, growth, cancelledMs: { median: median(cancelled), slowest: cancelled.at(-1) ?? null } }, null, 2)}\n`,
);
const bad =
  total !== tasks ||
  report.processesLeft.length > 0 ||
  report.profilesLeft.length > 0 ||
  report.badEnds > 0 ||
  !report.auditVerifies ||
  growth > 1.1;
process.exitCode = bad ? 1 : 0;

function median(values: readonly number[]): number {
  const sorted = values.toSorted((a, b) => a - b);
  return sorted[Math.floor(sorted.length / 2)] ?? Number.NaN;
}
