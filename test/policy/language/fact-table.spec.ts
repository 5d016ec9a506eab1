// One row a fact: what is made of the rows is made of all of them, and of nothing else.
import { readFileSync, readdirSync } from 'node:fs';
import { expect, test } from 'vitest';
import { FACTS, FACT_NAMES } from '#policy/language/fact-table.ts';
import type { PolicyFacts } from '#policy/language/facts.ts';
import { FACT_MEANINGS } from '#policy/language/meanings.ts';
import { parseRequest } from '#policy/requests/request.ts';
import { STEADY_FACTS } from '#policy/engine/deciding/steady-facts.ts';
import { GENERATED } from '#test/policy/generated-facts.ts';

const textOf = (file: string): string => readFileSync(new URL(`../../../${file}`, import.meta.url), 'utf8');
/** Without what a formatter may change. */
const bare = (text: string): string => text.replaceAll(/\s/gu, '').replaceAll(/,(?=[)\]}])/gu, '');

test.each(Object.entries(GENERATED))('%s is what the rows say', (file, source) => {
  expect(bare(textOf(file)), 'run `node test/policy/generate-facts.ts`, then oxfmt').toBe(bare(source()));
});

test('the decider reads every fact: those that are read together in one, each of the others by its name', () => {
  const text = textOf('policy/engine/deciding/decide.ts');
  const together = [...text.matchAll(/\{(?<names>[\w\s,]+)\} = facts;/gu)].flatMap(({ groups }) =>
    (groups?.['names'] ?? '').split(',').map((name) => name.trim()),
  );
  const named = [...text.matchAll(/\bfacts\.(?!ts')(\w+)/gu)].map(([, name = '']) => name).concat(together);
  const alone = FACT_NAMES.filter((fact) => FACTS[fact].read === 'ALONE');
  expect([...new Set(named)].toSorted()).toEqual([...alone].toSorted());
  expect([...STEADY_FACTS, ...alone].toSorted()).toEqual([...FACT_NAMES].toSorted());
});

test('a request has every fact, and its type is the one of its row', () => {
  const parsed = parseRequest({ capability: 'SCREENSHOT', executor: 'HEADED_CHROMIUM' });
  if (!parsed.ok) throw new Error(parsed.error.message);
  expect(Object.keys(parsed.value).toSorted()).toEqual([...FACT_NAMES].toSorted());
  const { storage, downloads, sandbox, host } = parsed.value;
  const typed: [PolicyFacts['downloads'], PolicyFacts['sandbox'], PolicyFacts['host']] = [
    downloads,
    sandbox,
    host,
  ];
  expect(typed).toEqual([0, true, '']);
  // @ts-expect-error -- no member of the row
  const other: PolicyFacts['storage'] = 'ATTIC';
  expect(storage).not.toBe(other);
});

test('every row says what its fact means', () => {
  expect(Object.keys(FACT_MEANINGS)).toEqual([...FACT_NAMES]);
  for (const meaning of Object.values(FACT_MEANINGS)) expect(meaning).toMatch(/^\p{Lu}.+\.$/u);
});

test('code asks for the kind or the style of a fact, and for no name of one that has several of its kind: a further one is read alike', () => {
  const names = FACT_NAMES.filter((name) => ['keyed', 'path'].includes(FACTS[name].kind) && name !== 'path');
  const byName = new RegExp(`(?:===|!==|case) '(?:${names.join('|')})'`, 'u');
  const folder = new URL('../../../policy/', import.meta.url);
  const files = readdirSync(folder, { recursive: true, encoding: 'utf8' }).filter((file) =>
    file.endsWith('.ts'),
  );
  expect(files.length).toBeGreaterThan(100);
  expect(files.filter((file) => byName.test(readFileSync(new URL(file, folder), 'utf8')))).toEqual([]);
});
