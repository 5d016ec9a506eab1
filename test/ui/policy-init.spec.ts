// `ghost policy init` at a terminal and by options: an answer that is none is asked for again, and no file is written over.
import { existsSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { PassThrough } from 'node:stream';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { checkFiles } from '#gateway/client/policy/files.ts';
import { formatFile } from '#gateway/client/policy/check.ts';
import { init } from '#ui/cli/policy/init.ts';
import { FROM_SOURCES, GhostHome } from '#test/fixtures/ghost.ts';

const STDIN = Object.getOwnPropertyDescriptor(process, 'stdin');
let folder: string;
let told: string;

beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'ghost-init-'));
  told = '';
});
afterEach(() => {
  vi.restoreAllMocks();
  vi.unstubAllEnvs();
  if (STDIN !== undefined) Object.defineProperty(process, 'stdin', STDIN);
  process.exitCode = 0;
  rmSync(folder, { recursive: true, force: true });
});

/** Somebody types these lines. */
async function typing(lines: readonly string[], flags: Parameters<typeof init>[0] = {}): Promise<number> {
  const input = Object.assign(new PassThrough(), { isTTY: true });
  Object.defineProperty(process, 'stdin', { configurable: true, value: input });
  vi.spyOn(process.stdout, 'write').mockImplementation(() => true);
  vi.spyOn(process.stderr, 'write').mockImplementation((text) => {
    told += String(text);
    return true;
  });
  const wasTty = process.stderr.isTTY;
  process.stderr.isTTY = true;
  process.exitCode = 0;
  input.end(`${lines.join('\n')}\n`);
  await init({ out: join(folder, 'acme.policy.yaml'), ...flags });
  process.stderr.isTTY = wasTty;
  return process.exitCode;
}

test('six answers at a terminal are a policy file that loads, in its canonical layout', async () => {
  const code = await typing([
    'acme security@acme.example',
    'helpdesk.acme.example, *.apps.acme.example',
    'crm.acme.example',
    'intake.acme.example /srv/outbox PDF',
    'sso.acme.example',
    'contractors tracker.example 2099-12-31',
  ]);
  expect(code).toBe(0);
  expect(told).toContain('6 of 6');
  const file = join(folder, 'acme.policy.yaml');
  expect(checkFiles([file]).findings).toEqual([]);
  expect(formatFile(file, { write: false })).toMatchObject({ ok: true, value: { changed: false } });
  expect(readFileSync(file, 'utf8')).toContain('# What holds whatever a layer below this one says.');
});

test('what is no answer is said and asked for again, also where only the whole policy shows it; nothing is none', async () => {
  const code = await typing(['Acme', 'acme', 'acme team', 'localhost', 'co.uk', '', '', '', '', '']);
  expect(code).toBe(0);
  expect(told).toContain('`Acme` is no name of a policy');
  expect(told).toContain('who looks after it is not said');
  expect(told).toContain('`localhost` is no site');
  expect(told).toContain('`co.uk` is granted on a public suffix');
  expect(readFileSync(join(folder, 'acme.policy.yaml'), 'utf8')).not.toContain('co.uk');
});

test('questions that are left write nothing', async () => {
  expect(await typing(['acme team', 'helpdesk.acme.example'])).not.toBe(0);
  expect(told).toContain('nothing was written');
  expect(existsSync(join(folder, 'acme.policy.yaml'))).toBe(false);
});

test('a file that is there stays as it is', async () => {
  writeFileSync(join(folder, 'acme.policy.yaml'), 'mine');
  expect(await typing(['acme team', '', '', '', '', ''])).not.toBe(0);
  expect(told).toContain('name a file that is not there yet');
  expect(readFileSync(join(folder, 'acme.policy.yaml'), 'utf8')).toBe('mine');
});

test('without a terminal the options answer, and what is missing or no answer is a usage error', async () => {
  using home = new GhostHome({ program: FROM_SOURCES });
  const out = join(folder, 'beta.policy.yaml');
  const made = await home.run([
    'policy',
    'init',
    '--who',
    'beta team',
    '--sign-on',
    'sso.beta.example',
    '--out',
    out,
    '--json',
  ]);
  expect(made.code, made.stderr).toBe(0);
  expect(made.json()).toMatchObject({ file: out, text: readFileSync(out, 'utf8') });
  const missing = await home.run(['policy', 'init']);
  expect(missing.code).toBe(2);
  expect(missing.stderr).toContain('--who');
  const none = await home.run([
    'policy',
    'init',
    '--who',
    'beta team',
    '--read-only',
    'localhost',
    '--files',
    'intake.example outbox',
  ]);
  expect(none.code).toBe(2);
  expect(none.stderr).toContain('`--read-only`: `localhost` is no site');
  expect(none.stderr).toContain('`--files`: `outbox` is no folder');
});
