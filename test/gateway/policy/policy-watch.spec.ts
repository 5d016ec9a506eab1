// Files are watched on real directories, as editors, deployments and people change them.
import {
  mkdirSync,
  mkdtempSync,
  readFileSync,
  renameSync,
  rmSync,
  symlinkSync,
  unlinkSync,
  writeFileSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { watchFiles } from '#gateway/policy/watch.ts';
import type { Watching } from '#gateway/policy/watch.ts';

const DEBOUNCE_MS = 40;
let root: string;
let watching: Watching | null = null;
/** What stood in the file at each call. */
let seen: (string | null)[];
const at = (...parts: string[]): string => join(root, ...parts);
const write = (path: string, text: string): string => {
  writeFileSync(path, text);
  return path;
};

beforeEach(() => {
  root = mkdtempSync(join(tmpdir(), 'ghost-watch-'));
  seen = [];
});
afterEach(() => {
  watching?.close();
  rmSync(root, { recursive: true, force: true });
});

function watchOne(file: string): void {
  watching = watchFiles([file], DEBOUNCE_MS, () => {
    try {
      seen.push(readFileSync(file, 'utf8'));
    } catch {
      seen.push(null);
    }
  });
}
const told = (text: string | null): Promise<void> =>
  vi.waitFor(() => expect(seen.at(-1)).toBe(text), { timeout: 120_000, interval: 10 });

test('written in place, again and again', async () => {
  const file = write(at('policy.yaml'), 'one');
  watchOne(file);
  expect(watching?.complete).toBe(true);
  for (const text of ['two', 'three']) {
    write(file, text);
    await told(text);
  }
});

test('replaced by rename, as editors do, and again afterwards', async () => {
  const file = write(at('policy.yaml'), 'one');
  watchOne(file);
  for (const text of ['two', 'three']) {
    renameSync(file, `${file}~`);
    renameSync(write(at('.policy.yaml.swp'), text), file);
    await told(text);
  }
});

test('a change that was seen before other files are named is told of still', async () => {
  const file = write(at('policy.yaml'), 'one');
  watchOne(file);
  write(file, 'two');
  // The event comes, and its quiet period begins.
  await new Promise((resolve) => setImmediate(resolve));
  watching?.watch([file, at('new.policy-lists.yaml')]);
  await told('two');
  write(at('new.policy-lists.yaml'), 'lists');
  const count = seen.length;
  await vi.waitFor(() => expect(seen.length).toBeGreaterThan(count), { timeout: 120_000, interval: 10 });
});

test('removed, and brought back', async () => {
  const file = write(at('policy.yaml'), 'one');
  watchOne(file);
  unlinkSync(file);
  await told(null);
  write(file, 'two');
  await told('two');
});

test('not there at first, nor its directory', async () => {
  const file = at('etc', 'ghost', 'policy.yaml');
  watchOne(file);
  mkdirSync(at('etc', 'ghost'), { recursive: true });
  await told(null);
  write(file, 'one');
  await told('one');
});

test('Kubernetes swaps the link `..data`, and removes what it led to', async () => {
  const publish = (name: string, text: string): void => {
    mkdirSync(at(name));
    write(at(name, 'policy.yaml'), text);
    symlinkSync(name, at('..data_tmp'));
    renameSync(at('..data_tmp'), at('..data'));
  };
  publish('..2026_1', 'one');
  symlinkSync(join('..data', 'policy.yaml'), at('policy.yaml'));
  watchOne(at('policy.yaml'));
  publish('..2026_2', 'two');
  rmSync(at('..2026_1'), { recursive: true });
  await told('two');
  publish('..2026_3', 'three');
  rmSync(at('..2026_2'), { recursive: true });
  await told('three');
});

test('the directory is moved away, and another one takes its place', async () => {
  mkdirSync(at('live'));
  const file = write(at('live', 'policy.yaml'), 'one');
  watchOne(file);
  renameSync(at('live'), at('old'));
  await told(null);
  mkdirSync(at('next'));
  write(at('next', 'policy.yaml'), 'two');
  renameSync(at('next'), at('live'));
  await told('two');
  write(file, 'three');
  await told('three');
  const calls = seen.length;
  write(at('old', 'policy.yaml'), 'not ours any more');
  write(file, 'four');
  await told('four');
  expect(seen.slice(calls)).not.toContain('not ours any more');
});

test('a link elsewhere is followed: what it leads to, and the link itself', async () => {
  mkdirSync(at('a'));
  mkdirSync(at('b'));
  write(at('a', 'policy.yaml'), 'one');
  write(at('b', 'policy.yaml'), 'two');
  symlinkSync(at('a', 'policy.yaml'), at('policy.yaml'));
  watchOne(at('policy.yaml'));
  write(at('a', 'policy.yaml'), 'one, mended');
  await told('one, mended');
  symlinkSync(at('b', 'policy.yaml'), at('new'));
  renameSync(at('new'), at('policy.yaml'));
  await told('two');
});

test('a circle of links is no file, and mending it is told of', async () => {
  symlinkSync(at('b.yaml'), at('a.yaml'));
  symlinkSync(at('a.yaml'), at('b.yaml'));
  watchOne(at('a.yaml'));
  unlinkSync(at('b.yaml'));
  write(at('b.yaml'), 'one');
  await told('one');
});

test('a burst is told of at its end, not fifty times', async () => {
  const file = write(at('policy.yaml'), 'one');
  watchOne(file);
  for (let index = 0; index < 50; index += 1) {
    write(at(`neighbour-${index}.yaml`), 'x');
    write(file, `burst ${index}`);
  }
  await told('burst 49');
  expect(new Set(seen)).toEqual(new Set(['burst 49']));
  expect(seen.length).toBeLessThan(25);
});

test('what is written without a pause is told of all the same', async () => {
  const file = write(at('policy.yaml'), '0');
  watchOne(file);
  let count = 0;
  const writer = setInterval(() => write(file, String((count += 1))), DEBOUNCE_MS / 4);
  try {
    await vi.waitFor(() => expect(seen.length).toBeGreaterThan(0), { timeout: 120_000, interval: 10 });
  } finally {
    clearInterval(writer);
  }
});

test('after it is closed nothing is told', async () => {
  const file = write(at('policy.yaml'), 'one');
  watchOne(file);
  write(file, 'two');
  watching?.close();
  watchOne(file);
  write(file, 'three');
  await told('three');
  expect(seen).toEqual(['three']);
});
