// Runs one regular expression over the texts against it, and tells which of them takes more than its share. In a thread, so that
// one that never comes back can be ended.
import { parentPort } from 'node:worker_threads';
import { attacksOn, textOfAttack, type Attack } from './adversarial.ts';

export type Job = {
  readonly id: number;
  readonly source: string;
  readonly flags: string;
  /** The longest text that it ever meets; without it, any. */
  readonly most?: number;
};
export type Slow = {
  readonly attack: Attack;
  readonly size: number;
  readonly ms: number;
  readonly growth: number;
};
export type Answer = { readonly id: number; readonly attacks: number; readonly slow: Slow | null };

/** Quadratic is fifty million steps here. */
const SCREEN = 10_000;
/** What took longer than this is looked at again, at two sizes. */
const SUSPECT_MS = 6;
const SMALL = 2_500;
const LARGE = 20_000;
/** Eight times the text: linear takes 8, quadratic 64. */
const GROWTH = 24;
/** Twice the text: linear takes 2, quadratic 4. */
const DOUBLED = 2.8;
/** For what meets short texts alone. */
const BOUNDED_MS = 60;

parentPort?.on('message', (job: Job) => {
  const attacks = attacksOn(job.source);
  let slow: Slow | null = null;
  for (const attack of attacks) {
    slow = slowness(job, attack);
    if (slow !== null) break;
  }
  // oxlint-disable-next-line unicorn/require-post-message-target-origin -- a thread's port, not a window
  parentPort?.postMessage({ id: job.id, attacks: attacks.length, slow } satisfies Answer);
});

function slowness({ source, flags, most }: Job, attack: Attack): Slow | null {
  const pattern = new RegExp(source, flags.includes('g') ? flags : `${flags.replace('y', '')}g`);
  const took = (size: number): number => {
    const text = textOfAttack(attack, size);
    const start = process.threadCpuUsage();
    text.replaceAll(pattern, '');
    const { user, system } = process.threadCpuUsage(start);
    return (user + system) / 1_000;
  };
  const twice = (size: number): number => Math.min(took(size), took(size));
  if (most !== undefined) {
    if (took(most) <= BOUNDED_MS) return null;
    const ms = twice(most);
    return ms <= BOUNDED_MS ? null : { attack, size: most, ms, growth: Number.NaN };
  }
  if (took(SCREEN) <= SUSPECT_MS) return null;
  const small = Math.max(twice(SMALL), 0.1);
  const large = twice(LARGE);
  const growth = large / small;
  if (growth <= GROWTH || large <= SUSPECT_MS) return null;
  // Once more, where the clock is no matter any more: a neighbour's load is not the pattern's.
  if (twice(LARGE * 2) / twice(LARGE) < DOUBLED) return null;
  return { attack, size: LARGE, ms: large, growth };
}
