// Long output in a terminal of its own: through the pager that the person has, and as it is wherever that is not wanted or not there.
import { spawn } from 'node:child_process';
import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { say, tell } from '#ui/cli/console/output.ts';
import { PAGED, paged } from '#ui/cli/console/pager.ts';
import { VERBS } from '#ui/cli/rows/verbs.ts';
import { GhostHome } from '#test/fixtures/ghost.ts';
import { ghostCommand } from '#test/fixtures/terminal.ts';

const LONG = ['policy', 'diff', 'default', 'read-only'];
const MARKS = "sed 's/^/paged: /'";

/** With the environment of a terminal, but for these. */
async function shown(args: readonly string[], env: Readonly<Record<string, string>>) {
  using home = new GhostHome();
  const { PAGER: _pager, NO_PAGER: _off, ...rest } = process.env;
  const child = spawn('script', ['-qec', ghostCommand(args), '/dev/null'], {
    env: { ...rest, TERM: 'xterm', GHOST_DATA_DIR: home.directory, ...env },
    stdio: ['ignore', 'pipe', 'inherit'],
  });
  let text = '';
  child.stdout.setEncoding('utf8').on('data', (chunk: string) => (text += chunk));
  const code = await new Promise((resolve) => child.once('close', resolve));
  const lines = text.trimEnd().split('\n');
  return { code, lines: lines.length, paged: lines.filter((line) => line.startsWith('paged: ')).length };
}

test('each command that is paged is one of the table', () => {
  const names = VERBS.map(({ name }) => name);
  expect([...PAGED].filter((name) => !names.includes(name))).toEqual([]);
});

test('a difference of hundreds of lines goes through the pager, whole, with the exit code of its command', async () => {
  const all = await shown(LONG, { PAGER: MARKS });
  expect(all.code).toBe(2);
  expect(all.paged).toBeGreaterThan(400);
  expect(all.lines).toBe(all.paged);
});

test.each([
  ['NO_PAGER is set', LONG, { PAGER: MARKS, NO_PAGER: '1' }, 400],
  ['it cannot be started', LONG, { PAGER: '/nowhere/pager' }, 400],
  ['the text fits', ['policy', 'status'], { PAGER: MARKS }, 1],
])('nothing is paged where %s, and nothing is lost', async (_when, args, env, least) => {
  const { paged, lines } = await shown(args, env);
  expect(paged).toBe(0);
  expect(lines).toBeGreaterThanOrEqual(least);
});

test('who reads it with a program gets it as it is', async () => {
  using home = new GhostHome({ env: { PAGER: MARKS } });
  const { stdout, code } = await home.run(LONG);
  expect([code, stdout.includes('paged: ')]).toEqual([2, false]);
});

test('what is said beside it is seen at once, and long output is in the pager before its command ends', async () => {
  using home = new GhostHome();
  const file = join(home.directory, 'paged');
  const [tty, write] = [process.stdout.isTTY, process.stderr.write.bind(process.stderr)];
  let beside = '';
  process.stdout.isTTY = true;
  process.stderr.write = (text) => (beside += String(text)) !== '';
  try {
    await paged('policy diff', { TERM: 'xterm', PAGER: `cat > ${file}` }, async () => {
      tell('reading both');
      expect(beside).toBe('reading both\n');
      for (let line = 1; line <= 200; line += 1) say(`line ${line}`);
      await expect
        .poll(() => existsSync(file) && readFileSync(file, 'utf8').includes('line 200'), { timeout: 30_000 })
        .toBe(true);
      tell('what came of it');
      expect(beside).toBe('reading both\n');
    });
  } finally {
    process.stdout.isTTY = tty;
    process.stderr.write = write;
  }
  expect(beside).toBe('reading both\nwhat came of it\n');
});
