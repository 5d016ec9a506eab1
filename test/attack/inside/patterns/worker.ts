// Runs one regular expression over the texts against it: first each of them once, which tells what may be slow; then, asked
// again with nothing beside it, what is. In a thread, so that one that never comes back can be ended.
// INVARIANT: one time that was measured finds nobody guilty. A stall, a neighbour or a coarse clock can only add to a time, so the
// least of several counts, against another one that is measured in turn with it.
import { parentPort, workerData } from 'node:worker_threads';
import { z } from 'zod';
import { attacksOn, textOfAttack, type Attack } from './adversarial.ts';

export type Pattern = {
  readonly source: string;
  readonly flags: string;
  /** The longest text that it ever meets; without it, any. */
  readonly most?: number;
};
/** Of one pattern's suspects; the slowest kinds make dozens of them, and what comes after these is not tried. */
const CONFIRMED_AT_MOST = 12;
/** Without `confirm`, every text is tried; with it, the one at that place in the list is measured. */
export type Job = { readonly pattern: Pattern; readonly confirm: number | null };
export type Slow = {
  readonly attack: Attack;
  readonly size: number;
  readonly ms: number;
  readonly times: number;
  readonly than: string;
};
export type Answer =
  | { readonly kind: 'screened'; readonly suspects: readonly number[] }
  | { readonly kind: 'confirmed'; readonly slow: Slow | null };

/** Quadratic is two hundred million steps here. What took longer than this, twice, is a suspect. */
const SCREEN = 20_000;
const SUSPECT_MS = 6;
const LARGE = 10_000;
/** Eight times the text: linear takes 8, quadratic 64. */
const EIGHTH = LARGE / 8;
const GROWTH = 24;
/** Twice the text: linear takes 2, quadratic 4. */
const HALF = LARGE / 2;
const DOUBLED = 2.8;
/** For what meets short texts alone: as much as five quadratic searches of 4,096 characters on the machine as it is now. */
const BOUNDED_MS = 60;
const BOUNDED_SHARE = 5;
const YARDSTICK = { pattern: /\s+$/g, text: `${' '.repeat(4_096)}x` };
/** The least of so many counts. Whoever is cleared by an earlier one goes. */
const ROUNDS = 5;
/** A thread's clock counts in steps of up to 4 ms: a sample runs for several of them. */
const SAMPLE_MS = 24;
const RUNS_AT_MOST = 1_024;

/** The text that is being run (-1: none yet), and how many runs were begun: for whoever watches whether this thread gets on. */
const { progress } = z.object({ progress: z.instanceof(Int32Array) }).parse(workerData);

parentPort?.on('message', ({ pattern, confirm }: Job) => {
  const attacks = attacksOn(pattern.source);
  const answer: Answer =
    confirm === null
      ? {
          kind: 'screened',
          suspects: suspectsAmong(pattern, attacks),
        }
      : { kind: 'confirmed', slow: slowness(pattern, attacks[confirm], confirm) };
  // oxlint-disable-next-line unicorn/require-post-message-target-origin -- a thread's port, not a window
  parentPort?.postMessage(answer);
});

function suspectsAmong(pattern: Pattern, attacks: readonly Attack[]): readonly number[] {
  const suspects: number[] = [];
  for (const [at, attack] of attacks.entries()) {
    if (suspects.length === CONFIRMED_AT_MOST) break;
    Atomics.store(progress, 0, at);
    if (isSuspect(pattern, attack)) suspects.push(at);
  }
  return suspects;
}

function isSuspect(pattern: Pattern, attack: Attack): boolean {
  const text = textOfAttack(attack, pattern.most ?? SCREEN);
  const most = pattern.most === undefined ? SUSPECT_MS : BOUNDED_MS;
  return took(compiled(pattern), text, 1) > most && took(compiled(pattern), text, 1) > most;
}

function slowness(pattern: Pattern, attack: Attack | undefined, at: number): Slow | null {
  if (attack === undefined) throw new Error(`no such text against /${pattern.source}/`);
  Atomics.store(progress, 0, at);
  const regexp = compiled(pattern);
  const clockAt = (size: number): (() => number) => leastTime(regexp, textOfAttack(attack, size));
  if (pattern.most !== undefined) {
    const [whole, yardstick] = [clockAt(pattern.most), leastTime(YARDSTICK.pattern, YARDSTICK.text)];
    let found = { ms: 0, times: 0 };
    for (let round = 0; round < ROUNDS; round += 1) {
      const ms = whole();
      found = { ms, times: ms / yardstick() };
      if (ms <= BOUNDED_MS || found.times <= BOUNDED_SHARE) return null;
    }
    return { attack, size: pattern.most, ...found, than: 'that of a quadratic search of 4096' };
  }
  const [large, half, eighth] = [clockAt(LARGE), clockAt(HALF), clockAt(EIGHTH)];
  let found = { ms: 0, times: 0 };
  for (let round = 0; round < ROUNDS; round += 1) {
    const ms = large();
    found = { ms, times: ms / eighth() };
    if (found.times <= GROWTH || ms / half() <= DOUBLED) return null;
  }
  return { attack, size: LARGE, ...found, than: 'that of an eighth' };
}

const compiled = ({ source, flags }: Pattern): RegExp =>
  new RegExp(source, flags.includes('g') ? flags : `${flags.replace('y', '')}g`);

/** The least time of one run among all samples so far, in milliseconds and never none; each call takes one sample more. */
function leastTime(regexp: RegExp, text: string): () => number {
  let runs = 1;
  let least = Infinity;
  // The first run compiles, and tells how many make a sample.
  while (took(regexp, text, runs) < SAMPLE_MS && runs < RUNS_AT_MOST) runs *= 4;
  return () => {
    least = Math.min(least, Math.max(took(regexp, text, runs), 1) / runs);
    return least;
  };
}

function took(regexp: RegExp, text: string, runs: number): number {
  Atomics.add(progress, 1, 1);
  const start = process.threadCpuUsage();
  for (let run = 0; run < runs; run += 1) text.replaceAll(regexp, '');
  const { user, system } = process.threadCpuUsage(start);
  return (user + system) / 1_000;
}
