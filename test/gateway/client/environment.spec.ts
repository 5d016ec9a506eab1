// What may stand in the variables that the program reads: a wrong value is an error of its own, and no secret is in its words.
import { homedir, tmpdir } from 'node:os';
import { join } from 'node:path';
import { existsSync, mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { OUR_VARIABLES, wrongVariables } from '#gateway/client/doctor/environment.ts';
import { openGateway } from '#gateway/client/local/library.ts';
import { openLocal } from '#gateway/client/local/local.ts';
import { pathsFor } from '#gateway/settings/paths.ts';
import { FROM_SOURCES, GhostHome } from '#test/fixtures/ghost.ts';
import { program } from '#test/fixtures/program.ts';

let dataDir: string;
beforeEach(() => {
  dataDir = mkdtempSync(join(tmpdir(), 'ghost-environment-'));
});
afterEach(() => rmSync(dataDir, { recursive: true, force: true }));

async function withVariable<T>(name: string, value: string, work: () => Promise<T>): Promise<T> {
  const before = process.env[name];
  process.env[name] = value;
  try {
    return await work();
  } finally {
    if (before === undefined) delete process.env[name];
    else process.env[name] = before;
  }
}

test('what is set as it should be, and what is set to nothing, is no error', () => {
  expect(
    wrongVariables({
      GHOST_DATA_DIR: '/home/ada/ghost',
      GHOST_BROWSER: 'chromium',
      GHOST_WORKER_ID: 'agent-1.b_c',
      GHOST_UPDATES: 'off',
      GHOST_MODEL_KEY: 'sk-0123:abc/+=',
      GEMINI_API_KEY: '',
    }),
  ).toEqual([]);
  expect(wrongVariables(Object.fromEntries(OUR_VARIABLES.map((name) => [name, ''])))).toEqual([]);
});

test('a wrong value is told with its variable, what may stand there, and what was probably meant', () => {
  const told = (env: NodeJS.ProcessEnv): string =>
    wrongVariables(env)
      .map(({ message, help }) => `${message}; ${help}`)
      .join('\n');
  expect(told({ GHOST_UPDATES: 'of' })).toBe(
    'the variable `GHOST_UPDATES` is `of`, which is none of its values; did you mean `off`? it is `on` (as without it) or `off`',
  );
  expect(told({ GHOST_WORKER_ID: 'me and you' })).toContain('letters, digits, dots, hyphens and underscores');
  expect(told({ GHOST_DATA_DIR: '~/ghost' })).toContain(`did you mean \`${join(homedir(), 'ghost')}\`?`);
  expect(told({ GHOST_BROWSER: '~ada/chromium' })).toContain('write the whole path');
  expect(told({ GHOST_WORKER_ID: 'x'.repeat(10_000) }).length).toBeLessThan(400);
});

test('a browser by a path from where one stands is an error with its mend, by a name or a whole path it is none', () => {
  for (const value of ['./chromium', 'bin/chromium', '../chromium', 'chromium/'])
    expect(wrongVariables({ GHOST_BROWSER: value })).toMatchObject([
      { code: 'config.bad-value', help: expect.stringContaining('the whole path') },
    ]);
  for (const value of ['chromium', '/usr/bin/chromium', 'google-chrome-stable'])
    expect(wrongVariables({ GHOST_BROWSER: value })).toEqual([]);
});

test('a key that stands in the wrong variable is in no message', () => {
  const key = 'sk/hunter2+of course';
  for (const name of ['GHOST_UPDATES', 'GHOST_WORKER_ID', 'GHOST_BROWSER']) {
    const [wrong] = wrongVariables({ [name]: key });
    expect(wrong?.message).toContain(`\`${name}\``);
    expect(JSON.stringify(wrong)).not.toMatch(/hunter|sk\//u);
  }
});

test('a key with something in it that no header carries is an error, and nothing of it is told', () => {
  for (const name of ['GHOST_MODEL_KEY', 'GEMINI_API_KEY'])
    for (const value of ['hunter2\nx', ' hunter2', '“hunter2”', 'hunter2\u200b']) {
      const [wrong] = wrongVariables({ [name]: value });
      expect(wrong?.message).toContain(`\`${name}\``);
      expect(JSON.stringify(wrong)).not.toContain('hunter');
    }
});

test('neither a gateway nor a command begins with one, but the doctor and the help do', async () => {
  await withVariable('GHOST_UPDATES', 'of', async () => {
    expect(await openLocal({ demo: false, dataDir })).toMatchObject({ error: { code: 'config.bad-value' } });
    await expect(openGateway({ dataDir })).rejects.toMatchObject({ failure: { code: 'config.bad-value' } });
    expect(await program(['audit', 'verify'], dataDir)).toMatchObject({ code: 2, stdout: '' });
    // What ends or shows something is obeyed in any shell.
    expect((await program(['status'], dataDir)).stderr).not.toContain('`GHOST_UPDATES`');
    expect((await program(['help'], dataDir)).code).toBe(0);
    expect((await program(['doctor'], dataDir)).stdout).toContain('`GHOST_UPDATES`');
  });
});

test('a browser command tells it too, and makes no directory that is called `~`', async () => {
  using home = new GhostHome({ directory: dataDir, cwd: dataDir, program: FROM_SOURCES });
  using wrong = new GhostHome({
    directory: '~/ghost',
    cwd: dataDir,
    program: FROM_SOURCES,
    env: { NODE_COMPILE_CACHE: '' },
  });
  const ran = await wrong.run(['tabs']);
  expect(ran.json()).toMatchObject({ ok: false, code: 'config.bad-value' });
  expect(ran.code).toBe(2);
  // A command that ends something would look for whom to end in a place that nobody meant.
  expect((await wrong.run(['daemon', 'stop'])).json()).toMatchObject({ ok: false, code: 'config.bad-value' });
  using misspelt = new GhostHome({
    directory: dataDir,
    cwd: dataDir,
    program: FROM_SOURCES,
    env: { NODE_COMPILE_CACHE: '', GHOST_UPDATES: 'of' },
  });
  expect((await misspelt.run(['daemon', 'stop'])).json()).toMatchObject({ ok: true, running: false });
  expect(existsSync(join(dataDir, '~'))).toBe(false);
  expect((await home.run(['daemon', 'status'])).code).toBe(0);
});

test('a relative data directory is the same one for whoever stands elsewhere', () => {
  const { data, config, runtime } = pathsFor('ghost');
  expect([data, config, runtime]).toEqual(
    [[], ['config.yaml'], ['run']].map((more) => join(process.cwd(), 'ghost', ...more)),
  );
});

test('a daemon, which stands elsewhere, has the directory that its caller named by a relative path', async () => {
  mkdirSync(join(dataDir, 'ghost'), { mode: 0o700 });
  writeFileSync(join(dataDir, 'ghost', 'config.yaml'), 'warmTabs: 0\n', { mode: 0o600 });
  using home = new GhostHome({ directory: 'ghost', cwd: dataDir });
  expect((await home.run(['tabs'])).json()).toMatchObject({ ok: true });
  expect(existsSync(join(dataDir, 'ghost', 'audit'))).toBe(true);
  expect((await home.run(['daemon', 'stop'])).code).toBe(0);
});
