// Where a run keeps what passes with it: in memory where there is room for it, else on the disk, and nowhere afterwards.
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { existsSync, mkdirSync, mkdtempSync, readdirSync, rmSync, statSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { expect, test } from 'vitest';
import { openPlace } from '#test/fixtures/place.ts';

test('a run has a directory as open as `/tmp`, which goes with it', () => {
  const place = openPlace();
  const { directory, environment } = place;
  expect(statSync(directory).mode & 0o7777).toBe(0o1777);
  expect(environment).toEqual({ TMPDIR: directory, NODE_COMPILE_CACHE: join(directory, 'compiled') });
  place[Symbol.dispose]();
  expect(existsSync(directory)).toBe(false);
});

test('where there is no memory to keep it in, it is in the temporary directory', () => {
  const missing = join(tmpdir(), 'no-such-directory');
  using none = openPlace(missing);
  expect(dirname(none.directory)).toBe(tmpdir());
  expect(existsSync(missing)).toBe(false);
  // Of a file system of the kernel's own there is no room either.
  using small = openPlace('/proc');
  expect(dirname(small.directory)).toBe(tmpdir());
});

test('a directory that is there, and no memory, is left alone', () => {
  const disk = mkdtempSync(join('/var/tmp', 'ghost-disk-'));
  try {
    using place = openPlace(disk);
    expect(dirname(place.directory)).toBe(tmpdir());
  } finally {
    rmSync(disk, { recursive: true });
  }
});

test('what a process still writes for a moment does not keep the directory there', async () => {
  const place = openPlace();
  const profile = join(place.directory, 'profile');
  mkdirSync(profile);
  // As long as its directory is there, and for two seconds at most.
  const write =
    'let n = 0; for (const end = Date.now() + 2000; Date.now() < end;) fs.writeFileSync(process.argv[1] + "/" + n++, "")';
  const writer = spawn(process.execPath, ['-e', write, profile], { stdio: 'ignore' });
  const ended = once(writer, 'exit');
  await expect.poll(() => readdirSync(profile).length, { timeout: 30_000 }).toBeGreaterThan(0);
  place[Symbol.dispose]();
  expect(existsSync(place.directory)).toBe(false);
  await ended;
});
