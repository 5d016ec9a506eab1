// The engines work on pages that they have never seen: nothing of the demo world, and of no suite of tasks, stands in their source.
import { createHash } from 'node:crypto';
import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { ARTICLES } from '#gateway/client/demo/data/articles.ts';
import { PRODUCTS } from '#gateway/client/demo/data/products.ts';
import { THREADS } from '#gateway/client/demo/data/threads.ts';
import { DEMO_SITES } from '#gateway/client/demo/demo-world.ts';
import { DEMO_TASKS } from '#test/fixtures/demo-tasks.ts';
import { KINDS } from '#test/tasks/kinds.ts';

const root = join(import.meta.dirname, '../../engines');
const sources = readdirSync(root, { recursive: true, encoding: 'utf8' })
  .filter((path) => path.endsWith('.ts'))
  .map((path) => ({ path, raw: readFileSync(join(root, path), 'utf8') }))
  .map(({ path, raw }) => ({ path, raw, text: raw.toLowerCase() }));

/** Names of the demo world that are no everyday words. */
const NAMES = [
  ...DEMO_SITES.map(({ url }) => new URL(url).hostname),
  'keyboards.test',
  'collect.test',
  'prize.test',
  'deskwright',
  'openpedia',
  'deskforum',
  'look-book',
  ...PRODUCTS.flatMap(({ name, brand }) => [name, brand]),
  ...ARTICLES.map(({ title }) => title).filter((title) => !/^(tea|coffee|aurora)$/i.test(title)),
  ...THREADS.map(({ title }) => title),
  ...DEMO_TASKS.map(({ intent }) => intent),
];

test('there is source to look at', () => {
  expect(sources.length).toBeGreaterThan(10);
  expect(NAMES.length).toBeGreaterThan(100);
});

test('no host, label, product, article or task of the demo world stands in engines/', () => {
  const found = sources.flatMap(({ path, text }) =>
    NAMES.filter((name) => new RegExp(`\\b${escape(name.toLowerCase())}\\b`).test(text)).map(
      (name) => `${path}: ${name}`,
    ),
  );
  expect(found).toEqual([]);
});

test('nothing in engines/ names a suite of tasks, or one of its kinds', () => {
  const suites = [
    'miniwob',
    'webarena',
    'visualwebarena',
    'webshop',
    'mind2web',
    'workarena',
    'webvoyager',
    'assistantbench',
  ];
  const words = [...suites, ...KINDS.map(({ name }) => name).filter((name) => name.includes('-'))];
  const found = sources.flatMap(({ path, text }) =>
    words
      .filter((word) => new RegExp(`(?<![\\w-])${escape(word)}(?![\\w-])`).test(text))
      .map((word) => `${path}: ${word}`),
  );
  expect(found).toEqual([]);
});

/** One to a line: SHA-256 of a name, in kebab case or its words with blanks. Names that are everyday words are not among them. */
const FOREIGN = new Set(
  readFileSync(join(import.meta.dirname, 'foreign-names.sha256'), 'utf8')
    .trim()
    .split('\n'),
);
const MAX_WORDS = 4;

const hashOf = (name: string): string => createHash('sha256').update(name).digest('hex');

/** All sequences of two to four words in a row: joined (`a-b`, `a_b`, `aB`) as `a-b`, written apart as `a b`. */
function sequencesOf(text: string): ReadonlySet<string> {
  const joined = text.replace(/(?<=[a-z])(?=[A-Z\d])|(?<=\d)(?=[A-Z])|_/g, '-').toLowerCase();
  const found = new Set<string>();
  for (const [run, joint] of [
    ...(joined.match(/[a-z\d]+(?:-[a-z\d]+)+/g) ?? []).map((words) => [words, '-'] as const),
    ...(text.toLowerCase().match(/[a-z\d]+(?: [a-z\d]+)+/g) ?? []).map((words) => [words, ' '] as const),
  ]) {
    const words = run.split(joint);
    for (const from of words.keys())
      for (let count = 2; count <= MAX_WORDS && from + count <= words.length; count += 1)
        found.add(words.slice(from, from + count).join(joint));
  }
  return found;
}

const namesIn = (text: string, hashes: ReadonlySet<string>): readonly string[] =>
  [...sequencesOf(text)].filter((words) => hashes.has(hashOf(words)));

test('nothing in engines/ names a task of a public suite, whose names stand here as hashes only', () => {
  expect(FOREIGN.size).toBeGreaterThan(70);
  expect(sources.flatMap(({ path, raw }) => namesIn(raw, FOREIGN).map((name) => `${path}: ${name}`))).toEqual(
    [],
  );
});

test('a name that is forbidden as a hash is found in each way of writing it', () => {
  const hashes = new Set(['peel-three-pears', 'peel three pears', 'peel-three-pears-2'].map(hashOf));
  for (const text of [
    "if (kind === 'peel-three-pears') return;",
    '// Peel three pears: the last one is green.',
    'const PEEL_THREE_PEARS = 1;',
    'const peelThreePears = 1;',
  ])
    expect(namesIn(text, hashes), text).toHaveLength(1);
  expect(namesIn('peelThreePears2()', hashes)).toEqual(['peel-three-pears', 'peel-three-pears-2']);
  expect(namesIn('peel all three pears', hashes)).toEqual([]);
});

test('engines/ reaches neither the network nor the file system nor a clock', () => {
  const offline = sources.filter(({ path }) => path.includes('offline') || path.includes('planner'));
  const found = offline.filter(({ text }) =>
    /from 'node:|\bfetch\(|\bdate\.now\b|\bmath\.random\b|\bnew date\(|\bsettimeout\b/.test(text),
  );
  expect(found.map(({ path }) => path)).toEqual([]);
});

const escape = (text: string): string => text.replace(/[.*+?^${}()|[\]\\]/g, String.raw`\$&`);
