// What holds of every README and DECISIONS.md: short enough to be read, one decision an entry.
import { execFileSync } from 'node:child_process';
import { existsSync, readFileSync } from 'node:fs';
import { dirname } from 'node:path';
import { expect, test } from 'vitest';
import { formsOf } from '#gateway/protocol/commands/help.ts';
import { ROWS } from '#gateway/protocol/commands/table.ts';
import { VERBS } from '#ui/cli/rows/verbs.ts';

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

const COMMANDS: ReadonlySet<string> = new Set([
  ...ROWS.flatMap((row) => [row.name, ...formsOf(row), ...row.aliases.map(({ name }) => name)]),
  ...VERBS.flatMap((row) => [row.name, ...row.aliases.map(({ name }) => name)]),
]);
/** Words that begin a command: a document may speak of all of them at once, as in `ghost policy`. */
const GROUPS: ReadonlySet<string> = new Set(
  [...COMMANDS].flatMap((name) => name.split(' ').map((_, at, words) => words.slice(0, at).join(' '))),
);

/** The longest command that a line begins with is one of the tables', and the line goes on with no word of a group. */
function isCommand(line: string): boolean {
  const words = /^[a-z][a-z -]*/u.exec(line)?.[0].trim().split(' ') ?? [];
  const known = words.map((_, at) => words.slice(0, at + 1).join(' ')).findLast((name) => COMMANDS.has(name));
  return known !== undefined || words.length === 0 || GROUPS.has(words.join(' '));
}

test('a document names no command that is in no table', () => {
  const listed = execFileSync('git', ['ls-files', '--', '*.md'], { cwd: ROOT, encoding: 'utf8' });
  const files = listed.split('\n').filter((file) => file !== '' && existsSync(`${ROOT}/${file}`));
  const named = files.flatMap((file) =>
    [
      ...readFileSync(`${ROOT}/${file}`, 'utf8').matchAll(
        /(?:`|^(?:\s*(?:- )?)(?:npm run -s (?=ghost)|\$ )?)ghost (?:-- )?([^`\n]+)/gmu,
      ),
    ].map(([, line = '']) => `${file}: ${line}`),
  );
  expect(named.length).toBeGreaterThan(40);
  expect(named.filter((one) => !isCommand(one.slice(one.indexOf(': ') + 2)))).toEqual([]);
});
