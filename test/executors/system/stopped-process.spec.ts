// A process that somebody waits for: stopped by a signal, gone on, ended.
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { expect, test } from 'vitest';
import { readProcess } from '#executors/system/process-tree.ts';
import { isStopped, onceStopped } from '#executors/system/stopped-process.ts';

test.skipIf(process.platform !== 'linux')(
  'a process that is stopped is told so, by its number and its start; one that runs, or is another, is not',
  async () => {
    const child = spawn('sleep', ['600'], { stdio: 'ignore' });
    await once(child, 'spawn');
    const pid = child.pid ?? 0;
    const startedAt = readProcess(pid)?.startedAt ?? Number.NaN;
    try {
      expect(isStopped({ pid, startedAt })).toBe(false);
      child.kill('SIGSTOP');
      await expect.poll(() => isStopped({ pid, startedAt })).toBe(true);
      expect(isStopped({ pid, startedAt: startedAt + 1 })).toBe(false);
      expect(isStopped({ pid })).toBe(false);
      const waits = { all: false };
      const early: string[] = [];
      const unwatch = onceStopped(
        { pid, startedAt },
        () => waits.all,
        () => early.push('told'),
      );
      await new Promise<void>((resolve) => onceStopped({ pid, startedAt }, () => true, resolve));
      // Whoever waits for nothing is not told.
      expect(early).toEqual([]);
      unwatch();
    } finally {
      child.kill('SIGKILL');
    }
    await once(child, 'close');
    expect(isStopped({ pid, startedAt })).toBe(false);
  },
);
