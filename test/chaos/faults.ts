// What is done to a gateway from outside, and how it is taken back.
// INVARIANT: only processes of this run's own gateways are signalled.
import { execFileSync } from 'node:child_process';
import { readdirSync } from 'node:fs';
import type { Command } from './stage/lane.ts';
import type { FaultName } from './matrix.ts';
import { signal } from './stage/processes.ts';
import type { Stage } from './stage/stage.ts';

export type Fault = {
  /** It is there before the act begins: it would come too late in the middle. */
  readonly early?: true;
  /** Takes it back. `null`: there was nothing to strike. */
  readonly strike: (stage: Stage, act: Command | null) => Promise<(() => void) | null>;
};

const HOUR_MS = 3_600_000;
/** An act signs into the log two or three times. */
const SLOW_SYNC_MS = 3_000;

type Target = (stage: Stage, act: Command | null) => Promise<readonly number[]>;

const gateway: Target = async ({ lane }) => (lane.alive && lane.pid !== null ? [lane.pid] : []);
const browser: Target = async (stage) =>
  (await stage.browsers()).flatMap(({ main }) => (main === null ? [] : [main]));
const renderer: Target = async (stage) => (await stage.browsers()).flatMap(({ renderers }) => renderers);
const helper: Target = (stage) => stage.helpers();

const kill = (target: Target): Fault => ({
  strike: async (stage, act) => {
    const struck = (await target(stage, act)).filter((pid) => signal(pid, 'SIGKILL'));
    return struck.length === 0 ? null : () => undefined;
  },
});
const stop = (target: Target): Fault => ({
  strike: async (stage, act) => {
    const struck = (await target(stage, act)).filter((pid) => signal(pid, 'SIGSTOP'));
    return struck.length === 0 ? null : () => struck.forEach((pid) => signal(pid, 'SIGCONT'));
  },
});

const client = (name: 'SIGKILL' | 'SIGSTOP'): Fault => ({
  strike: async (_stage, act) => (act?.signal(name) === true ? () => void act.signal('SIGCONT') : null),
});

const onTheDisk = (error: 'EIO' | 'EROFS'): Fault => ({
  strike: async ({ lane }) => {
    const calls =
      error === 'EIO'
        ? (['write', 'sync'] as const)
        : (['write', 'truncate', 'mkdir', 'unlink', 'rename'] as const);
    lane.faults.set(...calls.map((call) => ({ call, prefix: lane.disk.path, fault: error })));
    return () => lane.faults.clear();
  },
});
const clock = (ms: number): Fault => ({
  strike: async ({ lane }) => {
    lane.faults.set({ call: 'clock', fault: ms });
    return () => lane.faults.clear();
  },
});

/** None more than it has. The hard limit stays, and with it the way back. */
const emfile: Fault = {
  strike: async ({ lane }) => {
    const { pid } = lane;
    if (pid === null || !lane.alive) return null;
    const limit = (soft: number | string): void =>
      void execFileSync('prlimit', ['--pid', String(pid), `--nofile=${soft}:`]);
    const before = execFileSync(
      'prlimit',
      ['--pid', String(pid), '--nofile', '--output=SOFT', '--noheadings'],
      {
        encoding: 'utf8',
      },
    ).trim();
    limit(readdirSync(`/proc/${pid}/fd`).length);
    return () => {
      if (lane.alive && lane.pid === pid) limit(before);
    };
  },
};

export const FAULT: Readonly<Record<FaultName, Fault>> = {
  'kill-gateway': kill(gateway),
  'stop-gateway': stop(gateway),
  'kill-browser': kill(browser),
  'stop-browser': stop(browser),
  'kill-renderer': kill(renderer),
  'stop-renderer': stop(renderer),
  'kill-helper': kill(helper),
  'stop-helper': stop(helper),
  'kill-client': client('SIGKILL'),
  'stop-client': client('SIGSTOP'),
  enospc: {
    strike: async ({ lane }) => {
      lane.disk.fill();
      return () => lane.disk.empty();
    },
  },
  eio: onTheDisk('EIO'),
  emfile,
  erofs: onTheDisk('EROFS'),
  'clock-forward': clock(HOUR_MS),
  'clock-back': clock(-HOUR_MS),
  'slow-sync': {
    strike: async ({ lane }) => {
      lane.faults.set({ call: 'sync', prefix: lane.disk.path, fault: SLOW_SYNC_MS });
      return () => lane.faults.clear();
    },
  },
  'dead-dns': { early: true, strike: async ({ world }) => world.silence('names') },
  'dead-upstream': { early: true, strike: async ({ world }) => world.silence('site') },
};
