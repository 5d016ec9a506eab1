// Whoever waits for a process that is killed is told within seconds, by the command that waits; and the next command works. The map of
// entry points and of the specs that hold each is in e2e/README.md.
import { spawn } from 'node:child_process';
import type { ChildProcess } from 'node:child_process';
import { once } from 'node:events';
import { mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { z } from 'zod';
import { serveLocal } from '#gateway/client/local/prepare.ts';
import { openGateway, type Gateway } from '#gateway/main.ts';
import { pathsFor } from '#gateway/settings/paths.ts';
import { GhostHome } from '#test/fixtures/ghost.ts';
import { aQuestion } from '#test/fixtures/questions.ts';
import { need } from '#test/fixtures/tab.ts';
import { ghostCommand } from '#test/fixtures/terminal.ts';

const POLL = { timeout: 60_000 };
let home: GhostHome;
const started: ChildProcess[] = [];

beforeAll(() => {
  home = new GhostHome();
  // One browser for everything here.
  writeFileSync(join(home.directory, 'config.yaml'), 'warmTabs: 0\nisolation: context\n');
});
afterAll(async () => {
  for (const child of started) child.kill('SIGKILL');
  await home.run(['daemon', 'stop']);
  home[Symbol.dispose]();
});

const daemonPid = (): number =>
  z
    .object({ pid: z.number() })
    .parse(JSON.parse(readFileSync(join(home.directory, 'run', 'daemon.json'), 'utf8'))).pid;

/** Browsers whose profile lies in this home, by their main process. */
const browsers = (): readonly number[] =>
  readdirSync('/proc')
    .filter((name) => /^\d+$/u.test(name))
    .map(Number)
    .filter((pid) => {
      const line = commandLine(pid);
      return (
        line.includes(`--user-data-dir=${pathsFor(home.directory).profiles}`) && !line.includes('--type=')
      );
    });
function commandLine(pid: number): string {
  try {
    return readFileSync(`/proc/${pid}/cmdline`, 'utf8');
  } catch {
    return ''; // It ended while it was looked at.
  }
}

/** A command that is under way: what it says as it comes, and how it ends. */
function underWay(child: ChildProcess) {
  started.push(child);
  const said = { out: '', err: '' };
  child.stdout?.setEncoding('utf8').on('data', (chunk: string) => (said.out += chunk));
  child.stderr?.setEncoding('utf8').on('data', (chunk: string) => (said.err += chunk));
  return { said, ended: once(child, 'close').then(([code]) => ({ code: Number(code), ...said })) };
}

describe('a daemon whose browser is killed', () => {
  /** All of them: a browser that stands ready for the next tab may have started before the tab's own. */
  const kill = (): readonly number[] => {
    const pids = browsers();
    expect(pids).not.toEqual([]);
    for (const pid of pids) process.kill(pid, 'SIGKILL');
    return pids;
  };
  const areGone = (pids: readonly number[]): boolean => browsers().every((pid) => !pids.includes(pid));

  test('says so, and what to do; that done, there is another one', async () => {
    expect((await home.run(['open', 'shop.test'])).json()).toMatchObject({ ok: true });
    const first = kill();
    const looked = await home.run(['snapshot']);
    expect([looked.code, looked.json()]).toMatchObject([
      1,
      { ok: false, code: 'browser.crashed', suggestion: 'open a new tab and repeat the step' },
    ]);
    expect((await home.run(['open', 'shop.test'])).json()).toMatchObject({ ok: true });
    expect(areGone(first)).toBe(true);
  });

  test('has a new tab opened by whoever did not notice', async () => {
    const second = kill();
    await expect.poll(() => areGone(second), POLL).toBe(true);
    expect((await home.run(['open', 'shop.test'])).json()).toMatchObject({ ok: true });
  });
});

test('a daemon that is killed: a command and a run that wait are told what may be done, and nothing is left of it', async () => {
  const asks = underWay(home.start(['evaluate', '1 + 1']));
  const runs = underWay(home.start(['run', 'check the status of my latest order', '--json']));
  await expect.poll(() => asks.said.err, POLL).not.toBe('');
  await expect.poll(() => runs.said.out, POLL).toContain('"task.waiting"');
  const taskId = z
    .object({ task: z.object({ id: z.string() }) })
    .parse(JSON.parse(runs.said.out.split('\n')[0] ?? '')).task.id;

  const pid = daemonPid();
  process.kill(pid, 'SIGKILL');
  const command = await asks.ended;
  expect([command.code, JSON.parse(command.out)]).toMatchObject([
    1,
    {
      code: 'daemon.unreachable',
      error: 'the daemon ended before it answered',
      suggestion: expect.stringContaining('may be done'),
    },
  ]);
  const run = await runs.ended;
  expect([run.code, JSON.parse(run.out.trimEnd().split('\n').at(-1) ?? '')]).toMatchObject([
    1,
    {
      error: {
        code: 'gateway.unreachable',
        message: expect.stringContaining('ended before the task did'),
        help: expect.stringContaining(`ghost audit query task:${taskId}`),
      },
    },
  ]);

  // The browser went with its gateway, and the next command has everything anew.
  await expect.poll(browsers, POLL).toEqual([]);
  expect((await home.run(['tabs'])).json()).toEqual({ ok: true, tabs: [] });
  expect(daemonPid()).not.toBe(pid);
  expect((await home.run(['consent', 'list', '--json'])).json()).toEqual([]);
  expect((await home.run(['audit', 'verify'])).stdout).toMatch(/^verified \d+ entries/u);
  expect((await home.run(['audit', 'query', `task:${taskId}`])).stdout).toMatch(/\d+ \|/u);
});

describe('an approval that somebody reads at a terminal', () => {
  let directory: string;
  let gateway: Gateway;
  let serving: { close: () => Promise<void> };
  beforeEach(async () => {
    directory = mkdtempSync(join(tmpdir(), 'ghost-approval-'));
    gateway = await openGateway({ dataDir: directory, config: { warmTabs: 0 } });
    serving = need(await serveLocal(gateway, 0));
  });
  afterEach(async () => {
    await serving.close();
    await gateway.close();
    rmSync(directory, { recursive: true, force: true });
  });

  async function read() {
    void gateway.consents.ask(aQuestion({ shieldMs: 100 }), new AbortController().signal);
    const id = gateway.consents.list()[0]?.card.id ?? '';
    const reading = underWay(
      spawn('script', ['-qec', ghostCommand(['consent', 'approve', id]), '/dev/null'], {
        env: { ...process.env, GHOST_DATA_DIR: directory },
        stdio: ['pipe', 'pipe', 'pipe'],
      }),
    );
    await expect.poll(() => reading.said.out, POLL).toContain('deny, stop, allow');
    return { id, reading };
  }

  test('is taken away when its gateway goes, and nobody types an answer to a question that is gone', async () => {
    const { reading } = await read();
    await serving.close();
    const { code, out } = await reading.ended;
    expect([code, out]).toEqual([
      1,
      expect.stringContaining('the gateway ended, and its question with it: nothing was allowed'),
    ]);
  });

  test('is taken away when it was answered elsewhere', async () => {
    const { id, reading } = await read();
    need(
      gateway.consents.answer({
        id,
        answer: 'DENY',
        by: { kind: 'person', id: 'person:window', channel: 'ui' },
      }),
    );
    const { code, out } = await reading.ended;
    expect([code, out]).toEqual([4, expect.stringContaining('is no open question any more')]);
  });
});
