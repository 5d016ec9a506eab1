// `ghost help …` of the browser commands: from the table, with no gateway.
import { helpAll, helpOf } from '#gateway/protocol/commands/help.ts';
import { SHELLS, completion } from '#gateway/protocol/commands/completion.ts';
import { failure } from '#policy/language/failure.ts';
import { suggest } from '#policy/language/nearest.ts';
import { ROWS, commandNamed } from '#gateway/protocol/commands/table.ts';
import { failWith, say } from './console/output.ts';

/** Of one command, of those that begin with a word (`storage`), or of all. */
export function help(words: readonly string[]): void {
  const [first, second] = words;
  if (first === undefined) return print(helpAll());
  const exact = commandNamed(second === undefined ? first : `${first} ${second}`);
  if (exact.ok) return print(helpOf(exact.value.row));
  const group = ROWS.filter(({ name }) => name.startsWith(`${first} `));
  if (group.length > 0 && second === undefined)
    return print(group.flatMap((row, at) => [...(at === 0 ? [] : ['']), ...helpOf(row)]));
  const alone = commandNamed(first);
  if (alone.ok) return print(helpOf(alone.value.row));
  failWith(exact.error, { json: false });
}

/** A command that neither the program nor the table has. */
export function unknown(word: string, program: readonly string[]): void {
  failWith(
    failure('command.unknown', `there is no command \`${word.slice(0, 100)}\``, {
      help: `${suggest(word, [...program, ...ROWS.map(({ name }) => name)])}; \`ghost help\` and \`ghost help --all\` list them`,
    }),
    { json: false },
  );
}

/** The script of a shell. */
export function complete(shell: string, program: readonly string[]): void {
  const known = SHELLS.find((one) => one === shell);
  if (known !== undefined) return say(completion(known, program));
  failWith(
    failure('command.bad-params', `there is no completion for \`${shell}\``, {
      help: suggest(shell, SHELLS),
    }),
    { json: false },
  );
}

const print = (lines: readonly string[]): void => {
  for (const line of lines) say(line);
};
