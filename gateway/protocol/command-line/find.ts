// Which row the first words of a command line name. Words of a group lead on (`policy` to `policy shadow`), and options of a row may
// stand before a further word: `policy shadow --data-dir d report`.
import { isOption, lengthOfOption } from './parse.ts';
import type { LineRow } from './row.ts';

export type Named<R extends LineRow> = {
  readonly row: R;
  readonly sets: Readonly<Record<string, unknown>>;
};
export type Found<R extends LineRow> =
  | (Named<R> & { readonly rest: readonly string[] })
  /** No row: the words that lead somewhere, and those behind them. */
  | { readonly row: null; readonly group: string; readonly rest: readonly string[] };

export const namesOf = <R extends LineRow>(rows: readonly R[]): ReadonlyMap<string, Named<R>> =>
  new Map(
    rows.flatMap((row) => [
      [row.name, { row, sets: {} }] as const,
      ...row.aliases.map(({ name, sets = {} }) => [name, { row, sets }] as const),
    ]),
  );

export function findRow<R extends LineRow>(
  names: ReadonlyMap<string, Named<R>>,
  argv: readonly string[],
): Found<R> {
  let found: Found<R> = { row: null, group: '', rest: argv };
  let words = '';
  const before: string[] = [];
  for (let at = 0; at < argv.length;) {
    const word = argv[at] ?? '';
    if (word === '--') break;
    if (isOption(word)) {
      if (found.row === null) break;
      const length = lengthOfOption(found.row, word);
      before.push(...argv.slice(at, at + length));
      at += length;
      continue;
    }
    const longer = `${words}${words === '' ? '' : ' '}${word.replaceAll('.', ' ')}`;
    const named = names.get(longer);
    const leads = [...names.keys()].some((name) => name.startsWith(`${longer} `));
    if (named === undefined && !leads) break;
    words = longer;
    at += 1;
    const rest = [...before, ...argv.slice(at)];
    if (named !== undefined) found = { ...named, rest };
    else if (found.row === null) found = { row: null, group: words, rest };
  }
  return found;
}
