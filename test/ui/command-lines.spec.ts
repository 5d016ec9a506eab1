// The program's command lines: what each hands to its handler, as it was recorded from the program that commander parsed.
import { spawnSync } from 'node:child_process';
import { readFileSync, readdirSync } from 'node:fs';
import fc from 'fast-check';
import { expect, test } from 'vitest';
import { z } from 'zod';
import { VERBS } from '#ui/cli/rows/verbs.ts';
import { optionOf } from '#gateway/protocol/command-line/row.ts';
import { parseWords } from '#gateway/protocol/command-line/parse.ts';
import { furtherOf } from '#gateway/protocol/command-line/help.ts';
import { completion } from '#gateway/protocol/command-line/completion.ts';

const LINES = z
  .array(z.object({ line: z.string(), exit: z.number().optional(), call: z.array(z.unknown()).optional() }))
  .parse(JSON.parse(readFileSync(new URL('../golden/program-lines.json', import.meta.url), 'utf8')));
const ANSWERS = z.array(
  z.object({
    call: z.array(z.unknown()).optional(),
    exit: z.number().optional(),
    written: z.string().optional(),
  }),
);
const RECORDER = new URL('../fixtures/record-verbs.ts', import.meta.url).pathname;

function record(lines: readonly (readonly string[])[]) {
  const ran = spawnSync(process.execPath, [RECORDER], { input: JSON.stringify(lines), encoding: 'utf8' });
  expect(ran.stderr).toBe('');
  return ANSWERS.parse(JSON.parse(ran.stdout));
}
const wordsOf = (line: string): readonly string[] => (line === '' ? [] : line.split(' '));

test('every recorded command line hands the same values to its handler, or ends with the same exit code', () => {
  const answers = record(LINES.map(({ line }) => wordsOf(line)));
  expect(
    answers.map(({ call, exit }, at) => ({ line: LINES[at]?.line, ...(call ? { call } : { exit }) })),
  ).toEqual(LINES);
});

test('the help of a verb names those that begin with its own words', () => {
  expect(furtherOf(VERBS, 'policy shadow')).toEqual([
    'See also: `ghost policy shadow report`, `ghost policy shadow promote`',
  ]);
  expect(furtherOf(VERBS, 'policy check')).toEqual([]);
});

test('each verb is run by at least one recorded line', () => {
  const named = VERBS.filter(({ name }) => !LINES.some(({ line }) => `${line} `.startsWith(`${name} `)));
  expect(named.map(({ name }) => name)).toEqual([]);
});

test('whatever stands behind a verb, it gives values for its own parameters alone, each that is needed, or a usage error', () => {
  const word = fc.oneof(
    fc.string(),
    fc.constantFrom('--', '--help', '-f', '--no-demo', '__proto__', '--x=1'),
  );
  for (const verb of VERBS) {
    const own = fc.constantFrom('--', ...verb.params.map(({ name }) => optionOf(name)));
    const check = (words: readonly string[]): void => {
      const parsed = parseWords(verb, {}, words);
      if (!parsed.ok) expect(parsed.error.code).toBe('command.bad-params');
      if (!parsed.ok || parsed.value.help) return;
      const names = verb.params.map(({ name }) => name);
      expect(names).toEqual(expect.arrayContaining(Object.keys(parsed.value.params)));
      for (const { name, optional } of verb.params)
        if (!optional) expect(parsed.value.params[name]).toBeDefined();
    };
    fc.assert(fc.property(fc.array(fc.oneof(word, own), { maxLength: 6 }), check), { numRuns: 40 });
  }
});

test('a usage error names the word, what was probably meant, and the usage; a help names every option', () => {
  const [option, choice, number, verb, missing, both, group] = record([
    ['run', 'x', '--jsn'],
    ['policy', 'check', '--format', 'sarf'],
    ['serve', '--port', 'x'],
    ['policy', 'chekc'],
    ['policy', 'sign', 'a'],
    ['connect', '--cdp-port', '1', '--cdp-url', 'u'],
    ['policy', '--json', 'check'],
  ]).map(({ written = '' }) => written);
  expect(option).toMatch(
    /`run` has no option `--jsn`[\s\S]*did you mean `--json`\?[\s\S]*usage: ghost run <intent>/u,
  );
  expect(choice).toMatch(/`--format` needs one of text, json, .*not `sarf`[\s\S]*did you mean `sarif`/u);
  expect(number).toContain('`--port` needs a port from 0 to 65535, not `x`');
  expect(verb).toMatch(/no command `policy chekc`[\s\S]*did you mean `policy check`/u);
  expect(missing).toContain('`policy sign` needs --key');
  expect(both).toContain('`--cdp-port` and `--cdp-url` exclude each other');
  expect(group).toContain('`ghost policy` has no option `--json`');
  const helps = record(VERBS.map(({ name }) => [...name.split(' '), '--help']));
  for (const [at, { exit, written = '' }] of helps.entries()) {
    expect(exit).toBe(0);
    for (const { about } of VERBS[at]?.params ?? []) expect(written).toContain(about);
  }
});

test('rows and handlers of the program stand in files of the same names', () => {
  const below = (folder: string) =>
    readdirSync(new URL(`../../ui/cli/${folder}`, import.meta.url)).filter((file) => file.endsWith('.ts'));
  const rows = [...below('rows'), ...below('rows/policy').map((file) => `policy/${file}`)];
  const handlers = [...below('commands'), ...below('policy').map((file) => `policy/${file}`)];
  const shared = ['verbs.ts'];
  expect(rows.filter((file) => !shared.includes(file) && !handlers.includes(file))).toEqual([]);
  expect(below('commands').filter((file) => !rows.includes(file))).toEqual([]);
});

test('completion knows the third word, options that are set unless they are negated, and choices', () => {
  const ask = (words: string, at: number) =>
    `COMP_WORDS=(${words} ""); COMP_CWORD=${at}; _ghost; echo "\${COMPREPLY[@]}"`;
  const script = `${completion('bash', VERBS)}\n${ask('ghost policy shadow', 3)}; ${ask('ghost policy check --format', 4)}; ${ask('ghost ui', 2)}`;
  expect(spawnSync('bash', ['-c', script], { encoding: 'utf8' }).stdout.trim().split('\n')).toEqual([
    'report promote --off --json --data-dir',
    expect.stringContaining('sarif'),
    '--no-open --for --json --data-dir',
  ]);
  expect(completion('fish', VERBS)).toContain('__fish_seen_subcommand_from shadow');
});
