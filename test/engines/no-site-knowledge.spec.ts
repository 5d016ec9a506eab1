// The engines work on pages that they have never seen: nothing of the demo world stands in their source.
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
  .map((path) => ({ path, text: readFileSync(join(root, path), 'utf8').toLowerCase() }));

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

test('engines/ reaches neither the network nor the file system nor a clock', () => {
  const offline = sources.filter(({ path }) => path.includes('offline') || path.includes('planner'));
  const found = offline.filter(({ text }) =>
    /from 'node:|\bfetch\(|\bdate\.now\b|\bmath\.random\b|\bnew date\(|\bsettimeout\b/.test(text),
  );
  expect(found.map(({ path }) => path)).toEqual([]);
});

const escape = (text: string): string => text.replace(/[.*+?^${}()|[\]\\]/g, String.raw`\$&`);
