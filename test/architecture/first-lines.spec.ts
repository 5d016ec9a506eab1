// Each file opens with a sentence that says what it is for, so that nobody has to read code to find the right file.
import { execFileSync } from 'node:child_process';
import { existsSync } from 'node:fs';
import { expect, test } from 'vitest';
import { read } from './imports.ts';

const ROOT = new URL('../..', import.meta.url).pathname;

/** A comment of some words; a program's first line may name its interpreter. */
const opens = (text: string): boolean => /^(?:#![^\n]*\n)?\/\/ (?!oxlint-|@ts-)\S+(?: \S+)+/u.test(text);

test('every file of sources and every spec opens with what it is for', () => {
  const listed = execFileSync('git', ['ls-files', '--cached', '--others', '--exclude-standard'], {
    cwd: ROOT,
    encoding: 'utf8',
  });
  const files = listed.split('\n').filter((file) => /\.tsx?$/u.test(file) && existsSync(`${ROOT}/${file}`));
  expect(files.length).toBeGreaterThan(1000);
  expect(files.filter((file) => !opens(read(ROOT, file)))).toEqual([]);
});

test.each([
  ['code', "import { x } from './x.ts';\n"],
  ['an empty comment', '//\nconst x = 1;\n'],
  ['one word', '// Helpers\nconst x = 1;\n'],
])('%s is no such opening', (_, text) => {
  expect(opens(text)).toBe(false);
});
