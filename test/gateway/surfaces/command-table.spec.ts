// The table of the browser commands, and what is made from it: parsing, help, completion, docs.
import { existsSync, mkdirSync, readFileSync, readdirSync, writeFileSync } from 'node:fs';
import { spawnSync } from 'node:child_process';
import fc from 'fast-check';
import { expect, test } from 'vitest';
import { HANDLERS } from '#gateway/surfaces/commands/handlers.ts';
import { wordsOf } from '#gateway/surfaces/commands/call/words.ts';
import { parseLine } from '#gateway/protocol/commands/argv.ts';
import { completion } from '#gateway/protocol/command-line/completion.ts';
import { optionOf } from '#gateway/protocol/command-line/row.ts';
import { isOptional, kindOf, lineOf } from '#gateway/protocol/commands/line.ts';
import { formsOf, helpAll, helpOf } from '#gateway/protocol/commands/help.ts';
import { ROWS, commandNamed, paramsOf } from '#gateway/protocol/commands/table.ts';
import { CATEGORIES } from '#gateway/protocol/commands/row/contract.ts';
import { COMMAND_WORDS } from '#gateway/protocol/commands/words.ts';
import { VERBS } from '#ui/cli/rows/verbs.ts';
import { BROWSER_ACTION_TYPES } from '#policy/language/vocabulary.ts';
import { need } from '#test/fixtures/tab.ts';
import { reference } from './command-reference.ts';

/** Seed 003, section 8, line by line; `wait --ref` is its v0.2.0's. */
const SEED =
  `status launch connect stop tabs open close focus cleanup navigate reload back forward snapshot click type fill select
  check hover drag scroll press dialog_accept dialog_dismiss text attribute evaluate screenshot cookies set-cookie clear-cookies batch
  daemon_start daemon_stop daemon_status daemon_health console errors requests observe page-info
  wait_--text wait_--url wait_--js wait_--network-idle wait_--navigation
  storage_get storage_set storage_keys storage_dump storage_remove storage_clear
  session_save session_load session_list session_delete session_export session_import
  route_block route_mock route_capture route_list route_remove route_clear frame_list frame_switch frame_main
  config_get config_set config_list config_reset`
    .split(/\s+/u)
    .map((name) => name.replaceAll('_', ' '));

test('every command of the seed is a row, and nothing else claims to be one', () => {
  expect(ROWS.flatMap(formsOf).toSorted()).toEqual(SEED.toSorted());
  for (const name of SEED)
    expect(
      helpAll().some((line) => line.trim().startsWith(name)),
      name,
    ).toBe(true);
});

test('rows and their handlers stand in files of the same names, one a category', () => {
  const gateway = new URL('../../../gateway/', import.meta.url);
  const below = (folder: string) => readdirSync(new URL(folder, gateway)).toSorted();
  const found = (file: string, pattern: RegExp) =>
    [...readFileSync(new URL(file, gateway), 'utf8').matchAll(pattern)]
      .map(([, name = '']) => name)
      .toSorted();
  const files = CATEGORIES.map((category) => `${category}.ts`).toSorted();
  expect(below('protocol/commands/rows')).toEqual(files);
  expect(below('surfaces/commands/handlers')).toEqual(files);
  for (const category of CATEGORIES) {
    const own = ROWS.filter((row) => row.category === category).map(({ name }) => name);
    expect(found(`protocol/commands/rows/${category}.ts`, /^ {4}name: '([^']+)',$/gmu)).toEqual(
      own.toSorted(),
    );
    const handled = /^ {2}'?([a-z][a-z -]*?)'?: handler\(/gmu;
    expect(found(`surfaces/commands/handlers/${category}.ts`, handled)).toEqual(own.toSorted());
  }
});

test('every row, alias and option that changes the act names action types that exist, and each row has one handler', () => {
  const names = ROWS.flatMap((row) => [row.name, ...row.aliases.map(({ name }) => name)]);
  expect(new Set(names).size).toBe(names.length);
  expect([...HANDLERS.keys()].toSorted()).toEqual(ROWS.map(({ name }) => name).toSorted());
  for (const row of ROWS) {
    const acts = [...(row.acts === 'BY_LINE' ? [] : row.acts), ...Object.values(row.changes).flat()];
    for (const act of acts) expect(BROWSER_ACTION_TYPES).toContain(act);
    for (const option of [...Object.keys(row.changes), ...row.positional])
      expect(Object.keys(row.params.shape)).toContain(option);
    for (const { sets = {} } of row.aliases)
      expect(Object.keys(row.params.shape)).toEqual(expect.arrayContaining(Object.keys(sets)));
    // Whatever names a tab or an element of its page touches a browser.
    if ('ref' in row.params.shape) expect(acts.length, row.name).toBeGreaterThan(0);
    expect(
      row.positional.findIndex((param) => kindOf(row.params.shape[param]).many),
      row.name,
    ).toBeOneOf([-1, row.positional.length - 1]);
    expect(helpOf(row).join('\n')).toContain(row.title);
  }
});

test('every example of every row is a command line of that row', () => {
  for (const row of ROWS)
    for (const example of row.examples) {
      const line = need(parseLine(need(wordsOf(example))));
      expect(line.row.name, example).toBe(row.name);
      expect(paramsOf(line.row, line.params), example).toMatchObject({ ok: true });
    }
});

test('the client’s list of first words is the table’s', () => {
  const words = new Set(
    ROWS.flatMap((row) => [row.name, ...row.aliases.map(({ name }) => name)]).map(
      (name) => name.split(' ')[0] ?? '',
    ),
  );
  expect(COMMAND_WORDS.toSorted()).toEqual(
    [...words].filter((word) => word !== 'status' && word !== 'connect').toSorted(),
  );
});

test('docs/commands.md is what the table says', () => {
  const file = new URL('../../../docs/commands.md', import.meta.url);
  if (process.env['UPDATE_GOLDEN'] === '1') {
    mkdirSync(new URL('..', file), { recursive: true });
    writeFileSync(file, reference());
  }
  expect(existsSync(file)).toBe(true);
  expect(readFileSync(file, 'utf8'), 'run UPDATE_GOLDEN=1 npx vitest run test/gateway/command-table').toBe(
    reference(),
  );
});

test('completion is a script that its shell takes, and knows commands, second words and choices', () => {
  const lines = [...VERBS, ...ROWS.map(lineOf)];
  const script = completion('bash', lines);
  const asked = `${script}\nCOMP_WORDS=(ghost storage "g"); COMP_CWORD=2; _ghost; echo "\${COMPREPLY[@]}"; COMP_WORDS=(ghost click e1 --button ""); COMP_CWORD=4; _ghost; echo "\${COMPREPLY[@]}"`;
  const ran = spawnSync('bash', ['-c', asked], { encoding: 'utf8' });
  expect(ran.stdout.trim().split('\n')).toEqual(['get', 'left middle right']);
  expect(completion('fish', lines)).toContain(
    "complete -c ghost -n '__fish_seen_subcommand_from storage' -f -a get",
  );
  expect(completion('zsh', lines)).toMatch(/^#compdef ghost\n/u);
});

test('an unknown command, option or parameter says what was probably meant; nothing is left out in silence', () => {
  const help = (argv: readonly string[]): string => {
    const parsed = parseLine(argv);
    const done = parsed.ok ? paramsOf(parsed.value.row, parsed.value.params) : parsed;
    return done.ok ? '' : `${done.error.code}: ${done.error.message} / ${done.error.help ?? ''}`;
  };
  expect(help(['clik', 'e1'])).toMatch(/^command\.unknown: .*did you mean `click`\?/u);
  expect(help(['storage', 'gte', 'k'])).toMatch(/did you mean `storage get`\?/u);
  expect(help(['click', 'e1', '--duoble'])).toMatch(/no option `--duoble` \/ did you mean `--double`\?/u);
  expect(help(['click', 'e1', 'e2'])).toMatch(/does not take `e2`/u);
  expect(help(['click'])).toMatch(/`click` needs ref/u);
  expect(help(['click', 'x1'])).toMatch(/as in `e12`/u);
  expect(help(['click', 'e1', '--double=maybe'])).toMatch(/takes no value/u);
  expect(help(['click', 'e1', '--button', 'left', '--button', 'right'])).toMatch(/given twice/u);
  expect(help(['wait'])).toMatch(/needs one of/u);
  expect(help(['wait', '--text', 'a', '--url', 'b'])).toMatch(/needs one of/u);
  expect(help(['scroll', '--amount', 'far'])).toMatch(/needs a number/u);
  const unknown = paramsOf(need(commandNamed('click')).row, { ref: 'e1', duoble: true });
  expect(unknown).toMatchObject({
    ok: false,
    error: { code: 'command.bad-params', help: expect.stringContaining('did you mean `double`?') },
  });
});

test('the parser of every command gives parameters or an error, whatever the words', () => {
  const word = fc.oneof(
    fc.string({ maxLength: 12 }),
    fc.constantFrom(
      '--',
      '-',
      '-1',
      'e1',
      '--target',
      '--ref=e2',
      '__proto__',
      '--__proto__',
      '--constructor=1',
      '--text',
      '5',
    ),
    fc.constantFrom(...ROWS.flatMap(({ params }) => Object.keys(params.shape).map(optionOf))),
  );
  for (const row of ROWS)
    fc.assert(
      fc.property(fc.array(word, { maxLength: 7 }), (words) => {
        const parsed = parseLine([...row.name.split(' '), ...words]);
        if (!parsed.ok) return parsed.error.code.startsWith('command.') && parsed.error.message !== '';
        const known = Object.keys(parsed.value.row.params.shape);
        const checked = paramsOf(parsed.value.row, parsed.value.params);
        return (
          Object.keys(parsed.value.params).every((param) => known.includes(param)) &&
          (checked.ok || checked.error.help !== undefined)
        );
      }),
      { numRuns: 40 },
    );
});

test('what a row takes by name, its command line takes by its option', () => {
  for (const row of ROWS)
    for (const [param, schema] of Object.entries(row.params.shape)) {
      if (row.positional.includes(param)) continue;
      const kind = kindOf(schema);
      const value = kind.type === 'flag' ? true : kind.type === 'number' ? 7 : (kind.choices[0] ?? 'x');
      const words = kind.type === 'flag' ? [optionOf(param)] : [optionOf(param), String(value)];
      const parsed = need(parseLine([...row.name.split(' '), ...words]));
      expect(parsed.params[param], `${row.name} ${words.join(' ')}`).toEqual(kind.many ? [value] : value);
      expect(isOptional(schema) || row.name === 'route mock', `${row.name} ${param}`).toBe(true);
    }
});

test('a line is split as a shell would, and expands nothing', () => {
  expect(need(wordsOf(`fill e5 "two words" 'it''s' a\\ b $HOME`))).toEqual([
    'fill',
    'e5',
    'two words',
    'its',
    'a b',
    '$HOME',
  ]);
  expect(need(wordsOf(`type e1 ""`))).toEqual(['type', 'e1', '']);
  expect(wordsOf('fill e5 "open').ok).toBe(false);
  expect(wordsOf('fill e5 \\').ok).toBe(false);
});
