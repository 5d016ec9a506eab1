// The recipe of the image, held without an engine that builds one: what it begins with, what it copies, as whom it runs, what it starts.
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { z } from 'zod';
import { findRow } from '#gateway/protocol/command-line/find.ts';
import { parseWords } from '#gateway/protocol/command-line/parse.ts';
import { VERB_NAMES } from '#ui/cli/rows/verbs.ts';

const ROOT = join(import.meta.dirname, '../..');
const read = (file: string): string => readFileSync(join(ROOT, file), 'utf8');
const own = z
  .object({
    name: z.string(),
    version: z.string(),
    bin: z.record(z.string(), z.string()),
    dependencies: z.record(z.string(), z.string()),
  })
  .parse(JSON.parse(read('package.json')));

/** Each instruction with what it says, a continued line as one. */
const steps = read('Containerfile')
  .replaceAll(/^#.*\n/gmu, '')
  .replaceAll('\\\n', ' ')
  .split('\n')
  .filter((line) => line !== '')
  .map((line) => {
    const [word = '', ...rest] = line.split(' ');
    return { word, says: rest.join(' ').trim() };
  });
const of = (word: string): readonly string[] =>
  steps.filter((step) => step.word === word).map(({ says }) => says);
const at = (word: string): number => steps.findIndex((step) => step.word === word);
const list = (says: string | undefined): readonly string[] =>
  z.array(z.string()).parse(JSON.parse(says ?? ''));

test('it begins with one image, of the very Node that the package brings', () => {
  expect(of('FROM')).toEqual([`node:${own.dependencies['node']}-bookworm-slim`]);
});

test('it copies what `npm pack` makes of the package and nothing else, and nothing else reaches the builder', () => {
  expect(of('ADD')).toEqual([]);
  const [copied = ''] = of('COPY');
  expect(of('COPY')).toHaveLength(1);
  const [pattern = '', ...rest] = copied.split(' ');
  expect(rest).toEqual(['/tmp/']);
  const [before = '', behind = ''] = pattern.split('*');
  const packed = `${own.name}-${own.version}.tgz`;
  expect([packed.startsWith(before), packed.endsWith(behind)]).toEqual([true, true]);
  const admitted = read('.containerignore')
    .split('\n')
    .filter((line) => line !== '' && !line.startsWith('#'));
  expect(admitted).toEqual(['*', `!${pattern}`]);
  expect(of('RUN').some((run) => run.startsWith(`npm install -g /tmp/${pattern}`))).toBe(true);
});

test('it runs as nobody of power, who owns the folder of its data, which outlives the container', () => {
  expect(of('USER')).toEqual(['node']);
  expect(at('USER')).toBeLessThan(at('ENTRYPOINT'));
  const [volume = ''] = of('VOLUME');
  expect(of('ENV')).toEqual([`GHOST_DATA_DIR=${volume}`]);
  const given = steps.findIndex(
    ({ word, says }) => word === 'RUN' && says.endsWith(`chown node:node ${volume}`),
  );
  expect(given).toBeGreaterThan(-1);
  expect(given).toBeLessThan(at('USER'));
});

test('what it starts is a command of the package, which takes its words', () => {
  const [command = ''] = list(of('ENTRYPOINT')[0]);
  expect(Object.keys(own.bin)).toContain(command);
  const found = findRow(VERB_NAMES, list(of('CMD')[0]));
  if (found.row === null) throw new Error('it starts no verb of the program');
  expect(found.row.name).toBe('serve');
  expect(parseWords(found.row, found.sets, found.rest)).toMatchObject({
    ok: true,
    value: { params: { port: 4777 } },
  });
});

test('a browser comes with its sandbox, and nothing turns that off', () => {
  const [install = ''] = of('RUN');
  for (const part of ['chromium', 'chromium-sandbox', '--no-install-recommends', 'rm -rf /var/lib/apt/lists'])
    expect(install).toContain(part);
  expect(steps.filter(({ says }) => /no-sandbox|--privileged/u.test(says))).toEqual([]);
});
