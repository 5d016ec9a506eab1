// What `npm start` makes ready: what it started ends with it, what it opened is closed where the rest cannot be, and browsers wait for
// the window alone.
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { existsSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { openLocal } from '#gateway/client/local/local.ts';
import { ensureUi, WarmUp } from '#gateway/client/local/prepare.ts';
import type { GatewayEvent } from '#gateway/protocol/events.ts';

const PREPARE = new URL('../../../gateway/client/local/prepare.ts', import.meta.url).href;
const PREPARE_FILE = fileURLToPath(PREPARE);
const SERVE = new URL('../../../ui/cli/commands/serve.ts', import.meta.url).href;
const POLL = { timeout: 30_000 };
let directory: string;

beforeEach(() => {
  directory = mkdtempSync(join(tmpdir(), 'ghost-prepare-'));
});
afterEach(() => {
  vi.useRealTimers();
  vi.restoreAllMocks();
  rmSync(directory, { recursive: true, force: true });
});

/** A process that has the UI built by a script, which says who it is and stays, or ends at once. */
function building(call: string, does: 'stays' | 'ends' = 'stays') {
  const [script, said] = [join(directory, 'stays.mjs'), join(directory, 'pid')];
  writeFileSync(
    script,
    `import { renameSync, writeFileSync } from 'node:fs';
     writeFileSync(${JSON.stringify(`${said}-new`)}, String(process.pid));
     renameSync(${JSON.stringify(`${said}-new`)}, ${JSON.stringify(said)});
     ${does === 'stays' ? 'setInterval(() => undefined, 1000);' : ''}`,
  );
  const text = `import { ensureUi } from ${JSON.stringify(PREPARE)};
     import { untilStopped } from ${JSON.stringify(SERVE)};
     const serves = setInterval(() => undefined, 1000);
     ${call.replace('SCRIPT', JSON.stringify(script))}`;
  const child = spawn(process.execPath, ['--input-type=module', '-e', text], {
    stdio: ['ignore', 'pipe', 'ignore'],
  });
  const heard: Buffer[] = [];
  child.stdout.on('data', (chunk: Buffer) => heard.push(chunk));
  return {
    child,
    ended: once(child, 'close'),
    said: () => Buffer.concat(heard).toString(),
    pid: async () => {
      await expect.poll(() => existsSync(said), POLL).toBe(true);
      return Number(readFileSync(said, 'utf8'));
    },
  };
}

const lives = (pid: number): boolean => existsSync(`/proc/${pid}`);

test('a signal that ends the process while the UI is built ends what builds it, too', async () => {
  const { child, ended, pid } = building('await ensureUi(SCRIPT)');
  const started = await pid();
  child.kill('SIGTERM');
  expect(await ended).toEqual([null, 'SIGTERM']);
  await expect.poll(() => lives(started), POLL).toBe(false);
});

const CLOSES = `await stopped; await built; clearInterval(serves); process.stdout.write('closed');`;
const FIRST = 'const stopped = untilStopped(); const built = ensureUi(SCRIPT);';
const LAST = 'const built = ensureUi(SCRIPT); const stopped = untilStopped();';

test.each([
  ['before the build began', FIRST],
  ['after it', LAST],
])(
  'whoever listens for the signal since %s closes by themselves, and what builds is ended',
  async (_since, begins) => {
    const { child, ended, said, pid } = building(`${begins} process.stdout.write('begun '); ${CLOSES}`);
    const started = await pid();
    await expect.poll(said, POLL).toBe('begun ');
    child.kill('SIGTERM');
    expect(await ended).toEqual([0, null]);
    expect(said()).toBe('begun closed');
    await expect.poll(() => lives(started), POLL).toBe(false);
  },
);

test('so do they where the build has ended', async () => {
  const { child, ended, said } = building(
    `${FIRST} await built; process.stdout.write(process.listenerCount('SIGTERM') + ' listens '); ${CLOSES}`,
    'ends',
  );
  await expect.poll(said, POLL).toBe('1 listens ');
  child.kill('SIGTERM');
  expect(await ended).toEqual([0, null]);
  expect(said()).toBe('1 listens closed');
});

test.each(['/nowhere/node', 'no\0path'])(
  'a build that the machine does not start (%j) is a failure, and no throw',
  async (program) => {
    vi.spyOn(process, 'execPath', 'get').mockReturnValue(program);
    expect(await ensureUi(PREPARE_FILE)).toMatchObject({ ok: false, error: { code: 'ui.build-failed' } });
  },
);

test('a gateway that throws as it is opened leaves no site of the demo world behind', async () => {
  const servers = (): number =>
    process.getActiveResourcesInfo().filter((one) => one === 'TCPServerWrap').length;
  const before = servers();
  const opening = openLocal({
    demo: true,
    dataDir: directory,
    vaultKeys: () => {
      throw new Error('no place for a key');
    },
  });
  await expect(opening).rejects.toThrow('no place for a key');
  await expect.poll(servers, POLL).toBe(before);
});

/** How often browsers were begun to be made ready, over time that the test passes. */
function warming(begins: () => Promise<void> = async () => undefined) {
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] });
  let times = 0;
  const listeners = new Set<(event: GatewayEvent, id: number) => void>();
  const warmUp = new WarmUp({
    warmUp: () => {
      times += 1;
      return begins();
    },
    subscribe: (listener) => {
      listeners.add(listener);
      return () => listeners.delete(listener);
    },
  });
  const happens = (event: GatewayEvent): void => listeners.forEach((listener) => listener(event, 1));
  return { warmUp, times: () => times, listeners, happens };
}
const SOMEBODY_WANTS_A_TAB: GatewayEvent = {
  type: 'queue.changed',
  queue: {
    running: 1,
    limit: 2,
    waiting: 0,
    foreground: 0,
    oldestWaitMs: 0,
    longestWaitMs: 0,
    served: 1,
    next: [],
  },
};

test('browsers are begun a moment after the window, and no later than some seconds where none comes', () => {
  const window = warming();
  window.warmUp.beginAtRest();
  vi.advanceTimersByTime(500);
  window.warmUp.windowOpened();
  expect(window.times()).toBe(0);
  vi.advanceTimersByTime(1_000);
  expect(window.times()).toBe(1);
  const none = warming();
  none.warmUp.beginAtRest();
  vi.advanceTimersByTime(4_000);
  expect(none.times()).toBe(0);
  vi.advanceTimersByTime(1_000);
  expect(none.times()).toBe(1);
});

test('whoever wants a tab before has them begun at once, and once', () => {
  const { warmUp, times, listeners, happens } = warming();
  warmUp.beginAtRest();
  happens({ type: 'gateway.closing' });
  expect(times()).toBe(0);
  happens(SOMEBODY_WANTS_A_TAB);
  expect(times()).toBe(1);
  warmUp.windowOpened();
  warmUp.begin();
  vi.advanceTimersByTime(10_000);
  expect([times(), listeners.size, vi.getTimerCount()]).toEqual([1, 0, 0]);
});

test('where no window is opened they are begun at once; after the end never', async () => {
  const here = warming();
  here.warmUp.begin();
  expect(here.times()).toBe(1);
  const over = warming();
  over.warmUp.beginAtRest();
  await over.warmUp.end();
  over.warmUp.begin();
  over.warmUp.windowOpened();
  vi.advanceTimersByTime(10_000);
  expect([over.times(), over.listeners.size]).toEqual([0, 0]);
});

test('a warm-up that throws ends nothing: it is warned of, and the end comes all the same', async () => {
  const warned = vi.spyOn(process, 'emitWarning').mockReturnValue(undefined);
  const { warmUp } = warming(() => Promise.reject(new Error('a bug')));
  warmUp.begin();
  await warmUp.end();
  expect(warned).toHaveBeenCalledWith('no browser stands ready: a bug');
});
