// A line of a browser command to its row and parameters.
import { findRow } from '#gateway/protocol/command-line/find.ts';
import { isOption, parseWords } from '#gateway/protocol/command-line/parse.ts';
import { fail, ok } from '#policy/language/failure.ts';
import type { Result } from '#policy/language/failure.ts';
import type { CommandRow } from './row/contract.ts';
import { COMMAND_NAMES, commandNamed } from './table.ts';

export type Line = { readonly row: CommandRow; readonly params: Readonly<Record<string, unknown>> };

/** `['click', 'e12', '--double']`. Errors: `command.unknown`, `command.bad-params`. The values are not checked yet. */
export function parseLine(argv: readonly string[]): Result<Line> {
  const found = findRow(COMMAND_NAMES, argv);
  if (found.row === null) return unknown(argv);
  const parsed = parseWords(found.row, found.sets, found.rest);
  return parsed.ok ? ok({ row: found.row.command, params: parsed.value.params }) : parsed;
}

function unknown([first = '', second]: readonly string[]): Result<never> {
  if (first === '')
    return fail('command.unknown', 'no command was given', { help: '`ghost help --all` lists them' });
  const leads = [...COMMAND_NAMES.keys()].some((name) => name.startsWith(`${first} `));
  const named = commandNamed(
    leads && second !== undefined && !isOption(second) ? `${first} ${second}` : first,
  );
  return named.ok ? fail('command.unknown', `there is no command \`${first.slice(0, 100)}\``) : named;
}
