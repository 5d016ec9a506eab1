// No file reaches itself by its imports: what belongs to two files stands in a third. Prints how many circles there are.
import { execFileSync } from 'node:child_process';
import { existsSync } from 'node:fs';
import { expect, test } from 'vitest';
import { circlesIn, importGraph } from './circles.ts';
import { read } from './imports.ts';

const ROOT = new URL('../..', import.meta.url).pathname;

function sources(): ReadonlyMap<string, string> {
  const listed = execFileSync('git', ['ls-files', '--cached', '--others', '--exclude-standard'], {
    cwd: ROOT,
    encoding: 'utf8',
  });
  const files = listed.split('\n').filter((file) => /\.tsx?$/u.test(file) && existsSync(`${ROOT}/${file}`));
  return new Map(files.map((file) => [file, read(ROOT, file)]));
}

test('no files import one another in a circle, by values, by types, or by import()', () => {
  const all = sources();
  expect(all.size).toBeGreaterThan(500);
  const circles = circlesIn(importGraph(all));
  process.stdout.write(`circles of files: ${circles.length}, among ${all.size} files\n`);
  expect(circles.map((members) => members.join(' · '))).toEqual([]);
});

const circle = (files: Readonly<Record<string, string>>): readonly (readonly string[])[] =>
  circlesIn(importGraph(new Map(Object.entries(files))));

test.each([
  ['a value', "import { b } from './b.ts';"],
  ['a type', "import type { B } from './b.ts';"],
  ['a type beside a value of elsewhere', "import { type B } from '#policy/b.ts';"],
  ['a re-export', "export { b } from './b.ts';"],
  ['a re-export of all', "export * from '#policy/b.ts';"],
  ['import()', "const b = () => import('./b.ts');"],
  ['the type of import()', "export type B = import('./b.ts').B;"],
])('a circle that %s closes is found', (_, line) => {
  const back = "import type { A } from './a.ts';";
  expect(circle({ 'policy/a.ts': line, 'policy/b.ts': back })).toEqual([['policy/a.ts', 'policy/b.ts']]);
  expect(circle({ 'policy/a.ts': line, 'policy/b.ts': '' })).toEqual([]);
});

test('a circle by way of a third file is one, and whoever only leads to it is none of it', () => {
  const to = (file: string): string => `import '#gateway/${file}.ts';`;
  const files = { a: to('b'), b: to('c'), c: to('a'), leads: to('a'), alone: '', self: to('self') };
  expect(
    circle(Object.fromEntries(Object.entries(files).map(([name, source]) => [`gateway/${name}.ts`, source]))),
  ).toEqual([['gateway/a.ts', 'gateway/b.ts', 'gateway/c.ts'], ['gateway/self.ts']]);
});
