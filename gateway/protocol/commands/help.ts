// Help of the browser commands, from the table alone.
import { helpOfLine } from '#gateway/protocol/command-line/help.ts';
import { optionOf } from '#gateway/protocol/command-line/row.ts';
import { lineOf } from './line.ts';
import { CATEGORIES } from './row/contract.ts';
import type { Acts, Alias, CommandRow } from './row/contract.ts';
import { ROWS } from './table.ts';

/** The lines of the command reference that a row is. */
export const formsOf = (row: CommandRow): readonly string[] => row.forms ?? [row.name];

/** Every command in a line, by category. `wait` has one for each of its ways. */
export function helpAll(): readonly string[] {
  return CATEGORIES.flatMap((category) => [
    '',
    `${category}:`,
    ...ROWS.filter((row) => row.category === category).flatMap((row) => {
      const forms = formsOf(row).length > 1 ? formsOf(row) : [row.name];
      return forms.map((form, at) => `  ${form.padEnd(22)} ${at === 0 ? row.title : ''}`.trimEnd());
    }),
  ]).slice(1);
}

export const helpOf = (row: CommandRow): readonly string[] =>
  helpOfLine(lineOf(row), [
    `decided as: ${actsInWords(row.acts)}`,
    ...Object.entries(row.changes).map(([option, acts]) => `  with ${optionOf(option)}: ${acts.join(', ')}`),
    ...(row.aliases.length === 0 ? [] : [`also: ${row.aliases.map(aliasInWords).join(', ')}`]),
  ]);

export const actsInWords = (acts: Acts): string =>
  acts === 'BY_LINE'
    ? 'what its lines are'
    : acts.length === 0
      ? 'nothing: it touches no browser'
      : acts.join(', ');

export const aliasInWords = ({ name, sets = {} }: Alias): string => {
  const options = Object.keys(sets).map(optionOf);
  return options.length === 0 ? name : `${name} (${options.join(' ')})`;
};
