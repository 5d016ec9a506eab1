// The program that is compiled for `npm start`: taken where it is of these very sources, and never where one was touched.
import { mkdirSync, mkdtempSync, rmSync, statSync, symlinkSync, utimesSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { fingerprintOf, freshProgram, PROGRAMS } from '#ui/cli/fresh-program.ts';

const SOURCES = [
  'policy/a.ts',
  'gateway/deep/down/b.ts',
  'executors/c.js',
  'engines/d.ts',
  'ui/e.css',
  'package.json',
  'package-lock.json',
];
let root: string;

beforeEach(() => {
  root = mkdtempSync(join(tmpdir(), 'ghost-program-'));
  for (const path of SOURCES) write(path, 'as it was');
});
afterEach(() => rmSync(root, { recursive: true, force: true }));

function write(path: string, text: string): void {
  mkdirSync(dirname(join(root, path)), { recursive: true });
  writeFileSync(join(root, path), text);
}

function compiled(): string {
  const entry = join(PROGRAMS, fingerprintOf(root), 'ghost.js');
  write(entry, '// compiled');
  return join(root, entry);
}

test('without a compiled program there is none', () => {
  expect(freshProgram(root)).toBeNull();
  mkdirSync(join(root, PROGRAMS), { recursive: true });
  expect(freshProgram(root)).toBeNull();
});

test('one of these very sources is taken', () => {
  const entry = compiled();
  expect(freshProgram(root)).toBe(entry);
});

test.each(SOURCES)('an edit of %s that keeps its size and its time is seen', (path) => {
  compiled();
  const { atime, mtime } = statSync(join(root, path));
  write(path, 'as it is!');
  utimesSync(join(root, path), atime, mtime);
  expect(freshProgram(root)).toBeNull();
});

test('a source that came, went or was renamed is seen', () => {
  compiled();
  write('gateway/deep/new.ts', '');
  expect(freshProgram(root)).toBeNull();
  rmSync(join(root, 'gateway/deep/new.ts'));
  expect(freshProgram(root)).not.toBeNull();
  rmSync(join(root, 'engines/d.ts'));
  expect(freshProgram(root)).toBeNull();
});

test('where a source is a link, all are read', () => {
  compiled();
  symlinkSync(join(root, 'package.json'), join(root, 'ui', 'linked.ts'));
  expect(freshProgram(root)).toBeNull();
});

test('a program that was put together by half, and sources that cannot be read, are none', () => {
  rmSync(compiled());
  expect(freshProgram(root)).toBeNull();
  rmSync(join(root, 'policy'), { recursive: true });
  expect(freshProgram(root)).toBeNull();
});
