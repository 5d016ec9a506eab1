// One word for one thing: what docs/glossary.md names exists, and what it rules out is in no exported name.
import { execFileSync } from 'node:child_process';
import { existsSync, readFileSync } from 'node:fs';
import { parseSync } from 'oxc-parser';
import { expect, test } from 'vitest';

const ROOT = new URL('../..', import.meta.url).pathname;
const MOST_WORDS = 40;
const ROW = /^\| ([a-z ]+) \| ([^|]+) \| `(\w+)` in `([^`]+)` \| ([a-z, ]*)\|$/u;

type Word = {
  readonly word: string;
  readonly name: string;
  readonly file: string;
  readonly not: readonly string[];
};

const rows = readFileSync(`${ROOT}/docs/glossary.md`, 'utf8')
  .split('\n')
  .filter((line) => line.startsWith('| ') && !line.startsWith('| word') && !line.startsWith('| ---'));
const words: readonly Word[] = rows.map((line) => {
  const [, word = '', , name = '', file = '', not = ''] = ROW.exec(line) ?? [];
  return {
    word,
    name,
    file,
    not: not
      .split(',')
      .map((one) => one.trim())
      .filter((one) => one !== ''),
  };
});

function exportedNames(file: string): readonly string[] {
  const { module } = parseSync(file, readFileSync(`${ROOT}/${file}`, 'utf8'));
  return module.staticExports.flatMap(({ entries }) =>
    entries.flatMap(({ exportName }) => (exportName.name === null ? [] : [exportName.name])),
  );
}
/** `maxTabCount`, `MAX_TAB_COUNT` → max, tab, count. */
const partsOf = (name: string): readonly string[] =>
  name
    .replace(/([a-z\d])([A-Z])/gu, '$1_$2')
    .replace(/([A-Z])([A-Z][a-z])/gu, '$1_$2')
    .toLowerCase()
    .split('_');

test('the glossary has at most forty words, a sentence each, and each once', () => {
  expect(rows.filter((line) => !ROW.test(line))).toEqual([]);
  expect(words.length).toBeGreaterThan(25);
  expect(words.length).toBeLessThanOrEqual(MOST_WORDS);
  expect(new Set(words.map(({ word }) => word)).size).toBe(words.length);
});

test('every name of the glossary is exported by the file that it names', () => {
  const missing = words.filter(
    ({ name, file }) => !existsSync(`${ROOT}/${file}`) || !exportedNames(file).includes(name),
  );
  expect(missing).toEqual([]);
});

test('no exported name has a word in it that the glossary rules out', () => {
  const listed = execFileSync(
    'git',
    [
      'ls-files',
      '--cached',
      '--others',
      '--exclude-standard',
      '--',
      'policy',
      'executors',
      'engines',
      'gateway',
      'ui',
    ],
    { cwd: ROOT, encoding: 'utf8' },
  );
  const files = [...new Set(listed.split('\n'))].filter(
    (file) => /\.tsx?$/u.test(file) && existsSync(`${ROOT}/${file}`),
  );
  const ruledOut = new Map(words.flatMap(({ word, not }) => not.map((one) => [one, word])));
  expect(ruledOut.size).toBeGreaterThan(20);
  const names = files.flatMap((file) => exportedNames(file).map((name) => ({ file, name })));
  expect(names.length).toBeGreaterThan(2000);
  const wrong = names.flatMap(({ file, name }) =>
    partsOf(name).flatMap((part) => {
      const word = ruledOut.get(part) ?? ruledOut.get(part.replace(/s$/u, ''));
      return word === undefined ? [] : [`${file}: ${name} says ${part}: the word is ${word}`];
    }),
  );
  expect(wrong).toEqual([]);
});

test('a name is taken apart into its words', () => {
  expect(partsOf('MAX_TAB_COUNT')).toEqual(['max', 'tab', 'count']);
  expect(partsOf('parseHTTPUrl2Text')).toEqual(['parse', 'http', 'url2', 'text']);
});
