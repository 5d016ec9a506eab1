// `ghost help …` of the browser commands: from the table, with no gateway.
import { helpAll, helpOf } from '#gateway/protocol/commands/help.ts';
import { ROWS, commandNamed } from '#gateway/protocol/commands/table.ts';
import { failWith, say } from './output.ts';

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

const print = (lines: readonly string[]): void => {
  for (const line of lines) say(line);
};
