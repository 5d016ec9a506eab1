// `npm run soak [-- tasks seconds seed process|context]`: 200 tasks on six tabs within five minutes, by default.
// `npm run soak -- proxy [requests]`: the model proxy under 25,000 requests of every kind.
// `npm run soak -- fleet [tasks seed seconds kind…]`: three nodes of a fleet, and a fault every so many seconds.
// `npm run soak -- day [tasks hours]`: 2,000 tasks in 24 hours of a clock that is moved, without browsers.
// Fails where something is left, where memory grows, and where a cancellation takes longer than a second as a rule.
import { median } from './memory.ts';

/** Of what is held after the second hundred of tasks. */
const MOST_GROWTH_OF_A_DAY = 1.05;
/** Of what the proxy held after a fifth of its requests. */
const MOST_GROWTH_OF_PROXY = 1.05;

if (process.argv[2] === 'workers') {
  const [count = 8, seconds = 120] = process.argv.slice(3).map(Number);
  const { soakWorkers } = await import('./workers.ts');
  process.exit((await soakWorkers(count, seconds)) ? 0 : 1);
}
if (process.argv[2] === 'fleet') {
  const [tasks = 300, seed = 1, everySeconds = 15] = process.argv.slice(3, 6).map(Number);
  const { FAULTS, soakFleet } = await import('./fleet.ts');
  const named = FAULTS.filter((fault) => process.argv.slice(6).includes(fault));
  const told = await soakFleet({
    tasks,
    seed,
    everySeconds,
    kinds: named.length === 0 ? FAULTS : named,
    longestSeconds: 60 + tasks * 20,
    onFault: (fault, ended) => process.stderr.write(`${ended} of ${tasks} ended; ${fault}\n`),
  });
  process.stdout.write(`${JSON.stringify(told, null, 2)}\n`);
  const isWell = told.lost + told.placedTwice + told.wrong.length + told.brokenLogs.length === 0;
  process.exit(isWell ? 0 : 1);
}
if (process.argv[2] === 'proxy') {
  const [requests = 25_000] = process.argv.slice(3).map(Number);
  const { soakProxy } = await import('./proxy.ts');
  const { memory: _memory, ...told } = await soakProxy(requests, (done, bytes) =>
    process.stderr.write(`${done} of ${requests} done, ${(bytes / 1e6).toFixed(1)} MB held\n`),
  );
  process.stdout.write(`${JSON.stringify(told, null, 2)}\n`);
  process.exit(told.growth <= MOST_GROWTH_OF_PROXY ? 0 : 1);
}
if (process.argv[2] === 'day') {
  const [count = 2_000, hours = 24] = process.argv.slice(3).map(Number);
  const { day } = await import('./day.ts');
  const { memory: _memory, ...told } = await day(count, hours, (ended, bytes) => {
    if (ended % 100 === 0)
      process.stderr.write(`${ended} of ${count} ended, ${(bytes / 1e6).toFixed(1)} MB held\n`);
  });
  process.stdout.write(`${JSON.stringify(told, null, 2)}\n`);
  // Each of them scrolls, of which nothing can be seen: one that ends otherwise was not the task that is measured.
  const allEnded = told.ended['UNCONFIRMED'] === count;
  const isWell = allEnded && told.auditVerifies && told.growth <= MOST_GROWTH_OF_A_DAY;
  process.exit(isWell ? 0 : 1);
}
// Only now: the soak of a day puts something in the launcher's place before the gateway is loaded.
const { soak } = await import('./soak.ts');
const [tasks = 200, seconds = 300, seed = 1] = process.argv.slice(2, 5).map(Number);
const isolation = process.argv[5] === 'context' ? 'context' : 'process';
/** Memory is looked at from here on, and may grow by a tenth. */
const SETTLED = 50;
const CANCELLED_MS = 1_000;

const report = await soak({
  tasks,
  tabs: 6,
  seconds,
  seed,
  isolation,
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
const at = (part: number): number | null => cancelled[Math.floor(cancelled.length * part)] ?? null;
const cancelledMs = { p50: at(0.5), p95: at(0.95), slowest: cancelled.at(-1) ?? null };
process.stdout.write(`${JSON.stringify({ isolation, ...rest, growth, cancelledMs }, null, 2)}\n`);
const bad =
  total !== tasks ||
  report.processesLeft.length > 0 ||
  report.profilesLeft.length > 0 ||
  report.badEnds > 0 ||
  !report.auditVerifies ||
  growth > 1.1 ||
  (cancelledMs.p50 ?? 0) > CANCELLED_MS;
process.exitCode = bad ? 1 : 0;
