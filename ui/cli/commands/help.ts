// `ghost help …` and `ghost completion`: from the rows, with no gateway.
import { furtherOf, helpOfLine } from '#gateway/protocol/command-line/help.ts';
import { findRow, namesOf } from '#gateway/protocol/command-line/find.ts';
import { SHELLS, completion } from '#gateway/protocol/command-line/completion.ts';
import type { LineRow } from '#gateway/protocol/command-line/row.ts';
import { helpAll, helpOf } from '#gateway/protocol/commands/help.ts';
import { lineOf } from '#gateway/protocol/commands/line.ts';
import { ROWS, commandNamed } from '#gateway/protocol/commands/table.ts';
import { failure } from '#policy/language/failure.ts';
import { suggest } from '#policy/language/nearest.ts';
import { failWith, say } from '#ui/cli/console/output.ts';
import { notesOf } from '#ui/cli/console/fact-lines.ts';
import { groupInLines } from '#ui/cli/console/groups.ts';

/** Of one command, of those that begin with a word (`storage`), or of all. The program's own come first. */
export function help(verbs: readonly LineRow[], given: readonly string[], all: boolean): void {
  const words = given.filter((word) => word !== '');
  if (words.length === 0) return (all ? helpAll() : groupInLines(verbs, '')).forEach(say);
  const own = findRow(namesOf(verbs), words);
  if (own.row !== null) {
    const { name } = own.row;
    return helpOfLine(own.row, [...notesOf(name), ...furtherOf(verbs, name)]).forEach(say);
  }
  if (own.group !== '' && own.rest.length === 0) return groupInLines(verbs, own.group).forEach(say);
  const [first = '', second] = words;
  const exact = commandNamed(second === undefined ? first : `${first} ${second}`);
  if (exact.ok) return helpOf(exact.value.row).forEach(say);
  const group = ROWS.filter(({ name }) => name.startsWith(`${first} `));
  if (group.length > 0 && second === undefined)
    return group.flatMap((row, at) => [...(at === 0 ? [] : ['']), ...helpOf(row)]).forEach(say);
  const alone = commandNamed(first);
  if (alone.ok) return helpOf(alone.value.row).forEach(say);
  unknown(verbs, words.join(' '));
}

/** A command that neither the program nor the table has. */
export function unknown(verbs: readonly LineRow[], word: string): void {
  failWith(
    failure('command.unknown', `there is no command \`${word.slice(0, 100)}\``, {
      help: `${suggest(
        word,
        [...verbs, ...ROWS].map(({ name }) => name),
      )}; \`ghost help\` and \`ghost help --all\` list them`,
    }),
    { json: false },
  );
}

/** The script of a shell, for both surfaces. A name that both have (`status`) is the program's on a command line. */
export function complete(verbs: readonly LineRow[], shell: string): void {
  const known = SHELLS.find((one) => one === shell);
  const own = namesOf(verbs);
  const browser = ROWS.filter(({ name }) => !own.has(name)).map(lineOf);
  if (known !== undefined) return say(completion(known, [...verbs, ...browser]));
  failWith(
    failure('command.bad-params', `there is no completion for \`${shell}\``, {
      help: suggest(shell, SHELLS),
    }),
    { json: false },
  );
}
