// What `npm start` makes ready: what it started ends with it, and what it opened is closed where the rest cannot be.
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { existsSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { openLocal } from '#gateway/client/local/local.ts';

const PREPARE = new URL('../../../gateway/client/local/prepare.ts', import.meta.url).href;
const POLL = { timeout: 30_000 };
let directory: string;

beforeEach(() => {
  directory = mkdtempSync(join(tmpdir(), 'ghost-prepare-'));
});
afterEach(() => rmSync(directory, { recursive: true, force: true }));

/** A process that has something done by a script, which says who it is and stays. */
function beside(call: string) {
  const [script, said] = [join(directory, 'stays.mjs'), join(directory, 'pid')];
  writeFileSync(
    script,
    `import { renameSync, writeFileSync } from 'node:fs';
     writeFileSync(${JSON.stringify(`${said}-new`)}, String(process.pid));
     renameSync(${JSON.stringify(`${said}-new`)}, ${JSON.stringify(said)});
     setInterval(() => undefined, 1000);`,
  );
  const text = `import { compileAhead, ensureUi } from ${JSON.stringify(PREPARE)};
     setInterval(() => undefined, 1000);
     ${call.replace('SCRIPT', JSON.stringify(script))}`;
  const child = spawn(process.execPath, ['--input-type=module', '-e', text], { stdio: 'ignore' });
  return {
    child,
    ended: once(child, 'close'),
    pid: async () => {
      await expect.poll(() => existsSync(said), POLL).toBe(true);
      return Number(readFileSync(said, 'utf8'));
    },
  };
}

const lives = (pid: number): boolean => existsSync(`/proc/${pid}`);

test.each(['ensureUi(SCRIPT)', 'compileAhead(SCRIPT)'])(
  'a signal that ends the process while `%s` runs ends what that started, too',
  async (call) => {
    const { child, ended, pid } = beside(call);
    const started = await pid();
    child.kill('SIGTERM');
    expect(await ended).toEqual([null, 'SIGTERM']);
    await expect.poll(() => lives(started), POLL).toBe(false);
  },
);

test('whoever has it compiled ends that, and goes on', async () => {
  const { child, ended, pid } = beside(
    'const ahead = compileAhead(SCRIPT); process.on("SIGUSR2", () => ahead[Symbol.dispose]())',
  );
  const started = await pid();
  child.kill('SIGUSR2');
  await expect.poll(() => lives(started), POLL).toBe(false);
  expect(child.exitCode).toBeNull();
  child.kill('SIGKILL');
  await ended;
});

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
