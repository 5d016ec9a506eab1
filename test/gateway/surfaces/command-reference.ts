// `docs/commands.md`, from the table. A test writes it (UPDATE_GOLDEN=1), and fails while it is stale.
import { CATEGORIES } from '#gateway/protocol/commands/row/contract.ts';
import { actsInWords, aliasInWords, formsOf } from '#gateway/protocol/commands/help.ts';
import { shownAs } from '#gateway/protocol/command-line/help.ts';
import { optionOf, usageOf } from '#gateway/protocol/command-line/row.ts';
import type { LineRow } from '#gateway/protocol/command-line/row.ts';
import { lineOf } from '#gateway/protocol/commands/line.ts';
import { ROWS } from '#gateway/protocol/commands/table.ts';
import { EXIT_IN_WORDS } from '#ui/cli/console/exit-codes.ts';
import { VERB_NAMES, VERBS } from '#ui/cli/rows/verbs.ts';
import { RPC } from '#gateway/protocol/rpc.ts';

/** Both have such a command: a command line has the program's, which is about the whole gateway. */
const PROGRAM_S =
  'On a command line `ghost COMMAND` is the program’s own, below: it answers in words, and in JSON with `--json`. This one has lines of `batch`, and the socket.';

const cell = (text: string): string => text.replaceAll('|', '\\|').replaceAll('\n', ' ');

const paramsOf = (row: LineRow): readonly string[] =>
  row.params.map(
    (param) =>
      `| \`${cell(shownAs(row, param))}\` | \`${param.name}\`${param.optional ? '' : ', needed'} | ${cell(param.about)} |`,
  );

export function reference(): string {
  const lines = ROWS.flatMap(formsOf).length;
  return [
    '<!-- Generated from gateway/protocol/commands and ui/cli/rows by `UPDATE_GOLDEN=1 npx vitest run test/gateway/surfaces/command-table.spec.ts`. -->',
    '# Commands',
    '',
    '`ghost help --all` lists the browser commands, `ghost help COMMAND` says what one takes; both, completion and this page are made from the rows.',
    '',
    '# Browser commands',
    '',
    `\`ghost COMMAND …\` sends a command to the gateway that runs, and starts one where none does. ${lines} commands, each decided by the policy as the acts that it names. The answer is JSON on standard output, \`{"ok":true, …}\` or \`{"ok":false,"error":…,"code":…,"suggestion":…}\`. Exit codes: ${EXIT_IN_WORDS}.`,
    '',
    'Of every command: `--worker NAME` (or `GHOST_WORKER_ID`) whose tabs, `--data-dir DIRECTORY` (or `GHOST_DATA_DIR`) whose gateway, `--help`.',
    '',
    'The same commands are methods of JSON-RPC 2.0 over the socket (`storage get` is `storage.get`, parameters by the names in the second column), one request a line, after `hello` with the key of `daemon.json`.',
    ...CATEGORIES.flatMap((category) => [
      '',
      `## ${category}`,
      ...ROWS.filter((row) => row.category === category).flatMap((row) => [
        '',
        `### ${row.name}`,
        '',
        `${row.title.charAt(0).toUpperCase()}${row.title.slice(1)}.`,
        '',
        '```',
        `ghost ${usageOf(lineOf(row))}`,
        '```',
        ...(Object.keys(row.params.shape).length === 0
          ? []
          : ['', '| option | parameter | what |', '| --- | --- | --- |', ...paramsOf(lineOf(row))]),
        '',
        `Decided as: ${actsInWords(row.acts)}${Object.entries(row.changes)
          .map(([option, acts]) => `; with \`${optionOf(option)}\` ${acts.join(', ')}`)
          .join(
            '',
          )}.${row.aliases.length === 0 ? '' : ` Also: ${row.aliases.map(aliasInWords).join(', ')}.`}`,
        '',
        `Answer: ${Object.keys(row.answer.shape)
          .map((field) => `\`${field}\``)
          .join(', ')}.`,
        ...(VERB_NAMES.has(row.name) ? ['', PROGRAM_S.replaceAll('COMMAND', row.name)] : []),
        '',
        '```',
        ...row.examples.map((example) => `ghost ${example}`),
        '```',
      ]),
    ]),
    '',
    '# The program’s own commands',
    '',
    'Of every command: `--help`. Options may stand before and after words; `--option=value`, and `--` before words that begin with a hyphen.',
    ...VERBS.flatMap((row) => [
      '',
      `### ${row.name}`,
      '',
      `${row.title.charAt(0).toUpperCase()}${row.title.slice(1)}.`,
      '',
      '```',
      `ghost ${usageOf(row)}`,
      '```',
      ...(row.params.length === 0
        ? []
        : ['', '| option | parameter | what |', '| --- | --- | --- |', ...paramsOf(row)]),
      ...(row.examples.length === 0
        ? []
        : ['', '```', ...row.examples.map((example) => `ghost ${example}`), '```']),
    ]),
    '',
    '## Error codes over the socket',
    '',
    '| code | what |',
    '| --- | --- |',
    ...Object.entries(RPC).map(
      ([name, code]) => `| ${code} | ${name.replaceAll(/[A-Z]/gu, (letter) => ` ${letter.toLowerCase()}`)} |`,
    ),
    '',
  ].join('\n');
}
