// What holds of every README and DECISIONS.md: short enough to be read, one decision an entry.
import { execFileSync } from 'node:child_process';
import { existsSync, readFileSync } from 'node:fs';
import { dirname } from 'node:path';
import { expect, test } from 'vitest';

const ROOT = new URL('../..', import.meta.url).pathname;
const ROOMS = ['policy', 'executors', 'engines', 'gateway', 'ui', 'cloud', 'terraform', 'test'];
const MOST_LINES = 60;
const MOST_COLUMNS = { readme: 120, decisions: 100 };

function documents(name: string): readonly string[] {
  const listed = execFileSync(
    'git',
    ['ls-files', '--cached', '--others', '--exclude-standard', '--', `*/${name}`],
    { cwd: ROOT, encoding: 'utf8' },
  );
  return [...new Set(listed.split('\n'))].filter((file) => file !== '' && existsSync(`${ROOT}/${file}`));
}
const linesOf = (file: string): readonly string[] =>
  readFileSync(`${ROOT}/${file}`, 'utf8').trimEnd().split('\n');
/** The list of folders is data that another test reads. */
const withoutFolders = (file: string): readonly string[] =>
  readFileSync(`${ROOT}/${file}`, 'utf8')
    .replace(/^```folders\n[\s\S]*?^```$/gmu, '')
    .trimEnd()
    .split('\n');
const wide = (file: string, most: number): readonly string[] =>
  linesOf(file).flatMap((line, at) =>
    line.length > most ? [`${file}:${at + 1}: ${line.length} columns`] : [],
  );

test('every room has a README, and no README is longer than sixty lines beside its list of folders', () => {
  const readmes = documents('README.md');
  expect(ROOMS.filter((room) => !readmes.includes(`${room}/README.md`))).toEqual([]);
  expect(readmes.filter((file) => withoutFolders(file).length > MOST_LINES)).toEqual([]);
});

test('no line of a README is wider than a screen, and none of DECISIONS.md wider than 100 columns', () => {
  expect(documents('README.md').flatMap((file) => wide(file, MOST_COLUMNS.readme))).toEqual([]);
  expect(documents('DECISIONS.md').flatMap((file) => wide(file, MOST_COLUMNS.decisions))).toEqual([]);
});

test('every decision has its day, and a README beside it that leads to it', () => {
  const files = documents('DECISIONS.md');
  expect(files.length).toBeGreaterThan(20);
  for (const file of files) {
    const [, ...blocks] = readFileSync(`${ROOT}/${file}`, 'utf8').trimEnd().split('\n\n');
    expect(
      blocks.filter((block) => !/^(?:\*\*\d{4}-\d\d-\d\d · [\s\S]+\*\*$|Reason: |Rejected: )/u.test(block)),
      file,
    ).toEqual([]);
    expect(readFileSync(`${ROOT}/${dirname(file)}/README.md`, 'utf8'), file).toContain('](DECISIONS.md)');
  }
  expect(
    documents('README.md').filter((file) => /^## Decisions/mu.test(readFileSync(`${ROOT}/${file}`, 'utf8'))),
  ).toEqual([]);
});
