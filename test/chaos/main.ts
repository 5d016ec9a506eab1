// `npm run chaos [-- --seed N --phase P --fault F --lanes N --minutes N --json]`: every phase of a task × every fault, within ten minutes.
// Exit 0: each cell holds. 1: one does not, or was not reached in time. 2: this machine cannot.
// INVARIANT: it runs in a mount namespace of its own, so that whatever is mounted goes with it, however it ends.
import { spawnSync } from 'node:child_process';
import { parseArgs } from 'node:util';
import { cellsOf, FAULTS, PHASES } from './matrix.ts';
import { playMatrix } from './play.ts';
import { isGreen, reasonLines, redLines, tableOf } from './report.ts';

const INSIDE = 'GHOST_CHAOS_INSIDE';
const { values } = parseArgs({
  options: {
    seed: { type: 'string', default: '1' },
    phase: { type: 'string', multiple: true },
    fault: { type: 'string', multiple: true },
    lanes: { type: 'string', default: '4' },
    minutes: { type: 'string', default: '10' },
    json: { type: 'boolean', default: false },
  },
});

function chosen<T extends string>(all: readonly T[], named: readonly string[] | undefined): readonly T[] {
  const unknown = named?.find((name) => !all.some((one) => one === name));
  if (unknown !== undefined) stopWith(`\`${unknown}\` is none of ${all.join(', ')}`);
  return named === undefined ? all : all.filter((one) => named.includes(one));
}

function stopWith(why: string): never {
  process.stderr.write(`${why}\n`);
  process.exit(2);
}

const cells = cellsOf(chosen(PHASES, values.phase), chosen(FAULTS, values.fault));
if (process.platform !== 'linux' || process.geteuid?.() !== 0)
  stopWith(
    'only root on Linux may mount small disks, stop processes of other users and answer for a name server',
  );
if (process.env[INSIDE] === undefined) {
  const words = ['--mount', '--propagation', 'private', '--', process.execPath, ...process.argv.slice(1)];
  const ran = spawnSync('unshare', words, { stdio: 'inherit', env: { ...process.env, [INSIDE]: 'yes' } });
  if (ran.error !== undefined) stopWith(`\`unshare\` is needed: ${ran.error.message}`);
  process.exit(ran.status ?? 1);
}

const seed = Number(values.seed);
const outcomes = await playMatrix(cells, {
  seed,
  lanes: Number(values.lanes),
  minutes: Number(values.minutes),
  onEnd: (outcome, done, all) => {
    const { phase, fault } = outcome.cell;
    const word = isGreen(outcome) ? 'ok ' : 'RED';
    const seconds = 'seconds' in outcome ? ` ${outcome.seconds.toFixed(1)} s` : '';
    process.stderr.write(`${word} ${done}/${all} ${phase} × ${fault}${seconds}\n`);
    for (const line of redLines([outcome], seed).slice(1)) process.stderr.write(`${line}\n`);
  },
});
if (values.json) process.stdout.write(`${JSON.stringify(outcomes.played, null, 2)}\n`);
else {
  process.stdout.write(`${tableOf(outcomes.played)}\n\n${reasonLines().join('\n')}\n`);
  for (const line of redLines(outcomes.played, seed)) process.stdout.write(`${line}\n`);
}
for (const { phase, fault } of outcomes.missed)
  process.stdout.write(`not reached in time: ${phase} × ${fault}\n`);
const green = outcomes.played.filter(isGreen).length;
process.stderr.write(`${green} of ${outcomes.played.length + outcomes.missed.length} cells hold\n`);
process.exit(green === outcomes.played.length + outcomes.missed.length ? 0 : 1);
