// What a gateway leaves that dies in the middle of a launch: nothing of it is there after the next start.
import { spawn } from 'node:child_process';
import { existsSync } from 'node:fs';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as wait } from 'node:timers/promises';
import { fileURLToPath } from 'node:url';
import { afterAll, describe, expect, test } from 'vitest';
import { listProcesses, readProcess } from '#executors/browsers/processes/processes.ts';
import { openNamespace } from '#executors/browsers/processes/namespace.ts';
import { sweep } from '#executors/browsers/processes/sweep.ts';
import { newProfileRoot } from '#test/fixtures/tab.ts';

const HELPER = fileURLToPath(
  new URL('../../../executors/browsers/processes/namespace-helper.js', import.meta.url),
);
const DOOMED = fileURLToPath(new URL('../../fixtures/doomed-launch.ts', import.meta.url));

/** It has the helper's end of both ways to it, and never takes what the helper hands out. */
const STARTS_A_HELPER = `
const helper = require('node:child_process').spawn(process.execPath, [process.argv[1]], { stdio: ['pipe', 'ignore', 'ignore', 'ipc'] });
console.log(helper.pid);
setInterval(() => {}, 60_000);`;

const isRunning = async (pid: number): Promise<boolean> => (await readProcess(pid))?.zombie === false;

const roots: string[] = [];
afterAll(() => Promise.all(roots.map((root) => rm(root, { recursive: true, force: true }))));

/** The helpers that this process's own children, dead or alive, have left. */
async function helpers(gateway: number): Promise<readonly number[]> {
  const all = await listProcesses();
  return all
    .filter(({ args, zombie }) => !zombie && args.includes(HELPER) && args.includes(String(gateway)))
    .map(({ pid }) => pid);
}

/** A profile root so long that the temporary directory does not fit below it. */
async function longRoot(): Promise<string> {
  const root = join(await mkdtemp(join(tmpdir(), 'ghost-long-')), 'p'.repeat(60));
  roots.push(join(root, '..'));
  return root;
}

async function doomed(profileRoot: string) {
  const gateway = spawn(process.execPath, [DOOMED, profileRoot], { stdio: ['ignore', 'pipe', 'inherit'] });
  const line = await new Promise<string>((resolve) =>
    gateway.stdout.once('data', (chunk) => resolve(String(chunk))),
  );
  const said: { temporary: string; namespace: boolean } = JSON.parse(line);
  expect(said).toEqual({ temporary: expect.any(String), namespace: true });
  const kill = async (): Promise<void> => {
    const ended = new Promise((resolve) => gateway.once('exit', resolve));
    gateway.kill('SIGKILL');
    await ended;
  };
  return { pid: gateway.pid ?? 0, temporary: said.temporary, kill };
}

describe.skipIf(process.platform !== 'linux')('a namespace helper', () => {
  test.for([0, 10, 20, 30, 40, 60, 90, 150, 400])(
    'ends by itself where its gateway is killed %i ms after it was started',
    async (ms) => {
      const gateway = spawn(process.execPath, ['-e', STARTS_A_HELPER, HELPER], {
        stdio: ['ignore', 'pipe', 'inherit'],
      });
      const pid = Number(
        await new Promise((resolve) => gateway.stdout.once('data', (chunk) => resolve(String(chunk)))),
      );
      await wait(ms);
      gateway.kill('SIGKILL');
      try {
        await expect.poll(() => isRunning(pid), { timeout: 20_000 }).toBe(false);
      } finally {
        if (await isRunning(pid)) process.kill(pid, 'SIGKILL');
      }
    },
  );

  test('that is stopped ends with its release, which does not wait for it to hear', async () => {
    const before = await helpers(process.pid);
    const opened = await openNamespace();
    if (!opened.ok) throw new Error(opened.error.message);
    const own = (await helpers(process.pid)).filter((pid) => !before.includes(pid));
    expect(own).toHaveLength(1);
    for (const pid of own) process.kill(pid, 'SIGSTOP');
    opened.value.listener.close();
    await opened.value.release();
    expect(await Promise.all(own.map(isRunning))).toEqual([false]);
  });

  test('is known by all of its words: whatever else names its file, an editor or a search, goes on', async () => {
    const editor = spawn(process.execPath, ['-e', 'setInterval(() => {}, 60_000)', HELPER, 'a.ts', 'b.ts']);
    const pid = editor.pid ?? 0;
    const ended = new Promise((resolve) => editor.once('exit', resolve));
    try {
      await expect
        .poll(async () => (await readProcess(pid))?.args.includes(HELPER), { timeout: 20_000 })
        .toBe(true);
      await sweep(await newProfileRoot());
      // A signal that was sent is delivered by the time that ours is: then it would be gone already.
      expect(editor.signalCode).toBeNull();
      expect(await isRunning(pid)).toBe(true);
    } finally {
      editor.kill('SIGKILL');
      await ended;
    }
  });

  test('that is stopped and hears nothing is ended by the next start, with the temporary directory of a profile that others removed', async () => {
    const root = await longRoot();
    const gateway = await doomed(root);
    const [helper = 0] = await helpers(gateway.pid);
    process.kill(helper, 'SIGSTOP');
    await gateway.kill();
    await rm(root, { recursive: true, force: true });
    expect(await helpers(gateway.pid)).toEqual([helper]);
    expect(existsSync(gateway.temporary)).toBe(true);
    expect(await sweep(await newProfileRoot())).toEqual([]);
    await expect.poll(() => helpers(gateway.pid), { timeout: 20_000 }).toEqual([]);
    expect(existsSync(gateway.temporary)).toBe(false);
    expect(existsSync(`${gateway.temporary}.owner`)).toBe(false);
  });

  test('of a living gateway stays, and so does its temporary directory', async () => {
    const gateway = await doomed(await longRoot());
    try {
      expect(await sweep(await newProfileRoot())).toEqual([]);
      expect(await helpers(gateway.pid)).toHaveLength(1);
      expect(existsSync(gateway.temporary)).toBe(true);
    } finally {
      await gateway.kill();
      await sweep(await newProfileRoot());
    }
  });
});
