// A daemon that is stopped, or gone while its file stays: every command ends, says so, and `daemon stop` ends it, and nobody else.
import { spawn } from 'node:child_process';
import type { ChildProcess } from 'node:child_process';
import { once } from 'node:events';
import { existsSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { z } from 'zod';
import { endByPid } from '#gateway/client/local/daemon-end.ts';
import { isStillRunning, readProcess } from '#executors/system/process-tree.ts';
import { GhostHome } from '#test/fixtures/ghost.ts';

const daemonFile = z.looseObject({ pid: z.number(), startedAt: z.number() });
let home: GhostHome;
const file = (): string => join(home.directory, 'run', 'daemon.json');
const read = (): z.infer<typeof daemonFile> => daemonFile.parse(JSON.parse(readFileSync(file(), 'utf8')));
/** What ended, and nobody took away yet, runs no more. */
const runs = (pid: number): boolean => {
  const row = readProcess(pid);
  return row !== null && isStillRunning(pid, row.startedAt);
};

beforeAll(() => {
  home = new GhostHome();
  writeFileSync(join(home.directory, 'config.yaml'), 'warmTabs: 0\n');
});
afterAll(() => {
  if (existsSync(file()) && runs(read().pid)) process.kill(read().pid, 'SIGKILL');
  home[Symbol.dispose]();
});

describe('a daemon that is stopped', () => {
  let pid = 0;
  beforeEach(async () => {
    expect((await home.run(['tabs'])).json()).toEqual({ ok: true, tabs: [] });
    ({ pid } = read());
    process.kill(pid, 'SIGSTOP');
  }, 120_000);
  afterEach(() => {
    if (runs(pid)) process.kill(pid, 'SIGCONT');
  });

  test('every command ends with what is wrong, and what to do; once it goes on, nothing of them was done', async () => {
    const lines = [['tabs'], ['daemon', 'status'], ['batch', '--file', '-'], ['stop'], ['mcp']];
    const all = await Promise.all(lines.map((line) => home.run(line, { input: '["launch"]' })));
    for (const [at, { code, stdout, stderr }] of all.entries()) {
      expect([lines[at], code]).toEqual([lines[at], 1]);
      expect(stdout + stderr).toContain(`(process ${pid}) is stopped`);
      expect(stdout + stderr).toContain(`kill -CONT ${pid}`);
      expect(stdout + stderr).toContain('ghost daemon stop');
    }
    expect(all[1]?.json()).toMatchObject({ ok: false, code: 'daemon.unresponsive', running: true, pid });
    process.kill(pid, 'SIGCONT');
    expect((await home.run(['tabs'])).json()).toEqual({ ok: true, tabs: [] });
    expect((await home.run(['daemon', 'health'])).json()).toMatchObject({ ok: true, daemon: { pid } });
  }, 120_000);

  test('a command that is under way ends, and says that it may be done', async () => {
    process.kill(pid, 'SIGCONT');
    expect((await home.run(['launch'])).json()).toMatchObject({ ok: true });
    const asks = home.start(['evaluate', '1 + 1']);
    const answer = new Promise<string>((resolve) => {
      let out = '';
      asks.stdout?.on('data', (chunk: Buffer) => (out += chunk.toString()));
      asks.on('close', () => resolve(out));
    });
    // Somebody is asked: it is under way.
    await once(asks.stderr ?? asks, 'data');
    process.kill(pid, 'SIGSTOP');
    expect(JSON.parse(await answer)).toMatchObject({
      ok: false,
      code: 'daemon.unresponsive',
      error: expect.stringContaining('is stopped'),
      suggestion: expect.stringContaining('may be done'),
    });
    process.kill(pid, 'SIGCONT');
    expect((await home.run(['stop'])).json()).toMatchObject({ ok: true });
  }, 120_000);

  test('an MCP client that waits for an answer is told', async () => {
    process.kill(pid, 'SIGCONT');
    const client = home.start(['mcp']);
    const errors: string[] = [];
    client.stderr?.on('data', (chunk: Buffer) => errors.push(chunk.toString()));
    const hello = {
      protocolVersion: '2025-06-18',
      capabilities: {},
      clientInfo: { name: 'it', version: '1' },
    };
    const asked = (id: number, method: string, params: unknown): void =>
      void client.stdin?.write(`${JSON.stringify({ jsonrpc: '2.0', id, method, params })}\n`);
    asked(1, 'initialize', hello);
    await once(client.stdout ?? client, 'data');
    process.kill(pid, 'SIGSTOP');
    asked(2, 'tools/list', {});
    const [code] = await once(client, 'close');
    expect([code, errors.join('')]).toEqual([1, expect.stringContaining('is stopped')]);
  }, 120_000);

  test('those that ask over HTTP end, and none says that no gateway runs', async () => {
    const lines = [
      ['status', '--json'],
      ['consent', 'list', '--json'],
      ['policy', 'status', '--json'],
      ['run', 'open example.com', '--json'],
    ];
    for (const ran of await Promise.all(lines.map((line) => home.run(line)))) {
      expect(ran.code).toBe(1);
      expect(ran.stdout + ran.stderr).toContain('daemon.unresponsive');
      expect(ran.stdout + ran.stderr).toContain(`(process ${pid}) is stopped`);
    }
    const checked = await home.run(['doctor', '--json']);
    expect([checked.code, checked.stdout]).toEqual([1, expect.stringContaining('gateway.hangs')]);
  }, 120_000);

  test('`daemon stop` ends it by its process id, and the next command starts another', async () => {
    const stopped = await home.run(['daemon', 'stop']);
    expect([stopped.code, stopped.json()]).toMatchObject([
      0,
      { ok: true, running: false, pid, signal: 'SIGTERM' },
    ]);
    expect(runs(pid)).toBe(false);
    expect((await home.run(['tabs'])).json()).toEqual({ ok: true, tabs: [] });
    expect(read().pid).not.toBe(pid);
    expect((await home.run(['daemon', 'stop'])).json()).toMatchObject({ ok: true, running: false });
  }, 180_000);

  test('`daemon stop` leaves a process alone that got the number of one that ended', async () => {
    const other = spawn('sleep', ['600'], { stdio: 'ignore' });
    const { pid: others = 0 } = other;
    const was = readFileSync(file(), 'utf8');
    writeFileSync(file(), JSON.stringify({ ...read(), pid: others }));
    try {
      expect((await home.run(['daemon', 'stop'])).json()).toMatchObject({
        ok: true,
        running: false,
        signal: null,
      });
      expect(other.exitCode ?? other.signalCode).toBeNull();
    } finally {
      other.kill('SIGKILL');
      writeFileSync(file(), was);
    }
  }, 120_000);
});

describe('by its process id', () => {
  const children: ChildProcess[] = [];
  afterEach(() => children.splice(0).forEach((child) => child.kill('SIGKILL')));

  const started = async (script: string): Promise<{ pid: number; startedAt: number }> => {
    const child = spawn(process.execPath, ['-e', `${script};console.log('up')`], {
      stdio: ['ignore', 'pipe', 'ignore'],
    });
    children.push(child);
    await new Promise((resolve) => child.stdout?.once('data', resolve));
    const row = readProcess(child.pid ?? 0);
    if (row === null) throw new Error('it is not there');
    return row;
  };
  const at = { protocol: 1, version: '0', socket: '', key: '', stops: true };

  test('a daemon that does not heed the first signal is killed, and that is said', async () => {
    const { pid, startedAt } = await started("process.on('SIGTERM', () => {}); setInterval(() => {}, 1000)");
    expect(await endByPid({ ...at, pid, startedAt }, 300)).toMatchObject({
      running: false,
      signal: 'SIGKILL',
    });
    expect(runs(pid)).toBe(false);
  });

  test('nothing is signalled that is not known for sure, or that no daemon is', async () => {
    const { pid, startedAt } = await started('setInterval(() => {}, 1000)');
    expect(await endByPid({ ...at, pid, startedAt: startedAt + 1 })).toMatchObject({ signal: null });
    expect(await endByPid({ ...at, pid })).toMatchObject({ code: 'daemon.unresponsive' });
    expect(await endByPid({ ...at, pid, startedAt, stops: false })).toMatchObject({
      code: 'daemon.unresponsive',
      help: expect.stringContaining(`kill -KILL ${pid}`),
    });
    expect(runs(pid)).toBe(true);
  });
});
